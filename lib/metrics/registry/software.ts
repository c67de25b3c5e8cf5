/** Threads, queues between them, locks and deadlocks. */
import { type Counters, SIM_NONE_8, SIM_SCARCE_SHARE } from "../../../core-wasm/binding/index.ts";
import { CYCLE, NUMBER } from "../../expressions/dimension.ts";
import { type Entries, type Run, type Values, valuesOf } from "./entry.ts";

type ThreadCounters = Counters["threads"][number];

const since = (time: number, cycle: number) => (time <= cycle ? time : undefined);

/**
 * Start of the time in which the thread was able to run and did not, or had its context while others were
 * chosen to issue.
 */
const readySince = ({ ready_since, passed_over_since }: ThreadCounters, cycle: number) =>
  since(Math.min(ready_since, passed_over_since), cycle);

export const THREAD = {
  cycles: {
    path: "cycles",
    dimension: CYCLE,
    meaning: "cycles in which the thread ran",
    read: (thread) => thread.cycles,
    text: [{ label: "cycles" }, { label: "of all", of: "run" }],
    panel: { label: "ran", of: "run" },
  },
  share: {
    path: "share",
    only: "expressions",
    dimension: NUMBER,
    meaning: "share of the run in which the thread ran",
    amount: { kind: "share" },
    read: (thread, { cycles }) => thread.cycles / cycles,
  },
  instructions: {
    path: "instructions",
    only: "expressions",
    dimension: NUMBER,
    meaning: "instructions of the thread",
    read: (thread) => thread.instructions,
  },
  ended: {
    path: "ended",
    dimension: NUMBER,
    meaning: "times that the thread ended",
    read: (thread) => thread.ended,
  },
  waits: {
    path: "waits",
    dimension: NUMBER,
    meaning: "times that the thread waited",
    read: (thread) => thread.waits,
    text: { label: "waits", isOptional: true, at: 1 },
    panel: { label: "waits", isOptional: true, at: 1 },
  },
  switches: {
    path: "switches",
    dimension: NUMBER,
    meaning: "times that it took its context from another thread",
    read: (thread) => thread.switches,
    text: { label: "switches", isOptional: true },
    panel: { label: "switches", isOptional: true },
  },
  lockHeldCycles: {
    dimension: CYCLE,
    meaning: "cycles in which it held a lock, summed over the locks",
    read: (thread) => thread.lock_held_cycles,
  },
  lockWaitCycles: {
    dimension: CYCLE,
    meaning: "cycles in which it waited for a lock, spinning or asleep",
    read: (thread) => thread.lock_wait_cycles,
  },
  boosts: {
    path: "boosts",
    dimension: NUMBER,
    meaning: "times that a waiting thread raised its priority by a lock that it held",
    read: (thread) => thread.boosts,
    text: { label: "boosts", isOptional: true },
  },
  boostedCycles: {
    path: "boostedCycles",
    dimension: CYCLE,
    meaning: "cycles in which it has a higher priority than its own",
    read: (thread) => thread.boosted_cycles,
    text: { label: "boosted", isOptional: true },
    panel: { label: "boosted", isOptional: true },
  },
  readySince: {
    dimension: CYCLE,
    meaning: "cycle since which it can run but does not",
    read: (thread, { endCycle }) => readySince(thread, endCycle),
  },
  pendingSince: {
    dimension: CYCLE,
    meaning: "cycle since which its line or raise is pending but it has not been started",
    read: (thread, { endCycle }) => since(thread.pending_since, endCycle),
  },
  longestReady: {
    dimension: CYCLE,
    meaning: "longest time for which it could run but did not, including the present one",
    read: (thread, { endCycle }) =>
      Math.max(thread.longest_ready, endCycle - (readySince(thread, endCycle) ?? endCycle)),
    text: { label: "longest ready", isOptional: true, at: 2 },
    panel: { label: "ready", at: 2 },
  },
} as const satisfies Entries<ThreadCounters>;

interface QueueCounters {
  readonly taken: number;
  readonly dropped: number;
}

export const QUEUE = {
  taken: {
    path: "taken",
    dimension: NUMBER,
    meaning: "packets taken from the queue",
    read: (queue) => queue.taken,
    text: { label: "taken" },
  },
  dropped: {
    path: "dropped",
    dimension: NUMBER,
    meaning: "frames that found the queue full",
    read: (queue) => queue.dropped,
    text: { label: "lost" },
  },
} as const satisfies Entries<QueueCounters>;

type LockCounters = Counters["locks"][number] & { readonly index: number };

/** The longest wait that has not ended. */
function longestWaitNow(
  lock: number,
  { counters, endCycle }: { counters: Counters; endCycle: number },
): number {
  const waits = counters.threads
    .filter(({ waited_lock }) => waited_lock === lock)
    .map(({ lock_wait_since }) => endCycle - Math.min(lock_wait_since, endCycle));
  return Math.max(0, ...waits);
}

export const LOCK = {
  taken: {
    path: "taken",
    dimension: NUMBER,
    meaning: "times it was taken",
    read: (lock) => lock.taken,
    text: { label: "taken" },
    panel: { label: "taken" },
  },
  contended: {
    path: "contended",
    dimension: NUMBER,
    meaning: "of these, after a wait",
    read: (lock) => lock.contended,
    text: { label: "after a wait", of: "taken" },
    panel: { label: "after a wait", of: "taken" },
  },
  heldCycles: {
    path: "heldCycles",
    dimension: CYCLE,
    meaning: "cycles in which a thread holds it",
    read: (lock) => lock.held_cycles,
    text: { label: "held", of: "run" },
  },
  waitCycles: {
    path: "waitCycles",
    dimension: CYCLE,
    meaning: "cycles of all threads that wait for it",
    read: (lock) => lock.wait_cycles,
    text: { label: "waited for" },
    panel: { label: "waited" },
  },
  longestWait: {
    dimension: CYCLE,
    meaning: "longest wait for it, including waits that have not ended",
    read: (lock, run) => Math.max(lock.longest_wait, longestWaitNow(lock.index, run)),
    text: { label: "longest wait" },
    panel: { label: "longest" },
  },
  invertedCycles: {
    path: "invertedCycles",
    dimension: CYCLE,
    meaning: "cycles in which a waiting thread is more urgent than its holder's own priority",
    read: (lock) => lock.inverted_cycles,
    text: { label: "inversion", isOptional: true },
    panel: { label: "inversion", isOptional: true },
  },
} as const satisfies Entries<LockCounters>;

/** Metrics of a lock, by its index in the scenario. */
export interface LockMetrics extends Values<typeof LOCK> {
  /** The last thread that took the lock, and the cycle. Undefined if no thread did. */
  readonly lastTaken: { readonly thread: number; readonly cycle: number } | undefined;
}

export function readLocks(run: Run): LockMetrics[] {
  return run.counters.locks.map((one, index) => ({
    ...valuesOf(LOCK, { ...one, index }, run),
    lastTaken: one.taken === 0 ? undefined : { thread: one.taker, cycle: one.taken_at },
  }));
}

/** The first deadlock: each thread waits for the next one, and the last thread waits for the first. */
export interface DeadlockRing {
  /** Cycle in which the circle closed. */
  readonly cycle: number;
  readonly waits: readonly {
    readonly thread: number;
    /** Undefined if the thread is ready, but the next thread, which spins, occupies its cpu. */
    readonly lock: number | undefined;
  }[];
}

export function readDeadlock(counters: Counters): DeadlockRing | undefined {
  const { cycle, length, threads, locks } = counters.deadlock;
  if (length === 0) return undefined;
  const waits = threads.slice(0, length).map((thread, index) => {
    const lock = locks[index] ?? SIM_NONE_8;
    return { thread, lock: lock === SIM_NONE_8 ? undefined : lock };
  });
  return { cycle, waits };
}

/** Metrics of a thread, by its index in the scenario. */
export interface ThreadMetrics extends Values<typeof THREAD> {
  /**
   * Start of the time in which the thread was able to run and got less than SIM_SCARCE_SHARE of the cycles.
   */
  readonly scarce: { readonly since: number; readonly ranCycles: number } | undefined;
  /** Number of the lock for which the thread waits, and the start of its wait. */
  readonly lockWait: { readonly lock: number; readonly since: number } | undefined;
}

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

/** The core checks a period in which a thread is ready without running when the period ends. This function also
 * checks a period that has not ended. */
function scarceOf(thread: Counters["threads"][number], cycle: number): ThreadMetrics["scarce"] {
  const { cycles, ready_since, scarce_since, scarce_cycles } = thread;
  const isShort = (until: number) =>
    scarce_since <= until && (cycles - scarce_cycles) * SIM_SCARCE_SHARE < until - scarce_since;
  const isReady = ready_since < cycle;
  if (isShort(isReady ? ready_since : cycle))
    return { since: scarce_since, ranCycles: cycles - scarce_cycles };
  return isReady ? { since: ready_since, ranCycles: 0 } : undefined;
}
