/** A row for each packet, in the order in which they end; last those under way. */
import { sim_packet_part_names } from "../../core-wasm/binding/index.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { type Fate, type PacketEnd, packetEnds } from "./packetEnds.ts";
import { type Column, EMPTY, partColumns, type Row, type RowSource, text, whole } from "./rows.ts";

const COLUMNS: readonly Column[] = [
  whole("packet"),
  text("direction"),
  whole("size_bytes"),
  whole("offered_cycle"),
  text("fate"),
  text("place"),
  whole("frames"),
  whole("begin_cycle"),
  whole("end_cycle"),
  whole("latency_cycles"),
  ...partColumns(sim_packet_part_names),
];

export function packetRows({ machine, software }: Scenario): RowSource {
  const ends = packetEnds();

  function rowOf(end: PacketEnd): Row {
    const { beginCycle, endCycle, parts } = end;
    const isMeasured = beginCycle !== undefined && endCycle !== undefined;
    return [
      end.number,
      end.direction ?? EMPTY,
      end.sizeBytes ?? EMPTY,
      end.offeredCycle ?? EMPTY,
      fateText(end.fate),
      placeOf(end) ?? EMPTY,
      end.frames,
      beginCycle ?? EMPTY,
      endCycle ?? EMPTY,
      isMeasured ? endCycle - beginCycle : EMPTY,
      ...sim_packet_part_names.map((_, index) => parts?.[index] ?? EMPTY),
    ];
  }

  /** Of the card, or the queue that was full. */
  function placeOf({ nic, queue }: PacketEnd): string | undefined {
    return queue === undefined ? machine.nics[nic ?? -1]?.name : software.queues[queue]?.name;
  }

  return {
    columns: COLUMNS,
    take: (batch) => ends.take(batch).map(rowOf),
    rest: () => ends.rest().map(rowOf),
  };
}

export function fateText(fate: Fate): string {
  switch (fate.kind) {
    case "dropped":
      return fate.cause;
    case "merged":
      return `merged into ${fate.into}`;
    default:
      return fate.kind;
  }
}
