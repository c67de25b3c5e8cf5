/** The lower canvases: all data of the spec. */
import { t } from "../../text/t.ts";
import {
  FOLDED_HEIGHT_PX,
  type Layout,
  layoutTracks,
  OVERVIEW_HEIGHT_PX,
  type Track,
  tracksOutOfView,
} from "../layout.ts";
import type { StaticSpec } from "../spec.ts";
import type { StripSource } from "../strips.ts";
import { drawText, horizontalLine, type Surface, textWidth } from "../surface.ts";
import { fonts } from "../theme.ts";
import { trackType } from "../tracks/index.ts";
import { drawGutterName } from "./gutter.ts";
import { drawCone, drawOverview } from "./overview.ts";
import { drawMore, drawRows } from "./pipeline.ts";
import { drawPlot, drawPlotLabels, drawUnknown } from "./plot.ts";
import { type PlotPainter, paintDirectly } from "./plotCache.ts";
import { drawRuler } from "./ruler.ts";
import { clampToPlot, type DrawTools, placedInView, plotEnd, xOf } from "./tools.ts";

export function drawStatic(
  surface: Surface,
  spec: StaticSpec,
  strips: StripSource,
  plot: PlotPainter = paintDirectly,
): Layout {
  const layout = layoutTracks(spec);
  const { size } = spec;
  const ratio = size.devicePixelRatio;
  surface.setTransform(ratio, 0, 0, ratio, 0, 0);
  // The canvas has no alpha channel, so it is filled instead of cleared.
  surface.fillStyle = spec.theme.surface;
  surface.fillRect(0, 0, size.widthPx, size.heightPx);
  const tools: DrawTools = { surface, spec, layout, strips };
  drawCone(surface, spec, layout);
  drawRuler(tools);
  drawTracks(tools, plot);
  return layout;
}

/** The strip of the whole run has a canvas of its own, because a drag does not change it. */
export function drawRun(surface: Surface, spec: StaticSpec, layout: Layout): void {
  const { size } = spec;
  const ratio = size.devicePixelRatio;
  surface.setTransform(ratio, 0, 0, ratio, 0, 0);
  surface.clearRect(0, 0, size.widthPx, OVERVIEW_HEIGHT_PX);
  drawOverview(surface, spec, layout);
}

function drawTracks(tools: DrawTools, plot: PlotPainter): void {
  const { surface, spec, layout } = tools;
  const { tracksArea } = layout;
  surface.save();
  surface.beginPath();
  surface.rect(0, tracksArea.y, spec.size.widthPx, tracksArea.heightPx);
  surface.clip();
  if (layout.mode === "pipeline") drawPipeline(tools);
  else {
    plot(tools, drawPlot);
    drawPlotLabels(tools);
    drawGutter(tools);
    drawMoreTracks(tools);
  }
  drawUnknownText(tools);
  surface.fillStyle = spec.theme.line;
  surface.fillRect(layout.plotX - 1, tracksArea.y, 1, tracksArea.heightPx);
  surface.restore();
}

function drawPipeline(tools: DrawTools): void {
  drawUnknown(tools);
  for (const track of placedInView(tools)) drawRows(tools, track);
}

function drawGutter(tools: DrawTools): void {
  const { surface, spec, layout } = tools;
  for (const track of placedInView(tools)) {
    if (track.isPinned === true && spec.scrollTopPx > 0) {
      surface.fillStyle = spec.theme.surface;
      surface.fillRect(layout.gutterX, track.top, layout.plotX - 1 - layout.gutterX, track.heightPx);
    }
    if (track.y > 0 && track.heightPx > FOLDED_HEIGHT_PX)
      horizontalLine(surface, layout.gutterX, layout.plotX, Math.round(track.top), spec.theme.line);
    drawGutterName(tools, track);
  }
}

function drawMoreTracks(tools: DrawTools): void {
  const { above, below } = tracksOutOfView(tools.layout, tools.spec.scrollTopPx);
  drawMore(tools, above, below);
}

function drawUnknownText(tools: DrawTools): void {
  const { surface, spec, layout } = tools;
  const { theme, frontier, machine } = spec;
  if (frontier >= machine.endCycle) return;
  const frontierX = clampToPlot(layout, xOf(tools, frontier));
  const text = t("not simulated yet");
  const font = fonts(theme).label;
  const width = plotEnd(layout) - frontierX;
  if (width < textWidth(surface, text, font) + 24) return;
  drawText(surface, text, frontierX + width / 2, layout.tracksArea.y + layout.tracksArea.heightPx / 2, {
    font,
    color: theme.ink3,
    align: "center",
  });
}

export function tracksWithValues(layout: Layout): readonly Track[] {
  return layout.tracks.filter((track) => trackType(track)?.value !== undefined);
}
