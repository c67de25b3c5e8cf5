/** A mean over runs has two uncertainties, each with a name. The simulation error is the distance from the mean that
 * any number of seeds would give; it shrinks with more seeds. The 95 % interval is about the quantity itself. With
 * independent runs, both are the same. If the runs are replicates of one capture, the interval is the range for such
 * traffic, which more seeds do not make narrower. */
import type { Scenario } from "../../scenarios/format/schema.ts";
import {
  allEqual,
  countEnds,
  criticalOf,
  type Ends,
  isSkewed,
  type MeanInterval,
  meanInterval,
  noneBelow,
  noneInRunsBelow,
  shareEnds,
  wilson,
} from "../metrics/intervals.ts";
import type { Amount } from "../sweep/amount.ts";

/** The relation between the values of a point. seeds: independent runs. windows: runs of other parts of a capture.
 * resampled: replicates of one capture (bootstrap), whose spread, not the spread of their mean, is the uncertainty. */
export type Basis = "seeds" | "windows" | "resampled";

export interface About {
  readonly amount: Amount;
  /** How large 1 is in the column's unit: 100 of a share in %. */
  readonly one: number;
  readonly basis: Basis;
}

export const PLAIN: About = { amount: { kind: "any" }, one: 1, basis: "seeds" };

export interface Interval extends Ends {
  readonly count: number;
  readonly mean: number;
  /** Standard deviation of the values. NaN with fewer than two. */
  readonly deviation: number;
  /** Half of the distance from `low` to `high`. NaN if it is not known. */
  readonly halfWidth: number;
  /** 95 %: with more seeds, the mean would stay within `mean` ± this. NaN if it is not known. */
  readonly simulationError: number;
  /** Set if all values are 0: the number of things that were counted, none of which matched. 0 if that number is not
   * known. */
  readonly noneOf: number | undefined;
  /** True if the values are too skewed for their interval by Student's t. */
  readonly isSkewed: boolean;
  readonly basis: Basis;
}

/** `wholes` contains, for each value, the number of things of which the value is a share, if it is known. */
export function intervalOf(
  values: readonly number[],
  { amount, one, basis }: About = PLAIN,
  wholes: readonly number[] = [],
): Interval {
  const { count, mean, deviation, halfWidth } = meanInterval(values);
  const areEqual = allEqual(values);
  const isNone = areEqual && mean === 0 && (amount.kind === "share" || amount.kind === "count");
  const whole = wholes.length === count ? wholes.reduce((sum, value) => sum + value, 0) : 0;
  // Every replicate draws from the same things of one capture.
  const things = basis === "resampled" ? Math.round(whole / Math.max(1, count)) : whole;
  const runs = basis === "resampled" ? Math.min(1, count) : count;
  const about = { amount, one, basis };
  const simulated = areEqual ? endsOfNone(mean, about, whole, count) : undefined;
  const facts = {
    ...{ count, mean, deviation },
    simulationError: simulated === undefined ? halfWidth : simulated.high - simulated.low,
    noneOf: isNone ? things : undefined,
    // The intervals of a condition and of replicates are not intervals of a mean by Student's t.
    isSkewed: amount.kind !== "condition" && basis !== "resampled" && isSkewed(values),
    basis,
  };
  const of = (ends: Ends): Interval => ({ ...facts, ...ends, halfWidth: (ends.high - ends.low) / 2 });
  if (count === 0 || Number.isNaN(mean)) return of(UNKNOWN);
  if (amount.kind === "condition") {
    const held = values.reduce((sum, value) => sum + value, 0);
    const ends = wilson(held, count);
    // The share of replicates of one capture in which a condition holds says nothing about other captures.
    return basis === "resampled" ? { ...of(UNKNOWN), simulationError: (ends.high - ends.low) / 2 } : of(ends);
  }
  const ofNone = areEqual ? endsOfNone(mean, about, things, runs) : undefined;
  if (ofNone !== undefined) return of(ofNone);
  if (count < 2) return of(UNKNOWN);
  return { ...facts, ...endsOfSpread({ count, mean, deviation, halfWidth }, about) };
}

const UNKNOWN: Ends = { low: Number.NaN, high: Number.NaN };

/** Ends of the interval for values that are all 0, or shares that are all 1. */
function endsOfNone(mean: number, { amount, one }: About, things: number, runs: number): Ends | undefined {
  if (amount.kind === "share" && (mean === 0 || mean === one)) {
    const beyond = one * (things > 0 ? noneBelow(things) : noneInRunsBelow(runs));
    return mean === 0 ? { low: 0, high: beyond } : { low: one - beyond, high: one };
  }
  return amount.kind === "count" && mean === 0 ? { low: 0, high: 3 / runs } : undefined;
}

function endsOfSpread(
  { count, mean, deviation, halfWidth }: MeanInterval,
  { amount, one, basis }: About,
): Ends & { readonly halfWidth: number } {
  const critical = criticalOf(count - 1);
  if (basis === "resampled") {
    // The mean of replicates deviates from the mean of the capture, and the capture from its traffic.
    const half = critical * deviation * Math.sqrt(1 + 1 / count);
    return { ...within(mean - half, mean + half, amount, one), halfWidth: half };
  }
  const variance = deviation ** 2 / count;
  if (amount.kind === "share") {
    const ends = shareEnds(mean / one, variance / one ** 2, critical);
    const [low, high] = [ends.low * one, ends.high * one];
    return { low, high, halfWidth: (high - low) / 2 };
  }
  if (amount.kind === "count") {
    const ends = countEnds(mean, variance, critical);
    return { ...ends, halfWidth: (ends.high - ends.low) / 2 };
  }
  return { ...within(mean - halfWidth, mean + halfWidth, amount, one), halfWidth };
}

function within(low: number, high: number, { kind }: Amount, one: number): Ends {
  return {
    low: kind === "any" ? low : Math.max(0, low),
    high: kind === "share" ? Math.min(one, high) : high,
  };
}

/** Form of an interval: one number if it is symmetric around the mean, otherwise its ends. */
export type Told =
  /** There is no interval. */
  | { readonly kind: "mean" }
  | { readonly kind: "half"; readonly half: number }
  | { readonly kind: "ends"; readonly low: number; readonly high: number }
  | { readonly kind: "none"; readonly of: number; readonly below: number };

const EVEN_SHARE = 0.1;

export function toldInterval({ mean, low, high, halfWidth, noneOf, basis }: Interval): Told {
  if (noneOf !== undefined && noneOf > 0) return { kind: "none", of: noneOf, below: high };
  if (!Number.isFinite(halfWidth)) return { kind: "mean" };
  const isEven = Math.abs(high - mean - (mean - low)) <= EVEN_SHARE * (high - low);
  return isEven && basis !== "resampled" ? { kind: "half", half: halfWidth } : { kind: "ends", low, high };
}

/** True if the seed resamples a capture of the scenario. */
export function isResampled({ traffic }: Pick<Scenario, "traffic">): boolean {
  return traffic.some((one) => one.kind === "trace" && one.resample !== undefined);
}

export function isRecorded({ traffic }: Pick<Scenario, "traffic">): boolean {
  return traffic.some(({ kind }) => kind === "trace");
}

/** Parts of a scenario that the seed changes. */
export type Drawn = "traffic" | "samples of a capture" | "instructions";

export function drawnBySeeds(scenario: Pick<Scenario, "traffic" | "software">): readonly Drawn[] {
  const isDrawn = (one: Scenario["traffic"][number]) =>
    one.kind === "poisson" ||
    (one.kind === "constant" && (typeof one.sizeBytes !== "number" || one.flows > 1));
  return [
    ...(scenario.traffic.some(isDrawn) ? (["traffic"] as const) : []),
    ...(isResampled(scenario) ? (["samples of a capture"] as const) : []),
    ...(drawsBodies(scenario) ? (["instructions"] as const) : []),
  ];
}

/**
 * A seed also changes generated bodies of programs. Routines of kind cycles have such bodies only for
 * display.
 */
export function drawsBodies({ software }: Pick<Scenario, "software">): boolean {
  return software.routines.some(({ kind }) => kind === "instructions");
}
