/** The class report: wrong answers by likely mistake in each student's own variant, attempts, hints and minutes. */
import { beforeAll, expect, test } from "vitest";
import { Grader } from "../../lib/labs/grade.ts";
import type { Graded } from "../../lib/labs/graded.ts";
import { judgeAnswer } from "../../lib/labs/judge.ts";
import type { Lab, LabStep, Question } from "../../lib/labs/lab.ts";
import { mistakenValue } from "../../lib/labs/mistakes.ts";
import { digestOfSubmission, type Submission, submissionText } from "../../lib/labs/submission.ts";
import { type ClassFigures, classFigures } from "../../lib/marking/classFigures.ts";
import { classReport } from "../../lib/marking/classReport.ts";
import { type GradedFile, gradedFilesOf } from "../../lib/marking/course.ts";
import { NO_MARKING } from "../../lib/marking/marks.ts";
import { openTexts } from "../../lib/marking/texts.ts";
import { core, openBench, openLab, runMachine, solvedSubmission } from "../labs/support.ts";

const lab = await openLab("rings");
const step = lab.steps.find(({ id }) => id === "chance") as LabStep;
const question = step.questions.find(({ id }) => id === "lost") as Question & { readonly kind: "number" };
const where = step.questions.find(({ id }) => id === "where") as Question & { readonly kind: "choice" };
const [, offered = { text: "", value: "" }] = question.mistakes;

const grader = new Grader({ labOf: openLab, runMachine, model: core.version });
const openGradedBench = (of: Lab, seed: number) => grader.openBench(of, seed);
let gradedFiles: readonly GradedFile[];
let figures: ClassFigures;

interface Work {
  /** All values of the question, the last one counts. */
  readonly lost: (numbers: { readonly right: number; readonly offered: number }) => readonly number[];
  readonly where?: "wrong";
  readonly hints: number;
  readonly minutes: number;
}

async function handedIn(seed: number, { lost, where: ring, hints, minutes }: Work): Promise<Graded> {
  const solved = await solvedSubmission(lab.id, seed);
  const bench = await openBench(lab.id, seed);
  const right = Math.round((await judgeAnswer(bench, step, question, 0)).expected ?? 0);
  const all = Math.round((await mistakenValue(bench, step, question, offered.value)) ?? 0);
  const values = lost({ right, offered: all });
  const answers = solved.answers.map((answer) => {
    if (answer.step !== "chance") return { ...answer, earlier: [] };
    if (answer.question === "lost")
      return { ...answer, value: values.at(-1) ?? 0, earlier: values.slice(0, -1), attempts: values.length };
    if (answer.question === "where" && ring === "wrong") return { ...answer, value: 2, earlier: [] };
    return { ...answer, earlier: [] };
  });
  const work: Submission = {
    ...{ ...solved, answers, seconds: minutes * 60 },
    hints: hints === 0 ? [] : [{ step: "chance", count: hints }],
  };
  const signed = { ...work, digest: digestOfSubmission(work) };
  const result = await grader.grade(`${seed}.json`, submissionText(signed));
  if (result.status === "refused") throw new Error(result.reason);
  return result;
}

beforeAll(async () => {
  const works: readonly Work[] = [
    { lost: ({ right }) => [right], hints: 0, minutes: 10 },
    { lost: (of) => [of.offered, of.right], hints: 1, minutes: 20 },
    { lost: (of) => [-1, of.offered, of.offered], hints: 1, minutes: 30, where: "wrong" },
    { lost: (of) => [-1, 1.05 * of.right, 3 * of.right], hints: 0, minutes: 70 },
    { lost: (of) => [of.right, 3 * of.right], hints: 0, minutes: 80 },
  ];
  const results: Graded[] = [];
  for (const [at, work] of works.entries()) results.push(await handedIn(at + 1, work));
  gradedFiles = await gradedFilesOf(results, async () => lab);
  figures = await classFigures(lab, gradedFiles, () => 0.5, {
    openBench: openGradedBench,
    pause: async () => undefined,
  });
}, 60_000);

const figureOf = (id: string) =>
  figures.questions.find((one) => one.step.id === "chance" && one.question.id === id);

test("wrong numbers of different variants are counted by the mistake behind them, once for each student", () => {
  expect(
    new Set(gradedFiles.map(({ graded }) => graded.answers.find((one) => one.question === "lost")?.expected))
      .size,
  ).toBeGreaterThan(3);
  expect(figureOf("lost")?.wrong.map(({ reason, count }) => [reason, count])).toEqual([
    [{ kind: "mistake", mistake: { kind: "told", text: offered.text } }, 2],
    [{ kind: "value", value: -1 }, 2],
    [{ kind: "ratio", ratio: 3 }, 2],
    [{ kind: "near", isHigher: true }, 1],
  ]);
});

test("attempts, right answers, hints and minutes are those of the files", () => {
  expect(figureOf("lost")).toMatchObject({ given: 5, right: 2, meanAttempts: 2.2, others: 0 });
  expect(figures.hints.find((one) => one.step.id === "chance")?.mean).toBe(0.4);
  expect(figures.minutes.median).toBe(30);
  const { bins } = figures.minutes;
  expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(5);
  for (const { from, to, count } of bins)
    expect(count, `${from}`).toBe([10, 20, 30, 70, 80].filter((one) => one >= from && one < to).length);
});

test("the page has each sentence with the number of students, and the sentence of a wrong option", async () => {
  const texts = await openTexts([lab], "en", openGradedBench);
  const report = await classReport(gradedFiles, NO_MARKING, texts);
  const option = where.options[2];
  const plain = report.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
  expect(plain).toContain(`${offered.text} 2 `);
  expect(plain).toContain("3 × the measured value 2 ");
  expect(plain).toContain(`${option?.text} ${option?.wrong} 1 `);
});
