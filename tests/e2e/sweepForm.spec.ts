import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { long } from "./long.ts";

const COMMAND = new URL("../../cli/dist/irqscope.mjs", import.meta.url).pathname;

const progress = (page: Page) => page.getByRole("status").filter({ hasText: /runs/ });

async function openSweep(page: Page, hash = "#sweep"): Promise<void> {
  await page.goto(`./${hash}`);
  await expect(page.locator(".sweep").getByRole("heading", { level: 2 })).toBeVisible({ timeout: 30_000 });
}

async function type(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await field.fill(text);
  await field.blur();
}

const alerts = (page: Page) => page.getByRole("alert").filter({ hasText: /./ });

test(
  "the form of Sweep makes a study with every kind of axis",
  long(
    "It adds every field of the form and 64 runs. tests/web/study/studyForm.test.tsx and draft.test.ts fill the form without a browser.",
  ),
  async ({ page }) => {
    test.slow();
    await openSweep(page);
    await page.getByRole("combobox", { name: "Study" }).selectOption({ label: "New: Ring overflow" });
    await expect(page.getByLabel("Field 1")).toHaveValue("contexts");

    // Two scenarios.
    await page.getByRole("combobox", { name: "Add a scenario" }).selectOption({ label: "Coalescing" });
    await type(page, "Name of scenario 1 in results", "each packet");
    await expect(page.getByRole("combobox", { name: "A line for each" })).toContainText("scenario");

    // Contexts as each scenario has them, and an object that most leave out: null beside JSON.
    await type(page, "Values of contexts", "1, as it is");
    await page.getByRole("button", { name: "Take machine.nics" }).click();
    await page.getByRole("button", { name: "Vary another field" }).click();
    await type(page, "Field 2", "machine.memory.l1d");
    const cache = page.getByLabel("Values of machine.memory.l1d");
    await type(page, "Values of machine.memory.l1d", 'null, {"sizeBytes": 4096');
    await expect(alerts(page).first()).toContainText(
      'Values of machine.memory.l1d: null, {"sizeBytes": 4096 is no JSON: brackets and quotes have to be closed',
    );
    await expect(cache).toHaveValue('null, {"sizeBytes": 4096');
    await type(page, "Values of machine.memory.l1d", 'null, {"sizeBytes": 4096}');
    await expect(alerts(page)).toHaveCount(0);
    await page.getByText("Column and labels").last().click();
    await type(page, "Column of machine.memory.l1d", "cache");
    await type(page, "Labels of machine.memory.l1d", "none, 4 kB");

    // Fields side by side.
    await page.getByText("Fields together, table of points").click();
    await page.getByRole("button", { name: "Vary fields side by side" }).click();
    await type(page, "Field 3, part 1", "rxRingFrames");
    await type(page, "Values of rxRingFrames", "4, 16");
    await expect(alerts(page).first()).toContainText("must have 2 values as the first field, not 1");
    await type(page, "Field 3, part 2", "framesPerSecond");
    await type(page, "Values of framesPerSecond", "90000, 105000");
    await expect(alerts(page)).toHaveCount(0);

    // A table, as a spreadsheet copies it; a line that is too short stays as it was typed.
    await page.getByRole("button", { name: "Add a table of points" }).click();
    await type(page, "Table 4", "fifoBytes\tclockHertz\n0\t100 MHz\n3000");
    await expect(alerts(page).first()).toContainText("line 3 has 1 values, the first line has 2 fields");
    await type(page, "Table 4", "fifoBytes\tclockHertz\n0\t100 MHz\n3000\t125 MHz");
    await expect(page.getByLabel("Table 4")).toHaveValue("fifoBytes, clockHertz\n0, 100 MHz\n3000, 125 MHz");

    // The same at every point, seeds, and a stop rule of the second measure.
    await page.getByText("The same at every point").click();
    await type(page, "Another field that is the same", "lineRateBitPerSecond");
    await type(page, "Value of lineRateBitPerSecond", "900 Mb/s");
    const length = page.getByLabel("Length in cycles");
    const ofScenario = await length.inputValue();
    await type(page, "Length in cycles", "60000");
    await expect(length).toHaveValue("60000");
    await type(page, "Length in cycles", "");
    await expect(length).toHaveValue(ofScenario);
    await type(page, "Length in cycles", "60000");
    await type(page, "Seeds of each point", "2");
    await page.getByText("Which seeds, and what is compared").click();
    await type(page, "First seed", "11");
    await page.getByLabel("Compared, seed by seed").selectOption("cache");
    await type(page, "Another measure", "receive.loss in %");
    await type(page, "Another measure", "interrupts");
    await page.getByLabel("More seeds until the interval is narrow").check();
    await page.getByLabel("Interval of").selectOption("interrupts");
    await type(page, "Interval at most ±", "1 us");
    await expect(alerts(page)).toHaveText(/^✕ Interval at most ±: a number is needed/);
    await expect(page.getByLabel("Interval at most ±")).toHaveValue("1 us");
    await type(page, "Interval at most ±", "1000");
    await type(page, "Most seeds", "3");
    await expect(alerts(page)).toHaveCount(0);
    await expectNoViolations(page);

    await expect(progress(page)).toContainText(/0 of 64 runs, 32 points, at most 96/);
    await page.getByRole("button", { name: "Run the study" }).click();
    // Two points have equal values with both seeds, and go on.
    await expect(progress(page)).toHaveText("66 runs of 32 points are done.", { timeout: 60_000 });
    await expect(page.locator(".sweep-cell").first()).toBeVisible();
    await expect(page.locator(".sweep-line").first()).toBeVisible();
    await page.getByText("All numbers: mean ± 95 % interval").click();
    await expect(page.getByRole("table").getByRole("row")).toHaveCount(33);
    await expect(page.getByRole("table")).toContainText("each packet");
    await expect(page.getByRole("table")).toContainText("4 kB");

    await page.reload();
    await expect(progress(page)).toHaveText("66 runs of 32 points are done.", { timeout: 30_000 });
    await expect(page.getByLabel("Values of machine.memory.l1d")).toHaveValue('null, {"sizeBytes":4096}');
    await expect(page.getByLabel("Value of lineRateBitPerSecond")).toBeVisible();
    await expect(page.getByLabel("First seed")).toBeVisible();

    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the study" }).click();
    const path = await (await saved).path();
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({
      scenarios: [{ name: "each packet", from: "ring-overflow" }, "coalescing"],
      set: { lineRateBitPerSecond: "900 Mb/s", runCycles: 60_000 },
      seeds: { first: 11, count: 2 },
      stop: { metric: "interrupts", halfWidth: 1000, maximumSeeds: 3 },
      compare: "cache",
    });
    expect(execFileSync(process.execPath, [COMMAND, "validate", path], { encoding: "utf8" })).toContain(
      "32 points",
    );
  },
);

/** Of three contexts, whose threads the rule of contexts places anew. */
const PAPER = {
  format: "irqscope-study",
  version: 1,
  name: "Paper",
  scenarios: ["000-trace-receive"],
  set: { runCycles: 300_000 },
  axes: [
    { kind: "field", field: "contexts", values: [1, 3] },
    { kind: "field", field: "rxRingFrames", name: "ring", values: "16..32*2" },
  ],
  seeds: { count: 1 },
  metrics: ["receive.latency.p99 in us", "interrupts"],
};

test(
  "Sweep names the paper's own point, and no point that only resembles it",
  long("It adds the point of a paper, which tests/study/ownPoint.test.ts names without a browser."),
  async ({ page }) => {
    await openSweep(page);
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Open a study …" }).click();
    await (await chooser).setFiles({
      name: "paper.study.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify(PAPER)),
    });
    await expect(
      page.getByText(/^No point is “.*” as it is\. It has contexts as it is · ring 8\./),
    ).toBeVisible();
    await page.getByRole("button", { name: "Run the study" }).click();
    await expect(progress(page)).toHaveText("4 runs of 4 points are done.", { timeout: 60_000 });
    await expect(page.locator(".sweep-mark__base")).toHaveCount(0);
    await page.getByRole("button", { name: "Add this point" }).click();
    await expect(page.getByLabel("Values of contexts")).toHaveValue("1, 3, as it is");
    await expect(page.getByLabel("Values of rxRingFrames")).toHaveValue("16..32*2, 8");
    await expect(page.getByText(/^No point is/)).toHaveCount(0);
    await page.getByRole("button", { name: "Run the study" }).click();
    await expect(progress(page)).toHaveText("9 runs of 9 points are done.", { timeout: 60_000 });
    // In the lines, the map and the front; named where there is room.
    await expect(page.locator(".sweep-mark__base")).toHaveCount(3);
    await expect(page.locator(".sweep-base-name")).toHaveText(["Pattery et al.", "Pattery et al."]);
    await expect(page.getByText(/^○ Pattery: .+, as it is \(Pattery et al\.\)/).first()).toBeVisible();
    await page
      .getByRole("button", { name: /contexts as it is, ring 8/ })
      .last()
      .click();
    await expect(page.getByRole("region", { name: "Chosen point" })).toContainText(
      "as it is (Pattery et al.)",
    );
  },
);
