import type { ProgramNames } from "../../../lib/breakpoints/programWords.ts";
import { programNames } from "../../../lib/programs/programNames.ts";
import { assembleProgram } from "../../../scenarios/compile/assembleProgram.ts";
import { placeRoutines } from "../../../scenarios/compile/programs.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";

export function programNamesHere(scenario: Scenario): ProgramNames | undefined {
  return programNames(scenario, placeRoutines(scenario, assembleProgram));
}
