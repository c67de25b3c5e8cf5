/** The instructions of a program by their addresses, and their lines. */
import type { PlacedProgram, PlacedRoutine } from "../../scenarios/compile/programs.ts";
import type { AssembledProgram } from "../assembler/assemble.ts";
import { rangeAt } from "../elf/ranges.ts";

interface PlacedInstruction {
  readonly word: number;
  /** It has 16 bits. */
  readonly isHalf: boolean;
}

const WORD_BYTES = 4;
const HALF_BYTES = 2;

/** 16 bits of the code, `offset` bytes after its start. 0 if there is no code. */
function halfAt(words: readonly number[], offset: number): number {
  const word = words[Math.floor(offset / WORD_BYTES)] ?? 0;
  return (offset % WORD_BYTES === 0 ? word : word >>> 16) & 0xffff;
}

/** Undefined if the address has no code. */
export function instructionAt(
  { codeAddress, program }: PlacedRoutine,
  pc: number,
): PlacedInstruction | undefined {
  const { assembled, isCompressed = false } = program ?? {};
  const words = assembled?.words ?? [];
  const offset = pc - codeAddress;
  if (offset < 0 || offset >= words.length * WORD_BYTES) return undefined;
  if (offset % (isCompressed ? HALF_BYTES : WORD_BYTES) !== 0) return undefined;
  const low = halfAt(words, offset);
  return isCompressed && (low & 3) !== 3
    ? { word: low, isHalf: true }
    : { word: ((halfAt(words, offset + HALF_BYTES) << 16) | low) >>> 0, isHalf: false };
}

/** Each instruction by its address, to the end of the code. */
export function* instructionsOf(
  placed: PlacedRoutine,
): Generator<PlacedInstruction & { readonly address: number }> {
  const { codeAddress, program } = placed;
  const end = program === undefined ? codeAddress : codeEnd(codeAddress, program);
  for (let address = codeAddress; address < end; ) {
    const found = instructionAt(placed, address) ?? { word: 0, isHalf: false };
    yield { ...found, address };
    address += found.isHalf ? HALF_BYTES : WORD_BYTES;
  }
}

/** Line from 1. Undefined if the address has no source line. */
export function lineAt(codeAddress: number, assembled: AssembledProgram, pc: number): number | undefined {
  const offset = pc - codeAddress;
  const { lines, pieces } = assembled;
  if (pieces === undefined) return lines[Math.floor(offset / WORD_BYTES)];
  let [from, to] = [0, pieces.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const { offset: begin, bytes } = pieces[middle] ?? { offset: 0, bytes: 0 };
    if (begin + bytes <= offset) from = middle + 1;
    else to = middle;
  }
  const piece = pieces[from];
  return piece !== undefined && piece.offset <= offset ? piece.line : undefined;
}

/** Line of a linked file. Undefined if its table has none. */
export function placeInFile(
  { lines }: NonNullable<PlacedProgram["elf"]>,
  pc: number,
): { readonly file: string; readonly line: number } | undefined {
  const found = rangeAt(lines, pc);
  return found === undefined || found.line === 0 ? undefined : { file: found.file, line: found.line };
}

/** Address after the last instruction. Padding of the last word does not count. */
export function codeEnd(codeAddress: number, { assembled }: PlacedProgram): number {
  const last = assembled?.pieces?.at(-1);
  return (
    codeAddress +
    (last === undefined ? WORD_BYTES * (assembled?.words.length ?? 0) : last.offset + last.bytes)
  );
}
