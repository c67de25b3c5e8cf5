/** Keyboard tests of pages that no other test of the short list covers: Tab to an element, and press it. */
import { readFileSync } from "node:fs";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { newProgress } from "../../lib/labs/progress.ts";
import { submissionOf, submissionText } from "../../lib/labs/submission.ts";
import { core } from "../labs/support.ts";
import { expectNoViolations } from "./axe.ts";
import { answered } from "./labSupport.ts";
import { openPage } from "./support.ts";

/** More Tab stops than any page has before the element. */
const STOP_LIMIT = 120;

async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible({ timeout: 20_000 });
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let stop = 0; stop < STOP_LIMIT && !(await isFocused()); stop++) await page.keyboard.press("Tab");
  await expect(target).toBeFocused();
}

async function pressAt(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

test("Papers works by keyboard: run an experiment and open its machine", async ({ page }) => {
  await openPage(page, "#papers");
  const card = page.getByRole("article", { name: "Receiving at the driver layer" });
  const fast = page.waitForResponse(/\/core_fast-[^/]+\.wasm$/);
  await pressAt(page, card.getByRole("button", { name: "Run", exact: true }));
  expect((await fast).ok()).toBe(true);
  await expect(card.getByText(/^computed here: the same state hashes/)).toBeVisible({ timeout: 60_000 });
  await expect(card.getByRole("row", { name: /Receive, one context/ })).toContainText("989.7");
  await expectNoViolations(page);
  await pressAt(page, card.getByRole("button", { name: "one context" }).first());
  await expect(page.locator(".picker__name")).toContainText("receive, one context");
});

test("Sweep works by keyboard: run, pause and continue a study", async ({ page }) => {
  await openPage(page, "#sweep");
  await expect(
    page.getByRole("heading", { name: "How many contexts, how deep a ring, at which rate?" }),
  ).toBeVisible({
    timeout: 30_000,
  });
  await pressAt(page, page.getByRole("button", { name: "Edit the study" }));
  const seeds = page.getByLabel("Seeds of each point", { exact: true });
  await tabTo(page, seeds);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("1");
  await page.keyboard.press("Enter");
  await pressAt(page, page.getByRole("button", { name: "Run it again" }));
  await pressAt(page, page.getByRole("button", { name: "Pause" }));
  await expect(page.getByRole("button", { name: "Pause" })).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: /\d+ of \d+ runs/ })).toBeVisible();
  await expectNoViolations(page);
});

test("grading works by keyboard: choose files and sort their rows", async ({ page }) => {
  const { lab, progress } = answered(1);
  const file = (name: string, text: string) => ({
    name,
    mimeType: "application/json",
    buffer: Buffer.from(text),
  });
  // The browser takes a moment until it reports file choosers. A key in that moment opens its own chooser.
  const chooser = page.waitForEvent("filechooser");
  await openPage(page, "#lab-grade");
  await pressAt(page, page.getByLabel("Choose files"));
  await (await chooser).setFiles([
    file("ada.json", submissionText(submissionOf(lab, progress, core.version))),
    file("ben.json", submissionText(submissionOf(lab, newProgress(lab, 0), core.version))),
  ]);
  const row = (name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) });
  await expect(row("ada.json")).toContainText("4 / 19", { timeout: 30_000 });
  await expect(row("ben.json")).toContainText("0 / 19");
  await pressAt(page, page.getByRole("button", { name: "score" }));
  await expect(page.getByRole("row").nth(1)).toContainText("ben.json");
});

test("the lab editor works by keyboard: write text and structure, and save the lab", async ({ page }) => {
  await openPage(page, "#lab-editor");
  await tabTo(page, page.getByRole("textbox", { name: "Text of the lab, in Markdown" }));
  await page.keyboard.press("Control+End");
  await page.keyboard.type("Typed at its end.");
  await pressAt(page, page.getByRole("button", { name: "Structure" }));
  await tabTo(page, page.getByRole("textbox", { name: "Structure of the lab, as JSON" }));
  // In the editor Tab indents, and Escape returns Tab to the page.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  const saved = page.waitForEvent("download");
  await pressAt(page, page.getByRole("button", { name: "Save as a file" }));
  expect(readFileSync(await (await saved).path(), "utf8")).toContain("Typed at its end.");
});

test("the documentation works by keyboard: follow a link to another page, without violations", async ({
  page,
}) => {
  await openPage(page, "#simulate");
  await page.goto("./docs/guide.html");
  const pages = page.getByRole("navigation", { name: "Documentation" });
  await pressAt(page, pages.getByRole("link", { name: /expressions/i }).first());
  await expect(page).toHaveURL(/\/docs\/expressions\.html/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectNoViolations(page);
});
