import { describe, expect, it } from "vitest";
import { type Bucket, type Distribution, mean, percentile } from "../../core-wasm/binding/index.ts";
import { createRandom } from "../support/random.ts";

/** The core's rule for buckets: one for each value below 1024, then 512 for each power of two. */
function bucketOf(value: number): Pick<Bucket, "low" | "high"> {
  if (value < 1024) return { low: value, high: value + 1 };
  const width = 2 ** (Math.floor(Math.log2(value)) - 9);
  const low = Math.floor(value / width) * width;
  return { low, high: low + width };
}

function distributionOf(values: readonly number[]): Distribution {
  const counted = new Map<number, Bucket>();
  for (const value of values) {
    const { low, high } = bucketOf(value);
    const had = counted.get(low) ?? { low, high, count: 0, least: value, greatest: value };
    counted.set(low, {
      ...had,
      count: had.count + 1,
      least: Math.min(had.least, value),
      greatest: Math.max(had.greatest, value),
    });
  }
  return {
    count: values.length,
    sum: values.reduce((sum, value) => sum + value, 0),
    minimum: Math.min(...values),
    maximum: Math.max(...values),
    buckets: [...counted.values()].sort((a, b) => a.low - b.low),
  };
}

/** Nearest rank among the exact values. */
function exactPercentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1] ?? Number.NaN;
}

const SHARES = [0.01, 0.1, 0.5, 0.9, 0.99, 0.999] as const;
const GREATEST_ERROR = 0.002;

describe("a percentile", () => {
  it("is exact if all values of its bucket are equal", () => {
    const values = [20, ...Array.from({ length: 98 }, () => 1013), 70_003, 70_003, 90_000];
    const distribution = distributionOf(values);
    expect([0.02, 0.5, 0.97, 0.98, 0.99].map((share) => percentile(distribution, share))).toEqual([
      1013, 1013, 1013, 70_003, 70_003,
    ]);
  });

  it("is exact for values below 1024, and for the least and the greatest value", () => {
    const values = [3, 3, 4, 9, 9, 9, 12, 15, 1015, 1016];
    const distribution = distributionOf(values);
    expect([0, 0.1, 0.3, 0.5, 0.9, 1].map((share) => percentile(distribution, share))).toEqual([
      3, 3, 4, 9, 1015, 1016,
    ]);
    expect(percentile(distributionOf([777]), 0)).toBe(777);
    expect(percentile(distributionOf([777]), 0.5)).toBe(777);
  });

  it("is exact if its bucket has two values", () => {
    const distribution = distributionOf([10, 65_001, 65_020, 90_000]);
    expect([0.5, 0.75].map((share) => percentile(distribution, share))).toEqual([65_001, 65_020]);
  });

  /** Distributions that are wide, heavy in the tail, or narrow like latencies behind a full ring. */
  const KINDS = {
    uniform: (draw: ReturnType<typeof createRandom>) => draw.integer(0, 2 ** 25),
    "of any size": (draw: ReturnType<typeof createRandom>) => draw.integer(0, 2 ** draw.integer(1, 34)),
    exponential: (draw: ReturnType<typeof createRandom>) =>
      Math.floor(-20_000 * Math.log(draw.integer(1, 2 ** 30) / 2 ** 30)),
    "narrow around 65,000": (draw: ReturnType<typeof createRandom>) =>
      65_000 + draw.integer(-60, 60) + draw.integer(-60, 60),
    "of two values in one bucket": (draw: ReturnType<typeof createRandom>) =>
      draw.chance(20) ? 65_024 : 65_087,
  } as const;

  it.each(Object.entries(KINDS))("is at most 0.2 %% off for %s latencies", (_, value) => {
    const draw = createRandom(5);
    for (let trial = 0; trial < 40; trial++) {
      const values = Array.from({ length: draw.integer(1, 3000) }, () => value(draw));
      const sorted = values.toSorted((a, b) => a - b);
      const distribution = distributionOf(values);
      let before = 0;
      for (const share of SHARES) {
        const exact = exactPercentile(sorted, share);
        const shown = percentile(distribution, share);
        expect(Math.abs(shown - exact)).toBeLessThanOrEqual(GREATEST_ERROR * exact);
        expect(shown).toBeGreaterThanOrEqual(before);
        before = shown;
      }
    }
  });

  it("differs between p90, p99 and p99.9 if the exact values differ", () => {
    const draw = createRandom(6);
    let differing = 0;
    for (let trial = 0; trial < 300; trial++) {
      const width = draw.integer(1, 400);
      const values = Array.from({ length: draw.integer(10, 5000) }, () => 65_000 + draw.integer(0, width));
      const sorted = values.toSorted((a, b) => a - b);
      const distribution = distributionOf(values);
      for (const [lower, upper] of [
        [0.9, 0.99],
        [0.99, 0.999],
      ] as const) {
        if (exactPercentile(sorted, lower) === exactPercentile(sorted, upper)) continue;
        differing++;
        expect(percentile(distribution, upper)).toBeGreaterThan(percentile(distribution, lower));
      }
    }
    expect(differing).toBeGreaterThan(300);
  });

  it("is NaN without values, and a share out of range is refused", () => {
    const nothing = { count: 0, sum: 0, minimum: Number.POSITIVE_INFINITY, maximum: 0, buckets: [] };
    expect(percentile(nothing, 0.5)).toBeNaN();
    expect(mean(nothing)).toBeNaN();
    expect(() => percentile(nothing, 1.1)).toThrow(RangeError);
  });
});
