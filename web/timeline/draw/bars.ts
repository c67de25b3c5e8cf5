/** Columns whose parts are stacked on the floor. Narrow columns are strips; wide ones are drawn as rectangles. */
import type { TimelineWindow } from "../../engine/protocol.ts";
import { visibleColumns } from "../columns.ts";
import { dashedLine } from "../surface.ts";
import type { Box } from "../tracks/track.ts";
import { areColumnsWide, drawStrip, trackStripId } from "./strip.ts";
import { clampToPlot, type DrawTools, type PlacedTrack, type PlotTools, plotEnd, xOf } from "./tools.ts";

export interface Bars {
  /** From the floor up. */
  readonly parts: readonly { readonly values: Float32Array; readonly color: string }[];
  /** Value at the top of the track. */
  readonly roof: number;
}

/** `bars`: undefined where nothing is known. */
export function drawBars(
  tools: PlotTools,
  track: PlacedTrack,
  box: Box,
  bars: Bars | undefined,
  hasRoofLine: boolean,
): void {
  const { surface, spec, layout } = tools;
  const { window, theme } = spec;
  const roof = track.top + box.airPx;
  if (hasRoofLine)
    dashedLine(surface, layout.plotX, plotEnd(layout), Math.round(roof) - 0.5, theme.line2, [2, 3]);
  if (window === undefined || bars === undefined) return;
  if (areColumnsWide(spec, window)) drawBarRuns(tools, track, box, window, bars);
  else drawStrip(tools, window, trackStripId(track), roof);
}

/** Wide columns, as rectangles. */
function drawBarRuns(
  tools: DrawTools,
  track: PlacedTrack,
  { airPx, heightPx }: Box,
  window: TimelineWindow,
  { parts, roof }: Bars,
): void {
  const { surface, spec, layout } = tools;
  const range = visibleColumns(window, spec.viewport);
  const xOfColumn = (c: number) => clampToPlot(layout, xOf(tools, window.from + c * range.cyclesPerColumn));
  const floors = new Float32Array(range.end - range.first).fill(track.top + airPx + heightPx);
  for (const { values, color } of parts) {
    surface.fillStyle = color;
    for (let c = range.first; c < range.end; c++) {
      const value = values[c] ?? 0;
      if (value <= 0) continue;
      const floor = floors[c - range.first] ?? 0;
      const px = Math.min(floor - track.top - airPx, Math.max(1, (value / roof) * heightPx));
      const x0 = xOfColumn(c);
      surface.fillRect(x0, floor - px, xOfColumn(c + 1) - x0, px);
      floors[c - range.first] = floor - px;
    }
  }
}
