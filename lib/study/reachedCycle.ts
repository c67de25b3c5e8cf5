/** Where in a run a metric comes to its value. */
import type { CoreModule } from "../../core-wasm/binding/index.ts";
import { isReachedIn, type Reach } from "./greatestRun.ts";
import { machineBehind, stopsIn } from "./reach.ts";

/** The cycle in which the metric comes to its value: of a maximum of latencies, that in which the latency ends. The machine runs
 * once, and parts of it a few times more. Undefined: it never has the value. */
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
