/** What machines with programs need; loaded when the first of them comes. */
import { assemble } from "../../lib/assembler/assemble.ts";
import { disassemble } from "../../lib/assembler/disassemble.ts";

export interface ProgramTools {
  readonly assemble: typeof assemble;
  readonly disassemble: typeof disassemble;
}

export const PROGRAM_TOOLS: ProgramTools = { assemble, disassemble };
