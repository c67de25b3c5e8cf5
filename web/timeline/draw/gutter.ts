/** Names left of the tracks. Values at the playhead are drawn with the playhead. */
import { t } from "../../text/t.ts";
import { formatPercent } from "../../ui/format.ts";
import { busyShare } from "../layerTime.ts";
import { isUnderMore, type Layout } from "../layout.ts";
import { lossesInView, lossText } from "../losses.ts";
import type { StaticSpec, TimelineSpec } from "../spec.ts";
import { drawText, type Surface, shorten, textWidth } from "../surface.ts";
import { cleanShare, withUnit } from "../text.ts";
import { fonts } from "../theme.ts";
import { trackName, trackType } from "../tracks/index.ts";
import { type DrawTools, type PlacedTrack, VALUE_AIR_PX } from "./tools.ts";

const NAME_AIR_PX = 6;
/** Half the distance between two lines: the usual one, and the least one if space is short. */
const STACKED_PX = 8;
const LEAST_STACKED_PX = 6;
const LEAST_STACKED_HEIGHT_PX = 25;
/** Two lines of the name and one of the value. */
const LEAST_WRAPPED_HEIGHT_PX = 50;
/** Margin above and below two lines. */
const LINE_AIR_PX = 1;
const LEAST_STRONG_HEIGHT_PX = 16;
const LEAST_DROPS_HEIGHT_PX = 40;

interface GutterLines {
  /** Lines of the name. */
  readonly names: readonly string[];
  readonly nameFont: string;
  /** Middle of its first line. */
  readonly nameY: number;
  /** Undefined if there is no room for the value. */
  readonly valueY: number | undefined;
  readonly rightX: number;
}

/** Name and value on one line, or on two if they do not fit beside each other. Otherwise only the name, cut if it is
 * wider than the gutter. */
function gutterLines(surface: Surface, spec: StaticSpec, layout: Layout, track: PlacedTrack): GutterLines {
  const { label, strong, mono } = fonts(spec.theme);
  const type = trackType(track);
  const isStrong = type?.hasStrongName === true && track.heightPx >= LEAST_STRONG_HEIGHT_PX;
  const nameFont = isStrong ? strong : label;
  const name = type?.gutterName?.(spec) ?? trackName(spec.machine, track);
  const middle = track.top + track.heightPx / 2;
  const whole = layout.gutterWidthPx - VALUE_AIR_PX;
  const isFitting = (text: string) => textWidth(surface, text, nameFont) <= whole;
  const fitted = (text: string) => (isFitting(text) ? text : shorten(surface, text, nameFont, whole, true));
  const lines = { names: [fitted(name)], nameFont, nameY: middle, rightX: layout.gutterX + whole };
  const widest = type?.widest(spec, track.index) ?? "";
  if (widest === "") return { ...lines, valueY: undefined };
  const room = whole - NAME_AIR_PX - textWidth(surface, widest, mono);
  if (textWidth(surface, name, nameFont) <= room) return { ...lines, valueY: middle };
  if (!isFitting(name) && track.heightPx >= LEAST_WRAPPED_HEIGHT_PX) {
    const wrapped = wrap(name, isFitting).map(fitted);
    const linePx = 2 * STACKED_PX;
    const nameY = middle - (wrapped.length * linePx) / 2;
    return { ...lines, names: wrapped, nameY, valueY: nameY + wrapped.length * linePx };
  }
  if (track.heightPx < LEAST_STACKED_HEIGHT_PX) return { ...lines, valueY: undefined };
  const apart = Math.min(STACKED_PX, Math.max(LEAST_STACKED_PX, (track.heightPx - 2 * LINE_AIR_PX) / 4));
  return { ...lines, nameY: middle - apart, valueY: middle + apart };
}

/** Wraps the text into two lines. The first is as long as possible. */
function wrap(text: string, isFitting: (line: string) => boolean): readonly string[] {
  for (let at = text.lastIndexOf(" "); at > 0; at = text.lastIndexOf(" ", at - 1))
    if (isFitting(text.slice(0, at))) return [text.slice(0, at), text.slice(at + 1)];
  return [text];
}

export function drawGutterName(tools: DrawTools, track: PlacedTrack): void {
  const { surface, spec, layout } = tools;
  const type = trackType(track);
  if (spec.frame.parts === "strip") {
    drawStripGutter(tools, track);
    return;
  }
  const { theme, machine } = spec;
  const { label, mono } = fonts(theme);
  const lines = gutterLines(surface, spec, layout, track);
  const color = type?.hasStrongName === true ? theme.ink : theme.ink2;
  const isCovered = (y: number) => isUnderMore(layout, spec.scrollTopPx, y);
  lines.names.forEach((name, line) => {
    const y = lines.nameY + line * 2 * STACKED_PX;
    if (isCovered(y)) return;
    drawText(surface, name, layout.gutterX, y, { font: lines.nameFont, color });
  });
  const value = type?.staticValue?.(machine, track.index) ?? "";
  if (value !== "" && lines.valueY !== undefined && !isCovered(lines.valueY))
    drawText(surface, value, lines.rightX, lines.valueY, { font: mono, color: theme.ink2, align: "right" });
  const isAlone = type?.hasLossesOnly === true;
  if (track.heightPx < LEAST_DROPS_HEIGHT_PX && !isAlone) return;
  const drops = lossesInView(spec, spec.window && type?.losses?.(spec.window, track.index));
  if (drops > 0)
    drawText(
      surface,
      `✕ ${lossText(drops)}`,
      lines.rightX,
      isAlone ? lines.nameY : track.top + Math.min(9, track.heightPx / 2 - 13),
      {
        font: label,
        color: theme.drop,
        align: "right",
      },
    );
}

export function drawGutterValue(
  surface: Surface,
  spec: TimelineSpec,
  layout: Layout,
  track: PlacedTrack,
): void {
  const text = trackType(track)?.value?.(spec, track.index) ?? "";
  if (spec.frame.parts === "strip") {
    drawStripValue(surface, spec, layout, track, text);
    return;
  }
  const { valueY, rightX } = gutterLines(surface, spec, layout, track);
  if (text === "" || valueY === undefined || isUnderMore(layout, spec.scrollTopPx, valueY)) return;
  const { mono } = fonts(spec.theme);
  drawText(surface, text, rightX, valueY, { font: mono, color: spec.theme.ink, align: "right" });
}

/** Text beside the tracks of a phone's strip: name, value at the playhead or share of busy time in view, and losses in
 * view, below each other as far as there is room. */
const LINE_PX = 14;
const AIR_PX = 4;
/** Gap between a name and the losses. */
const STRIP_NAME_AIR_PX = 8;

/** Middles of as many lines as there is room for, at most `most`. */
function linesOf({ top, heightPx }: PlacedTrack, most: number, textScale: number): readonly number[] {
  const linePx = LINE_PX * textScale;
  const count = Math.max(1, Math.min(most, Math.floor(heightPx / linePx)));
  const first = top + heightPx / 2 - ((count - 1) * linePx) / 2;
  return Array.from({ length: count }, (_, line) => first + line * linePx);
}

/** The first of its names that fits next to `besidePx`, otherwise the last one truncated. */
function nameOf(
  surface: Surface,
  spec: StaticSpec,
  layout: Layout,
  track: PlacedTrack,
  font: string,
  besidePx = 0,
): string {
  const short = trackType(track)?.shortName?.(spec.machine, track.index);
  const names = [trackName(spec.machine, track), ...(short === undefined ? [] : [short])];
  const roomPx = layout.gutterWidthPx - AIR_PX - besidePx;
  const fitting = names.find((name) => textWidth(surface, name, font) <= roomPx);
  return fitting ?? shorten(surface, names.at(-1) ?? "", font, roomPx, true);
}

interface LossPlace {
  readonly text: string;
  /** True if the loss is at the end of the name's line, because the track has no room for a third line and the second
   * is for the value. */
  readonly isBeside: boolean;
}

/** Undefined if nothing is lost in view. */
function lossPlace(
  surface: Surface,
  spec: StaticSpec,
  layout: Layout,
  track: PlacedTrack,
): LossPlace | undefined {
  const lost = lossesInView(spec, spec.window && trackType(track)?.losses?.(spec.window, track.index));
  if (lost <= 0) return undefined;
  const text = `✕ ${lossText(lost)}`;
  const { label } = fonts(spec.theme);
  const name = nameOf(surface, spec, layout, track, label);
  const widthPx = textWidth(surface, name, label) + STRIP_NAME_AIR_PX + textWidth(surface, text, label);
  const hasThird = linesOf(track, 3, spec.theme.textScale).length === 3;
  const isLow = linesOf(track, 2, spec.theme.textScale).length === 1;
  const isBeside = !hasThird && (isLow || widthPx <= layout.gutterWidthPx - AIR_PX);
  // Below a value of the playhead, its text says that it counts the whole view.
  const whole = t("✕ {count} in view", { count: lossText(lost) });
  const fits = textWidth(surface, whole, label) <= layout.gutterWidthPx - AIR_PX;
  return { text: hasThird && fits ? whole : text, isBeside };
}

function drawStripGutter({ surface, spec, layout }: DrawTools, track: PlacedTrack): void {
  const { theme, machine, window, viewport } = spec;
  const { label, strong } = fonts(theme);
  const busyOf = trackType(track)?.busyContext;
  const isLane = busyOf !== undefined;
  const loss = lossPlace(surface, spec, layout, track);
  const lines = linesOf(track, isLane || loss === undefined || loss.isBeside ? 2 : 3, theme.textScale);
  const at = (line: number, text: string, color: string, font = label) => {
    const y = lines[line];
    if (y !== undefined && !isUnderMore(layout, spec.scrollTopPx, y))
      drawText(surface, text, layout.gutterX, y, { font, color });
  };
  const nameFont = isLane ? strong : label;
  const besidePx = loss?.isBeside === true ? STRIP_NAME_AIR_PX + textWidth(surface, loss.text, label) : 0;
  const name = nameOf(surface, spec, layout, track, nameFont, besidePx);
  at(0, name, isLane ? theme.ink : theme.ink2, nameFont);
  if (loss?.isBeside === true)
    drawText(surface, loss.text, layout.gutterX + layout.gutterWidthPx - AIR_PX, lines[0] ?? track.top, {
      font: label,
      color: theme.drop,
      align: "right",
    });
  else if (loss !== undefined) at(lines.length - 1, loss.text, theme.drop);
  if (!isLane || window === undefined) return;
  const context = busyOf(track.index);
  const busy = busyShare(window, viewport, context, context === undefined ? machine.cpus : 1);
  if (busy !== undefined)
    at(1, t("busy {share}|context", { share: withUnit(formatPercent(cleanShare(busy), 0)) }), theme.ink2);
}

/** The value at the playhead. Losses take precedence if there is no room for both. */
function drawStripValue(
  surface: Surface,
  spec: StaticSpec,
  layout: Layout,
  track: PlacedTrack,
  text: string,
): void {
  const loss = lossPlace(surface, spec, layout, track);
  const isBelow = loss?.isBeside === false;
  const lines = linesOf(track, isBelow ? 3 : 2, spec.theme.textScale);
  const y = lines[1];
  if (text === "" || y === undefined || (isBelow && lines.length < 3)) return;
  if (isUnderMore(layout, spec.scrollTopPx, y)) return;
  drawText(surface, text, layout.gutterX, y, { font: fonts(spec.theme).mono, color: spec.theme.ink });
}
