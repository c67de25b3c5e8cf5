/** Who could have run and did not. */
import type { ThreadMetrics } from "./metrics.ts";

/** Share of the run, at its end, for which a thread was ready without running. */
const STARVED_SHARE = 0.25;

export interface Starved {
  readonly thread: string;
  /** The cycle from which on it was ready. */
  readonly fromCycle: number;
}

export function starvedThreads(
  names: readonly string[],
  threads: readonly ThreadMetrics[],
  cycle: number,
): Starved[] {
  return threads.flatMap(({ readySince }, index) => {
    const thread = names[index];
    if (thread === undefined || readySince === undefined) return [];
    const isStarved = cycle > 0 && cycle - readySince >= STARVED_SHARE * cycle;
    return isStarved ? [{ thread, fromCycle: readySince }] : [];
  });
}
