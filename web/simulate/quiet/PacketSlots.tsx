/** A bounded store as places for packets, each with its number. */
import type { HeldPacket } from "../../engine/protocol.ts";
import { useCell, useLive } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";

interface PacketSlotsProps {
  readonly slots: readonly Slot[];
  /** Its name (scenarios/story/parts.ts). */
  readonly part: string;
  readonly isFull: boolean;
  /** Where lines end (ways.ts). */
  readonly stop?: string;
}

export interface Slot {
  readonly isOn: boolean;
  /** Undefined: not known. */
  readonly packet: HeldPacket | undefined;
  /** Its data are on their way to memory. */
  readonly isCopied?: boolean;
}

export function PacketSlots({ slots, part, isFull, stop }: PacketSlotsProps) {
  const journey = useCell(useLive().journey);
  const followed = journey?.what === "packet" ? journey.number : undefined;
  return (
    <div
      className="packetslots flex"
      aria-hidden="true"
      data-part={part}
      data-stop={stop}
      data-full={isFull}
      data-many={slots.length > NUMBERED_LIMIT}
    >
      {slots.map(({ isOn, packet, isCopied = false }, index) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place
          key={index}
          className="grid centre clip sunk hair-2"
          data-on={isOn}
          data-copied={isCopied}
          data-packet={packet?.number}
          data-offered-cycle={packet?.offeredCycle}
          data-followed={packet !== undefined && packet.number === followed}
          title={packet === undefined ? undefined : t("packet {number}", { number: packet.number })}
        >
          {packet === undefined || slots.length > NUMBERED_LIMIT ? null : (
            <b className="mono t-13 w-600">{packet.number}</b>
          )}
        </i>
      ))}
    </div>
  );
}

/** More slots have no room for numbers. */
const NUMBERED_LIMIT = 10;
/** More slots are drawn as these, filled in proportion. */
export const SLOT_LIMIT = 32;
/** Of a queue so many places are drawn. */
const QUEUE_PLACES = 5;

interface Ring {
  readonly capacity: number;
  readonly fill: number;
  readonly packets: readonly HeldPacket[];
  /** Packets that have had a slot so far, those in it included. */
  readonly accepted: number;
  /** The packet that DMA moves. */
  readonly copied: number | undefined;
}

/** As in a real ring, a packet keeps its slot: the next one takes the next slot, and behind the last comes the first. */
export function ringSlots({ capacity, fill, packets, accepted, copied }: Ring): readonly Slot[] {
  const shown = Math.min(capacity, SLOT_LIMIT);
  if (shown < capacity) {
    const on = Math.ceil((shown * fill) / capacity);
    return Array.from({ length: shown }, (_, at) => ({ isOn: at < on, packet: undefined }));
  }
  const slots: Slot[] = Array.from({ length: shown }, () => ({ isOn: false, packet: undefined }));
  const first = Math.max(0, accepted - fill);
  for (let index = 0; index < Math.min(fill, shown); index++) {
    // The list holds packets whose data are in memory: behind it stands the one that DMA moves.
    const isCopied = index === packets.length && copied !== undefined;
    const packet = isCopied ? { number: copied, offeredCycle: 0 } : packets[index];
    slots[(first + index) % shown] = { isOn: true, packet, isCopied };
  }
  return slots;
}

/** The first in the queue stands last: the next thread takes it from there. */
export function queueSlots(capacity: number, fill: number, packets: readonly HeldPacket[]): readonly Slot[] {
  return Array.from({ length: Math.min(capacity, QUEUE_PLACES) }, (_, at) => ({
    isOn: at < fill,
    packet: packets[at],
  })).toReversed();
}
