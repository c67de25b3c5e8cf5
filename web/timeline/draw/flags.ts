/** Marks that the user set in the run: a flag for each bookmark, and an octagon for each cycle in which a breakpoint's
 * condition became true. They are drawn in the ruler and, smaller, on the strip of the whole run. If two machines share
 * a ruler, each has its marks at the top of its tracks: outlines for A, filled shapes for B, with the letter if there
 * is room. */

import { endCycleOf } from "../../state/viewport.ts";
import { formatInteger } from "../../ui/format.ts";
import { lowerBound } from "../columns.ts";
import type { Layout } from "../layout.ts";
import type { TimelineMarks, TimelineSpec, TimelineTheme } from "../spec.ts";
import { drawText, type Surface, shorten, snap, textWidth } from "../surface.ts";
import { fonts } from "../theme.ts";
import { clearLabelsUnder } from "./ruler.ts";
import { plotEnd } from "./tools.ts";

export const FLAG_REACH_PX = 6;
export const FLAG_WIDTH_PX = 8;
export const FLAG_HEIGHT_PX = 7;
const HIT_RADIUS_PX = 3.5;
/** Octagons closer than this are ticks. */
const LEAST_HIT_GAP_PX = 9;
const STRIP_TICK_PX = 6;
const LINE_ALPHA = 0.5;
const LETTER_AIR_PX = 2;
const LETTER_ROOM_PX = 16;
const NOTE_AIR_PX = 4;
/** The frame around the playhead's cycle in its tag. */
const TAG_AIR_PX = 8;
/** Width of the first words of a note beside its flag. */
const MOST_NOTE_PX = 220;
const LEAST_NOTE_PX = 36;
/** Height of octagons below flags. */
const UNDER_FLAGS_PX = 2 * FLAG_HEIGHT_PX + 3;

export function drawFlags(surface: Surface, spec: TimelineSpec, layout: Layout): void {
  const { marks } = spec;
  if (marks === undefined) return;
  drawHits(surface, spec, layout, marks);
  drawBookmarks(surface, spec, layout, marks);
}

/** Draws the shape of the path, for machine A as an outline. */
function paint(surface: Surface, { side }: TimelineSpec, { surface: background }: TimelineTheme): void {
  if (side !== "A") {
    surface.fill();
    return;
  }
  const color = surface.fillStyle;
  surface.fillStyle = background;
  surface.fill();
  surface.fillStyle = color;
  surface.strokeStyle = color;
  surface.lineWidth = 1;
  surface.stroke();
}

/** Draws after a mark that ends at `x`, before the next mark. */
function letter(
  surface: Surface,
  { side }: TimelineSpec,
  theme: TimelineTheme,
  x: number,
  y: number,
  nextX = Number.POSITIVE_INFINITY,
): void {
  if (side === undefined || nextX - x < LETTER_ROOM_PX) return;
  const { fillStyle } = surface;
  drawText(surface, side, x + LETTER_AIR_PX, y, { font: fonts(theme).strong, color: theme.ink });
  surface.fillStyle = fillStyle;
}

function drawBookmarks(surface: Surface, spec: TimelineSpec, layout: Layout, marks: TimelineMarks): void {
  const { theme, viewport, machine, size } = spec;
  const { overview, ruler } = layout;
  surface.fillStyle = theme.ink;
  const xOf = (cycle: number) =>
    snap(layout.plotX + (cycle - viewport.startCycle) / viewport.cyclesPerPx, size.devicePixelRatio);
  for (const [index, { cycle, note }] of marks.bookmarks.entries()) {
    if (overview !== undefined) {
      const at = layout.plotX + (cycle / machine.endCycle) * layout.plotWidthPx;
      flag(surface, snap(at, size.devicePixelRatio), overview.y, STRIP_TICK_PX, overview.heightPx);
      paint(surface, spec, theme);
    }
    const x = xOf(cycle);
    if (x < layout.plotX || x > plotEnd(layout)) continue;
    const staffPx = ruler.heightPx > 0 ? ruler.heightPx - 1 : FLAG_HEIGHT_PX;
    flag(surface, x, ruler.y + 1, FLAG_HEIGHT_PX, staffPx);
    paint(surface, spec, theme);
    const next = marks.bookmarks[index + 1];
    const middle = ruler.y + 1 + FLAG_HEIGHT_PX / 2;
    const nextX = next === undefined ? undefined : xOf(next.cycle);
    letter(surface, spec, theme, x + FLAG_WIDTH_PX, middle, nextX);
    drawNote(surface, spec, layout, note, x + FLAG_WIDTH_PX + NOTE_AIR_PX, nextX);
    surface.globalAlpha = LINE_ALPHA;
    surface.fillRect(x, layout.tracksArea.y, 1, layout.tracksArea.heightPx);
    surface.globalAlpha = 1;
  }
}

/** The first words before the next flag, on the ruler, where they replace numbers. */
function drawNote(
  surface: Surface,
  spec: TimelineSpec,
  layout: Layout,
  note: string,
  x: number,
  nextX = Number.POSITIVE_INFINITY,
): void {
  const { theme, side } = spec;
  const { ruler } = layout;
  if (note === "" || side !== undefined || ruler.heightPx === 0) return;
  const { label } = fonts(theme);
  const from = besidePlayhead(surface, spec, layout, x);
  const roomPx = Math.min(nextX, plotEnd(layout), from + MOST_NOTE_PX) - from - NOTE_AIR_PX;
  if (roomPx < LEAST_NOTE_PX) return;
  const words = textWidth(surface, note, label) <= roomPx ? note : shorten(surface, note, label, roomPx);
  const { fillStyle } = surface;
  clearLabelsUnder(surface, spec, layout, from, from + textWidth(surface, words, label) + NOTE_AIR_PX);
  drawText(surface, words, from, ruler.y + ruler.heightPx / 2 - 1, { font: label, color: theme.ink });
  surface.fillStyle = fillStyle;
}

/** Returns `x`, or a place after the tag of the playhead if the tag covers `x`. */
function besidePlayhead(surface: Surface, spec: TimelineSpec, layout: Layout, x: number): number {
  const { viewport, playheadCycle, theme } = spec;
  const middle = layout.plotX + (playheadCycle - viewport.startCycle) / viewport.cyclesPerPx;
  const reach = textWidth(surface, formatInteger(playheadCycle), fonts(theme).tag) / 2 + TAG_AIR_PX;
  return Math.abs(x - middle) < reach ? middle + reach + NOTE_AIR_PX : x;
}

function flag(surface: Surface, x: number, y: number, heightPx: number, staffPx: number): void {
  surface.fillRect(x, y, 1, staffPx);
  surface.beginPath();
  surface.moveTo(x + 1, y);
  surface.lineTo(x + 1 + (FLAG_WIDTH_PX * heightPx) / FLAG_HEIGHT_PX, y + heightPx / 2);
  surface.lineTo(x + 1, y + heightPx);
  surface.closePath();
}

function drawHits(surface: Surface, spec: TimelineSpec, layout: Layout, marks: TimelineMarks): void {
  const { hits } = marks;
  const { theme, viewport, size } = spec;
  const first = lowerBound(hits, viewport.startCycle);
  const end = lowerBound(hits, endCycleOf(viewport) + 1);
  if (end <= first) return;
  // Without a ruler, marks are at the top of the tracks, below the flags.
  const { ruler } = layout;
  const bottom = ruler.y + (ruler.heightPx || UNDER_FLAGS_PX);
  // Position on the ruler's line, clear of its numbers.
  const middle = ruler.heightPx > 0 ? bottom - 1 : bottom - HIT_RADIUS_PX - 1;
  const xOf = (index: number) =>
    snap(
      layout.plotX + ((hits[index] ?? 0) - viewport.startCycle) / viewport.cyclesPerPx,
      size.devicePixelRatio,
    );
  const isDense = (xOf(end - 1) - xOf(first)) / (end - first) < LEAST_HIT_GAP_PX && end - first > 1;
  surface.fillStyle = theme.accent;
  let last = Number.NEGATIVE_INFINITY;
  for (let index = first; index < end; index += 1) {
    const x = xOf(index);
    if (x - last < 1) continue;
    last = x;
    if (isDense) surface.fillRect(x, bottom - STRIP_TICK_PX, 1, STRIP_TICK_PX);
    else {
      octagon(surface, x, middle);
      paint(surface, spec, theme);
      letter(surface, spec, theme, x + HIT_RADIUS_PX, middle, index + 1 < end ? xOf(index + 1) : undefined);
    }
  }
}

function octagon(surface: Surface, x: number, y: number): void {
  const short = HIT_RADIUS_PX * 0.42;
  surface.beginPath();
  surface.moveTo(x - short, y - HIT_RADIUS_PX);
  surface.lineTo(x + short, y - HIT_RADIUS_PX);
  surface.lineTo(x + HIT_RADIUS_PX, y - short);
  surface.lineTo(x + HIT_RADIUS_PX, y + short);
  surface.lineTo(x + short, y + HIT_RADIUS_PX);
  surface.lineTo(x - short, y + HIT_RADIUS_PX);
  surface.lineTo(x - HIT_RADIUS_PX, y + short);
  surface.lineTo(x - HIT_RADIUS_PX, y - short);
  surface.closePath();
}
