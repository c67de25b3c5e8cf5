/** The band below the ruler shows the parts of the latency of one packet or interrupt, one after the other. */

import { journeyParts } from "../../state/follow.ts";
import { partStyle } from "../../ui/latencyParts.ts";
import { fateText, journeyName } from "../journey.ts";
import { layerIndex } from "../layers.ts";
import type { Layout } from "../layout.ts";
import type { TimelineSpec } from "../spec.ts";
import { drawText, horizontalLine, type Surface, snap, textWidth } from "../surface.ts";
import { fonts } from "../theme.ts";
import { clampToPlot, plotEnd } from "./tools.ts";

const AIR_PX = 5;
const LABEL_AIR_PX = 5;
const LEAST_PART_PX = 1;
const END_AIR_PX = 6;

export function drawJourney(surface: Surface, spec: TimelineSpec, layout: Layout): void {
  const { journey, theme, viewport, size } = spec;
  const { journey: band } = layout;
  if (journey === undefined || band === undefined) return;
  const font = fonts(theme);
  const middle = band.y + band.heightPx / 2;
  const xOf = (cycle: number) =>
    snap(layout.plotX + (cycle - viewport.startCycle) / viewport.cyclesPerPx, size.devicePixelRatio);
  surface.fillStyle = theme.surface;
  surface.fillRect(layout.gutterX, band.y, plotEnd(layout) - layout.gutterX, band.heightPx);
  horizontalLine(surface, layout.gutterX, plotEnd(layout), band.y + band.heightPx - 1, theme.line);
  surface.save();
  surface.beginPath();
  surface.rect(layout.gutterX, band.y, layout.gutterWidthPx - 4, band.heightPx);
  surface.clip();
  drawText(surface, journeyName(journey, spec.machine), layout.gutterX, middle, {
    font: font.label,
    color: theme.ink,
  });
  surface.restore();
  const top = band.y + AIR_PX;
  const heightPx = band.heightPx - 2 * AIR_PX;
  let last = layout.plotX;
  for (const { part, fromCycle, toCycle } of journeyParts(journey)) {
    const x0 = clampToPlot(layout, xOf(fromCycle));
    const x1 = clampToPlot(layout, xOf(toCycle));
    last = Math.max(last, x1);
    if (toCycle <= fromCycle || (x1 <= x0 && xOf(fromCycle) !== x0)) continue;
    const widthPx = Math.max(LEAST_PART_PX, x1 - x0);
    const isHatched = fillPart(surface, spec, part, x0, top, widthPx, heightPx);
    const { label } = partStyle(part);
    if (textWidth(surface, label, font.span) + 2 * LABEL_AIR_PX > widthPx) continue;
    if (isHatched) {
      surface.fillStyle = theme.surface;
      surface.fillRect(x0 + 2, top + 2, textWidth(surface, label, font.span) + LABEL_AIR_PX, heightPx - 4);
    }
    drawText(surface, label, x0 + LABEL_AIR_PX, middle, {
      font: font.span,
      color: isHatched ? theme.ink : theme.onLayer,
    });
  }
  const isOver = journey.endCycle !== undefined && xOf(journey.endCycle) <= plotEnd(layout);
  const end = fateText(journey, spec.machine);
  if (isOver && last + END_AIR_PX + textWidth(surface, end, font.label) < plotEnd(layout))
    drawText(surface, end, last + END_AIR_PX, middle, {
      font: font.label,
      color: journey.fate.kind === "dropped" ? theme.drop : theme.ink2,
    });
}

/** Returns true if words on the part need a background of their own. */
function fillPart(
  surface: Surface,
  { theme }: TimelineSpec,
  part: string,
  x: number,
  y: number,
  widthPx: number,
  heightPx: number,
): boolean {
  const { layer, hatched } = partStyle(part);
  const isStall = layer === "stall" || layer === undefined;
  surface.fillStyle = isStall ? theme.stall : (theme.layers[layerIndex(layer)] ?? theme.stall);
  surface.fillRect(x, y, widthPx, heightPx);
  if (!hatched) return false;
  surface.fillStyle = theme.hatch.over;
  surface.fillRect(x, y, widthPx, heightPx);
  return true;
}
