/** Events of a run as rows: packets, interrupts, events, or time ranges. Names of columns include their units. */
import type { Machine } from "../../core-wasm/binding/index.ts";
import type { Batch, Pace } from "./walk.ts";

export type Cell = string | number;
export type Row = readonly Cell[];

export interface Column {
  readonly name: string;
  readonly type: "text" | "whole" | "real";
}

/** Receives the records of a run in their order. */
export interface RowSource {
  /** If omitted: events and latencies. */
  readonly pace?: Pace;
  /** May be read only after `begin`. */
  readonly columns: readonly Column[];
  /** Called while the machine is at the start of the run. */
  readonly begin?: (machine: Machine) => void;
  /** Rows that are complete with this batch. */
  readonly take: (batch: Batch) => readonly Row[];
  /** Rows of items that are still open at the end. */
  readonly rest: () => readonly Row[];
}

/** Cell for an unknown or missing value. */
export const EMPTY = "";

export const text = (name: string): Column => ({ name, type: "text" });
export const whole = (name: string): Column => ({ name, type: "whole" });
export const real = (name: string): Column => ({ name, type: "real" });

/** Names of parts as columns of cycles. */
export const partColumns = (parts: readonly string[]): readonly Column[] =>
  parts.map((part) => whole(`${part.replaceAll("-", "_")}_cycles`));

const UNITS: ReadonlyMap<string, string> = new Map([
  ["cycle", "cycles"],
  ["cycles", "cycles"],
  ["bytes", "B"],
  ["frames", "frames"],
  ["packets", "packets"],
  ["instructions", "instructions"],
]);

/** Unit in the column's name. "" for numbers, names and counts of events. */
export function unitOf({ name }: Column): string {
  const [words = ""] = name.split("[");
  return words.split("_").flatMap((word) => UNITS.get(word) ?? [])[0] ?? "";
}
