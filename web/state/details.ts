/** What the switch "Details" shows, and the parts that open without it: a story's step, a key or the speed asks for one
 * of them. Pure. */
import type { LinkPosition } from "../../scenarios/link/position.ts";

/** Parts that only Details show. `lines`: the list of the interrupt controller; `results`, `settings` and `program` stand
 * in the panel beside the machine. */
export const DETAIL_PARTS = [
  "entry",
  "lines",
  "pipeline",
  "caches",
  "results",
  "settings",
  "program",
] as const;
export type DetailPart = (typeof DETAIL_PARTS)[number];

/** What one press of the stepper goes on by. */
export const STEP_UNITS = ["packet", "event", "instruction", "cycle"] as const;
export type StepUnit = (typeof STEP_UNITS)[number];

const OPENED_BY: Readonly<Record<string, DetailPart>> = {
  entry: "entry",
  controller: "lines",
  pipeline: "pipeline",
  cache: "caches",
  metric: "results",
  metrics: "results",
  tries: "results",
  settings: "settings",
  program: "program",
};

/** The parts that have to be open for named parts of the page (scenarios/story/parts.ts) to be seen. */
export function partsFor(named: readonly string[]): readonly DetailPart[] {
  const opened = named.flatMap((name) => OPENED_BY[name.split(":", 1)[0] ?? ""] ?? []);
  return DETAIL_PARTS.filter((part) => opened.includes(part));
}

/** A zoom closer than this shows single instructions in a window of usual width. */
const INSTRUCTION_CYCLES = 64;

/** Whether a link shows Details: it says so, or names what only Details show. */
export function needsDetails(link: LinkPosition): boolean {
  const { details, breakpoints, bookmarks, tracks, range, warmUpCycles, measures, follow, zoom } = link;
  const named = [breakpoints, bookmarks, tracks, range, warmUpCycles, measures, follow];
  const isClose = zoom !== undefined && zoom.to - zoom.from < INSTRUCTION_CYCLES;
  return details === true || isClose || named.some((one) => one !== undefined);
}
