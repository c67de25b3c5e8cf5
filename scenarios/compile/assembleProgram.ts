/** Assembles the source of a program as machines run it. */
import { type AssemblyOptions, type AssemblyResult, assemble } from "../../lib/assembler/assemble.ts";
import { registerValues } from "../devices/deviceRegisters.ts";
import { elfProgram } from "./elfProgram.ts";
import type { Assemble } from "./programs.ts";
/** A program as machines have it: its source may name the registers of devices (docs/devices.md). */
export const assembleProgram: Assemble = Object.assign(
  (source: string, options: AssemblyOptions): AssemblyResult =>
    assemble(source, { ...options, provided: registerValues() }),
  { linked: elfProgram },
);
