/** `irqscope run --registers`, of threads in machine mode: control and status registers. */

import { type HartRegisters, hartRegisters, type Machine } from "../core-wasm/binding/index.ts";
import { whole } from "./table.ts";

const high = (value: bigint): number => Number(value >> 32n);
const low = (value: bigint): number => Number(value & 0xffff_ffffn);

export interface HartState {
  readonly csrs: Readonly<Record<string, number>>;
  readonly interrupts: number;
  readonly exceptions: number;
  /** In WFI. */
  readonly waits: boolean;
  /** By an exception that mtvec leads to no code for. */
  readonly stopped: boolean;
}

/** Undefined where the thread is not in machine mode. */
export function hartState(machine: Machine, thread: number): HartState | undefined {
  const hart = hartRegisters(machine, thread);
  if (hart === undefined) return undefined;
  const { interrupts, exceptions, waiting, stopped } = hart;
  return { csrs: csrsOf(hart), interrupts, exceptions, waits: waiting !== 0, stopped: stopped !== 0 };
}

/** As wide as they are read; mtimecmp is that of the CLINT. */
function csrsOf({ mcycle, minstret, mtimecmp, ...hart }: HartRegisters): Record<string, number> {
  const { mstatus, mie, mip, mtvec, mepc, mcause, mtval, mscratch, mline, mlayer } = hart;
  return {
    ...{ mstatus, mie, mip, mtvec, mepc, mcause, mtval, mscratch, mline, mlayer },
    ...{ mcycle: low(mcycle), mcycleh: high(mcycle), minstret: low(minstret), minstreth: high(minstret) },
    ...{ mtimecmp: low(mtimecmp), mtimecmph: high(mtimecmp) },
  };
}

const COLUMNS = 4;

/** What is another value than before has a * behind it. */
export function hartText(hart: HartState, before: HartState | undefined): readonly string[] {
  const cells = Object.entries(hart.csrs).map(([name, value]) => {
    const mark = before !== undefined && before.csrs[name] !== value ? "*" : " ";
    return `${name.padEnd(9)} 0x${value.toString(16).padStart(8, "0")}${mark}`;
  });
  const rows = Array.from({ length: Math.ceil(cells.length / COLUMNS) }, (_, row) =>
    cells
      .slice(row * COLUMNS, (row + 1) * COLUMNS)
      .join("  ")
      .trimEnd(),
  );
  const now = hart.stopped ? ", stopped" : hart.waits ? ", waits (wfi)" : "";
  return [...rows, `traps: interrupts ${whole(hart.interrupts)}, exceptions ${whole(hart.exceptions)}${now}`];
}
