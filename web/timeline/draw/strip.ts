/** Places a strip at its cycles. Tiles end on device pixels, so that no seam is visible. */
import type { TimelineWindow } from "../../engine/protocol.ts";
import { visibleColumns } from "../columns.ts";
import type { Track } from "../layout.ts";
import { type StripItem, TILE_COLUMNS } from "../strips.ts";
import type { Box } from "../tracks/track.ts";
import { type DrawTools, type PlotTools, xOf } from "./tools.ts";

export function trackStripId(track: Pick<Track, "kind" | "index">): string {
  return `${track.kind} ${track.index}`;
}

export function laneStripId(context: number): string {
  return `lane ${context}`;
}

/** The series of a track, as high as its box. */
export function stripItem(
  { size }: DrawTools["spec"],
  track: Track,
  { heightPx }: Box,
  raster: StripItem["raster"],
): StripItem {
  return { id: trackStripId(track), heightPx: Math.round(heightPx * size.devicePixelRatio), raster };
}

/** Draws the series `id` of the plan with its upper edge at `top`. Draws nothing if the plan has no such series. */
export function drawStrip(tools: PlotTools, window: TimelineWindow, id: string, top: number): void {
  const { surface, spec, strips, plan } = tools;
  const item = plan.items.find((entry) => entry.id === id);
  const sourceY = plan.tops.get(id);
  if (item === undefined || sourceY === undefined) return;
  const ratio = spec.size.devicePixelRatio;
  const range = visibleColumns(window, spec.viewport);
  const cycles = range.cyclesPerColumn;
  // Shrunk columns blend, so that none is skipped. Stretched ones keep hard edges.
  surface.imageSmoothingEnabled = (cycles / spec.viewport.cyclesPerPx) * ratio < 1;
  for (let tile = Math.floor(range.first / TILE_COLUMNS); tile * TILE_COLUMNS < range.end; tile++) {
    const image = strips.tile(window, tile, plan);
    if (image === undefined) continue;
    const first = Math.max(range.first, tile * TILE_COLUMNS);
    const end = Math.min(range.end, (tile + 1) * TILE_COLUMNS);
    const x0 = xOf(tools, window.from + first * cycles);
    const x1 = xOf(tools, window.from + end * cycles);
    if (x1 <= x0) continue;
    const sourceX = first - tile * TILE_COLUMNS;
    const { heightPx } = item;
    surface.drawImage(image, sourceX, sourceY, end - first, heightPx, x0, top, x1 - x0, heightPx / ratio);
  }
}

/** True if columns are so wide that shapes are fewer, and sharper, than stretched pixels. */
export function areColumnsWide(spec: DrawTools["spec"], window: TimelineWindow): boolean {
  const pxPerColumn = (window.to - window.from) / Math.max(1, window.columns) / spec.viewport.cyclesPerPx;
  return pxPerColumn * spec.size.devicePixelRatio > 2;
}
