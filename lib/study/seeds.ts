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
