/** Machines of several contexts in the pipeline at once, and of several cores. */
import { expect, type Page, test } from "@playwright/test";
import { DESKTOP, expectFits, SIZES } from "./axe.ts";
import { cycle, expectCycle, goToCycle, open, pickScenario } from "./support.ts";

const SHARED = "Load-use stalls, four contexts";
const TWO_CORES = "Two cores, one takes the interrupts";

/** "C2", the context that the gate lets through. */
async function chosen(page: Page): Promise<string | undefined> {
  const rows = await page
    .getByRole("list", { name: "Front stages, round robin" })
    .getByRole("listitem")
    .allTextContents();
  expect(rows).toHaveLength(4);
  const issuing = rows.filter((row) => row.includes("issues next"));
  expect(issuing.length).toBeLessThanOrEqual(1);
  return issuing[0]?.slice(0, 2);
}

test("who issues next stands in EX a cycle later, the others say why they wait", async ({ page }) => {
  await open(page);
  await pickScenario(page, SHARED);
  await goToCycle(page, 10_024);
  const execute = page.getByRole("list", { name: "Pipeline" }).getByRole("listitem").first();
  const seen = new Set<string>();
  for (let next = 10_025; next < 10_033; next++) {
    const context = await chosen(page);
    await page.keyboard.press("ArrowRight");
    await expectCycle(page, next);
    if (context === undefined) continue;
    seen.add(context);
    await expect(execute.locator(".back__context")).toHaveText(context);
  }
  expect(seen.size).toBeGreaterThan(2);
  await expect(page.getByRole("list", { name: "Front stages, round robin" })).toContainText(
    "ready, not chosen",
  );
});

test("an interrupt goes to the core it is steered to; cores fold and open by keyboard", async ({ page }) => {
  await open(page);
  await pickScenario(page, TWO_CORES);
  await page.keyboard.press("i");
  await expect.poll(() => cycle(page)).toBeGreaterThan(100);
  const start = await cycle(page);
  await page.keyboard.press("ArrowRight");
  await expectCycle(page, start + 1);
  const stage = page.getByRole("region", { name: "Machine" });
  await expect(stage.getByRole("list", { name: "Interrupt lines" })).toContainText("goes to core 2");
  await expect(stage.locator(".entry__head")).toContainText("core 2");
  await expect(stage.getByRole("status")).toContainText("core 2: entry: push SR");
  await expect(stage.getByRole("list", { name: "Pipeline of core 1" })).not.toContainText("save/restore");
  await expect(stage.getByRole("list", { name: "Pipeline of core 2" })).toContainText("save/restore");

  const first = stage.getByRole("button", { name: /^core 1/ });
  await expect(first).toHaveAttribute("aria-expanded", "true");
  await first.focus();
  await page.keyboard.press("Enter");
  await expect(first).toHaveAttribute("aria-expanded", "false");
  await expect(first).toContainText("application");
  await expect(stage.getByRole("list", { name: "Pipeline of core 1" })).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(stage.getByRole("list", { name: "Pipeline of core 1" })).toBeVisible();
});

test("no violations in any size and theme, nothing sticks out", async ({ page }) => {
  test.setTimeout(120_000);
  await open(page);
  for (const name of [SHARED, TWO_CORES]) {
    await page.setViewportSize(DESKTOP);
    await pickScenario(page, name);
    await page.keyboard.press("]");
    for (const size of SIZES) {
      await expectFits(page, [size]);
      const [needed, there] = await page
        .locator(".stage")
        .evaluate((stage) => [stage.scrollWidth, stage.clientWidth]);
      expect(needed, `the stage, ${size.width} px`).toBe(there);
    }
  }
});
