/** Columns of data as pixels: row-major, 32 bits a pixel as ImageData wants them, 0 is transparent. */
import { type FillData, LAYER_COUNT, type LaneShares } from "../engine/protocol.ts";
import { IDLE_LAYER, STACK_ORDER } from "./layers.ts";

export interface RasterSize {
  /** First column and one past the last. */
  readonly first: number;
  readonly end: number;
  /** Device pixels. */
  readonly heightPx: number;
  readonly devicePixelRatio: number;
}

export type Raster = (size: RasterSize) => Uint32Array;

const IDLE_LINE_PX = 2;
const stack = new Int32Array(LAYER_COUNT);

/** Heights of one column's layers, by layer; nothing that happened gets less than a pixel. The array is
 * used again by the next call. */
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

/** Stacked shares; `colors` by layer. A line where nothing ran. */
export function rasteriseLane(shares: LaneShares, size: RasterSize, colors: Uint32Array): Uint32Array {
  const { first, end, heightPx } = size;
  const columns = end - first;
  const pixels = new Uint32Array(columns * heightPx);
  const idleColor = colors[IDLE_LAYER] ?? 0;
  const idleLine = Math.round(IDLE_LINE_PX * size.devicePixelRatio);
  const idleTop = (heightPx - idleLine) >> 1;
  for (let x = 0; x < columns; x++) {
    const heights = stackHeights(shares.layers, first + x, heightPx);
    let y = heightPx;
    for (const layer of STACK_ORDER) {
      const color = colors[layer] ?? 0;
      const top = Math.max(0, y - (heights[layer] ?? 0));
      while (y > top) pixels[--y * columns + x] = color;
    }
    if (y < heightPx) continue;
    for (let line = 0; line < idleLine; line++) pixels[(idleTop + line) * columns + x] = idleColor;
  }
  return pixels;
}

export interface FillColors {
  readonly line: number;
  /** From the floor to the mean, and from there to the maximum. */
  readonly toMean: number;
  readonly toMaximum: number;
}

/** Fill of a ring or queue: an area to the mean, a lighter one to the maximum, a step line on the mean.
 * `roofPx` is how far from the top the capacity lies. */
export function rasteriseFill(
  fill: FillData,
  size: RasterSize,
  roofPx: number,
  colors: FillColors,
): Uint32Array {
  const { first, end, heightPx } = size;
  const columns = end - first;
  const pixels = new Uint32Array(columns * heightPx);
  const linePx = Math.max(1, Math.round(size.devicePixelRatio));
  const floor = heightPx - linePx;
  const pxPerUnit = (floor - roofPx) / Math.max(1, fill.capacity);
  let last = -1;
  for (let x = 0; x < columns; x++) {
    const mean = floor - Math.round(Math.min(fill.capacity, fill.mean[first + x] ?? 0) * pxPerUnit);
    const top = floor - Math.round(Math.min(fill.capacity, fill.maximum[first + x] ?? 0) * pxPerUnit);
    for (let y = top; y < mean; y++) pixels[y * columns + x] = colors.toMaximum;
    for (let y = mean; y < heightPx; y++) pixels[y * columns + x] = colors.toMean;
    const from = last < 0 ? mean : Math.min(last, mean);
    const to = last < 0 ? mean : Math.max(last, mean);
    for (let y = from; y < to + linePx; y++) pixels[y * columns + x] = colors.line;
    last = mean;
  }
  return pixels;
}

/** A line from 0 on the floor to 1 at the roof; gaps where there is no number. */
export function rasteriseLine(values: Float32Array, size: RasterSize, color: number): Uint32Array {
  const { first, end, heightPx } = size;
  const columns = end - first;
  const pixels = new Uint32Array(columns * heightPx);
  const linePx = Math.max(1, Math.round(size.devicePixelRatio));
  const floor = heightPx - linePx;
  let last = -1;
  for (let x = 0; x < columns; x++) {
    const value = values[first + x] ?? Number.NaN;
    if (Number.isNaN(value)) {
      last = -1;
      continue;
    }
    const y = floor - Math.round(Math.min(1, Math.max(0, value)) * floor);
    const from = last < 0 ? y : Math.min(last, y);
    const to = last < 0 ? y : Math.max(last, y);
    for (let row = from; row < to + linePx; row++) pixels[row * columns + x] = color;
    last = y;
  }
  return pixels;
}

/** Bars from the floor; the smallest share is a pixel. */
export function rasteriseBars(shares: Float32Array, size: RasterSize, color: number): Uint32Array {
  const { first, end, heightPx } = size;
  const columns = end - first;
  const pixels = new Uint32Array(columns * heightPx);
  for (let x = 0; x < columns; x++) {
    const share = shares[first + x] ?? 0;
    const px = share > 0 ? Math.max(1, Math.round(Math.min(1, share) * heightPx)) : 0;
    for (let y = heightPx - px; y < heightPx; y++) pixels[y * columns + x] = color;
  }
  return pixels;
}
