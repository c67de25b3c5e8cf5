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
import { trackType } from "../tracks/index.ts";
import type { DrawTools, PlacedTrack } from "./tools.ts";

const LINE_PX = 14;
const AIR_PX = 4;

/** Middles of as many lines as there is room for, at most `most`. */
function linesOf({ top, heightPx }: PlacedTrack, most: number, textScale: number): readonly number[] {
  const linePx = LINE_PX * textScale;
  const count = Math.max(1, Math.min(most, Math.floor(heightPx / linePx)));
  const first = top + heightPx / 2 - ((count - 1) * linePx) / 2;
  return Array.from({ length: count }, (_, line) => first + line * linePx);
}

function lostInView(spec: StaticSpec, track: PlacedTrack): number {
  return lossesInView(spec, spec.window && trackType(track)?.losses?.(spec.window, track.index));
}

/** `names`: the first that fits, or the last cut short. */
export function drawStripGutter(
  { surface, spec, layout }: DrawTools,
  track: PlacedTrack,
  names: readonly string[],
): void {
  const { theme, machine, window, viewport } = spec;
  const { label, strong } = fonts(theme);
  const busyOf = trackType(track)?.busyContext;
  const isLane = busyOf !== undefined;
  const lost = lostInView(spec, track);
  const lines = linesOf(track, isLane ? 2 : lost > 0 ? 3 : 2, theme.textScale);
  const at = (line: number, text: string, color: string, font = label) => {
    const y = lines[line];
    if (y !== undefined) drawText(surface, text, layout.gutterX, y, { font, color });
  };
  const nameFont = isLane ? strong : label;
  const roomPx = layout.gutterWidthPx - AIR_PX;
  const fitting = names.find((name) => textWidth(surface, name, nameFont) <= roomPx);
  const name = fitting ?? shorten(surface, names.at(-1) ?? "", nameFont, roomPx);
  at(0, name, isLane ? theme.ink : theme.ink2, nameFont);
  if (lost > 0) at(lines.length - 1, `✕ ${lossText(lost)}`, theme.drop);
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
  const isLossy = lostInView(spec, track) > 0;
  const lines = linesOf(track, isLossy ? 3 : 2, spec.theme.textScale);
  const y = lines[1];
  if (text === "" || y === undefined || (isLossy && lines.length < 3)) return;
  drawText(surface, text, layout.gutterX, y, { font: fonts(spec.theme).mono, color: spec.theme.ink });
}
