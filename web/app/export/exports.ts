/** What the page offers of a run as a file. */
import type { ExportTask } from "../../engine/exportTasks.ts";
import type { Label } from "../../text/t.ts";

export interface OfferedExport {
  readonly what: ExportTask["what"];
  readonly text: Label;
  /** Of the file, without the point. */
  readonly ending: string;
  /** Of a run that is too long for it as a whole, so many cycles from the playhead on. */
  readonly stretchCycles?: number;
  readonly isParquet?: boolean;
}

export const EXPORTS: readonly OfferedExport[] = [
  { what: "report", text: "Report (HTML)", ending: "html" },
  { what: "packets", text: "Packets (CSV)", ending: "csv" },
  { what: "packets", text: "Packets (Parquet)", ending: "parquet", isParquet: true },
  { what: "interrupts", text: "Interrupts (CSV)", ending: "csv" },
  { what: "interrupts", text: "Interrupts (Parquet)", ending: "parquet", isParquet: true },
  { what: "events", text: "Events (CSV)", ending: "csv" },
  { what: "events", text: "Events (Parquet)", ending: "parquet", isParquet: true },
  { what: "series", text: "Series over time (CSV)", ending: "csv" },
  { what: "series", text: "Series over time (Parquet)", ending: "parquet", isParquet: true },
  { what: "perfetto", text: "Trace for Perfetto", ending: "perfetto-trace" },
  { what: "vcd", text: "Waveforms (VCD)", ending: "vcd" },
  {
    what: "konata",
    text: "Pipeline for Konata, from here on",
    ending: "kanata",
    stretchCycles: 20_000,
  },
  { what: "pcapng", text: "Packets as a capture (pcapng)", ending: "pcapng" },
  { what: "traffic", text: "Traffic to read in again (pcapng)", ending: "pcapng" },
];
