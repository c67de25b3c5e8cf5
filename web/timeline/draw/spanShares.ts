/** Spans thinner than pixels, as shares of them: what is painted of each is as much as it lasted, at every zoom. Only a
 * few in view are ticks of a pixel: a rare event stays visible. */
import { LAYER_COUNT } from "../../engine/protocol.ts";

/** In device pixels, unrounded. */
export interface PixelSpan {
  readonly from: number;
  readonly to: number;
  /** Undefined: nothing runs. */
  readonly layer: number | undefined;
}

interface SharedPixel {
  readonly x: number;
  /** By layer; together at most 1. */
  readonly shares: Float32Array;
}

/** A span that is painted whole, on whole pixels. */
interface WholeSpan<T> {
  readonly span: T;
  readonly from: number;
  readonly to: number;
}

interface PaintedSpans<T> {
  readonly whole: readonly WholeSpan<T>[];
  readonly shared: readonly SharedPixel[];
}

/** Narrower spans have no whole number of pixels that is near enough to what they last. */
const LEAST_WHOLE_PX = 4;
/** So many spans thinner than a pixel are ticks. */
const MOST_TICKS = 8;

/** `spans` ascend. Running spans overlap only where several contexts run at a time. */
export function paintedSpans<T extends PixelSpan>(
  spans: readonly T[],
  firstPx: number,
  endPx: number,
): PaintedSpans<T> {
  const shared = new Map<number, Float32Array>();
  const thin = spans.filter(({ from, to, layer }) => layer !== undefined && to > from && to - from < 1);
  const ticks = new Map(
    thin.length > MOST_TICKS
      ? []
      : thin.map((span) => [Math.min(endPx - 1, Math.max(firstPx, Math.round(span.from))), span] as const),
  );
  for (const span of spans) {
    const { from, to, layer } = span;
    if (layer === undefined || to - from >= LEAST_WHOLE_PX || (ticks.size > 0 && thin.includes(span)))
      continue;
    const end = Math.min(endPx, Math.ceil(to));
    for (let x = Math.max(firstPx, Math.floor(from)); x < end; x++)
      if (!shared.has(x) && !ticks.has(x)) shared.set(x, new Float32Array(LAYER_COUNT));
  }
  const isTaken = (x: number) => shared.has(x) || ticks.has(x);
  const whole: WholeSpan<T>[] = [...ticks].map(([x, span]) => ({ span, from: x, to: x + 1 }));
  for (const span of spans) {
    const { from, to, layer } = span;
    if (layer !== undefined) addTo(shared, from, to, layer);
    if (layer !== undefined && to - from < LEAST_WHOLE_PX) continue;
    let left = Math.max(firstPx, Math.round(from));
    let right = Math.min(endPx, Math.max(left + (layer === undefined ? 1 : 0), Math.round(to)));
    while (left < right && isTaken(left)) left++;
    while (left < right && isTaken(right - 1)) right--;
    if (left < right) whole.push({ span, from: left, to: right });
  }
  return {
    whole,
    shared: [...shared].map(([x, shares]) => ({ x, shares: bounded(shares) })).sort((a, b) => a.x - b.x),
  };
}

/** To the shared pixels at both ends; between the ends of a wide span there are none. */
function addTo(shared: ReadonlyMap<number, Float32Array>, from: number, to: number, layer: number): void {
  const add = (x: number) => {
    const shares = shared.get(x);
    if (shares !== undefined) shares[layer] = (shares[layer] ?? 0) + Math.min(to, x + 1) - Math.max(from, x);
  };
  const first = Math.floor(from);
  const last = Math.ceil(to) - 1;
  if (last - first <= LEAST_WHOLE_PX) for (let x = first; x <= last; x++) add(x);
  else {
    add(first);
    add(last);
  }
}

/** Where several contexts run at a time they divide the pixel. */
function bounded(shares: Float32Array): Float32Array {
  const sum = shares.reduce((total, share) => total + share, 0);
  return sum <= 1 ? shares : shares.map((share) => share / sum);
}
