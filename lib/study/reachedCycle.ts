/** Finds the cycle of a run in which a metric reaches its value. */
import type { CoreModule } from "../../core-wasm/binding/index.ts";
import { isReachedIn, type Reach } from "./greatestRun.ts";
import { machineBehind, stopsIn } from "./reach.ts";

/** The cycle in which the metric reaches its value. For a maximum of latencies, the cycle in which that latency ends.
 * The machine runs once, and parts of the run are repeated a few times. Undefined if it never has the value. */
export function reachedCycle(core: CoreModule, reach: Reach): number | undefined {
  const { scenario, warmUpCycles } = reach;
  const { machine, measured } = machineBehind(core, scenario, warmUpCycles);
  let [from, to] = [warmUpCycles, scenario.runCycles + 1];
  while (to - from > 1) {
    let state = machine.save();
    let reached: number | undefined;
    for (const cycle of stopsIn(from, Math.min(to, scenario.runCycles))) {
      machine.step(cycle);
      if (isReachedIn(reach, measured())) {
        reached = cycle;
        break;
      }
      from = cycle;
      state = machine.save();
    }
    if (reached === undefined) return undefined;
    to = reached;
    machine.restore(state);
  }
  return to - 1;
}
