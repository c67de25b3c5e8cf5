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
  /** Of those that are over. */
  readonly longestWait: number;
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

export function readLocks(counters: Counters): LockMetrics[] {
  return counters.locks.map(({ taken, contended, held_cycles, wait_cycles, longest_wait }) => ({
    taken,
    contended,
    heldCycles: held_cycles,
    waitCycles: wait_cycles,
    longestWait: longest_wait,
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
