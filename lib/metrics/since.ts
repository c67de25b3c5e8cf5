/** Computes the results of a machine since one of its cycles from its results at both ends. The page's first load does
 * not need it, so it is separate from measure.ts. */
import {
  type Distribution as CoreDistribution,
  type Counters,
  type Results,
  sim_direction,
} from "../../core-wasm/binding/index.ts";
import type { Machine as Hardware } from "../../scenarios/format/schema.ts";
import {
  type Distribution,
  type PartMean,
  readDistributions,
  readParts,
  readTallies,
  type Tallies,
  together,
  withPercentiles,
} from "./distributions.ts";
import { countedSoFar, type LatencyKind, type Measured } from "./measure.ts";
import { type Metrics, metricsOf } from "./metrics.ts";
import { totalCycles } from "./units.ts";

/** Results since `before`, which was measured on the same machine. Marks, and latencies by line and so on, are known
 * only if `before` comes from `measureAgain`. */
export function measureSince(before: Measured, machine: Results): Measured {
  const counters = difference(countedSoFar(machine), before.counters) as Counters;
  const { latency, parts } = latencySince(before, {
    latency: readDistributions(machine),
    parts: readParts(machine),
  });
  const marks = machine.marks();
  const isAnew = marks.from_cycle === before.cycles;
  const tallies = isAnew ? readTallies(machine) : undefined;
  return {
    counters,
    cycles: machine.cycle - before.cycles,
    endCycle: machine.cycle,
    marks: isAnew ? marks : undefined,
    isWhole: false,
    latency: withExactEnds(latency, tallies),
    parts,
    tallies,
  };
}

/** The tallies that make up each latency. */
const TALLIES_OF: Readonly<Record<LatencyKind, (tallies: Tallies) => readonly Distribution[]>> = {
  receive: ({ nic }) => nic.filter((_, index) => index % 2 === sim_direction.receive),
  send: ({ nic }) => nic.filter((_, index) => index % 2 === sim_direction.send),
  interrupt: ({ line }) => line,
};

/** Two histograms give the least and the greatest latency only to a bucket. Tallies replace them exactly. */
function withExactEnds(
  latency: NonNullable<Measured["latency"]>,
  tallies: Tallies | undefined,
): NonNullable<Measured["latency"]> {
  if (tallies === undefined) return latency;
  const of = (kind: LatencyKind): Distribution => {
    const { minimum, maximum } = together(TALLIES_OF[kind](tallies));
    return { ...latency[kind], minimum, maximum };
  };
  return { receive: of("receive"), send: of("send"), interrupt: of("interrupt") };
}

/** Records that describe a state and not a number of events. They have the value at the end. */
const STANDING = new Set([
  "health",
  "fault",
  "deadlock",
  "rx_in_flight",
  "tx_in_flight",
  "ready_since",
  "longest_ready",
  "longest_ready_from",
  "passed_over_since",
  "pending_since",
  "lock_wait_since",
  "scarce_since",
  "scarce_cycles",
  "waited_lock",
  "longest_wait",
  "taken_at",
  "taker",
]);

/** Subtracts nested records and lists of numbers. Times of events that never happened stay as they are. */
function difference(after: unknown, before: unknown): unknown {
  if (typeof after === "number" && typeof before === "number")
    return Number.isFinite(after) && Number.isFinite(before) ? after - before : after;
  if (Array.isArray(after) && Array.isArray(before))
    return after.map((one, index) => difference(one, before[index]));
  if (isRecord(after) && isRecord(before))
    return Object.fromEntries(
      Object.entries(after).map(([key, one]) => [
        key,
        STANDING.has(key) ? one : difference(one, before[key]),
      ]),
    );
  return after;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** Metrics of the latest result of measureRun, or of measureSince after measureAgain, for this machine. */
export function knownMetrics(machine: Results, measured: Measured, hardware: Hardware): Metrics {
  const metrics = metricsOf(machine, measured, hardware);
  if (metrics === undefined)
    throw new Error("the latencies after the warm-up are not known: no new measurement started at its end");
  return metrics;
}

/** Count and mean are exact. The smallest and largest value and percentiles are exact to their bucket, which is a
 * 512th of the value wide. */
export function distributionSince(before: Distribution, after: Distribution): Distribution {
  const earlier = new Map(before.buckets.map((bucket) => [bucket.low, bucket.count]));
  const buckets = after.buckets
    .map((bucket) => ({ ...bucket, count: bucket.count - (earlier.get(bucket.low) ?? 0) }))
    .filter(({ count }) => count > 0);
  const within: CoreDistribution = {
    count: after.count - before.count,
    sum: totalCycles(after.count, after.mean) - totalCycles(before.count, before.mean),
    // Exact to their buckets, because the values of only this part are not stored.
    minimum: buckets[0]?.least ?? Number.NaN,
    maximum: buckets.at(-1)?.greatest ?? Number.NaN,
    buckets,
  };
  return withPercentiles(within);
}

type Latency = NonNullable<Measured["latency"]>;
type Parts = NonNullable<Measured["parts"]>;
type WithLatency = { readonly latency: Latency; readonly parts: Parts };

function latencySince(before: Pick<Measured, "latency" | "parts">, after: WithLatency): WithLatency {
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
  /** Number of latencies. Each has all parts. */
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
