/** Rules of locks, of the steps that take and return them, and of threads in machine mode. */
import { quotedVisibly } from "../../lib/assembler/text.ts";
import type { Lock, Scenario, Step, Thread } from "../format/schema.ts";
import { contextsOf, placeOf } from "../software/contexts.ts";
import { someStep } from "../software/steps.ts";
import type { Check } from "./checking.ts";

/** Locks, and the steps that take and return them. */
export function checkLocks(check: Check): void {
  check.scenario.software.locks.forEach((lock, index) => {
    const field = `software.locks[${index}]`;
    for (const key of ["acquire", "poll", "release"] as const) {
      const routine = key === "poll" ? pollOf(lock) : lock[key];
      if (routine !== undefined) check.refers(`${field}.${key}`, "routine", routine);
    }
    if (lock.kind === "spin" && lock.acquire === undefined && lock.poll === undefined) {
      check.fail(
        `${field}.poll`,
        "is missing: a spinning thread needs a routine to run, `poll` or `acquire`",
      );
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
    check.fail(field, `only a permanent thread may sleep for a lock; this one starts on ${thread.start.on}`);
  }
}

/** Threads in machine mode. */
export function checkHarts(scenario: Scenario, fail: (field: string, message: string) => void): void {
  scenario.software.threads.forEach((thread, index) => {
    if (thread.machineMode) checkHart(scenario, thread, `software.threads[${index}]`, fail);
  });
}

function checkHart(
  scenario: Scenario,
  thread: Thread,
  field: string,
  fail: (field: string, message: string) => void,
): void {
  const { machine, software } = scenario;
  if (thread.start.on !== "always") {
    fail(`${field}.start.on`, "of a thread in machine mode is always: its traps are its own");
  }
  if (thread.context === "any") {
    fail(`${field}.context`, "of a thread in machine mode is a number: the context is its mhartid");
  }
  if (!thread.interruptsEnabled) {
    fail(`${field}.interruptsEnabled`, "of a thread in machine mode is true: mstatus says when traps come");
  }
  if (software.scheduler.policy !== "none") {
    fail(
      "software.scheduler.policy",
      "is none where a thread is in machine mode: no other shares its context",
    );
  }
  const [step] = thread.steps;
  const routine = step?.do === "exec" && software.routines.find(({ name }) => name === step.routine);
  if (thread.steps.length !== 1 || routine === false || routine?.kind !== "program") {
    fail(`${field}.steps`, "of a thread in machine mode are one: an exec of a program");
  } else if (step?.do === "exec" && step.layer !== undefined) {
    fail(`${field}.steps[0].layer`, "is left out of a thread in machine mode: its register mlayer says it");
  }
  const own = contextsOf(scenario, thread);
  software.threads.forEach((other, index) => {
    if (other === thread) return;
    const isOnlyContext = machine.core.policy === "single" && placeOf(machine, other).core === thread.core;
    if (!isOnlyContext && !contextsOf(scenario, other).some((context) => own.includes(context))) return;
    fail(
      `software.threads[${index}].context`,
      `is that of ${quotedVisibly(thread.name)}, which is in machine mode and has its context for itself`,
    );
  });
}
