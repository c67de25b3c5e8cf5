/** Every lab of the course is valid, its solution gets full points, and wrong answers get none. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkLab } from "../../lib/labs/check.ts";
import { gradeSubmission } from "../../lib/labs/grade.ts";
import { scoreOf } from "../../lib/labs/graded.ts";
import { judgeAnswer, judgeTask } from "../../lib/labs/judge.ts";
import { type Lab, pointsOf, type Question } from "../../lib/labs/lab.ts";
import { chosenIn, leaderOf } from "../../lib/labs/machines.ts";
import { isDone } from "../../lib/labs/progress.ts";
import { submissionOf } from "../../lib/labs/submission.ts";
import { filledText, templatesOf } from "../../lib/labs/templates.ts";
import { bestDesign } from "../../lib/labs/variants.ts";
import { BUILTIN_LABS } from "../../scenarios/labs/index.ts";
import { long, someOf } from "../support/long.ts";
import { core, openBench, openLab, solutionOf, solved, wrongAnswer } from "./support.ts";

/** One seed for each value of an entry. */
function seedsOfEach(lab: Lab, entry: number): readonly number[] {
  return Array.from({ length: lab.vary[entry]?.values.length ?? 0 }, (_, at) => {
    for (let seed = 1; ; seed++) if (chosenIn(lab, entry, { seed }) === at) return seed;
  });
}

const FOLDER = new URL("../../scenarios/labs/", import.meta.url);

test("the list of labs has every folder, with the title, time and summary of its file", async () => {
  const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(BUILTIN_LABS.map(({ id }) => id).sort()).toEqual(folders.map(({ name }) => name).sort());
  for (const { id, title, minutes, summary } of BUILTIN_LABS)
    expect(await openLab(id)).toMatchObject({ id, title, minutes, summary });
});

const EVERY_VARIANT = long(
  "Every variant of a lab is solved, where the short list solves one; the machines take some 10 s of CPU.",
);

const RUN_IN_SHORT = new Set(someOf(BUILTIN_LABS, 3).some.map(({ id }) => id));
const OTHER_LABS = long(
  "Solved and unsolved labs run their machines, which takes 15 s of CPU for two thirds of the labs.",
);

describe.each(BUILTIN_LABS.map(({ id }) => id))("the lab %s", (id) => {
  const ofRun = RUN_IN_SHORT.has(id) ? {} : OTHER_LABS;
  test("names only existing things", ofRun, async () => {
    expect(await checkLab(await openLab(id))).toEqual([]);
  });

  test("has 12 to 20 points for 40 to 50 minutes, and ends with a design", async () => {
    const lab = await openLab(id);
    const points = lab.steps.reduce((sum, step) => sum + pointsOf(step), 0);
    expect(points).toBeGreaterThanOrEqual(12);
    expect(points).toBeLessThanOrEqual(20);
    expect(lab.minutes).toBeGreaterThanOrEqual(40);
    expect(lab.minutes).toBeLessThanOrEqual(50);
    expect(lab.steps.at(-1)?.task?.figure, "ends with an open design task").toBeDefined();
  });

  test("compares each figure with the best one in a goal, so one that is too good is an alarm", async () => {
    for (const { id: step, task } of (await openLab(id)).steps)
      if (task?.figure !== undefined)
        expect(
          task.goals.filter(({ nearBest }) => nearBest !== undefined),
          step,
        ).toHaveLength(1);
  });

  test("has a number for each placeholder in its text, and a text for each step", async () => {
    const bench = await openBench(id);
    const parts = bench.lab.steps.flatMap((step) => [
      ...[bench.lab.intro, step.text, step.after].map((text) => ({ step, text })),
      ...[...step.questions, ...step.hints].map(({ text }) => ({ step, text })),
    ]);
    for (const { step, text } of parts) {
      expect(text.trim(), step.id).not.toBe("");
      const templates = templatesOf(text, bench.vocabularyOf(step));
      const needs = templates.flatMap(({ quantity }) => (typeof quantity === "string" ? [] : quantity.needs));
      expect(filledText(text, templates, await bench.measured(step, needs))).not.toContain("…");
    }
  });

  test("has one right option for each choice, and predictions within the range of their slider", async () => {
    const bench = await openBench(id);
    for (const step of bench.lab.steps)
      for (const question of step.questions) {
        if (question.kind === "choice") {
          const judged = question.options.map((_, option) => judgeAnswer(bench, step, question, option));
          const right = (await Promise.all(judged)).filter((one) => one.right);
          expect(right, `${step.id}/${question.id}`).toHaveLength(1);
        }
        if (question.kind !== "prediction") continue;
        const { expected } = await judgeAnswer(bench, step, question, undefined);
        expect(expected, `${step.id}/${question.id}`).toBeGreaterThan(question.range[0]);
        // A share may be 100 %.
        expect(expected, `${step.id}/${question.id}`).toBeLessThanOrEqual(question.range[1]);
      }
  });

  test("is solved by its solution, with full points and the leader's figure", ofRun, async () => {
    const bench = await openBench(id);
    const progress = await solved(bench, solutionOf(id));
    expect(bench.lab.steps.filter((step) => !isDone(progress, step)).map((step) => step.id)).toEqual([]);
    const submission = submissionOf(bench.lab, progress, core.version);
    const graded = await gradeSubmission(bench, submission, core.version);
    expect(graded.flags).toEqual([]);
    const missed = [
      ...graded.answers.filter(({ points, pending, of }) => points + pending < of),
      ...graded.tasks.filter(({ points, of }) => points < of),
    ];
    expect(missed).toEqual([]);
    const ofTexts = bench.lab.steps
      .flatMap(({ questions }) => questions)
      .reduce((sum, { kind, points }) => sum + (kind === "text" ? points : 0), 0);
    expect(graded.pending).toBe(ofTexts);
    expect(graded.score + graded.pending).toBe(
      bench.lab.steps.reduce((sum, step) => sum + pointsOf(step), 0),
    );
    const { score, pending, of } = graded;
    expect(scoreOf(bench.lab, progress)).toEqual({ points: score, pending, of, complete: true });
    for (const { step, figure } of graded.tasks) {
      const best = bench.lab.steps.find((one) => one.id === step)?.task?.figure;
      if (best === undefined) continue;
      expect(Number(figure?.toPrecision(4)), step).toBe(leaderOf(bench.lab, best, bench.seed));
    }
  });

  const expectDesigns = async (isEvery: boolean) => {
    const lab = await openLab(id);
    const solution = solutionOf(id);
    for (const step of lab.steps) {
      const { task } = step;
      if (task === undefined) continue;
      const varied = task.figure?.leader;
      const seeds = typeof varied === "object" ? seedsOfEach(lab, varied.vary) : [1, 20_221_122];
      for (const seed of isEvery ? seeds : seeds.slice(0, 1)) {
        const bench = await openBench(id, seed);
        const changes = solution.withMargin?.[step.id] ?? bestDesign(solution, bench, step) ?? [];
        const judged = await judgeTask(bench, step, task, changes);
        expect(judged.ok && judged.met, `${step.id}, seed ${seed}`).toEqual(task.goals.map(() => true));
        if (typeof varied !== "object" || task.figure === undefined || !judged.ok) continue;
        // The content of frames moves a figure by less than 1 %.
        const leader = leaderOf(lab, task.figure, seed);
        expect(Math.abs((judged.figure ?? 0) / leader - 1), `${step.id}, seed ${seed}`).toBeLessThan(0.01);
      }
    }
  };
  test("has a design for one variant that meets its goals and reaches its figure", ofRun, () =>
    expectDesigns(false),
  );
  test("has a design for every variant that meets its goals and reaches its figure", EVERY_VARIANT, () =>
    expectDesigns(true),
  );

  test("gives no points for wrong answers and an unchanged machine", ofRun, async () => {
    const bench = await openBench(id);
    const solution = solutionOf(id);
    const progress = await solved(bench, { ...solution, designs: {}, variants: {} }, wrongAnswer);
    const graded = await gradeSubmission(
      bench,
      submissionOf(bench.lab, progress, core.version),
      core.version,
    );
    expect(graded.answers.filter(({ points }) => points > 0)).toEqual([]);
    expect(graded.score).toBe(0);
    expect(scoreOf(bench.lab, progress)).toMatchObject({ points: 0, of: graded.of });
  });

  test("has no points for predictions, and points beside those for texts in each step", async () => {
    for (const { id: step, questions, task } of (await openLab(id)).steps) {
      const predicted = questions.filter(({ kind, points }) => kind === "prediction" && points !== 0);
      expect(predicted, step).toEqual([]);
      const isJudged = ({ kind }: Question) => kind === "number" || kind === "choice";
      expect(questions.some(isJudged) || task !== undefined, step).toBe(true);
    }
  });

  test("has no task that is done, or has points, before the student changes the machine", ofRun, async () => {
    const bench = await openBench(id);
    for (const step of bench.lab.steps) {
      if (step.task === undefined) continue;
      const judged = await judgeTask(bench, step, step.task, []);
      expect(judged.ok && judged.met.every(Boolean), step.id).toBe(false);
      expect(judged).toMatchObject({ points: 0 });
    }
  });

  test("contains no answers in its files", () => {
    const { answers, designs } = solutionOf(id);
    const file = readFileSync(new URL(`${id}/lab.json`, FOLDER), "utf8");
    expect(file).not.toMatch(/"(right|correct|solution|answer)"/);
    for (const { value } of Object.values(designs).flat())
      if (typeof value === "number" && value >= 1000) expect(file).not.toContain(`: ${value}`);
    expect(Object.keys(answers).length).toBeGreaterThan(0);
  });
});
