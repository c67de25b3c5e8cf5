/** Breakpoints at lines of a source: they are conditions as all breakpoints are. */
import { BREAKPOINT_LIMIT, type Breakpoint } from "../../scenarios/link/marks.ts";

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

/** All breakpoints without that at the line, or with one there. Undefined: there are as many as can be. */
export function toggled(
  breakpoints: readonly Breakpoint[],
  routine: string,
  line: number,
): readonly Breakpoint[] | undefined {
  const condition = lineCondition(routine, line);
  const others = breakpoints.filter((one) => one.condition !== condition);
  if (others.length < breakpoints.length) return others;
  if (breakpoints.length >= BREAKPOINT_LIMIT) return undefined;
  return [...breakpoints, { condition, fromHit: 1, everyHits: 1, enabled: true }];
}
