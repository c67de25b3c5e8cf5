/** An interrupt line: up or clear, where its interrupts were recognised (triangle) and where its handler returned
 * (bar). From far away only how often it was raised is known: ticks. */
import type { LineLevel, TimelineWindow } from "../../engine/protocol.ts";
import { endCycleOf } from "../../state/viewport.ts";
import { lowerBound } from "../columns.ts";
import { horizontalLine } from "../surface.ts";
import type { Box } from "../tracks/track.ts";
import { drawTicks, ENTERED_HALF_PX, isDense } from "./marks.ts";
import { clampToPlot, type DrawTools, type PlacedTrack, plotEnd, xOf } from "./tools.ts";

const LEAST_SPAN_PX = 1;
const RETURN_WIDTH_PX = 2;

export function drawLine(tools: DrawTools, track: PlacedTrack, { airPx, heightPx }: Box): void {
  const { window, theme } = tools.spec;
  const line = window?.lines[track.index];
  if (window === undefined || line === undefined) return;
  const top = track.top + airPx;
  horizontalLine(
    tools.surface,
    tools.layout.plotX,
    plotEnd(tools.layout),
    Math.round(top + heightPx),
    theme.line2,
  );
  if (line.level === undefined) {
    drawTicks(tools, window, line.raised, top, heightPx, theme.ink2);
    return;
  }
  drawUp(tools, window, line.level, top, heightPx);
  if (!isDense(tools, window, line.level.recognised)) drawAnswers(tools, window, line.level, top, heightPx);
}

function drawUp(
  { surface, spec, layout }: DrawTools,
  window: TimelineWindow,
  { start, end }: LineLevel,
  top: number,
  heightPx: number,
): void {
  const { viewport, theme } = spec;
  const until = endCycleOf(viewport) - window.from;
  surface.fillStyle = theme.ink3;
  let drawnTo = Number.NEGATIVE_INFINITY;
  for (let i = lowerBound(end, viewport.startCycle - window.from); i < end.length; i++) {
    if ((start[i] ?? 0) > until) break;
    const x0 = Math.max(drawnTo, clampToPlot(layout, xOf({ spec, layout }, window.from + (start[i] ?? 0))));
    const x1 = clampToPlot(layout, xOf({ spec, layout }, window.from + (end[i] ?? 0)));
    const to = Math.max(x1, x0 + LEAST_SPAN_PX);
    if (x1 < drawnTo) continue;
    surface.fillRect(x0, top, to - x0, heightPx);
    drawnTo = to;
  }
}

function drawAnswers(
  tools: DrawTools,
  window: TimelineWindow,
  { recognised, returned }: LineLevel,
  top: number,
  heightPx: number,
): void {
  const { surface, spec, layout } = tools;
  const first = spec.viewport.startCycle - window.from;
  const inView = function* (at: Float64Array) {
    for (let i = lowerBound(at, first); i < at.length; i++) {
      const x = xOf(tools, window.from + (at[i] ?? 0));
      if (x > plotEnd(layout)) return;
      yield x;
    }
  };
  surface.fillStyle = spec.theme.ink;
  surface.beginPath();
  for (const x of inView(recognised)) {
    surface.moveTo(x - ENTERED_HALF_PX, top);
    surface.lineTo(x + ENTERED_HALF_PX, top);
    surface.lineTo(x, top + Math.min(heightPx, 9));
    surface.closePath();
  }
  surface.fill();
  for (const x of inView(returned))
    surface.fillRect(x - RETURN_WIDTH_PX / 2, top + heightPx / 2, RETURN_WIDTH_PX, heightPx / 2);
}
