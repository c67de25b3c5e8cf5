import { describe, expect, it } from "vitest";
import { type Bucket, type Distribution, mean, percentile } from "../../core-wasm/binding/index.ts";
import { createRandom } from "../support/random.ts";

/** The rule of the core: below 64 one by one, then 32 buckets per power of two. */
function bucketOf(value: number): Pick<Bucket, "low" | "high"> {
  if (value < 64) return { low: value, high: value + 1 };
  const width = 2 ** (Math.floor(Math.log2(value)) - 5);
  const low = Math.floor(value / width) * width;
  return { low, high: low + width };
}

function distributionOf(values: readonly number[]): Distribution {
  const counts = new Map<number, Bucket>();
  for (const value of values) {
    const { low, high } = bucketOf(value);
    const had = counts.get(low);
    counts.set(low, { low, high, count: (had?.count ?? 0) + 1, sum: (had?.sum ?? 0) + value });
  }
  return {
    count: values.length,
    sum: values.reduce((sum, value) => sum + value, 0),
    minimum: Math.min(...values),
    maximum: Math.max(...values),
    buckets: [...counts.values()].sort((a, b) => a.low - b.low),
  };
}

describe("percentile", () => {
  it("is exact where the values of a bucket are the same", () => {
    const values = [20, ...Array.from({ length: 98 }, () => 1013), 70_003, 70_003, 90_000];
    const distribution = distributionOf(values);
    expect([0.02, 0.5, 0.97, 0.98, 0.99].map((share) => percentile(distribution, share))).toEqual([
      1013, 1013, 1013, 70_003, 70_003,
    ]);
  });

  it("is exact below 64 and at both ends", () => {
    const values = [3, 3, 4, 9, 9, 9, 12, 15, 15, 1000];
    const distribution = distributionOf(values);
    expect([0, 0.1, 0.3, 0.5, 0.9, 1].map((share) => percentile(distribution, share))).toEqual([
      3, 3, 4, 9, 15, 1000,
    ]);
    expect(percentile(distributionOf([777]), 0)).toBe(777);
    expect(percentile(distributionOf([777]), 0.5)).toBe(777);
  });

  it("lies in the bucket of the value at that rank, and rises with the share", () => {
    const draw = createRandom(5);
    for (let trial = 0; trial < 50; trial++) {
      const values = Array.from({ length: draw.integer(1, 400) }, () =>
        draw.integer(0, 2 ** draw.integer(1, 30)),
      );
      const sorted = [...values].sort((a, b) => a - b);
      const distribution = distributionOf(values);
      let before = 0;
      for (let share = 0; share <= 1; share += 0.01) {
        const rank = Math.max(1, Math.ceil(share * values.length));
        const { low, high } = bucketOf(sorted[rank - 1] ?? Number.NaN);
        const value = percentile(distribution, share);
        expect(value).toBeGreaterThanOrEqual(low);
        expect(value).toBeLessThan(high);
        expect(value).toBeGreaterThanOrEqual(before);
        before = value;
      }
    }
  });

  it("is not a number when there is nothing, and refuses shares out of range", () => {
    const nothing = { count: 0, sum: 0, minimum: Number.POSITIVE_INFINITY, maximum: 0, buckets: [] };
    expect(percentile(nothing, 0.5)).toBeNaN();
    expect(mean(nothing)).toBeNaN();
    expect(() => percentile(nothing, 1.1)).toThrow(RangeError);
  });
});
