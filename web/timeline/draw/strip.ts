/** Puts a strip where its cycles are: tiles end on device pixels, so that no seam shows. */
import type { TimelineWindow } from "../../engine/protocol.ts";
import { visibleColumns } from "../columns.ts";
import type { Raster } from "../rasters.ts";
import { TILE_COLUMNS } from "../strips.ts";
import { type DrawTools, xOf } from "./tools.ts";

export function drawStrip(
  tools: DrawTools,
  window: TimelineWindow,
  data: object,
  top: number,
  heightPx: number,
  raster: Raster,
): void {
  const { surface, spec, strips } = tools;
  const ratio = spec.size.devicePixelRatio;
  const range = visibleColumns(window, spec.viewport);
  const cycles = range.cyclesPerColumn;
  // Shrunk columns blend, so none is skipped; stretched ones keep hard edges.
  surface.imageSmoothingEnabled = (cycles / spec.viewport.cyclesPerPx) * ratio < 1;
  for (let tile = Math.floor(range.first / TILE_COLUMNS); tile * TILE_COLUMNS < range.end; tile++) {
    const image = strips.tile(data, tile, window.columns, Math.round(heightPx * ratio), raster);
    if (image === undefined) continue;
    const first = Math.max(range.first, tile * TILE_COLUMNS);
    const end = Math.min(range.end, (tile + 1) * TILE_COLUMNS);
    const x0 = xOf(tools, window.from + first * cycles);
    const x1 = xOf(tools, window.from + end * cycles);
    if (x1 <= x0) continue;
    const sourceX = first - tile * TILE_COLUMNS;
    surface.drawImage(
      image,
      sourceX,
      0,
      end - first,
      Math.round(heightPx * ratio),
      x0,
      top,
      x1 - x0,
      heightPx,
    );
  }
}

/** Columns so wide that shapes are fewer, and sharper, than stretched pixels. */
export function areColumnsWide(tools: DrawTools, window: TimelineWindow): boolean {
  const { viewport, size } = tools.spec;
  const pxPerColumn = (window.to - window.from) / Math.max(1, window.columns) / viewport.cyclesPerPx;
  return pxPerColumn * size.devicePixelRatio > 2;
}
