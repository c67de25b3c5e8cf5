/** What happened in a run as rows: of packets, of interrupts, of events. Columns are named with their units. */
import type { LatencyColumns } from "../../core-wasm/binding/index.ts";
import type { MachineEvent } from "../events/events.ts";

export type Cell = string | number;
export type Row = readonly Cell[];

/** Fed with the records of a run in their order. */
export interface RowSource {
  readonly columns: readonly string[];
  /** Rows that are complete with these events and latencies, which are of the same cycles. */
  readonly take: (events: readonly MachineEvent[], latencies: LatencyColumns) => readonly Row[];
  /** Rows of what is under way at the end. */
  readonly rest: () => readonly Row[];
}

/** Where nothing is known or there is none. */
export const EMPTY = "";
