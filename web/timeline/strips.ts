/** Series as little pictures, one pixel a column, cut into tiles that are made when first seen. A drag or
 * a zoom then moves pictures instead of drawing thousands of bars, and a new answer costs what is visible. */
import type { Raster } from "./rasters.ts";

export const TILE_COLUMNS = 1024;

export interface StripSource {
  /** Picture of columns [tile * TILE_COLUMNS, ...) of `data`; `heightPx` in device pixels. */
  readonly tile: (
    data: object,
    tile: number,
    columns: number,
    heightPx: number,
    raster: Raster,
  ) => CanvasImageSource | undefined;
  /** A colour as a pixel, at this opacity. */
  readonly pixel: (color: string, opacity?: number) => number;
}

interface Strip {
  readonly heightPx: number;
  readonly tiles: Map<number, HTMLCanvasElement>;
}

/** One per theme and pixel ratio; pictures go with the data that they were made from. */
export function createStripCache(devicePixelRatio: number): StripSource {
  const strips = new WeakMap<object, Strip>();
  const pixels = new Map<string, number>();
  return {
    tile: (data, tile, columns, heightPx, raster) => {
      let strip = strips.get(data);
      if (strip === undefined || strip.heightPx !== heightPx) {
        strip = { heightPx, tiles: new Map() };
        strips.set(data, strip);
      }
      const known = strip.tiles.get(tile);
      if (known !== undefined) return known;
      const first = tile * TILE_COLUMNS;
      const end = Math.min(columns, first + TILE_COLUMNS);
      if (end <= first || heightPx <= 0) return undefined;
      const made = pictureOf(raster({ first, end, heightPx, devicePixelRatio }), end - first, heightPx);
      if (made !== undefined) strip.tiles.set(tile, made);
      return made;
    },
    pixel: (color, opacity = 1) => {
      const key = `${color} ${opacity}`;
      const known = pixels.get(key);
      if (known !== undefined) return known;
      const made = pixelOf(color, opacity);
      pixels.set(key, made);
      return made;
    },
  };
}

function pictureOf(pixels: Uint32Array, widthPx: number, heightPx: number): HTMLCanvasElement | undefined {
  const canvas = document.createElement("canvas");
  canvas.width = widthPx;
  canvas.height = heightPx;
  const context = canvas.getContext("2d");
  if (context === null) return undefined;
  const image = context.createImageData(widthPx, heightPx);
  new Uint32Array(image.data.buffer).set(pixels);
  context.putImageData(image, 0, 0);
  return canvas;
}

/** Lets the browser read the colour, so that any CSS colour will do. */
function pixelOf(color: string, opacity: number): number {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (context === null) return 0;
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const { data } = context.getImageData(0, 0, 1, 1);
  data[3] = Math.round(opacity * 255);
  return new Uint32Array(data.buffer)[0] ?? 0;
}
