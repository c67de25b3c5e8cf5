/** How many seeds a point gets. It follows from the values of its own first seeds alone: so it is the same whatever runs
 * first, on however many machines, and after any interruption. */
import type { Study } from "../../scenarios/study/study.ts";
import { meanInterval } from "../metrics/meanInterval.ts";

/** Of a point, at most. */
export function seedLimit({ seeds, stop }: Pick<Study, "seeds" | "stop">): number {
  return stop?.maximumSeeds ?? seeds.count;
}

/** `values`: of the stop rule's metric, by seed from the first on, as far as they are known; undefined: a run without such
 * a value. The point needs so many seeds; when so many are known, it is done. */
export function seedsWanted(
  study: Pick<Study, "seeds" | "stop">,
  values: readonly (number | undefined)[],
): number {
  const { seeds, stop } = study;
  let wanted = seeds.count;
  if (stop === undefined) return wanted;
  while (wanted < stop.maximumSeeds && values.length >= wanted) {
    const known = values.slice(0, wanted).map((value) => value ?? Number.NaN);
    if (meanInterval(known).halfWidth <= stop.halfWidth) break;
    wanted = Math.min(wanted + stop.batch, stop.maximumSeeds);
  }
  return wanted;
}
