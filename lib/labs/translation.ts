/** Translates a lab. Files beside `lab.json` and `text.md` contain only its texts. Ids, machines, conditions and
 * numbers come from the lab. */
import { isObject } from "../../scenarios/base/values.ts";
import { builtinLab } from "../../scenarios/labs/index.ts";
import { joinLab } from "./gallery.ts";
import type { LabRefusal, LabResult } from "./lab.ts";

/** Text of the lab to its translation. */
type LabTexts = ReadonlyMap<string, string>;

/** Fields of a lab that users read. */
const TEXTS = ["title", "summary", "text", "wrong", "intro", "after"];

interface LabFiles {
  readonly lab: unknown;
  readonly text: string;
}

interface TranslatedFiles {
  /** Has the structure of the lab, but only with texts. */
  readonly words: unknown;
  readonly text: string;
}

/** The complete lab in the other language. */
export function translatedLab(english: LabFiles, other: TranslatedFiles): LabResult {
  return joinLab(mergedTexts(english.lab, other.words), other.text);
}

/** A lab of the course in German. Undefined if there is no lab with this id. */
export async function loadGermanLab(id: string): Promise<LabResult | undefined> {
  const builtin = builtinLab(id);
  return builtin && translatedLab(await builtin.load(), await builtin.loadGerman());
}

export function labTexts(
  english: LabFiles,
  other: TranslatedFiles,
): { readonly ok: true; readonly texts: LabTexts } | LabRefusal {
  const own = joinLab(english.lab, english.text);
  if (!own.ok) return own;
  const joined = translatedLab(english, other);
  if (!joined.ok) return joined;
  const texts = new Map<string, string>();
  collect(own.lab, joined.lab, texts);
  return { ok: true, texts };
}

/** `over` has the structure of `of`, but only with texts. */
export function mergedTexts(of: unknown, over: unknown): unknown {
  if (Array.isArray(of) && Array.isArray(over)) return of.map((one, index) => mergedTexts(one, over[index]));
  if (!isObject(of) || !isObject(over)) return over ?? of;
  return Object.fromEntries(Object.entries(of).map(([key, value]) => [key, mergedTexts(value, over[key])]));
}

function collect(english: unknown, other: unknown, texts: Map<string, string>): void {
  if (Array.isArray(english) && Array.isArray(other))
    for (const [index, one] of english.entries()) collect(one, other[index], texts);
  if (!isObject(english) || !isObject(other)) return;
  for (const [key, value] of Object.entries(english)) {
    const translated = other[key];
    if (typeof value === "string" && typeof translated === "string") {
      if (TEXTS.includes(key) && value !== "") texts.set(value, translated);
    } else collect(value, translated, texts);
  }
}
