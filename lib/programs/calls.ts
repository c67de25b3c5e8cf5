/** Who called whom, as registers and stack tell it: no program says it by itself. The function at hand is where pc is;
 * its callers are ra, where that is a return address, and every word of the stack that is one. What an older call left
 * behind on the stack is taken for a caller, too, until it is overwritten. */
import { INSTRUCTION_BYTES, type PlacedRoutine } from "../../scenarios/compile/programs.ts";

export interface CallFrame {
  readonly address: number;
  /** pc, ra, or the address on the stack where it stands. */
  readonly from: "pc" | "ra" | number;
}

export interface CalledProgram {
  readonly pc: number;
  readonly x: readonly number[];
}

export interface StackMemory {
  /** Address of its first byte. */
  readonly base: number;
  readonly bytes: Uint8Array;
  /** Where the stack of the thread begins, growing down. */
  readonly top: number;
}

const RA = 1;
const SP = 2;
const FRAME_LIMIT = 64;
const JAL = 0x6f;
const JALR = 0x67;
/** C.JAL and C.JALR: their opcode and function, and what else they have in common. */
const isCompressedCall = (half: number): boolean =>
  (half & 0xe003) === 0x2001 || ((half & 0xf07f) === 0x9002 && (half & 0x0f80) !== 0);

/** Whether a call stands right before the address. */
export function isReturnAddress(address: number, placed: readonly PlacedRoutine[]): boolean {
  return placed.some(({ codeAddress, program }) => {
    const words = program?.assembled?.words ?? [];
    const offset = address - codeAddress;
    if (offset <= 0 || offset > words.length * INSTRUCTION_BYTES || offset % 2 !== 0) return false;
    const word = (halfAt(words, offset - 4) | (halfAt(words, offset - 2) << 16)) >>> 0;
    if (offset >= INSTRUCTION_BYTES && isCall(word)) return true;
    return program?.assembled?.pieces !== undefined && isCompressedCall(halfAt(words, offset - 2));
  });
}

/** Where a call at the address returns to; undefined: there is none. */
export function behindCall(address: number, placed: readonly PlacedRoutine[]): number | undefined {
  for (const { codeAddress, program } of placed) {
    const words = program?.assembled?.words ?? [];
    const offset = address - codeAddress;
    if (offset < 0 || offset >= words.length * INSTRUCTION_BYTES || offset % 2 !== 0) continue;
    const low = halfAt(words, offset);
    if (isCall((low | (halfAt(words, offset + 2) << 16)) >>> 0)) return address + INSTRUCTION_BYTES;
    return program?.assembled?.pieces !== undefined && isCompressedCall(low) ? address + 2 : undefined;
  }
  return undefined;
}

function halfAt(words: readonly number[], offset: number): number {
  const word = words[Math.floor(offset / 4)] ?? 0;
  return (offset % 4 === 0 ? word : word >>> 16) & 0xffff;
}

function isCall(word: number): boolean {
  const opcode = word & 0x7f;
  return (opcode === JAL || opcode === JALR) && ((word >>> 7) & 31) === RA;
}

/** The innermost first. */
export function callStack(
  { pc, x }: CalledProgram,
  { base, bytes, top }: StackMemory,
  isReturn: (address: number) => boolean,
): readonly CallFrame[] {
  const frames: CallFrame[] = [{ address: pc, from: "pc" }];
  const ra = x[RA] ?? 0;
  if (isReturn(ra)) frames.push({ address: ra, from: "ra" });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = Math.min(top, base + bytes.byteLength);
  for (let at = Math.max(x[SP] ?? top, base); at + 4 <= end && frames.length < FRAME_LIMIT; at += 4) {
    if ((at - base) % 4 !== 0) break;
    const address = view.getUint32(at - base, true);
    // A function that has saved ra has it in both places.
    const isSaved = frames.length === 2 && frames[1]?.from === "ra" && address === ra;
    if (isReturn(address) && !isSaved) frames.push({ address, from: at });
  }
  return frames;
}
