/** What programs have left behind at the end of a run. */
import type { Machine } from "../../core-wasm/binding/index.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { placeRoutines, programMemoryBytes } from "../../scenarios/compile/programs.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { hasPrograms } from "../../scenarios/software/hasPrograms.ts";

export interface ProgramsEnd {
  /** That they share, from SIM_PROGRAM_MEMORY_BASE on. */
  readonly memory: Uint8Array;
}

/** Undefined: the machine has no programs. */
export function programsEnd(machine: Machine, scenario: Scenario): ProgramsEnd | undefined {
  if (!hasPrograms(scenario)) return undefined;
  const bytes = programMemoryBytes(scenario, placeRoutines(scenario, assembleProgram));
  return { memory: machine.programMemory(0, bytes) };
}
