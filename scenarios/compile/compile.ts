/** A checked scenario as the core's configuration record, its programs assembled. */

import type { CompiledScenario } from "../../core-wasm/binding/configRecord.ts";
import type { Scenario } from "../format/schema.ts";
import { assembleProgram } from "./assembleProgram.ts";
import { compilePlaced } from "./config.ts";
import { placeRoutines } from "./programs.ts";

export function compileScenario(scenario: Scenario): CompiledScenario {
  return compilePlaced(scenario, placeRoutines(scenario, assembleProgram));
}
