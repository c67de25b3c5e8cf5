/** The files that the page can export from a run. */
import type { FileTask, ReportTask } from "../../engine/exportTasks.ts";
import type { Label } from "../../text/t.ts";

export interface OfferedExport {
  readonly what: (FileTask | ReportTask)["what"];
  readonly text: Label;
  /** Ending of the file name, without the point. */
  readonly ending: string;
  /** Windows that suit the format (exportWindows.ts). run: only the whole run. stretch: a run is usually too long.
   * Default: any. */
  readonly cycles?: "run" | "stretch";
  readonly isParquet?: boolean;
}

export const EXPORTS: readonly OfferedExport[] = [
  { what: "report", text: "Report (HTML)", ending: "html", cycles: "run" },
  { what: "packets", text: "Packets (CSV)", ending: "csv" },
  { what: "packets", text: "Packets (Parquet)", ending: "parquet", isParquet: true },
  { what: "interrupts", text: "Interrupts (CSV)", ending: "csv" },
  { what: "interrupts", text: "Interrupts (Parquet)", ending: "parquet", isParquet: true },
  { what: "traps", text: "Traps of programs (CSV)", ending: "csv" },
  { what: "traps", text: "Traps of programs (Parquet)", ending: "parquet", isParquet: true },
  { what: "events", text: "Events (CSV)", ending: "csv" },
  { what: "events", text: "Events (Parquet)", ending: "parquet", isParquet: true },
  { what: "series", text: "Series over time (CSV)", ending: "csv" },
  { what: "series", text: "Series over time (Parquet)", ending: "parquet", isParquet: true },
  { what: "perfetto", text: "Trace for Perfetto", ending: "perfetto-trace" },
  { what: "vcd", text: "Waveforms (VCD)", ending: "vcd" },
  { what: "konata", text: "Pipeline for Konata", ending: "kanata", cycles: "stretch" },
  { what: "pcapng", text: "Packets as a capture (pcapng)", ending: "pcapng" },
  { what: "traffic", text: "Traffic for another run (pcapng)", ending: "pcapng", cycles: "run" },
];
