/** Finds the threads that run programs. */
import type { Scenario } from "../../scenarios/format/schema.ts";
import { someStep } from "../../scenarios/software/steps.ts";

/** Numbers of threads with a step that executes one, ascending. */
export function programThreads({ software }: Scenario): readonly number[] {
  const programs = new Set(software.routines.flatMap(({ kind, name }) => (kind === "program" ? [name] : [])));
  return software.threads.flatMap(({ steps }, thread) =>
    someStep(steps, (step) => step.do === "exec" && programs.has(step.routine)) ? [thread] : [],
  );
}
