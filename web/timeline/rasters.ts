/** Columns of data as pixels, 32 bits each as ImageData wants them; 0 is transparent. */
import { type FillData, LAYER_COUNT, type LaneShares } from "../engine/protocol.ts";
import { IDLE_LAYER, STACK_ORDER } from "./layers.ts";

/** Where a series is painted: rows [top, top + heightPx) of a picture whose rows are `stride` long. Column
 * `first` stands at x = 0. What is there already is transparent. */
interface RasterTarget {
  readonly pixels: Uint32Array;
  readonly stride: number;
  readonly top: number;
  readonly heightPx: number;
  readonly first: number;
  /** One past the last column. */
  readonly end: number;
  readonly devicePixelRatio: number;
}

export type Raster = (target: RasterTarget) => void;

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
  /** From the floor to the mean, and from there to the maximum. */
  readonly toMean: number;
  readonly toMaximum: number;
}

/** Fill of a ring or queue: an area to the mean, a lighter one to the maximum, a step line on the mean. */
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

/** A line from 0 on the floor to 1 at the roof; gaps where there is no number. */
export function rasteriseLine(values: Float32Array, target: RasterTarget, color: number): void {
  const { pixels, stride, top, heightPx, first, end } = target;
  const columns = end - first;
  const linePx = Math.max(1, Math.round(target.devicePixelRatio));
  const floor = heightPx - linePx;
  /** -1 where there is no number. */
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

/** Bars from the floor, one part on the other; `roof` reaches the top, and the smallest part is a pixel where there
 * is room. */
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
