/** The data of all tracks: exactly the part that a drag moves sideways. */

import { endCycleOf } from "../../state/viewport.ts";
import type { Layout } from "../layout.ts";
import type { StaticSpec } from "../spec.ts";
import { planStrips, type StripPlan, type StripSource } from "../strips.ts";
import { horizontalLine } from "../surface.ts";
import { trackType } from "../tracks/index.ts";
import { clampToPlot, type DrawTools, type PlotTools, placedInView, plotEnd, xOf } from "./tools.ts";

export function drawPlot(tools: DrawTools): void {
  const { surface, spec, layout, strips } = tools;
  const plotTools: PlotTools = { ...tools, plan: stripPlanOf(spec, layout, strips) };
  drawUnknown(tools);
  for (const track of placedInView(tools)) {
    if (track.isPinned === true && spec.scrollTopPx > 0) {
      surface.fillStyle = spec.theme.surface;
      surface.fillRect(layout.plotX, track.top, layout.plotWidthPx, track.heightPx);
    }
    if (track.y > 0)
      horizontalLine(surface, layout.plotX, plotEnd(layout), Math.round(track.top), spec.theme.line);
    surface.save();
    surface.beginPath();
    surface.rect(layout.plotX, track.top, layout.plotWidthPx, track.heightPx);
    surface.clip();
    trackType(track)?.draw(plotTools, track);
    surface.restore();
  }
}

/** Words over the data. They stay in view while their span does. */
export function drawPlotLabels(tools: DrawTools): void {
  for (const track of placedInView(tools)) trackType(track)?.drawLabels?.(tools, track);
}

/** Parts that have not been simulated or have not arrived yet are grey, so that they are not mistaken for idle time. */
export function drawUnknown(tools: DrawTools): void {
  const { surface, spec, layout } = tools;
  const { viewport, theme } = spec;
  const data = layout.mode === "pipeline" ? spec.rows : spec.window;
  const known = layout.mode === "pipeline" ? spec.rows?.to : spec.window?.knownTo;
  const end = endCycleOf(viewport);
  const from = data === undefined ? end : Math.max(viewport.startCycle, data.from);
  const to = Math.max(from, Math.min(data?.to ?? from, known ?? from, end));
  surface.fillStyle = theme.sunk;
  for (const [fromCycle, toCycle] of [
    [viewport.startCycle, from],
    [to, end],
  ] as const) {
    const x0 = clampToPlot(layout, xOf(tools, fromCycle));
    const x1 = clampToPlot(layout, xOf(tools, toCycle));
    if (x1 - x0 >= 1) surface.fillRect(x0, layout.tracksArea.y, x1 - x0, layout.tracksArea.heightPx);
  }
}

/** The series of the window that are drawn as pictures at this zoom. */
export function stripPlanOf(spec: StaticSpec, layout: Layout, strips: StripSource): StripPlan {
  const { window } = spec;
  if (window === undefined) return planStrips([]);
  return planStrips(
    layout.tracks.flatMap((track) => trackType(track)?.raster(spec, window, track, strips) ?? []),
  );
}
