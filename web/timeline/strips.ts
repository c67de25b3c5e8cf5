/** Aggregated lanes as little pictures: one pixel a column, stacked shares. A drag or zoom then moves a
 * picture instead of drawing thousands of bars. */
import { LAYER_COUNT, type LaneShares } from "../engine/protocol.ts";
import { IDLE_LAYER, STACK_ORDER } from "./layers.ts";
import type { TimelineTheme } from "./spec.ts";

export interface StripSource {
  /** Picture of the lane, `columns` wide and `heightPx` high (device pixels). */
  readonly strip: (shares: LaneShares, columns: number, heightPx: number) => CanvasImageSource | undefined;
}

const IDLE_LINE_PX = 2;
const scratch = new Int32Array(LAYER_COUNT);

/** Heights of one column's layers, by layer; nothing that happened gets less than a pixel. */
export function stackHeights(shares: Float32Array, column: number, heightPx: number): Int32Array {
  let total = 0;
  let tallest = 0;
  for (let layer = 0; layer < LAYER_COUNT; layer++) {
    const share = layer === IDLE_LAYER ? 0 : (shares[column * LAYER_COUNT + layer] ?? 0);
    const px = share > 0 ? Math.max(1, Math.round(share * heightPx)) : 0;
    scratch[layer] = px;
    total += px;
    if (px > (scratch[tallest] ?? 0)) tallest = layer;
  }
  if (total > heightPx) scratch[tallest] = Math.max(1, (scratch[tallest] ?? 0) - (total - heightPx));
  return scratch;
}

/** Row-major pixels (32-bit, as ImageData wants them); 0 is transparent. `colors` by layer. */
export function rasteriseLane(
  shares: LaneShares,
  columns: number,
  heightPx: number,
  devicePixelRatio: number,
  colors: Uint32Array,
): Uint32Array {
  const pixels = new Uint32Array(columns * heightPx);
  const idleColor = colors[IDLE_LAYER] ?? 0;
  const idleLine = Math.round(IDLE_LINE_PX * devicePixelRatio);
  const idleTop = (heightPx - idleLine) >> 1;
  for (let column = 0; column < columns; column++) {
    const heights = stackHeights(shares.layers, column, heightPx);
    let y = heightPx;
    for (const layer of STACK_ORDER) {
      const color = colors[layer] ?? 0;
      const top = Math.max(0, y - (heights[layer] ?? 0));
      while (y > top) pixels[--y * columns + column] = color;
    }
    if (y < heightPx) continue;
    for (let line = 0; line < idleLine; line++) pixels[(idleTop + line) * columns + column] = idleColor;
  }
  return pixels;
}

/** Strips of the windows and sizes in use; made when first drawn, dropped with the window. */
export function createStripCache(theme: TimelineTheme, devicePixelRatio: number): StripSource {
  const colors = packColors(theme);
  const cache = new WeakMap<LaneShares, { readonly heightPx: number; readonly canvas: HTMLCanvasElement }>();
  return {
    strip: (shares, columns, heightPx) => {
      const known = cache.get(shares);
      if (known?.heightPx === heightPx) return known.canvas;
      if (columns <= 0 || heightPx <= 0) return undefined;
      const canvas = document.createElement("canvas");
      canvas.width = columns;
      canvas.height = heightPx;
      const context = canvas.getContext("2d");
      if (context === null) return undefined;
      const image = context.createImageData(columns, heightPx);
      const pixels = rasteriseLane(shares, columns, heightPx, devicePixelRatio, colors);
      image.data.set(new Uint8ClampedArray(pixels.buffer));
      context.putImageData(image, 0, 0);
      cache.set(shares, { heightPx, canvas });
      return canvas;
    },
  };
}

function packColors(theme: TimelineTheme): Uint32Array {
  const packed = new Uint32Array(LAYER_COUNT);
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (context === null) return packed;
  theme.layers.forEach((color, layer) => {
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const bytes = context.getImageData(0, 0, 1, 1).data;
    packed[layer] = new Uint32Array(bytes.buffer.slice(0, 4))[0] ?? 0;
  });
  return packed;
}
