/** Parts that the switch "Details" shows, and the parts that open without it, because a story's step, a key or the
 * speed needs one of them. Pure functions. */
import type { LinkPosition } from "../../scenarios/link/position.ts";

/** Parts that only Details show. `lines` is the list of the interrupt controller, `status` are the status bits of network
 * cards. `results`, `settings` and `program` are in the panel beside the machine. */
export const DETAIL_PARTS = [
  "status",
  "entry",
  "lines",
  "pipeline",
  "caches",
  "results",
  "settings",
  "program",
] as const;
export type DetailPart = (typeof DETAIL_PARTS)[number];

/** Unit of one click on the stepper. */
export const STEP_UNITS = ["packet", "event", "instruction", "cycle"] as const;
export type StepUnit = (typeof STEP_UNITS)[number];

const OPENED_BY: Readonly<Record<string, DetailPart>> = {
  entry: "entry",
  controller: "lines",
  status: "status",
  pipeline: "pipeline",
  cache: "caches",
  metric: "results",
  metrics: "results",
  tries: "results",
  settings: "settings",
  program: "program",
};

/** The parts that must be open so that named parts of the page (scenarios/story/parts.ts) are visible. */
export function partsFor(named: readonly string[]): readonly DetailPart[] {
  const opened = named.flatMap((name) => OPENED_BY[name.split(":", 1)[0] ?? ""] ?? []);
  return DETAIL_PARTS.filter((part) => opened.includes(part));
}

/** A zoom closer than this shows single instructions in a window of usual width. */
const INSTRUCTION_CYCLES = 64;

/** True if a link shows Details: it says so, or it names a part that only Details show. */
export function needsDetails(link: LinkPosition): boolean {
  const { details, breakpoints, bookmarks, tracks, range, warmUpCycles, measures, follow, zoom } = link;
  const named = [breakpoints, bookmarks, tracks, range, warmUpCycles, measures, follow];
  const isClose = zoom !== undefined && zoom.to - zoom.from < INSTRUCTION_CYCLES;
  return details === true || isClose || named.some((one) => one !== undefined);
}
