/** Every lab of the course from its first step to the graded report: with the answers of its solutions file, and
 * with wrong ones. Its machines run in the page; what is typed goes through the page's own controls. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { pathText } from "../../lib/expressions/index.ts";
import type { Change } from "../../lib/labs/changes.ts";
import type { AnswerValue } from "../../lib/labs/judge.ts";
import type { Lab, LabStep, Question } from "../../lib/labs/lab.ts";
import { parseFieldPath } from "../../lib/scenario_fields/field.ts";
import { DESKTOP, expectFits, PHONE } from "./axe.ts";

const FOLDER = new URL("../../scenarios/labs/", import.meta.url);
const LABS = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** All labs have the same parts; these have tables, formulas, fields of every kind. */
const LOOKED_AT: readonly string[] = ["hazards", "line-rate", "pinning"];

interface Solution {
  readonly answers: Readonly<Record<string, Readonly<Record<string, AnswerValue>>>>;
  readonly designs: Readonly<Record<string, readonly Change[]>>;
}

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, FOLDER), "utf8"));
const labOf = (id: string) => read(`${id}/lab.json`) as Pick<Lab, "title" | "steps">;
const solutionOf = (id: string) => read(`../../tests/labs/solutions/${id}.json`) as Solution;

/** As they stand on the page: predictions come first. */
function shown({ questions = [] }: LabStep): readonly Question[] {
  const isPrediction = ({ kind }: Question) => kind === "prediction";
  return [...questions.filter(isPrediction), ...questions.filter((one) => !isPrediction(one))];
}

async function press(card: Locator, name: RegExp): Promise<void> {
  await card.getByRole("button", { name }).click();
}

async function give(card: Locator, { kind }: Question, value: AnswerValue): Promise<void> {
  if (kind === "choice") await card.getByRole("radio").nth(Number(value)).check();
  else await card.getByRole("textbox").fill(String(value));
  await press(card, /^(Check|Lock in|Keep)/);
}

async function design(page: Page, changes: readonly Change[]): Promise<void> {
  const task = page.getByRole("region", { name: "Task" });
  for (const { field, value } of changes) {
    const name = pathText(parseFieldPath(field) ?? []);
    const control = task.locator(`[name=${JSON.stringify(name)}]`);
    if (typeof value === "number") {
      await control.fill(String(value));
      await control.press("Enter");
    } else await control.selectOption(String(value));
    await expect(control).toHaveValue(String(value));
  }
}

/** Saves the file to hand in and drops it on the grading page. */
async function graded(page: Page, lab: string): Promise<Locator> {
  await page.getByLabel("Your name").fill("Ada");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save the file to hand in" }).click(),
  ]);
  const path = await download.path();
  await page.goto("./#lab-grade");
  await page.getByLabel("Choose files").setInputFiles({
    name: `${lab}.json`,
    mimeType: "application/json",
    buffer: readFileSync(path),
  });
  const row = page.getByRole("row", { name: new RegExp(`^${lab}.json`) });
  await expect(row).toBeVisible({ timeout: 30_000 });
  return row;
}

type Visit = (step: LabStep, cards: readonly (readonly [Question, Locator])[]) => Promise<void>;

/** From the first step to the report. */
async function walk(page: Page, id: string, visit: Visit): Promise<void> {
  const { steps } = labOf(id);
  page.on("pageerror", (error) => {
    throw error;
  });
  await page.goto(`./#lab=${id}`);
  for (const [index, step] of steps.entries()) {
    await expect(page.getByRole("heading", { level: 2, name: step.title })).toBeVisible({ timeout: 20_000 });
    const sections = page.locator("section.question");
    await visit(
      step,
      shown(step).map((question, at) => [question, sections.nth(at)]),
    );
    await expect(page.getByRole("heading", { name: "What happened" })).toBeVisible();
    if (index < steps.length - 1) await page.getByRole("button", { name: "Next step" }).click();
  }
  await page.getByRole("link", { name: "To the report" }).click();
  await expect(page.getByText(`${steps.length} of ${steps.length} steps done`)).toBeVisible();
}

for (const id of LABS) {
  test(`labs: ${id} is solved, reported and gets full marks`, async ({ page }) => {
    test.setTimeout(120_000); // some forty answers and ten machines
    const { answers, designs } = solutionOf(id);
    await walk(page, id, async ({ id: step, task }, cards) => {
      for (const [question, card] of cards) {
        await give(card, question, answers[step]?.[question.id] ?? "");
        await expect(card.getByText(/^(Right\.|Kept\.|You predicted)/)).toBeVisible({ timeout: 20_000 });
      }
      if (task === undefined) return;
      await design(page, designs[step] ?? []);
      const all = task.goals.length;
      await expect(page.getByText(`${all} / ${all}`)).toBeVisible({ timeout: 20_000 });
      if (!LOOKED_AT.includes(id)) return;
      await page.setViewportSize(PHONE);
      // A label that is scrolled out of sight is none to the checker.
      await page.locator("section.question").last().scrollIntoViewIfNeeded();
      await expectFits(page, [PHONE]);
      await page.setViewportSize(DESKTOP);
    });
    await expect(await graded(page, id)).toContainText(/(\d+) \/ \1.*reproduced/);
  });
}

test("labs: wrong answers, all hints and an untouched machine get nothing", async ({ page }) => {
  const id = "napi";
  const { answers } = solutionOf(id);
  await walk(page, id, async ({ id: step, task }, cards) => {
    for (const [question, card] of cards) {
      const right = Number(answers[step]?.[question.id]);
      if (question.kind === "prediction") await give(card, question, question.range[0]);
      if (question.kind === "number") await give(card, question, right * 3 + 1);
      if (question.kind === "choice") await give(card, question, (right + 1) % question.options.length);
      if (question.kind === "prediction") continue;
      // The points of the prediction go, too.
      const hint = page.getByRole("button", { name: /^Show a hint/ });
      for (let left = await hint.count(); left > 0; left = await hint.count()) await hint.click();
      await press(card, /^Go on without it/);
      await expect(card.getByText("Left out.")).toBeVisible();
    }
    if (task !== undefined) await page.getByRole("button", { name: "Leave the task as it is" }).click();
  });
  await expect(await graded(page, id)).toContainText(/\D0 \/ 20.*reproduced/);
});
