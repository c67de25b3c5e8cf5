/** What a class has believed and tried, in numbers: predictions, wrong answers, attempts, hints, time. */
import type { AnswerValue } from "../labs/judge.ts";
import type { Lab, LabStep, Question } from "../labs/lab.ts";
import type { GradedFile } from "./course.ts";

export interface PredictionFigure {
  readonly step: LabStep;
  readonly question: Extract<Question, { kind: "prediction" }>;
  /** In the unit of the question if all have the same machine, or else as multiples of each student's measured value. */
  readonly isRatio: boolean;
  /** In the unit of the question; 1 for ratios. */
  readonly measured: number;
  readonly bins: readonly Bin[];
  readonly count: number;
  /** Share of predictions within a tenth of the measured value. */
  readonly near: number;
}

export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

export interface QuestionFigure {
  readonly step: LabStep;
  readonly question: Extract<Question, { kind: "number" | "choice" }>;
  readonly given: number;
  readonly right: number;
  readonly meanAttempts: number;
  /** Wrong values by falling count of students. The last value of a student counts too if it is wrong. */
  readonly wrong: readonly { readonly value: number; readonly count: number }[];
}

interface ClassFigures {
  readonly lab: Lab;
  readonly gradedFiles: readonly GradedFile[];
  readonly predictions: readonly PredictionFigure[];
  readonly questions: readonly QuestionFigure[];
  /** By step: mean number of hints. */
  readonly hints: readonly { readonly step: LabStep; readonly mean: number }[];
  readonly minutes: { readonly median: number; readonly bins: readonly Bin[] };
  /** From 0 to 1. */
  readonly meanScore: number;
}

const BIN_COUNT = 16;
const WRONG_SHOWN = 8;
const NEAR = 0.1;
/** Ratios outside of it are counted in the first or the last bin. */
const RATIO_RANGE: readonly [number, number] = [1 / 16, 16];

export function classFigures(
  lab: Lab,
  all: readonly GradedFile[],
  shareOf: (gradedFile: GradedFile) => number,
): ClassFigures {
  const gradedFiles = all.filter((gradedFile) => gradedFile.lab.id === lab.id);
  const minutes = gradedFiles.map(({ graded }) => graded.submission.seconds / 60);
  return {
    ...{ lab, gradedFiles },
    predictions: eachQuestion(lab).flatMap(({ step, question }) =>
      question.kind === "prediction" ? (predictionFigure(step, question, gradedFiles) ?? []) : [],
    ),
    questions: eachQuestion(lab).flatMap(({ step, question }) =>
      question.kind === "number" || question.kind === "choice"
        ? [questionFigure(step, question, gradedFiles)]
        : [],
    ),
    hints: lab.steps
      .filter(({ hints }) => hints.length > 0)
      .map((step) => ({
        step,
        mean: meanOf(
          gradedFiles.map(
            ({ graded }) => graded.submission.hints.find((one) => one.step === step.id)?.count ?? 0,
          ),
        ),
      })),
    minutes: {
      median: medianOf(minutes),
      bins: binsOf(minutes, 0, Math.max(lab.minutes * 2, 10), false),
    },
    meanScore: meanOf(gradedFiles.map(shareOf)),
  };
}

const eachQuestion = (lab: Lab) =>
  lab.steps.flatMap((step) => step.questions.map((question) => ({ step, question })));

function predictionFigure(
  step: LabStep,
  question: PredictionFigure["question"],
  gradedFiles: readonly GradedFile[],
): PredictionFigure | undefined {
  const pairs = gradedFiles.flatMap(({ graded }) => {
    const one = graded.answers.find((answer) => answer.step === step.id && answer.question === question.id);
    return typeof one?.given === "number" && one.expected !== undefined
      ? [[one.given, one.expected] as const]
      : [];
  });
  const [first] = pairs;
  if (first === undefined) return undefined;
  const isRatio =
    pairs.some(([, expected]) => expected !== first[1]) && pairs.every(([, expected]) => expected > 0);
  const measured = isRatio ? 1 : first[1];
  const values = pairs.map(([given, expected]) => (isRatio ? given / expected : given));
  const [from, to] = isRatio ? RATIO_RANGE : question.range;
  const isLogarithmic = isRatio || (from > 0 && to > 20 * from);
  return {
    ...{ step, question, isRatio, measured, count: pairs.length },
    bins: binsOf(values, from, to, isLogarithmic),
    near:
      pairs.filter(([given, expected]) => Math.abs(given - expected) <= NEAR * Math.abs(expected)).length /
      pairs.length,
  };
}

function questionFigure(
  step: LabStep,
  question: QuestionFigure["question"],
  gradedFiles: readonly GradedFile[],
): QuestionFigure {
  const counts = new Map<number, number>();
  let [given, right, attempts] = [0, 0, 0];
  for (const { graded } of gradedFiles) {
    const isThis = (one: { readonly step: string; readonly question: string }) =>
      one.step === step.id && one.question === question.id;
    const judged = graded.answers.find(isThis);
    const claim = graded.submission.answers.find(isThis);
    if (claim === undefined || judged?.given === undefined) continue;
    given += 1;
    attempts += claim.attempts;
    if (judged.right) right += 1;
    const values: readonly AnswerValue[] = [...(claim.earlier ?? []), ...(judged.right ? [] : [claim.value])];
    // Each wrong value counts once for each student.
    for (const value of new Set(values))
      if (typeof value === "number") counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const wrong = [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((a, b) => b.count - a.count || a.value - b.value);
  return {
    ...{ step, question, given, right, meanAttempts: given === 0 ? 0 : attempts / given },
    wrong: wrong.slice(0, WRONG_SHOWN),
  };
}

function binsOf(values: readonly number[], from: number, to: number, isLogarithmic: boolean): readonly Bin[] {
  const edgeAt = (at: number) =>
    isLogarithmic ? from * (to / from) ** (at / BIN_COUNT) : from + ((to - from) * at) / BIN_COUNT;
  return Array.from({ length: BIN_COUNT }, (_, at) => {
    const [low, high] = [edgeAt(at), edgeAt(at + 1)];
    const isIn = (value: number) => (at === 0 || value >= low) && (at === BIN_COUNT - 1 || value < high);
    return { from: low, to: high, count: values.filter(isIn).length };
  });
}

const meanOf = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length === 0
    ? 0
    : Number.isInteger(middle)
      ? ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
      : (sorted[Math.floor(middle)] ?? 0);
}
