/** Series as pictures, one pixel a column. All tracks of a stretch of columns share one picture (a tile),
 * made when first seen. A drag or a zoom then moves a few pictures instead of drawing thousands of bars,
 * and a new answer costs what is visible of it. */
import type { TimelineWindow } from "../engine/protocol.ts";
import type { Raster } from "./rasters.ts";

/** No power of two: rows of a picture would fall on the same cache lines, and columns are filled one by one. */
export const TILE_COLUMNS = 500;
/** Tiles kept: the picture that is dragged is two views wide. Each is TILE_COLUMNS x the height of all tracks. */
const TILE_LIMIT = 16;

/** One series in the picture. */
export interface StripItem {
  readonly id: string;
  /** Device pixels. */
  readonly heightPx: number;
  readonly raster: Raster;
}

/** The series of a picture, one below the other. */
export interface StripPlan {
  /** Pictures with another signature are of another shape. */
  readonly signature: string;
  readonly items: readonly StripItem[];
  /** First row of each item. */
  readonly tops: ReadonlyMap<string, number>;
  readonly heightPx: number;
}

export function planStrips(items: readonly StripItem[]): StripPlan {
  const tops = new Map<string, number>();
  let heightPx = 0;
  for (const item of items) {
    tops.set(item.id, heightPx);
    heightPx += item.heightPx;
  }
  return { signature: items.map(({ id, heightPx: px }) => `${id} ${px}`).join(), items, tops, heightPx };
}

export interface StripSource {
  /** Picture of columns [tile * TILE_COLUMNS, ...) of the window. */
  readonly tile: (window: TimelineWindow, tile: number, plan: StripPlan) => CanvasImageSource | undefined;
  /** A colour as a pixel, at this opacity. */
  readonly pixel: (color: string, opacity?: number) => number;
}

/** Columns [first, end) of all series, into transparent pixels that are TILE_COLUMNS wide and as high as the plan. */
export function paintTile(
  pixels: Uint32Array,
  plan: StripPlan,
  { first, end }: { readonly first: number; readonly end: number },
  devicePixelRatio: number,
): void {
  for (const { id, heightPx, raster } of plan.items) {
    const top = plan.tops.get(id) ?? 0;
    raster({ pixels, stride: TILE_COLUMNS, top, heightPx, first, end, devicePixelRatio });
  }
}

/** One per theme and pixel ratio. */
export function createStripCache(devicePixelRatio: number): StripSource {
  const names = new WeakMap<TimelineWindow, number>();
  const pixels = new Map<string, number>();
  /** Least recently drawn first. */
  const tiles = new Map<string, HTMLCanvasElement>();
  let windowCount = 0;
  let image: ImageData | undefined;

  function nameOf(window: TimelineWindow): number {
    const known = names.get(window);
    if (known !== undefined) return known;
    windowCount += 1;
    names.set(window, windowCount);
    return windowCount;
  }

  /** A canvas that is no longer drawn, or a new one. */
  function takeCanvas(heightPx: number): HTMLCanvasElement {
    const [oldest] = tiles;
    const spare = tiles.size >= TILE_LIMIT && oldest !== undefined ? oldest[1] : undefined;
    if (oldest !== undefined && spare !== undefined) tiles.delete(oldest[0]);
    const canvas = spare?.height === heightPx ? spare : document.createElement("canvas");
    if (canvas !== spare) {
      canvas.width = TILE_COLUMNS;
      canvas.height = heightPx;
    }
    return canvas;
  }

  function paint(window: TimelineWindow, tile: number, plan: StripPlan): HTMLCanvasElement | undefined {
    const first = tile * TILE_COLUMNS;
    const end = Math.min(window.columns, first + TILE_COLUMNS);
    if (end <= first || plan.heightPx <= 0) return undefined;
    const canvas = takeCanvas(plan.heightPx);
    const context = canvas.getContext("2d");
    if (context === null) return undefined;
    if (image?.height !== plan.heightPx) image = context.createImageData(TILE_COLUMNS, plan.heightPx);
    const target = new Uint32Array(image.data.buffer);
    target.fill(0);
    paintTile(target, plan, { first, end }, devicePixelRatio);
    context.putImageData(image, 0, 0);
    return canvas;
  }

  return {
    tile: (window, tile, plan) => {
      const key = `${nameOf(window)} ${tile} ${plan.signature}`;
      const picture = tiles.get(key) ?? paint(window, tile, plan);
      if (picture === undefined) return undefined;
      tiles.delete(key);
      tiles.set(key, picture);
      return picture;
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
