/** Time of the processors: for each layer by pixel, by column, and over the view. */
import { sim_run_state } from "../../core-wasm/binding/layout.gen.ts";
import { LAYER_COUNT, type TimelineWindow } from "../engine/protocol.ts";
import { endCycleOf, type Viewport } from "../state/viewport.ts";
import { cyclesPerColumn } from "./columns.ts";
import { IDLE_LAYER } from "./layers.ts";

/** Shares of each pixel's time in which each layer runs, over all contexts: pixels × LAYER_COUNT. */
export function layersByPixel(window: TimelineWindow, viewport: Viewport): Float32Array {
  const pixels = Math.max(0, Math.ceil(viewport.widthPx));
  const sums = new Float32Array(pixels * LAYER_COUNT);
  const pixelOf = (offset: number) => (window.from + offset - viewport.startCycle) / viewport.cyclesPerPx;
  const add = (fromPx: number, toPx: number, layer: number, share: number): void => {
    if (layer === IDLE_LAYER) return;
    const end = Math.min(pixels, toPx);
    for (let at = Math.max(0, fromPx); at < end; ) {
      const pixel = Math.floor(at);
      const until = Math.min(pixel + 1, end);
      const index = pixel * LAYER_COUNT + layer;
      sums[index] = (sums[index] ?? 0) + (until - at) * share;
      at = until;
    }
  };
  for (const { spans, shares } of window.lanes) {
    if (spans !== undefined)
      for (let i = 0; i < spans.start.length; i++) {
        if ((spans.runState[i] ?? 0) < sim_run_state.running) continue;
        add(pixelOf(spans.start[i] ?? 0), pixelOf(spans.end[i] ?? 0), spans.layer[i] ?? 0, 1);
      }
    else if (shares !== undefined) {
      const width = (window.to - window.from) / window.columns;
      const first = Math.max(0, Math.floor((viewport.startCycle - window.from) / width));
      for (let column = first; column < window.columns; column++) {
        const fromPx = pixelOf(column * width);
        if (fromPx >= pixels) break;
        for (let layer = 0; layer < LAYER_COUNT; layer++) {
          const share = shares.layers[column * LAYER_COUNT + layer] ?? 0;
          if (share > 0) add(fromPx, pixelOf((column + 1) * width), layer, share);
        }
      }
    }
  }
  return sums;
}

const columnsOf = new WeakMap<TimelineWindow, readonly Float32Array[]>();

/** Index is the layer: number of contexts that run it, column by column. */
export function layerColumns(window: TimelineWindow): readonly Float32Array[] {
  const known = columnsOf.get(window);
  if (known !== undefined) return known;
  const { from: startCycle, columns: widthPx } = window;
  const times = layersByPixel(window, { startCycle, cyclesPerPx: cyclesPerColumn(window), widthPx });
  const made = Array.from({ length: LAYER_COUNT }, (_, layer) =>
    Float32Array.from({ length: widthPx }, (_one, column) => times[column * LAYER_COUNT + layer] ?? 0),
  );
  columnsOf.set(window, made);
  return made;
}

/** Share of the known cycles in view in which the context runs, or in which all contexts run, of which `cpus` can run
 * at the same time. Undefined if no cycle is known. */
export function busyShare(
  window: TimelineWindow,
  viewport: Viewport,
  context: number | undefined,
  cpus: number,
): number | undefined {
  const startCycle = Math.max(viewport.startCycle, window.from);
  const cyclesPerPx = Math.min(endCycleOf(viewport), window.to, window.knownTo) - startCycle;
  if (cyclesPerPx <= 0) return undefined;
  const lanes = window.lanes.filter((lane) => context === undefined || lane.context === context);
  const times = layersByPixel({ ...window, lanes }, { startCycle, cyclesPerPx, widthPx: 1 });
  return times.reduce((sum, share) => sum + share, 0) / cpus;
}
