/** Rows of the control and status registers of a hart. */
import { sourcesOf } from "../../lib/programs/plicSources.ts";
import type { HartRegisters } from "../engine/protocol.ts";
import { hexText } from "./numbers.ts";

interface CsrRow {
  readonly name: (typeof WORDS)[number] | (typeof LONG)[number];
  readonly text: string;
  /** True if the value changed since `before`. Counters, which change in each cycle, are never marked. */
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
const LONG = ["mcycle", "minstret", "mtime", "mtimecmp"] as const satisfies readonly (keyof HartRegisters)[];
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

const PLIC_ROWS = ["enabled", "pending", "claimed", "threshold"] as const;

export interface PlicRow {
  readonly name: (typeof PLIC_ROWS)[number];
  /** Numbers of sources, or the threshold. */
  readonly text: string;
  readonly isChanged: boolean;
}

/** Rows for a hart that has enabled a source. */
export function plicRows(
  { plic: now }: HartRegisters,
  before: HartRegisters | undefined,
): readonly PlicRow[] {
  if (now.enabled === 0n) return [];
  const textOf = (value: bigint | number) =>
    typeof value === "number" ? String(value) : sourcesOf(value).join(" ") || "\u2013";
  return PLIC_ROWS.map((name) => ({
    name,
    text: textOf(now[name]),
    isChanged: before !== undefined && before.plic[name] !== now[name],
  }));
}
