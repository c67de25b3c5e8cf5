/** A student begins a lab, continues after a reload and opens the report. A teacher grades the submissions.
 * labs.spec.ts solves the labs. */
import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { LabBench } from "../../lib/labs/bench.ts";
import { parseLab } from "../../lib/labs/lab.ts";
import { applyAction, newProgress } from "../../lib/labs/progress.ts";
import { readSubmission, submissionOf, submissionText } from "../../lib/labs/submission.ts";
import FIRST_LAB from "../../web/labs/firstLab.json" with { type: "json" };
import { core, runMachine } from "../labs/support.ts";
import { DESKTOP, expectNoViolations, PHONE } from "./axe.ts";
import { answered, begin } from "./labSupport.ts";
import { long } from "./long.ts";
import { failOnError } from "./support.ts";

const question = (page: Page, text: RegExp | string) => page.getByRole("region", { name: text });

async function answerNumber(page: Page, text: RegExp, value: number): Promise<void> {
  const card = question(page, text);
  await card.getByRole("textbox").fill(String(value));
  await card.getByRole("button", { name: "Check" }).click();
}

test("a lab opens from the list, and its first step rejects a wrong answer and opens the next for a right one", async ({
  page,
}) => {
  failOnError(page);
  // ---- while the lab loads, the page says so ----
  let arrive = () => {};
  const onItsWay = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/\/OpenLab-[^/]*\.js$/, async (route) => {
    await onItsWay;
    await route.continue();
  });
  await page.goto("./#labs");
  await page.getByRole("link", { name: /What an interrupt costs/ }).click();
  await expect(page.locator("main[aria-busy=true] .skeleton").first()).toBeVisible();
  arrive();
  await expect(page.getByRole("heading", { level: 1, name: "What an interrupt costs" })).toBeVisible();
  await expect(page.getByText("100 MHz with a pipeline of five stages")).toBeVisible();
  await expect(page.getByRole("list", { name: /^Pipeline/ })).toBeVisible();

  // ---- a wrong answer, then the right one; a choice; the next step opens when all questions are answered ----
  const next = page.getByRole("button", { name: "Next step" });
  await expectNoViolations(page);
  // The button looks inactive, states its reason, and leads to the open question.
  const firstAnswer = question(page, /six steps of the entry/).getByRole("textbox");
  await expect(next).toBeEnabled();
  await expect(next).toHaveAccessibleDescription("3 questions are still open.");
  await page.getByRole("button", { name: "Go to the question" }).click();
  await expect(firstAnswer).toBeFocused();
  await next.focus();
  await expect(next).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(firstAnswer).toBeFocused();
  await expect(page.getByText("0 of 4 points", { exact: true })).toBeVisible();
  await answerNumber(page, /six steps of the entry/, 8);
  await expect(
    question(page, /six steps of the entry/).getByText("Not yet. 1 attempt so far."),
  ).toBeVisible();
  await answerNumber(page, /six steps of the entry/, 6);
  await expect(question(page, /six steps of the entry/).getByText("Right.")).toBeVisible();
  await expect(page.getByText("1 of 4 points", { exact: true })).toBeVisible();
  await answerNumber(page, /all 32 registers/, 36);
  await question(page, /stood in IF/)
    .getByRole("radio", { name: /thrown away/ })
    .check();
  await question(page, /stood in IF/)
    .getByRole("button", { name: "Check" })
    .click();
  await expect(page.getByRole("heading", { name: "What happened" })).toBeVisible();
  await expect(page.getByText("4 of 4 points", { exact: true })).toBeVisible();
  await expectNoViolations(page);
  await next.click();
  await expect(page.getByText("Nothing runs until you have locked in your prediction.")).toBeVisible();
});

test("a lab runs nothing before the prediction, and keeps all work over a reload", async ({ page }) => {
  failOnError(page);
  await begin(page, 1);
  await page.goto("./#lab=interrupt-cost&step=bill");
  await expect(page.getByText("Nothing runs until you have locked in your prediction.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Play", exact: true })).toHaveCount(0);
  const prediction = question(page, /What share of its cycles/);
  await expect(prediction).toContainText("not scored");
  await expect(prediction.getByRole("button", { name: /Lock in/ })).toBeDisabled();
  await prediction.getByRole("slider").press("ArrowRight");
  await prediction.getByRole("textbox").fill("5");
  await prediction.getByRole("button", { name: /Lock in/ }).click();
  await expect(prediction.getByText("You predicted 5 %.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await answerNumber(page, /beside the work/, 80.9);
  await answerNumber(page, /what share goes into saving/, 89);
  await expect(prediction.getByText("Measured: 1.618 %.")).toBeVisible();

  await page.reload();
  // The machine runs again.
  await expect(page.getByText("Measured: 1.618 %.")).toBeVisible({ timeout: 20_000 });
  await page.getByRole("button", { name: "Next step" }).click();
  // ---- what is typed and not locked in stays on the way to the report and back, and over a reload ----
  await page.getByRole("textbox", { name: /Prediction, not scored/ }).fill("7.5");
  await page.getByRole("link", { name: "Report", exact: true }).click();
  await expect(page.getByText(/^2 of 5 steps done/)).toBeVisible();
  await page.getByRole("link", { name: "Back to the lab" }).click();
  await expect(page.getByRole("textbox", { name: /Prediction, not scored/ })).toHaveValue("7.5");
  await page.reload();
  await expect(page.getByRole("textbox", { name: /Prediction, not scored/ })).toHaveValue("7.5");
});

test("the report of a lab lists its open questions, prints on white paper, and saves the file to submit", async ({
  page,
}) => {
  failOnError(page);
  await begin(page, 2);
  await page.goto("./#lab-report=interrupt-cost");
  await expect(page.getByText(/^2 of 5 steps done/)).toBeVisible();
  // The report lists what is open: the name until there is one, and three steps with a link each.
  const open = page.locator(".sheet__open");
  await expect(open).toContainText(/^Still open:Your name/);
  await expect(open.getByRole("link")).toHaveCount(3);
  await page.getByLabel("Your name").fill("Ada Student");
  await expect(open).not.toContainText("Your name");
  await expect(page.getByRole("row", { name: /What share of its cycles/ })).toContainText("1.618 %");
  await expectNoViolations(page);
  // ---- paper is white in any theme of the screen ----
  await page.evaluate(() => {
    document.documentElement.dataset.theme = "dark";
  });
  const sheetColours = () =>
    page
      .locator(".sheet")
      .evaluate((sheet) => [getComputedStyle(sheet).backgroundColor, getComputedStyle(sheet).color]);
  const onScreen = await sheetColours();
  await page.emulateMedia({ media: "print" });
  const [paper = "", ink = ""] = await sheetColours();
  expect(paper).toBe("rgb(255, 255, 255)");
  expect([paper, ink]).not.toEqual(onScreen);
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await page.emulateMedia({ media: "screen" });

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save the file to hand in" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("interrupt-cost-Ada-Student.json");
  const read = readSubmission(readFileSync(await download.path(), "utf8"));
  if (!read.ok) throw new Error("the file is refused");
  expect(read.submission.student.name).toBe("Ada Student");
  expect(read.submission.answers).toHaveLength(6);
});

test(
  "a lab opened again from the list continues at the next step, and the simulator keeps its scenario",
  long(
    "It adds the way back from the list and out of a lab, whose links and places tests/labs/begun.test.ts and tests/web/scenarios/leaveLab.test.ts check without a browser.",
  ),
  async ({ page }) => {
    failOnError(page);
    await begin(page, 2);
    await page.goto("./#labs");
    const begun = page.getByRole("region", { name: "Started on this device" });
    await expect(begun.getByText(/^\d of \d steps done$/)).toBeVisible();
    await expect(begun.getByRole("link", { name: "What an interrupt costs" })).toHaveAttribute(
      "href",
      /^#lab=interrupt-cost&step=[a-z]+(&seed=\d+)?$/,
    );
    await begun.getByRole("link", { name: "What an interrupt costs" }).click();
    await expect(page.locator(".lab__title")).toBeVisible();
    await page.getByRole("link", { name: "Simulate", exact: true }).click();
    await expect(page.locator(".picker__name")).toHaveText("Ring overflow");
  },
);

test("grading shows a good submission, a forged one and a truncated one", async ({ page }) => {
  failOnError(page);
  const { lab, progress } = answered(2);
  const bench = await LabBench.open(lab, 0, runMachine);
  const ran = await bench.outcomeOf("one");
  const text = submissionText(
    submissionOf(
      lab,
      applyAction(
        { ...progress, student: { name: "Ada Student", number: "" } },
        { do: "ran", machine: "one", cycle: 1_000_000, stateHash: ran.stateHash },
      ),
      core.version,
    ),
  );
  await page.goto("./#lab-grade");
  const upload = (name: string, content: string) => ({
    name,
    mimeType: "application/json",
    buffer: Buffer.from(content),
  });
  await page
    .getByLabel("Choose files")
    .setInputFiles([
      upload("ada.json", text),
      upload("forged.json", text.replace(/"stateHash": "\w+"/, '"stateHash": "0000000000000000"')),
      upload("cut.json", text.slice(0, 400)),
    ]);
  const row = (name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) });
  await expect(row("ada.json")).toContainText("6 / 19", { timeout: 30_000 });
  await expect(row("ada.json")).toContainText("same student: also handed in: forged.json");
  await expect(row("ada.json")).not.toContainText("not reproduced");
  await expect(row("forged.json")).toContainText("edited");
  await expect(row("forged.json")).toContainText("not reproduced");
  await expect(row("cut.json")).toContainText("cut off");
  await page.getByRole("combobox", { name: "Variant" }).selectOption("the same for all");
  await page.getByRole("textbox", { name: "the same for all" }).fill("5");
  await page.getByLabel("Due").fill("1969-12-30T00:00");
  await expect(row("ada.json")).toContainText("variant 0, asked for 5");
  await expect(row("ada.json")).toContainText("minutes late");
  await page.getByRole("combobox", { name: "Variant" }).selectOption("not compared");
  await page.getByLabel("Due").fill("");
  await expect(row("ada.json")).not.toContainText("minutes late");
  await expect(row("ada.json")).not.toContainText("asked for");
  await page.getByRole("button", { name: "score" }).click();
  await expect(page.getByRole("columnheader", { name: "score" })).toHaveAttribute("aria-sort", "ascending");
  await expect(page.getByRole("row").nth(1)).toContainText("cut.json");
  await expectNoViolations(page);
  await test.step("the answers to one question are marked together, by keyboard, and taken back", async () => {
    await page.getByRole("button", { name: "Mark answers" }).click();
    const questions = page.getByRole("navigation", { name: "Questions" });
    await questions.getByRole("button", { name: /read$/ }).first().click();
    await expect(questions.locator('[aria-current="true"]')).toContainText("0 of 2 read");
    await page.getByRole("textbox", { name: "Remark with points up or down" }).fill("No cause");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "0", exact: true }).first().focus();
    await page.keyboard.press("2");
    await expect(questions.locator('[aria-current="true"]')).toContainText("2 of 2 read");
    await page.keyboard.press("a");
    await expect(page.getByRole("checkbox", { name: /No cause/ })).toBeChecked();
    await expect(page.getByText("1 / 2", { exact: true })).toBeVisible();
    await expectNoViolations(page);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the marks" }).click();
    expect((await download).suggestedFilename()).toBe("marks.json");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(questions.locator('[aria-current="true"]')).toContainText("0 of 2 read");
  });
});

test(
  "a lab on a phone keeps the text's position and typed input while another tab is shown",
  long("It adds the tabs of a lab on a phone, where labs.spec.ts solves labs, too."),
  async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto("./?lang=en#lab=livelock");
    const answer = question(page, /cycles does one frame take/).getByRole("textbox");
    await answer.fill("4500");
    await answer.scrollIntoViewIfNeeded();
    await page.getByRole("tab", { name: "Results" }).click();
    await expect(page.getByRole("heading", { name: "Interrupt latency" })).toBeVisible();
    await expect(answer).toBeHidden();
    await page.getByRole("tab", { name: "Text" }).click();
    await expect(answer).toHaveValue("4500");
    await expect(answer).toBeInViewport();
    await test.step("a formula fits into its field", async () => {
      await page.goto("./?lang=en#lab=interrupt-cost");
      const field = question(page, /six steps of the entry/).getByRole("textbox");
      for (const size of [DESKTOP, PHONE]) {
        await page.setViewportSize(size);
        await field.fill("100000000 / 315");
        expect(await field.evaluate((input) => input.scrollWidth - input.clientWidth)).toBeLessThanOrEqual(0);
      }
    });
  },
);

/** A lab whose second step needs no other step, with more text than a phone is high. */
const LONG = {
  ...{ format: "irqscope-lab", version: 2, id: "long", title: "Long", summary: "S", minutes: 5 },
  machines: { a: { title: "A", of: "ring-overflow" } },
  steps: ["one", "two"].map((id) => ({
    ...{ id, title: id, machine: "a", needs: [] },
    text: "A paragraph of some words.\n\n".repeat(60),
  })),
};

test(
  "a lab's next step begins at its top, and Back leads to the previous one",
  long(
    "It adds places of scrolling in three narrow windows, which is layout, and loads the lab in each. Another test of lab.spec.ts opens the next step in the short list.",
  ),
  async ({ page }) => {
    for (const size of [PHONE, { width: 568, height: 320 }, { width: 820, height: 500 }])
      await test.step(`a step begins at its top wherever the last one was left: ${size.width} px wide`, async () => {
        await page.setViewportSize(size);
        await openLabFile(page, { ...LONG, id: `long-${size.width}` });
        const heading = page.getByRole("heading", { level: 1, name: "Long" });
        const next = page.getByRole("button", { name: "Next step" });
        await expect(page.getByRole("heading", { level: 2, name: /one$/ })).toBeVisible();
        // The test scrolls by wheel, since a user cannot reach what does not scroll.
        await page.locator(".lab__text").hover({ position: { x: 100, y: 60 } });
        await expect(async () => {
          await page.mouse.wheel(0, 150);
          await expect(next).toBeInViewport({ timeout: 60 });
        }).toPass({ intervals: [0], timeout: 15_000 });
        await next.click();
        await expect(page.getByRole("heading", { level: 2, name: /two$/ })).toBeVisible();
        await expect(heading).toBeInViewport({ ratio: 1 });
        if (size !== PHONE) return;
        // Back leads to the first step while the text is behind another tab.
        await page.mouse.wheel(0, 9000);
        await expect(heading).not.toBeInViewport();
        await page.getByRole("tab", { name: "Machine" }).click();
        await expect(heading).toBeHidden();
        await page.goBack();
        await page.getByRole("tab", { name: "Text" }).click();
        await expect(page.getByRole("heading", { level: 2, name: /one$/ })).toBeVisible();
        await expect(heading).toBeInViewport({ ratio: 1 });
      });
    await test.step("Back from the report leads to the step at which the lab opened", async () => {
      await page.setViewportSize(DESKTOP);
      await openLabFile(page, LONG);
      const heading = (name: RegExp) => page.getByRole("heading", { level: 2, name });
      await expect(heading(/one$/)).toBeVisible();
      await page.getByRole("button", { name: "Next step" }).click();
      await expect(heading(/two$/)).toBeVisible();
      await page.evaluate(() => {
        location.hash = location.hash.replace(/lab=([^&]+).*/, "lab-report=$1");
      });
      await expect(page.getByRole("link", { name: "Back to the lab" })).toBeVisible();
      await page.goBack();
      await expect(heading(/two$/)).toBeVisible();
      await page.goBack();
      await expect(heading(/one$/)).toBeVisible();
    });
  },
);

async function openLabFile(page: Page, lab: object): Promise<void> {
  await page.goto("./?lang=en#labs");
  await page.getByLabel("Open a lab file").setInputFiles({
    name: "lab.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(lab)),
  });
}

test(
  "a lab step that needs earlier steps leads to the first open one of them",
  long(
    "It adds a lab whose steps do not follow one another, which no lab of the course has. tests/labs/rules.test.ts leads to the first open step without a browser.",
  ),
  async ({ page }) => {
    const step = (id: string, more: object = {}) => ({ id, title: id, machine: "a", text: "T", ...more });
    const questions = [{ id: "why", kind: "text", text: "Why?", atLeastWords: 1 }];
    const lab = {
      ...{ format: "irqscope-lab", version: 2, id: "needs", title: "Needs", summary: "S", minutes: 5 },
      machines: { a: { title: "A", of: "ring-overflow" } },
      steps: [
        step("one", { questions }),
        step("two", { questions }),
        step("aside", { needs: [] }),
        step("last", { needs: ["two"] }),
      ],
    };
    await openLabFile(page, lab);
    await page.getByRole("button", { name: /aside$/ }).click();
    const next = page.getByRole("button", { name: "Next step" });
    await expect(next).toHaveAccessibleDescription("The step “one” comes first.");
    const closed = page.getByRole("button", { name: "Step 4 of 4: last" });
    await closed.focus();
    await expect(closed).toBeFocused();
    await expect(closed).toBeDisabled();
    await expect(closed).toHaveAccessibleDescription("last: opens when the previous steps are done");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: /aside$/ })).toHaveAttribute("aria-current", "step");
    await expect(next).toBeEnabled();
    await expectNoViolations(page);
    const address = page.url();
    await next.focus();
    await page.keyboard.press("Enter");
    const way = page.getByRole("button", { name: "Go to that step" });
    await expect(way).toBeFocused();
    expect(page.url()).toBe(address);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: /one$/ })).toHaveAttribute("aria-current", "step");
    await page.getByRole("textbox").fill("Because.");
    await page.getByRole("button", { name: "Keep this answer" }).click();
    await page.getByRole("button", { name: /aside$/ }).click();
    await expect(next).toHaveAccessibleDescription("The step “two” comes first.");
  },
);

test(
  "a teacher's own lab is graded with its file beside the submissions",
  long(
    "It adds a lab of the teacher's own, which tests/labs/labsAmong.test.ts finds among the files without a browser.",
  ),
  async ({ page }) => {
    const read = parseLab(JSON.stringify(FIRST_LAB));
    if (!read.ok) throw new Error("the lab is refused");
    const submission = submissionText(submissionOf(read.lab, newProgress(read.lab, 0), "4"));
    await page.goto("./#lab-grade");
    const upload = (name: string, text: string) => ({
      name,
      mimeType: "application/json",
      buffer: Buffer.from(text),
    });
    const row = (name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) });
    const choose = page.getByLabel("Choose files");
    await choose.setInputFiles([upload("ada.json", submission)]);
    await expect(row("ada.json")).toContainText("belongs to another lab: my-lab");
    await choose.setInputFiles([
      upload("ada.json", submission),
      upload("my.lab.json", JSON.stringify(FIRST_LAB)),
    ]);
    await expect(row("ada.json")).toContainText(/^ada.json.*0 \/ \d/);
    await expect(row("my.lab.json")).toHaveCount(0);
  },
);
