/** Every lab of the course from its first step to the graded report: on a phone with wrong answers, then with those of
 * its solutions file. Its machines run in the page, once for both. The test types through the page's own controls. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { pathText } from "../../lib/expressions/index.ts";
import type { Change } from "../../lib/labs/changes.ts";
import type { AnswerValue } from "../../lib/labs/judge.ts";
import type { Lab, LabStep, Question } from "../../lib/labs/lab.ts";
import { chosenWords } from "../../lib/labs/machines.ts";
import { type BestDesigns, bestDesign } from "../../lib/labs/variants.ts";
import { parseFieldPath } from "../../scenarios/base/fieldPath.ts";
import { DESKTOP, expectFits, PHONE } from "./axe.ts";
import { long } from "./long.ts";

const FOLDER = new URL("../../scenarios/labs/", import.meta.url);
const LABS = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

type Solution = BestDesigns & {
  readonly answers: Readonly<Record<string, Readonly<Record<string, AnswerValue>>>>;
};

const SLOW = { timeout: 20_000 };

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, FOLDER), "utf8"));
/** Without its texts. */
function labOf(id: string): Lab {
  const written = read(`${id}/lab.json`) as Lab & { readonly vary?: Lab["vary"] };
  return { ...written, vary: written.vary ?? [] };
}

/** In the lab as it is written, which has the seed 0. */
function designIn(lab: Lab, solution: Solution, step: LabStep): readonly Change[] {
  const written = { seed: 0, draw: undefined };
  return bestDesign(solution, { lab, ...written, chosen: chosenWords(lab, written) }, step) ?? [];
}

const solutionOf = (id: string) => read(`../../tests/labs/solutions/${id}.json`) as Solution;

/** Text answers are for a teacher to read, so solutions hold none. */
const wordsFor = (question: Question): string =>
  question.kind === "text" ? "word ".repeat(question.atLeastWords) : "";

/** The order on the page: predictions come first. */
function shown({ questions = [] }: LabStep): readonly Question[] {
  const isPrediction = ({ kind }: Question) => kind === "prediction";
  return [...questions.filter(isPrediction), ...questions.filter((one) => !isPrediction(one))];
}

async function give(card: Locator, { kind }: Question, value: AnswerValue): Promise<void> {
  if (kind === "choice") await card.getByRole("radio").nth(Number(value)).check();
  else await card.getByRole("textbox").fill(String(value));
  await card.getByRole("button", { name: /^(Check|Lock in|Keep)/ }).click();
}

/** How many fields changed. A design may be right where a field keeps its value. */
async function design(page: Page, changes: readonly Change[]): Promise<number> {
  const task = page.getByRole("region", { name: "Task" });
  let made = 0;
  for (const { field, value } of changes) {
    if (field.endsWith(".program.source")) {
      made += 1;
      // Filling replaces the lines that are drawn, which need not be all of them.
      await task.getByRole("textbox", { name: /^Source of / }).press("ControlOrMeta+a");
      await page.keyboard.insertText(String(value));
      await task.getByRole("button", { name: "Run it", exact: true }).click();
      await expect(task.locator(".program__outcome")).toBeEmpty(SLOW);
      await expect(task.locator(".task__state")).toBeEmpty(SLOW);
      continue;
    }
    const name = pathText(parseFieldPath(field) ?? []);
    const control = task.locator(`[name=${JSON.stringify(name)}]`);
    if ((await control.inputValue()) === String(value)) continue;
    made += 1;
    if (typeof value === "number") {
      await control.fill(String(value));
      await control.press("Enter");
    } else await control.selectOption(String(value));
    // The task's line says at once that the machine runs, and is empty once the value was judged.
    await expect(control).toHaveValue(String(value));
    await expect(task.locator(".task__state")).toBeEmpty(SLOW);
  }
  return made;
}

type Cards = readonly (readonly [Question, Locator])[];
type Visit = (step: LabStep, cards: Cards, isLast: boolean) => Promise<void>;

/** From the first step to the report. */
async function walk(page: Page, id: string, visit: Visit): Promise<void> {
  const { steps } = labOf(id);
  await page.goto(`./#lab=${id}&step=${steps[0]?.id}`);
  for (const [index, step] of steps.entries()) {
    await expect(page.getByRole("heading", { level: 2, name: step.title })).toBeVisible({ timeout: 20_000 });
    const sections = page.locator("section.question");
    const cards = shown(step).map((question, at) => [question, sections.nth(at)] as const);
    await visit(step, cards, index === steps.length - 1);
    if (index < steps.length - 1) await page.getByRole("button", { name: "Next step" }).click();
  }
  await page.getByRole("link", { name: "To the report" }).click();
  const counts = page.getByText(new RegExp(`^\\d+ of ${steps.length} steps done`));
  const [, done, skipped = 0] =
    /^(\d+) of \d+ steps done(?:, (\d+) skipped)?/.exec((await counts.textContent()) ?? "") ?? [];
  expect(Number(done) + Number(skipped)).toBe(steps.length);
}

const explained = (page: Page) => expect(page.getByRole("heading", { name: "What happened" })).toBeVisible();

/** On a phone, a student without the right answer only has to say so. */
const wrongly =
  (page: Page, { answers }: Solution): Visit =>
  async ({ id, task }, cards, isLast) => {
    for (const [question, card] of cards) {
      const right = Number(answers[id]?.[question.id]);
      if (question.kind === "prediction") await give(card, question, question.range[0]);
      if (question.kind === "number") await give(card, question, right * 3 + 1);
      if (question.kind === "choice") await give(card, question, (right + 1) % question.options.length);
    }
    const hint = page.getByRole("button", { name: /^Show a hint/ });
    for (let left = await hint.count(); left > 0; left = await hint.count()) await hint.click();
    for (const [question, card] of cards) {
      if (question.kind === "prediction") continue;
      if (question.kind !== "text") await expect(card.getByText("Not yet. 1 attempt")).toBeVisible(SLOW);
      await card.getByRole("button", { name: /^Continue without it/ }).click();
    }
    if (task !== undefined) await page.getByRole("button", { name: "Leave the task unfinished" }).click();
    await page.getByRole("button", { name: "Show what happened" }).click();
    await explained(page);
    // The longest page of a lab, with its hints and explanation, its fields and goals.
    if (isLast) await expectFits(page, [PHONE]);
  };

const rightly =
  (page: Page, lab: Lab, solution: Solution, made: { changes: number }): Visit =>
  async (step, cards) => {
    const { id, task } = step;
    for (const [question, card] of cards)
      await give(card, question, solution.answers[id]?.[question.id] ?? wordsFor(question));
    for (const [, card] of cards)
      await expect(card.getByText(/^(Right\.|Kept\.|You predicted)/)).toBeVisible(SLOW);
    if (task !== undefined) {
      made.changes += await design(page, designIn(lab, solution, step));
      const all = task.goals.length;
      await expect(page.getByText(`${all} / ${all}`, { exact: true })).toBeVisible(SLOW);
      for (const [index, { nearBest }] of task.goals.entries())
        if (nearBest !== undefined)
          await expect(page.locator(".checks > li").nth(index)).toContainText(
            /\(yours: [\d.,]+.*, [\d.,]+\u00a0% of the best known\)/,
          );
    }
    await explained(page);
  };

/** The file to submit. */
async function handIn(page: Page, name: string) {
  await page.getByLabel("Your name").fill(name);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save the file to hand in" }).click(),
  ]);
  return {
    name: `${name}.json`,
    mimeType: "application/json",
    buffer: readFileSync(await download.path()),
  };
}

/** As on another device. */
async function beginAnew(page: Page): Promise<void> {
  // A page that is left stores what it still has.
  await page.goto("about:blank");
  await page.goto("./#labs");
  await page.evaluate(() => localStorage.clear());
}

const WHOLE_LAB = long(
  "It takes 10 to 30 s of processor time. tests/labs/labs.test.ts solves every lab without a browser, and lab.spec.ts answers questions of one.",
);

for (const id of LABS) {
  test(
    `the lab ${id} gives full points for right answers and none for wrong ones`,
    WHOLE_LAB,
    async ({ page }) => {
      page.on("pageerror", (error) => {
        throw error;
      });
      const solution = solutionOf(id);
      await page.setViewportSize(PHONE);
      await walk(page, id, wrongly(page, solution));
      const wrong = await handIn(page, "wrong");
      await beginAnew(page);
      await page.setViewportSize(DESKTOP);
      const made = { changes: 0 };
      await walk(page, id, rightly(page, labOf(id), solution, made));
      await expect(page.locator(".sheet__changes > li")).toHaveCount(made.changes);
      await expect(page.locator(".sheet")).not.toContainText("{{");
      const right = await handIn(page, "right");

      await page.goto("./#lab-grade");
      await page.getByLabel("Choose files").setInputFiles([right, wrong]);
      const marksOf = (name: string) => page.getByRole("row", { name: new RegExp(`^${name}.json`) });
      await expect(marksOf("right")).toContainText("reproduced", { timeout: 30_000 });
      const marks = (await marksOf("right").textContent()) ?? "";
      const [, score, of] = /(\d+) \/ (\d+)/.exec(marks) ?? [];
      const [, pending] = /(\d+) points pending/.exec(marks) ?? [];
      expect(Number(score) + Number(pending)).toBe(Number(of));
      await expect(marksOf("wrong")).toContainText(/\D0 \/ \d+.*reproduced/);
    },
  );
}
