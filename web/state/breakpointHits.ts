/** Computes the stops of breakpoints from the cycles at which their conditions became true. Hits count from the start
 * of the run, so a breakpoint stops at the same cycles however the user got there. */
import type { Breakpoint } from "../../scenarios/link/marks.ts";
import type { WatchReport } from "../engine/protocol.ts";

interface WatchedCondition {
  readonly text: string;
  /** Ascending cycles. The machine is right after the cycle in which the condition became true. */
  readonly hits: Float64Array;
  readonly refused: string | undefined;
  /** Hits are not known from this cycle onwards, because there are too many. */
  readonly fullAtCycle: number | undefined;
}

export interface Watched {
  /** All hits up to here are known. */
  readonly knownTo: number;
  readonly conditions: readonly WatchedCondition[];
}

export const NOTHING_WATCHED: Watched = { knownTo: 0, conditions: [] };

export interface Stop {
  readonly breakpoint: Breakpoint;
  readonly cycle: number;
  /** The number of the hit, from 1 onwards. */
  readonly hit: number;
}

export function beginWatch(conditions: readonly string[]): Watched {
  return {
    knownTo: 0,
    conditions: conditions.map((text) => ({
      text,
      hits: new Float64Array(),
      refused: undefined,
      fullAtCycle: undefined,
    })),
  };
}

export function extendWatch(watched: Watched, report: WatchReport): Watched {
  return {
    knownTo: report.to,
    conditions: watched.conditions.map((before, index) => {
      const news = report.conditions[index];
      if (news === undefined) return before;
      const { hits, refused, fullAtCycle } = news;
      return { ...before, refused, fullAtCycle, hits: report.from === 0 ? hits : joined(before.hits, hits) };
    }),
  };
}

function joined(before: Float64Array, after: Float64Array): Float64Array {
  if (after.length === 0) return before;
  const all = new Float64Array(before.length + after.length);
  all.set(before);
  all.set(after, before.length);
  return all;
}

export function watchedFor({ condition }: Breakpoint, watched: Watched): WatchedCondition | undefined {
  return watched.conditions.find(({ text }) => text === condition);
}

/** Present limit of the playhead, because a breakpoint may stop there. */
export function clearTo(breakpoints: readonly Breakpoint[], watched: Watched): number {
  const isAwaited = breakpoints.some(
    (breakpoint) => breakpoint.enabled && watchedFor(breakpoint, watched)?.refused === undefined,
  );
  return isAwaited ? watched.knownTo : Number.POSITIVE_INFINITY;
}

/** The first known stop after the cycle. */
export function stopAfter(
  breakpoints: readonly Breakpoint[],
  watched: Watched,
  cycle: number,
): Stop | undefined {
  return nearest(breakpoints, watched, 1, (hits, breakpoint) => {
    const index = firstAfter(hits, cycle);
    const { fromHit, everyHits } = breakpoint;
    const hit = Math.max(index + 1, fromHit);
    return fromHit + Math.ceil((hit - fromHit) / everyHits) * everyHits;
  });
}

/** The last stop before the cycle. */
export function stopBefore(
  breakpoints: readonly Breakpoint[],
  watched: Watched,
  cycle: number,
): Stop | undefined {
  return nearest(breakpoints, watched, -1, (hits, { fromHit, everyHits }) => {
    const hit = firstAfter(hits, cycle - 1);
    return fromHit + Math.floor((hit - fromHit) / everyHits) * everyHits;
  });
}

function nearest(
  breakpoints: readonly Breakpoint[],
  watched: Watched,
  direction: 1 | -1,
  hitOf: (hits: Float64Array, breakpoint: Breakpoint) => number,
): Stop | undefined {
  let found: Stop | undefined;
  for (const breakpoint of breakpoints) {
    const condition = breakpoint.enabled ? watchedFor(breakpoint, watched) : undefined;
    if (condition === undefined) continue;
    const hit = hitOf(condition.hits, breakpoint);
    const cycle = hit < breakpoint.fromHit ? undefined : condition.hits[hit - 1];
    if (cycle === undefined) continue;
    if (found === undefined || (cycle - found.cycle) * direction < 0) found = { breakpoint, cycle, hit };
  }
  return found;
}

/** Number of hits at or before the cycle, which is the index of the first later one. */
function firstAfter(hits: Float64Array, cycle: number): number {
  let low = 0;
  let high = hits.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((hits[middle] ?? 0) <= cycle) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Hits of all enabled breakpoints, ascending. */
export function hitsOf(breakpoints: readonly Breakpoint[], watched: Watched): Float64Array {
  const lists = breakpoints.flatMap((one) => (one.enabled ? (watchedFor(one, watched)?.hits ?? []) : []));
  const [first, ...others] = lists;
  if (others.length === 0) return first ?? new Float64Array();
  return Float64Array.from(lists.flatMap((hits) => [...hits])).sort();
}
