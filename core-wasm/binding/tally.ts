import { type Bucket, type BucketScale, type Distribution, readSummary } from "./distribution.ts";
import { SIM_TALLY_GROUP, SIM_TALLY_LIMIT, sim_tally } from "./layout.gen.ts";

/** Buckets of a histogram that are a value each. */
const EXACT = 1024;

/** Buckets from 1024 cycles on are less than 0.8 % wide. Where in its bucket a value lies is not kept, but for the least and
 * the greatest of all. */
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
      // The last bucket takes all that is longer, too.
      greatest: index === SIM_TALLY_LIMIT - 1 ? summary.maximum : Math.min(high - 1, summary.maximum),
    });
  }
  return { ...summary, buckets };
}

function lowOf({ low }: BucketScale, index: number): number {
  return low[index < EXACT ? index : EXACT + (index - EXACT) * SIM_TALLY_GROUP] ?? 0;
}
