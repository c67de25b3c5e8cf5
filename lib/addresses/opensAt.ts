/** Chooses the cycles that a timeline shows if an address names only one cycle. */
import type { Opening } from "../../scenarios/builtin.ts";

/** The scenario's opening range if it contains the cycle. Otherwise a range of the same length around the cycle. */
export function opensAt({ fromCycle, toCycle }: Opening, cycle: number): Opening {
  if (cycle >= fromCycle && cycle < toCycle) return { cycle, fromCycle, toCycle };
  const visibleCycles = toCycle - fromCycle;
  const from = Math.max(0, cycle - Math.round(visibleCycles / 2));
  return { cycle, fromCycle: from, toCycle: from + visibleCycles };
}
