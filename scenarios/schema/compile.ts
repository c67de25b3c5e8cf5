/** A checked scenario as the core's configuration record, its programs assembled. */
import type { CompiledScenario } from "../../core-wasm/binding/compiled.ts";
import { assemble } from "../../lib/assembler/assemble.ts";
import { compilePlaced } from "./compile_config.ts";
import { placeRoutines } from "./compile_programs.ts";
import type { Scenario } from "./schema.ts";

export function compileScenario(scenario: Scenario): CompiledScenario {
  return compilePlaced(scenario, placeRoutines(scenario, assemble));
}
