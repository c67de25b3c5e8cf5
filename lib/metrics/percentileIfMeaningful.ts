/** From how many latencies on a percentile lies below the largest of them: of fewer it would only name the maximum. */
const LEAST_COUNT = { p50: 2, p90: 10, p99: 100, p999: 1000 } as const;

export type PercentileName = keyof typeof LEAST_COUNT;

/** The percentile; NaN, which is shown as –, where there are too few latencies for it. */
export function percentileIfMeaningful<N extends PercentileName>(
  of: Readonly<Record<N | "count", number>>,
  name: N,
): number {
  return of.count < LEAST_COUNT[name] ? Number.NaN : of[name];
}
