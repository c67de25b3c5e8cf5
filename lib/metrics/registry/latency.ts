/** Latencies of interrupts and packets. Reports have them in cycles, expressions in seconds. */
import { CYCLE } from "../../expressions/dimension.ts";
import type { Distribution } from "../distributions.ts";
import type { Entries, Entry } from "./entry.ts";

/** All but the mean and the maximum are percentiles. */
export const LATENCY = {
  mean: {
    path: "mean",
    dimension: CYCLE,
    meaning: "{of} latency, mean",
    read: (d) => d.mean,
    text: { label: "mean", at: 1 },
    panel: { label: "mean", at: 1 },
    compare: { label: "mean", unit: "cycle" },
  },
  p50: {
    path: "p50",
    dimension: CYCLE,
    meaning: "{of} latency, p50",
    read: (d) => d.p50,
    text: { label: "p50" },
    panel: { label: "p50", term: "p50" },
    compare: { label: "p50", unit: "cycle" },
  },
  p90: {
    path: "p90",
    dimension: CYCLE,
    meaning: "{of} latency, p90",
    read: (d) => d.p90,
    text: { label: "p90" },
    panel: { label: "p90" },
  },
  p99: {
    path: "p99",
    dimension: CYCLE,
    meaning: "{of} latency, p99",
    read: (d) => d.p99,
    text: { label: "p99" },
    panel: { label: "p99", term: "p99" },
    compare: { label: "p99", unit: "cycle" },
  },
  p999: {
    path: "p999",
    dimension: CYCLE,
    meaning: "{of} latency, p999",
    read: (d) => d.p999,
    text: { label: "p99.9" },
    panel: { label: "p99.9", term: "p999" },
  },
  maximum: {
    path: "maximum",
    dimension: CYCLE,
    meaning: "{of} latency, maximum",
    read: (d) => d.maximum,
    text: { label: "max" },
    panel: { label: "max" },
    compare: { label: "max", unit: "cycle" },
  },
} as const satisfies Entries<Distribution>;

/** Columns for latencies by line, card and so on. The panel has no room for more. */
export const APART_IN_PANEL: ReadonlySet<string> = new Set(["p50", "p99", "maximum"]);

/** Latencies of one line, priority, card, traffic or thread, and where each is shown. Comparisons do not show them. */
export const LATENCY_APART: Entries<Distribution> = Object.fromEntries(
  Object.entries<Entry<Distribution>>(LATENCY).map(([key, { panel, compare: _, ...entry }]) => [
    key,
    panel !== undefined && APART_IN_PANEL.has(key) ? { ...entry, panel } : entry,
  ]),
);

/** Mean cycles of one part of a latency. */
export const PART = {
  mean: {
    path: [],
    dimension: CYCLE,
    meaning: "{of} latency, mean of its part {name}",
    read: (meanCycles) => meanCycles,
  },
} as const satisfies Entries<number>;

/** Least count of latencies for each percentile. With fewer latencies the percentile would equal the maximum. */
const LEAST_COUNT = { p50: 2, p90: 10, p99: 100, p999: 1000 } as const;

export type PercentileName = keyof typeof LEAST_COUNT;

/** The percentile. NaN, shown as –, if there are too few latencies for it. */
export function percentileIfMeaningful<N extends PercentileName>(
  of: Readonly<Record<N | "count", number>>,
  name: N,
): number {
  return of.count < LEAST_COUNT[name] ? Number.NaN : of[name];
}

const PERCENTILES: ReadonlySet<string> = new Set<PercentileName>(["p50", "p90", "p99", "p999"]);

/** The value to show. NaN for a percentile if there are too few latencies. */
export function latencyShown(distribution: Distribution, key: string): number {
  return PERCENTILES.has(key)
    ? percentileIfMeaningful(distribution, key as PercentileName)
    : distribution[key as "mean" | "maximum"];
}
