/** Texts of a lab as its students have read them: translated, and with the numbers of their variant. */

import { builtinLab } from "../../scenarios/labs/index.ts";
import { filledQuestion } from "../labs/answers.ts";
import type { LabBench } from "../labs/bench.ts";
import type { Lab, LabStep } from "../labs/lab.ts";
import { numberText } from "../labs/templates.ts";
import { labTexts } from "../labs/translation.ts";
import { type FileLanguage, plainText } from "./words.ts";

export interface LabTexts {
  readonly language: FileLanguage;
  readonly plain: (text: string) => string;
  /** With numbers in place of `{{ }}`. */
  readonly filled: (lab: Lab, seed: number, step: LabStep, text: string) => Promise<string>;
  readonly number: (value: number, unit?: string) => string;
}

/** Writes numbers with their unit. */
export function numbersIn(language: FileLanguage): LabTexts["number"] {
  return (value, unit = "") => {
    const text = numberText(value, unit === "1/s" ? "/s" : unit);
    return language === "de" ? text.replace(/(\d)\.(?=\d)/, "$1,").replace("cycles", "Takte") : text;
  };
}

type OpenBench = (lab: Lab, seed: number) => Promise<LabBench>;

/** Own labs stay in their own language. */
export async function openTexts(
  labs: Iterable<Lab>,
  language: FileLanguage,
  openBench: OpenBench,
): Promise<LabTexts> {
  const texts = new Map<string, string>();
  if (language === "de")
    for (const { id } of labs) {
      const builtin = builtinLab(id);
      if (builtin === undefined) continue;
      const result = labTexts(await builtin.load(), await builtin.loadGerman());
      if (result.ok) for (const [english, german] of result.texts) texts.set(english, german);
    }
  const number = numbersIn(language);
  const translated = (text: string) => texts.get(text) ?? text;
  return {
    language,
    number,
    plain: (text) => plainText(translated(text)),
    filled: async (lab, seed, step, text) => {
      const bench = text.includes("{{") ? await openBench(lab, seed) : undefined;
      const shown = translated(text);
      return plainText(bench === undefined ? shown : await filledQuestion(bench, step, shown));
    },
  };
}
