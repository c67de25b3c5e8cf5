/** Threads in machine mode. */
import { quotedVisibly } from "../../lib/assembler/visible.ts";
import type { Scenario, Thread } from "../format/schema.ts";
import { contextsOf, placeOf } from "../software/contexts.ts";

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
