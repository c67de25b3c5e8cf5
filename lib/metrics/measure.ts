/** What a machine did between two of its cycles. */
import type { Counters, Results } from "../../core-wasm/binding/index.ts";
import { countedSoFar } from "./counted.ts";
import type { Measured } from "./metric.ts";
import { readDistributions, readParts } from "./metrics.ts";
import { latencySince } from "./since.ts";

/** The whole run so far. */
export function measureRun(machine: Results): Measured {
  return {
    counters: countedSoFar(machine),
    cycles: machine.cycle,
    isWhole: true,
    latency: readDistributions(machine),
    parts: readParts(machine),
  };
}

/** Since `before`, which was measured on the same machine; latencies are those that ended since. */
export function measureSince(before: Measured, machine: Results): Measured {
  const counters = difference(countedSoFar(machine), before.counters) as Counters;
  const whole = { latency: readDistributions(machine), parts: readParts(machine) };
  return {
    counters,
    cycles: machine.cycle - before.cycles,
    isWhole: false,
    ...latencySince(before, whole),
  };
}

/** Counters are nested records and lists of numbers; times that never came stay as they are. */
function difference(after: unknown, before: unknown): unknown {
  if (typeof after === "number" && typeof before === "number")
    return Number.isFinite(after) && Number.isFinite(before) ? after - before : after;
  if (Array.isArray(after) && Array.isArray(before))
    return after.map((one, index) => difference(one, before[index]));
  if (isRecord(after) && isRecord(before))
    return Object.fromEntries(Object.entries(after).map(([key, one]) => [key, difference(one, before[key])]));
  return after;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
