import { SIM_BUCKET_LIMIT, sim_histogram, sim_summary } from "./layout.gen.ts";
import { readU64 } from "./record.ts";

/** Exact, in whole cycles. */
export interface Summary {
  readonly count: number;
  readonly sum: number;
  /** Infinity when empty. */
  readonly minimum: number;
  readonly maximum: number;
}

/** A log-bucket histogram of the core. */
export interface Distribution extends Summary {
  /** Non-empty buckets in rising order; a bucket counts the values in [low, high), and has their sum. */
  readonly buckets: readonly Bucket[];
}
export interface Bucket {
  readonly low: number;
  readonly high: number;
  readonly count: number;
  readonly sum: number;
}

export function readSummary(view: DataView, base: number): Summary {
  return readFields(view, base, sim_summary.fields);
}

/** `bucketLow[i]` is the smallest value of bucket i; one more entry ends the last bucket. */
export function readDistribution(view: DataView, base: number, bucketLow: Float64Array): Distribution {
  const { fields } = sim_histogram;
  const buckets: Bucket[] = [];
  for (let index = 0; index < SIM_BUCKET_LIMIT; index++) {
    const count = view.getUint32(base + fields.buckets.offset + 4 * index, true);
    if (count === 0) continue;
    const sum = readU64(view, base + fields.sums.offset + 8 * index);
    buckets.push({ low: bucketLow[index] ?? 0, high: bucketLow[index + 1] ?? 0, count, sum });
  }
  return { ...readFields(view, base, fields), buckets };
}

type SummaryFields = Readonly<Record<keyof Summary, { readonly offset: number }>>;

function readFields(view: DataView, base: number, fields: SummaryFields): Summary {
  return {
    count: readU64(view, base + fields.count.offset),
    sum: readU64(view, base + fields.sum.offset),
    minimum: readU64(view, base + fields.minimum.offset),
    maximum: readU64(view, base + fields.maximum.offset),
  };
}

export const mean = ({ count, sum }: Summary): number => (count > 0 ? sum / count : Number.NaN);

/** Nearest rank: the value at place ceil(share x count) in rising order. The values of a bucket are taken at their mean,
 * rounded: exact where they are all the same, below 64 and at both ends (minimum, maximum); else off by less than the
 * bucket's width, a 32nd of the value. NaN when empty. */
export function percentile(distribution: Distribution, share: number): number {
  const { count, minimum, maximum, buckets } = distribution;
  if (!(share >= 0 && share <= 1)) throw new RangeError(`share ${share} is not within 0..1`);
  if (count === 0) return Number.NaN;
  const rank = Math.max(1, Math.ceil(share * count));
  if (rank === 1) return minimum;
  if (rank === count) return maximum;
  let below = 0;
  for (const bucket of buckets) {
    below += bucket.count;
    if (rank <= below) return Math.round(bucket.sum / bucket.count);
  }
  return maximum;
}
