/** Beside the tracks of a phone's strip: name, what is held at the playhead or how busy it is in view, and losses in
 * view, below each other as far as there is room. */

import { t } from "../../text/t.ts";
import { formatPercent } from "../../ui/format.ts";
import { busyShare } from "../layerTime.ts";
import type { Layout } from "../layout.ts";
import { lossesInView, lossText } from "../losses.ts";
import type { StaticSpec } from "../spec.ts";
import { drawText, type Surface, shorten, textWidth } from "../surface.ts";
import { cleanShare, withUnit } from "../text.ts";
import { fonts } from "../theme.ts";
import { trackName, trackType } from "../tracks/index.ts";
import type { DrawTools, PlacedTrack } from "./tools.ts";

const LINE_PX = 14;
const AIR_PX = 4;
/** Between a name and what is lost. */
const NAME_AIR_PX = 8;

/** Middles of as many lines as there is room for, at most `most`. */
function linesOf({ top, heightPx }: PlacedTrack, most: number, textScale: number): readonly number[] {
  const linePx = LINE_PX * textScale;
  const count = Math.max(1, Math.min(most, Math.floor(heightPx / linePx)));
  const first = top + heightPx / 2 - ((count - 1) * linePx) / 2;
  return Array.from({ length: count }, (_, line) => first + line * linePx);
}

/** The first of its names that fits, or the last cut short. */
function nameOf(
  surface: Surface,
  spec: StaticSpec,
  layout: Layout,
  track: PlacedTrack,
  font: string,
): string {
  const short = trackType(track)?.shortName?.(spec.machine, track.index);
  const names = [trackName(spec.machine, track), ...(short === undefined ? [] : [short])];
  const roomPx = layout.gutterWidthPx - AIR_PX;
  const fitting = names.find((name) => textWidth(surface, name, font) <= roomPx);
  return fitting ?? shorten(surface, names.at(-1) ?? "", font, roomPx);
}

interface LossPlace {
  readonly text: string;
  /** The loss stands at the end of the line of the name: the track has no room for a third line, and the second is that of
   * the value. */
  readonly isBeside: boolean;
}

/** undefined: nothing is lost in view. */
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
  const widthPx = textWidth(surface, name, label) + NAME_AIR_PX + textWidth(surface, text, label);
  const hasThird = linesOf(track, 3, spec.theme.textScale).length === 3;
  return { text, isBeside: !hasThird && widthPx <= layout.gutterWidthPx - AIR_PX };
}

export function drawStripGutter({ surface, spec, layout }: DrawTools, track: PlacedTrack): void {
  const { theme, machine, window, viewport } = spec;
  const { label, strong } = fonts(theme);
  const busyOf = trackType(track)?.busyContext;
  const isLane = busyOf !== undefined;
  const loss = lossPlace(surface, spec, layout, track);
  const lines = linesOf(track, isLane || loss === undefined || loss.isBeside ? 2 : 3, theme.textScale);
  const at = (line: number, text: string, color: string, font = label) => {
    const y = lines[line];
    if (y !== undefined) drawText(surface, text, layout.gutterX, y, { font, color });
  };
  const nameFont = isLane ? strong : label;
  at(0, nameOf(surface, spec, layout, track, nameFont), isLane ? theme.ink : theme.ink2, nameFont);
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

/** At the playhead; losses come first where there is no room for both. */
export function drawStripValue(
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
  drawText(surface, text, layout.gutterX, y, { font: fonts(spec.theme).mono, color: spec.theme.ink });
}
