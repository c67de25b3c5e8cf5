/** Differences of two machines at the same moments: frames counted, and the layers that have the processors. */

import { type FrameCounts, LAYER_COUNT, type TimelineWindow } from "../../engine/protocol.ts";
import type { Viewport } from "../../state/viewport.ts";
import { t } from "../../text/t.ts";
import { formatInteger, formatPercent, quantityText } from "../../ui/format.ts";
import { layersByPixel } from "../layerTime.ts";
import type { Facts } from "../spans.ts";

type Extent = Pick<TimelineWindow, "from" | "to" | "knownTo" | "columns">;

export interface ComparedSide {
  readonly window: TimelineWindow;
  /** Viewport in the machine's own cycles. Both viewports show the same time. */
  readonly viewport: Viewport;
  readonly cpus: number;
}

/** The values to draw, one per pixel. */
export interface CompareSeries {
  readonly different: Float32Array;
  readonly offered: Float64Array;
  readonly a: Float64Array;
  readonly b: Float64Array;
}

export function compareSeries(a: ComparedSide, b: ComparedSide): CompareSeries {
  return {
    different: differentWork(a, b),
    offered: countsByPixel(a.window, a.window.offered, a.viewport),
    a: countsByPixel(a.window, a.window.delivered, a.viewport),
    b: countsByPixel(b.window, b.window.delivered, b.viewport),
  };
}

/** Frames counted before the left edge of each pixel, and after the last one. NaN if unknown. */
export function countsByPixel(window: Extent, frames: FrameCounts, viewport: Viewport): Float64Array {
  const pixels = Math.max(0, Math.ceil(viewport.widthPx));
  const counts = new Float64Array(pixels + 1);
  let counted = frames.before;
  let next = 0;
  for (let pixel = 0; pixel <= pixels; pixel++) {
    const offset = viewport.startCycle + pixel * viewport.cyclesPerPx - window.from;
    while (next < frames.at.length && (frames.at[next] ?? 0) < offset) counted += frames.count[next++] ?? 0;
    const isKnown = offset >= 0 && offset <= window.knownTo - window.from;
    counts[pixel] = isKnown ? counted : Number.NaN;
  }
  return counts;
}

/** Share of each pixel's time, 0..1, in which a processor of one machine runs another layer than one of the other
 * machine: half the distance between the two distributions of time over layers. NaN if either is unknown. */
export function differentWork(a: ComparedSide, b: ComparedSide): Float32Array {
  const [ofA, ofB] = [layersByPixel(a.window, a.viewport), layersByPixel(b.window, b.viewport)];
  const pixels = Math.min(ofA.length, ofB.length) / LAYER_COUNT;
  const different = new Float32Array(pixels);
  for (let pixel = 0; pixel < pixels; pixel++) {
    let distance = 0;
    let idle = 0;
    for (let layer = 0; layer < LAYER_COUNT; layer++) {
      const shareA = (ofA[pixel * LAYER_COUNT + layer] ?? 0) / a.cpus;
      const shareB = (ofB[pixel * LAYER_COUNT + layer] ?? 0) / b.cpus;
      distance += Math.abs(shareA - shareB);
      idle += shareB - shareA;
    }
    const isKnown = isPixelKnown(a.window, a.viewport, pixel) && isPixelKnown(b.window, b.viewport, pixel);
    different[pixel] = isKnown ? Math.min(1, (distance + Math.abs(idle)) / 2) : Number.NaN;
  }
  return different;
}

function isPixelKnown(window: Extent, { startCycle, cyclesPerPx }: Viewport, pixel: number): boolean {
  const from = startCycle + pixel * cyclesPerPx;
  return from >= window.from && from < Math.min(window.to, window.knownTo);
}

// ---- tips of the difference tracks ----

/** Undefined if the values are unknown. */
export function compareFacts(series: CompareSeries, pixel: number, cycle: number): Facts | undefined {
  const [a = Number.NaN, b = Number.NaN] = [series.a[pixel], series.b[pixel]];
  if (Number.isNaN(a) || Number.isNaN(b)) return undefined;
  const ahead = `${b > a ? "+" : ""}${formatInteger(b - a)}`;
  return {
    title: t("cycle {cycle}", { cycle: formatInteger(cycle) }),
    layer: undefined,
    isLoss: false,
    rows: [
      ["offered", framesText(series.offered[pixel] ?? Number.NaN)],
      ["A delivered", framesText(a)],
      ["B delivered", framesText(b)],
      ["B ahead", ahead],
      [t("different work"), quantityText(formatPercent(series.different[pixel] ?? Number.NaN, 0))],
    ],
  };
}

function framesText(count: number): string {
  return quantityText({ value: formatInteger(count), unit: count === 1 ? "frame" : "frames" });
}
