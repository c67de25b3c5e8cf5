/** Tracks whose columns are parts stacked on the floor. Colour means software layer, so parts differ by weight of ink. */
import type { TimelineWindow } from "../../engine/protocol.ts";
import { formatPercent } from "../../ui/format.ts";
import { columnOf, visibleColumns } from "../columns.ts";
import { areColumnsWide, drawStrip, stripItem, trackStripId } from "../draw/strip.ts";
import {
  clampToPlot,
  type DrawTools,
  type PlacedTrack,
  type PlotTools,
  plotEnd,
  xOf,
} from "../draw/tools.ts";
import type { StaticSpec } from "../spec.ts";
import { rasteriseBars } from "../strips.ts";
import { dashedLine } from "../surface.ts";
import { cleanShare, withUnit } from "../text.ts";
import { type Air, type Box, boxOf, type TrackHit, type TrackType } from "./track.ts";

const BAR_AIR = [4, 4] as const;

/** The properties in which such tracks differ. */
interface Own<K extends string, H extends TrackHit>
  extends Pick<TrackType<K, H>, "kind" | "linkName" | "places" | "name" | "busyContext" | "hit" | "facts"> {
  readonly air?: Air;
  /** The value at the top is a dashed line. */
  readonly hasRoofLine?: true;
  readonly bars: (window: TimelineWindow, index: number, spec: StaticSpec) => Bars;
  /** If omitted, values are shares of the time. */
  readonly text?: {
    readonly widest: (roof: number) => string;
    readonly at: (total: number, roof: number) => string;
  };
  readonly hasNoValue?: true;
}

const SHARE = {
  widest: () => withUnit(formatPercent(0.999, 0)),
  at: (total: number) => withUnit(formatPercent(cleanShare(total), 0)),
};

export function barsTrack<K extends string, H extends TrackHit>(own: Own<K, H>): TrackType<K, H> {
  const { air = BAR_AIR, hasRoofLine, bars, text = SHARE, hasNoValue, ...rest } = own;
  return {
    ...rest,
    air,
    isFlat: (window, index, spec) =>
      bars(window, index, spec).parts.every(({ values }) => values.every((value) => value === 0)),
    draw: (tools, track) => {
      const { window } = tools.spec;
      const data = window && bars(window, track.index, tools.spec);
      drawBars(tools, track, boxOf(track, air), data, hasRoofLine === true);
    },
    raster: (spec, window, track, strips) => {
      if (areColumnsWide(spec, window)) return [];
      const { parts, roof } = bars(window, track.index, spec);
      const painted = parts.map(({ values, color }) => ({ values, color: strips.pixel(color) }));
      return [stripItem(spec, track, boxOf(track, air), (target) => rasteriseBars(painted, roof, target))];
    },
    widest: (spec, index) => {
      if (hasNoValue) return "";
      return text.widest(spec.window === undefined ? 1 : bars(spec.window, index, spec).roof);
    },
    value: hasNoValue
      ? undefined
      : (spec, index) => {
          const { window, playheadCycle } = spec;
          const column = window && columnOf(window, Math.max(0, playheadCycle - 1));
          if (window === undefined || column === undefined) return "";
          const { parts, roof } = bars(window, index, spec);
          return text.at(
            parts.reduce((sum, { values }) => sum + (values[column] ?? 0), 0),
            roof,
          );
        },
  };
}

/** Columns with stacked parts. Narrow columns are drawn as strips, wide ones as rectangles. */
export interface Bars {
  /** Stacked parts, from the bottom to the top. */
  readonly parts: readonly { readonly values: Float32Array; readonly color: string }[];
  /** Value at the top of the track. */
  readonly roof: number;
}

/** `bars` is undefined if they are unknown. */
function drawBars(
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
