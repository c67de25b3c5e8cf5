/** Functions shared by the lanes of contexts. */
import { LAYER_COUNT, type LaneData, type LaneShares, type TimelineWindow } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { formatCycles, formatPercent } from "../../ui/format.ts";
import { columnOf, columnStretch, lowerBound, type Stretch } from "../columns.ts";
import { laneStripId } from "../draw/strip.ts";
import { IDLE_LAYER, layerLabel } from "../layers.ts";
import { layerColumns } from "../layerTime.ts";
import type { Track } from "../layout.ts";
import {
  contextName,
  exactSpan,
  type Facts,
  isActivity,
  type LaneSpan,
  spanFacts,
  stretchRows,
} from "../spans.ts";
import { LANE_AIR_PX, laneOrder, type MachineLabels, type StaticSpec, type TimelineSpec } from "../spec.ts";
import { rasteriseLane, type StripItem, type StripSource } from "../strips.ts";
import { cleanShare, withUnit } from "../text.ts";

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
  /** Undefined for all contexts. */
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

/** Lanes whose shares are drawn as pictures. `isMeant` selects them. */
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

/** The object at a point of a lane: a span, or the layers in its column. */
export function laneHit(window: TimelineWindow, context: number, cycle: number): LaneHit | undefined {
  const lane = window.lanes.find((entry) => entry.context === context);
  if (lane?.spans !== undefined) {
    const index = lowerBound(lane.spans.end, cycle - window.from + Number.EPSILON);
    const at = lane.spans.end[index] === cycle - window.from ? index + 1 : index;
    const span = exactSpan(window, lane, at);
    return span !== undefined && span.fromCycle <= cycle ? { kind: "span", cycle, span } : undefined;
  }
  const column = columnOf(window, cycle);
  if (lane?.shares === undefined || column === undefined) return undefined;
  const { shares } = lane;
  return {
    kind: "shares",
    cycle,
    context,
    ...columnStretch(window, column),
    shares: Array.from({ length: LAYER_COUNT }, (_, layer) => ({
      layer,
      share: shares.layers[column * LAYER_COUNT + layer] ?? 0,
    })).filter((entry) => entry.share > 0),
    stall: lane.stall[column] ?? 0,
    ready: shares.ready[column] ?? 0,
  };
}

/** All lanes in one: the lane that runs, otherwise the most urgent one with anything. */
export function cpuHit(spec: TimelineSpec, window: TimelineWindow, cycle: number): LaneHit | undefined {
  const hits = laneOrder(spec.machine.contexts)
    .map(({ context }) => laneHit(window, context, cycle))
    .filter((hit) => hit !== undefined);
  return (
    hits.find((hit) => (hit.kind === "span" && isActivity(hit.span)) || hit.kind === "shares") ?? hits[0]
  );
}

/** Each layer's share of the time of all cores. */
export function coresHit(
  { machine }: TimelineSpec,
  window: TimelineWindow,
  cycle: number,
): SharesHit | undefined {
  const column = columnOf(window, cycle);
  if (column === undefined) return undefined;
  const all = layerColumns(window).map((of) => (of[column] ?? 0) / machine.cpus);
  all[IDLE_LAYER] = cleanShare(1 - all.reduce((sum, share) => sum + share));
  return {
    kind: "shares",
    cycle,
    context: undefined,
    ...columnStretch(window, column),
    shares: all.map((share, layer) => ({ layer, share })).filter(({ share }) => share > 0),
    stall: 0,
    ready: 0,
  };
}
