/** How many bytes an instruction takes, as far as the first pass can know it. */
import { compressed } from "./compressed.ts";
import type { InstructionBytes } from "./directives.ts";
import { encodeInstruction, growthOf, isWrittenCompressed } from "./encode.ts";
import type { Lookup } from "./expression.ts";
import { Operands } from "./operands.ts";
import type { Range } from "./sizes.ts";
import { Cursor, SourceError, type Token } from "./text.ts";

export interface Room {
  readonly bytes: number;
  /** Of a statement whose bytes follow from where others lie. */
  readonly range?: Range;
  /** The instructions that it becomes, at its end; left out: of four bytes each, or none. */
  readonly instructions?: readonly InstructionBytes[];
  /** To a multiple of which an alignment goes. */
  readonly pitch?: number;
}

interface Written {
  readonly name: string;
  readonly operands: readonly Token[];
  readonly endColumn: number;
  readonly lookup: Lookup;
}

/** `words`: that it takes when nothing is compressed; `sizeOf`: what it takes in a range. */
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

/** As GNU's linker: of an instruction whose name nothing defines, so that it means address 0. */
function wordsOfAbsent({ name, operands, endColumn, lookup }: Written, words: number): number {
  if (growthOf(name) === "branch") return 2;
  try {
    return encodeInstruction(name, new Operands(new Cursor(operands, endColumn), lookup, undefined), words)
      .length;
  } catch (error) {
    // It is told in the second pass.
    if (!(error instanceof SourceError)) throw error;
    return words;
  }
}

/** GNU as has no short form of JAL, nor of JALR but with one register, where the manual has one. */
function isCompressible(name: string, operands: readonly Token[]): boolean {
  if (name === "jalr" || name === "jr") return operands.length === 1;
  return name !== "jal" && !name.startsWith(".");
}

/** Of a branch, by its bytes. */
const INSTRUCTIONS: Readonly<Record<number, readonly InstructionBytes[]>> = {
  2: [2],
  4: [4],
  6: [2, 4],
  8: [4, 4],
};

/** As GNU as: what rests on a place, or on what stands further down, is not compressed. */
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
    // It is told in the second pass.
    if (!(error instanceof SourceError)) throw error;
  }
  return Array<InstructionBytes>(words).fill(4);
}
