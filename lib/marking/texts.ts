/** Texts of a lab as its students have read them, translated and with the numbers of their variant, and the words of the
 * files that marking writes. */
import { builtinLab } from "../../scenarios/labs/index.ts";
import { filledQuestion } from "../labs/answers.ts";
import type { LabBench } from "../labs/bench.ts";
import type { Lab, LabStep } from "../labs/lab.ts";
import { numberText } from "../labs/templates.ts";
import { labTexts } from "../labs/translation.ts";

export interface LabTexts {
  readonly language: FileLanguage;
  readonly plain: (text: string) => string;
  /** Replaces each `{{ }}` with its number. */
  readonly filled: (lab: Lab, seed: number, step: LabStep, text: string) => Promise<string>;
  readonly number: (value: number, unit?: string) => string;
  readonly openBench: OpenBench;
}

/** Writes numbers with their unit. */
export function numbersIn(language: FileLanguage): LabTexts["number"] {
  return (value, unit = "") => {
    const text = numberText(value, unit === "1/s" ? "/s" : unit);
    return language === "de" ? text.replace(/(\d)\.(?=\d)/, "$1,").replace("cycles", "Takte") : text;
  };
}

type OpenBench = (lab: Lab, seed: number) => Promise<LabBench>;

/** User's own labs stay in their language. */
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
    openBench,
    plain: (text) => plainText(translated(text)),
    filled: async (lab, seed, step, text) => {
      const bench = text.includes("{{") ? await openBench(lab, seed) : undefined;
      const shown = translated(text);
      return plainText(bench === undefined ? shown : await filledQuestion(bench, step, shown));
    },
  };
}

export type FileLanguage = "en" | "de";

const ENGLISH = {
  feedback: "Feedback",
  points: "points",
  pointsOf: (points: string, of: string) => `${points} of ${of} points`,
  pending: (points: string) => `${points} more not read yet`,
  hints: (points: string) => `Hints cost ${points} points.`,
  variant: (seed: string) => `variant ${seed}`,
  question: "question",
  task: "Task",
  yourAnswer: "your answer",
  noAnswer: "no answer",
  measured: "measured",
  comment: "comment",
  predicted: "predicted",
  predictions: "Predictions (not scored)",
  goalMet: "met",
  goalNotMet: "not met",
  total: "total",
  report: "Report of the class",
  files: (count: string) => `${count} files`,
  mean: "mean score",
  minutes: "minutes",
  median: (value: string) => `median ${value}`,
  measuredHere: (value: string) => `measured: ${value}`,
  ratio: "predicted / measured",
  within: (percent: string) => `${percent} within a tenth of the measured value`,
  wrong: "wrong answers by likely mistake, with the number of students",
  otherWrong: "other wrong answers",
  littleHigh: "less than a tenth too high",
  littleLow: "less than a tenth too low",
  times: (ratio: string) => `${ratio} × the measured value`,
  mistakes: {
    share: () => "The share as a number between 0 and 1, not in per cent.",
    unit: (unit: string) => `Right in another unit than ${unit}.`,
    cycles: () => "Cycles, where a time is asked for.",
    time: () => "A time, where cycles are asked for.",
    point: () => "The decimal point is in another place.",
  },
  attempts: "attempts (mean)",
  right: "right",
  given: "answered",
  taken: "hints taken (mean)",
  number: "number",
  name: "name",
};

type Words = typeof ENGLISH;

const GERMAN: Words = {
  feedback: "Rückmeldung",
  points: "Punkte",
  pointsOf: (points, of) => `${points} von ${of} Punkten`,
  pending: (points) => `${points} weitere noch nicht gelesen`,
  hints: (points) => `Hinweise kosten ${points} Punkte.`,
  variant: (seed) => `Variante ${seed}`,
  question: "Frage",
  task: "Aufgabe",
  yourAnswer: "Ihre Antwort",
  noAnswer: "keine Antwort",
  measured: "gemessen",
  comment: "Kommentar",
  predicted: "vorhergesagt",
  predictions: "Vorhersagen (ohne Punkte)",
  goalMet: "erreicht",
  goalNotMet: "nicht erreicht",
  total: "Summe",
  report: "Bericht über die Klasse",
  files: (count) => `${count} Dateien`,
  mean: "mittleres Ergebnis",
  minutes: "Minuten",
  median: (value) => `Median ${value}`,
  measuredHere: (value) => `gemessen: ${value}`,
  ratio: "vorhergesagt / gemessen",
  within: (percent) => `${percent} liegen höchstens ein Zehntel neben dem gemessenen Wert`,
  wrong: "falsche Antworten nach wahrscheinlichem Fehler, mit der Zahl der Studierenden",
  otherWrong: "andere falsche Antworten",
  littleHigh: "weniger als ein Zehntel zu hoch",
  littleLow: "weniger als ein Zehntel zu niedrig",
  times: (ratio) => `das ${ratio}-Fache des gemessenen Werts`,
  mistakes: {
    share: () => "Der Anteil als Zahl zwischen 0 und 1, nicht in Prozent.",
    unit: (unit) => `Richtig in einer anderen Einheit als ${unit}.`,
    cycles: () => "Takte, wo nach einer Zeit gefragt ist.",
    time: () => "Eine Zeit, wo nach Takten gefragt ist.",
    point: () => "Das Komma steht an anderer Stelle.",
  },
  attempts: "Versuche (Mittel)",
  right: "richtig",
  given: "beantwortet",
  taken: "genommene Hinweise (Mittel)",
  number: "Nummer",
  name: "Name",
};

/** Words of the files that marking writes: pages of feedback, the report of a class, comments for a platform. The files are
 * in the language of the class, whatever the language of the teacher's page is. */
export const wordsIn = (language: FileLanguage): Words => (language === "de" ? GERMAN : ENGLISH);

/** Text of a lab without the signs of Markdown. */
export function plainText(text: string): string {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*`$]+/g, "")
    .replace(/(^|\s)_([^_]+)_(?=[\s.,;:!?)]|$)/g, "$1$2");
}
