/** A teacher writes a lab and publishes it. A student opens it, continues, and moves to another device. */
import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { type Lab, parseLab } from "../../lib/labs/lab.ts";
import { labFileText } from "../../lib/labs/own.ts";
import { applyAction, newProgress } from "../../lib/labs/progress.ts";
import { progressFileText, readProgressFile } from "../../lib/labs/progressFile.ts";
import FIRST_LAB from "../../web/labs/firstLab.json" with { type: "json" };
import { DESKTOP, expectFits, PHONE } from "./axe.ts";
import { long } from "./long.ts";
import { failOnError } from "./support.ts";

const SLOW = { timeout: 20_000 };

const preview = (page: Page) => page.getByRole("region", { name: "Preview" });
const upload = (name: string, content: string) => ({
  name,
  mimeType: "application/json",
  buffer: Buffer.from(content),
});

async function openEditor(page: Page): Promise<void> {
  failOnError(page);
  await page.goto("./#labs");
  await page.getByRole("link", { name: "Write a lab" }).click();
  await expect(
    preview(page)
      .getByText(/^Right answer: \d/)
      .first(),
  ).toBeVisible(SLOW);
  await expect(page.getByText("No mistakes.")).toBeVisible();
}

/** The file of the lab that the editor starts with. */
function firstLab() {
  const read = parseLab(JSON.stringify(FIRST_LAB));
  if (!read.ok) throw new Error("the lab is refused");
  return { lab: read.lab, file: labFileText(read.lab) };
}

function firstPrediction({ steps: [step] }: Lab) {
  const question = step?.questions.find(({ kind }) => kind === "prediction");
  if (step === undefined || question === undefined) throw new Error("no prediction");
  return { step: step.id, question };
}

test(
  "the lab editor shows the typed lab, and marks a mistake in text and structure",
  long(
    "It adds mistakes and their marks, for 15 s. keyboard.spec.ts writes a lab in the short list, and tests/labs has the messages without a browser.",
  ),
  async ({ page }) => {
    await openEditor(page);
    await expect(preview(page).getByRole("list", { name: "Likely wrong answers" })).toHaveText(
      /^\d[\d.]*\s% That is the share that is not lost\.$/,
    );
    // ---- the text: the preview shows it, a mistake has its place, and the preview stays ----
    const text = page.getByRole("textbox", { name: "Text of the lab, in Markdown" });
    const written = await text.inputValue();
    await text.fill(written.replace("## loss\n", "## loss\n\nWritten at {{machine.clockHertz in MHz}}.\n"));
    await expect(preview(page).getByText("Written at 100 MHz.")).toBeVisible();
    await text.fill(`${written}\n## nowhere\n\nLost.\n`);
    await expect(page.getByText('text.md: no place for the part "nowhere"')).toBeVisible();
    await expect(preview(page).getByText("This is the lab from before the mistakes.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Save as a file" })).toBeDisabled();
    await text.fill(written);
    await expect(page.getByText("No mistakes.")).toBeVisible();

    // ---- the structure: marked in the text ----
    await page.getByRole("button", { name: "Structure" }).click();
    const structure = page.getByRole("textbox", { name: "Structure of the lab, as JSON" });
    await expect(structure).toContainText('"my-lab"');
    await expectFits(page, [DESKTOP, PHONE]);
    await page.setViewportSize(DESKTOP);
    await structure.press("Control+Home");
    await structure.press("Control+End");
    await structure.pressSequentially("x");
    await expect(page.getByText(/^lab: is not JSON: line \d+/)).toBeVisible();
    await expect(page.locator(".cm-lint-marker-error")).toBeVisible();
    await structure.press("Control+z");
    await expect(page.getByText("No mistakes.")).toBeVisible();
  },
);

test(
  "the lab editor keeps the draft over a reload, and a student answers its file and saves the progress",
  long("It adds a reload to the lab that the next test sends to another device."),
  async ({ page }) => {
    await openEditor(page);
    const text = page.getByRole("textbox", { name: "Text of the lab, in Markdown" });
    await text.fill((await text.inputValue()).replace("## loss\n", "## loss\n\nKept over a reload.\n"));
    await expect(preview(page).getByText("Kept over a reload.")).toBeVisible();
    await page.reload();
    await expect(preview(page).getByRole("heading", { name: "A ring of eight" })).toBeVisible(SLOW);
    await expect(preview(page).getByText("Kept over a reload.")).toBeVisible();
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as a file" }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe("my-lab.lab.json");
    const file = readFileSync(await saved.path(), "utf8");

    // ---- the student opens the file, answers, continues after a reload, and saves the progress ----
    await page.goto("./#labs");
    await page
      .getByLabel("Open a lab file")
      .setInputFiles(upload("broken.json", file.replace("ring-overflow", "x")));
    await expect(page.getByRole("main").getByRole("alert")).toContainText("machines.base.of: no scenario x");
    await page.getByLabel("Open a lab file").setInputFiles(upload("mine.json", file));
    await page.getByRole("textbox").first().fill("5");
    await page.getByRole("button", { name: "Lock in prediction" }).click();
    await expect(page.getByText("You predicted 5 %.")).toBeVisible();
    await page.reload();
    await expect(page.getByText("You predicted 5 %.")).toBeVisible(SLOW);
    await page.getByRole("link", { name: "Report" }).click();
    const [progress] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save progress" }).click(),
    ]);
    const own = parseLab(file);
    if (!own.ok) throw new Error("the saved lab is refused");
    const kept = readProgressFile(readFileSync(await progress.path(), "utf8"), own.lab, 0);
    if (!kept.ok) throw new Error(kept.reason);
    const { step, question } = firstPrediction(own.lab);
    expect(kept.progress.lab).toBe("my-lab");
    expect(kept.progress.steps[step]?.answers[question.id]).toMatchObject({ value: 5, state: "locked" });
  },
);

test("a lab moves to another device by its link, and progress by its file", async ({ page }) => {
  failOnError(page);
  const { lab, file } = firstLab();
  await page.goto("./#lab-editor");
  await page.getByLabel("Open a lab file").setInputFiles(upload("mine.json", file));
  await expect(page.getByText("No mistakes.")).toBeVisible();
  await page.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", {
      value: { writeText: async (text: string) => Reflect.set(window, "copied", text) },
    });
  });
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("The link is on the clipboard.")).toBeVisible();
  const link = String(await page.evaluate(() => Reflect.get(window, "copied")));
  await page.goto("about:blank");
  await page.goto(link.slice(0, -20));
  await expect(page.getByRole("main").getByRole("alert")).toContainText("the link is cut off");
  await page.goto("about:blank");
  await page.goto(link);
  await expect(page.getByRole("button", { name: "Lock in prediction" })).toBeVisible(SLOW);
  await page.getByRole("link", { name: "Report" }).click();
  await page.getByLabel("Open saved progress").setInputFiles(upload("other.json", "{}"));
  await expect(page.getByText("other.json is not the saved progress of a lab.")).toBeVisible();
  const answer = { do: "answer", ...firstPrediction(lab), value: 5, right: true } as const;
  const kept = progressFileText(applyAction(newProgress(lab, 0), answer));
  await page.getByLabel("Open saved progress").setInputFiles(upload("progress.json", kept));
  await expect(page.getByText("Your progress is loaded.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Your work is as it was before the file.")).toBeVisible();
  await page.getByRole("button", { name: "Redo" }).click();
  await page.getByRole("link", { name: "Back to the lab" }).click();
  await expect(page.getByText("You predicted 5 %.")).toBeVisible();
});
