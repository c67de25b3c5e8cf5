/** The results of a machine up to one of its cycles, and the way in which a metric reads them. */
import type { Counters, Machine, Marks, Results } from "../../core-wasm/binding/index.ts";
import type { Dimension } from "../expressions/dimension.ts";
import type { Path } from "../expressions/index.ts";
import {
  type Distribution,
  type PartMean,
  readDistributions,
  readParts,
  readTallies,
  type Tallies,
} from "./distributions.ts";

export type LatencyKind = "receive" | "send" | "interrupt";

/** The results of a machine in a range of cycles. */
export interface Measured {
  /** Counts for these cycles only. */
  readonly counters: Counters;
  readonly cycles: number;
  /** End of the cycles, counted from the start of the run. */
  readonly endCycle: number;
  /** True if the cycles start at 0. */
  readonly isWhole: boolean;
  /** High-water marks for these cycles only. Undefined if they are not known. */
  readonly marks: Marks | undefined;
  /** Undefined if latencies are not known for these cycles. */
  readonly latency: Readonly<Record<LatencyKind, Distribution>> | undefined;
  /** Parts of the latencies. They add up to the mean. */
  readonly parts: Readonly<Record<LatencyKind, readonly PartMean[]>> | undefined;
  /** Latencies by line, card, priority and so on. */
  readonly tallies: Tallies | undefined;
}

/** Results without an unknown part. */
export type AllMeasured = { readonly [K in keyof Measured]: NonNullable<Measured[K]> };

/** A number that an expression may name. */
export interface Metric {
  readonly path: Path;
  readonly dimension: Dimension;
  readonly meaning: string;
  /** Undefined or NaN if there is no value. */
  readonly read: (measured: Measured) => number | undefined;
}

/** Results of the whole run so far. */
export function measureRun(machine: Results): AllMeasured {
  return {
    counters: countedSoFar(machine),
    cycles: machine.cycle,
    endCycle: machine.cycle,
    isWhole: true,
    marks: machine.marks(),
    latency: readDistributions(machine),
    parts: readParts(machine),
    tallies: readTallies(machine),
  };
}

/** Results of the run so far. Resets the marks and tallies of the machine. */
export function measureAgain(machine: Machine): Measured {
  const before = measureRun(machine);
  machine.measureAgain();
  return before;
}

/** The counters of a machine up to its current cycle. The core counts all cycles of a bus transaction when it is
 * booked. This function subtracts the cycles that lie ahead. */
export function countedSoFar(machine: Results): Counters {
  const counters = machine.counters();
  const ahead = Math.max(0, machine.view().bus.free_at - machine.cycle);
  const busCycles = Math.min(machine.cycle, Math.max(0, counters.bus_cycles - ahead));
  return { ...counters, bus_cycles: busCycles };
}
