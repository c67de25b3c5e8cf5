/** The seeds of a point. */
import type { Study } from "../../scenarios/study/study.ts";

/** Of a point, at most. */
export function seedLimit({ seeds, stop }: Pick<Study, "seeds" | "stop">): number {
  return stop?.maximumSeeds ?? seeds.count;
}

/** The same of all points, unless the study wants seeds of their own. */
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

/** Whether a run is of this part: every so-manieth run, in the order of points and seeds. With a stop rule every so-manieth
 * point with all its seeds: how many they are follows from the runs of that point. `place`: of the point among those that
 * are run. */
export function isInShard(
  { seeds, stop }: Pick<Study, "seeds" | "stop">,
  { index, count }: Shard,
  place: number,
  seedIndex: number,
): boolean {
  const at = stop === undefined ? place * seeds.count + seedIndex : place;
  return at % count === index - 1;
}
