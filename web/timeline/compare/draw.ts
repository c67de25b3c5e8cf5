/**
 * Tracks below two machines on one time axis: times in which they do different work, and the frames that each
 * has delivered.
 */

import { showsInstructions, type Viewport } from "../../state/viewport.ts";
import { t } from "../../text/t.ts";
import { formatCompact, formatInteger } from "../../ui/format.ts";
import type { CanvasSize, Frame, TimelineTheme } from "../spec.ts";
import { drawText, horizontalLine, type Surface, textWidth } from "../surface.ts";
import { fonts } from "../theme.ts";
import type { CompareSeries } from "./work.ts";

/** Both numbers at the playhead. */
export interface DeliveredFrames {
  readonly a: number;
  readonly b: number;
}

export interface CompareSpec {
  readonly size: CanvasSize;
  readonly frame: Frame;
  readonly theme: TimelineTheme;
  readonly viewport: Viewport;
  /** Undefined if one of the two has no data yet. */
  readonly series: CompareSeries | undefined;
  readonly delivered: DeliveredFrames | undefined;
  /** Pixels from the left edge of the plot. Undefined if the playhead is out of view. */
  readonly playheadPx: number | undefined;
}

const WORK_HEIGHT_PX = 24;
const AHEAD_HEIGHT_PX = 40;
const AHEAD_AIR_PX = 6;
const CHART_TOP_PX = WORK_HEIGHT_PX + AHEAD_HEIGHT_PX;
/** Opacity at full difference. It is lighter than a control, so that it is not mistaken for one. */
const WORK_OPACITY = 0.75;
const WORK_STEPS = 16;
const WORK_AIR_PX = 5;
const CHART_AIR_PX = 14;
const VALUE_AIR_PX = 12;
const PLAYHEAD_WIDTH_PX = 1.5;
const LABEL_AIR_PX = 6;
/** Half the distance of two lines of text. */
const LINE_PX = 8;
/** Between a name and the value on its line. */
const NAME_AIR_PX = 8;

export interface Plot {
  readonly x: number;
  readonly widthPx: number;
}

export function plotOf({ size, frame, viewport }: Pick<CompareSpec, "size" | "frame" | "viewport">): Plot {
  const gutterPx = showsInstructions(viewport) ? frame.pipelineGutterPx : frame.gutterPx;
  const x = frame.padPx + gutterPx;
  return { x, widthPx: Math.max(0, size.widthPx - x - frame.padPx) };
}

export function drawCompare(surface: Surface, spec: CompareSpec): void {
  const { size, theme } = spec;
  const ratio = size.devicePixelRatio;
  surface.setTransform(ratio, 0, 0, ratio, 0, 0);
  surface.fillStyle = theme.surface;
  surface.fillRect(0, 0, size.widthPx, size.heightPx);
  const plot = plotOf(spec);
  drawWork(surface, spec, plot);
  drawFrames(surface, spec, plot);
  surface.fillStyle = theme.line;
  surface.fillRect(plot.x - 1, 0, 1, size.heightPx);
  if (spec.playheadPx === undefined) return;
  surface.fillStyle = theme.accent;
  surface.fillRect(plot.x + spec.playheadPx - PLAYHEAD_WIDTH_PX / 2, 0, PLAYHEAD_WIDTH_PX, size.heightPx);
}

/** The darker the colour, the larger the share of time in which the processors run different layers. */
function drawWork(surface: Surface, spec: CompareSpec, plot: Plot): void {
  const { theme, frame, series } = spec;
  const { label } = fonts(theme);
  const middle = WORK_HEIGHT_PX / 2;
  const name = isFitting(surface, spec, plot, t("different work")) ? t("different work") : t("differs");
  drawText(surface, name, frame.padPx, middle, { font: label, color: theme.ink2 });
  const top = WORK_AIR_PX;
  const heightPx = WORK_HEIGHT_PX - 2 * WORK_AIR_PX;
  surface.fillStyle = theme.sunk;
  surface.fillRect(plot.x, top, plot.widthPx, heightPx);
  horizontalLine(surface, frame.padPx, plot.x + plot.widthPx, WORK_HEIGHT_PX, theme.line);
  if (series === undefined) return;
  const { different } = series;
  surface.fillStyle = theme.accent;
  let from = 0;
  // The opacity has only as many steps as the eye can distinguish. Neighbouring pixels of one step are one rectangle.
  const stepOf = (pixel: number) => Math.round((different[pixel] || 0) * WORK_STEPS);
  for (let pixel = 1; pixel <= different.length; pixel++) {
    const step = stepOf(from);
    if (pixel < different.length && stepOf(pixel) === step) continue;
    if (step > 0) {
      surface.globalAlpha = (step / WORK_STEPS) * WORK_OPACITY;
      surface.fillRect(plot.x + from, top, Math.min(pixel, plot.widthPx) - from, heightPx);
    }
    from = pixel;
  }
  surface.globalAlpha = 1;
}

/** How far B is ahead, and the frames that each has delivered. */
function drawFrames(surface: Surface, spec: CompareSpec, plot: Plot): void {
  const { theme, frame, series } = spec;
  drawGutter(surface, spec, plot);
  horizontalLine(surface, frame.padPx, plot.x + plot.widthPx, CHART_TOP_PX, theme.line);
  if (series === undefined) return;
  drawAhead(surface, theme, plot, series);
  drawDelivered(surface, spec, plot, series);
}

/** B − A around its zero line. Over a whole run the two curves below are too close to show the difference. */
function drawAhead(surface: Surface, theme: TimelineTheme, plot: Plot, { a, b }: CompareSeries): void {
  const ahead = a.map((count, pixel) => (b[pixel] ?? Number.NaN) - count);
  const known = ahead.filter((frames) => !Number.isNaN(frames));
  const [least, most] = [Math.min(0, ...known), Math.max(0, ...known)];
  const top = WORK_HEIGHT_PX + AHEAD_AIR_PX;
  const floor = CHART_TOP_PX - AHEAD_AIR_PX;
  const yOf = (frames: number) =>
    most === least ? (top + floor) / 2 : floor - ((frames - least) / (most - least)) * (floor - top);
  drawBetween(surface, plot, new Float64Array(ahead.length), ahead, yOf, theme);
  horizontalLine(surface, plot.x, plot.x + plot.widthPx, Math.round(yOf(0)), theme.line2);
  surface.strokeStyle = theme.ink;
  surface.lineWidth = 1.4;
  surface.beginPath();
  trace(surface, plot, ahead, yOf);
  surface.stroke();
}

function drawDelivered(surface: Surface, spec: CompareSpec, plot: Plot, curves: CompareSeries): void {
  const { theme, size } = spec;
  const top = CHART_TOP_PX + CHART_AIR_PX;
  const floor = size.heightPx - 3;
  const all = [...curves.a, ...curves.b].filter((value) => !Number.isNaN(value));
  const least = Math.min(...all);
  const most = Math.max(least + 1, ...all);
  const yOf = (value: number) => floor - ((Math.min(value, most) - least) / (most - least)) * (floor - top);
  drawBetween(surface, plot, curves.a, curves.b, yOf, theme);
  const line = (values: Float64Array, color: string, widthPx: number, dash: readonly number[]): void => {
    surface.strokeStyle = color;
    surface.lineWidth = widthPx;
    surface.setLineDash([...dash]);
    surface.beginPath();
    trace(surface, plot, values, yOf);
    surface.stroke();
    surface.setLineDash([]);
  };
  line(curves.offered, theme.ink3, 1, [1.5, 3]);
  line(curves.a, theme.ink, 1.6, [5, 3]);
  line(curves.b, theme.ink, 1.8, []);
  drawEndLabels(surface, theme, plot, curves, yOf);
}

/** The area between the two curves shows how far one is ahead. */
function drawBetween(
  surface: Surface,
  plot: Plot,
  a: Float64Array,
  b: Float64Array,
  yOf: (value: number) => number,
  theme: TimelineTheme,
): void {
  surface.fillStyle = theme.ink3;
  surface.globalAlpha = 0.16;
  for (let pixel = 0; pixel < Math.min(a.length, b.length); pixel++) {
    const [ofA = Number.NaN, ofB = Number.NaN] = [a[pixel], b[pixel]];
    if (Number.isNaN(ofA) || Number.isNaN(ofB) || ofA === ofB) continue;
    const y = Math.min(yOf(ofA), yOf(ofB));
    surface.fillRect(plot.x + pixel, y, 1, Math.abs(yOf(ofA) - yOf(ofB)));
  }
  surface.globalAlpha = 1;
}

/** Draws steps, and gaps for unknown values. */
function trace(surface: Surface, plot: Plot, values: Float64Array, yOf: (value: number) => number): void {
  let last: number | undefined;
  for (let pixel = 0; pixel < values.length; pixel++) {
    const value = values[pixel] ?? Number.NaN;
    if (Number.isNaN(value)) {
      last = undefined;
      continue;
    }
    const x = Math.min(plot.x + pixel, plot.x + plot.widthPx);
    const y = yOf(value);
    if (last === undefined) surface.moveTo(x, y);
    else if (y !== last || pixel === values.length - 1) {
      surface.lineTo(x, last);
      surface.lineTo(x, y);
    }
    last = y;
  }
}

/** Names of the machines at the ends of the lines. The labels do not overlap. */
function drawEndLabels(
  surface: Surface,
  theme: TimelineTheme,
  plot: Plot,
  curves: CompareSeries,
  yOf: (value: number) => number,
): void {
  const { strong } = fonts(theme);
  const ends = (["a", "b"] as const).flatMap((side) => {
    const values = curves[side];
    const at = values.findLastIndex((value) => !Number.isNaN(value));
    return at < 0 ? [] : [{ text: side.toUpperCase(), x: plot.x + at, y: yOf(values[at] ?? 0) }];
  });
  const [first, second] = ends.sort((one, other) => one.y - other.y);
  if (first === undefined) return;
  const gap = 15;
  const placed = [{ ...first, y: first.y - 9 }];
  if (second !== undefined) placed.push({ ...second, y: Math.max(second.y + 9, first.y - 9 + gap) });
  for (const { text, x, y } of placed) {
    const width = textWidth(surface, text, strong);
    drawText(surface, text, Math.min(x, plot.x + plot.widthPx) - width - LABEL_AIR_PX, y, {
      font: strong,
      color: theme.ink,
    });
  }
}

/** True if the text fits in the gutter next to the value, on one line. */
function isFitting(
  surface: Surface,
  { theme, frame }: CompareSpec,
  plot: Plot,
  name: string,
  value = "",
): boolean {
  const { label, mono } = fonts(theme);
  const valuePx = value === "" ? LABEL_AIR_PX : NAME_AIR_PX + textWidth(surface, value, mono) + VALUE_AIR_PX;
  return frame.padPx + textWidth(surface, name, label) + valuePx <= plot.x;
}

const AHEAD_MIDDLE_PX = WORK_HEIGHT_PX + AHEAD_HEIGHT_PX / 2;

/** Draws both numbers and their difference at the playhead, below their names if there is no room beside them. */
function drawGutter(surface: Surface, spec: CompareSpec, plot: Plot): void {
  const { theme, frame, size, delivered } = spec;
  const { label, mono } = fonts(theme);
  const name = (text: string, y: number) =>
    drawText(surface, text, frame.padPx, y, { font: label, color: theme.ink2 });
  const value = (text: string, y: number, color: string) =>
    drawText(surface, text, plot.x - VALUE_AIR_PX, y, { font: mono, color, align: "right" });
  const middle = (CHART_TOP_PX + size.heightPx) / 2;
  const ahead = delivered === undefined ? "" : signedFrames(delivered.b - delivered.a);
  const [ofA, ofB] =
    delivered === undefined ? ["", ""] : [`A ${frames(delivered.a)}`, `B ${frames(delivered.b)}`];
  const widest = ofA.length > ofB.length ? ofA : ofB;
  const isAheadFitting = isFitting(surface, spec, plot, t("B ahead"), ahead);
  const isBeside = isFitting(surface, spec, plot, t("delivered"), widest);
  name(t("B ahead"), AHEAD_MIDDLE_PX - (isAheadFitting ? 0 : LINE_PX));
  name(t("delivered"), middle - (isBeside ? 1 : 3) * LINE_PX);
  if (isBeside) name(t("frames"), middle + LINE_PX);
  if (ahead !== "") value(ahead, AHEAD_MIDDLE_PX + (isAheadFitting ? 0 : LINE_PX), theme.ink);
  if (ofA !== "") value(ofA, middle - LINE_PX, theme.ink2);
  if (ofB !== "") value(ofB, middle + LINE_PX, theme.ink2);
}

function signedFrames(count: number): string {
  return `${count > 0 ? "+" : ""}${frames(count)}`;
}

function frames(count: number): string {
  return Math.abs(count) < 100_000 ? formatInteger(count) : formatCompact(count);
}
