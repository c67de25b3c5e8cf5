/** Tracks whose columns are parts stacked on the floor. Colour means software layer, so parts differ by weight of ink. */
import type { TimelineWindow } from "../../engine/protocol.ts";
import { formatPercent } from "../../ui/format.ts";
import { columnOf } from "../columns.ts";
import { type Bars, drawBars } from "../draw/bars.ts";
import { areColumnsWide, stripItem } from "../draw/strip.ts";
import { rasteriseBars } from "../rasters.ts";
import type { StaticSpec } from "../spec.ts";
import { cleanShare, withUnit } from "../text.ts";
import { type Air, boxOf, type TrackHit, type TrackType } from "./track.ts";

const BAR_AIR = [4, 4] as const;

/** What is the track's own. */
interface Own<K extends string, H extends TrackHit>
  extends Pick<TrackType<K, H>, "kind" | "linkName" | "places" | "name" | "busyContext" | "hit" | "facts"> {
  readonly air?: Air;
  /** The roof is a dashed line. */
  readonly hasRoofLine?: true;
  readonly bars: (window: TimelineWindow, index: number, spec: StaticSpec) => Bars;
  /** Unless given: a share of the time. */
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
