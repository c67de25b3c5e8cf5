/** Final state of programs at the machine's cycle: registers, memory and text sent to consoles. */
import {
  type CoreModule,
  createMachine,
  type Machine,
  SIM_NONE,
  SIM_PROGRAM_MEMORY_BASE,
} from "../../core-wasm/binding/index.ts";
import { hartRegisters, programRegisters } from "../../core-wasm/binding/registers.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { type PlacedRoutine, placeRoutines, programMemoryBytes } from "../../scenarios/compile/programs.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { hasPrograms } from "../../scenarios/software/steps.ts";

export interface ProgramsEnd {
  /** That they share, from SIM_PROGRAM_MEMORY_BASE on. */
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
  /** Instructions of this run of it. */
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

/** Threads in machine mode whose programs are over, with the cycle in which they ended. */
export interface HartEnd {
  readonly hart: string;
  /** Its a0, with its sign. */
  readonly exitCode: number;
  /** Cycle of its last instruction. */
  readonly cycle: number;
}

const BLOCK_CYCLES = 1_000_000;

/** `machine` is at the end of the run. If a program has ended, the run is repeated to find the cycle. */
export function hartsEnd(core: CoreModule, scenario: Scenario, machine: Machine): readonly HartEnd[] {
  const over = scenario.software.threads.flatMap(({ name, machineMode }, thread) => {
    const exitCode = machineMode ? hartRegisters(machine, thread)?.exitCode : undefined;
    return exitCode === undefined ? [] : [{ hart: name, thread, exitCode: exitCode | 0 }];
  });
  if (over.length === 0) return [];
  const cycles = endCycles(createMachine(core, compileScenario(scenario)), over, machine.cycle);
  return over
    .map(({ thread, ...one }): HartEnd => ({ ...one, cycle: cycles.get(thread) ?? machine.cycle }))
    .toSorted((a, b) => a.cycle - b.cycle);
}

function endCycles(
  machine: Machine,
  over: readonly { readonly thread: number }[],
  until: number,
): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  while (machine.cycle < until && found.size < over.length) {
    const begin = { cycle: machine.cycle, state: machine.save() };
    machine.step(Math.min(until, begin.cycle + BLOCK_CYCLES));
    const end = { cycle: machine.cycle, state: machine.save() };
    for (const { thread } of over)
      if (!found.has(thread) && isOver(machine, thread)) {
        found.set(thread, firstOver(machine, thread, begin, end.cycle));
        machine.restore(end.state);
      }
  }
  return found;
}

const isOver = (machine: Machine, thread: number): boolean =>
  hartRegisters(machine, thread)?.exitCode !== undefined;

/** The program has not ended at `from` and has ended at `to`. */
function firstOver(
  machine: Machine,
  thread: number,
  from: { readonly cycle: number; readonly state: Uint8Array },
  to: number,
): number {
  let [before, after] = [from, to];
  while (after - before.cycle > 1) {
    const middle = Math.floor((before.cycle + after) / 2);
    machine.restore(before.state);
    machine.step(middle);
    if (isOver(machine, thread)) after = middle;
    else before = { cycle: middle, state: machine.save() };
  }
  return before.cycle;
}
