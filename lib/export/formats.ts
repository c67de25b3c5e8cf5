/** What of a run can be written, and as what. */
import type { Scenario } from "../../scenarios/format/schema.ts";
import { csvFile } from "./csvFile.ts";
import { eventRows } from "./events.ts";
import type { RunFile } from "./file.ts";
import { interruptRows } from "./interrupts.ts";
import { konataFile } from "./konata.ts";
import { packetRows } from "./packets.ts";
import { perfettoFile } from "./perfetto/perfettoFile.ts";
import type { RowSource } from "./rows.ts";
import { seriesRows, usualStretchCycles } from "./series.ts";
import { vcdFile } from "./vcd.ts";
import type { Window } from "./walk.ts";

export interface ExportOptions {
  readonly window: Window;
  /** Of series; undefined: about a thousand rows. */
  readonly stretchCycles?: number | undefined;
}

const ROWS = {
  packets: packetRows,
  interrupts: interruptRows,
  events: () => eventRows(),
  series: (scenario, { window, stretchCycles }) =>
    seriesRows(scenario, window, stretchCycles ?? usualStretchCycles(window)),
} as const satisfies Readonly<Record<string, (scenario: Scenario, options: ExportOptions) => RowSource>>;

const FILES = {
  perfetto: (scenario, { window }) => perfettoFile(scenario, window),
  konata: (scenario, { window }) => konataFile(scenario, window),
  vcd: (scenario, { window }) => vcdFile(scenario, window),
} as const satisfies Readonly<Record<string, (scenario: Scenario, options: ExportOptions) => RunFile>>;

export type RowsName = keyof typeof ROWS;
export type FileName = keyof typeof FILES;
export type ExportName = RowsName | FileName;

export const ROWS_NAMES = Object.keys(ROWS) as readonly RowsName[];
export const EXPORT_NAMES: readonly ExportName[] = [...ROWS_NAMES, ...(Object.keys(FILES) as FileName[])];

export const isRows = (name: ExportName): name is RowsName => Object.hasOwn(ROWS, name);

export function rowsNamed(name: RowsName, scenario: Scenario, options: ExportOptions): RowSource {
  return ROWS[name](scenario, options);
}

/** Rows as CSV. */
export function fileNamed(name: ExportName, scenario: Scenario, options: ExportOptions): RunFile {
  if (!isRows(name)) return FILES[name](scenario, options);
  return csvFile(rowsNamed(name, scenario, options), name === "series" ? "stretches" : name);
}
