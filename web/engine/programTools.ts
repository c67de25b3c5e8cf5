/** What machines with programs need; loaded when the first of them comes. */
import { disassemble } from "../../lib/assembler/disassemble.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import type { Assemble } from "../../scenarios/compile/programs.ts";
import { createLastTraps } from "./lastTraps.ts";

export interface ProgramTools {
  readonly assemble: Assemble;
  readonly disassemble: typeof disassemble;
  readonly createLastTraps: typeof createLastTraps;
}

export const PROGRAM_TOOLS: ProgramTools = { assemble: assembleProgram, disassemble, createLastTraps };
