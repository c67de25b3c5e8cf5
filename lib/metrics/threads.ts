/** How threads got on. */
import { type Counters, SIM_SCARCE_SHARE } from "../../core-wasm/binding/index.ts";
import { type Run, type Values, valuesOf } from "./registry/entry.ts";
import { THREAD } from "./registry/software.ts";

/** Of a thread, by its index in the scenario. */
export interface ThreadMetrics extends Values<typeof THREAD> {
  /** Could run since then, and had less than a share that is worth the name (SIM_SCARCE_SHARE). */
  readonly scarce: { readonly since: number; readonly ranCycles: number } | undefined;
  /** That it waits for, by number, and since when. */
  readonly lockWait: { readonly lock: number; readonly since: number } | undefined;
}

type ThreadCounters = Counters["threads"][number];

export function readThreads(run: Run): ThreadMetrics[] {
  return run.counters.threads.map((thread) => {
    const { waited_lock: lock, lock_wait_since: since } = thread;
    return {
      ...valuesOf(THREAD, thread, run),
      lockWait: since <= run.endCycle ? { lock, since } : undefined,
      scarce: scarceOf(thread, run.endCycle),
    };
  });
}

/** The core looks whenever a time ready without running is over; here it is looked at the one under way, too. */
function scarceOf(thread: ThreadCounters, cycle: number): ThreadMetrics["scarce"] {
  const { cycles, ready_since, scarce_since, scarce_cycles } = thread;
  const isShort = (until: number) =>
    scarce_since <= until && (cycles - scarce_cycles) * SIM_SCARCE_SHARE < until - scarce_since;
  const isReady = ready_since < cycle;
  if (isShort(isReady ? ready_since : cycle))
    return { since: scarce_since, ranCycles: cycles - scarce_cycles };
  return isReady ? { since: ready_since, ranCycles: 0 } : undefined;
}
