/** Final state of programs at the machine's cycle: registers, memory and text sent to consoles. */
import { type Machine, SIM_NONE, SIM_PROGRAM_MEMORY_BASE } from "../../core-wasm/binding/index.ts";
import { programRegisters } from "../../core-wasm/binding/registers.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { type PlacedRoutine, placeRoutines, programMemoryBytes } from "../../scenarios/compile/programs.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { hasPrograms } from "../../scenarios/software/steps.ts";

export interface ProgramsEnd {
  /** Memory that the programs share, from SIM_PROGRAM_MEMORY_BASE onwards. */
  readonly memory: Uint8Array;
}

/** Undefined if the machine has no programs. */
export function programsEnd(machine: Machine, scenario: Scenario): ProgramsEnd | undefined {
  if (!hasPrograms(scenario)) return undefined;
  const bytes = programMemoryBytes(scenario, placeRoutines(scenario, assembleProgram));
  return { memory: machine.programMemory(0, bytes) };
}

/** Text that programs have sent to a console. */
export interface ConsoleOutput {
  readonly console: string;
  /** Number of all bytes. `text` has only the last ones. */
  readonly sent: number;
  /** Decoded as UTF-8. */
  readonly text: string;
  /** Undefined if nothing was sent. */
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

/** Registers of a thread's program at the machine's cycle. */
export interface ThreadRegisters {
  readonly thread: number;
  /** Address of the next instruction, or of the instruction that ended the program. */
  readonly pc: number;
  /** mcause of the exception that ended it. */
  readonly cause: number | undefined;
  /** Number of instructions in this run of the program. */
  readonly executed: number;
  /** x0 to x31. */
  readonly x: readonly number[];
}

/** Registers of each thread that has run a program. */
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

/** Addresses by name: labels of assembly and symbols of compiled files. If several programs have a name, the first one
 * counts. */
export function programSymbols(placed: readonly PlacedRoutine[]): ReadonlyMap<string, number> {
  const symbols = new Map<string, number>();
  for (const { program } of placed)
    for (const [name, value] of program?.assembled?.symbols ?? [])
      if (!symbols.has(name)) symbols.set(name, value);
  return symbols;
}
