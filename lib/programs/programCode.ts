/** The instructions of a program by their addresses, and their lines. */
import type { PlacedProgram, PlacedRoutine } from "../../scenarios/compile/programs.ts";
import type { AssembledProgram } from "../assembler/assemble.ts";

export interface PlacedInstruction {
  readonly word: number;
  /** It has 16 bits. */
  readonly isHalf: boolean;
}

const WORD_BYTES = 4;
const HALF_BYTES = 2;

/** Undefined where no code is. */
export function instructionAt(
  { codeAddress, program }: PlacedRoutine,
  pc: number,
): PlacedInstruction | undefined {
  const { assembled, isCompressed = false } = program ?? {};
  const at = (pc - codeAddress) / (isCompressed ? HALF_BYTES : WORD_BYTES);
  if (assembled === undefined || at < 0 || !Number.isInteger(at)) return undefined;
  const { words } = assembled;
  if (!isCompressed) return words[at] === undefined ? undefined : { word: words[at], isHalf: false };
  if (at >= 2 * words.length) return undefined;
  const half = (index: number): number => ((words[index >> 1] ?? 0) >>> (16 * (index & 1))) & 0xffff;
  const low = half(at);
  return (low & 3) !== 3
    ? { word: low, isHalf: true }
    : { word: ((half(at + 1) << 16) | low) >>> 0, isHalf: false };
}

/** From 1; undefined where nothing of the source lies. */
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

/** Address behind the last instruction; what fills the last word up is none. */
export function codeEnd(codeAddress: number, { assembled }: PlacedProgram): number {
  const last = assembled?.pieces?.at(-1);
  return (
    codeAddress +
    (last === undefined ? WORD_BYTES * (assembled?.words.length ?? 0) : last.offset + last.bytes)
  );
}
