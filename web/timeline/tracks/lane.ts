/** A hardware context: the layer that runs in it. */

import { drawLane, drawLaneLabels } from "../draw/lanes.ts";
import { contextName } from "../spans.ts";
import { laneOrder, type MachineLabels, ownThread, type TimelineSpec } from "../spec.ts";
import { LANE_AIR, LANE_FACTS, type LaneHit, laneHit, laneRaster } from "./lanes.ts";
import type { TrackType } from "./track.ts";

/** A bar of 10 px and 2 px of air above and below. */
export const LEAST_LANE_HEIGHT_PX = 14;
/** Users look at lanes first. A few lanes keep enough height for words, and other tracks shrink before them. */
export const LEAST_OF_FEW_LANES_PX = 24;
const FEW_LANES = 4;
const ONE_LANE_HEIGHT_PX = 54;
const LANE_HEIGHT_PX = 27;

const lanesOf = ({ window }: Pick<TimelineSpec, "window">, index: number) =>
  (window?.lanes ?? []).filter(({ context }) => context === index);

function priorityText(machine: MachineLabels, index: number): string {
  if (machine.contexts.length === 1) return "";
  const context = machine.contexts.find((entry) => entry.context === index);
  return context?.priority === undefined ? "" : `P${context.priority}`;
}

export const lane: TrackType<"lane", LaneHit> = {
  kind: "lane",
  linkName: "lane",
  places: ({ contexts, showsThreads }) => {
    const natural = contexts.length === 1 && !showsThreads ? ONE_LANE_HEIGHT_PX : LANE_HEIGHT_PX;
    return laneOrder(contexts).map(({ context }) => ({
      index: context,
      least: contexts.length <= FEW_LANES ? LEAST_OF_FEW_LANES_PX : LEAST_LANE_HEIGHT_PX,
      natural,
      most: 2 * natural,
    }));
  },
  air: LANE_AIR,
  name: (machine, index) =>
    [contextName(machine, index), ownThread(machine, index) ?? ""].join(" ").trimEnd(),
  shortName: contextName,
  hasStrongName: true,
  busyContext: (index) => index,
  draw: (tools, track) => drawLane(tools, track, lanesOf(tools.spec, track.index)),
  drawLabels: (tools, track) => drawLaneLabels(tools, track, lanesOf(tools.spec, track.index)),
  raster: (spec, window, track, strips) =>
    laneRaster(spec, window, track, strips, ({ context }) => context === track.index),
  widest: ({ machine }, index) => priorityText(machine, index),
  staticValue: priorityText,
  value: undefined,
  hit: (_, window, track, cycle) => laneHit(window, track.index, cycle),
  facts: LANE_FACTS,
};
