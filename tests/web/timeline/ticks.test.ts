import { describe, expect, it } from "vitest";
import { speak } from "../../../web/text/language.ts";
import { offsetText, roundStep, rulerOf } from "../../../web/timeline/draw/ruler.ts";
import { roundCountText } from "../../../web/timeline/text.ts";

const gap = "\u202f";

describe("the steps between ticks", () => {
  it.each([
    [0.01, 1],
    [1, 1],
    [1.2, 2],
    [2.5, 5],
    [7, 10],
    [1100, 2000],
  ])("are %d for at least %d", (atLeast, step) => {
    expect(roundStep(atLeast)).toBe(step);
  });
});

describe("the labels of ticks", () => {
  it.each([
    [0, "+0"],
    [880, "+880"],
    [2000, `+2${gap}k`],
    [12_500, `+12.5${gap}k`],
    [1_000_500, `+1.0005${gap}M`],
    [150_000_000, `+150${gap}M`],
    [2_000_000_000, `+2${gap}G`],
    [2_000_100_000, `+2000.1${gap}M`],
    [900_000_000_000, `+900${gap}G`],
  ])("show %d as %s", (offset, text) => {
    expect(offsetText(offset)).toBe(text);
  });
});

describe("the ruler", () => {
  const viewport = { startCycle: 84_202_000, cyclesPerPx: 15, widthPx: 1000 };

  it("counts from a round cycle before the visible range", () => {
    const ruler = rulerOf(viewport, 50_000_000);
    expect(ruler.anchorCycle).toBe(84_200_000);
    expect(ruler.stepCycles).toBe(2000);
    const major = ruler.ticks.filter((tick) => tick.label !== "");
    expect(major[0]).toEqual({ x: 0, cycle: 84_202_000, label: `+2${gap}k`, time: `40${gap}µs` });
    expect(major).toHaveLength(8);
  });

  it("has no length of time at its beginning", () => {
    const [first] = rulerOf({ startCycle: 0, cyclesPerPx: 1, widthPx: 500 }, 1e8).ticks;
    expect(first).toMatchObject({ label: "+0", time: "" });
  });

  it("writes decimals in the page's language, also after a change", async () => {
    const half = { startCycle: 0, cyclesPerPx: 5.5, widthPx: 1000 };
    const written = () => {
      const tick = rulerOf(half, 3_000_000).ticks.find(({ cycle }) => cycle === 2500);
      return [tick?.label, tick?.time];
    };
    expect(written()).toEqual([`+2.5${gap}k`, `833.3${gap}µs`]);
    await speak("de");
    expect(written()).toEqual([`+2,5${gap}k`, `833,3${gap}µs`]);
    expect(rulerOf({ ...half, cyclesPerPx: 15 }, 4_000_000).ticks.map(({ time }) => time)).toContain(
      `1${gap}ms`,
    );
    expect(roundCountText(1500)).toBe(`1,5${gap}k`);
    await speak("en");
    expect(written()).toEqual([`+2.5${gap}k`, `833.3${gap}µs`]);
  });

  it("keeps its reference cycle while the view is dragged", () => {
    const anchors = [0, 1, 700, 9000].map(
      (drag) => rulerOf({ ...viewport, startCycle: viewport.startCycle + drag }, 50_000_000).anchorCycle,
    );
    expect(new Set(anchors)).toEqual(new Set([84_200_000]));
  });

  it("never draws ticks between cycles", () => {
    const { ticks } = rulerOf({ startCycle: 100.25, cyclesPerPx: 1 / 64, widthPx: 640 }, 1e9);
    expect(ticks.map((tick) => tick.cycle)).toEqual([101, 102, 103, 104, 105, 106, 107, 108, 109, 110]);
  });
});
