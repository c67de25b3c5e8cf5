/** Makes sections of call frames. */
import type { FrameSection } from "../../lib/elf/frameEntries.ts";

export interface CraftedFrame {
  readonly address: number;
  readonly bytes: number;
  readonly instructions: Uint8Array;
}

const PLACE_AND_SIGNED_4 = 0x1b;
const COMMON_ID = 0xffff_ffff;
const NO_OPERATION = 0;

function entry(...parts: readonly Uint8Array[]): Uint8Array {
  const body = Buffer.concat(parts);
  const padded = Buffer.alloc(Math.ceil(body.length / 4) * 4, NO_OPERATION);
  padded.set(body);
  return Buffer.concat([word(padded.length), padded]);
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}

export interface EhFrameParts {
  readonly frames: readonly CraftedFrame[];
  /** Instructions of the common entry. */
  readonly instructions?: Uint8Array;
  readonly augmentation?: string;
  /** The data of its augmentation letters, without their length. */
  readonly data?: readonly number[];
}

const FACTORS = [1, 0x7c, 1]; // code 1, data -4, returns to x1

/** As gcc and clang write it: addresses relative to their own place. */
export function ehFrame(
  address: number,
  { frames, instructions = new Uint8Array(), augmentation = "zR", data = [PLACE_AND_SIGNED_4] }: EhFrameParts,
): FrameSection {
  const common = entry(
    word(0),
    Buffer.from(`\x01${augmentation}\0`),
    Uint8Array.from([...FACTORS, data.length, ...data]),
    instructions,
  );
  const parts = [common];
  let at = common.length;
  for (const one of frames) {
    const own = entry(
      word(at + 4),
      word(one.address - (address + at + 8)),
      word(one.bytes),
      Uint8Array.of(0),
      one.instructions,
    );
    parts.push(own);
    at += own.length;
  }
  return { name: ".eh_frame", address, bytes: Buffer.concat([...parts, word(0)]) };
}

/** The contents of a .debug_frame with one common entry. */
export function ehFrameOf({ bytes }: FrameSection, address: number): FrameSection {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const frames: CraftedFrame[] = [];
  let instructions = new Uint8Array();
  for (let at = 0; at < bytes.length; at += 4 + view.getUint32(at, true)) {
    const end = at + 4 + view.getUint32(at, true);
    const isCommon = view.getUint32(at + 4, true) === COMMON_ID;
    // Version, no augmentation, factors: five bytes, and two more in version 4.
    const head = isCommon ? (bytes[at + 8] === 4 ? 7 : 5) : 8;
    const own = bytes.slice(at + 8 + head, end);
    if (isCommon) instructions = own;
    else
      frames.push({
        address: view.getUint32(at + 8, true),
        bytes: view.getUint32(at + 12, true),
        instructions: own,
      });
  }
  return ehFrame(address, { frames, instructions });
}
