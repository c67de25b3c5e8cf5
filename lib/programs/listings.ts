/** Text to show for a program that is not assembly: the files that it was compiled from, if the scenario has them, and
 * its instructions. */
import type { PlacedRoutine } from "../../scenarios/compile/programs.ts";
import type { Routine } from "../../scenarios/format/schema.ts";
import { disassemble } from "../assembler/disassemble.ts";
import type { LineRange, LineTable } from "../elf/lineTable.ts";
import { rangeAt } from "../elf/ranges.ts";
import { instructionsOf } from "./programCode.ts";

export interface Listing {
  /** Undefined for the listing of instructions. */
  readonly file: string | undefined;
  readonly text: string;
  /** Line of the instruction at this address, counted from 1. */
  readonly lineAt: (address: number) => number | undefined;
  /** Lines that have instructions, ascending. */
  readonly code: readonly LineCode[];
  /** The range of addresses of one source line that contains the instruction. */
  readonly stretchAt: (address: number) => Stretch | undefined;
}

export interface Stretch {
  readonly address: number;
  /** The first address after the range. */
  readonly end: number;
}

export interface LineCode {
  readonly line: number;
  /** Address of its first instruction. */
  readonly address: number;
}

/** The code of this line or, if it has none, of the next line with an instruction. */
export const codeFrom = ({ code }: Listing, line: number): LineCode | undefined =>
  code.find((one) => one.line >= line);

type Program = Extract<Routine, { readonly kind: "program" }>;

/** Lists the program's sources in the order of the scenario, then its instructions. */
export function listingsOf({ sources = [] }: Program, placed: PlacedRoutine): readonly Listing[] {
  const lines = placed.program?.elf?.lines ?? [];
  const shown = sources.filter(({ file }) => lines.some((one) => one.file === file));
  return [...shown.map(({ file, text }) => ofSource(file, text, lines)), ofInstructions(placed)];
}

function ofSource(file: string, text: string, table: LineTable): Listing {
  const own = table.filter((range) => range.file === file && range.line > 0);
  return {
    file,
    text,
    lineAt: (address) => {
      const found = rangeAt(table, address);
      return found?.file === file && found.line > 0 ? found.line : undefined;
    },
    code: firstOfLines(own),
    stretchAt: (address) => rangeAt(stretchesOf(own), address),
  };
}

/** A table has a range for each statement. Adjacent ranges of one line are joined. */
function stretchesOf(ranges: readonly LineRange[]): readonly LineRange[] {
  const stretches: LineRange[] = [];
  for (const range of ranges) {
    const last = stretches.at(-1);
    if (last?.line === range.line && last.end === range.address)
      stretches[stretches.length - 1] = { ...last, end: range.end };
    else stretches.push(range);
  }
  return stretches;
}

/** The lowest address of each line. */
function firstOfLines(ranges: readonly LineRange[]): readonly LineCode[] {
  const first = new Map<number, number>();
  for (const { line, address } of ranges) first.set(line, Math.min(address, first.get(line) ?? address));
  return Array.from(first, ([line, address]) => ({ line, address })).sort((a, b) => a.line - b.line);
}

/** The name of a function precedes its code. A source line precedes its instructions. */
function ofInstructions(placed: PlacedRoutine): Listing {
  const { elf, assembled } = placed.program ?? {};
  const labels = new Map(Array.from(assembled?.symbols ?? [], ([name, address]) => [address, name]));
  for (const { name, address } of elf?.functions ?? []) labels.set(address, name);
  const rows: string[] = [];
  const code: LineCode[] = [];
  let before = "";
  for (const { address, word, isHalf } of instructionsOf(placed)) {
    const label = labels.get(address);
    if (label !== undefined) rows.push(`${label}:`);
    const range = elf === undefined ? undefined : rangeAt(elf.lines, address);
    const place = range === undefined || range.line === 0 ? "" : `${range.file}:${range.line}`;
    if (place !== "" && (place !== before || label !== undefined)) rows.push(`        # ${place}`);
    before = place;
    const text = disassemble(word, address, (target) => labels.get(target), isHalf);
    rows.push(`  0x${address.toString(16)}  ${text}`);
    code.push({ line: rows.length, address });
  }
  const lines = new Map(code.map(({ line, address }) => [address, line]));
  return {
    file: undefined,
    text: rows.join("\n"),
    lineAt: (address) => lines.get(address),
    code,
    stretchAt: () => undefined,
  };
}
