/** Measures what a neighbour's answers are worth: the share of all points for numbers and choices that a student gets
 * by typing the right answers of another variant. An option of a choice is identified by its place in the lab's file.
 */
import { LabBench, type RunMachine } from "./bench.ts";
import { type AnswerValue, judgeAnswer } from "./judge.ts";
import type { Lab, LabStep, Question } from "./lab.ts";

/** Seeds of variants whose answers are compared with each other. */
export const NEIGHBOUR_SEEDS: readonly number[] = [101, 102, 103, 104, 105, 106];
/** Largest share of the points, over the labs that are measured together. */
export const NEIGHBOUR_SHARE_LIMIT = 0.4;

interface QuestionVariants {
  readonly step: string;
  readonly question: string;
  readonly points: number;
  /** Mean over all ordered pairs of students. */
  readonly neighbour: number;
}

export interface LabVariants {
  readonly lab: string;
  /** Points for numbers and choices. */
  readonly points: number;
  readonly neighbour: number;
  /** That the seed can choose. */
  readonly variants: number;
  readonly questions: readonly QuestionVariants[];
}

export async function variantsOf(
  lab: Lab,
  runMachine: RunMachine,
  seeds: readonly number[] = NEIGHBOUR_SEEDS,
): Promise<LabVariants> {
  const benches: LabBench[] = [];
  for (const seed of seeds) benches.push(await LabBench.open(lab, seed, runMachine));
  const questions: QuestionVariants[] = [];
  for (const step of lab.steps)
    for (const question of step.questions) {
      if (question.kind !== "number" && question.kind !== "choice") continue;
      const right = await sharedBy(benches, step, question);
      questions.push({
        ...{ step: step.id, question: question.id, points: question.points },
        neighbour: question.points * right,
      });
    }
  return {
    lab: lab.id,
    points: sumOf(questions, ({ points }) => points),
    neighbour: sumOf(questions, ({ neighbour }) => neighbour),
    variants: lab.vary.reduce((product, { values }) => product * values.length, 1),
    questions,
  };
}

/** Share of all ordered pairs in which the answer of one student is right for the other. */
async function sharedBy(benches: readonly LabBench[], step: LabStep, question: Question): Promise<number> {
  let right = 0;
  for (const giver of benches) {
    const answer = await rightAnswer(giver, step, question);
    for (const taker of benches)
      if (taker !== giver && (await judgeAnswer(taker, step, question, answer)).right) right += 1;
  }
  return right / (benches.length * (benches.length - 1));
}

/** The right answer as a student would type it: a number has four digits. */
async function rightAnswer(
  bench: LabBench,
  step: LabStep,
  question: Question,
): Promise<AnswerValue | undefined> {
  if (question.kind !== "choice") {
    const { expected } = await judgeAnswer(bench, step, question, undefined);
    return expected === undefined || Number.isInteger(expected) ? expected : Number(expected.toPrecision(4));
  }
  for (const option of question.options.keys())
    if ((await judgeAnswer(bench, step, question, option)).right) return option;
  return undefined;
}

export function shareOf(measured: readonly LabVariants[]): number {
  const points = sumOf(measured, (one) => one.points);
  return points === 0 ? 0 : sumOf(measured, ({ neighbour }) => neighbour) / points;
}

function sumOf<T>(list: readonly T[], amountOf: (one: T) => number): number {
  return list.reduce((sum, one) => sum + amountOf(one), 0);
}
