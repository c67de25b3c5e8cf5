/** The files that the page can export from a run. */

import { KONATA_INSTRUCTION_LIMIT } from "../../../lib/export/konataLimit.ts";
import type { Window } from "../../../lib/export/walk.ts";
import type { FileTask, ReportTask } from "../../engine/exportTasks.ts";
import type { Position } from "../../state/store.ts";
import { type Label, t } from "../../text/t.ts";

export interface OfferedExport {
  readonly what: (FileTask | ReportTask)["what"];
  readonly text: Label;
  /** Ending of the file name, without the point. */
  readonly ending: string;
  /** Which windows make sense. If omitted: any. run: only the whole run. stretch: a run is usually
   * too long for the format. */
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

/** Parts of a run that the user can export, like --window of irqscope export. */
export interface OfferedWindow extends Window {
  readonly text: "whole run" | "what the timeline shows" | "the chosen range" | "a stretch that starts here";
}

/** Length of the part for formats that usually cannot hold a whole run. */
const STRETCH_CYCLES = 20_000;

/** The first one is the default. Omits windows that are empty or equal to the whole run. */
export function offeredWindows(
  { cycles }: Pick<OfferedExport, "cycles">,
  { cycle, startCycle, visibleCycles, range }: Position,
  runCycles: number,
): readonly OfferedWindow[] {
  const run: OfferedWindow = { text: "whole run", from: 0, to: runCycles };
  if (cycles === "run") return [run];
  const from = Math.min(cycle, Math.max(0, runCycles - STRETCH_CYCLES));
  const part = (text: OfferedWindow["text"], from: number, to: number): readonly OfferedWindow[] => {
    const inside = { text, from: Math.max(0, Math.floor(from)), to: Math.min(runCycles, Math.ceil(to)) };
    return inside.from < inside.to && inside.to - inside.from < runCycles ? [inside] : [];
  };
  const stretch = cycles === "stretch" ? part("a stretch that starts here", from, from + STRETCH_CYCLES) : [];
  const parts = [
    ...part("what the timeline shows", startCycle, startCycle + visibleCycles),
    ...(range === undefined ? [] : part("the chosen range", range.from, range.to)),
  ];
  return stretch.length > 0 ? [...stretch, ...parts, run] : [run, ...parts];
}

/** True if the window is the whole run. */
export const isWhole = ({ text }: OfferedWindow): boolean => text === "whole run";

/** Rows of items with an end. A row is written if the end lies in the window. */
const ENDING: readonly OfferedExport["what"][] = ["packets", "interrupts", "traps", "events"];

/** Says which cycles the window has, and what a reader may not expect of it. `warmUpCycles` are not counted in a
 * report. */
export function noteOf({ what, cycles }: OfferedExport, window: OfferedWindow, warmUpCycles: number): string {
  const { from, to } = window;
  const notes: string[] = [];
  if (cycles === "run") notes.push(t("Always covers the whole run."));
  else if (!isWhole(window))
    notes.push(
      ENDING.includes(what)
        ? t("Everything that ended in cycles {from} to {to}.", { from, to })
        : t("Cycles {from} to {to}.", { from, to }),
    );
  if (what === "report" && warmUpCycles > 0)
    notes.push(t("Counted from cycle {cycle}", { cycle: warmUpCycles }));
  if (what === "konata")
    notes.push(
      t("At most {count} instructions, because memory holds all of them at once.", {
        count: KONATA_INSTRUCTION_LIMIT,
      }),
    );
  return notes.join(" ");
}
