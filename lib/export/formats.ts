/** The contents of a run that can be exported, and the file formats. */
import type { Scenario } from "../../scenarios/format/schema.ts";
import { originNotes, type RunOrigin, type StateAtEnd } from "../origin.ts";
import { csvFile } from "./csvFile.ts";
import { csvMetadata } from "./csvMetadata.ts";
import type { RunFile } from "./file.ts";
import { konataFile } from "./konata.ts";
import { parquetFile } from "./parquetFile.ts";
import { pcapngFile } from "./pcapng/pcapngFile.ts";
import { trafficExport } from "./pcapng/trafficFile.ts";
import { perfettoFile } from "./perfetto/perfettoFile.ts";
import type { RowSource } from "./rows.ts";
import { seriesRows, usualStretchCycles } from "./series.ts";
import { eventRows, interruptRows, packetRows, trapRows } from "./tables.ts";
import { vcdFile } from "./vcd.ts";
import type { Window } from "./walk.ts";

interface ExportOptions {
  readonly window: Window;
  /** Cycles in each row of a series. Undefined: chosen so that there are about a thousand rows. */
  readonly stretchCycles?: number | undefined;
  /** True for rows as Parquet, otherwise as CSV. */
  readonly isParquet?: boolean;
}

const ROWS = {
  packets: packetRows,
  interrupts: interruptRows,
  traps: trapRows,
  events: () => eventRows(),
  series: (scenario, { window, stretchCycles }) =>
    seriesRows(scenario, window, stretchCycles ?? usualStretchCycles(window)),
} as const satisfies Readonly<Record<string, (scenario: Scenario, options: ExportOptions) => RowSource>>;

/** A file and the run that it contains. */
interface RunExport {
  readonly file: RunFile;
  readonly scenario: Scenario;
  readonly window: Window;
  /** Only for rows as CSV: the text of a second file (csvMetadata.ts), once all rows are written. `name` is the file of
   * rows. */
  readonly metadata?: (name: string, end: StateAtEnd, origin: RunOrigin) => string;
}

const ofRun =
  (file: (scenario: Scenario, window: Window) => RunFile) =>
  (scenario: Scenario, { window }: ExportOptions): RunExport => ({
    ...{ file: file(scenario, window), scenario, window },
  });

const FILES = {
  perfetto: ofRun(perfettoFile),
  konata: ofRun(konataFile),
  vcd: ofRun(vcdFile),
  pcapng: ofRun(pcapngFile),
  traffic: (scenario, { window }) => trafficExport(scenario, window),
} as const satisfies Readonly<Record<string, (scenario: Scenario, options: ExportOptions) => RunExport>>;

export type RowsName = keyof typeof ROWS;
type FileName = keyof typeof FILES;
export type ExportName = RowsName | FileName;

export const ROWS_NAMES = Object.keys(ROWS) as readonly RowsName[];
export const EXPORT_NAMES: readonly ExportName[] = [...ROWS_NAMES, ...(Object.keys(FILES) as FileName[])];

export const isRows = (name: ExportName): name is RowsName => Object.hasOwn(ROWS, name);

export const rowsOf = (name: RowsName, scenario: Scenario, options: ExportOptions): RowSource =>
  ROWS[name](scenario, options);

export function exportOf(name: ExportName, scenario: Scenario, options: ExportOptions): RunExport {
  if (!isRows(name)) return FILES[name](scenario, options);
  const noun = name === "series" ? "stretches" : name;
  const rows = rowsOf(name, scenario, options);
  const facts = factsOf(scenario);
  if (options.isParquet) return ofRun(() => parquetFile(rows, noun, facts))(scenario, options);
  const file = csvFile(rows, noun);
  return {
    ...ofRun(() => file)(scenario, options),
    metadata: (fileName, end, origin) =>
      csvMetadata({
        name: fileName,
        title: `${file.contents()} of ${scenario.name}`,
        columns: rows.columns,
        notes: { ...facts, ...originNotes(origin, end) },
      }),
  };
}

const factsOf = ({ name, seed, machine }: Scenario): Readonly<Record<string, string>> => ({
  scenario: name,
  seed: String(seed),
  clockHertz: String(machine.clockHertz),
});
