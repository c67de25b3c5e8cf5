/** Where lanes of threads say what lanes of contexts do not. */
import type { System } from "./software.ts";

/** Threads compete for a context or for a lock: who waits, and what for, is a question of its own. */
export function showsThreads({ software }: Pick<System, "software">): boolean {
  const { scheduler, locks, threads } = software;
  return threads.length > 1 && (scheduler.policy !== "none" || locks.length > 0);
}
