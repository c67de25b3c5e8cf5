/** Breakpoints at lines of a source: they are conditions as all breakpoints are. */
import type { LineCode, Listing } from "../../lib/programs/listings.ts";
import { BREAKPOINT_LIMIT, type Breakpoint, CONDITION_CHARACTER_LIMIT } from "../../scenarios/link/marks.ts";

export interface LineBreakpoint {
  readonly line: number;
  readonly enabled: boolean;
}

/** Any thread comes to the first instruction of the line. */
export function lineCondition(routine: string, line: number): string {
  return `pc == line[${JSON.stringify(routine)}][${line}]`;
}

/** The breakpoints at lines of the routine, as `lineCondition` writes them. */
export function breakpointsIn(
  breakpoints: readonly Breakpoint[],
  routine: string,
): readonly LineBreakpoint[] {
  const before = lineCondition(routine, 0).slice(0, -"0]".length);
  return breakpoints.flatMap(({ condition, enabled }) => {
    const line = condition.startsWith(before)
      ? /^(\d+)\]$/.exec(condition.slice(before.length))?.[1]
      : undefined;
    return line === undefined ? [] : [{ line: Number(line), enabled }];
  });
}

/** Any thread comes to the first instruction of the line of a linked file. */
export function codeCondition(routine: string, { file }: Listing, { line, address }: LineCode): string {
  const named = `pc == line[${JSON.stringify(routine)}][${JSON.stringify(file)}][${line}]`;
  return file === undefined || named.length > CONDITION_CHARACTER_LIMIT
    ? `pc == 0x${address.toString(16)}`
    : named;
}

/** The breakpoints at lines of what is shown of a linked file, as `codeCondition` writes them. */
export function breakpointsInListing(
  breakpoints: readonly Breakpoint[],
  routine: string,
  listing: Listing,
): readonly LineBreakpoint[] {
  if (breakpoints.length === 0) return [];
  const lines = new Map(listing.code.map((code) => [codeCondition(routine, listing, code), code.line]));
  return breakpoints.flatMap(({ condition, enabled }) => {
    const line = lines.get(condition);
    return line === undefined ? [] : [{ line, enabled }];
  });
}

/** All breakpoints without the one of this condition, or with it. Undefined: there are as many as can be. */
export function toggled(
  breakpoints: readonly Breakpoint[],
  condition: string,
): readonly Breakpoint[] | undefined {
  const others = breakpoints.filter((one) => one.condition !== condition);
  if (others.length < breakpoints.length) return others;
  if (breakpoints.length >= BREAKPOINT_LIMIT) return undefined;
  return [...breakpoints, { condition, fromHit: 1, everyHits: 1, enabled: true }];
}
