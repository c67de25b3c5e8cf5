/** Mean of independent values with the interval that Student's t gives. */
import { criticalT } from "./studentT.ts";

/** Of the intervals, so many hold the mean that infinitely many seeds would give. */
export const CONFIDENCE = 0.95;

export interface MeanInterval {
  readonly count: number;
  readonly mean: number;
  /** Of the values, by n - 1. NaN with fewer than two. */
  readonly deviation: number;
  /** The interval is `mean` ± this. NaN with fewer than two values. */
  readonly halfWidth: number;
}

/** NaN where one of the values is. */
export function meanInterval(values: readonly number[]): MeanInterval {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  if (count < 2) return { count, mean, deviation: Number.NaN, halfWidth: Number.NaN };
  const squares = values.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / (count - 1));
  return { count, mean, deviation, halfWidth: (criticalOf(count - 1) * deviation) / Math.sqrt(count) };
}

const criticals = new Map<number, number>();

/** The 95 % interval of a mean is so many standard errors to each side. */
export function criticalOf(freedom: number): number {
  const known = criticals.get(freedom) ?? criticalT(CONFIDENCE, freedom);
  criticals.set(freedom, known);
  return known;
}
