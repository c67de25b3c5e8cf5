import { SIM_BUCKET_LIMIT, sim_histogram } from "./layout.gen.ts";
import { readU64 } from "./record.ts";

/** A log-bucket histogram of the core: count, sum, minimum and maximum are exact. */
export interface Distribution {
  readonly count: number;
  readonly sum: number;
  /** Infinity when empty. */
  readonly minimum: number;
  readonly maximum: number;
  /** Non-empty buckets in rising order; a bucket counts the values in [low, high). */
  readonly buckets: readonly Bucket[];
}
export interface Bucket {
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

/** `bucketLow[i]` is the smallest value of bucket i; one more entry ends the last bucket. */
export function readDistribution(view: DataView, base: number, bucketLow: Float64Array): Distribution {
  const { fields } = sim_histogram;
  const buckets: Bucket[] = [];
  for (let index = 0; index < SIM_BUCKET_LIMIT; index++) {
    const count = view.getUint32(base + fields.buckets.offset + 4 * index, true);
    if (count > 0) buckets.push({ low: bucketLow[index] ?? 0, high: bucketLow[index + 1] ?? 0, count });
  }
  return {
    count: readU64(view, base + fields.count.offset),
    sum: readU64(view, base + fields.sum.offset),
    minimum: readU64(view, base + fields.minimum.offset),
    maximum: readU64(view, base + fields.maximum.offset),
    buckets,
  };
}

export const mean = ({ count, sum }: Distribution): number => (count > 0 ? sum / count : Number.NaN);

/** Nearest rank: the value at place ceil(share x count) in rising order. Values inside a bucket are
 * taken as evenly spread from its low end, so the answer lies in the right bucket; below 16 and at
 * both ends (minimum, maximum) it is exact. NaN when empty. */
export function percentile(distribution: Distribution, share: number): number {
  const { count, minimum, maximum, buckets } = distribution;
  if (!(share >= 0 && share <= 1)) throw new RangeError(`share ${share} is not within 0..1`);
  if (count === 0) return Number.NaN;
  const rank = Math.max(1, Math.ceil(share * count));
  if (rank === count) return maximum;
  let before = 0;
  for (const bucket of buckets) {
    if (rank <= before + bucket.count) {
      const within = ((bucket.high - bucket.low) * (rank - before - 1)) / bucket.count;
      return Math.min(maximum, Math.max(minimum, bucket.low + Math.floor(within)));
    }
    before += bucket.count;
  }
  return maximum;
}
