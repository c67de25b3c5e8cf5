/** Size of an instruction, as far as the first pass knows it. */

import { compressed } from "./compressed.ts";
import type { InstructionBytes, Section } from "./directives.ts";
import { BRANCH_REACH, encodeInstruction, growthOf, isOfLinker, isWrittenCompressed } from "./encode.ts";
import type { Lookup } from "./expression.ts";
import type { SourceLine } from "./lines.ts";
import { LEBS, lebBytes } from "./numbers.ts";
import { Operands } from "./operands.ts";
import type { Symbols } from "./symbols.ts";
import { Cursor, SourceError, type Token } from "./text.ts";

/** Sizes of statements that depend on the addresses of others. No size ever shrinks, so the passes terminate. */
/** Minimum and maximum number of bytes of a statement. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

const COMPRESSED_BRANCH_REACH = 0x100;
const COMPRESSED_JUMP_REACH = 0x800;

/** Result of one pass. */
interface Placed {
  readonly statements: readonly Statement[];
  readonly symbols: Symbols;
  readonly layout: Layout;
}

export class Sizes {
  readonly #bytes = new Map<number, number>();
  /** Gives every statement its greatest size, so that all of them fit. */
  isLongest = false;

  of(order: number, { least, most }: Range): number {
    return this.isLongest ? most : Math.max(least, this.#bytes.get(order) ?? 0);
  }

  /** Whether a statement of a pass that placed everything needs more room than it has. */
  grow({ statements, symbols, layout }: Placed): boolean {
    if (!symbols.isLayoutKnown) return false;
    let hasGrown = false;
    for (const statement of statements) {
      const { range, section, offset, order, bytes } = statement;
      if (range === undefined || bytes === range.most) continue;
      const address = layout[section] + offset;
      const needed = bytesNeeded(statement, range, address, symbols.lookupAt(order, address));
      if (needed <= bytes) continue;
      this.#bytes.set(order, needed);
      hasGrown = true;
    }
    return hasGrown;
  }
}

/** The second pass reports errors in the operands. */
function bytesNeeded(
  { tokens, endColumn }: Statement,
  range: Range,
  address: number,
  lookup: ReturnType<Symbols["lookupAt"]>,
): number {
  const name = tokens[0]?.text.toLowerCase() ?? "";
  const cursor = new Cursor(tokens.slice(1), endColumn);
  try {
    if (LEBS.has(name)) return lebBytes(name, cursor, lookup).length;
    const operands = new Operands(cursor, lookup, address);
    operands.reachesFar = true;
    encodeInstruction(name, operands, 1);
    if (operands.goesToWeak && !isOfLinker(name)) return range.most;
    return branchBytes(operands.farDistance, range);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return range.least;
  }
}

/** Bytes of a branch as in GNU as: two, four, or eight for the opposite branch around a JAL. A weak symbol gets the
 * most. */
function branchBytes(distance: number, { least, most }: Range): number {
  const isWithin = (reach: number) => distance >= -reach && distance < reach;
  const isJump = most === 4;
  if (least === 2 && isWithin(isJump ? COMPRESSED_JUMP_REACH : COMPRESSED_BRANCH_REACH)) return 2;
  if (isJump || isWithin(BRANCH_REACH)) return 4;
  return least === 2 ? 6 : 8;
}

export interface Room {
  readonly bytes: number;
  /** Set for a statement whose size depends on the addresses of others. */
  readonly range?: Range;
  /** Sizes of the instructions at the end of the statement. Omitted if each has four bytes or there are none. */
  readonly instructions?: readonly InstructionBytes[];
  /** The multiple to which an alignment aligns. */
  readonly pitch?: number;
}

interface Written {
  readonly name: string;
  readonly operands: readonly Token[];
  readonly endColumn: number;
  readonly lookup: Lookup;
}

/** `words` is the number of uncompressed words. `sizeOf` gives their size within a range. */
export function roomOf(
  written: Written,
  words: number,
  compresses: boolean,
  sizeOf: (range: Range) => number,
): Room {
  const { name, operands, lookup } = written;
  if (operands.some(({ text }) => lookup.isAbsent?.(text) === true)) {
    const bytes = 4 * wordsOfAbsent(written, words);
    return { bytes, instructions: Array<InstructionBytes>(bytes / 4).fill(4) };
  }
  const mayCompress = compresses && isCompressible(name, operands);
  const growth = growthOf(name);
  if (growth !== undefined) {
    const isShort = mayCompress && tried(written, words).every((one) => one === 2);
    const range = { least: isShort ? 2 : 4, most: growth === "jump" ? 4 : 8 };
    const bytes = sizeOf(range);
    return { bytes, range, instructions: INSTRUCTIONS[bytes] ?? [4] };
  }
  if (isWrittenCompressed(name)) return { bytes: 2, instructions: [2] };
  if (!mayCompress) return { bytes: 4 * words };
  const instructions = tried(written, words);
  return { bytes: instructions.reduce((sum: number, one) => sum + one, 0), instructions };
}

/** Words of an instruction whose symbol has no definition and therefore means address 0, as in GNU's linker. */
function wordsOfAbsent({ name, operands, endColumn, lookup }: Written, words: number): number {
  if (growthOf(name) === "branch") return 2;
  try {
    return encodeInstruction(name, new Operands(new Cursor(operands, endColumn), lookup, undefined), words)
      .length;
  } catch (error) {
    // The second pass reports the error.
    if (!(error instanceof SourceError)) throw error;
    return words;
  }
}

/** GNU as has no short form of JAL, and of JALR only with one register where the manual allows more. */
function isCompressible(name: string, operands: readonly Token[]): boolean {
  if (name === "jalr" || name === "jr") return operands.length === 1;
  return name !== "jal" && !name.startsWith(".");
}

/** Instructions that make up a branch, by its size in bytes. */
const INSTRUCTIONS: Readonly<Record<number, readonly InstructionBytes[]>> = {
  2: [2],
  4: [4],
  6: [2, 4],
  8: [4, 4],
};

/** As in GNU as, an instruction is not compressed if it depends on an address or on a symbol defined further down. */
function tried({ name, operands, endColumn, lookup }: Written, words: number): readonly InstructionBytes[] {
  let isKnown = true;
  const find = (symbol: string): bigint => {
    const value = lookup(symbol);
    if (value === undefined) isKnown = false;
    return value ?? 0n;
  };
  const lenient = Object.assign(find, { isAddress: (symbol: string) => lookup.isAddress?.(symbol) ?? false });
  const cursor = new Cursor(operands, endColumn);
  const o = new Operands(cursor, lenient, undefined);
  const isBranch = growthOf(name) !== undefined;
  try {
    const made = encodeInstruction(name, o, words);
    const isOne = made.length === 1;
    if (isBranch || (isKnown && o.isConstant && !(isOne && o.isUnsigned)))
      return made.map((word) => (compressed(word, isOne ? name : undefined) === undefined ? 4 : 2));
  } catch (error) {
    // The second pass reports the error.
    if (!(error instanceof SourceError)) throw error;
  }
  return Array<InstructionBytes>(words).fill(4);
}

/** First address of each section. */
export type Layout = Readonly<Record<Section, number>>;

export interface Statement {
  readonly line: SourceLine;
  readonly section: Section;
  /** Offset of the first byte from the start of the section. */
  readonly offset: number;
  readonly bytes: number;
  readonly range: Room["range"];
  readonly instructions: Room["instructions"];
  readonly tokens: readonly Token[];
  readonly endColumn: number;
  /** Local labels and values of constants up to this number count as "before". */
  readonly order: number;
}
