/** What a machine did up to one of its cycles, and how a metric reads it. */
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

/** What a machine did in some cycles. */
export interface Measured {
  /** Of these cycles alone. */
  readonly counters: Counters;
  readonly cycles: number;
  /** Where they end, counted from the begin of the run. */
  readonly endCycle: number;
  /** They are all from cycle 0 on. */
  readonly isWhole: boolean;
  /** High-water marks of these cycles alone; undefined where they are not known. */
  readonly marks: Marks | undefined;
  /** Undefined where they are not known of these cycles. */
  readonly latency: Readonly<Record<LatencyKind, Distribution>> | undefined;
  /** Their parts, which add up to the mean. */
  readonly parts: Readonly<Record<LatencyKind, readonly PartMean[]>> | undefined;
  /** Latencies told apart. */
  readonly tallies: Tallies | undefined;
}

/** Nothing of it is unknown. */
export type AllMeasured = { readonly [K in keyof Measured]: NonNullable<Measured[K]> };

/** A number that an expression may name. */
export interface Metric {
  readonly path: Path;
  readonly dimension: Dimension;
  readonly meaning: string;
  /** Undefined or NaN: there is no value. */
  readonly read: (measured: Measured) => number | undefined;
}

/** The whole run so far. */
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

/** The run so far; marks and tallies of the machine begin anew. */
export function measureAgain(machine: Machine): Measured {
  const before = measureRun(machine);
  machine.measureAgain();
  return before;
}

/** The counters of a machine as of its cycle. The core counts all cycles of a bus transaction when it is booked; those
 * that lie ahead are left out. */
export function countedSoFar(machine: Results): Counters {
  const counters = machine.counters();
  const ahead = Math.max(0, machine.view().bus.free_at - machine.cycle);
  const busCycles = Math.min(machine.cycle, Math.max(0, counters.bus_cycles - ahead));
  return { ...counters, bus_cycles: busCycles };
}
