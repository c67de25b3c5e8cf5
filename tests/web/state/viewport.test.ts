import { describe, expect, it } from "vitest";
import { columnCycles, covers, isBehind, rowsRange, windowRange } from "../../../web/state/feed.ts";
import {
  clampViewport,
  cycleAtPx,
  endCycleOf,
  fitCycles,
  followed,
  MAX_PX_PER_CYCLE,
  panBy,
  pxAtCycle,
  revealed,
  showsInstructions,
  zoomAround,
} from "../../../web/state/viewport.ts";
import { emptyWindow } from "./support.ts";

const END = 200_000_000;
const whole = fitCycles({ startCycle: 0, cyclesPerPx: 1, widthPx: 1400 }, 0, END, END);

const windowOf = (range: { from: number; to: number; columns: number }, knownTo: number) =>
  emptyWindow({ ...range, knownTo });

describe("the timeline's visible range", () => {
  it("shows the whole run, and never more", () => {
    expect(endCycleOf(whole)).toBeCloseTo(END, 3);
    expect(zoomAround(whole, 1000, 0.1, END)).toEqual(whole);
    expect(panBy(whole, 500, END)).toEqual(whole);
  });

  it("keeps the cycle under its pixel while zooming", () => {
    let view = whole;
    const cycle = 123_456_789;
    const px = pxAtCycle(view, cycle);
    for (let step = 0; step < 20; step += 1) {
      view = zoomAround(view, cycle, 1.7, END);
      expect(pxAtCycle(view, cycle)).toBeCloseTo(px, 3);
      expect(cycleAtPx(view, px)).toBeCloseTo(cycle, 3);
    }
  });

  it("stops zooming at the greatest width of a cycle", () => {
    const view = zoomAround(whole, 5, 1e12, END);
    expect(view.cyclesPerPx).toBe(1 / MAX_PX_PER_CYCLE);
    expect(showsInstructions(view)).toBe(true);
    expect(showsInstructions(whole)).toBe(false);
  });

  it("ignores NaN and infinite numbers", () => {
    const view = clampViewport({ startCycle: Number.NaN, cyclesPerPx: Number.NaN, widthPx: 100 }, 1000);
    expect(view).toEqual({ startCycle: 0, cyclesPerPx: 10, widthPx: 100 });
  });

  it("turns the page when the playhead nears an edge", () => {
    const view = { startCycle: 1000, cyclesPerPx: 1, widthPx: 1000 };
    expect(followed(view, 1500, END)).toBe(view);
    const next = followed(view, 1990, END);
    expect(pxAtCycle(next, 1990)).toBeCloseTo(200);
    expect(followed({ ...view, startCycle: 0 }, 3, END)).toMatchObject({ startCycle: 0 });
    const atEnd = { startCycle: END - 1000, cyclesPerPx: 1, widthPx: 1000 };
    expect(followed(atEnd, END, END)).toBe(atEnd);
  });

  it("scrolls to a place from its side, and stays if the place is in view", () => {
    const view = { startCycle: 1000, cyclesPerPx: 1, widthPx: 1000 };
    expect(revealed(view, 1999, END)).toBe(view);
    expect(pxAtCycle(revealed(view, 5000, END), 5000)).toBeCloseTo(200);
    expect(pxAtCycle(revealed(view, 900, END), 900)).toBeCloseTo(800);
    expect(revealed(view, 3, END).startCycle).toBe(0);
  });
});

describe("the range that the timeline requests", () => {
  it("has whole columns at multiples of their width", () => {
    for (const cyclesPerPx of [0.02, 0.9, 1, 3.7, 1428.6]) {
      const view = { startCycle: 77_777_777, cyclesPerPx, widthPx: 1400 };
      const range = windowRange(view, END);
      const width = (range.to - range.from) / range.columns;
      expect(width).toBe(columnCycles(view));
      expect(range.from % width).toBe(0);
      expect(range.from).toBeLessThanOrEqual(view.startCycle);
      expect(range.to).toBeGreaterThanOrEqual(endCycleOf(view));
      expect(covers(windowOf(range, END), view, END)).toBe(true);
    }
  });

  it("changes after a pan, a zoom, and a move of the frontier", () => {
    const view = { startCycle: 50_000, cyclesPerPx: 10, widthPx: 1000 };
    const range = windowRange(view, END);
    expect(covers(undefined, view, END)).toBe(false);
    expect(covers(windowOf(range, END), { ...view, startCycle: 50_000 + 10_000 }, END)).toBe(false);
    expect(covers(windowOf(range, END), { ...view, startCycle: 50_000 + 5_000 }, END)).toBe(true);
    expect(covers(windowOf(range, END), { ...view, cyclesPerPx: 5 }, END)).toBe(false);
    expect(isBehind(windowOf(range, 55_000), 55_000, END)).toBe(false);
    expect(isBehind(windowOf(range, 55_000), 56_000, END)).toBe(true);
    expect(isBehind(windowOf(range, END), END, END)).toBe(false);
  });

  it("has coarser columns while the view moves, and finer ones when it rests", () => {
    const view = { startCycle: 50_000, cyclesPerPx: 1000, widthPx: 1000 };
    const window = windowOf(windowRange(view, 2e9), 2e9);
    const zoomed = (factor: number) => ({ ...view, cyclesPerPx: view.cyclesPerPx / factor });
    expect(covers(window, zoomed(1.4), 2e9, 1000)).toBe(true);
    expect(covers(window, zoomed(1.4), 2e9)).toBe(false);
    expect(covers(window, zoomed(1.6), 2e9, 1000)).toBe(false);
    // The engine gave wider columns at once, and would give the same again.
    const coarse = { ...window, columns: window.columns / 2 };
    expect(covers(coarse, zoomed(1.4), 2e9, 1000)).toBe(true);
    expect(covers(coarse, zoomed(1.4), 2e9)).toBe(false);
  });

  it("is the same for most steps of a drag", () => {
    const view = { startCycle: 50_000, cyclesPerPx: 10, widthPx: 1000 };
    const ranges = new Set<string>();
    for (let px = 0; px < 256; px++)
      ranges.add(JSON.stringify(windowRange({ ...view, startCycle: view.startCycle + 10 * px }, END)));
    // Each end passes one multiple of 256 columns.
    expect(ranges.size).toBeLessThanOrEqual(3);
  });

  it("has rows only as far as is known", () => {
    const view = { startCycle: 100, cyclesPerPx: 1 / 40, widthPx: 1200 };
    expect(rowsRange(view, 1000)).toEqual({ from: 85, to: 145 });
    expect(rowsRange(view, 120)).toEqual({ from: 85, to: 120 });
  });
});
