/** Draws series as pictures with one pixel per column. All tracks of a range of columns share one picture (a tile),
 * which is made when it is first seen. A drag or a zoom then moves a few pictures instead of drawing thousands of bars,
 * and a new answer costs only its visible part. */
import { type FillData, LAYER_COUNT, type LaneShares, type TimelineWindow } from "../engine/protocol.ts";
import { IDLE_LAYER, STACK_ORDER } from "./layers.ts";

/** Not a power of two, because the columns are filled one by one and the rows of a picture would use the same cache
 * lines. */
export const TILE_COLUMNS = 500;
/** Number of stored tiles. The dragged picture is two views wide. Each tile has TILE_COLUMNS x the height of all
 * tracks. */
const TILE_LIMIT = 16;

/** One series in the picture. */
export interface StripItem {
  readonly id: string;
  /** Device pixels. */
  readonly heightPx: number;
  readonly raster: Raster;
}

/** The series of a picture, in order from top to bottom. */
export interface StripPlan {
  /** Pictures with another signature have another shape. */
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

// ---- columns of data as pixels, 32 bits each as ImageData wants them, 0 is transparent ----

/** Place of a series: rows [top, top + heightPx) of a picture whose rows are `stride` long. Column `first` is at x = 0.
 * The target must be transparent. */
interface RasterTarget {
  readonly pixels: Uint32Array;
  readonly stride: number;
  readonly top: number;
  readonly heightPx: number;
  readonly first: number;
  /** Index after the last column. */
  readonly end: number;
  readonly devicePixelRatio: number;
}

export type Raster = (target: RasterTarget) => void;

const IDLE_LINE_PX = 2;
const stack = new Int32Array(LAYER_COUNT);

/** Heights of one column's layers, by layer. Everything that happened gets at least a pixel. The next call reuses the
 * array. */
export function stackHeights(shares: Float32Array, column: number, heightPx: number): Int32Array {
  let total = 0;
  let tallest = 0;
  for (let layer = 0; layer < LAYER_COUNT; layer++) {
    const share = layer === IDLE_LAYER ? 0 : (shares[column * LAYER_COUNT + layer] ?? 0);
    const px = share > 0 ? Math.max(1, Math.round(share * heightPx)) : 0;
    stack[layer] = px;
    total += px;
    if (px > (stack[tallest] ?? 0)) tallest = layer;
  }
  if (total > heightPx) stack[tallest] = Math.max(1, (stack[tallest] ?? 0) - (total - heightPx));
  return stack;
}

/** Stacked shares. The index of `colors` is the layer. A line is drawn if nothing ran. */
export function rasteriseLane(shares: LaneShares, target: RasterTarget, colors: Uint32Array): void {
  const { pixels, stride, top, heightPx, first, end } = target;
  const columns = end - first;
  const idleColor = colors[IDLE_LAYER] ?? 0;
  const idleLine = Math.round(IDLE_LINE_PX * target.devicePixelRatio);
  const idleTop = (heightPx - idleLine) >> 1;
  for (let x = 0; x < columns; x++) {
    const heights = stackHeights(shares.layers, first + x, heightPx);
    let y = heightPx;
    for (const layer of STACK_ORDER) {
      const color = colors[layer] ?? 0;
      const roof = Math.max(0, y - (heights[layer] ?? 0));
      while (y > roof) pixels[(top + --y) * stride + x] = color;
    }
    if (y < heightPx) continue;
    for (let line = 0; line < idleLine; line++) pixels[(top + idleTop + line) * stride + x] = idleColor;
  }
}

interface FillColors {
  readonly line: number;
  /** Colour from the bottom to the mean. `toMaximum` is the colour from there to the maximum. */
  readonly toMean: number;
  readonly toMaximum: number;
}

/** Fill of a ring or queue: an area up to the mean, a lighter one up to the maximum, and a step line on the mean. */
export function rasteriseFill(fill: FillData, target: RasterTarget, colors: FillColors): void {
  const { pixels, stride, top, heightPx, first, end } = target;
  const columns = end - first;
  const linePx = Math.max(1, Math.round(target.devicePixelRatio));
  const floor = heightPx - linePx;
  const pxPerUnit = floor / Math.max(1, fill.capacity);
  const yOf = (level: number | undefined) =>
    floor - Math.round(Math.min(fill.capacity, level ?? 0) * pxPerUnit);
  let last = first > 0 ? yOf(fill.mean[first - 1]) : -1;
  for (let x = 0; x < columns; x++) {
    const mean = yOf(fill.mean[first + x]);
    const most = yOf(fill.maximum[first + x]);
    for (let y = most; y < mean; y++) pixels[(top + y) * stride + x] = colors.toMaximum;
    for (let y = mean; y < heightPx; y++) pixels[(top + y) * stride + x] = colors.toMean;
    const from = last < 0 ? mean : Math.min(last, mean);
    const to = last < 0 ? mean : Math.max(last, mean);
    for (let y = from; y < to + linePx; y++) pixels[(top + y) * stride + x] = colors.line;
    last = mean;
  }
}

/** A line between 0 at the bottom and 1 at the top. It has gaps if there is no number. */
export function rasteriseLine(values: Float32Array, target: RasterTarget, color: number): void {
  const { pixels, stride, top, heightPx, first, end } = target;
  const columns = end - first;
  const linePx = Math.max(1, Math.round(target.devicePixelRatio));
  const floor = heightPx - linePx;
  /** -1 if there is no number. */
  const yOf = (value: number | undefined) =>
    value === undefined || Number.isNaN(value)
      ? -1
      : floor - Math.round(Math.min(1, Math.max(0, value)) * floor);
  let last = first > 0 ? yOf(values[first - 1]) : -1;
  for (let x = 0; x < columns; x++) {
    const y = yOf(values[first + x]);
    if (y < 0) {
      last = -1;
      continue;
    }
    const from = last < 0 ? y : Math.min(last, y);
    const to = last < 0 ? y : Math.max(last, y);
    for (let row = from; row < to + linePx; row++) pixels[(top + row) * stride + x] = color;
    last = y;
  }
}

interface BarPart {
  readonly values: Float32Array;
  readonly color: number;
}

/** Stacked bars from the bottom. `roof` is the value at the top, and the smallest part has a pixel if there is room. */
export function rasteriseBars(parts: readonly BarPart[], roof: number, target: RasterTarget): void {
  const { pixels, stride, top, heightPx, first, end } = target;
  const columns = end - first;
  for (let x = 0; x < columns; x++) {
    let y = heightPx;
    for (const { values, color } of parts) {
      const share = (values[first + x] ?? 0) / roof;
      const px = share > 0 ? Math.max(1, Math.round(share * heightPx)) : 0;
      const upper = Math.max(0, y - px);
      while (y > upper) pixels[(top + --y) * stride + x] = color;
    }
  }
}
