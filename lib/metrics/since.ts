/** Latencies that ended in a part of a run, out of those up to its begin and up to its end. */
import type { Distribution as CoreDistribution } from "../../core-wasm/binding/index.ts";
import { withPercentiles } from "./distributions.ts";
import type { LatencyKind, Measured } from "./metric.ts";
import type { Distribution, PartMean } from "./metrics.ts";
import { totalCycles } from "./units.ts";

/** Count and mean are exact; least, greatest and percentiles are known to their bucket, a 512th of the value. */
export function distributionSince(before: Distribution, after: Distribution): Distribution {
  const earlier = new Map(before.buckets.map((bucket) => [bucket.low, bucket.count]));
  const buckets = after.buckets
    .map((bucket) => ({ ...bucket, count: bucket.count - (earlier.get(bucket.low) ?? 0) }))
    .filter(({ count }) => count > 0);
  const within: CoreDistribution = {
    count: after.count - before.count,
    sum: totalCycles(after.count, after.mean) - totalCycles(before.count, before.mean),
    // Within their buckets: those of the part alone are not kept.
    minimum: buckets[0]?.least ?? Number.NaN,
    maximum: buckets.at(-1)?.greatest ?? Number.NaN,
    buckets,
  };
  return withPercentiles(within);
}

type Latency = NonNullable<Measured["latency"]>;
type Parts = NonNullable<Measured["parts"]>;
type WithLatency = { readonly latency: Latency; readonly parts: Parts };

export function latencySince(before: Pick<Measured, "latency" | "parts">, after: WithLatency): WithLatency {
  const ofKinds = <T>(of: (kind: LatencyKind) => T): Readonly<Record<LatencyKind, T>> => ({
    receive: of("receive"),
    send: of("send"),
    interrupt: of("interrupt"),
  });
  const then = (kind: LatencyKind) => before.latency?.[kind] ?? EMPTY;
  return {
    latency: ofKinds((kind) => distributionSince(then(kind), after.latency[kind])),
    parts: ofKinds((kind) =>
      partsSince(
        { count: then(kind).count, parts: before.parts?.[kind] ?? [] },
        { count: after.latency[kind].count, parts: after.parts[kind] },
      ),
    ),
  };
}

const EMPTY: Distribution = {
  count: 0,
  mean: Number.NaN,
  minimum: Number.NaN,
  maximum: Number.NaN,
  p50: Number.NaN,
  p90: Number.NaN,
  p99: Number.NaN,
  p999: Number.NaN,
  buckets: [],
};

interface CountedParts {
  /** Of the latencies: each has all parts. */
  readonly count: number;
  readonly parts: readonly PartMean[];
}

function partsSince(before: CountedParts, after: CountedParts): readonly PartMean[] {
  const count = after.count - before.count;
  return after.parts.map(({ part, meanCycles }) => {
    const then = before.parts.find((one) => one.part === part)?.meanCycles ?? Number.NaN;
    const sum = totalCycles(after.count, meanCycles) - totalCycles(before.count, then);
    return { part, meanCycles: count === 0 ? Number.NaN : sum / count };
  });
}
