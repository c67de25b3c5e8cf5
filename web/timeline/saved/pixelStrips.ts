/** Series as pixels in memory, for where there is no canvas. */
import { paintTile, type StripSource, TILE_COLUMNS } from "../strips.ts";
import type { PixelBox, SurfaceTools } from "./svgSurface.ts";

interface PixelTile {
  readonly width: number;
  readonly pixels: Uint32Array;
}

interface PixelStrips {
  readonly strips: StripSource;
  readonly pixelsOf: SurfaceTools["pixelsOf"];
}

export function createPixelStrips(devicePixelRatio: number): PixelStrips {
  /** What the surface is given stands for pixels that are found again by it. */
  const tiles = new WeakMap<object, PixelTile>();
  return {
    strips: {
      tile: (window, tile, plan) => {
        const first = tile * TILE_COLUMNS;
        const end = Math.min(window.columns, first + TILE_COLUMNS);
        if (end <= first || plan.heightPx <= 0) return undefined;
        const pixels = new Uint32Array(TILE_COLUMNS * plan.heightPx);
        paintTile(pixels, plan, { first, end }, devicePixelRatio);
        const image = {};
        tiles.set(image, { width: TILE_COLUMNS, pixels });
        return image as CanvasImageSource;
      },
      pixel: (color, opacity = 1) => pixelOf(color, opacity),
    },
    pixelsOf: (image, box) => {
      const tile = tiles.get(image);
      if (tile === undefined) throw new Error("this picture is none of these strips");
      return partOf(tile, box);
    },
  };
}

function partOf({ width: stride, pixels }: PixelTile, { x, y, width, height }: PixelBox): Uint32Array {
  const part = new Uint32Array(width * height);
  for (let row = 0; row < height; row++) {
    const from = (y + row) * stride + x;
    part.set(pixels.subarray(from, from + width), row * width);
  }
  return part;
}

/** Of "#rrggbb", as ImageData has it: red is the lowest byte. */
function pixelOf(color: string, opacity: number): number {
  const value = Number.parseInt(color.slice(1), 16);
  const [red, green, blue] = [value >>> 16, (value >>> 8) & 255, value & 255];
  return ((Math.round(opacity * 255) << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
