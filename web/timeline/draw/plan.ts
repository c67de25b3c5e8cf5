/** Which series of the window are pictures at this zoom, and how each is painted. */
import type { LaneShares, LossData, TimelineWindow } from "../../engine/protocol.ts";
import { groupColumns } from "../columns.ts";
import { LANE_AIR_PX, type Layout, type Track, trackBox } from "../layout.ts";
import { rasteriseBars, rasteriseFill, rasteriseLane, rasteriseLine } from "../rasters.ts";
import type { StaticSpec } from "../spec.ts";
import { planStrips, type StripItem, type StripPlan, type StripSource } from "../strips.ts";
import { barsOf } from "./bars.ts";
import { areColumnsWide } from "./strip.ts";

const TO_MEAN_OPACITY = 0.22;
const TO_MAXIMUM_OPACITY = 0.1;
export const FILL_OPACITY = { toMean: TO_MEAN_OPACITY, toMaximum: TO_MAXIMUM_OPACITY } as const;

export function trackStripId(track: Pick<Track, "kind" | "index">): string {
  return `${track.kind} ${track.index}`;
}

export function laneStripId(context: number): string {
  return `lane ${context}`;
}

export function stripPlanOf(spec: StaticSpec, layout: Layout, strips: StripSource): StripPlan {
  const { window } = spec;
  if (window === undefined) return planStrips([]);
  return planStrips(layout.tracks.flatMap((track) => itemsOf(spec, window, track, strips)));
}

function itemsOf(
  spec: StaticSpec,
  window: TimelineWindow,
  track: Track,
  strips: StripSource,
): readonly StripItem[] {
  if (track.kind === "lane" || track.kind === "cpu") return laneItems(spec, window, track, strips);
  if (areColumnsWide(spec, window)) return [];
  const item = (raster: StripItem["raster"]): readonly StripItem[] => {
    const { heightPx } = trackBox(track);
    return [{ id: trackStripId(track), heightPx: Math.round(heightPx * spec.size.devicePixelRatio), raster }];
  };
  const { theme } = spec;
  switch (track.kind) {
    case "rx":
    case "tx":
    case "queue": {
      const fill = fillOf(window, track);
      const color = fillColor(spec, track);
      const colors = {
        line: strips.pixel(color),
        toMean: strips.pixel(color, TO_MEAN_OPACITY),
        toMaximum: strips.pixel(color, TO_MAXIMUM_OPACITY),
      };
      return fill === undefined ? [] : item((target) => rasteriseFill(fill, target, colors));
    }
    case "bus":
    case "cores":
    case "dma":
    case "misses": {
      const { parts, roof } = barsOf(window, track, spec);
      const painted = parts.map(({ values, color }) => ({ values, color: strips.pixel(color) }));
      return item((target) => rasteriseBars(painted, roof, target));
    }
    case "ipc":
      return item((target) =>
        rasteriseLine(groupColumns(window, window.ipc).values, target, strips.pixel(theme.ink2)),
      );
    default:
      return [];
  }
}

function laneItems(
  spec: StaticSpec,
  window: TimelineWindow,
  track: Track,
  strips: StripSource,
): readonly StripItem[] {
  const heightPx = Math.round((track.heightPx - 2 * LANE_AIR_PX) * spec.size.devicePixelRatio);
  const colors = Uint32Array.from(spec.theme.layers, (color) => strips.pixel(color));
  const item = (context: number, shares: LaneShares): StripItem => ({
    id: laneStripId(context),
    heightPx,
    raster: (target) => rasteriseLane(shares, target, colors),
  });
  return window.lanes.flatMap(({ context, spans, shares }) => {
    const isOfTrack = track.kind === "cpu" || track.index === context;
    return isOfTrack && spans === undefined && shares !== undefined ? [item(context, shares)] : [];
  });
}

export function fillOf(window: TimelineWindow, track: Pick<Track, "kind" | "index">) {
  const fills = track.kind === "rx" ? window.rxFill : track.kind === "tx" ? window.txFill : window.queueFill;
  return fills[track.index];
}

/** Lost there; undefined: nothing is lost on this track. */
export function lossOf(
  window: TimelineWindow,
  { kind, index }: Pick<Track, "kind" | "index">,
): LossData | undefined {
  const { losses } = window;
  if (kind === "software") return losses.software;
  return kind === "rx" || kind === "tx" || kind === "queue" ? losses[kind][index] : undefined;
}

/** A queue has the colour of the layer that empties it; rings belong to no layer. */
export function fillColor(spec: StaticSpec, track: Pick<Track, "kind" | "index">): string {
  const layer = track.kind === "queue" ? spec.machine.queues[track.index]?.layer : undefined;
  return (layer === undefined ? undefined : spec.theme.layers[layer]) ?? spec.theme.ink2;
}
