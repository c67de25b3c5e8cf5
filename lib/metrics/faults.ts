/** Programs that an exception ended. */
import type { Counters } from "../../core-wasm/binding/index.ts";

/** The first one. */
export interface ProgramFault {
  /** Its step was over at the end of this cycle. */
  readonly cycle: number;
  readonly thread: number;
  readonly routine: number;
  /** Of the instruction. */
  readonly address: number;
  /** As mcause has it. */
  readonly cause: number;
  /** In the source, in words; undefined: it has none, or it was not looked for. */
  readonly place?: string;
}

/** By mcause. */
const CAUSES: readonly (string | undefined)[] = [
  "a jump to a misaligned address",
  "a jump out of its code",
  "an illegal instruction",
  undefined,
  "a misaligned load",
  "a load from an address where nothing is",
  "a misaligned store",
  "a store to an address where nothing can be stored",
];

export function readFault(counters: Counters): ProgramFault | undefined {
  if (counters.program_faults === 0) return undefined;
  const { cycle, thread, routine, address, cause } = counters.fault;
  return { cycle, thread, routine, address, cause };
}

export function causeText(cause: number): string {
  return CAUSES[cause] ?? `exception ${cause}`;
}
