/** The lower canvases: all data, as the spec has it. */
import { endCycleOf } from "../../state/viewport.ts";
import {
  type Layout,
  laneOrder,
  layoutTracks,
  OVERVIEW_HEIGHT_PX,
  RING_HEADROOM_PX,
  type Track,
} from "../layout.ts";
import type { StaticSpec } from "../spec.ts";
import type { StripSource } from "../strips.ts";
import { drawText, horizontalLine, type Surface, textWidth } from "../surface.ts";
import { fonts } from "../theme.ts";
import { drawGutterName } from "./gutter.ts";
import { drawLane } from "./lanes.ts";
import { drawBus, drawFill, drawIpc } from "./levels.ts";
import { drawDrops, drawInterrupts } from "./marks.ts";
import { drawCone, drawOverview } from "./overview.ts";
import { drawRows } from "./pipeline.ts";
import { stripPlanOf } from "./plan.ts";
import { drawRuler } from "./ruler.ts";
import { clampToPlot, type DrawTools, type PlacedTrack, placed, plotEnd, xOf } from "./tools.ts";

export function drawStatic(surface: Surface, spec: StaticSpec, strips: StripSource): Layout {
  const layout = layoutTracks(spec);
  const { size } = spec;
  const ratio = size.devicePixelRatio;
  surface.setTransform(ratio, 0, 0, ratio, 0, 0);
  // The canvas has no alpha channel: it is filled, not cleared.
  surface.fillStyle = spec.theme.surface;
  surface.fillRect(0, 0, size.widthPx, size.heightPx);
  const plan = stripPlanOf(spec, layout, strips);
  const tools: DrawTools = { surface, spec, layout, strips, plan };
  drawCone(surface, spec, layout);
  drawRuler(tools);
  drawTracks(tools);
  return layout;
}

/** The strip of the whole run, on a canvas of its own: a drag does not change it. */
export function drawRun(surface: Surface, spec: StaticSpec, layout: Layout): void {
  const { size } = spec;
  const ratio = size.devicePixelRatio;
  surface.setTransform(ratio, 0, 0, ratio, 0, 0);
  surface.clearRect(0, 0, size.widthPx, OVERVIEW_HEIGHT_PX);
  drawOverview(surface, spec, layout);
}

function drawTracks(tools: DrawTools): void {
  const { surface, spec, layout } = tools;
  const { tracksArea } = layout;
  surface.save();
  surface.beginPath();
  surface.rect(0, tracksArea.y, spec.size.widthPx, tracksArea.heightPx);
  surface.clip();
  drawUnknown(tools);
  for (const track of layout.tracks) {
    const at = placed(tools, track);
    if (at.top + at.heightPx < tracksArea.y || at.top > tracksArea.y + tracksArea.heightPx) continue;
    if (track.y > 0)
      horizontalLine(surface, layout.gutterX, plotEnd(layout), Math.round(at.top), spec.theme.line);
    if (track.kind !== "rows") drawGutterName(tools, at);
    drawTrack(tools, at);
  }
  surface.fillStyle = spec.theme.line;
  surface.fillRect(layout.plotX - 1, tracksArea.y, 1, tracksArea.heightPx);
  surface.restore();
}

function drawTrack(tools: DrawTools, track: PlacedTrack): void {
  const { surface, layout } = tools;
  surface.save();
  surface.beginPath();
  surface.rect(layout.plotX, track.top, layout.plotWidthPx, track.heightPx);
  surface.clip();
  drawData(tools, track);
  surface.restore();
  if (track.kind === "rows") drawRows(tools, track);
}

function drawData(tools: DrawTools, track: PlacedTrack): void {
  const { spec } = tools;
  const { window } = spec;
  switch (track.kind) {
    case "interrupts":
      drawInterrupts(tools, track);
      return;
    case "lane":
      drawLane(tools, track, window?.lanes.filter((lane) => lane.context === track.index) ?? []);
      return;
    case "cpu":
      drawLane(tools, track, lanesBottomUp(tools));
      return;
    case "rx":
      drawFill(tools, track);
      if (window !== undefined) drawDrops(tools, track.top + RING_HEADROOM_PX / 2, window);
      return;
    case "tx":
    case "queue":
      drawFill(tools, track);
      return;
    case "bus":
      drawBus(tools, track);
      return;
    case "ipc":
      drawIpc(tools, track);
      return;
    case "rows":
      return;
  }
}

/** The most urgent context is drawn last, over the others. */
function lanesBottomUp(tools: DrawTools) {
  const { window, machine } = tools.spec;
  const order = laneOrder(machine.contexts).map((context) => context.context);
  return [...(window?.lanes ?? [])].sort((a, b) => order.indexOf(b.context) - order.indexOf(a.context));
}

/** What has not been simulated, or has not arrived yet, is grey, so that it is not mistaken for idle. */
function drawUnknown(tools: DrawTools): void {
  const { surface, spec, layout } = tools;
  const { viewport, theme, frontier, machine } = spec;
  const data = layout.mode === "pipeline" ? spec.rows : spec.window;
  const known = layout.mode === "pipeline" ? spec.rows?.to : spec.window?.knownTo;
  const from = data === undefined ? endCycleOf(viewport) : Math.max(viewport.startCycle, data.from);
  const to = Math.max(from, Math.min(data?.to ?? from, known ?? from, endCycleOf(viewport)));
  grey(viewport.startCycle, from);
  grey(to, endCycleOf(viewport));
  const frontierX = clampToPlot(layout, xOf(tools, frontier));
  if (frontier >= machine.endCycle) return;
  const text = "not simulated yet";
  const font = fonts(theme).label;
  const width = plotEnd(layout) - frontierX;
  if (width < textWidth(surface, text, font) + 24) return;
  drawText(surface, text, frontierX + width / 2, layout.tracksArea.y + layout.tracksArea.heightPx / 2, {
    font,
    color: theme.ink3,
    align: "center",
  });

  function grey(fromCycle: number, toCycle: number): void {
    const x0 = clampToPlot(layout, xOf(tools, fromCycle));
    const x1 = clampToPlot(layout, xOf(tools, toCycle));
    if (x1 - x0 < 1) return;
    surface.fillStyle = theme.sunk;
    surface.fillRect(x0, layout.tracksArea.y, x1 - x0, layout.tracksArea.heightPx);
  }
}

export function tracksWithValues(layout: Layout): readonly Track[] {
  return layout.tracks.filter((track) => ["rx", "tx", "queue", "ipc"].includes(track.kind));
}
