/** Locks, and the steps that take and return them. */

import { quotedVisibly } from "../../lib/assembler/visible.ts";
import type { Lock, Step, Thread } from "../format/schema.ts";
import { someStep } from "../software/steps.ts";
import type { Check } from "./check.ts";

export function checkLocks(check: Check): void {
  check.scenario.software.locks.forEach((lock, index) => {
    const field = `software.locks[${index}]`;
    for (const key of ["acquire", "poll", "release"] as const) {
      const routine = key === "poll" ? pollOf(lock) : lock[key];
      if (routine !== undefined) check.refers(`${field}.${key}`, "routine", routine);
    }
    if (lock.kind === "spin" && lock.acquire === undefined && lock.poll === undefined) {
      check.fail(`${field}.poll`, "is missing: who spins needs a routine to run, `poll` or `acquire`");
    }
  });
}

function pollOf(lock: Lock): string | undefined {
  return lock.kind === "spin" ? lock.poll : undefined;
}

type LockStep = Extract<Step, { do: "lock" | "unlock" }>;

export function checkLockStep(check: Check, thread: Thread, step: LockStep, field: string): void {
  if (!check.refers(`${field}.lock`, "lock", step.lock)) return;
  const other = step.do === "lock" ? "unlock" : "lock";
  const isPaired = someStep(thread.steps, (one) => one.do === other && one.lock === step.lock);
  if (!isPaired) {
    const name = quotedVisibly(step.lock);
    check.fail(
      field,
      step.do === "lock"
        ? `takes a lock that it never gives back: ${name} has no unlock in this thread`
        : `gives back a lock that it never takes: ${name} has no lock in this thread`,
    );
  }
  const lock = check.scenario.software.locks.find((one) => one.name === step.lock);
  if (lock?.kind === "sleep" && thread.start.on !== "always") {
    check.fail(
      field,
      `only a thread that always lives may sleep for a lock; this one starts on ${thread.start.on}`,
    );
  }
}
