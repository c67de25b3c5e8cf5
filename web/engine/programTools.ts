/** What machines with programs need; loaded when the first of them comes. */
import { disassemble } from "../../lib/assembler/disassemble.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import type { Assemble } from "../../scenarios/compile/programs.ts";

export interface ProgramTools {
  readonly assemble: Assemble;
  readonly disassemble: typeof disassemble;
}

export const PROGRAM_TOOLS: ProgramTools = { assemble: assembleProgram, disassemble };
