/** Tracks with a value per column: ring and queue fill, bus share, instructions per cycle. */
import type { FillData, TimelineWindow } from "../../engine/protocol.ts";
import { columnsPerStep, lowerBound, mergeFill, mergeMean, visibleColumns } from "../columns.ts";
import type { Paint } from "../spec.ts";
import { dashedLine, snap } from "../surface.ts";
import { clampToPlot, type DrawTools, type PlacedTrack, plotEnd, xOf } from "./tools.ts";

interface FillStyle {
  readonly color: string;
  /** Room above the capacity line for the drops. */
  readonly headroomPx: number;
  readonly showsCapacity: boolean;
}

const AREA_OPACITY = 0.12;

/** Y of a fill level inside the track; the capacity line is at level = capacity. */
export function levelY(track: PlacedTrack, headroomPx: number, level: number, capacity: number): number {
  const floor = track.top + track.heightPx - 1;
  const roof = track.top + headroomPx;
  return floor - (Math.min(level, capacity) / Math.max(1, capacity)) * (floor - roof);
}

export function drawFill(tools: DrawTools, track: PlacedTrack, fill: FillData, style: FillStyle): void {
  const { surface, spec, layout } = tools;
  const { window, theme, size } = spec;
  const y = (level: number) =>
    snap(levelY(track, style.headroomPx, level, fill.capacity), size.devicePixelRatio);
  if (style.showsCapacity)
    dashedLine(surface, layout.plotX, plotEnd(layout), y(fill.capacity) - 0.5, theme.ink3, [4, 3]);
  if (window === undefined) return;
  const steps = fillSteps(tools, window, fill);
  if (steps.length < 2) return;
  surface.fillStyle = style.color;
  surface.globalAlpha = AREA_OPACITY;
  for (const level of ["maximum", "mean"] as const) {
    surface.beginPath();
    tracePath(steps, level, y, y(0));
    surface.fill();
  }
  surface.globalAlpha = 1;
  surface.strokeStyle = style.color;
  surface.lineWidth = 1.25;
  surface.beginPath();
  tracePath(steps, "mean", (value) => y(value) - 0.5, undefined);
  surface.stroke();

  function tracePath(
    points: readonly FillStep[],
    level: "maximum" | "mean",
    yOf: (value: number) => number,
    floor: number | undefined,
  ): void {
    let last = Number.NaN;
    points.forEach((point, i) => {
      const isEnd = i === points.length - 1;
      const next = isEnd ? last : yOf(point[level]);
      if (i === 0) surface.moveTo(point.x, floor ?? next);
      else if (next !== last || isEnd) surface.lineTo(point.x, last);
      if (next !== last && !isEnd && (i > 0 || floor !== undefined)) surface.lineTo(point.x, next);
      last = next;
    });
    if (floor !== undefined) surface.lineTo(points.at(-1)?.x ?? 0, floor);
  }
}

interface FillStep {
  readonly x: number;
  readonly maximum: number;
  readonly mean: number;
}

/** One entry per drawn pixel; a last one closes the area at the end of what is known. */
function fillSteps(tools: DrawTools, window: TimelineWindow, fill: FillData): readonly FillStep[] {
  const { spec, layout } = tools;
  const range = visibleColumns(window, spec.viewport);
  const step = columnsPerStep(range, spec.viewport, spec.size.devicePixelRatio);
  const steps: FillStep[] = [];
  const xOfColumn = (c: number) => clampToPlot(layout, xOf(tools, window.from + c * range.cyclesPerColumn));
  for (let c = range.first - (range.first % step); c < range.end; c += step) {
    const level = mergeFill(fill, c, Math.min(c + step, window.columns));
    steps.push({ x: xOfColumn(c), maximum: level.maximum, mean: level.mean });
  }
  const last = steps.at(-1);
  if (last !== undefined) {
    const knownX = clampToPlot(layout, xOf(tools, Math.min(window.knownTo, window.to)));
    steps.push({ x: Math.min(xOfColumn(range.end), knownX), maximum: last.maximum, mean: last.mean });
  }
  return steps;
}

export function drawBus(tools: DrawTools, track: PlacedTrack): void {
  const { surface, spec, layout } = tools;
  const { window, theme, viewport } = spec;
  if (window === undefined) return;
  const middle = Math.round(track.top + track.heightPx / 2);
  const barPx = 8;
  surface.fillStyle = theme.ink2;
  if (window.dma.kind === "spans") {
    const { start, end } = window.dma;
    for (let i = lowerBound(end, viewport.startCycle - window.from); i < start.length; i++) {
      const x0 = clampToPlot(layout, xOf(tools, window.from + (start[i] ?? 0)));
      if (x0 >= plotEnd(layout)) break;
      const x1 = clampToPlot(layout, xOf(tools, window.from + (end[i] ?? 0)));
      surface.fillRect(x0, middle - barPx / 2, Math.max(1, x1 - x0), barPx);
    }
    return;
  }
  const range = visibleColumns(window, viewport);
  const step = columnsPerStep(range, viewport, spec.size.devicePixelRatio);
  const floor = track.top + track.heightPx - 3;
  const fullPx = track.heightPx - 6;
  let runX = 0;
  let runPx = 0;
  const flush = (x: number) => {
    if (runPx > 0) surface.fillRect(runX, floor - runPx, x - runX, runPx);
  };
  for (let c = range.first - (range.first % step); c < range.end; c += step) {
    const share = mergeMean(window.dma.share, c, Math.min(c + step, range.end));
    const px = share > 0 ? Math.max(1, Math.round(share * fullPx)) : 0;
    if (px === runPx) continue;
    const x = clampToPlot(layout, xOf(tools, window.from + c * range.cyclesPerColumn));
    flush(x);
    runX = x;
    runPx = px;
  }
  flush(clampToPlot(layout, xOf(tools, window.from + range.end * range.cyclesPerColumn)));
}

/** A line from 0 (floor) to 1 (roof); gaps where only timed layers ran. */
export function drawIpc(tools: DrawTools, track: PlacedTrack): void {
  const { surface, spec, layout } = tools;
  const { window, theme, viewport } = spec;
  const color: Paint = theme.ink2;
  const roof = track.top + 5;
  const floor = track.top + track.heightPx - 4;
  surface.strokeStyle = theme.line2;
  dashedLine(surface, layout.plotX, plotEnd(layout), Math.round(roof) - 0.5, theme.line2, [2, 3]);
  if (window === undefined) return;
  const range = visibleColumns(window, viewport);
  const step = columnsPerStep(range, viewport, spec.size.devicePixelRatio);
  let drawing = false;
  surface.strokeStyle = color;
  surface.lineWidth = 1.25;
  surface.beginPath();
  for (let c = range.first - (range.first % step); c < range.end; c += step) {
    const value = mergeMean(window.ipc, c, Math.min(c + step, range.end));
    if (Number.isNaN(value)) {
      drawing = false;
      continue;
    }
    const x0 = clampToPlot(layout, xOf(tools, window.from + c * range.cyclesPerColumn));
    const x1 = clampToPlot(layout, xOf(tools, window.from + (c + step) * range.cyclesPerColumn));
    const y = floor - Math.min(1, value) * (floor - roof);
    if (drawing) surface.lineTo(x0, y);
    else surface.moveTo(x0, y);
    surface.lineTo(x1, y);
    drawing = true;
  }
  surface.stroke();
}
