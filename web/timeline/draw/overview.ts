/** The whole run as a strip, and the cone from it to the part shown below. */

import type { Overview } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import type { Layout } from "../layout.ts";
import { lossText } from "../losses.ts";
import type { StaticSpec } from "../spec.ts";
import { drawText, type Surface, snap, textWidth } from "../surface.ts";
import { roundCountText } from "../text.ts";
import { fonts } from "../theme.ts";
import { plotEnd, VALUE_AIR_PX } from "./tools.ts";

const DROP_TICK_WIDTH_PX = 1.6;
const DROP_TICK_HEIGHT_PX = 4;
const LEAST_BRUSH_PX = 3;
const NARROW_GUTTER_PX = 100;
const LINE_PX = 14;

interface Brush {
  readonly x0: number;
  readonly x1: number;
}

function overviewX(spec: StaticSpec, layout: Layout, cycle: number): number {
  return layout.plotX + (cycle / Math.max(1, spec.machine.endCycle)) * layout.plotWidthPx;
}

export function cycleAtOverviewX(spec: StaticSpec, layout: Layout, x: number): number {
  const share = (x - layout.plotX) / Math.max(1, layout.plotWidthPx);
  return Math.min(1, Math.max(0, share)) * spec.machine.endCycle;
}

/** Position of the viewport in the strip. It is never too thin to be seen. */
export function brushOf(spec: StaticSpec, layout: Layout): Brush {
  const { viewport } = spec;
  const x0 = overviewX(spec, layout, viewport.startCycle);
  const x1 = overviewX(spec, layout, viewport.startCycle + viewport.widthPx * viewport.cyclesPerPx);
  const lack = Math.max(0, LEAST_BRUSH_PX - (x1 - x0));
  return { x0: x0 - lack / 2, x1: Math.min(plotEnd(layout), x1) + lack / 2 };
}

export function drawOverview(surface: Surface, spec: StaticSpec, layout: Layout): void {
  const { overview: band } = layout;
  if (band === undefined) return;
  const { theme, overview, size } = spec;
  const { label, mono } = fonts(theme);
  const runText = layout.gutterWidthPx < NARROW_GUTTER_PX ? "" : `${t("run|noun")}, `;
  const runCycles = `${roundCountText(spec.machine.endCycle)}${runText === "" ? "" : ` ${t("cycles")}`}`;
  const drops = overview?.drops.count.reduce((sum, count) => sum + count, 0) ?? 0;
  const middle = band.y + band.heightPx / 2;
  const ofOne = [spec.side ?? "", drops === 0 ? "" : t("✕ {count} in all", { count: lossText(drops) })]
    .filter(Boolean)
    .join(" ");
  const runY = ofOne === "" ? middle : middle - LINE_PX / 2;
  drawText(surface, runText, layout.gutterX, runY, { font: label, color: theme.ink3 });
  const runX = layout.gutterX + textWidth(surface, runText, label);
  drawText(surface, runCycles, runX, runY, { font: mono, color: theme.ink2 });
  const knownX = snap(
    overviewX(spec, layout, Math.min(spec.frontier, spec.machine.endCycle)),
    size.devicePixelRatio,
  );
  if (ofOne !== "")
    drawText(surface, ofOne, layout.plotX - VALUE_AIR_PX, runY + LINE_PX, {
      font: label,
      color: drops === 0 ? theme.ink2 : theme.drop,
      align: "right",
    });
  surface.strokeStyle = theme.line;
  surface.lineWidth = 1;
  surface.strokeRect(layout.plotX + 0.5, band.y + 0.5, layout.plotWidthPx - 1, band.heightPx - 1);
  surface.fillStyle = theme.sunk;
  surface.fillRect(layout.plotX, band.y, knownX - layout.plotX, band.heightPx);
  if (overview === undefined || overview.end <= 0) return;
  drawFillArea(
    surface,
    spec,
    layout,
    overview,
    band.y + band.heightPx,
    band.heightPx - DROP_TICK_HEIGHT_PX - 3,
  );
  drawDropTicks(surface, spec, layout, overview, band.y);
}

function drawFillArea(
  surface: Surface,
  spec: StaticSpec,
  layout: Layout,
  overview: Overview,
  floor: number,
  heightPx: number,
): void {
  const { rxFill } = overview;
  const columns = rxFill.mean.length;
  const endColumn = Math.min(columns, Math.ceil((overview.knownTo / overview.end) * columns));
  const xOfColumn = (c: number) => overviewX(spec, layout, (c / columns) * overview.end);
  surface.fillStyle = spec.theme.ink3;
  // The mean, and the maximum in the background.
  for (const [values, opacity] of [
    [rxFill.maximum, 0.22],
    [rxFill.mean, 0.35],
  ] as const) {
    surface.globalAlpha = opacity;
    surface.beginPath();
    surface.moveTo(layout.plotX, floor);
    let last = floor;
    for (let c = 0; c < endColumn; c++) {
      const y = floor - Math.round(((values[c] ?? 0) / Math.max(1, rxFill.capacity)) * heightPx);
      if (y === last) continue;
      surface.lineTo(xOfColumn(c), last);
      surface.lineTo(xOfColumn(c), y);
      last = y;
    }
    surface.lineTo(xOfColumn(endColumn), last);
    surface.lineTo(xOfColumn(endColumn), floor);
    surface.fill();
  }
  surface.globalAlpha = 1;
}

function drawDropTicks(
  surface: Surface,
  spec: StaticSpec,
  layout: Layout,
  overview: Overview,
  top: number,
): void {
  const { at } = overview.drops;
  const { theme, size } = spec;
  if (at.length === 0) return;
  let lastX = Number.NEGATIVE_INFINITY;
  surface.fillStyle = theme.drop;
  for (let i = 0; i < at.length; i++) {
    const x = snap(overviewX(spec, layout, at[i] ?? 0), size.devicePixelRatio);
    if (x - lastX < DROP_TICK_WIDTH_PX) continue;
    lastX = x;
    surface.fillRect(x, top, DROP_TICK_WIDTH_PX, DROP_TICK_HEIGHT_PX);
  }
}

export function drawCone(surface: Surface, spec: StaticSpec, layout: Layout): void {
  const { cone } = layout;
  if (cone === undefined) return;
  const { theme } = spec;
  const { x0, x1 } = brushOf(spec, layout);
  const bottom = cone.y + cone.heightPx;
  surface.fillStyle = theme.accentSoft;
  surface.beginPath();
  surface.moveTo(x0, cone.y);
  surface.lineTo(layout.plotX, bottom);
  surface.lineTo(plotEnd(layout), bottom);
  surface.lineTo(x1, cone.y);
  surface.closePath();
  surface.fill();
  surface.strokeStyle = theme.accent;
  surface.lineWidth = 1;
  surface.globalAlpha = 0.45;
  surface.beginPath();
  surface.moveTo(x0, cone.y);
  surface.lineTo(layout.plotX, bottom);
  surface.moveTo(x1, cone.y);
  surface.lineTo(plotEnd(layout), bottom);
  surface.stroke();
  surface.globalAlpha = 1;
}

export function drawBrush(surface: Surface, spec: StaticSpec, layout: Layout): void {
  const { overview } = layout;
  if (overview === undefined) return;
  const { x0, x1 } = brushOf(spec, layout);
  surface.strokeStyle = spec.theme.accent;
  surface.lineWidth = 2;
  surface.beginPath();
  surface.roundRect(x0, overview.y - 1, x1 - x0, overview.heightPx + 2, 2);
  surface.stroke();
}
