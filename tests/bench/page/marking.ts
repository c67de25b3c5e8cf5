/** How long the page does not answer while it opens the files of a class, and while a teacher marks them: the longest task
 * of its thread, in time on the processor. */
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { strToU8, zipSync } from "fflate";
import { joinLab } from "../../../lib/labs/gallery.ts";
import type { Lab } from "../../../lib/labs/lab.ts";
import { applyAction, newProgress } from "../../../lib/labs/progress.ts";
import { submissionOf, submissionText } from "../../../lib/labs/submission.ts";
import { BUILTIN_LABS } from "../../../scenarios/labs/index.ts";
import { mainThread, taskMs, traceWhile } from "./frameTrace.ts";
import { type BenchOptions, type BenchResult, round } from "./run.ts";

const STUDENTS = 120;
/** Of each lab. Students share them, because the machines of a variant for each take many minutes. */
const VARIANTS = 3;
const AIM_MS = 100;
const TIMEOUT_MS = 900_000;
/** Texts by several people, as tests/marking/class.test.ts has them. */
const TEXTS = ["why", "reason"].flatMap((name) =>
  readFileSync(new URL(`../../fixtures/class/${name}.txt`, import.meta.url), "utf8")
    .trim()
    .split("\n"),
);

export async function measureMarking(browser: Browser, { url }: BenchOptions): Promise<BenchResult> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${url}#lab-grade`);
  const zip = join(await mkdtemp(join(tmpdir(), "irqscope-")), "class.zip");
  await writeFile(zip, classZip());
  const opened = await tasksWhile(page, async () => {
    await page.locator(".grade-drop input").setInputFiles(zip);
    await page.locator(".grade-views").waitFor({ timeout: TIMEOUT_MS });
  });
  const marked = await tasksWhile(page, async () => {
    await page.locator(".grade-views .seg button").nth(1).click();
    await page.locator("[data-points]").first().waitFor();
    for (const key of ["ArrowDown", "2", "ArrowDown", "1", "u", "n"]) await page.keyboard.press(key);
    await page.waitForTimeout(1000);
  });
  await page.close();
  await rm(dirname(zip), { recursive: true });
  const figure = (name: string, tasks: readonly number[]) => ({
    ...{ name: `${name}, longest task`, value: round(Math.max(...tasks)), unit: "ms", below: AIM_MS },
  });
  return {
    figures: [figure("opening the files of a class", opened), figure("marking them", marked)],
    files: STUDENTS * BUILTIN_LABS.length,
    longestMs: opened
      .toSorted((a, b) => b - a)
      .slice(0, 8)
      .map((ms) => round(ms)),
  };
}

async function tasksWhile(page: Page, action: () => Promise<void>): Promise<readonly number[]> {
  const cdp = await page.context().newCDPSession(page);
  const events = await traceWhile(cdp, action);
  await cdp.detach();
  const main = mainThread(events);
  return main === undefined ? [] : taskMs(events, main);
}

function classZip(): Uint8Array {
  const files: Record<string, Uint8Array> = {};
  for (const { id } of BUILTIN_LABS) {
    // What a module imports later is no longer there when this runs.
    const file = (name: string) =>
      readFileSync(new URL(`../../../scenarios/labs/${id}/${name}`, import.meta.url), "utf8");
    const found = joinLab(JSON.parse(file("lab.json")), file("text.md"));
    if (!found.ok) throw new Error(`no lab ${id}`);
    for (let student = 0; student < STUDENTS; student++)
      files[`Student ${student}_${5000 + student}_assignsubmission_file/${id}.json`] = strToU8(
        handedIn(found.lab, student),
      );
  }
  return zipSync(files);
}

/** Wrong answers take the same way as right ones. */
function handedIn(lab: Lab, student: number): string {
  let progress = newProgress(lab, 1 + (student % VARIANTS));
  for (const [at, step] of lab.steps.entries())
    for (const question of step.questions) {
      const value = question.kind === "text" ? (TEXTS[(student + at) % TEXTS.length] ?? "") : student % 3;
      progress = applyAction(progress, { do: "answer", step: step.id, question, value, right: true });
    }
  const own = { ...progress, student: { name: `Student ${student}`, number: `s${student}` } };
  return submissionText(submissionOf(lab, own, "0"));
}
