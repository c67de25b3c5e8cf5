/** Tracks with a level per column: fill of rings and queues, instructions per cycle. Narrow columns are drawn as
 * strips. Wide columns are drawn as rectangles, which stay sharp and are few. */
import type { FillData, TimelineWindow } from "../../engine/protocol.ts";
import { groupColumns, visibleColumns } from "../columns.ts";
import { dashedLine, snap } from "../surface.ts";
import type { Box } from "../tracks/track.ts";
import { areColumnsWide, drawStrip, trackStripId } from "./strip.ts";
import { clampToPlot, type DrawTools, type PlacedTrack, type PlotTools, plotEnd, xOf } from "./tools.ts";

/** Opacity of the colour from the bottom to the mean, and from there to the maximum. */
export const FILL_OPACITY = { toMean: 0.22, toMaximum: 0.1 } as const;

/** `fill` is undefined if it is unknown. */
export function drawFill(
  tools: PlotTools,
  track: PlacedTrack,
  box: Box,
  fill: FillData | undefined,
  color: string,
  hasCapacityLine: boolean,
): void {
  const { surface, spec, layout } = tools;
  const { window, theme } = spec;
  const roof = track.top + box.airPx;
  if (hasCapacityLine)
    dashedLine(surface, layout.plotX, plotEnd(layout), Math.round(roof) - 0.5, theme.ink3, [4, 3]);
  if (window === undefined || fill === undefined) return;
  if (areColumnsWide(spec, window)) drawFillRuns(tools, track, box, window, fill, color);
  else drawStrip(tools, window, trackStripId(track), roof);
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
  { airPx, heightPx }: Box,
  window: TimelineWindow,
  fill: FillData,
  color: string,
): void {
  const { surface, spec } = tools;
  const ratio = spec.size.devicePixelRatio;
  const linePx = Math.max(1, Math.round(ratio)) / ratio;
  const roof = track.top + airPx;
  const floor = roof + heightPx - linePx;
  const yOf = (level: number) =>
    snap(floor - (Math.min(level, fill.capacity) / Math.max(1, fill.capacity)) * (floor - roof), ratio);
  const runs = fillRuns(tools, window, fill);
  surface.fillStyle = color;
  surface.globalAlpha = FILL_OPACITY.toMaximum;
  for (const { x0, x1, mean, maximum } of runs)
    if (maximum > mean) surface.fillRect(x0, yOf(maximum), x1 - x0, yOf(mean) - yOf(maximum));
  surface.globalAlpha = FILL_OPACITY.toMean;
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

/** A line between 0 (bottom) and 1 (top). It has gaps if only timed layers ran. */
export function drawIpc(tools: PlotTools, track: PlacedTrack, box: Box): void {
  const { surface, spec, layout } = tools;
  const { window, theme } = spec;
  const roof = track.top + box.airPx;
  dashedLine(surface, layout.plotX, plotEnd(layout), Math.round(roof) - 0.5, theme.line2, [2, 3]);
  if (window === undefined) return;
  if (areColumnsWide(spec, window)) drawIpcRuns(tools, track, box, window);
  else drawStrip(tools, window, trackStripId(track), roof);
}

function drawIpcRuns(
  tools: DrawTools,
  track: PlacedTrack,
  { airPx, heightPx }: Box,
  window: TimelineWindow,
): void {
  const { surface, spec, layout } = tools;
  const roof = track.top + airPx;
  const floor = roof + heightPx - 1;
  const range = visibleColumns(window, spec.viewport);
  const { values } = groupColumns(window, window.ipc);
  surface.fillStyle = spec.theme.ink2;
  let last: number | undefined;
  for (let c = range.first; c < range.end; c++) {
    const value = values[c] ?? Number.NaN;
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
