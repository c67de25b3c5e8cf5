import { expect, type Page, test } from "@playwright/test";
import { DESKTOP, expectFits, PHONE } from "./axe.ts";
import { long } from "./long.ts";
import { cycle, expectCycle, framesPass, open, settled } from "./support.ts";

/** A condition in the default scenario, "Ring overflow". */
async function addBreakpoint(
  page: Page,
  when: string,
  change?: (panel: ReturnType<Page["getByRole"]>) => Promise<void>,
) {
  await page.keyboard.press("k");
  const panel = page.getByRole("dialog", { name: "Breakpoints" });
  await panel.getByLabel("stop when").selectOption(when);
  await change?.(panel);
  await panel.getByRole("button", { name: "Add breakpoint" }).click();
  return panel;
}

async function playToStop(page: Page): Promise<number> {
  await page.keyboard.press(" ");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(page.locator(".stopped")).toBeVisible();
  return settled(page, () => cycle(page));
}

test(
  "play stops at the drop that Run to finds, at every speed",
  long(
    "It adds two speeds at which play stops. programC.spec.ts of the short list stops at a breakpoint, and tests/web/state/breakpoints.test.ts stops play without a browser.",
  ),
  async ({ page }) => {
    await open(page);
    await page.keyboard.press("d");
    await expect.poll(() => cycle(page)).toBeGreaterThan(0);
    const firstDrop = await settled(page, () => cycle(page));
    await addBreakpoint(page, "drop");
    await page.keyboard.press("Escape");
    const found: number[] = [];
    for (const presses of [10, 0]) {
      await page.keyboard.press("g");
      await page.getByLabel("cycle", { exact: true }).fill("0");
      await page.keyboard.press("Enter");
      await expectCycle(page, 0);
      for (let press = 0; press < presses; press += 1) await page.keyboard.press(".");
      if (presses === 0) for (let press = 0; press < 2; press += 1) await page.keyboard.press(",");
      found.push(await playToStop(page));
    }
    expect(found).toEqual([firstDrop, firstDrop]);
    await expect(page.locator(".stopped")).toHaveText(/a frame is lost.*hit 1/);
  },
);

test(
  "a panel opened by a key leaves the keys to the page: Space plays, and the next field keeps the focus",
  long(
    "It adds a race of the focus between a popup that fades and the next one. No other test has it: it opens a page of its own, which takes some 3 s of processor time, and waits for a popup that is slowed down.",
  ),
  async ({ page }) => {
    await open(page);
    const panel = await addBreakpoint(page, "drop");
    // As on a page with slow frames, the panel fades out while the next popup opens and closes.
    await page.addStyleTag({ content: ".marks { transition-duration: 1s !important; }" });
    await page.keyboard.press("Escape");
    await page.keyboard.press("g");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await framesPass(page);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
    await page.keyboard.press("k");
    await expect(panel.getByLabel("stop when")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(panel).toHaveCount(0);
    await page.keyboard.press(" ");
    await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
    await page.keyboard.press(" ");
    const trigger = page.getByRole("button", { name: "Breakpoints, 1" });
    await trigger.click();
    await expect(panel.getByLabel("stop when")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(trigger).toBeFocused();
  },
);

const breakpoints = (page: Page) => page.getByRole("dialog", { name: "Breakpoints" });

test("conditions are counted, disabled, refused with a reason, and removed", async ({ page }) => {
  await open(page);
  const panel = breakpoints(page);
  const row = panel.getByRole("listitem");
  await addBreakpoint(page, "fill", async (form) => {
    await form.getByLabel("at least").fill("3");
  });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('nic["eth0"].ring.fill >= 3');
  await expect(row).toContainText(/\d+ hits/);
  await panel.getByLabel("stop when").selectOption("own");
  await panel.getByRole("textbox", { name: "Condition" }).fill("ring.fil >= 3");
  await panel.getByRole("button", { name: "Add breakpoint" }).click();
  await expect(panel.getByRole("alert")).toHaveText("at 1: no metric ring.fil");
  await panel.getByRole("textbox", { name: "Condition" }).fill("ring.fill >= 3 and dropped > 0");
  await panel.getByRole("button", { name: "Add breakpoint" }).click();
  await expect(row).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Breakpoints, 2" })).toBeVisible();
  await row.first().getByRole("checkbox").uncheck();
  await row
    .first()
    .getByRole("button", { name: /^Remove/ })
    .click();
  await expect(row).toHaveCount(1);
});

test(
  "the panel of breakpoints has no violations, wide and narrow",
  long("It adds the panel with axe in two sizes and themes for 5 s of processor time."),
  async ({ page }) => {
    await open(page);
    const panel = breakpoints(page);
    const row = panel.getByRole("listitem");
    await addBreakpoint(page, "fill");
    await expect(row).toHaveCount(1);
    await page.keyboard.press("Escape");
    await addBreakpoint(page, "latency");
    await expect(row).toHaveCount(2);
    await expect(row.last()).toContainText(/hits/);
    await page.keyboard.press("Escape");
    for (const size of [DESKTOP, PHONE]) {
      await page.setViewportSize(size);
      await page.keyboard.press("k");
      await panel.getByLabel("stop when").selectOption("own");
      await panel.getByRole("textbox", { name: "Condition" }).fill("latency > 3");
      await panel.getByRole("button", { name: "Add breakpoint" }).click();
      await expect(panel.getByRole("alert")).toBeVisible();
      await expectFits(page, [size]);
      await page.keyboard.press("Escape");
    }
  },
);

test(
  "hit counts choose the stops, and breakpoints travel in the link",
  long(
    "It adds the counts of hits and breakpoints in links, which tests/web/state/breakpointHits.test.ts and tests/scenarios/linkMarks.test.ts check without a browser.",
  ),
  async ({ page, context }) => {
    await open(page);
    const panel = await addBreakpoint(page, "drop");
    await test.step("hit counts choose which hits stop, and B goes forwards and backwards", async () => {
      await expect(panel.getByRole("listitem")).toContainText("hits");
      await page.keyboard.press("Escape");
      const stops: number[] = [];
      for (let press = 0; press < 3; press += 1) {
        await page.keyboard.press("b");
        await expect.poll(() => cycle(page)).toBeGreaterThan(stops.at(-1) ?? 0);
        stops.push(await settled(page, () => cycle(page)));
      }
      await page.keyboard.press("Shift+B");
      await expectCycle(page, stops[1] ?? 0);
      await page.keyboard.press("k");
      await panel.getByLabel("dropped > 0: from hit").fill("3");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Shift+B");
      await expect(page.getByText("No breakpoint stops the run before this cycle.")).toBeVisible();
      await page.keyboard.press("b");
      await expectCycle(page, stops[2] ?? 0);
      await expect(page.locator(".stopped")).toHaveText(/hit 3/);
    });
    await test.step("breakpoints travel in the link, and a condition that does not fit is reported", async () => {
      await page.keyboard.press("k");
      await panel.getByLabel("dropped > 0: every").fill("4");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Share" }).click();
      const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
      const other = await context.newPage();
      await other.goto(link);
      await other.getByRole("button", { name: "Breakpoints, 1" }).click();
      const there = other.getByRole("dialog", { name: "Breakpoints" });
      await expect(there.getByLabel("dropped > 0: every")).toHaveValue("4");
      await expect(there.getByRole("listitem")).toContainText(/hits/);
    });
  },
);
