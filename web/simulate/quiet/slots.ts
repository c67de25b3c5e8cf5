/** The packet in each slot of a ring or queue. Pure functions. */
import type { NicFacts } from "../../devices/nic.ts";
import type { HeldPacket, MachineView } from "../../engine/protocol.ts";
import { type Place, type PlaceFacts, placesOf } from "../flow/places.ts";
import { ringFrames } from "../stage/nics.ts";

export interface Slot {
  readonly isOn: boolean;
  /** Undefined if it is not known. */
  readonly packet: HeldPacket | undefined;
  /** True if DMA moves the packet's data to memory. */
  readonly isCopied?: boolean;
  /** Number of further packets that this slot stands for. */
  readonly more?: number;
}

/** With more slots, this number is drawn, filled in proportion. */
const SLOT_LIMIT = 32;
/** Number of places drawn for a queue. */
const QUEUE_PLACES = 5;

interface Ring {
  readonly capacity: number;
  readonly fill: number;
  readonly packets: readonly HeldPacket[];
  /** Number of packets that have had a slot so far, including the present ones. */
  readonly accepted: number;
  /** The packet that DMA moves. */
  readonly copied: number | undefined;
  /** True if packets leave from the buffer of the card, which then is the ring. */
  readonly isBuffer: boolean;
}

/** As in a real ring, a packet keeps its slot. The next packet takes the next slot, and the first slot follows the last
 * one. */
function ringSlots({ capacity, fill, packets, accepted, copied, isBuffer }: Ring): readonly Slot[] {
  const shown = Math.min(capacity, SLOT_LIMIT);
  if (shown < capacity) {
    const on = Math.ceil((shown * fill) / capacity);
    return Array.from({ length: shown }, (_, at) => ({ isOn: at < on, packet: undefined }));
  }
  const slots: Slot[] = Array.from({ length: shown }, () => ({ isOn: false, packet: undefined }));
  const first = Math.max(0, accepted - fill);
  const isTakenOut = isBuffer && copied !== undefined && fill > packets.length;
  for (let index = 0; index < Math.min(fill, shown); index++) {
    // The list contains packets that may be taken or are in the buffer of the card. The packet that DMA moves follows
    // them on its way to the driver, and precedes them if the driver moves it out of the buffer.
    const at = isTakenOut ? index - 1 : index;
    const isCopied = copied !== undefined && at === (isTakenOut ? -1 : packets.length);
    const packet = isCopied ? { number: copied, offeredCycle: 0 } : packets[at];
    slots[(first + index) % shown] = { isOn: true, packet, isCopied };
  }
  return slots;
}

/** The first packet in the queue is drawn last, because the next thread takes it from there. The place of the last one
 * stands for all that have no place of their own. */
export function queueSlots(view: MachineView, index: number, facts: PlaceFacts): readonly Slot[] {
  const queue = facts.queues[index];
  const fill = view.queueFill[index] ?? 0;
  const packets = view.held.queues[index] ?? [];
  const isHere = isAt(`queue:${queue?.name}`, view, facts);
  const length = Math.min(queue?.capacity ?? 0, QUEUE_PLACES);
  return Array.from({ length }, (_, at) =>
    at === length - 1 && fill > length
      ? { isOn: true, packet: undefined, more: fill - at }
      : { isOn: at < fill, packet: isHere(packets[at]) ? packets[at] : undefined },
  ).toReversed();
}

/** A packet that a thread holds is drawn there, even if it still occupies its slot. */
function isAt(place: Place, view: MachineView, facts: PlaceFacts) {
  const places = placesOf(view, facts);
  return (packet: HeldPacket | undefined) => packet !== undefined && places.get(packet.number) === place;
}

/** Data of a card's ring from the view. */
export function ringOf(
  view: MachineView,
  index: number,
  nicFacts: NicFacts,
  facts: PlaceFacts,
): readonly Slot[] {
  const nic = view.nics[index];
  if (nic === undefined) return [];
  const isHere = isAt(`ring:${nicFacts.name}`, view, facts);
  const slots = ringSlots({
    capacity: ringFrames(nicFacts),
    fill: nic.rxFill,
    packets: view.held.rings[index] ?? [],
    accepted: nic.offered - nic.dropped - nic.fifo.frames,
    copied: nic.dma?.direction === "receive" ? nic.dma.packet : undefined,
    isBuffer: nicFacts.receive !== "ring",
  });
  return slots.map((slot) => (isHere(slot.packet) ? slot : { ...slot, packet: undefined }));
}
