/** A number that an expression may name: where it stands, what it is, how it is read of what a machine did. */
import type { Counters, Marks } from "../../core-wasm/binding/index.ts";
import type { Dimension } from "../expressions/dimension.ts";
import type { Path } from "../expressions/index.ts";
import type { Distribution, PartMean, Tallies } from "./metrics.ts";

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

export interface Metric {
  readonly path: Path;
  readonly dimension: Dimension;
  readonly meaning: string;
  /** Undefined or NaN: there is no value. */
  readonly read: (measured: Measured) => number | undefined;
}
