/** `irqscope run --registers`, of threads in machine mode: control and status registers. */

import { type HartRegisters, hartRegisters, type Machine } from "../core-wasm/binding/index.ts";
import { sourcesOf } from "../lib/programs/plicSources.ts";
import { whole } from "./table.ts";

const high = (value: bigint): number => Number(value >> 32n);
const low = (value: bigint): number => Number(value & 0xffff_ffffn);

export interface HartState {
  readonly csrs: Readonly<Record<string, number>>;
  readonly interrupts: number;
  readonly exceptions: number;
  /** In WFI. */
  readonly waits: boolean;
  /** Its program is over, or mtvec leads to no code for an exception. */
  readonly stopped: boolean;
  /** Of a program that is over. */
  readonly exitCode: number | undefined;
  readonly plic: PlicState;
}

/** Numbers of sources: line + 1. */
interface PlicState {
  /** For this hart. */
  readonly enabled: readonly number[];
  readonly threshold: number;
  readonly pending: readonly number[];
  readonly claimed: readonly number[];
}

/** Undefined where the thread is not in machine mode. */
export function hartState(machine: Machine, thread: number): HartState | undefined {
  const hart = hartRegisters(machine, thread);
  if (hart === undefined) return undefined;
  const { interrupts, exceptions, waiting, stopped, exitCode } = hart;
  const { enabled, threshold, pending, claimed } = hart.plic;
  const plic = {
    enabled: sourcesOf(enabled),
    threshold,
    pending: sourcesOf(pending),
    claimed: sourcesOf(claimed),
  };
  const now = { waits: waiting !== 0, stopped: stopped !== 0, exitCode };
  return { csrs: csrsOf(hart), interrupts, exceptions, ...now, plic };
}

/** As wide as they are read; mtime and mtimecmp are those of the CLINT. */
function csrsOf({ mcycle, minstret, mtime, mtimecmp, ...hart }: HartRegisters): Record<string, number> {
  const { mstatus, mie, mip, mtvec, mepc, mcause, mtval, mscratch, mline, mlayer } = hart;
  return {
    ...{ mstatus, mie, mip, mtvec, mepc, mcause, mtval, mscratch, mline, mlayer },
    ...{ mcycle: low(mcycle), mcycleh: high(mcycle), minstret: low(minstret), minstreth: high(minstret) },
    ...{ mtime: low(mtime), mtimeh: high(mtime), mtimecmp: low(mtimecmp), mtimecmph: high(mtimecmp) },
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
  const over = hart.exitCode === undefined ? ", stopped" : `, over with exit code ${hart.exitCode | 0}`;
  const now = hart.stopped ? over : hart.waits ? ", waits (wfi)" : "";
  return [
    ...rows,
    ...plicText(hart.plic),
    `traps: interrupts ${whole(hart.interrupts)}, exceptions ${whole(hart.exceptions)}${now}`,
  ];
}

/** Of a hart that has enabled a source. */
function plicText({ enabled, threshold, pending, claimed }: PlicState): readonly string[] {
  if (enabled.length === 0) return [];
  const named = (sources: readonly number[]) => (sources.length === 0 ? "none" : sources.join(" "));
  return [
    `PLIC sources: enabled ${named(enabled)}, pending ${named(pending)}, claimed ${named(claimed)}; threshold ${threshold}`,
  ];
}
