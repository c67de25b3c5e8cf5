/** What programs have left behind where a machine stands: registers, memory and what they sent to consoles. */
import { type Machine, SIM_NONE, SIM_PROGRAM_MEMORY_BASE } from "../../core-wasm/binding/index.ts";
import { programRegisters } from "../../core-wasm/binding/registers.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { type PlacedRoutine, placeRoutines, programMemoryBytes } from "../../scenarios/compile/programs.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { hasPrograms } from "../../scenarios/software/steps.ts";

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

/** What programs have sent to consoles. */
export interface ConsoleOutput {
  readonly console: string;
  /** In all; the last of them are in `text`. */
  readonly sent: number;
  /** As UTF-8. */
  readonly text: string;
  /** undefined: nothing was sent. */
  readonly lastCycle: number | undefined;
}

export function consoleOutputs(machine: Machine, { machine: { consoles } }: Scenario): ConsoleOutput[] {
  return consoles.map(({ name }, index) => {
    const { sent, characters } = machine.consoleText(index) ?? { sent: 0, characters: [] };
    const bytes = Uint8Array.from(characters, ({ character }) => character);
    return {
      console: name,
      sent,
      text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes),
      lastCycle: characters.at(-1)?.cycle,
    };
  });
}

/** What programs have in registers and memory, of a machine as it stands. */
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
