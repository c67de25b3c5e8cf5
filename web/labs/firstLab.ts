/** What the editor begins with, in the language of the page. */
import { mergedTexts } from "../../lib/labs/translation.ts";
import type { Language } from "../text/language.ts";
import GERMAN from "./firstLab.de.json";
import ENGLISH from "./firstLab.json";

const WORDS: Readonly<Record<Language, unknown>> = { en: {}, de: GERMAN };

export function firstLab(language: Language): unknown {
  return mergedTexts(ENGLISH, WORDS[language]);
}
