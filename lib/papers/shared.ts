/** Experiments share machines: one that was run for another is not run again. */
import type { RunMachine } from "./gallery.ts";
import type { Outcome } from "./outcome.ts";

/** The same scenario and warm-up give the same outcome. One that failed or was stopped is tried again. */
export function sharedRuns(runMachine: RunMachine): RunMachine {
  const known = new Map<string, Promise<Outcome>>();
  return (scenario, warmUpCycles) => {
    const key = JSON.stringify([scenario, warmUpCycles]);
    const found = known.get(key);
    if (found) return found;
    const running = runMachine(scenario, warmUpCycles);
    known.set(key, running);
    running.catch(() => known.delete(key));
    return running;
  };
}
