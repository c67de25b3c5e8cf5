/** The end of each packet of a run, reported when it is known: delivered, sent on, lost or merged. Packets that are
 * still open come last. */
import {
  type LatencyColumns,
  SIM_PART_LIMIT,
  type SimDirection,
  type SimDropCause,
  sim_direction_names,
  sim_packet_part_names,
} from "../../core-wasm/binding/index.ts";
import type { MachineEvent } from "../events/events.ts";
import { AT_QUEUE } from "../metrics/registry/dropCauses.ts";
import { unpackLoss } from "../metrics/registry/frames.ts";
import type { Batch } from "./walk.ts";

export type Fate =
  | { readonly kind: "delivered" }
  | { readonly kind: "dropped"; readonly cause: SimDropCause }
  | { readonly kind: "merged"; readonly into: number }
  | { readonly kind: "under way" };

export interface PacketEnd {
  readonly number: number;
  /** Last bit off the wire, or passed to send. Undefined: before the run. */
  readonly offeredCycle: number | undefined;
  readonly sizeBytes: number | undefined;
  readonly fate: Fate;
  /** Undefined if the packet is still open, or was merged into another one. */
  readonly direction: SimDirection | undefined;
  /** Index of the card. Undefined if it is not known, or if the packet was lost at a queue. */
  readonly nic: number | undefined;
  /** That was full. */
  readonly queue: number | undefined;
  /** Number of frames that the packet stands for. */
  readonly frames: number;
  /** The first cycle after the latency. */
  readonly endCycle: number | undefined;
  /** Start of its latency. */
  readonly beginCycle: number | undefined;
  /** Indexed by sim_packet_part. The sum is endCycle - beginCycle. */
  readonly parts: readonly number[] | undefined;
}

interface PacketEnds {
  readonly take: (batch: Batch) => readonly PacketEnd[];
  readonly rest: () => readonly PacketEnd[];
}

const UNKNOWN = {
  direction: undefined,
  nic: undefined,
  queue: undefined,
  frames: 1,
  endCycle: undefined,
  beginCycle: undefined,
  parts: undefined,
} as const;

type End = Omit<PacketEnd, "number" | "offeredCycle" | "sizeBytes">;

export function packetEnds(): PacketEnds {
  const underWay = new Map<number, { readonly offeredCycle: number; readonly sizeBytes: number }>();

  function ended(number: number, end: End): PacketEnd {
    const begin = underWay.get(number);
    underWay.delete(number);
    return { ...end, number, offeredCycle: begin?.offeredCycle, sizeBytes: begin?.sizeBytes };
  }

  function endOf({ kind, subject, value, cycle }: MachineEvent, delivery: () => End): PacketEnd | undefined {
    switch (kind) {
      case "frame-offered":
        underWay.set(subject, { offeredCycle: cycle, sizeBytes: value });
        return undefined;
      case "frame-dropped":
        return ended(subject, lost(value, cycle));
      case "frame-merged":
        return ended(subject, { ...UNKNOWN, fate: { kind: "merged", into: value }, endCycle: cycle + 1 });
      case "frame-delivered":
        return ended(subject, delivery());
      default:
        return undefined;
    }
  }

  return {
    take: ({ events, latencies }) => {
      const measured = new Map<number, number>();
      latencies.number.forEach((number, index) => {
        if (latencies.isPacket[index] === 1) measured.set(number, index);
      });
      return events.flatMap(
        (event) => endOf(event, () => delivered(latencies, measured.get(event.subject), event.cycle)) ?? [],
      );
    },
    rest: () =>
      [...underWay.keys()].map((number) => ended(number, { ...UNKNOWN, fate: { kind: "under way" } })),
  };
}

function lost(value: number, cycle: number): End {
  const { cause, place, direction, frames } = unpackLoss(value);
  const where = cause === AT_QUEUE ? { queue: place } : { nic: place };
  return { ...UNKNOWN, ...where, fate: { kind: "dropped", cause }, direction, frames, endCycle: cycle + 1 };
}

/** `index` is the position of its record. Undefined if it has none. */
function delivered(latencies: LatencyColumns, index: number | undefined, cycle: number): End {
  const end: End = { ...UNKNOWN, fate: { kind: "delivered" }, endCycle: cycle + 1 };
  if (index === undefined) return end;
  const first = index * SIM_PART_LIMIT;
  return {
    ...end,
    direction: sim_direction_names[latencies.direction[index] ?? 0],
    nic: latencies.nic[index],
    beginCycle: latencies.beginCycle[index],
    endCycle: latencies.endCycle[index],
    parts: [...latencies.parts.subarray(first, first + sim_packet_part_names.length)],
  };
}
