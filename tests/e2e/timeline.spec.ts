import { expect, test } from "@playwright/test";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { writtenScenario } from "../support/writtenScenario.ts";
import { long } from "./long.ts";
import { cycle, dropFile, expectCycle, settled } from "./support.ts";
import {
  body,
  cycleUnder,
  cycleUnderNow,
  GUTTER_PX,
  LANE_Y_PX,
  openRun,
  RING_Y_PX,
  RULER_Y_PX,
  visibleCycles,
  visibleCyclesNow,
  wheel,
} from "./timelineSupport.ts";

test(
  "the timeline pans and zooms",
  long(
    "It adds drags, the wheel and the strip of the run. Another test of timeline.spec.ts zooms and pans by key in the short list, and tests/web/state/viewport.test.ts has both without a browser.",
  ),
  async ({ page }) => {
    const box = await openRun(page);
    await test.step("the timeline pans with a drag, with shift or with the wheel, and leaves the playhead", async () => {
      const at = await cycle(page);
      const before = await cycleUnder(page, box, 700);
      await page.mouse.move(box.x + 700, box.y + RING_Y_PX);
      await page.mouse.down();
      await page.mouse.move(box.x + 500, box.y + RING_Y_PX, { steps: 8 });
      await page.mouse.up();
      const visible = await visibleCycles(page);
      const columns = visible / (box.width - GUTTER_PX - 20);
      expect(Math.abs((await cycleUnder(page, box, 500)) - before)).toBeLessThanOrEqual(2 * columns + 2);
      expect(await cycle(page)).toBe(at);

      const start = await cycleUnder(page, box, 500);
      await page.keyboard.down("Shift");
      await page.mouse.wheel(0, 100);
      await page.keyboard.up("Shift");
      await expect.poll(() => cycleUnderNow(page, box, 500)).toBeGreaterThan(start);
      expect(await visibleCycles(page)).toBe(visible);
    });
    await test.step("the timeline zooms around the pointer with the wheel, from the run to single cycles and back", async () => {
      await page.getByRole("button", { name: "Show the whole run (0)" }).click();
      await expect.poll(() => visibleCyclesNow(page)).toBe(20_000_000);
      const x = 600;
      const before = await cycleUnder(page, box, x);
      await wheel(page, box, x, -240, 10);
      const after = await cycleUnder(page, box, x);
      // The cycle under the pointer stays within its column.
      expect(Math.abs(after - before)).toBeLessThanOrEqual(20_000_000 / (box.width - GUTTER_PX) + 1);
      expect(await visibleCycles(page)).toBeLessThan(2_000_000);

      await wheel(page, box, x, -240, 40);
      await expect(page.locator(".timeline__span")).toContainText("instruction × cycle");
      await wheel(page, box, x, 600, 40);
      await expect.poll(() => visibleCyclesNow(page)).toBe(20_000_000);
    });
    await test.step("the overview strip moves the range with its brush, zooms at its edge, and jumps at a click", async () => {
      await page.getByRole("button", { name: "Show the whole run (0)" }).click();
      const right = box.x + box.width - 20;
      // The right edge of the brush is dragged to the middle, so that half of the run remains.
      await page.mouse.move(right, box.y + 15);
      await page.mouse.down();
      await page.mouse.move(box.x + GUTTER_PX + (right - box.x - GUTTER_PX) / 2, box.y + 15, { steps: 5 });
      await page.mouse.up();
      await expect.poll(() => visibleCyclesNow(page)).toBeLessThan(10_100_000);
      expect(await visibleCycles(page)).toBeGreaterThan(9_900_000);

      const before = await cycleUnder(page, box, 300);
      await page.mouse.move(box.x + GUTTER_PX + 100, box.y + 15);
      await page.mouse.down();
      await page.mouse.move(box.x + GUTTER_PX + 200, box.y + 15, { steps: 5 });
      await page.mouse.up();
      const perPx = 20_000_000 / (box.width - GUTTER_PX - 20);
      expect(Math.abs((await cycleUnder(page, box, 300)) - before - 100 * perPx)).toBeLessThanOrEqual(
        3 * perPx,
      );

      await page.mouse.click(right - 30, box.y + 15);
      await expect.poll(() => cycleUnderNow(page, box, 300)).toBeGreaterThan(before + 200 * perPx);
    });
  },
);

test("a click in the timeline moves the playhead, and the tip describes the span", async ({ page }) => {
  const box = await openRun(page);
  await test.step("a click moves the playhead, and a drag on the ruler scrubs", async () => {
    const wanted = await cycleUnder(page, box, 500);
    await page.mouse.click(box.x + 500, box.y + RING_Y_PX);
    const column = (await visibleCycles(page)) / (box.width - GUTTER_PX - 20);
    await expect.poll(async () => Math.abs((await cycle(page)) - wanted)).toBeLessThanOrEqual(column + 1);

    await page.mouse.move(box.x + 500, box.y + RULER_Y_PX);
    await page.mouse.down();
    const seen: number[] = [];
    for (const x of [560, 620, 680]) {
      await page.mouse.move(box.x + x, box.y + RULER_Y_PX);
      const before = seen.at(-1) ?? 0;
      await expect.poll(() => cycle(page)).toBeGreaterThan(before);
      seen.push(await settled(page, () => cycle(page)));
    }
    await page.mouse.up();
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(new Set(seen).size).toBe(3);
  });
  await test.step("the tip describes the span under the pointer as in the table", async () => {
    await page.mouse.move(box.x + 400, box.y + LANE_Y_PX - 1);
    await page.mouse.move(box.x + 400, box.y + LANE_Y_PX);
    const tip = page.locator(".timeline__tip");
    await expect(tip).toContainText("C1");
    const begins = tip.locator("div", { hasText: /^from/ }).locator("dd");
    const from = await settled(page, async () => (await begins.textContent()) ?? "");
    // A key of the page moves what is under the pointer.
    await page.keyboard.press("ArrowRight");
    await expect(tip).toHaveCount(0);
    await page.getByRole("button", { name: "Table of what is shown" }).click();
    const table = page.getByRole("region", { name: "Table of what the timeline shows" });
    await expect(table.getByRole("cell", { name: from, exact: true }).first()).toBeVisible();
    const columns = await table.getByRole("columnheader").allTextContents();
    expect(columns.join(" ")).toBe("Context Layer Thread From To Cycles");
    await page.getByRole("button", { name: "Table of what is shown" }).click();
    await expect(table).toHaveCount(0);
  });
  await test.step("a double click zooms in", async () => {
    const box = await body(page);
    const visible = await visibleCycles(page);
    const before = await cycleUnder(page, box, 700);
    await page.mouse.dblclick(box.x + 700, box.y + RING_Y_PX);
    await expect.poll(() => visibleCyclesNow(page)).toBeLessThan(visible / 3);
    expect(Math.abs((await cycleUnder(page, box, 700)) - before)).toBeLessThanOrEqual(visible / 900 + 1);
  });
});

test(
  "the timeline shows single instructions",
  long(
    "It adds the zoom to single instructions, whose rows tests/web/timeline/rows.test.ts makes without a browser.",
  ),
  async ({ page }) => {
    const box = await openRun(page);
    await test.step("X shows single instructions at the playhead, and X again restores the range", async () => {
      await page.keyboard.press("i");
      await expect.poll(() => cycle(page)).toBeGreaterThan(0);
      const before = await visibleCycles(page);
      const title = page.locator(".timeline__span");
      await page.keyboard.press("x");
      await expect(title).toContainText("instruction × cycle");
      await page.keyboard.press("x");
      await expect(title).not.toContainText("instruction × cycle");
      // The plot is wider again by the width of the names.
      await expect.poll(() => visibleCyclesNow(page)).toBe(before);
    });
    await test.step("a click on an instruction moves the playhead after the clicked cycle", async () => {
      await wheel(page, box, 500, -240, 40);
      await page.mouse.move(box.x + 640, box.y + RING_Y_PX);
      await page.mouse.click(box.x + 640, box.y + RING_Y_PX);
      const first = await settled(page, () => cycle(page));
      const view = await visibleCycles(page);
      const pxPerCycle = (box.width - 220 - 20) / view;
      await page.mouse.click(box.x + 640 + pxPerCycle, box.y + RING_Y_PX);
      await expect.poll(() => cycle(page)).toBe(first + 1);
    });
  },
);

test(
  "the timeline has a lane for each context",
  long(
    "It adds lanes of many contexts, and how they scroll. tests/web/timeline/layout.test.ts places sixteen of them without a browser.",
  ),
  async ({ page }) => {
    await openRun(page, { hash: "#ring-overflow-three-contexts" });
    await test.step("the lanes have the urgent context on top, and arrows change the lane", async () => {
      await page.getByRole("application", { name: /^Timeline/ }).focus();
      const said = page.locator(".timeline > [aria-live]");
      const lanes: string[] = [];
      await page.keyboard.press("ArrowRight");
      for (let i = 0; i < 3; i++) {
        await expect(said).toContainText(/^C\d/);
        lanes.push((await settled(page, async () => (await said.textContent()) ?? "")).slice(0, 2));
        await page.keyboard.press("ArrowDown");
      }
      expect(new Set(lanes)).toEqual(new Set(["C1", "C2", "C3"]));
    });
    await test.step("sixteen lanes scroll by the wheel over the names, and to the focused lane", async () => {
      const scenario = writtenScenario("ring-overflow-three-contexts") as Scenario;
      const openOf = async (contexts: number, name: string) => {
        Object.assign(scenario, { name }).machine.core.contexts = contexts;
        await dropFile(page, "some.json", new TextEncoder().encode(JSON.stringify(scenario)));
        await expect(page.locator(".picker__name")).toHaveText(name);
      };
      await openOf(16, "sixteen");
      const box = await body(page);
      const scroller = page.locator(".timeline__scroller");
      const scrollTop = () => scroller.evaluate((element) => element.scrollTop);
      await expect
        .poll(() => scroller.evaluate((element) => element.scrollHeight - element.clientHeight))
        .toBeGreaterThan(50);
      const visible = await visibleCycles(page);
      await page.mouse.move(box.x + 60, box.y + 200);
      await page.mouse.wheel(0, 400);
      await expect.poll(scrollTop).toBeGreaterThan(50);
      expect(await visibleCycles(page)).toBe(visible);

      // The lane with a running thread is at the top.
      await page.getByRole("application", { name: /^Timeline/ }).focus();
      await page.keyboard.press("ArrowRight");
      await expect.poll(scrollTop).toBeLessThan(50);

      await page.mouse.wheel(0, 400);
      await expect.poll(scrollTop).toBeGreaterThan(50);
      await openOf(15, "fifteen");
      await expect.poll(scrollTop).toBe(0);
    });
  },
);

test("the timeline works by keyboard alone: walk and hear spans, move the playhead, zoom, pan, fit", async ({
  page,
}) => {
  await openRun(page);
  const timeline = page.getByRole("application", { name: /^Timeline/ });
  await timeline.focus();
  const said = page.locator(".timeline > [aria-live]");
  const at = await cycle(page);
  await page.keyboard.press("ArrowRight");
  await expect(said).toContainText(/^C1, .* from .* to .* length/);
  const first = await said.textContent();
  await page.keyboard.press("ArrowRight");
  await expect(said).not.toHaveText(first ?? "");
  expect(await cycle(page)).toBe(at);

  const from = Number(
    (/from ([\d\u202f]+)/.exec((await said.textContent()) ?? "")?.[1] ?? "").replace(/\D/g, ""),
  );
  await page.keyboard.press("Enter");
  await expect.poll(() => cycle(page)).toBe(from);

  const visible = await visibleCycles(page);
  await page.keyboard.press("w");
  await expect.poll(() => visibleCyclesNow(page)).toBeLessThan(visible);
  await page.keyboard.press("s");
  await expect.poll(() => visibleCyclesNow(page)).toBe(visible);
  await page.keyboard.press("a");
  await page.keyboard.press("Shift+A");
  expect(await cycle(page)).toBe(from);
  // D runs to the next drop here too.
  await page.keyboard.press("d");
  await expect.poll(() => cycle(page)).toBeGreaterThan(from);
  await page.keyboard.press("0");
  await expect.poll(() => visibleCyclesNow(page)).toBe(20_000_000);
});

test(
  "keys keep their meaning after a click in the timeline, and Alt with arrows or Tab walks the spans",
  long(
    "It adds what keys mean after a click. Another test of timeline.spec.ts has the keys before one in the short list.",
  ),
  async ({ page }) => {
    const box = await openRun(page);
    await page.mouse.click(box.x + 400, box.y + LANE_Y_PX);
    const clicked = await settled(page, () => cycle(page));
    await page.keyboard.press("ArrowRight");
    await expectCycle(page, clicked + 1);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await expectCycle(page, clicked - 1);
    const visible = await visibleCycles(page);
    await page.keyboard.press("d");
    await expect.poll(() => cycle(page)).toBeGreaterThan(clicked);
    expect(await visibleCyclesNow(page)).toBe(visible);
    await page.keyboard.press("Shift+D");

    const at = await settled(page, () => cycle(page));
    const said = page.locator(".timeline > [aria-live]");
    await page.keyboard.press("Alt+ArrowRight");
    await expect(said).toContainText(/^C1, .* from .* to .* length/);
    expect(await cycle(page)).toBe(at);
    // A popup that returns the focus does not change the meaning of the arrows.
    await page.keyboard.press("k");
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.keyboard.press("ArrowRight");
    await expectCycle(page, at + 1);

    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    await expect(page.getByRole("application", { name: /^Timeline/ })).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await expect(said).toContainText(/^C1, .* from .* to .* length/);
    await expectCycle(page, at + 1);
  },
);
