/** The descriptor rings of a card that programs serve, slot by slot (docs/devices.md). */
import { SIM_PROGRAM_MEMORY_BASE, SIM_VIEW_HELD_LIMIT } from "../../core-wasm/binding/layout.gen.ts";

/** A ring as its registers describe it. Heads and tails keep counting and do not wrap at the size. */
export interface DescriptorRing {
  readonly base: number;
  readonly size: number;
  /** Number of frames that the card has finished. */
  readonly head: number;
  /** Number of slots given to the card. */
  readonly tail: number;
}

export interface DescriptorRow {
  readonly slot: number;
  /** Address of the descriptor. */
  readonly address: number;
  /** Undefined if there is no memory at the descriptor. */
  readonly buffer: number | undefined;
  /** Length of the frame. For a buffer that waits for a frame, the value that the program has left there. */
  readonly bytes: number;
  readonly isDone: boolean;
  readonly isCutOff: boolean;
  /** True if the card owns the descriptor, to fill it or to send it. */
  readonly isOfCard: boolean;
  /** Count in the ring, from 0, of the frame in the descriptor or of the next one that it will hold. Undefined if it
   * never had one. */
  readonly frame: number | undefined;
  /** True for the card's next descriptor. */
  readonly isHead: boolean;
  /** True for the next descriptor that the program gives to the card. */
  readonly isTail: boolean;
}

const DESCRIPTOR_BYTES = 16;
const LENGTH_MASK = 0xffff;
const DONE = 0x8000_0000;
const CUT_OFF = 0x4000_0000;
const WRAP = 2 ** 32;

/** `memory` is shared by programs and starts at SIM_PROGRAM_MEMORY_BASE. */
export function descriptorRows(ring: DescriptorRing, memory: Uint8Array): readonly DescriptorRow[] {
  const { base, size, head, tail } = ring;
  const given = (tail - head + WRAP) % WRAP;
  const view = new DataView(memory.buffer, memory.byteOffset, memory.byteLength);
  const wordAt = (address: number) => {
    const offset = address - SIM_PROGRAM_MEMORY_BASE;
    return offset >= 0 && offset + 4 <= memory.length ? view.getUint32(offset, true) : undefined;
  };
  return Array.from({ length: size }, (_, slot) => {
    const address = base + slot * DESCRIPTOR_BYTES;
    const flags = wordAt(address + 4) ?? 0;
    // The card owns head, head + 1 ... tail - 1. The program owns the descriptors before head.
    const ahead = (slot - (head % size) + size) % size;
    const isOfCard = ahead < given;
    const frame = isOfCard ? head + ahead : head + ahead - size;
    return {
      slot,
      address,
      buffer: wordAt(address),
      bytes: flags & LENGTH_MASK,
      isDone: (flags & DONE) !== 0,
      isCutOff: (flags & CUT_OFF) !== 0,
      isOfCard,
      frame: frame < 0 ? undefined : frame % WRAP,
      isHead: ahead === 0,
      isTail: slot === tail % size,
    };
  });
}

/** The packet of each frame in a receive ring. `held` are the packets of the ring, the oldest first. If the ring may
 * hold more packets than are listed, none is known. */
export function packetsOfFrames(
  { head }: DescriptorRing,
  held: readonly { readonly number: number }[],
): ReadonlyMap<number, number> {
  if (held.length >= SIM_VIEW_HELD_LIMIT) return new Map();
  return new Map(held.map(({ number }, index) => [head - held.length + index, number]));
}
