/** Readings of the counters while the machine plays fast: rates are over the last of them. */
import type { Metrics } from "../../engine/protocol.ts";

export interface RateSample {
  readonly metrics: Metrics;
  readonly atMs: number;
}

/** Rates follow what changes within this time... */
export const RATE_WINDOW_MS = 2000;
/** ...but are over at least so many cycles, or all since it got fast: of fewer they jump with every event. */
export const RATE_LEAST_CYCLES = 10_000;
/** Kept at most: one from the begin, and the last ones. */
export const RATE_SAMPLE_LIMIT = 24;

/** The first and the last of them are what rates are over. A step back begins anew. */
export function withRateSample(kept: readonly RateSample[], next: RateSample): readonly RateSample[] {
  const last = kept.at(-1);
  if (last === undefined || next.metrics.cycle < last.metrics.cycle) return [next];
  if (next.metrics.cycle === last.metrics.cycle) return kept;
  const all = [...kept, next];
  const isSpare = (sample: RateSample | undefined) =>
    sample !== undefined &&
    sample.atMs <= next.atMs - RATE_WINDOW_MS &&
    next.metrics.cycle - sample.metrics.cycle >= RATE_LEAST_CYCLES;
  while (all.length > 2 && isSpare(all[1])) all.shift();
  if (all.length > RATE_SAMPLE_LIMIT) all.splice(1, 1);
  return all;
}
