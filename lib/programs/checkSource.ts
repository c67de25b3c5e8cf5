/** Runs the assembler on a source while the user writes it, as part of its scenario. */

import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { type PlacedRoutine, placeRoutines } from "../../scenarios/compile/programs.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { remarksOf } from "../assembler/diagnostics.ts";
import type { AssemblyError } from "../assembler/text.ts";
import { withForm } from "./assemblyHelp.ts";

export interface CheckedSource {
  /** At most 20 errors, in the order of the source. */
  readonly errors: readonly AssemblyError[];
  readonly errorCount: number;
  /** Text that other assemblers read differently. */
  readonly remarks: readonly AssemblyError[];
  /** Addresses and contents of its code and data. `program.assembled` is missing if there are errors. */
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
  return { errors: errors.map(withForm), errorCount, remarks: remarksOf(source), placed };
}
