/** What programs have in registers and memory, of a machine as it stands. */
import { type Machine, SIM_NONE, SIM_PROGRAM_MEMORY_BASE } from "../../core-wasm/binding/index.ts";
import { programRegisters } from "../../core-wasm/binding/registers.ts";
import { type PlacedRoutine, programMemoryBytes } from "../../scenarios/compile/programs.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";

export interface ThreadRegisters {
  readonly thread: number;
  /** The next instruction's address; that of the one that ended the program. */
  readonly pc: number;
  /** mcause of the exception that ended it. */
  readonly cause: number | undefined;
  /** Instructions of this run of it. */
  readonly executed: number;
  /** x0 to x31. */
  readonly x: readonly number[];
}

/** Of each thread that has run a program. */
export function threadRegisters(machine: Machine, { software }: Scenario): readonly ThreadRegisters[] {
  return software.threads.flatMap((_, thread) => {
    const frame = programRegisters(machine, thread);
    if (frame === undefined || (frame.executed === 0 && frame.pc === 0)) return [];
    const { pc, cause, executed, x } = frame;
    return [{ thread, pc, cause: cause === SIM_NONE ? undefined : cause, executed, x }];
  });
}

export interface MemoryRange {
  readonly address: number;
  readonly bytes: number;
}

/** The memory that programs share. */
export function memoryOfPrograms(scenario: Scenario, placed: readonly PlacedRoutine[]): MemoryRange {
  return { address: SIM_PROGRAM_MEMORY_BASE, bytes: programMemoryBytes(scenario, placed) };
}

/** Within memoryOfPrograms. */
export const bytesAt = (machine: Machine, { address, bytes }: MemoryRange): Uint8Array =>
  machine.programMemory(address - SIM_PROGRAM_MEMORY_BASE, bytes);

/** Addresses by name: labels of assembly and symbols of compiled files; the first program that has one names it. */
export function programSymbols(placed: readonly PlacedRoutine[]): ReadonlyMap<string, number> {
  const symbols = new Map<string, number>();
  for (const { program } of placed)
    for (const [name, value] of program?.assembled?.symbols ?? [])
      if (!symbols.has(name)) symbols.set(name, value);
  return symbols;
}
