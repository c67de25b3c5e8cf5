/** What lanes of contexts have in common. */
import type { LaneData, LaneShares, TimelineWindow } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { formatCycles, formatPercent } from "../../ui/format.ts";
import type { Stretch } from "../columns.ts";
import { laneStripId } from "../draw/strip.ts";
import { LANE_AIR_PX } from "../laneOrder.ts";
import { layerLabel } from "../layers.ts";
import type { Track } from "../layout.ts";
import { rasteriseLane } from "../rasters.ts";
import { contextName, type Facts, spanFacts, stretchRows } from "../spanFacts.ts";
import type { LaneSpan } from "../spans.ts";
import type { MachineLabels, StaticSpec } from "../spec.ts";
import type { StripItem, StripSource } from "../strips.ts";
import { withUnit } from "../text.ts";

export interface LayerShare {
  readonly layer: number;
  readonly share: number;
}

interface SpanHit {
  readonly kind: "span";
  readonly cycle: number;
  readonly span: LaneSpan;
}

export type SharesHit = {
  readonly kind: "shares";
  readonly cycle: number;
  /** undefined: all of them. */
  readonly context: number | undefined;
  readonly shares: readonly LayerShare[];
  readonly stall: number;
  readonly ready: number;
} & Stretch;

export type LaneHit = SpanHit | SharesHit;

export const LANE_AIR = [LANE_AIR_PX, LANE_AIR_PX] as const;

export function sharesFacts(hit: SharesHit, machine: MachineLabels): Facts {
  const { context, shares, stall, ready, fromCycle, toCycle } = hit;
  const dominant = [...shares].sort((a, b) => b.share - a.share)[0];
  const parts = shares.map(
    ({ layer, share }) => [layerLabel(layer), withUnit(formatPercent(share))] as const,
  );
  if (stall > 0) parts.push([t("stalled"), withUnit(formatPercent(stall))]);
  if (ready > 0) parts.push([t("ready, not running"), withUnit(formatPercent(ready))]);
  return {
    title: `${context === undefined ? t("cores") : contextName(machine, context)}, ${withUnit(formatCycles(Math.round(toCycle - fromCycle)))}`,
    layer: dominant?.layer,
    isLoss: false,
    rows: [...stretchRows(fromCycle, toCycle, machine).slice(0, 2), ...parts],
  };
}

export const LANE_FACTS = {
  span: (hit: SpanHit, machine: MachineLabels) => spanFacts(hit.span, machine),
  shares: sharesFacts,
};

/** Lanes whose shares are pictures; `isMeant` selects them. */
export function laneRaster(
  spec: StaticSpec,
  window: TimelineWindow,
  track: Track,
  strips: StripSource,
  isMeant: (lane: LaneData) => boolean,
): readonly StripItem[] {
  const heightPx = Math.round((track.heightPx - 2 * LANE_AIR_PX) * spec.size.devicePixelRatio);
  const colors = Uint32Array.from(spec.theme.layers, (color) => strips.pixel(color));
  const item = (context: number, shares: LaneShares): StripItem => ({
    id: laneStripId(context),
    heightPx,
    raster: (target) => rasteriseLane(shares, target, colors),
  });
  return window.lanes
    .filter(isMeant)
    .flatMap(({ context, spans, shares }) =>
      spans === undefined && shares !== undefined ? [item(context, shares)] : [],
    );
}
