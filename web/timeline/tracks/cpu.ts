/** All contexts of one processor in one lane: on a phone's strip. */
import type { LaneData } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { drawLane, drawLaneLabels } from "../draw/lanes.ts";
import { contextName } from "../spans.ts";
import { laneOrder, type StaticSpec } from "../spec.ts";
import { cpuHit, LANE_AIR, LANE_FACTS, type LaneHit, laneRaster } from "./lanes.ts";
import type { TrackType } from "./track.ts";

/** The most urgent context is drawn last, over the others. */
function lanesOf({ window, machine }: StaticSpec): readonly LaneData[] {
  const order = laneOrder(machine.contexts).map(({ context }) => context);
  return [...(window?.lanes ?? [])].sort((a, b) => order.indexOf(b.context) - order.indexOf(a.context));
}

export const cpu: TrackType<"cpu", LaneHit> = {
  kind: "cpu",
  linkName: undefined,
  places: () => [],
  air: LANE_AIR,
  name: (machine) => (machine.contexts.length === 1 ? contextName(machine, 0) : t("core")),
  hasStrongName: true,
  busyContext: () => undefined,
  draw: (tools, track) => drawLane(tools, track, lanesOf(tools.spec)),
  drawLabels: (tools, track) => drawLaneLabels(tools, track, lanesOf(tools.spec)),
  raster: (spec, window, track, strips) => laneRaster(spec, window, track, strips, () => true),
  widest: () => "",
  value: undefined,
  hit: (spec, window, _, cycle) => cpuHit(spec, window, cycle),
  facts: LANE_FACTS,
};
