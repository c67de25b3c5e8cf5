/** What an interrupt line is at a cycle. */
import type { TimelineWindow } from "../engine/protocol.ts";
import { columnOf, countWithin, cyclesPerColumn, lowerBound } from "./columns.ts";

export interface LineStretch {
  readonly fromCycle: number;
  readonly toCycle: number;
  /** undefined: only how often it was raised is known. */
  readonly isUp: boolean | undefined;
  /** In the stretch. */
  readonly raised: number;
  readonly recognised: readonly number[];
  readonly returned: readonly number[];
}

/** Undefined: nothing is known there. */
export function lineAt(window: TimelineWindow, index: number, cycle: number): LineStretch | undefined {
  const line = window.lines[index];
  const column = columnOf(window, cycle);
  if (line === undefined || column === undefined) return undefined;
  if (line.level === undefined) {
    const width = cyclesPerColumn(window);
    const from = column * width;
    return {
      fromCycle: window.from + from,
      toCycle: window.from + from + width,
      isUp: undefined,
      raised: countWithin(line.raised, from, from + width),
      recognised: [],
      returned: [],
    };
  }
  const { start, end, recognised, returned } = line.level;
  const offset = cycle - window.from;
  let next = lowerBound(end, offset);
  if (end[next] === offset) next += 1;
  const isUp = (start[next] ?? Number.POSITIVE_INFINITY) <= offset;
  const from = isUp ? (start[next] ?? 0) : (end[next - 1] ?? 0);
  const to = (isUp ? end[next] : start[next]) ?? window.knownTo - window.from;
  const within = (marks: Float64Array) =>
    [...marks.subarray(lowerBound(marks, from), lowerBound(marks, to))].map((mark) => window.from + mark);
  return {
    fromCycle: window.from + from,
    toCycle: window.from + to,
    isUp,
    raised: countWithin(line.raised, from, to),
    recognised: within(recognised),
    returned: within(returned),
  };
}
