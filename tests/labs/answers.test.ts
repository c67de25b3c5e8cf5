/** The right answers of the course equal the answers that the tests hand in, for the lab as written and for a variant. */
import { expect, test } from "vitest";
import { answersOf } from "../../lib/labs/answers.ts";
import { LabBench } from "../../lib/labs/bench.ts";
import { judgeAnswer } from "../../lib/labs/judge.ts";
import { stepOf } from "../../lib/labs/lab.ts";
import { BUILTIN_LABS } from "../../scenarios/labs/index.ts";
import { openLab, runMachine, solutionOf } from "./support.ts";

test.each(BUILTIN_LABS.map(({ id }) => id))(
  "%s: every question has an answer",
  async (id) => {
    const lab = await openLab(id);
    const solution = solutionOf(id);
    const steps = await answersOf(await LabBench.open(lab, 0, runMachine));
    expect(steps.map(({ step }) => step)).toEqual(lab.steps.map((step) => step.id));
    const answers = steps.flatMap((step) => step.answers);
    expect(answers.length).toBeGreaterThan(5);
    for (const { step, question: name, kind, answer, taken, text } of answers) {
      const question = stepOf(lab, step)?.questions.find((one) => one.id === name);
      const given = solution.answers[step]?.[name];
      expect(text).not.toMatch(/\{\{|…/);
      if (question?.kind === "choice") expect(answer).toBe(question.options[Number(given)]?.text);
      if (kind === "text") expect(answer).toBeUndefined();
      if (kind !== "number") continue;
      const [from = Number.NaN, to = Number.NaN] = taken ?? [];
      expect(Number(given), `${step}/${name}`).toBeGreaterThanOrEqual(from);
      expect(Number(given), `${step}/${name}`).toBeLessThanOrEqual(to);
    }
    const tasks = steps.flatMap(({ task }) => task ?? []);
    expect(tasks.map(({ step }) => step)).toEqual(
      lab.steps.filter(({ task }) => task).map((step) => step.id),
    );
  },
  60_000,
);

test("the answers name what a goal requires on other machines", async () => {
  const steps = await answersOf(await LabBench.open(await openLab("code-lossless"), 0, runMachine));
  const wanted = steps.flatMap(({ task }) => task?.goals.map((goal) => goal.wanted) ?? []);
  const from = (machine: string) =>
    `from served on: run["${machine}"].word["served"], run["${machine}"].word["sum"]`;
  expect(wanted).toEqual([
    undefined,
    `${from("reference")}; on machine window: from served on: receive.delivered`,
    undefined,
    `${from("reference")}; on machine window: from served on: receive.delivered`,
    undefined,
    `${from("reference")}; on machine rush: ${from("rush-reference")}`,
    undefined,
    undefined,
  ]);
});

test("the accepted answers of a count are whole numbers", async () => {
  const lab = await openLab("rings");
  const steps = await answersOf(await LabBench.open(lab, 17, runMachine));
  const answers = steps.flatMap((step) => step.answers);
  expect(answers.find(({ question }) => question === "lost")).toMatchObject({ answer: 40, taken: [40, 40] });
  expect(answers.some(({ taken }) => taken?.some((end) => !Number.isInteger(end)))).toBe(true);
}, 30_000);

test("the answers of a variant are right for it, and some are wrong for the lab as written", async () => {
  const lab = await openLab("rings");
  const bench = await LabBench.open(lab, 17, runMachine);
  const plain = await LabBench.open(lab, 0, runMachine);
  let elsewhere = 0;
  for (const { answers } of await answersOf(bench)) {
    for (const { step: id, question: name, kind, answer } of answers) {
      const step = stepOf(lab, id);
      const question = step?.questions.find((one) => one.id === name);
      if (kind !== "number" || step === undefined || question === undefined) continue;
      expect((await judgeAnswer(bench, step, question, answer)).right, `${id}/${name}`).toBe(true);
      if (!(await judgeAnswer(plain, step, question, answer)).right) elsewhere++;
    }
  }
  expect(elsewhere).toBeGreaterThan(0);
}, 30_000);
