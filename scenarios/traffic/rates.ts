/** Traffic in the form of the core: sources, and rates as exact integers of cycles. */

import { bounded, type Interval, reduced } from "../base/cycles.ts";
import type { Traffic } from "./traffic.ts";

/** The traffic as sources of the core: the scenario's entries in their order, then what windows add. Closed traffic with a
 * window is that many sources, each with one event outstanding (docs/model.md, M-198). */
export function sourcesOf(traffic: readonly Traffic[]): readonly Traffic[] {
  const windows = traffic.map(sourcesOfWindow);
  return [...windows.map(([first]) => first), ...windows.flatMap(([, ...rest]) => rest)];
}

function sourcesOfWindow(traffic: Traffic): readonly [Traffic, ...Traffic[]] {
  if (traffic.kind !== "constant" || traffic.loop !== "closed") return [traffic];
  const { frameCount, window } = traffic;
  /* A frame count of 0 has no end: each of the sources has at least one frame. */
  const sources = frameCount === 0 ? window : Math.min(window, frameCount);
  const share = (index: number): Traffic => ({
    ...traffic,
    frameCount: Math.floor(frameCount / sources) + (index < frameCount % sources ? 1 : 0),
  });
  return [share(0), ...Array.from({ length: sources - 1 }, (_, index) => share(index + 1))];
}

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
