/** Rates and times as exact integers of cycles. */
import type { Traffic } from "../format/schema.ts";

export interface Interval {
  /** Gap = numerator / denominator cycles; the machine carries the remainder. */
  readonly numerator: bigint;
  readonly denominator: bigint;
}

type Rate = Extract<Traffic, { readonly kind: "poisson" }>["rate"];

const NANOSECONDS_PER_SECOND = 1_000_000_000n;

/** One size, or sizes drawn by weight. */
export type FrameSizes = Exclude<Traffic, { readonly kind: "trace" }>["sizeBytes"];

/** The core's bound on a numerator. */
const NUMERATOR_BITS = 56n;

export function meanSizeBytes(sizes: FrameSizes): Interval {
  if (typeof sizes === "number") return { numerator: BigInt(sizes), denominator: 1n };
  const sum = (of: (size: { bytes: number; weight: number }) => number) =>
    BigInt(sizes.reduce((total, size) => total + of(size), 0));
  return reduced(
    sum(({ bytes, weight }) => bytes * weight),
    sum(({ weight }) => weight),
  );
}

export function intervalOf(rate: Rate, sizes: FrameSizes, clockHertz: number): Interval {
  if (rate.framesPerSecond !== undefined) {
    return reduced(BigInt(clockHertz) * 1000n, BigInt(Math.round(rate.framesPerSecond * 1000)));
  }
  if (rate.bitPerSecond !== undefined) {
    const { numerator, denominator } = meanSizeBytes(sizes);
    const bitCycles = numerator * 8n * BigInt(clockHertz);
    return bounded(reduced(bitCycles, denominator * BigInt(rate.bitPerSecond)));
  }
  if (rate.intervalCycles !== undefined) return { numerator: BigInt(rate.intervalCycles), denominator: 1n };
  throw new Error("rate without a value");
}

export function cyclesOfPeriod(nanoseconds: number, clockHertz: number): Interval {
  return bounded(reduced(BigInt(nanoseconds) * BigInt(clockHertz), NANOSECONDS_PER_SECOND));
}

/** The cycle in which a time falls, counted from 0. */
export function timeInCycles(clockHertz: number): (nanoseconds: number) => bigint {
  const clock = BigInt(clockHertz);
  return (nanoseconds) => (BigInt(nanoseconds) * clock) / NANOSECONDS_PER_SECOND;
}

/** Of one length after the other: what one leaves over is added to the next. */
export function lengthInCycles(clockHertz: number): (nanoseconds: number) => bigint {
  const clock = BigInt(clockHertz);
  let remainder = 0n;
  return (nanoseconds) => {
    const total = BigInt(nanoseconds) * clock + remainder;
    remainder = total % NANOSECONDS_PER_SECOND;
    return total / NANOSECONDS_PER_SECOND;
  };
}

/** Exact unless that takes more than the core's bits; then to 56 of them. */
function bounded({ numerator, denominator }: Interval): Interval {
  let shift = 0n;
  while (numerator >> (NUMERATOR_BITS + shift) > 0n) shift += 1n;
  return { numerator: numerator >> shift, denominator: denominator >> shift };
}

function reduced(numerator: bigint, denominator: bigint): Interval {
  let [a, b] = [numerator, denominator];
  while (b > 0n) [a, b] = [b, a % b];
  return { numerator: numerator / a, denominator: denominator / a };
}
