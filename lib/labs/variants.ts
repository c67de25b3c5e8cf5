/** Measures what a neighbour's work is worth: the share of all points for numbers and choices that a student gets by
 * typing the right answers of another variant, and the points of a design that was made for another variant. An option
 * of a choice is identified by its place in the lab's file. */

import { z } from "zod";
import { registerNumber } from "../assembler/registers.ts";
import { LabBench, type RunMachine } from "./bench.ts";
import type { Change } from "./changes.ts";
import { type AnswerValue, judgeAnswer, judgeTask } from "./judge.ts";
import type { Lab, LabStep, Question } from "./lab.ts";
import { chosenIn } from "./machines.ts";
import { changesSchema } from "./progress.ts";

/** Seeds of variants whose answers are compared with each other. */
export const NEIGHBOUR_SEEDS: readonly number[] = [101, 102, 103, 104, 105, 106];
/** Largest share of the points, over all labs of the measurement. */
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
  /** Number of variants that a seed can choose. */
  readonly variants: number;
  readonly questions: readonly QuestionVariants[];
  /** Empty if no best designs are known. */
  readonly designs: readonly DesignVariants[];
}

interface DesignVariants {
  readonly step: string;
  readonly points: number;
  /** Points of a neighbour's unchanged best design. Mean over all students, each with the design of the next one. */
  readonly neighbour: number;
}

interface Measure {
  readonly seeds?: readonly number[];
  /** If set, designs are measured, too. */
  readonly best?: BestDesigns | undefined;
}

export async function variantsOf(
  lab: Lab,
  runMachine: RunMachine,
  { seeds = NEIGHBOUR_SEEDS, best }: Measure = {},
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
    variants: lab.vary.reduce(
      (product, { values, range }) =>
        product * (range === undefined ? values.length : range[1] - range[0] + 1),
      1,
    ),
    questions,
    designs: best === undefined ? [] : await designsOf(lab, benches, best),
  };
}

async function designsOf(
  lab: Lab,
  benches: readonly LabBench[],
  best: BestDesigns,
): Promise<readonly DesignVariants[]> {
  const measured: DesignVariants[] = [];
  for (const step of lab.steps) {
    const { task } = step;
    if (task === undefined) continue;
    let earned = 0;
    for (const [index, taker] of benches.entries()) {
      const giver = benches[(index + 1) % benches.length] ?? taker;
      const judged = await judgeTask(taker, step, task, bestDesign(best, giver, step) ?? []);
      earned += judged.ok ? judged.points : 0;
    }
    const points = sumOf(task.goals, (goal) => goal.points);
    measured.push({ step: step.id, points, neighbour: earned / benches.length });
  }
  return measured;
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

/** The right answer as a student would type it, with four digits. */
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

/** The same for designs. Undefined if none were measured. */
export function designShareOf(measured: readonly LabVariants[]): number | undefined {
  const designs = measured.flatMap((one) => one.designs);
  const points = sumOf(designs, (one) => one.points);
  return points === 0 ? undefined : sumOf(designs, ({ neighbour }) => neighbour) / points;
}

function sumOf<T>(list: readonly T[], amountOf: (one: T) => number): number {
  return list.reduce((sum, one) => sum + amountOf(one), 0);
}

/** The best known designs of a lab, from a file among the tests. Programs are assembled words. */
const bestDesignsSchema = z.looseObject({
  /** Designs by step. */
  designs: z.record(z.string(), changesSchema).default({}),
  /** By step, one design for each value that the entry of `vary` named by the task's leader can have. */
  variants: z.record(z.string(), z.array(changesSchema)).optional(),
});

export type BestDesigns = z.output<typeof bestDesignsSchema>;

/** Undefined if the value is something else. */
export function bestDesignsOf(value: unknown): BestDesigns | undefined {
  return bestDesignsSchema.safeParse(value).data;
}

/**
 * The best known design of a step in a variant. A step that is the start of another one may have the design
 * of that one.
 */
export function bestDesign(
  { designs, variants }: BestDesigns,
  bench: Pick<LabBench, "lab" | "seed" | "draw" | "chosen">,
  step: LabStep,
): readonly Change[] | undefined {
  const leader = step.task?.figure?.leader;
  const chosen = typeof leader === "object" ? chosenIn(bench.lab, leader.vary, bench) : undefined;
  const next = bench.lab.steps.find(({ task }) => task?.startsFrom?.step === step.id && !task.startsFrom.lab);
  const design =
    (chosen === undefined ? undefined : variants?.[step.id]?.[chosen]) ??
    designs[step.id] ??
    designs[next?.id ?? ""];
  return design?.map(({ field, value }) => ({
    field,
    value: typeof value === "string" ? withChosen(value, bench) : value,
  }));
}

/** `{{NAME}}` stands for a word that the seed chooses, and for the number of a register. */
function withChosen(text: string, { chosen }: Pick<LabBench, "chosen">): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const word = chosen.get(name);
    return String(typeof word === "string" ? (registerNumber(word) ?? word) : word);
  });
}
