/** Breakpoints at lines of a source, which are conditions like all breakpoints. */
import type { LineCode, Listing } from "../../lib/programs/listings.ts";
import { BREAKPOINT_LIMIT, type Breakpoint, CONDITION_CHARACTER_LIMIT } from "../../scenarios/link/marks.ts";

export interface LineBreakpoint {
  readonly line: number;
  readonly enabled: boolean;
}

const ANY_THREAD = "pc";
const pcOf = (thread: string | undefined) =>
  thread === undefined ? ANY_THREAD : `thread[${JSON.stringify(thread)}].pc`;
const OF_ONE_THREAD = /^thread\["(?:[^"\\]|\\.)*"\]\.pc(?= == )/;

/** Converts a condition about one thread to one about any thread, because both mean the same line. */
const ofAnyThread = (condition: string) => condition.replace(OF_ONE_THREAD, ANY_THREAD);

/** True when any thread, or only the named one, reaches the first instruction of the line. */
export function lineCondition(routine: string, line: number, thread?: string): string {
  return `${pcOf(thread)} == line[${JSON.stringify(routine)}][${line}]`;
}

/** The breakpoints at lines of the routine, as `lineCondition` writes them. */
export function breakpointsIn(
  breakpoints: readonly Breakpoint[],
  routine: string,
): readonly LineBreakpoint[] {
  const before = lineCondition(routine, 0).slice(0, -"0]".length);
  return onePerLine(
    breakpoints.flatMap(({ condition, enabled }) => {
      const ofAny = ofAnyThread(condition);
      const line = ofAny.startsWith(before) ? /^(\d+)\]$/.exec(ofAny.slice(before.length))?.[1] : undefined;
      return line === undefined ? [] : [{ line: Number(line), enabled }];
    }),
  );
}

/** Several threads may each have a breakpoint at the same line. */
function onePerLine(stops: readonly LineBreakpoint[]): readonly LineBreakpoint[] {
  const byLine = new Map<number, LineBreakpoint>();
  for (const stop of stops)
    byLine.set(stop.line, { ...stop, enabled: stop.enabled || byLine.get(stop.line)?.enabled === true });
  return [...byLine.values()];
}

/** True when any thread, or only the named one, reaches the first instruction of the line of a linked file. */
export function codeCondition(
  routine: string,
  { file }: Listing,
  { line, address }: LineCode,
  thread?: string,
): string {
  const named = `${pcOf(thread)} == line[${JSON.stringify(routine)}][${JSON.stringify(file)}][${line}]`;
  return file === undefined || named.length > CONDITION_CHARACTER_LIMIT
    ? `${pcOf(thread)} == 0x${address.toString(16)}`
    : named;
}

/** The breakpoints whose conditions are those that `codeCondition` writes for lines of a linked file's listing. */
export function breakpointsInListing(
  breakpoints: readonly Breakpoint[],
  routine: string,
  listing: Listing,
): readonly LineBreakpoint[] {
  if (breakpoints.length === 0) return [];
  const lines = new Map(listing.code.map((code) => [codeCondition(routine, listing, code), code.line]));
  return onePerLine(
    breakpoints.flatMap(({ condition, enabled }) => {
      const line = lines.get(ofAnyThread(condition));
      return line === undefined ? [] : [{ line, enabled }];
    }),
  );
}

/** Whether one of them is at the line of this condition, for any thread. */
export function isAtLine(breakpoints: readonly Breakpoint[], condition: string): boolean {
  return breakpoints.some((one) => ofAnyThread(one.condition) === ofAnyThread(condition));
}

/** All breakpoints with this condition's line added or removed. Undefined if the limit is reached. */
export function toggled(
  breakpoints: readonly Breakpoint[],
  condition: string,
): readonly Breakpoint[] | undefined {
  const others = breakpoints.filter((one) => !isAtLine([one], condition));
  if (others.length < breakpoints.length) return others;
  if (breakpoints.length >= BREAKPOINT_LIMIT) return undefined;
  return [...breakpoints, { condition, fromHit: 1, everyHits: 1, enabled: true }];
}
