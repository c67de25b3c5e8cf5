/** Decides if lanes of threads show more than lanes of contexts. */
import type { System } from "./software.ts";

/** True if threads compete for a context or for a lock. Which thread waits, and for what, is then not visible in lanes
 * of contexts. */
export function showsThreads({ software }: Pick<System, "software">): boolean {
  const { scheduler, locks, threads } = software;
  return threads.length > 1 && (scheduler.policy !== "none" || locks.length > 0);
}
