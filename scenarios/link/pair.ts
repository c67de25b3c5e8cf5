/** Parts of a link about an analysis: a chosen range, a followed packet or interrupt, and for a comparison the shift of
 * the second machine and the marks in its run. Read as untrusted. */
import { RUN_CYCLE_LIMIT } from "../base/limits.ts";
import type { Bookmark, Breakpoint } from "./marks.ts";

/** The one with this number that began at this cycle. Otherwise the latest one that began at or before it. */
export interface Followed {
  readonly what: "packet" | "interrupt";
  readonly cycle: number;
  readonly number?: number;
}

/** Marks of the second machine, in its own cycles. */
export interface PairMarks {
  /** The second machine is shown this many cycles later than the first; below 0: earlier. */
  readonly offsetCycles: number;
  readonly breakpoints: readonly Breakpoint[];
  readonly bookmarks: readonly Bookmark[];
}

export const NO_PAIR_MARKS: PairMarks = { offsetCycles: 0, breakpoints: [], bookmarks: [] };

export function hasPairMarks({ offsetCycles, breakpoints, bookmarks }: PairMarks): boolean {
  return offsetCycles !== 0 || breakpoints.length + bookmarks.length > 0;
}

const FOLLOWED = { p: "packet", i: "interrupt" } as const;

/** "p1234" or "p1234.56" */
export function writeFollowed({ what, cycle, number }: Followed): string {
  return `${what[0]}${cycle}${number === undefined ? "" : `.${number}`}`;
}

/** Undefined if the text names nothing. */
export function readFollowed(text: string): Followed | undefined {
  const [, letter, digits, counted] = /^([pi])(\d{1,16})(?:\.(\d{1,10}))?$/.exec(text) ?? [];
  const cycle = Number(digits);
  if ((letter !== "p" && letter !== "i") || !(cycle <= RUN_CYCLE_LIMIT)) return undefined;
  return { what: FOLLOWED[letter], cycle, ...(counted === undefined ? {} : { number: Number(counted) }) };
}

/** Undefined if the text is not a whole number that fits a run. */
export function readOffset(text: string): number | undefined {
  const offset = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Math.abs(offset) <= RUN_CYCLE_LIMIT ? offset : undefined;
}
