/** Interrupts, exceptions of harts (ticks) and drops. An interrupt is a hollow circle when raised and a triangle when
 * entered. The line between them is the latency. For harts it continues to the answer. */

import type { EntryData, LossData, MarkData, TimelineWindow } from "../../engine/protocol.ts";
import { endCycleOf } from "../../state/viewport.ts";
import { cyclesPerColumn, lowerBound } from "../columns.ts";
import { lossText } from "../losses.ts";
import type { Point } from "../spec.ts";
import { drawCrosses, drawText, horizontalLine, textWidth } from "../surface.ts";
import { fonts } from "../theme.ts";
import { areColumnsWide } from "./strip.ts";
import { clampToPlot, type DrawTools, type PlacedTrack, plotEnd, xOf } from "./tools.ts";

const RAISED_RADIUS_PX = 2.8;
export const ENTERED_HALF_PX = 4;
const CROSS_RADIUS_PX = 3;
/** Glyphs that are closer than this would overlap, so each is drawn as a tick. */
const LEAST_GLYPH_GAP_PX = 7;
const TICK_HEIGHT_PX = 7;
const TICK_WIDTH_PX = 1;

export function drawInterrupts(tools: DrawTools, track: PlacedTrack): void {
  const { window } = tools.spec;
  if (window === undefined) return;
  const { asserted, entered, entries, exceptions } = window.interrupts;
  if (exceptions !== undefined) drawExceptions(tools, track, window, exceptions.at);
  if (entries !== undefined && !isDense(tools, window, entries.entered)) {
    drawEntries(tools, track, window, entries);
    drawPendingCircles(tools, track, window, asserted, entries);
    return;
  }
  drawTicks(tools, window, asserted, track.top + 2, TICK_HEIGHT_PX - 2, tools.spec.theme.ink3);
  drawTicks(tools, window, entered, track.top + 8, TICK_HEIGHT_PX, tools.spec.theme.ink2);
}

const EXCEPTION_HEIGHT_PX = 4;

/** Below the interrupts. */
function drawExceptions(
  tools: DrawTools,
  track: PlacedTrack,
  window: TimelineWindow,
  at: Float64Array,
): void {
  const y = track.top + track.heightPx - EXCEPTION_HEIGHT_PX;
  const marks = { at, count: new Uint32Array(at.length).fill(1) };
  drawTicks(tools, window, marks, y, EXCEPTION_HEIGHT_PX, tools.spec.theme.ink2);
}

function drawEntries(tools: DrawTools, track: PlacedTrack, window: TimelineWindow, entries: EntryData): void {
  const { surface, spec, layout } = tools;
  const { theme, viewport } = spec;
  const middle = track.top + Math.floor(track.heightPx / 2);
  const endOffset = endCycleOf(viewport) - window.from;
  const from = lowerBound(entries.entered, viewport.startCycle - window.from);
  for (let i = from; i < entries.entered.length; i++) {
    const raised = entries.asserted[i] ?? 0;
    if (raised > endOffset) break;
    const x0 = clampToPlot(layout, xOf(tools, window.from + raised));
    const enteredAt = entries.entered[i] ?? 0;
    const answeredAt = entries.answered?.[i] ?? Number.NaN;
    const until = Number.isNaN(answeredAt) ? enteredAt : Math.max(enteredAt, answeredAt);
    const x1 = clampToPlot(layout, xOf(tools, window.from + until));
    if (x1 - x0 > 1) horizontalLine(surface, x0, x1, middle, theme.ink3);
  }
  surface.fillStyle = theme.ink2;
  surface.beginPath();
  for (let i = from; i < entries.entered.length; i++) {
    const x = xOf(tools, window.from + (entries.entered[i] ?? 0));
    if (x > plotEnd(layout) + ENTERED_HALF_PX) break;
    surface.moveTo(x - ENTERED_HALF_PX, middle - 4);
    surface.lineTo(x + ENTERED_HALF_PX, middle - 4);
    surface.lineTo(x, middle + 5);
    surface.closePath();
  }
  surface.fill();
}

/** Draws circles of raised interrupts, including those whose handler has not been entered yet. */
function drawPendingCircles(
  tools: DrawTools,
  track: PlacedTrack,
  window: TimelineWindow,
  asserted: MarkData,
  entries: EntryData,
): void {
  const { surface, spec, layout } = tools;
  const { theme, viewport } = spec;
  const middle = track.top + Math.floor(track.heightPx / 2) + 0.5;
  const marginCycles = RAISED_RADIUS_PX * viewport.cyclesPerPx;
  const offsets = [asserted.at, entries.asserted.subarray(0, firstInside(entries))];
  surface.beginPath();
  for (const at of offsets) {
    for (let i = lowerBound(at, viewport.startCycle - marginCycles - window.from); i < at.length; i++) {
      const x = xOf(tools, window.from + (at[i] ?? 0));
      if (x > plotEnd(layout) + RAISED_RADIUS_PX) break;
      surface.moveTo(x + RAISED_RADIUS_PX, middle);
      surface.arc(x, middle, RAISED_RADIUS_PX, 0, 2 * Math.PI);
    }
  }
  surface.fillStyle = theme.surface;
  surface.fill();
  surface.strokeStyle = theme.ink2;
  surface.lineWidth = 1.3;
  surface.stroke();
}

/** Entries that were raised before the window are not among its asserted marks. */
function firstInside(entries: EntryData): number {
  const index = entries.asserted.findIndex((offset) => offset >= 0);
  return index < 0 ? entries.asserted.length : index;
}

/** Glyphs at these offsets would overlap. */
export function isDense(tools: DrawTools, window: TimelineWindow, at: Float64Array): boolean {
  const { viewport } = tools.spec;
  const from = lowerBound(at, viewport.startCycle - window.from);
  const end = lowerBound(at, endCycleOf(viewport) - window.from);
  return (end - from) * LEAST_GLYPH_GAP_PX * 1.5 > tools.layout.plotWidthPx;
}

export function drawTicks(
  tools: DrawTools,
  window: TimelineWindow,
  marks: MarkData,
  y: number,
  heightPx: number,
  color: string,
): void {
  const { surface, spec, layout } = tools;
  surface.fillStyle = color;
  const first = lowerBound(marks.at, spec.viewport.startCycle - window.from);
  const columnCycles = areColumnsWide(spec, window) ? 0 : cyclesPerColumn(window);
  let from = Number.NaN;
  let to = Number.NEGATIVE_INFINITY;
  for (let i = first; i < marks.at.length; i++) {
    const x = xOf(tools, window.from + (marks.at[i] ?? 0));
    if (x > plotEnd(layout)) break;
    if (x > to) {
      if (to > from) surface.fillRect(from, y, to - from, heightPx);
      from = x;
    }
    // A mark of a whole column extends to the next one, which may be up to two pixels away.
    to = Math.max(x + TICK_WIDTH_PX, xOf(tools, window.from + (marks.at[i] ?? 0) + columnCycles));
  }
  if (to > from) surface.fillRect(from, y, to - from, heightPx);
}

/** Crosses at `y`. If crosses would touch, only the first one of the cluster is drawn, with their number. If the next
 * cluster leaves no room for the number, ticks are drawn. */
export function drawDrops(tools: DrawTools, lost: LossData | undefined, y: number): void {
  const { surface, spec, layout } = tools;
  const { theme, viewport, window } = spec;
  if (window === undefined || lost === undefined || lost.at.length === 0) return;
  const { at, count } = lost;
  const places: { x: number; frames: number }[] = [];
  for (let i = lowerBound(at, viewport.startCycle - window.from); i < at.length; i++) {
    const x = xOf(tools, window.from + (at[i] ?? 0));
    if (x > plotEnd(layout)) break;
    places.push({ x, frames: count[i] ?? 1 });
  }
  const clusters = dropClusters(places);
  const font = fonts(theme).label;
  surface.fillStyle = theme.drop;
  for (const [index, { x, frames, ticks }] of clusters.entries()) {
    if (frames === 1) continue;
    const text = lossText(frames);
    const textX = x + CROSS_RADIUS_PX + 2;
    const nextX = (clusters[index + 1]?.x ?? plotEnd(layout)) - CROSS_RADIUS_PX - 1;
    if (textX + textWidth(surface, text, font) <= nextX)
      drawText(surface, text, textX, y, { font, color: theme.drop });
    else for (const tick of ticks) surface.fillRect(tick, y - 2, TICK_WIDTH_PX, 4);
  }
  const crosses = clusters.map(({ x }): Point => ({ x: Math.max(x, layout.plotX + CROSS_RADIUS_PX), y }));
  drawCrosses(surface, crosses, CROSS_RADIUS_PX, theme.drop);
}

interface DropCluster {
  /** Position of its cross. */
  readonly x: number;
  readonly frames: number;
  /** Positions where a tick fits beside the cross. */
  readonly ticks: readonly number[];
}

/** Losses that are closer together than crosses can be form one cluster. `places` must be in ascending order. */
export function dropClusters(
  places: readonly { readonly x: number; readonly frames: number }[],
): readonly DropCluster[] {
  const clusters: { x: number; frames: number; ticks: number[] }[] = [];
  let lastX = Number.NEGATIVE_INFINITY;
  for (const { x, frames } of places) {
    const cluster = clusters.at(-1);
    if (cluster === undefined || x - lastX >= LEAST_GLYPH_GAP_PX) clusters.push({ x, frames, ticks: [] });
    else {
      cluster.frames += frames;
      if (x !== lastX && x - cluster.x > CROSS_RADIUS_PX + 1) cluster.ticks.push(x);
    }
    lastX = x;
  }
  return clusters;
}
