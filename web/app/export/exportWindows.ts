/** Of which cycles a run is written as a file: as --window of irqscope export. */
import type { Window } from "../../../lib/export/walk.ts";
import type { Position } from "../../state/store.ts";
import type { OfferedExport } from "./exports.ts";

/** run: all of it. shown: what the timeline shows. range: what was chosen there. stretch: from the playhead on. */
export type WindowName = "run" | "shown" | "range" | "stretch";

export interface OfferedWindow extends Window {
  readonly name: WindowName;
}

/** Of a format for which a run is usually too long. */
export const STRETCH_CYCLES = 20_000;

/** The first is what is written unless another is chosen. One that is empty, or the whole run once more, is left out. */
export function offeredWindows(
  { cycles }: Pick<OfferedExport, "cycles">,
  { cycle, startCycle, visibleCycles, range }: Position,
  runCycles: number,
): readonly OfferedWindow[] {
  const run: OfferedWindow = { name: "run", from: 0, to: runCycles };
  if (cycles === "run") return [run];
  const from = Math.min(cycle, Math.max(0, runCycles - STRETCH_CYCLES));
  const part = (name: WindowName, from: number, to: number): readonly OfferedWindow[] => {
    const inside = { name, from: Math.max(0, Math.floor(from)), to: Math.min(runCycles, Math.ceil(to)) };
    return inside.from < inside.to && inside.to - inside.from < runCycles ? [inside] : [];
  };
  const stretch = cycles === "stretch" ? part("stretch", from, from + STRETCH_CYCLES) : [];
  const parts = [
    ...part("shown", startCycle, startCycle + visibleCycles),
    ...(range === undefined ? [] : part("range", range.from, range.to)),
  ];
  return stretch.length > 0 ? [...stretch, ...parts, run] : [run, ...parts];
}

/** Without its ending. */
export function exportFileName(what: OfferedExport["what"], { name, from, to }: OfferedWindow): string {
  return name === "run" ? `irqscope-${what}` : `irqscope-${what}-${from}-${to}`;
}
