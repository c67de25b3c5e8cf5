/** A strip of the timeline small enough for a card of the gallery: which layer ran when on each context. */
import type { TimelineWindow } from "../../engine/protocol.ts";
import { LAYERS, RUN_STATE_READY } from "../../timeline/layers.ts";
import { visibleSpans } from "../../timeline/spans.ts";

/** An SVG path of all that a layer ran. */
export interface StripPath {
  readonly layer: string;
  readonly path: string;
}

export interface StripShape {
  readonly widthPx: number;
  readonly laneHeightPx: number;
  readonly gapPx: number;
}

/** Contexts below each other, the first on top. */
export function stripPaths(
  window: TimelineWindow,
  contexts: readonly number[],
  { widthPx, laneHeightPx, gapPx }: StripShape,
): readonly StripPath[] {
  const { from, to } = window;
  const cyclesPerPx = (to - from) / widthPx;
  const paths = new Map<string, string>();
  for (const [lane, context] of contexts.entries()) {
    const top = lane * (laneHeightPx + gapPx);
    for (const span of visibleSpans(window, context, { startCycle: from, cyclesPerPx, widthPx })) {
      if (span.runState === RUN_STATE_READY) continue;
      const layer = LAYERS[span.layer]?.name;
      if (layer === undefined) continue;
      const x = Math.max(0, (span.fromCycle - from) / cyclesPerPx);
      const end = Math.min(widthPx, (span.toCycle - from) / cyclesPerPx);
      const box = `M${x.toFixed(1)} ${top}H${end.toFixed(1)}v${laneHeightPx}H${x.toFixed(1)}z`;
      paths.set(layer, (paths.get(layer) ?? "") + box);
    }
  }
  return Array.from(paths, ([layer, path]) => ({ layer, path }));
}
