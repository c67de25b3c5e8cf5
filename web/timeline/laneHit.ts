/** What is under a point of a lane: a span, or the layers that had the time of its column. */
import { LAYER_COUNT, type TimelineWindow } from "../engine/protocol.ts";
import { columnOf, columnStretch, lowerBound } from "./columns.ts";
import { laneOrder } from "./laneOrder.ts";
import { IDLE_LAYER } from "./layers.ts";
import { layerColumns } from "./layerTime.ts";
import { exactSpan, isActivity } from "./spans.ts";
import type { TimelineSpec } from "./spec.ts";
import { cleanShare } from "./text.ts";
import type { LaneHit, SharesHit } from "./tracks/lanes.ts";

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

/** All lanes in one: the one that runs, else the most urgent that has anything. */
export function cpuHit(spec: TimelineSpec, window: TimelineWindow, cycle: number): LaneHit | undefined {
  const hits = laneOrder(spec.machine.contexts)
    .map(({ context }) => laneHit(window, context, cycle))
    .filter((hit) => hit !== undefined);
  return (
    hits.find((hit) => (hit.kind === "span" && isActivity(hit.span)) || hit.kind === "shares") ?? hits[0]
  );
}

/** What each layer has of the time of all cores. */
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
