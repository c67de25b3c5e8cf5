/** The upper canvas: playhead, hover line, focused span, brush, and values at the playhead. */
import { formatInteger } from "../../ui/format.ts";
import { type Layout, layoutTracks } from "../layout.ts";
import { LANE_AIR_PX, type TimelineSpec } from "../spec.ts";
import { drawText, type Surface, snap, textWidth } from "../surface.ts";
import { fonts } from "../theme.ts";
import { tracksWithValues } from "./drawStatic.ts";
import { drawFlags } from "./flags.ts";
import { drawGutterValue } from "./gutter.ts";
import { drawJourney } from "./journey.ts";
import { drawBrush } from "./overview.ts";
import { clearLabelsUnder } from "./ruler.ts";
import { clampToPlot, placed, plotEnd } from "./tools.ts";

const TAG_HEIGHT_PX = 16;
const TAG_AIR_PX = 6;
const TAG_HALO_PX = 4;
const PLAYHEAD_WIDTH_PX = 1.5;

export function drawInteractive(surface: Surface, spec: TimelineSpec): void {
  const layout = layoutTracks(spec);
  const ratio = spec.size.devicePixelRatio;
  surface.setTransform(ratio, 0, 0, ratio, 0, 0);
  surface.clearRect(0, 0, spec.size.widthPx, spec.size.heightPx);
  drawBrush(surface, spec, layout);
  drawRange(surface, spec, layout);
  drawHover(surface, spec, layout);
  drawFocus(surface, spec, layout);
  drawValues(surface, spec, layout);
  drawJourney(surface, spec, layout);
  drawFlags(surface, spec, layout);
  drawPlayhead(surface, spec, layout);
}

function canvasX(spec: TimelineSpec, layout: Layout, cycle: number): number {
  return snap(
    layout.plotX + (cycle - spec.viewport.startCycle) / spec.viewport.cyclesPerPx,
    spec.size.devicePixelRatio,
  );
}

function drawValues(surface: Surface, spec: TimelineSpec, layout: Layout): void {
  surface.save();
  surface.beginPath();
  surface.rect(0, layout.tracksArea.y, spec.size.widthPx, layout.tracksArea.heightPx);
  surface.clip();
  const pinned = layout.tracks.filter((track) => track.isPinned === true);
  const coveredTo = layout.tracksArea.y + pinned.reduce((sum, { heightPx }) => sum + heightPx, 0);
  for (const track of tracksWithValues(layout)) {
    const at = placed({ spec, layout }, track);
    const isCovered = track.isPinned !== true && at.top + at.heightPx / 2 < coveredTo;
    if (!isCovered) drawGutterValue(surface, spec, layout, at);
  }
  surface.restore();
}

const RANGE_ALPHA = 0.1;
const RANGE_EDGE_PX = 3;

function drawRange(surface: Surface, spec: TimelineSpec, layout: Layout): void {
  const { range, theme, size } = spec;
  if (range === undefined) return;
  const x0 = clampToPlot(layout, canvasX(spec, layout, range.from));
  const x1 = clampToPlot(layout, canvasX(spec, layout, range.to));
  if (x1 <= x0) return;
  const y = layout.ruler.y + layout.ruler.heightPx;
  surface.fillStyle = theme.accent;
  surface.fillRect(x0, y - RANGE_EDGE_PX, x1 - x0, RANGE_EDGE_PX);
  surface.globalAlpha = RANGE_ALPHA;
  surface.fillRect(x0, y, x1 - x0, size.heightPx - y);
  surface.globalAlpha = 1;
  for (const x of [x0, x1 - 1]) surface.fillRect(x, y, 1, size.heightPx - y);
}

function drawHover(surface: Surface, spec: TimelineSpec, layout: Layout): void {
  const { hover, theme } = spec;
  if (hover === undefined || hover.x < layout.plotX || hover.x > plotEnd(layout)) return;
  if (hover.y < layout.ruler.y) return;
  surface.fillStyle = theme.ink3;
  surface.globalAlpha = 0.45;
  surface.fillRect(
    snap(hover.x, spec.size.devicePixelRatio),
    layout.ruler.y,
    1,
    spec.size.heightPx - layout.ruler.y,
  );
  surface.globalAlpha = 1;
}

function drawFocus(surface: Surface, spec: TimelineSpec, layout: Layout): void {
  const { focus, theme } = spec;
  if (focus === undefined) return;
  const track = layout.tracks.find(
    (entry) => entry.kind === "cpu" || (entry.kind === "lane" && entry.index === focus.context),
  );
  if (track === undefined) return;
  const at = placed({ spec, layout }, track);
  const x0 = clampToPlot(layout, canvasX(spec, layout, focus.fromCycle));
  const x1 = clampToPlot(layout, canvasX(spec, layout, focus.toCycle));
  surface.save();
  surface.beginPath();
  surface.rect(layout.plotX - 3, layout.tracksArea.y, layout.plotWidthPx + 6, layout.tracksArea.heightPx);
  surface.clip();
  surface.lineWidth = 2;
  surface.strokeStyle = theme.surface;
  surface.strokeRect(x0, at.top + LANE_AIR_PX, Math.max(2, x1 - x0), at.heightPx - 2 * LANE_AIR_PX);
  surface.strokeStyle = theme.accent;
  surface.strokeRect(x0 - 1.5, at.top + 0.5, Math.max(2, x1 - x0) + 3, at.heightPx - 1);
  surface.restore();
}

function drawPlayhead(surface: Surface, spec: TimelineSpec, layout: Layout): void {
  const { theme, playheadCycle, viewport } = spec;
  const x = canvasX(spec, layout, playheadCycle);
  const visibleFrom = layout.plotX - 1;
  const hasRuler = layout.ruler.heightPx > 0;
  if (x < visibleFrom || x > plotEnd(layout) + 1) {
    if (hasRuler) drawPlayheadAway(surface, spec, layout, x < visibleFrom);
    return;
  }
  const bottom = spec.size.heightPx;
  let tagX = x;
  if (layout.mode === "pipeline") {
    // The stage shows the machine after the previous cycle, so that column is lit.
    const x0 = clampToPlot(layout, x - 1 / viewport.cyclesPerPx);
    surface.strokeStyle = theme.accent;
    surface.lineWidth = 1.5;
    surface.beginPath();
    const top = hasRuler ? layout.ruler.y + TAG_HEIGHT_PX : -TAG_HEIGHT_PX;
    surface.roundRect(x0, top, Math.max(1, x - x0), bottom - top + TAG_HEIGHT_PX, 3);
    surface.stroke();
    tagX = (x0 + x) / 2;
  } else {
    surface.fillStyle = theme.accent;
    const top = hasRuler ? layout.ruler.y + 2 : 0;
    surface.fillRect(x - PLAYHEAD_WIDTH_PX / 2, top, PLAYHEAD_WIDTH_PX, bottom - layout.ruler.y);
  }
  if (hasRuler) drawTag(surface, spec, layout, formatInteger(playheadCycle), tagX);
}

function drawTag(surface: Surface, spec: TimelineSpec, layout: Layout, text: string, x: number): void {
  const { theme } = spec;
  const font = fonts(theme).tag;
  const width = textWidth(surface, text, font) + 2 * TAG_AIR_PX;
  const left = Math.min(Math.max(x - width / 2, layout.gutterX), spec.size.widthPx - width - 2);
  clearLabelsUnder(surface, spec, layout, left - TAG_HALO_PX, left + width + TAG_HALO_PX);
  surface.fillStyle = theme.accent;
  surface.beginPath();
  const heightPx = TAG_HEIGHT_PX * theme.textScale;
  surface.roundRect(left, layout.ruler.y, width, heightPx, 3);
  surface.fill();
  drawText(surface, text, left + width / 2, layout.ruler.y + heightPx / 2, {
    font,
    color: theme.onAccent,
    align: "center",
  });
}

/** An arrow at the edge beyond which the playhead is. */
function drawPlayheadAway(surface: Surface, spec: TimelineSpec, layout: Layout, isLeft: boolean): void {
  const y = layout.ruler.y + layout.ruler.heightPx / 2;
  const tip = isLeft ? layout.plotX - 8 : plotEnd(layout) + 8;
  const back = isLeft ? tip + 6 : tip - 6;
  surface.fillStyle = spec.theme.accent;
  surface.beginPath();
  surface.moveTo(tip, y);
  surface.lineTo(back, y - 4);
  surface.lineTo(back, y + 4);
  surface.closePath();
  surface.fill();
}
