/** Rates of traffic as exact integers of cycles. */
import { bounded, type Interval, reduced } from "../base/cycles.ts";
import type { Traffic } from "./traffic.ts";

type Rate = Extract<Traffic, { readonly kind: "poisson" }>["rate"];

/** One size, or sizes drawn by weight. */
export type FrameSizes = Exclude<Traffic, { readonly kind: "trace" }>["sizeBytes"];

function meanSizeBytes(sizes: FrameSizes): Interval {
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
