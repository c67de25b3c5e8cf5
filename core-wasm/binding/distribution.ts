/** Reads summaries, histograms and tallies from the core, and computes percentiles of them. */
import {
  SIM_BUCKET_LIMIT,
  SIM_TALLY_GROUP,
  SIM_TALLY_LIMIT,
  sim_histogram,
  sim_summary,
  sim_tally,
} from "./layout.gen.ts";
import type { CoreInstance } from "./module.ts";
import { readU64 } from "./record.ts";

/** Exact values in whole cycles. */
export interface Summary {
  readonly count: number;
  readonly sum: number;
  /** Infinity when empty. */
  readonly minimum: number;
  readonly maximum: number;
}

/** A log-bucket histogram of the core. */
export interface Distribution extends Summary {
  /** Non-empty buckets in rising order. */
  readonly buckets: readonly Bucket[];
}
/** Counts the values in [low, high). */
export interface Bucket {
  readonly low: number;
  readonly high: number;
  readonly count: number;
  /**
   * Smallest and largest counted value, in cycles. From 2^26 cycles on they are rounded down to 2^-16 of the
   * bucket's width.
   */
  readonly least: number;
  readonly greatest: number;
}

/** Bounds of the core's buckets: `low[i]` is the smallest value of bucket i, and an additional entry ends the last
 * bucket. `unit[i]` is the unit of offsets within bucket i, in cycles. */
export interface BucketScale {
  readonly low: Float64Array;
  readonly unit: Float64Array;
}

export function readBucketScale({ core }: CoreInstance): BucketScale {
  const ofEach = (read: (bucket: number) => bigint) =>
    Float64Array.from({ length: SIM_BUCKET_LIMIT + 1 }, (_, bucket) =>
      Number(BigInt.asUintN(64, read(bucket))),
    );
  return { low: ofEach(core.core_bucket_low), unit: ofEach(core.core_bucket_unit) };
}

export function readSummary(view: DataView, base: number): Summary {
  return readFields(view, base, sim_summary.fields);
}

export function readDistribution(view: DataView, base: number, scale: BucketScale): Distribution {
  const { fields } = sim_histogram;
  const summary = readFields(view, base, fields);
  const buckets: Bucket[] = [];
  let counted = 0;
  for (let index = 0; counted < summary.count && index < SIM_BUCKET_LIMIT; index++) {
    const count = view.getUint32(base + fields.buckets.offset + 4 * index, true);
    if (count === 0) continue;
    counted += count;
    const low = scale.low[index] ?? 0;
    const unit = scale.unit[index] ?? 1;
    buckets.push({
      low,
      high: scale.low[index + 1] ?? 0,
      count,
      least: low + unit * view.getUint16(base + fields.least.offset + 2 * index, true),
      greatest: low + unit * view.getUint16(base + fields.greatest.offset + 2 * index, true),
    });
  }
  return { ...summary, buckets };
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

/** Values between two counted cycles are rounded to a thousandth. */
const STEPS_PER_CYCLE = 1000;

/** Nearest rank: the value at place ceil(share x count) in ascending order. Within a bucket the first place has the
 * smallest value, the last place the largest, and the places between are spread evenly. So the result is exact if
 * all values of the bucket are equal, and for the minimum and the maximum. Otherwise the error is less than the
 * bucket's width, a 512th of the value. Two places have equal results only if their values may be equal. NaN if
 * there are no values. */
export function percentile(distribution: Distribution, share: number): number {
  const { count } = distribution;
  if (!(share >= 0 && share <= 1)) throw new RangeError(`share ${share} is not within 0..1`);
  return valueAtRank(distribution, Math.max(1, Math.ceil(share * count)));
}

/** The value at this place in ascending order, from 1 to the number of values. NaN if there are no values. */
export function valueAtRank(
  { count, minimum, maximum, buckets }: Pick<Distribution, "count" | "minimum" | "maximum" | "buckets">,
  rank: number,
): number {
  if (count === 0) return Number.NaN;
  if (rank === 1) return minimum;
  if (rank === count) return maximum;
  let below = 0;
  for (const bucket of buckets) {
    if (rank <= below + bucket.count) return valueAt(bucket, rank - below);
    below += bucket.count;
  }
  return maximum;
}

/** `place` is from 1 to the number of values in the bucket. */
function valueAt({ count, least, greatest }: Bucket, place: number): number {
  if (count === 1) return least;
  const between = ((greatest - least) * (place - 1)) / (count - 1);
  return Math.round((least + between) * STEPS_PER_CYCLE) / STEPS_PER_CYCLE;
}

/** Number of buckets that hold a single value each. */
const EXACT = 1024;

/** Buckets from 1024 cycles on are less than 0.8 % wide. A tally stores the places of its smallest and largest value
 * only. */
export function readTally(view: DataView, base: number, scale: BucketScale): Distribution {
  const { all, buckets: counts } = sim_tally.fields;
  const summary = readSummary(view, base + all.offset);
  const buckets: Bucket[] = [];
  let counted = 0;
  for (let index = 0; counted < summary.count && index < SIM_TALLY_LIMIT; index++) {
    const count = view.getUint32(base + counts.offset + 4 * index, true);
    if (count === 0) continue;
    counted += count;
    const low = lowOf(scale, index);
    const high = lowOf(scale, index + 1);
    buckets.push({
      low,
      high,
      count,
      least: Math.max(low, summary.minimum),
      // The last bucket also counts all longer values.
      greatest: index === SIM_TALLY_LIMIT - 1 ? summary.maximum : Math.min(high - 1, summary.maximum),
    });
  }
  return { ...summary, buckets };
}

function lowOf({ low }: BucketScale, index: number): number {
  return low[index < EXACT ? index : EXACT + (index - EXACT) * SIM_TALLY_GROUP] ?? 0;
}
