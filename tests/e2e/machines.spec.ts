/** Machines of several contexts in the pipeline at once, and of several cores. */
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { cycle, expectCycle, goToCycle, open, pickScenario } from "./support.ts";

const SHARED = "Load-use stalls, four contexts";
const TWO_CORES = "Two cores, one takes the interrupts";

async function expectNoViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).exclude("[data-base-ui-focus-guard]").analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join("\n  ")}`)).toEqual(
    [],
  );
}

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
  // A slow page speaks at the interrupt and has nothing to add a cycle later.
  await expect(stage.getByRole("status")).toContainText(/core 2: entry|eth0 raised its interrupt/);
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

for (const theme of ["light", "dark"] as const) {
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const) {
    test(`no violations, nothing sticks out, ${theme}, ${width} px`, async ({ page }) => {
      test.setTimeout(120_000);
      await page.setViewportSize({ width, height });
      await open(page, { theme });
      for (const name of [SHARED, TWO_CORES]) {
        await pickScenario(page, name);
        await page.keyboard.press("]");
        await expectNoViolations(page);
        const widths = await page.evaluate(() => [
          document.documentElement.scrollWidth,
          window.innerWidth,
          document.querySelector(".stage")?.scrollWidth,
          document.querySelector(".stage")?.clientWidth,
        ]);
        expect(widths[0]).toBe(widths[1]);
        expect(widths[2]).toBe(widths[3]);
      }
    });
  }
}
