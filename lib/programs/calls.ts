/** Finds the function at pc and its callers. No program keeps a list of its calls. If a linked file describes what its
 * functions save (.debug_frame, .eh_frame), callers are found by that, up to the first function without a description.
 * Otherwise a caller is ra, if that is a return address, and every word of the current stack that is one. A word left
 * there by an older call also counts as a caller until it is overwritten. */

import { INSTRUCTION_BYTES, type PlacedRoutine } from "../../scenarios/compile/programs.ts";
import type { CallFrames } from "../elf/callFrames.ts";
import { instructionAt } from "./programCode.ts";

export interface CallFrame {
  readonly address: number;
  /** pc, ra, or the address on the stack that holds the return address. */
  readonly from: "pc" | "ra" | number;
}

interface CalledProgram {
  readonly pc: number;
  readonly x: readonly number[];
}

interface StackMemory {
  /** Address of its first byte. */
  readonly base: number;
  readonly bytes: Uint8Array;
  /** Upper end of the stack that sp points into. The stack grows down. */
  readonly top: number;
}

const RA = 1;
const SP = 2;
const FRAME_LIMIT = 64;
const HALF_BYTES = 2;
const JAL = 0x6f;
const JALR = 0x67;
/** C.JAL by opcode and function; C.JALR also by its other fixed bits. */
const isCompressedCall = (half: number): boolean =>
  (half & 0xe003) === 0x2001 || ((half & 0xf07f) === 0x9002 && (half & 0x0f80) !== 0);

/** True if the instruction before the address is a call. */
export function isReturnAddress(address: number, placed: readonly PlacedRoutine[]): boolean {
  return placed.some((routine) =>
    [INSTRUCTION_BYTES, HALF_BYTES].some((bytes) => behindCallOf(routine, address - bytes) === address),
  );
}

/** Return address of a call at the address. Undefined if there is no call. */
export function behindCall(address: number, placed: readonly PlacedRoutine[]): number | undefined {
  for (const routine of placed) {
    const behind = behindCallOf(routine, address);
    if (behind !== undefined) return behind;
  }
  return undefined;
}

function behindCallOf(routine: PlacedRoutine, address: number): number | undefined {
  const found = instructionAt(routine, address);
  if (found === undefined) return undefined;
  const { word, isHalf } = found;
  if (isHalf) return isCompressedCall(word) ? address + HALF_BYTES : undefined;
  return isCall(word) ? address + INSTRUCTION_BYTES : undefined;
}

function isCall(word: number): boolean {
  const opcode = word & 0x7f;
  return (opcode === JAL || opcode === JALR) && ((word >>> 7) & 31) === RA;
}

/** The innermost first. */
export function callStack(
  program: CalledProgram,
  memory: StackMemory,
  isReturn: (address: number) => boolean,
  framesOf: CallFrames = () => undefined,
): readonly CallFrame[] {
  return unwound(program, memory, isReturn, framesOf) ?? guessed(program, memory, isReturn);
}

/** Undefined if no description exists for the function at pc. */
function unwound(
  { pc, x }: CalledProgram,
  { base, bytes }: StackMemory,
  isReturn: (address: number) => boolean,
  framesOf: CallFrames,
): readonly CallFrame[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wordAt = (address: number) =>
    address >= base && address + 4 <= base + bytes.byteLength
      ? view.getUint32(address - base, true)
      : undefined;
  const frames: CallFrame[] = [{ address: pc, from: "pc" }];
  const values: (number | undefined)[] = Array.from(x);
  while (frames.length < FRAME_LIMIT) {
    const isInnermost = frames.length === 1;
    const { address = pc } = frames.at(-1) ?? {};
    // A call may be the last instruction of its function.
    const row = framesOf(isInnermost ? address : address - 1);
    if (row === undefined) return isInnermost ? undefined : frames;
    const place = row.saved.get(row.returnRegister);
    const start = values[row.register];
    if (start === undefined || place === "unknown" || (place === undefined && !isInnermost)) return frames;
    const frameAt = (start + row.offset) >>> 0;
    const at = place === undefined ? undefined : (frameAt + place) >>> 0;
    const caller = at === undefined ? values[row.returnRegister] : wordAt(at);
    if (caller === undefined || !isReturn(caller)) return frames;
    for (const [register, offset] of row.saved)
      values[register] = offset === "unknown" ? undefined : wordAt((frameAt + offset) >>> 0);
    values[SP] = frameAt;
    frames.push({ address: caller, from: at ?? "ra" });
  }
  return frames;
}

function guessed(
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
    // A function that has saved ra has the address in both places.
    const isSaved = frames.length === 2 && frames[1]?.from === "ra" && address === ra;
    if (isReturn(address) && !isSaved) frames.push({ address, from: at });
  }
  return frames;
}
