import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import {
  cycle,
  dropFile,
  expectCycle,
  framesPass,
  machineIsShown,
  open,
  pickScenario,
  settled,
} from "./support.ts";

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const GUTTER_PX = 148;
/** A height inside the ring's track, whose tip always tells the cycle. */
const RING_Y_PX = 200;
const LANE_Y_PX = 115;
const RULER_Y_PX = 50;

async function body(page: Page): Promise<Box> {
  const box = await page.locator(".timeline__body").boundingBox();
  if (box === null) throw new Error("no timeline");
  return box;
}

async function openRun(page: Page, theme: "light" | "dark" = "light"): Promise<Box> {
  await open(page, { theme });
  await expect(page.locator('.timeline[data-simulated="all"]')).toBeVisible({ timeout: 30_000 });
  return body(page);
}

/** As the title tells it, which follows the view at a reading pace. */
async function visibleCyclesNow(page: Page): Promise<number> {
  const text = (await page.locator(".timeline__span").textContent()) ?? "";
  return Number(text.split(/cycle/)[0]?.replace(/\D/g, ""));
}

function visibleCycles(page: Page): Promise<number> {
  return settled(page, () => visibleCyclesNow(page));
}

/** First cycle of the column under this x, as the tip tells it once the data for this view have come. */
function cycleUnder(page: Page, box: Box, xPx: number): Promise<number> {
  return settled(page, () => cycleUnderNow(page, box, xPx));
}

async function cycleUnderNow(page: Page, box: Box, xPx: number): Promise<number> {
  await page.mouse.move(box.x + xPx, box.y + RING_Y_PX - 1);
  await page.mouse.move(box.x + xPx, box.y + RING_Y_PX);
  await framesPass(page);
  const row = page.locator(".timeline__tip dl > div").filter({ hasText: /^(from|cycle)/ });
  return Number(((await row.locator("dd").first().textContent()) ?? "").replace(/\D/g, ""));
}

async function wheel(page: Page, box: Box, xPx: number, deltaY: number, times: number): Promise<void> {
  await page.mouse.move(box.x + xPx, box.y + RING_Y_PX);
  for (let i = 0; i < times; i++) {
    await page.mouse.wheel(0, deltaY);
    await framesPass(page);
  }
}

test("the wheel zooms around the pointer, from the run to single cycles and back", async ({ page }) => {
  const box = await openRun(page);
  await page.getByRole("button", { name: "Show the whole run (0)" }).click();
  await expect.poll(() => visibleCyclesNow(page)).toBe(20_000_000);
  const x = 600;
  const before = await cycleUnder(page, box, x);
  await wheel(page, box, x, -240, 10);
  const after = await cycleUnder(page, box, x);
  // The cycle under the pointer stays within the column that it was in.
  expect(Math.abs(after - before)).toBeLessThanOrEqual(20_000_000 / (box.width - GUTTER_PX) + 1);
  expect(await visibleCycles(page)).toBeLessThan(2_000_000);

  await wheel(page, box, x, -240, 40);
  await expect(page.locator(".timeline__span")).toContainText("instruction × cycle");
  await wheel(page, box, x, 600, 40);
  await expect.poll(() => visibleCyclesNow(page)).toBe(20_000_000);
});

test("a drag pans and leaves the playhead alone; shift and the wheel pan too", async ({ page }) => {
  const box = await openRun(page);
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

test("a click moves the playhead there, a drag on the ruler scrubs", async ({ page }) => {
  const box = await openRun(page);
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

test("at instruction zoom a click shows the machine after the cycle that was clicked", async ({ page }) => {
  const box = await openRun(page);
  await wheel(page, box, 500, -240, 40);
  await page.mouse.move(box.x + 640, box.y + RING_Y_PX);
  await page.mouse.click(box.x + 640, box.y + RING_Y_PX);
  const first = await settled(page, () => cycle(page));
  const view = await visibleCycles(page);
  const pxPerCycle = (box.width - 220 - 20) / view;
  await page.mouse.click(box.x + 640 + pxPerCycle, box.y + RING_Y_PX);
  await expect.poll(() => cycle(page)).toBe(first + 1);
});

test("the strip of the run: the brush moves, its edge zooms, a click elsewhere jumps", async ({ page }) => {
  const box = await openRun(page);
  await page.getByRole("button", { name: "Show the whole run (0)" }).click();
  const right = box.x + box.width - 20;
  // The right edge of the brush, to the middle: half of the run is left.
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
  expect(Math.abs((await cycleUnder(page, box, 300)) - before - 100 * perPx)).toBeLessThanOrEqual(3 * perPx);

  await page.mouse.click(right - 30, box.y + 15);
  await expect.poll(() => cycleUnderNow(page, box, 300)).toBeGreaterThan(before + 200 * perPx);
});

test("the tip tells the span under the pointer, and it is the one of the table", async ({ page }) => {
  const box = await openRun(page);
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
});

test("with the keyboard alone: walk the spans, hear them, move the playhead, zoom, pan, fit", async ({
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
  // D runs to the next drop, here too.
  await page.keyboard.press("d");
  await expect.poll(() => cycle(page)).toBeGreaterThan(from);
  await page.keyboard.press("0");
  await expect.poll(() => visibleCyclesNow(page)).toBe(20_000_000);
});

test("after a click in the timeline every key keeps its meaning; Alt and arrows, or Tab, go over the spans", async ({
  page,
}) => {
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
  // A popup that gives the focus back does not change what the arrows mean.
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
});

test("a lane a context, the urgent one on top; arrows change the lane", async ({ page }) => {
  await openRun(page);
  await pickScenario(page, "Ring overflow, three contexts");
  await expect(page.locator('.timeline[data-simulated="all"]')).toBeVisible({ timeout: 30_000 });
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

test("sixteen contexts scroll: by the wheel over the names, to the lane walked to", async ({ page }) => {
  await openRun(page);
  const file = new URL("../../scenarios/demos/ring-overflow-three-contexts.json", import.meta.url);
  const scenario = JSON.parse(readFileSync(file, "utf8"));
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

test("X shows single instructions at the playhead, and again what was shown before", async ({ page }) => {
  await openRun(page);
  await page.keyboard.press("i");
  await expect.poll(() => cycle(page)).toBeGreaterThan(0);
  const before = await visibleCycles(page);
  const title = page.locator(".timeline__span");
  await page.keyboard.press("x");
  await expect(title).toContainText("instruction × cycle");
  await page.keyboard.press("x");
  await expect(title).not.toContainText("instruction × cycle");
  // The plot is wider again by what the names took.
  await expect.poll(() => visibleCyclesNow(page)).toBe(before);
});

test("a double click zooms in where it was made", async ({ page }) => {
  const box = await openRun(page);
  const visible = await visibleCycles(page);
  const before = await cycleUnder(page, box, 700);
  await page.mouse.dblclick(box.x + 700, box.y + RING_Y_PX);
  await expect.poll(() => visibleCyclesNow(page)).toBeLessThan(visible / 3);
  expect(Math.abs((await cycleUnder(page, box, 700)) - before)).toBeLessThanOrEqual(visible / 900 + 1);
});

/** Part of the pixels; a picture that lies one pixel beside its place has 0.04. */
const DRAGGED_LIMIT = 0.015;

test("a picture that was dragged is the one that is drawn anew", async ({ page }) => {
  const box = await openRun(page);
  for (const zoomPresses of [0, 12]) {
    for (let press = 0; press < zoomPresses; press++) await page.keyboard.press("s");
    await page.mouse.move(box.x + 700, box.y + RING_Y_PX);
    await page.mouse.down();
    for (const x of [690, 670, 640, 600, 590]) {
      await page.mouse.move(box.x + x, box.y + RING_Y_PX);
      await framesPass(page);
    }
    await page.mouse.up();
    await page.mouse.move(box.x + 10, box.y + 10);
    await settled(page, () => pictureHash(page));
    const different = await page.evaluate(async (top) => {
      const canvas = document.querySelector<HTMLCanvasElement>(".timeline__body canvas");
      const read = () => canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data;
      const dragged = read();
      // Fonts that arrive make the timeline forget every picture.
      document.fonts.dispatchEvent(new Event("loadingdone"));
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const anew = read();
      if (canvas === null || dragged === undefined || anew === undefined) throw new Error("no canvas");
      // Below the lanes, whose hatches lie as the drag left them; strips may begin at another part of a pixel.
      let count = 0;
      let compared = 0;
      for (let y = top; y < canvas.height; y++) {
        for (let x = Math.round(canvas.width / 2); x < canvas.width; x++) {
          const i = 4 * (y * canvas.width + x);
          compared++;
          if (Math.abs((dragged[i] ?? 0) - (anew[i] ?? 0)) > 40) count++;
        }
      }
      return count / compared;
    }, RING_Y_PX - 50);
    expect(different, `${zoomPresses} presses`).toBeLessThan(DRAGGED_LIMIT);
  }
});

function pictureHash(page: Page): Promise<number> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>(".timeline__body canvas");
    const data = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    let hash = 0;
    for (let i = 0; i < data.length; i += 4) hash = (Math.imul(hash, 31) + (data[i] ?? 0)) | 0;
    return hash;
  });
}

/** Colours of the lower canvas, as #rrggbb. */
async function drawnColors(page: Page): Promise<ReadonlySet<string>> {
  const colors = await page.evaluate(() => {
    const canvases = document.querySelectorAll<HTMLCanvasElement>(".timeline__body canvas");
    const found = new Set<string>();
    for (const canvas of canvases) {
      const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      for (let i = 0; i < data.length; i += 4) {
        if (data[i + 3] !== 255) continue;
        const hex = [data[i], data[i + 1], data[i + 2]].map((part) =>
          (part ?? 0).toString(16).padStart(2, "0"),
        );
        found.add(`#${hex.join("")}`);
      }
    }
    return [...found];
  });
  return new Set(colors);
}

test("is drawn in the colours of the theme, and again when the theme changes", async ({ page }) => {
  // Without ?theme, which would hold it.
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("./");
  await machineIsShown(page);
  const token = (name: string) =>
    page.evaluate((key) => getComputedStyle(document.documentElement).getPropertyValue(key).trim(), name);
  for (const theme of ["light", "dark"] as const) {
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme);
    for (const name of ["--isr", "--proto", "--accent", "--drop"]) {
      const color = await token(name);
      await expect
        .poll(async () => (await drawnColors(page)).has(color), { message: `${theme} ${name}` })
        .toBe(true);
    }
    await page.keyboard.press("t");
  }
});

test("two fingers zoom, one pans", async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    hasTouch: true,
    viewport: { width: 390, height: 844 },
    baseURL: baseURL ?? "",
  });
  const page = await context.newPage();
  await open(page);
  await page.getByRole("tab", { name: "Timeline" }).click();
  await expect(page.locator('.timeline[data-simulated="all"]')).toBeVisible({ timeout: 30_000 });
  const box = await body(page);
  const y = box.y + 220;
  const cdp = await context.newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", xs: readonly number[]) =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints: xs.map((x, id) => ({ x: box.x + x, y, id })) });
  const before = await visibleCycles(page);
  await touch("touchStart", [200, 240]);
  for (let spread = 0; spread <= 80; spread += 10) await touch("touchMove", [200 - spread, 240 + spread]);
  await touch("touchEnd", []);
  await expect.poll(() => visibleCyclesNow(page)).toBeLessThan(before / 3);

  const zoomed = await visibleCycles(page);
  await touch("touchStart", [300]);
  for (let x = 300; x >= 150; x -= 15) await touch("touchMove", [x]);
  await touch("touchEnd", []);
  expect(await visibleCycles(page)).toBe(zoomed);
  await context.close();
});

for (const presses of [12, 11, 10])
  test(`is never empty while it plays (${presses} steps faster), and comes back to its zoom`, async ({
    page,
  }) => {
    await openRun(page);
    await page.keyboard.press("z");
    await page.keyboard.press("x");
    await page.keyboard.press("x");
    for (let press = 0; press < 12; press++) await page.keyboard.press("w");
    const visible = await visibleCycles(page);
    for (let press = 0; press < presses; press++) await page.keyboard.press(".");
    // A lane that has data has no stretch of plain background as long as the half of it, left of the playhead.
    await page.evaluate(
      ([y, left]) => {
        const canvas = document.querySelector<HTMLCanvasElement>(".timeline__body > canvas");
        const surface = canvas?.getContext("2d");
        if (canvas === null || surface === null || surface === undefined) throw new Error("no canvas");
        const ratio = window.devicePixelRatio;
        const counts = { frames: 0, empty: 0 };
        Reflect.set(window, "seen", counts);
        const look = () => {
          const row = surface.getImageData((left ?? 0) * ratio, (y ?? 0) * ratio, 400 * ratio, 12).data;
          const pixels = new Set<string>();
          for (let at = 0; at < row.length; at += 4) pixels.add(`${row[at]},${row[at + 1]},${row[at + 2]}`);
          counts.frames += 1;
          if (pixels.size < 2) counts.empty += 1;
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      },
      [LANE_Y_PX - 6, GUTTER_PX + 8] as const,
    );
    await page.keyboard.press(" ");
    await page.waitForTimeout(2500);
    const seen = await page.evaluate(() => Reflect.get(window, "seen"));
    expect(seen.frames).toBeGreaterThan(5);
    expect(seen.empty, JSON.stringify(seen)).toBe(0);
    if (await page.getByRole("button", { name: "Pause" }).isVisible()) await page.keyboard.press(" ");
    await expect(page.getByRole("button", { name: "Play" })).toBeVisible({ timeout: 30_000 });
    expect(await visibleCycles(page)).toBe(visible);
  });
