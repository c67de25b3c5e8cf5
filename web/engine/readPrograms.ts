/** What programs hold: registers by thread, and the memory that they share. */

import { type HartRegisters, hartRegisters } from "../../core-wasm/binding/hart.ts";
import type { Machine } from "../../core-wasm/binding/machine.ts";
import { type NicRegisters, nicRegisters } from "../../core-wasm/binding/nicRegisters.ts";
import { programRegisters } from "../../core-wasm/binding/probe.ts";
import type { MachineShape } from "./decode.ts";

export type { HartRegisters } from "../../core-wasm/binding/hart.ts";
export type { NicRegisters } from "../../core-wasm/binding/nicRegisters.ts";

export interface ProgramView {
  /** Of the instruction that takes effect next; once an exception has ended the program, of the one that raised it. */
  readonly pc: number;
  /** Instructions since the program began. */
  readonly executed: number;
  /** mcause of the exception that ended it. */
  readonly cause: number | undefined;
  /** Registers x0 to x31. */
  readonly x: readonly number[];
  /** Control and status registers; undefined: the thread is not in machine mode. */
  readonly hart: HartRegisters | undefined;
}

export interface ConsoleView {
  /** Characters in all; `bytes` are the last of them. */
  readonly sent: number;
  readonly bytes: Uint8Array;
}

export interface ProgramsView {
  /** By thread; registers of one that has run no program are 0. */
  readonly threads: readonly ProgramView[];
  /** From SIM_PROGRAM_MEMORY_BASE on. */
  readonly memory: Uint8Array;
  /** By NIC; undefined: steps serve it. */
  readonly cards: readonly (NicRegisters | undefined)[];
  /** By number. */
  readonly consoles: readonly ConsoleView[];
}

const NO_CAUSE = 0xffff_ffff;

/** Undefined: the machine has no program. */
export function readPrograms(
  machine: Machine,
  shape: Pick<MachineShape, "threads" | "programBytes" | "nicRings">,
): ProgramsView | undefined {
  if (programRegisters(machine, 0) === undefined) return undefined;
  return {
    threads: Array.from({ length: shape.threads }, (_, thread) => {
      const { pc = 0, executed = 0, cause = NO_CAUSE, x = [] } = programRegisters(machine, thread) ?? {};
      const hart = hartRegisters(machine, thread);
      return { pc, executed, cause: cause === NO_CAUSE ? undefined : cause, x, hart };
    }),
    memory: machine.programMemory(0, shape.programBytes),
    cards: shape.nicRings.map((_, nic) => {
      const registers = nicRegisters(machine, nic);
      const isServed = registers.rxBytes + registers.rxSize + registers.txSize > 0;
      return isServed ? registers : undefined;
    }),
    consoles: readConsoles(machine),
  };
}

function readConsoles(machine: Machine): readonly ConsoleView[] {
  const consoles: ConsoleView[] = [];
  for (;;) {
    const text = machine.consoleText(consoles.length);
    if (text === undefined) return consoles;
    const bytes = Uint8Array.from(text.characters, ({ character }) => character);
    consoles.push({ sent: text.sent, bytes });
  }
}
