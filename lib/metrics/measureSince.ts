/** What a machine did since one of its cycles. Apart from what it did so far, which the page needs at once. */
import { type Counters, type Results, sim_direction } from "../../core-wasm/binding/index.ts";
import type { Machine as Hardware } from "../../scenarios/format/schema.ts";
import { countedSoFar } from "./counted.ts";
import { readDistributions, readParts, readTallies, together } from "./distributions.ts";
import type { LatencyKind, Measured } from "./metric.ts";
import { type Distribution, type Metrics, metricsOf, type Tallies } from "./metrics.ts";
import { latencySince } from "./since.ts";

/** Since `before`, which was measured on the same machine; marks, and latencies told apart, are known where it was
 * `measureAgain` that gave it. */
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

/** Which tallies a latency is told apart into. */
const TALLIES_OF: Readonly<Record<LatencyKind, (tallies: Tallies) => readonly Distribution[]>> = {
  receive: ({ nic }) => nic.filter((_, index) => index % 2 === sim_direction.receive),
  send: ({ nic }) => nic.filter((_, index) => index % 2 === sim_direction.send),
  interrupt: ({ line }) => line,
};

/** Two histograms know the least and the greatest of what came between them to a bucket, tallies exactly. */
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

/** Of records that say how something stands, not how often it happened, what they say at the end. */
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

/** Counters are nested records and lists of numbers; times that never came stay as they are. */
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

/** Of what measureRun, or measureSince a measureAgain, has given of this machine last. */
export function knownMetrics(machine: Results, measured: Measured, hardware: Hardware): Metrics {
  const metrics = metricsOf(machine, measured, hardware);
  if (metrics === undefined)
    throw new Error("the latencies behind the warm-up are not known: nothing was measured anew at its end");
  return metrics;
}
