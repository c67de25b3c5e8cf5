/** Locks, and threads that wait for each other for ever. */
import { type Counters, SIM_NONE_8 } from "../../core-wasm/binding/index.ts";

/** Of a lock, by its index in the scenario. */
export interface LockMetrics {
  readonly taken: number;
  /** Of these, after a wait. */
  readonly contended: number;
  readonly heldCycles: number;
  /** Of all threads, spinning or asleep. */
  readonly waitCycles: number;
  /** The present ones included. */
  readonly longestWait: number;
  /** The last to take it, and when; undefined: nobody did. */
  readonly lastTaken: { readonly thread: number; readonly cycle: number } | undefined;
}

/** The first one: each thread waits for the next, the last for the first. */
export interface DeadlockRing {
  /** At which it closed. */
  readonly cycle: number;
  readonly waits: readonly {
    readonly thread: number;
    /** Undefined: it could run, and the next, which spins, has its cpu. */
    readonly lock: number | undefined;
  }[];
}

export function readLocks(counters: Counters, cycle: number): LockMetrics[] {
  const waits = counters.threads.map(({ waited_lock, lock_wait_since }) => ({
    lock: waited_lock,
    cycles: cycle - Math.min(lock_wait_since, cycle),
  }));
  return counters.locks.map((one, lock) => ({
    taken: one.taken,
    contended: one.contended,
    heldCycles: one.held_cycles,
    waitCycles: one.wait_cycles,
    longestWait: waits.reduce(
      (longest, wait) => (wait.lock === lock ? Math.max(longest, wait.cycles) : longest),
      one.longest_wait,
    ),
    lastTaken: one.taken === 0 ? undefined : { thread: one.taker, cycle: one.taken_at },
  }));
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
