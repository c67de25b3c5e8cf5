/** A row for each packet, in the order in which they end: delivered, sent on, lost, merged; last those under way. */
import {
  type LatencyColumns,
  SIM_PART_LIMIT,
  sim_direction_names,
  sim_packet_part_names,
} from "../../core-wasm/binding/index.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { MachineEvent } from "../events/events.ts";
import { AT_QUEUE } from "../metrics/dropped.ts";
import { unpackLoss } from "../metrics/loss.ts";
import { EMPTY, type Row, type RowSource } from "./rows.ts";

interface UnderWay {
  readonly offeredCycle: number;
  readonly sizeBytes: number;
}

interface End {
  readonly fate: string;
  readonly endCycle: number | undefined;
  readonly direction: string;
  /** Of the card, or the queue that was full. */
  readonly place: string;
  /** Frames that the packet counts as. */
  readonly frames: number;
  readonly parts: readonly number[] | undefined;
  readonly beginCycle: number | undefined;
}

const UNKNOWN = {
  direction: EMPTY,
  place: EMPTY,
  frames: 1,
  parts: undefined,
  beginCycle: undefined,
} as const;

const COLUMNS = [
  "packet",
  "direction",
  "size_bytes",
  "offered_cycle",
  "fate",
  "place",
  "frames",
  "begin_cycle",
  "end_cycle",
  "latency_cycles",
  ...sim_packet_part_names.map((part) => `${part.replaceAll("-", "_")}_cycles`),
] as const;

export function packetRows({ machine, software }: Scenario): RowSource {
  const underWay = new Map<number, UnderWay>();

  function rowOf(number: number, end: End): Row {
    const begin = underWay.get(number);
    underWay.delete(number);
    const { fate, endCycle, direction, place, frames, parts, beginCycle } = end;
    const isMeasured = beginCycle !== undefined && endCycle !== undefined;
    return [
      number,
      direction,
      begin?.sizeBytes ?? EMPTY,
      begin?.offeredCycle ?? EMPTY,
      fate,
      place,
      frames,
      beginCycle ?? EMPTY,
      endCycle ?? EMPTY,
      isMeasured ? endCycle - beginCycle : EMPTY,
      ...sim_packet_part_names.map((_, index) => parts?.[index] ?? EMPTY),
    ];
  }

  function lost({ cycle, value }: MachineEvent): End {
    const { cause, place, direction, frames } = unpackLoss(value);
    const places = cause === AT_QUEUE ? software.queues : machine.nics;
    const name = places[place]?.name ?? EMPTY;
    return { ...UNKNOWN, fate: cause, endCycle: cycle + 1, direction, place: name, frames };
  }

  function take(events: readonly MachineEvent[], latencies: LatencyColumns): readonly Row[] {
    const measured = new Map<number, number>();
    latencies.number.forEach((number, index) => {
      if (latencies.isPacket[index] === 1) measured.set(number, index);
    });
    return events.flatMap((event): readonly Row[] => {
      const { kind, subject, value, cycle } = event;
      switch (kind) {
        case "frame-offered":
          underWay.set(subject, { offeredCycle: cycle, sizeBytes: value });
          return [];
        case "frame-dropped":
          return [rowOf(subject, lost(event))];
        case "frame-merged":
          return [rowOf(subject, { ...UNKNOWN, fate: `merged into ${value}`, endCycle: cycle + 1 })];
        case "frame-delivered":
          return [rowOf(subject, delivered(latencies, measured.get(subject), cycle))];
        default:
          return [];
      }
    });
  }

  function delivered(latencies: LatencyColumns, index: number | undefined, cycle: number): End {
    const end = { ...UNKNOWN, fate: "delivered", endCycle: cycle + 1 };
    if (index === undefined) return end;
    return {
      ...end,
      endCycle: latencies.endCycle[index],
      direction: sim_direction_names[latencies.direction[index] ?? 0] ?? EMPTY,
      place: machine.nics[latencies.nic[index] ?? 0]?.name ?? EMPTY,
      beginCycle: latencies.beginCycle[index],
      parts: [...latencies.parts.subarray(index * SIM_PART_LIMIT, (index + 1) * SIM_PART_LIMIT)],
    };
  }

  return {
    columns: COLUMNS,
    take,
    rest: () =>
      [...underWay.keys()].map((number) =>
        rowOf(number, { ...UNKNOWN, fate: "under way", endCycle: undefined }),
      ),
  };
}
