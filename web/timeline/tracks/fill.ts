/** Tracks of rings and queues: their fill, and the losses when they were full. */
import type { FillData, LossData, MachineView, TimelineWindow } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { formatFixed, formatInteger } from "../../ui/format.ts";
import {
  columnOf,
  columnStretch,
  columnsPerStep,
  mergeMean,
  type Stretch,
  visibleColumns,
} from "../columns.ts";
import { drawFill, FILL_OPACITY } from "../draw/levels.ts";
import { drawDrops } from "../draw/marks.ts";
import { areColumnsWide, stripItem } from "../draw/strip.ts";
import { clampToPlot, type DrawTools, type PlacedTrack, xOf } from "../draw/tools.ts";
import type { Track } from "../layout.ts";
import { lossesNear, lossRows, type NearLosses } from "../losses.ts";
import { type Facts, stretchRows } from "../spans.ts";
import type { MachineLabels, StaticSpec } from "../spec.ts";
import { rasteriseFill } from "../strips.ts";
import { type Box, boxOf, plainFacts, type TrackType } from "./track.ts";

type FillHit = {
  readonly kind: "fill";
  readonly cycle: number;
  readonly track: Track;
  readonly capacity: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly mean: number;
  readonly losses: NearLosses;
} & Stretch;

/** A level that never rises above this share of the capacity, without a loss, is a flat line. In a short ring one frame is
 * more. */
const FLAT_SHARE = 1 / 8;
const LEAST_FLAT_CAPACITY = 16;

/** The properties in which such tracks differ. */
interface Own<K extends string>
  extends Pick<TrackType<K, FillHit>, "kind" | "linkName" | "places" | "name" | "shortName"> {
  /** Room above the capacity line, for the drops. */
  readonly headroomPx: number;
  /** The capacity is a dashed line. */
  readonly hasCapacityLine?: true;
  readonly fill: (window: TimelineWindow, index: number) => FillData | undefined;
  readonly lost: (window: TimelineWindow, index: number) => LossData | undefined;
  /** Fill at the playhead. */
  readonly held: (view: MachineView, index: number) => number | undefined;
  /** Undefined if it belongs to no layer. */
  readonly layer?: (machine: MachineLabels, index: number) => number | undefined;
}

export function fillTrack<K extends string>(own: Own<K>): TrackType<K, FillHit> {
  const { headroomPx, hasCapacityLine, fill, lost, held, layer, ...rest } = own;
  const air = [headroomPx, 0] as const;
  const colorOf = ({ machine, theme }: StaticSpec, index: number) =>
    theme.layers[layer?.(machine, index) ?? -1] ?? theme.ink2;
  const capacityOf = ({ window }: StaticSpec, index: number) => window && fill(window, index)?.capacity;
  return {
    ...rest,
    air,
    isFlat: (window, index) => {
      const data = fill(window, index);
      if (data === undefined) return false;
      const losses = lost(window, index);
      const level = data.maximum[0] ?? 0;
      const isSteady =
        data.maximum.every((one) => one === level) && data.minimum.every((one) => one === level);
      const isNearFloor = data.maximum.every((one) => one <= data.capacity * FLAT_SHARE);
      return (
        (isSteady || (isNearFloor && data.capacity >= LEAST_FLAT_CAPACITY)) &&
        (losses === undefined || losses.count.every((count) => count === 0))
      );
    },
    draw: (tools, track) => {
      const { spec } = tools;
      const box = boxOf(track, air);
      const data = spec.window && fill(spec.window, track.index);
      drawFill(tools, track, box, data, colorOf(spec, track.index), hasCapacityLine === true);
      const { before } = spec;
      if (before !== undefined && data !== undefined)
        drawBefore(tools, track, box, before, fill(before, track.index), data.capacity);
      const losses = spec.window && lost(spec.window, track.index);
      drawDrops(tools, losses, track.top + box.airPx / 2);
    },
    raster: (spec, window, track, strips) => {
      const data = fill(window, track.index);
      if (data === undefined || areColumnsWide(spec, window)) return [];
      const color = colorOf(spec, track.index);
      const colors = {
        line: strips.pixel(color),
        toMean: strips.pixel(color, FILL_OPACITY.toMean),
        toMaximum: strips.pixel(color, FILL_OPACITY.toMaximum),
      };
      return [stripItem(spec, track, boxOf(track, air), (target) => rasteriseFill(data, target, colors))];
    },
    widest: (spec, index) => {
      const capacity = capacityOf(spec, index);
      return capacity === undefined ? "" : `${capacity} / ${capacity}`;
    },
    value: (spec, index) => {
      const now = spec.view && held(spec.view, index);
      const capacity = capacityOf(spec, index);
      return now === undefined || capacity === undefined ? "" : `${now} / ${capacity}`;
    },
    losses: lost,
    hit: (spec, window, track, cycle) => {
      const data = fill(window, track.index);
      const column = columnOf(window, cycle);
      if (data === undefined || column === undefined) return undefined;
      return {
        kind: "fill",
        cycle,
        track,
        ...columnStretch(window, column),
        capacity: data.capacity,
        minimum: data.minimum[column] ?? 0,
        maximum: data.maximum[column] ?? 0,
        mean: data.mean[column] ?? 0,
        losses: lossesNear(spec, window, lost(window, track.index), cycle),
      };
    },
    facts: {
      fill: (hit, machine) =>
        plainFacts(
          own.name(machine, hit.track.index),
          [...stretchRows(hit.fromCycle, hit.toCycle, machine), ...levelRows(hit), ...lossRows(hit.losses)],
          hit.losses.frames > 0,
        ),
    },
  };
}

function levelRows({ minimum, maximum, mean, capacity }: FillHit): Facts["rows"] {
  if (minimum === maximum) return [[t("held"), t("{number} of {of}", { number: maximum, of: capacity })]];
  return [
    [t("least"), formatInteger(minimum)],
    [t("most"), t("{number} of {of}", { number: maximum, of: capacity })],
    [t("mean"), formatFixed(mean, 2)],
  ];
}

/** Includes the name of the card if there are several. */
export function ofCard({ nics }: MachineLabels, name: string, index: number): string {
  return nics.length > 1 ? `${name} ${nics[index] ?? ""}` : name;
}

/** The run before the last change: a thin line over the present level, on the same scale. */
const LINE_PX = 1.25;
const OPACITY = 0.8;

function drawBefore(
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
