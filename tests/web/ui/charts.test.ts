import { describe, expect, it } from "vitest";
import type { Distribution } from "../../../lib/metrics/distributions.ts";
import { histogramLayout } from "../../../web/ui/charts/histogram.ts";
import { waterfall } from "../../../web/ui/charts/parts.ts";

const SIZE = { width: 280, height: 96 };

function distribution(...buckets: [low: number, high: number, count: number][]): Distribution {
  const count = buckets.reduce((sum, bucket) => sum + bucket[2], 0);
  const minimum = buckets[0]?.[0] ?? Number.NaN;
  const maximum = (buckets.at(-1)?.[1] ?? Number.NaN) - 1;
  return {
    count,
    mean: minimum,
    minimum,
    maximum,
    p50: minimum,
    p90: maximum,
    p99: maximum,
    p999: maximum,
    buckets: buckets.map(([low, high, number]) => ({
      low,
      high,
      count: number,
      least: low,
      greatest: high - 1,
    })),
  };
}

describe("the histogram", () => {
  it("draws every bucket inside the picture, left to right, with the fullest highest", () => {
    const { bars, baseline } = histogramLayout(
      distribution([96, 104, 10], [104, 112, 40], [1024, 1152, 1], [65536, 73728, 2]),
      SIZE,
    );
    expect(bars.map((bar) => bar.low)).toEqual([96, 104, 1024, 65536]);
    for (const [index, bar] of bars.entries()) {
      expect(bar.x).toBeGreaterThanOrEqual(0);
      expect(bar.x + bar.width).toBeLessThanOrEqual(SIZE.width + 1);
      expect(bar.height).toBeGreaterThanOrEqual(1);
      expect(bar.y + bar.height).toBeCloseTo(baseline);
      expect(bar.x).toBeGreaterThan(bars[index - 1]?.x ?? -1);
    }
    const highest = bars.toSorted((a, b) => b.height - a.height)[0];
    expect(highest?.low).toBe(104);
  });

  it("shows a rare latency beside a dominating one, states it, and keeps the order of heights", () => {
    const rare = histogramLayout(distribution([96, 97, 100_000], [1024, 1032, 1], [8192, 8200, 2000]), SIZE);
    const [most, one, more] = rare.bars.map(({ height }) => height);
    expect(one).toBe(3);
    expect(more).toBe(3);
    expect(most).toBeGreaterThan(50);
    expect(rare.isRaised).toBe(true);
    const even = histogramLayout(distribution([96, 97, 10], [1024, 1032, 1], [8192, 8200, 5]), SIZE);
    const [ten, tenth, half] = even.bars.map(({ height }) => height);
    expect(ten).toBeCloseTo(10 * (tenth ?? 0));
    expect(ten).toBeCloseTo(2 * (half ?? 0));
    expect(even.isRaised).toBe(false);
  });

  it.each([
    { where: "the least", counts: [100_000, 1], p50: 96 },
    { where: "the greatest", counts: [1, 100_000], p50: 1_000_499 },
  ])(
    "shows a dominating latency beside the lines of the percentiles: $where",
    ({ counts: [least = 0, greatest = 0], p50 }) => {
      const dominating = distribution([96, 97, least], [1_000_000, 1_000_500, greatest]);
      const { bars, marks } = histogramLayout({ ...dominating, p50, p90: p50, p99: p50 }, SIZE);
      const highest = bars.toSorted((a, b) => b.height - a.height)[0];
      if (highest === undefined) throw new Error("no bar");
      const right = highest.x + highest.width;
      expect(highest.x).toBeGreaterThan(0);
      expect(right).toBeLessThanOrEqual(SIZE.width);
      const covering = marks.filter(({ x }) => x >= highest.x - 1 && x <= right + 1);
      expect(covering.length).toBeGreaterThan(0);
      for (const { x } of covering) expect(Math.max(x - highest.x, right - x)).toBeGreaterThanOrEqual(2);
    },
  );

  it("draws no bar over its neighbour, except bars of one pixel", () => {
    const buckets = Array.from({ length: 160 }, (_, index): [number, number, number] => [
      Math.round(1000 * 2 ** (index / 8)),
      Math.round(1000 * 2 ** ((index + 1) / 8)),
      index === 0 ? 9000 : 1,
    ]);
    const { bars } = histogramLayout(distribution(...buckets), SIZE);
    expect(bars.length).toBeGreaterThan(100);
    for (const [index, { x, width }] of bars.entries())
      expect(width === 1 || x + width <= (bars[index + 1]?.x ?? SIZE.width)).toBe(true);
  });

  it("draws as many bars of a power of two as there is room for, and loses no value", () => {
    const fine = Array.from({ length: 64 }, (_, index): [number, number, number] =>
      index < 32
        ? [1024 + 32 * index, 1056 + 32 * index, 1]
        : [2048 + 64 * (index - 32), 2112 + 64 * (index - 32), 1],
    );
    const barsOf = (...more: [number, number, number][]) =>
      histogramLayout(distribution(...fine, ...more), SIZE).bars;
    expect(barsOf()).toHaveLength(64);
    const far = barsOf([2 ** 20, 2 ** 20 + 2 ** 15, 5]);
    expect(far.map(({ count }) => count)).toEqual([...Array.from({ length: 16 }, () => 4), 5]);
  });

  it("is logarithmic, with equal distances for factors of ten", () => {
    const { ticks } = histogramLayout(distribution([1, 2, 1], [99_999, 100_001, 1]), SIZE);
    const at = (value: number) => ticks.find((tick) => tick.value === value)?.x ?? Number.NaN;
    expect(at(100) - at(10)).toBeCloseTo(at(10_000) - at(1000), 3);
  });

  it("draws a constant latency as a bar, not over the whole width", () => {
    const { bars, marks } = histogramLayout(distribution([176, 192, 500]), SIZE);
    expect(bars[0]?.width).toBeLessThan(SIZE.width / 4);
    expect(marks.map((mark) => mark.label)).toEqual(["p50", "p99 = max"]);
  });

  it.each([0, 1, 2 ** 40])("draws a latency of %i", (cycles) => {
    const { bars, marks } = histogramLayout(distribution([cycles, cycles + 1, 3]), SIZE);
    const places = [...bars.map((bar) => bar.x), ...marks.map((mark) => mark.x)];
    expect(places.length).toBeGreaterThan(1);
    for (const x of places) expect(Number.isFinite(x)).toBe(true);
  });

  it.each([
    [10, 20, 30],
    [100, 9000, 9500],
    [9000, 9900, 10_000],
    [10, 9990, 10_000],
    [10, 10, 10_000],
    [10, 11, 12],
    [11, 12, 13],
    [12, 13, 15],
    [12, 12, 13],
    [9998, 9999, 10_000],
    [5000, 5000, 5001],
  ])("keeps the labels of p50 %i, p99 %i and max %i inside and apart", (p50, p99, maximum) => {
    const wide = { ...distribution([10, 11, 1], [9999, 10_001, 1]), p50, p99, maximum };
    const { bars, marks } = histogramLayout(wide, SIZE);
    const texts = marks.map(({ label, textX, textY, anchor }) => {
      const textPx = label.length * 6;
      const [left, right] = anchor === "end" ? [textX - textPx, textX] : [textX, textX + textPx];
      return { left, right, top: textY - 8, bottom: textY + 2 };
    });
    for (const [index, { left, right, top, bottom }] of texts.entries()) {
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(SIZE.width);
      // Each name is at the top of its own line, and no other line crosses it.
      const own = marks[index];
      expect(Math.min(Math.abs(left - (own?.x ?? 0)), Math.abs(right - (own?.x ?? 0)))).toBeLessThan(6);
      expect(own?.lineY).toBeLessThanOrEqual(top + 2);
      for (const { x, lineY } of marks) expect(x > left && x < right && lineY < bottom).toBe(false);
      for (const other of texts.slice(0, index))
        expect(other.left < right && left < other.right && other.top < bottom && top < other.bottom).toBe(
          false,
        );
      for (const bar of bars) expect(bar.x < right && bar.x + bar.width > left && bar.y < bottom).toBe(false);
    }
  });

  it("puts no tick over another", () => {
    const { ticks } = histogramLayout(distribution([1, 2, 1], [2 ** 40, 2 ** 41, 1]), SIZE);
    for (const [index, tick] of ticks.entries()) {
      expect(tick.x - (ticks[index - 1]?.x ?? -100)).toBeGreaterThanOrEqual(40);
    }
  });
});

describe("the waterfall of a latency", () => {
  it("begins each part at the end of the previous one, and together they are the mean", () => {
    const { rows, total } = waterfall([
      { part: "masked", meanCycles: 30 },
      { part: "drain", meanCycles: 0 },
      { part: "save", meanCycles: 90 },
    ]);
    expect(total).toBe(120);
    expect(rows.map((row) => [row.start, row.share])).toEqual([
      [0, 0.25],
      [0.25, 0],
      [0.25, 0.75],
    ]);
    expect(rows[2]?.style).toMatchObject({ label: "save registers", layer: "save-restore" });
  });

  it("may be empty", () => {
    expect(waterfall([{ part: "masked", meanCycles: 0 }]).rows[0]).toMatchObject({ start: 0, share: 0 });
  });
});
