/** Lets experiments share machines: a machine that ran for one experiment does not run again for another. */
import type { RunMachine } from "./gallery.ts";
import type { Outcome } from "./outcome.ts";

/** The same scenario, warm-up and end give the same outcome. A run that failed or was stopped is tried again. */
export function sharedRuns(runMachine: RunMachine): RunMachine {
  const known = new Map<string, Promise<Outcome>>();
  return (scenario, warmUpCycles, until) => {
    const key = JSON.stringify([scenario, warmUpCycles, until]);
    const found = known.get(key);
    if (found) return found;
    const running = runMachine(scenario, warmUpCycles, until);
    known.set(key, running);
    running.catch(() => known.delete(key));
    return running;
  };
}
