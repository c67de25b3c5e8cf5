/** Distributions of latencies: the core's distributions with percentiles, and the sum of several. */
import {
  type Bucket,
  type Distribution as CoreDistribution,
  mean,
  type PartSummary,
  percentile,
  type Results,
  type SimDirection,
  type SimTallyKind,
} from "../../core-wasm/binding/index.ts";

import { totalCycles } from "./units.ts";

/** Values in cycles. NaN if `count` is 0. */
export interface Distribution {
  readonly count: number;
  readonly mean: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly p999: number;
  /** Non-empty ones only, in rising order. */
  readonly buckets: readonly Bucket[];
}

/** Distributions by kind and index, as in the core. */
export type Tallies = Readonly<Record<SimTallyKind, readonly Distribution[]>>;

/** Mean length of one part of a latency; the parts add up to the mean of the whole. */
export interface PartMean {
  readonly part: string;
  readonly meanCycles: number;
}

export function withPercentiles(distribution: CoreDistribution): Distribution {
  const { count, minimum, maximum, buckets } = distribution;
  const isEmpty = count === 0;
  return {
    count,
    mean: mean(distribution),
    minimum: isEmpty ? Number.NaN : minimum,
    maximum: isEmpty ? Number.NaN : maximum,
    p50: percentile(distribution, 0.5),
    p90: percentile(distribution, 0.9),
    p99: percentile(distribution, 0.99),
    p999: percentile(distribution, 0.999),
    buckets,
  };
}

/** Sums parts that have the same scale of buckets. */
export function together(parts: readonly Distribution[]): Distribution {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const buckets = new Map<number, Bucket>();
  for (const bucket of parts.flatMap((part) => part.buckets)) {
    const known = buckets.get(bucket.low);
    buckets.set(
      bucket.low,
      known === undefined
        ? bucket
        : {
            ...bucket,
            count: known.count + bucket.count,
            least: Math.min(known.least, bucket.least),
            greatest: Math.max(known.greatest, bucket.greatest),
          },
    );
  }
  const some = parts.filter(({ count }) => count > 0);
  return withPercentiles({
    count: some.reduce((sum, { count }) => sum + count, 0),
    sum: some.reduce((sum, { count, mean: meanCycles }) => sum + totalCycles(count, meanCycles), 0),
    minimum: Math.min(...some.map(({ minimum }) => minimum)),
    maximum: Math.max(...some.map(({ maximum }) => maximum)),
    buckets: [...buckets.values()].toSorted((a, b) => a.low - b.low),
  });
}

export function readDistributions(
  machine: Results,
): Readonly<Record<SimDirection | "interrupt", Distribution>> {
  return {
    receive: withPercentiles(machine.packetHistogram("receive")),
    send: withPercentiles(machine.packetHistogram("send")),
    interrupt: withPercentiles(machine.interruptHistogram()),
  };
}

export function readParts(
  machine: Results,
): Readonly<Record<SimDirection | "interrupt", readonly PartMean[]>> {
  return {
    receive: partMeans(machine.packetParts("receive")),
    send: partMeans(machine.packetParts("send")),
    interrupt: partMeans(machine.interruptParts()),
  };
}

function partMeans(parts: readonly PartSummary<string>[]): PartMean[] {
  return parts.map(({ part, summary: whole }) => ({ part, meanCycles: mean(whole) }));
}

export function readTallies(machine: Results): Tallies {
  const of = (kind: SimTallyKind) => machine.tallies(kind).map(withPercentiles);
  const clint = { timer: of("timer"), software: of("software") };
  const rest = { ...clint, request: of("request") };
  return { line: of("line"), nic: of("nic"), traffic: of("traffic"), thread: of("thread"), ...rest };
}
