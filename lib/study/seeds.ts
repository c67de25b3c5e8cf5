/** The seeds of a point. */
import type { Study } from "../../scenarios/study/study.ts";

/** Greatest number of seeds for a point. */
export function seedLimit({ seeds, stop }: Pick<Study, "seeds" | "stop">): number {
  return stop?.maximumSeeds ?? seeds.count;
}

/** The same for all points, unless the study wants different seeds for each. */
export function firstSeed(study: Pick<Study, "seeds" | "stop" | "commonSeeds">, pointNumber: number): number {
  return study.seeds.first + (study.commonSeeds ? 0 : pointNumber * seedLimit(study));
}

/** A part of a study, so that several computers share it. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
}

export const WHOLE_STUDY: Shard = { index: 1, count: 1 };

/** True if a run belongs to this part: every n-th run in the order of points and seeds. With a stop rule it is every
 * n-th point with all its seeds, because the runs of the point decide their number. `place` is the index of the point
 * among those that run. */
export function isInShard(
  { seeds, stop }: Pick<Study, "seeds" | "stop">,
  { index, count }: Shard,
  place: number,
  seedIndex: number,
): boolean {
  const at = stop === undefined ? place * seeds.count + seedIndex : place;
  return at % count === index - 1;
}
