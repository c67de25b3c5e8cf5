/** Names of a scenario's programs, for conditions, and the threads that run them. */
import type { PlacedRoutine } from "../../scenarios/compile/programs.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { someStep } from "../../scenarios/software/steps.ts";
import type { ProgramNames } from "../breakpoints/programWords.ts";
import { programPlaces } from "./places.ts";

/** Undefined if there is no program. */
export function programNames(
  { software }: Scenario,
  placed: readonly PlacedRoutine[],
): ProgramNames | undefined {
  if (!placed.some(({ program }) => program !== undefined)) return undefined;
  const places = programPlaces(placed);
  return {
    addressOf: (label) => places.names.find(({ name }) => name === label)?.address,
    lineEntries: (routine, line, file) =>
      places.entriesOf(
        software.routines.findIndex(({ name }) => name === routine),
        line,
        file,
      ),
  };
}

/** Numbers of threads with a step that executes one, ascending. */
export function programThreads({ software }: Scenario): readonly number[] {
  const programs = new Set(software.routines.flatMap(({ kind, name }) => (kind === "program" ? [name] : [])));
  return software.threads.flatMap(({ steps }, thread) =>
    someStep(steps, (step) => step.do === "exec" && programs.has(step.routine)) ? [thread] : [],
  );
}
