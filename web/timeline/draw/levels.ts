/** Tracks with a value per column: ring and queue fill, bus share, instructions per cycle. Narrow columns
 * are strips; wide ones are drawn as runs of rectangles, which stay sharp and are few. */
import type { FillData, ShareData, SpanData, TimelineWindow } from "../../engine/protocol.ts";
import { lowerBound, visibleColumns } from "../columns.ts";
import { rasteriseBars, rasteriseFill, rasteriseLine } from "../rasters.ts";
import { dashedLine, snap } from "../surface.ts";
import { areColumnsWide, drawStrip } from "./strip.ts";
import { clampToPlot, type DrawTools, type PlacedTrack, plotEnd, xOf } from "./tools.ts";

interface FillStyle {
  readonly color: string;
  /** Room above the capacity line for the drops. */
  readonly headroomPx: number;
  readonly showsCapacity: boolean;
}

const TO_MEAN_OPACITY = 0.22;
const TO_MAXIMUM_OPACITY = 0.1;
const BUS_AIR_PX = 4;
const IPC_ROOF_PX = 5;
const IPC_FLOOR_PX = 3;

export function drawFill(tools: DrawTools, track: PlacedTrack, fill: FillData, style: FillStyle): void {
  const { surface, spec, layout, strips } = tools;
  const { window, theme } = spec;
  const { color, headroomPx } = style;
  const roof = track.top + headroomPx;
  if (style.showsCapacity)
    dashedLine(surface, layout.plotX, plotEnd(layout), Math.round(roof) - 0.5, theme.ink3, [4, 3]);
  if (window === undefined) return;
  if (areColumnsWide(tools, window)) {
    drawFillRuns(tools, track, window, fill, style);
    return;
  }
  drawStrip(tools, window, fill, roof, track.heightPx - headroomPx, (raster) =>
    rasteriseFill(fill, raster, 0, {
      line: strips.pixel(color),
      toMean: strips.pixel(color, TO_MEAN_OPACITY),
      toMaximum: strips.pixel(color, TO_MAXIMUM_OPACITY),
    }),
  );
}

/** A run of columns with the same levels. */
interface Run {
  readonly x0: number;
  readonly x1: number;
  readonly mean: number;
  readonly maximum: number;
}

function drawFillRuns(
  tools: DrawTools,
  track: PlacedTrack,
  window: TimelineWindow,
  fill: FillData,
  { color, headroomPx }: FillStyle,
): void {
  const { surface, spec } = tools;
  const ratio = spec.size.devicePixelRatio;
  const linePx = Math.max(1, Math.round(ratio)) / ratio;
  const floor = track.top + track.heightPx - linePx;
  const roof = track.top + headroomPx;
  const yOf = (level: number) =>
    snap(floor - (Math.min(level, fill.capacity) / Math.max(1, fill.capacity)) * (floor - roof), ratio);
  const runs = fillRuns(tools, window, fill);
  surface.fillStyle = color;
  surface.globalAlpha = TO_MAXIMUM_OPACITY;
  for (const { x0, x1, mean, maximum } of runs)
    if (maximum > mean) surface.fillRect(x0, yOf(maximum), x1 - x0, yOf(mean) - yOf(maximum));
  surface.globalAlpha = TO_MEAN_OPACITY;
  for (const { x0, x1, mean } of runs)
    if (mean > 0) surface.fillRect(x0, yOf(mean), x1 - x0, floor + linePx - yOf(mean));
  surface.globalAlpha = 1;
  let last: number | undefined;
  for (const { x0, x1, mean } of runs) {
    const y = yOf(mean);
    surface.fillRect(x0, y, x1 - x0, linePx);
    if (last !== undefined && last !== y)
      surface.fillRect(x0, Math.min(last, y), linePx, Math.abs(last - y) + linePx);
    last = y;
  }
}

function fillRuns(tools: DrawTools, window: TimelineWindow, fill: FillData): readonly Run[] {
  const { spec, layout } = tools;
  const range = visibleColumns(window, spec.viewport);
  const xOfColumn = (c: number) => {
    const cycle = Math.min(window.from + c * range.cyclesPerColumn, window.knownTo);
    return clampToPlot(layout, xOf(tools, cycle));
  };
  const runs: Run[] = [];
  let start = range.first;
  for (let c = range.first + 1; c <= range.end; c++) {
    const isSame =
      c < range.end && fill.mean[c] === fill.mean[start] && fill.maximum[c] === fill.maximum[start];
    if (isSame) continue;
    runs.push({
      x0: xOfColumn(start),
      x1: xOfColumn(c),
      mean: fill.mean[start] ?? 0,
      maximum: fill.maximum[start] ?? 0,
    });
    start = c;
  }
  return runs;
}

export function drawBus(tools: DrawTools, track: PlacedTrack): void {
  const { window } = tools.spec;
  if (window === undefined) return;
  if (window.dma.kind === "spans") drawBusSpans(tools, track, window, window.dma);
  else drawBusShares(tools, track, window, window.dma);
}

function drawBusSpans(tools: DrawTools, track: PlacedTrack, window: TimelineWindow, spans: SpanData): void {
  const { surface, spec, layout } = tools;
  const { start, end } = spans;
  surface.fillStyle = spec.theme.ink2;
  let lastX = Number.NEGATIVE_INFINITY;
  for (let i = lowerBound(end, spec.viewport.startCycle - window.from); i < start.length; i++) {
    const x0 = clampToPlot(layout, xOf(tools, window.from + (start[i] ?? 0)));
    if (x0 >= plotEnd(layout)) break;
    const x1 = Math.max(x0 + 1, clampToPlot(layout, xOf(tools, window.from + (end[i] ?? 0))));
    if (x1 <= lastX) continue;
    surface.fillRect(x0, track.top + BUS_AIR_PX, x1 - x0, track.heightPx - 2 * BUS_AIR_PX);
    lastX = x1;
  }
}

function drawBusShares(
  tools: DrawTools,
  track: PlacedTrack,
  window: TimelineWindow,
  { share }: ShareData,
): void {
  const color = tools.strips.pixel(tools.spec.theme.ink2);
  const heightPx = track.heightPx - 2 * (BUS_AIR_PX - 1);
  drawStrip(tools, window, share, track.top + BUS_AIR_PX - 1, heightPx, (raster) =>
    rasteriseBars(share, raster, color),
  );
}

/** A line from 0 (floor) to 1 (roof); gaps where only timed layers ran. */
export function drawIpc(tools: DrawTools, track: PlacedTrack): void {
  const { surface, spec, layout, strips } = tools;
  const { window, theme, viewport } = spec;
  const roof = track.top + IPC_ROOF_PX;
  const heightPx = track.heightPx - IPC_ROOF_PX - IPC_FLOOR_PX;
  dashedLine(surface, layout.plotX, plotEnd(layout), Math.round(roof) - 0.5, theme.line2, [2, 3]);
  if (window === undefined) return;
  if (!areColumnsWide(tools, window)) {
    const color = strips.pixel(theme.ink2);
    drawStrip(tools, window, window.ipc, roof, heightPx, (raster) =>
      rasteriseLine(window.ipc, raster, color),
    );
    return;
  }
  const range = visibleColumns(window, viewport);
  const floor = roof + heightPx - 1;
  surface.fillStyle = theme.ink2;
  let last: number | undefined;
  for (let c = range.first; c < range.end; c++) {
    const value = window.ipc[c] ?? Number.NaN;
    if (Number.isNaN(value)) {
      last = undefined;
      continue;
    }
    const x0 = clampToPlot(layout, xOf(tools, window.from + c * range.cyclesPerColumn));
    const x1 = clampToPlot(layout, xOf(tools, window.from + (c + 1) * range.cyclesPerColumn));
    const y = Math.round(floor - Math.min(1, value) * (floor - roof));
    surface.fillRect(x0, y, x1 - x0, 1);
    if (last !== undefined && last !== y) surface.fillRect(x0, Math.min(last, y), 1, Math.abs(last - y) + 1);
    last = y;
  }
}
