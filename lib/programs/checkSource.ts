/** What the assembler says of a source that is being written, as it would stand in its scenario. */

import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { type PlacedRoutine, placeRoutines } from "../../scenarios/compile/programs.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { remarksOf } from "../assembler/remarks.ts";
import type { AssemblyError } from "../assembler/text.ts";

export interface CheckedSource {
  /** At most 20 of them, in the order of the source. */
  readonly errors: readonly AssemblyError[];
  readonly errorCount: number;
  /** What other assemblers read in another way. */
  readonly remarks: readonly AssemblyError[];
  /** Where its code and data lie, and what they are; without `program.assembled` where something is wrong. */
  readonly placed: PlacedRoutine | undefined;
}

/** The scenario with another source for the routine of this number. */
export function withSource(scenario: Scenario, routine: number, source: string): Scenario {
  const routines = scenario.software.routines.map((one, index) =>
    index === routine && one.kind === "program" ? { ...one, program: { source } } : one,
  );
  return { ...scenario, software: { ...scenario.software, routines } };
}

export function checkSource(scenario: Scenario, routine: number, source: string): CheckedSource {
  const placed = placeRoutines(withSource(scenario, routine, source), assembleProgram)[routine];
  const { errors = [], errorCount = 0 } = placed?.program?.refused ?? {};
  return { errors, errorCount, remarks: remarksOf(source), placed };
}
