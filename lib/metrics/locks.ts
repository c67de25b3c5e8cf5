/** Locks, and threads that wait for each other for ever. */
import { type Counters, SIM_NONE_8 } from "../../core-wasm/binding/index.ts";
import { type Run, type Values, valuesOf } from "./registry/entry.ts";
import { LOCK } from "./registry/software.ts";

/** Of a lock, by its index in the scenario. */
export interface LockMetrics extends Values<typeof LOCK> {
  /** The last thread to take it, and when; undefined: none did. */
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

export function readLocks(run: Run): LockMetrics[] {
  return run.counters.locks.map((one, index) => ({
    ...valuesOf(LOCK, { ...one, index }, run),
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
