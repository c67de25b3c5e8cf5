/** The run before the last change: a thin line over the present level, on the same scale. */
import type { FillData, TimelineWindow } from "../../engine/protocol.ts";
import { columnsPerStep, mergeMean, visibleColumns } from "../columns.ts";
import type { Box } from "../tracks/track.ts";
import { clampToPlot, type DrawTools, type PlacedTrack, xOf } from "./tools.ts";

const LINE_PX = 1.25;
const OPACITY = 0.8;

export function drawBefore(
  tools: DrawTools,
  track: PlacedTrack,
  { airPx, heightPx }: Box,
  window: TimelineWindow,
  before: FillData | undefined,
  capacity: number,
): void {
  if (before === undefined) return;
  const { surface, spec, layout } = tools;
  const range = visibleColumns(window, spec.viewport);
  if (range.end <= range.first) return;
  const roof = track.top + airPx;
  const floor = roof + heightPx - LINE_PX;
  const yOf = (level: number) => floor - (Math.min(level, capacity) / Math.max(1, capacity)) * (floor - roof);
  const xOfColumn = (c: number) =>
    clampToPlot(layout, xOf(tools, Math.min(window.from + c * range.cyclesPerColumn, window.knownTo)));
  const step = columnsPerStep(range, spec.viewport, spec.size.devicePixelRatio);
  surface.strokeStyle = spec.theme.accent;
  surface.lineWidth = LINE_PX;
  surface.globalAlpha = OPACITY;
  surface.beginPath();
  let last: number | undefined;
  for (let c = range.first; c < range.end; c += step) {
    const y = yOf(mergeMean(before.mean, c, Math.min(range.end, c + step)));
    if (y === last) continue;
    const x = xOfColumn(c);
    if (last === undefined) surface.moveTo(x, y);
    else {
      surface.lineTo(x, last);
      surface.lineTo(x, y);
    }
    last = y;
  }
  if (last !== undefined) surface.lineTo(xOfColumn(range.end), last);
  surface.stroke();
  surface.globalAlpha = 1;
}
