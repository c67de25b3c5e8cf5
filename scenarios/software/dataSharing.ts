/** Finds the threads that run a routine, and decides if they work on the same data. */
import type { Routine, Software, Thread } from "./software.ts";
import type { Step } from "./stepSchema.ts";
import { someStep } from "./steps.ts";

/** Whether all threads that run it work on the same data. */
export function sharesData({ locks }: Software, routine: Exclude<Routine, { kind: "program" }>): boolean {
  const { sharing, address } = routine.data;
  if (sharing !== "auto") return sharing === "shared";
  return address !== "auto" || locks.some((lock) => routinesOfLock(lock).includes(routine.name));
}

/** In the order of their numbers. */
export function threadsThatRun({ threads, locks }: Software, routine: string): readonly Thread[] {
  const byLock = new Set(
    locks.filter((lock) => routinesOfLock(lock).includes(routine)).map(({ name }) => name),
  );
  const runs = (step: Step) => {
    if (step.do === "exec") return step.routine === routine;
    if (step.do === "lock" || step.do === "unlock") return byLock.has(step.lock);
    return step.do === "system-call" && (step.enter === routine || step.exit === routine);
  };
  return threads.filter(({ steps }) => someStep(steps, runs));
}

function routinesOfLock(lock: Software["locks"][number]): readonly string[] {
  return [lock.acquire, "poll" in lock ? lock.poll : undefined, lock.release].filter(
    (name) => name !== undefined,
  );
}
