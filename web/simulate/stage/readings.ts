/** Readings of the counters while the machine plays fast: rates are over the last of them. */
import type { Metrics } from "../../engine/protocol.ts";

export interface Reading {
  readonly metrics: Metrics;
  readonly atMs: number;
}

/** Rates follow what changes within this time... */
export const RATE_WINDOW_MS = 2000;
/** ...but are over at least so many cycles, or all since it got fast: of fewer they jump with every event. */
export const RATE_LEAST_CYCLES = 10_000;
/** Kept at most: one from the begin, and the last ones. */
export const READING_LIMIT = 24;

/** The first and the last of them are what rates are over. A step back begins anew. */
export function withReading(kept: readonly Reading[], next: Reading): readonly Reading[] {
  const last = kept.at(-1);
  if (last === undefined || next.metrics.cycle < last.metrics.cycle) return [next];
  if (next.metrics.cycle === last.metrics.cycle) return kept;
  const all = [...kept, next];
  const isSpare = (reading: Reading | undefined) =>
    reading !== undefined &&
    reading.atMs <= next.atMs - RATE_WINDOW_MS &&
    next.metrics.cycle - reading.metrics.cycle >= RATE_LEAST_CYCLES;
  while (all.length > 2 && isSpare(all[1])) all.shift();
  if (all.length > READING_LIMIT) all.splice(1, 1);
  return all;
}
