/** Rows of the control and status registers of a hart. */
import type { HartRegisters } from "../engine/readPrograms.ts";
import { hexText } from "./numbers.ts";

export interface CsrRow {
  readonly name: (typeof WORDS)[number] | (typeof LONG)[number];
  readonly text: string;
  /** Since `before`; counters, which change with each cycle, are not said to. */
  readonly isChanged: boolean;
}

const WORDS = [
  "mstatus",
  "mie",
  "mip",
  "mtvec",
  "mepc",
  "mcause",
  "mtval",
  "mscratch",
  "mline",
  "mlayer",
] as const satisfies readonly (keyof HartRegisters)[];
const LONG = ["mcycle", "minstret", "mtimecmp"] as const satisfies readonly (keyof HartRegisters)[];
const WORD_BITS = 32;
const LONG_DIGITS = 16;

export function csrRows(now: HartRegisters, before: HartRegisters | undefined): readonly CsrRow[] {
  return [
    ...WORDS.map((name) => ({
      name,
      text: hexText(now[name]),
      isChanged: before !== undefined && before[name] !== now[name],
    })),
    ...LONG.map((name) => ({
      name,
      text: BigInt.asUintN(2 * WORD_BITS, now[name])
        .toString(16)
        .padStart(LONG_DIGITS, "0"),
      isChanged: false,
    })),
  ];
}
