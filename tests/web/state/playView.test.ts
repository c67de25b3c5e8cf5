import { describe, expect, it } from "vitest";
import { SPEEDS } from "../../../web/state/store.ts";
import { endCycleOf, pxAtCycle, type Viewport, visibleCycles } from "../../../web/state/viewport.ts";
import { around, cyclesPerSecond, widened } from "../../../web/state/views.ts";
import { windowToDraw } from "../../../web/timeline/TimelineBody.tsx";
import { makeWindow } from "../timeline/fixtures.ts";

const END = 20_000_000;
const OPENING: Viewport = { startCycle: 1_110_000, cyclesPerPx: 32, widthPx: 1000 };

describe("the timeline's range during play", () => {
  it("is crossed in four seconds, or is the whole run, at any speed", () => {
    for (const speed of SPEEDS) {
      const view = widened(OPENING, 1_120_000, speed, END) ?? OPENING;
      const perSecond = cyclesPerSecond(speed, END);
      expect(visibleCycles(view), String(speed)).toBeGreaterThanOrEqual(Math.min(END, 4 * perSecond) * 0.999);
      expect(pxAtCycle(view, 1_120_000)).toBeGreaterThanOrEqual(0);
      expect(endCycleOf(view)).toBeLessThanOrEqual(END * 1.0001);
    }
  });

  it("stays if it is wide enough, and at single instructions while they can be followed", () => {
    expect(widened(OPENING, 1_120_000, 1000, END)).toBeUndefined();
    const instructions: Viewport = { startCycle: 5000, cyclesPerPx: 1 / 40, widthPx: 1000 };
    expect(widened(instructions, 5010, 30, END)).toBeUndefined();
    expect(widened(instructions, 5010, 10_000, END)).toBeDefined();
  });

  it("is centred again on the playhead", () => {
    const wide = widened(OPENING, 1_120_000, "max", END);
    if (wide === undefined) throw new Error("not widened");
    const back = around(wide, 9_000_000, OPENING.cyclesPerPx, END);
    expect(visibleCycles(back)).toBeCloseTo(visibleCycles(OPENING), 3);
    expect(pxAtCycle(back, 9_000_000)).toBeCloseTo(pxAtCycle(wide, 9_000_000), 3);
  });
});

describe("the timeline's drawn data", () => {
  const coarse = makeWindow({ from: 0, to: 10_000, knownTo: 10_000 });
  const view: Viewport = { startCycle: 1100, cyclesPerPx: 1, widthPx: 300 };
  const fine = makeWindow();

  it("come from the window as far as it reaches, else from the columns of the whole run", () => {
    expect(windowToDraw(fine, coarse, view)).toBe(fine);
    expect(windowToDraw(fine, coarse, { ...view, startCycle: 1400 })).toBe(coarse);
    expect(windowToDraw(fine, coarse, { ...view, startCycle: 900 })).toBe(coarse);
    expect(windowToDraw(undefined, coarse, view)).toBe(coarse);
    expect(windowToDraw(fine, undefined, { ...view, startCycle: 1400 })).toBe(fine);
    expect(windowToDraw(undefined, undefined, view)).toBeUndefined();
  });

  it("come from the window if no other data are known", () => {
    const known = makeWindow({ knownTo: 1300 });
    expect(windowToDraw(known, { ...coarse, knownTo: 1300 }, view)).toBe(known);
    expect(windowToDraw(known, coarse, view)).toBe(coarse);
  });
});
