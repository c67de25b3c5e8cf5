/** A strip of the timeline small enough for a card of the gallery: which layer ran when on each context. */
import type { FillData, LossData, TimelineWindow } from "../../engine/protocol.ts";
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

/** The store that the picture is about: the first that loses, else the one that gets fullest. Undefined: none holds any. */
function storeOf({
  rxFill,
  queueFill,
  losses,
}: TimelineWindow): { readonly fill: FillData; readonly lost: LossData | undefined } | undefined {
  const stores = [
    ...rxFill.map((fill, index) => ({ fill, lost: losses.rx[index] })),
    ...queueFill.map((fill, index) => ({ fill, lost: losses.queue[index] })),
  ].map((store) => ({ ...store, most: Math.max(0, ...store.fill.maximum) / store.fill.capacity }));
  const losing = stores.find(({ lost }) => lost !== undefined && lost.at.length > 0);
  const fullest = stores.toSorted((a, b) => b.most - a.most)[0];
  return losing ?? (fullest === undefined || fullest.most === 0 ? undefined : fullest);
}

/** What the store holds, as an area below the lanes, and a tick for each loss across all. */
export function storePaths(
  window: TimelineWindow,
  {
    widthPx,
    topPx,
    heightPx,
  }: { readonly widthPx: number; readonly topPx: number; readonly heightPx: number },
): readonly StripPath[] {
  const store = storeOf(window);
  if (store === undefined) return [];
  const { fill, lost } = store;
  const bottom = topPx + heightPx;
  const columnPx = widthPx / fill.maximum.length;
  const points = Array.from(fill.maximum, (value, index) => {
    const y = bottom - (heightPx * Math.min(fill.capacity, Math.max(0, value))) / fill.capacity;
    return `H${(index * columnPx).toFixed(1)}V${y.toFixed(1)}`;
  });
  const cyclesPerPx = (window.to - window.from) / widthPx;
  const ticks = Array.from(lost?.at ?? [], (at) => `M${(at / cyclesPerPx).toFixed(1)} 0h2v${bottom}h-2z`);
  const area = { layer: "fill", path: `M0 ${bottom}${points.join("")}H${widthPx}V${bottom}z` };
  return ticks.length === 0 ? [area] : [area, { layer: "loss", path: ticks.join("") }];
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
