/** How threads got on. */
import { type Counters, SIM_SCARCE_SHARE } from "../../core-wasm/binding/index.ts";

/** Of a thread, by its index in the scenario. */
export interface ThreadMetrics {
  /** In which it ran on its context, stalls included. */
  readonly cycles: number;
  /** Times it came to its end: of a handler, its interrupts that are over. */
  readonly ended: number;
  readonly waits: number;
  /** Its context was taken from another thread for it. */
  readonly switches: number;
  /** Since then it could run and does not, or has its context and others are chosen to issue. */
  readonly readySince: number | undefined;
  /** Since then its line or raise is pending and it has not been started. */
  readonly pendingSince: number | undefined;
  /** Of all such times, the present one included. */
  readonly longestReady: number;
  /** Could run since then, and had less than a share that is worth the name (SIM_SCARCE_SHARE). */
  readonly scarce: { readonly since: number; readonly ranCycles: number } | undefined;
  /** Cycles in which it had a lock, for each. */
  readonly lockHeldCycles: number;
  /** Spinning or asleep. */
  readonly lockWaitCycles: number;
  /** That it waits for, by number, and since when. */
  readonly lockWait: { readonly lock: number; readonly since: number } | undefined;
}

type ThreadCounters = Counters["threads"][number];

export function readThreads(counters: Counters, cycle: number): ThreadMetrics[] {
  const since = (time: number) => (time <= cycle ? time : undefined);
  return counters.threads.map((thread) => {
    const readySince = since(Math.min(thread.ready_since, thread.passed_over_since));
    const lockWaitSince = since(thread.lock_wait_since);
    return {
      cycles: thread.cycles,
      ended: thread.ended,
      waits: thread.waits,
      switches: thread.switches,
      lockHeldCycles: thread.lock_held_cycles,
      lockWaitCycles: thread.lock_wait_cycles,
      lockWait: lockWaitSince === undefined ? undefined : { lock: thread.waited_lock, since: lockWaitSince },
      readySince,
      pendingSince: since(thread.pending_since),
      longestReady: Math.max(thread.longest_ready, cycle - (readySince ?? cycle)),
      scarce: scarceOf(thread, cycle),
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
