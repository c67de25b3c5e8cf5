/** The state of a thread in a program for tests: hand-made, not simulated. */
import type { ProgramState } from "../../../web/program/states.ts";

interface Registers {
  readonly pc: number;
  readonly executed?: number;
  /** By number. All others are 0. */
  readonly x: Readonly<Record<number, number>>;
}

export function programAt({ pc, executed = 0, x }: Registers): ProgramState["program"] {
  return {
    pc,
    executed,
    cause: undefined,
    x: Array.from({ length: 32 }, (_, index) => x[index] ?? 0),
    hart: undefined,
  };
}

export function programState(registers: Registers, at: ProgramState["at"]): ProgramState {
  return {
    thread: 0,
    name: "program",
    program: programAt(registers),
    at,
    context: "C0",
    layer: "application",
    isRunning: true,
    wait: undefined,
  };
}
