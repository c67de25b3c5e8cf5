/** The texts of labs in the language of the page. English ones are the labs themselves. */
import { joinLab } from "../../lib/labs/gallery.ts";
import type { Lab } from "../../lib/labs/lab.ts";
import { numberText as englishNumber } from "../../lib/labs/templates.ts";
import { labTexts, translatedLab } from "../../lib/labs/translation.ts";
import { builtinLab } from "../../scenarios/labs/index.ts";
import { currentLanguage, type Language, learn } from "../text/language.ts";
import { fixedText } from "../text/numbers.ts";
import { t, translated } from "../text/t.ts";

const texts = new Map<string, string>();
const loaded = new Set<string>();

export function labText(text: string): string {
  return currentLanguage() === "en" ? text : (texts.get(text) ?? text);
}

/** Resolves to true if there was a translation to load. A lab without one is read in English. */
export async function loadLabTexts(lab: Lab): Promise<boolean> {
  const language = currentLanguage();
  if (language === "en") return false;
  const builtin = builtinLab(lab.id);
  if (builtin === undefined) return false;
  if (loaded.has(lab.id)) {
    teach(language, lab);
    return false;
  }
  const [english, german] = await Promise.all([builtin.load(), builtin.loadGerman()]);
  const result = labTexts(english, german);
  if (result.ok) for (const [text, other] of result.texts) texts.set(text, other);
  loaded.add(lab.id);
  teach(language, lab);
  return true;
}

/** A lab of the course as a new text, in the language of the page. */
export async function courseLab(id: string): Promise<Lab | undefined> {
  const builtin = builtinLab(id);
  if (builtin === undefined) return undefined;
  const english = await builtin.load();
  const result =
    currentLanguage() === "en"
      ? joinLab(english.lab, english.text)
      : translatedLab(english, await builtin.loadGerman());
  if (!result.ok) return undefined;
  return { ...result.lab, summary: translated(result.lab.summary) };
}

/** Registers names of the lab's machines, because pages without labs show them too. */
function teach(language: Language, { machines }: Lab): void {
  learn(
    language,
    Object.fromEntries(
      Object.values(machines).flatMap(({ title }) => {
        const text = texts.get(title);
        return text === undefined ? [] : [[title, text]];
      }),
    ),
  );
}

/** Whole numbers keep all digits, others have four, formatted for the language. */
export function numberText(value: number, unit = ""): string {
  const number = englishNumber(value).replace(".", fixedText(0.1, 1).charAt(1));
  const shown = value === 1 && unit === "cycles" ? "cycle" : unit;
  return unit === "" ? number : `${number}\u00a0${unitText(shown)}`;
}

/** Unit of a question or a field, written in the same way in both. */
export function unitText(unit: string): string {
  if (unit === "us") return "µs";
  if (unit === "1/s") return "/s";
  return unit === "times" ? t("times") : translated(unit);
}
