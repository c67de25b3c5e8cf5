/** Times as exact integers of cycles. */

export interface Interval {
  /** Gap = numerator / denominator cycles. The machine carries the remainder. */
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export const NANOSECONDS_PER_SECOND = 1_000_000_000n;

/** The core's bound on a numerator. */
const NUMERATOR_BITS = 56n;

export function cyclesOfPeriod(nanoseconds: number, clockHertz: number): Interval {
  return bounded(reduced(BigInt(nanoseconds) * BigInt(clockHertz), NANOSECONDS_PER_SECOND));
}

/** The cycle in which a time falls, counted from 0. */
export function timeInCycles(clockHertz: number): (nanoseconds: number) => bigint {
  const clock = BigInt(clockHertz);
  return (nanoseconds) => (BigInt(nanoseconds) * clock) / NANOSECONDS_PER_SECOND;
}

/** Exact if the core's bits suffice, otherwise rounded to 56 bits. */
export function bounded({ numerator, denominator }: Interval): Interval {
  let shift = 0n;
  while (numerator >> (NUMERATOR_BITS + shift) > 0n) shift += 1n;
  return { numerator: numerator >> shift, denominator: denominator >> shift };
}

export function reduced(numerator: bigint, denominator: bigint): Interval {
  let [a, b] = [numerator, denominator];
  while (b > 0n) [a, b] = [b, a % b];
  return { numerator: numerator / a, denominator: denominator / a };
}
