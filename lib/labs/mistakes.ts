/** Likely wrong answers: a lab names them, and its machines compute their values for each variant. */
import { UNITS } from "../expressions/dimension.ts";
import type { LabBench } from "./bench.ts";
import { type AnswerValue, judgeAnswer, toleranceOf } from "./judge.ts";
import type { LabStep, Question } from "./lab.ts";
import { inUnit } from "./value.ts";

type NumberQuestion = Question & { readonly kind: "number" };

export type Mistake =
  /** The author's text on the mistake, without the right answer. */
  | { readonly kind: "told"; readonly text: string }
  /** The answer would be right in another unit. */
  | { readonly kind: "share" | "unit" | "cycles" | "time" }
  /** A time whose digits are right. */
  | { readonly kind: "point" };

/** An answer that is farther from a mistake than this share of its value has another reason. */
const NEAR = 0.01;
/** Milli, micro and nano, and the reverse. */
const SCALES = [1e3, 1e-3, 1e6, 1e-6, 1e9, 1e-9];
const POINTS = [10, 0.1, 100, 0.01];

/** Finds the mistake behind a wrong answer. Undefined if the lab does not know it. */
export async function mistakeIn(
  bench: LabBench,
  step: LabStep,
  question: Question,
  answer: AnswerValue,
): Promise<Mistake | undefined> {
  if (typeof answer !== "number") return undefined;
  if (question.kind === "choice") return told(question.options[answer]?.wrong);
  if (question.kind !== "number") return undefined;
  const named = await nearestMistake(bench, step, question, answer);
  if (named !== undefined) return told(named);
  const { unit } = question;
  const isRight = async (value: number) => (await judgeAnswer(bench, step, question, value)).right;
  if (unit === "%") return (await isRight(answer * 100)) ? { kind: "share" } : undefined;
  const known = UNITS.get(unit);
  if (answer === 0 || known === undefined) return undefined;
  const { clockHertz } = bench.scenarioOf(step.machine).machine;
  if (unit === "cycles")
    for (const time of TIMES)
      if (await isRight(answer * (UNITS.get(time)?.factor ?? 1) * clockHertz)) return { kind: "time" };
  if (TIMES.includes(unit) && (await isRight(answer / clockHertz / known.factor))) return { kind: "cycles" };
  for (const scale of SCALES) if (await isRight(answer * scale)) return { kind: "unit" };
  if (!TIMES.includes(unit)) return undefined;
  for (const scale of POINTS) if (await isRight(answer * scale)) return { kind: "point" };
  return undefined;
}

/** The text of the mistake whose value is nearest to the answer. */
async function nearestMistake(
  bench: LabBench,
  step: LabStep,
  question: NumberQuestion,
  answer: number,
): Promise<string | undefined> {
  let nearest: { readonly text: string; readonly distance: number } | undefined;
  for (const { value, text } of question.mistakes) {
    const mistaken = await mistakenValue(bench, step, question, value);
    const distance = mistaken === undefined ? Number.NaN : Math.abs(answer - mistaken);
    if (mistaken === undefined || distance > mistakeWidth(question, mistaken, answer)) continue;
    if (nearest === undefined || distance < nearest.distance) nearest = { text, distance };
  }
  return nearest?.text;
}

const TIMES = ["s", "ms", "us", "ns"];

function told(text: string | undefined): Mistake | undefined {
  return text === undefined ? undefined : { kind: "told", text };
}

/** How far an answer may be from a mistake that explains it, in the unit of the question. */
export function mistakeWidth(question: NumberQuestion, mistaken: number, answer = mistaken): number {
  const width = Math.min(toleranceOf(question, mistaken), Math.abs(mistaken) * NEAR);
  const isExact = Number.isInteger(answer) && Number.isInteger(mistaken);
  const rounding = isExact ? 1e-9 : roundingOf(answer);
  return Math.max(width, rounding);
}

/** A typed number is rounded: half of its last digit, but at least 0.05 % and at most 5 % of the number. */
function roundingOf(answer: number): number {
  const decimals = /\.(\d+)$/.exec(String(answer))?.[1]?.length ?? 0;
  const size = Math.abs(answer);
  return Math.max(size * 0.0005, Math.min(0.5 * 10 ** -decimals, size * 0.05));
}

/** Value in the unit of the question. */
export async function mistakenValue(
  bench: LabBench,
  step: LabStep,
  { unit }: NumberQuestion,
  expression: string,
): Promise<number | undefined> {
  return inUnit((await bench.valueOf(step, expression)).value, unit);
}
