/** Numbers about a class: predictions, wrong answers by mistake, attempts, hints, time. */
import type { LabBench } from "../labs/bench.ts";
import { judgeAnswer } from "../labs/judge.ts";
import { type Lab, type LabStep, type Question, stepOf } from "../labs/lab.ts";
import { type Mistake, mistakeIn } from "../labs/mistakes.ts";
import type { GradedFile } from "./course.ts";

export interface PredictionFigure {
  readonly step: LabStep;
  readonly question: Extract<Question, { kind: "prediction" }>;
  /** True if values are multiples of each student's measured value, because the students have different machines. */
  readonly isRatio: boolean;
  /** Value in the unit of the question; 1 for ratios. */
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
  /** Ordered by descending number of students. Contains earlier answers. */
  readonly wrong: readonly WrongAnswers[];
  /** Number of students with a wrong answer that is not in `wrong`. */
  readonly others: number;
}

/** Wrong answers with one likely reason. */
export interface WrongAnswers {
  readonly reason: WrongReason;
  /** Number of students. */
  readonly count: number;
  /** The value that all of them gave. Undefined if they gave several values. */
  readonly value: number | undefined;
}

type WrongReason =
  | { readonly kind: "option"; readonly option: number }
  | { readonly kind: "mistake"; readonly mistake: Mistake }
  /** Misses the measured value by less than a tenth of it. Only if the students have different measured values. */
  | { readonly kind: "near"; readonly isHigher: boolean }
  /** A multiple of the measured value, with two digits. Only if the students have different measured values. */
  | { readonly kind: "ratio"; readonly ratio: number }
  | { readonly kind: "value"; readonly value: number };

export interface ClassFigures {
  readonly lab: Lab;
  readonly gradedFiles: readonly GradedFile[];
  readonly predictions: readonly PredictionFigure[];
  readonly questions: readonly QuestionFigure[];
  /** Mean number of hints by step. */
  readonly hints: readonly { readonly step: LabStep; readonly mean: number }[];
  readonly minutes: { readonly median: number; readonly bins: readonly Bin[] };
  /** From 0 to 1. */
  readonly meanScore: number;
}

const BIN_COUNT = 16;
const WRONG_SHOWN = 8;
const NEAR = 0.1;
/** Ratios outside of this range are counted in the first or the last bin. */
const RATIO_RANGE: readonly [number, number] = [1 / 16, 16];

interface FigureHost {
  readonly openBench: (lab: Lab, seed: number) => Promise<LabBench>;
  /** Called between the files, so that a page can answer its user. */
  readonly pause: () => Promise<void>;
}

/** `shareOf` is the score of a file, from 0 to 1. */
export async function classFigures(
  lab: Lab,
  all: readonly GradedFile[],
  shareOf: (gradedFile: GradedFile) => number,
  host: FigureHost,
): Promise<ClassFigures> {
  const gradedFiles = all.filter((gradedFile) => gradedFile.lab.id === lab.id);
  const questions: QuestionFigure[] = [];
  for (const { step, question } of eachQuestion(lab))
    if (question.kind === "number" || question.kind === "choice")
      questions.push(await questionFigure(step, question, gradedFiles, host));
  const minutes = gradedFiles.map(({ graded }) => graded.submission.seconds / 60);
  return {
    ...{ lab, gradedFiles },
    predictions: eachQuestion(lab).flatMap(({ step, question }) =>
      question.kind === "prediction" ? (predictionFigure(step, question, gradedFiles) ?? []) : [],
    ),
    questions,
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

async function questionFigure(
  step: LabStep,
  question: QuestionFigure["question"],
  gradedFiles: readonly GradedFile[],
  { openBench, pause }: FigureHost,
): Promise<QuestionFigure> {
  const groups = new Map<string, { reason: WrongReason; files: Set<GradedFile>; values: Set<number> }>();
  let [given, right, attempts] = [0, 0, 0];
  const isThis = (one: { readonly step: string; readonly question: string }) =>
    one.step === step.id && one.question === question.id;
  const answerOf = ({ graded }: GradedFile) => graded.answers.find(isThis);
  const isVaried = new Set(gradedFiles.map((file) => answerOf(file)?.expected)).size > 1;
  for (const file of gradedFiles) {
    await pause();
    const judged = answerOf(file);
    const claim = file.graded.submission.answers.find(isThis);
    if (claim === undefined || judged?.given === undefined) continue;
    given += 1;
    attempts += claim.attempts;
    if (judged.right) right += 1;
    const values = [...(claim.earlier ?? []), claim.value].flatMap((value) =>
      typeof value === "number" ? [value] : [],
    );
    const bench = await openBench(file.lab, file.graded.submission.seed);
    for (const value of new Set(values)) {
      const reason = await reasonOf(bench, step.id, question.id, value, isVaried);
      if (reason === undefined) continue;
      const key = JSON.stringify(reason);
      const group = groups.get(key) ?? { reason, files: new Set(), values: new Set() };
      group.files.add(file);
      group.values.add(value);
      groups.set(key, group);
    }
  }
  const sorted = [...groups.values()].toSorted((a, b) => b.files.size - a.files.size);
  const others = new Set(sorted.slice(WRONG_SHOWN).flatMap(({ files }) => [...files]));
  return {
    ...{ step, question, given, right, meanAttempts: given === 0 ? 0 : attempts / given },
    wrong: sorted.slice(0, WRONG_SHOWN).map(({ reason, files, values: [value, ...more] }) => ({
      ...{ reason, count: files.size, value: more.length === 0 ? value : undefined },
    })),
    others: others.size,
  };
}

/** The likely reason of a wrong value in the student's variant and edition of the lab. Undefined if the value is right. */
async function reasonOf(
  bench: LabBench,
  stepId: string,
  questionId: string,
  value: number,
  isVaried: boolean,
): Promise<WrongReason | undefined> {
  const step = stepOf(bench.lab, stepId);
  const question = step?.questions.find(({ id }) => id === questionId);
  if (step === undefined || question === undefined) return undefined;
  const { right, expected = 0 } = await judgeAnswer(bench, step, question, value);
  if (right) return undefined;
  if (question.kind === "choice") return { kind: "option", option: value };
  const mistake = await mistakeIn(bench, step, question, value);
  if (mistake !== undefined) return { kind: "mistake", mistake };
  if (!isVaried || value <= 0 || expected <= 0) return { kind: "value", value };
  const ratio = value / expected;
  if (Math.abs(ratio - 1) < NEAR) return { kind: "near", isHigher: ratio > 1 };
  return { kind: "ratio", ratio: Number(ratio.toPrecision(2)) };
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
