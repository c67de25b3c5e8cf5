/** Parts of a run that the user can export, like --window of irqscope export. */
import { KONATA_INSTRUCTION_LIMIT } from "../../../lib/export/konataLimit.ts";
import type { Window } from "../../../lib/export/walk.ts";
import type { Position } from "../../state/store.ts";
import { t } from "../../text/t.ts";
import type { OfferedExport } from "./exports.ts";

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

/** Describes the cycles of the window and the limits of the file. `warmUpCycles` are not counted in a report. */
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
