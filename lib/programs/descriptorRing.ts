/** The descriptor rings of a card that programs serve, slot by slot (docs/devices.md). */
import { SIM_PROGRAM_MEMORY_BASE, SIM_VIEW_HELD_LIMIT } from "../../core-wasm/binding/layout.gen.ts";

/** A ring as its registers have it. Heads and tails count on and do not wrap at the size. */
export interface DescriptorRing {
  readonly base: number;
  readonly size: number;
  /** Frames that the card is through with. */
  readonly head: number;
  /** Slots given to the card. */
  readonly tail: number;
}

export interface DescriptorRow {
  readonly slot: number;
  /** Of the descriptor. */
  readonly address: number;
  /** Undefined: there is no memory. */
  readonly buffer: number | undefined;
  /** Of the frame; of a buffer that waits for one what the program has left there. */
  readonly bytes: number;
  readonly isDone: boolean;
  readonly isCutOff: boolean;
  /** It is the card's: to be filled, or to be sent. */
  readonly isOfCard: boolean;
  /** Its count in the ring, from 0: of the frame in it, or that comes into it; undefined: it never had one. */
  readonly frame: number | undefined;
  /** The next one of the card. */
  readonly isHead: boolean;
  /** The next one that the program gives. */
  readonly isTail: boolean;
}

const DESCRIPTOR_BYTES = 16;
const LENGTH_MASK = 0xffff;
const DONE = 0x8000_0000;
const CUT_OFF = 0x4000_0000;
const WRAP = 2 ** 32;

/** `memory`: that programs share, from SIM_PROGRAM_MEMORY_BASE on. */
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
    // Of the card: head, head + 1 ... tail - 1; of the program: those before head.
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

/** Of each frame in a receive ring, the packet; `held`: the packets of the ring, the oldest first. None is known where
 * the ring may have more than are told. */
export function packetsOfFrames(
  { head }: DescriptorRing,
  held: readonly { readonly number: number }[],
): ReadonlyMap<number, number> {
  if (held.length >= SIM_VIEW_HELD_LIMIT) return new Map();
  return new Map(held.map(({ number }, index) => [head - held.length + index, number]));
}
