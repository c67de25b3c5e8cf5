/** Which cycles a timeline shows when an address names one cycle alone. */
import type { Opening } from "../../scenarios/builtin.ts";

/** As much as the scenario opens with: those cycles where the cycle is among them, else as many around it. */
export function opensAt({ fromCycle, toCycle }: Opening, cycle: number): Opening {
  if (cycle >= fromCycle && cycle < toCycle) return { cycle, fromCycle, toCycle };
  const visibleCycles = toCycle - fromCycle;
  const from = Math.max(0, cycle - Math.round(visibleCycles / 2));
  return { cycle, fromCycle: from, toCycle: from + visibleCycles };
}
