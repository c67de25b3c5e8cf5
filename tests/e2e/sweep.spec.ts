import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { long } from "./long.ts";
import { cycle } from "./support.ts";

/** Eight short runs. */
const STUDY = {
  format: "irqscope-study",
  version: 1,
  name: "Rings",
  scenarios: ["ring-overflow"],
  set: { runCycles: 200_000 },
  axes: [
    { kind: "field", field: "contexts", values: [1, 3] },
    { kind: "field", field: "rxRingFrames", name: "ring", values: [4, 16] },
  ],
  seeds: { first: 1, count: 2 },
  metrics: ["receive.loss in %", "interrupts"],
};

async function openStudy(page: Page, study: unknown): Promise<void> {
  const edit = page.getByRole("button", { name: "Edit the study" });
  if ((await edit.getAttribute("aria-expanded")) === "false") await edit.click();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open a study …" }).click();
  const buffer = Buffer.from(JSON.stringify(study));
  await (await chooser).setFiles({ name: "rings.study.json", mimeType: "application/json", buffer });
}

const progress = (page: Page) => page.getByRole("status").filter({ hasText: /runs/ });

test(
  "Sweep leads from the menu to results, to a point in the simulator and to two points in Compare",
  long(
    "It adds the sliders and the way from a point to the simulator and to Compare, for 20 s. keyboard.spec.ts runs a study in the short list.",
  ),
  async ({ page }) => {
    test.slow();
    await page.goto("./#sweep");
    await expect(
      page.getByRole("heading", { name: "How many contexts, how deep a ring, at which rate?" }),
    ).toBeVisible({
      timeout: 30_000,
    });
    // Nothing has run: the results come along, and two sliders ask for others.
    await expect(progress(page)).toHaveText("180 runs of 36 points are done.");
    await expect(page.getByText("These results come with irqscope.")).toBeVisible();
    await expect(page.getByRole("slider")).toHaveCount(2);
    const answers = page.getByRole("group", { name: "Lost, %", exact: true }).getByRole("button");
    const texts = await answers.allInnerTexts();
    expect(texts.map((text) => text.split(/\s/).slice(0, 2).join(" "))).toEqual([
      "1 context",
      "2 contexts",
      "3 contexts",
    ]);
    await answers.first().click();
    await page.getByRole("slider", { name: "Receive ring" }).press("ArrowRight");
    await expect(page.getByRole("region", { name: "Chosen point" })).toContainText(
      "1 context · Receive ring 16",
    );
    await expect(answers.first()).not.toHaveText(texts[0] ?? "");
    await expectNoViolations(page);
    await openStudy(page, { ...STUDY, metrics: [...STUDY.metrics, "interrupt.latency.maximum"] });
    await expect(page.getByRole("heading", { name: "Rings" })).toBeVisible();
    await expect(progress(page)).toContainText("0 of 8 runs, 4 points");
    await expect(progress(page)).toContainText(/about .* left/);
    await page.getByRole("button", { name: "Run the study" }).click();
    await expect(progress(page)).toHaveText("8 runs of 4 points are done.", { timeout: 30_000 });
    await expect(page.getByText("Bars: 95 % interval of the mean, over the seeds.")).toBeVisible();
    const tick = await page.locator("svg text", { hasText: /^16$/ }).first().boundingBox();
    const name = await page.locator(".sweep-line__name").last().boundingBox();
    expect((name?.y ?? 0) + (name?.height ?? 0)).toBeLessThanOrEqual((tick?.y ?? 0) + 1);
    await page.getByText("All numbers: mean ± 95 % interval").click();
    await expect(page.getByRole("table").getByRole("row")).toHaveCount(5);
    await expectNoViolations(page);

    /** The points of the map, which is behind the lines. */
    const cell = (name: RegExp) => page.getByRole("button", { name }).last();
    await cell(/Receive ring 4, contexts 1/).click();
    await cell(/Receive ring 16, contexts 3/).click({ modifiers: ["Shift"] });
    const panel = page.getByRole("region", { name: "Chosen point" });
    await expect(panel).toContainText("3 contexts · Receive ring 16");
    await expect(panel).toContainText("beside 1 context · Receive ring 4");
    await expect(panel).toContainText("2 of 2 seeds");
    // Without a keyboard: the button, then the other point. The next press selects a single point again.
    await panel.getByRole("button", { name: "Compare with another point" }).click();
    await expect(panel.getByRole("status")).toHaveText("Now choose the other point in a picture.");
    await cell(/Receive ring 4, contexts 1/).click();
    await expect(panel).toContainText("beside 3 contexts · Receive ring 16");
    await cell(/Receive ring 4, contexts 3/).click();
    await expect(panel).not.toContainText("beside");
    await cell(/Receive ring 4, contexts 1/).click();
    await cell(/Receive ring 16, contexts 3/).click({ modifiers: ["Shift"] });
    await panel.getByRole("button", { name: "Compare both" }).click();
    await expect(page.getByRole("link", { name: "Compare" })).toHaveAttribute("aria-current", "page");
    await page.getByRole("link", { name: "Sweep" }).click();
    await expect(panel).toContainText("3 contexts · Receive ring 16");
    await panel.getByRole("button", { name: "Open in the simulator" }).click();
    await expect(page.getByRole("link", { name: "Simulate" })).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("region", { name: "Machine" })).toContainText("16");
    await page.getByRole("link", { name: "Sweep" }).click();
    await panel.getByRole("button", { name: /^greatest .* with seed [12]$/ }).click();
    await expect(page.getByRole("link", { name: "Simulate" })).toHaveAttribute("aria-current", "page");
    await expect.poll(() => cycle(page)).toBeGreaterThan(1000);
  },
);

test(
  "Sweep keeps results over a reload, and its link opens study and view elsewhere",
  long(
    "It adds the reload of a study. keyboard.spec.ts runs one in the short list, and tests/web/study keeps its results.",
  ),
  async ({ page, context }) => {
    await page.goto("./#sweep");
    await expect(
      page.getByRole("heading", { name: "How many contexts, how deep a ring, at which rate?" }),
    ).toBeVisible({
      timeout: 30_000,
    });
    await openStudy(page, STUDY);
    await expect(progress(page)).toContainText("0 of 8 runs");
    await page.getByRole("button", { name: "Run the study" }).click();
    await expect(progress(page)).toHaveText("8 runs of 4 points are done.", { timeout: 30_000 });
    await page.getByRole("combobox", { name: "Measure", exact: true }).selectOption("interrupts");
    await expect(page.getByRole("heading", { name: "Interrupts", exact: true })).toBeVisible();
    await page.reload();
    await expect(progress(page)).toHaveText("8 runs of 4 points are done.", { timeout: 30_000 });
    await expect(page.getByRole("heading", { name: "Interrupts", exact: true })).toBeVisible();
    const link = page.url();
    expect(link).toContain("#sweep=1.");

    const other = await context.newPage();
    await other.goto(link);
    await expect(other.getByRole("heading", { name: "Rings" })).toBeVisible({ timeout: 30_000 });
    await expect(other.getByRole("combobox", { name: "Measure", exact: true })).toHaveValue("interrupts");

    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Rows as CSV" }).click();
    const lines = readFileSync(await (await download).path(), "utf8")
      .trim()
      .split("\n");
    expect(lines).toHaveLength(9);
    expect(lines[0]).toContain(
      "contexts,ring,seed,receive.loss in %,interrupts,receive.offered,cycles,stateHash",
    );

    const summary = page.waitForEvent("download");
    await page.getByRole("button", { name: "Summary as JSON" }).click();
    const { points, ...about } = JSON.parse(readFileSync(await (await summary).path(), "utf8"));
    expect(points).toHaveLength(4);
    expect(about.greatest).toEqual([]);
    expect(lines[1]).toContain(`,${about.program},${about.model},`);
    expect(lines[1]).toContain(`${about.study},${about.studyHash},`);
    // The file that the page saves.
    expect(about.command).toMatch(/^irqscope sweep [a-z0-9-]+\.study\.json$/);

    const picture = page.waitForEvent("download");
    await page.getByRole("button", { name: "Interrupts as SVG", exact: true }).click();
    expect((await picture).suggestedFilename()).toBe("interrupts.svg");
    const svg = readFileSync(await (await picture).path(), "utf8");
    expect(svg).toMatch(/<text[^>]*>Interrupts<\/text>/);
    expect(svg).toContain(
      `<desc>irqscope ${about.program}, model ${about.model}; study ${about.study}, hash`,
    );
    expect(svg.replaceAll(/<\/text><text[^>]*>/g, " ")).toContain(
      "Bars: 95 % interval of the mean, over the seeds.",
    );
    // Nothing is above its upper edge.
    const top = Number(/viewBox="0 (-?\d+) /.exec(svg)?.[1]);
    for (const [, y] of svg.matchAll(/<text x="16" y="(-[\d.]+)"/g))
      expect(Number(y)).toBeGreaterThan(top + 10);

    await page.getByRole("button", { name: "Run it again" }).click();
    await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
    await expect(progress(page)).toHaveText("8 runs of 4 points are done.", { timeout: 30_000 });
  },
);

test(
  "Sweep runs a search of the form to its answer, which is a point of the pictures",
  long(
    "It adds the search of the form, and runs a study for it. tests/study/search.test.ts finds its answers and tests/web/study/studyRuns.test.ts runs it without a browser.",
  ),
  async ({ page }) => {
    test.slow();
    await page.goto("./#sweep");
    await expect(
      page.getByRole("heading", { name: "How many contexts, how deep a ring, at which rate?" }),
    ).toBeVisible({
      timeout: 30_000,
    });
    await openStudy(page, {
      ...STUDY,
      axes: [STUDY.axes[0], { kind: "field", field: "rxRingFrames", name: "ring", values: "1..32" }],
    });
    await expect(progress(page)).toContainText("64 points");
    await page.getByRole("button", { name: "Add Search" }).click();
    await expect(page.getByLabel("Column or metric")).toHaveValue("ring");
    await page.getByLabel("Conditions").fill('receive.drop["rx-ring-full"] == 0');
    await page.getByLabel("Conditions").blur();
    await page.getByRole("button", { name: "Search the best point" }).click();
    await expect(progress(page)).toContainText("The search is over after", { timeout: 60_000 });
    const answer = page.getByRole("region", { name: "Answer" });
    await expect(answer.getByRole("listitem")).toHaveCount(2);
    await expectNoViolations(page);
    const best = answer.getByRole("button", { name: /contexts 1 · ring \d+/ });
    await best.click();
    await expect(page.getByRole("region", { name: "Chosen point" })).toContainText(
      ((await best.textContent()) ?? "").replace("contexts 1 · ring", "1 context · Receive ring"),
    );
  },
);

for (const viewport of [
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
])
  for (const theme of ["light", "dark"])
    test(
      `Sweep has no overflow at ${viewport.width}, ${theme}`,
      long(
        "It adds two sizes in two themes with axe, and loads the page in each. keyboard.spec.ts runs a study in one size in the short list.",
      ),
      async ({ page }) => {
        await page.setViewportSize(viewport);
        await page.goto(`./?theme=${theme}#sweep`);
        await expect(
          page.getByRole("heading", { name: "How many contexts, how deep a ring, at which rate?" }),
        ).toBeVisible({
          timeout: 30_000,
        });
        await expectNoViolations(page);
        await expect(page.getByRole("slider").first()).toBeInViewport();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
          viewport.width,
        );
      },
    );

test(
  "Sweep warns of captures that no seed changes, and that the run truncates",
  long("It adds notes of captures, which tests/study/warnings.test.ts has without a browser."),
  async ({ page }) => {
    await page.goto("./#sweep");
    await expect(page.locator(".sweep").getByRole("heading", { level: 2 })).toBeVisible({ timeout: 30_000 });
    const capture = { ...STUDY, name: "Days", scenarios: ["capture"], axes: [], seeds: { count: 3 } };
    await openStudy(page, { ...capture, set: { runCycles: 1000 } });
    await expect(page.getByRole("heading", { name: "Days" })).toBeVisible();
    await expect(page.getByText(/^Note: traffic\[0\] is the same capture with every seed/)).toBeVisible();
    await expect(
      page.getByText(/^Note: traffic\[0\] ends at cycle \d+, after the run's end, cycle 1000/),
    ).toBeVisible();
    await openStudy(page, { ...STUDY, name: "None" });
    await expect(page.getByRole("heading", { name: "None" })).toBeVisible();
    await expect(page.getByText(/^Note:/)).toHaveCount(0);
  },
);

test.describe("Sweep on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test(
    "shows results first, and needs no keyboard",
    long(
      "It adds the page on a phone, in a browser context with touch, and runs a study for it. keyboard.spec.ts has the page in a window in the short list.",
    ),
    async ({ page }) => {
      await page.goto("./#sweep=contexts-ring-rate");
      await expect(page.locator(".sweep").getByRole("heading", { level: 2 })).toBeVisible({
        timeout: 30_000,
      });
      const chart = page.locator(".sweep-chart svg").first();
      await expect(chart).toBeVisible({ timeout: 30_000 });
      // Most of the picture is on the first screen, below sliders and numbers.
      // The picture is drawn again once it knows its width.
      const mostOfIt = async () => {
        const box = await chart.boundingBox();
        return (box?.y ?? 844) + 0.7 * (box?.height ?? 0);
      };
      await expect.poll(mostOfIt).toBeLessThan(844);
      const title = page.getByRole("heading", { level: 3 }).first();
      await expect(title).toHaveText("Lost, %");
      const measure = page.getByRole("combobox", { name: "Measure", exact: true });
      await measure.selectOption("receive.latency.p99 in us");
      await expect(title).toHaveText("Receive latency, 99th percentile, µs");
      const across = page.getByRole("combobox", { name: "Across", exact: true }).first();
      await expect(across).toBeHidden();
      await page.getByText("More pictures and all numbers").tap();
      await expect(across).toBeVisible();
      await page.getByRole("button", { name: /^1 context/ }).tap();
      const next = page.getByRole("button", { name: "Compare with another point" });
      await expect(next).not.toHaveAttribute("title");
      await expect(page.getByRole("button", { name: "Open a study …" })).toHaveCount(0);
      await page.getByRole("button", { name: "Edit the study" }).tap();
      await expect(page.getByRole("button", { name: "Open a study …" })).toBeInViewport();
    },
  );
});
