/** Tracks whose columns are parts stacked on the floor: layers of all cores, who holds the bus, DMA of a device, cache misses by level.
 * Colour means software layer, so parts differ by weight of ink. */
import type { TimelineWindow } from "../../engine/protocol.ts";
import { visibleColumns } from "../columns.ts";
import { layerColumns } from "../layerTime.ts";
import { type Track, trackBox } from "../layout.ts";
import { type MissLevel, missColumns, sumOf } from "../misses.ts";
import type { StaticSpec, TimelineTheme } from "../spec.ts";
import { clampToPlot, type DrawTools, type PlacedTrack, xOf } from "./tools.ts";

export interface Bars {
  /** From the floor up. */
  readonly parts: readonly { readonly values: Float32Array; readonly color: string }[];
  /** Value at the top of the track. */
  readonly roof: number;
}

const LEVEL_INK = { l2: "ink", l1d: "ink2", l1i: "ink3" } as const satisfies Record<
  MissLevel,
  keyof TimelineTheme
>;

const dmaTotals = new WeakMap<TimelineWindow, Float32Array>();

/** Of all devices. */
export function dmaTotal(window: TimelineWindow): Float32Array {
  const known = dmaTotals.get(window);
  if (known !== undefined) return known;
  const total = sumOf(window.dma, window.columns);
  dmaTotals.set(window, total);
  return total;
}

export function barsOf(
  window: TimelineWindow,
  { kind, index }: Pick<Track, "kind" | "index">,
  { theme, machine: { cpus: roof } }: Pick<StaticSpec, "theme" | "machine">,
): Bars {
  if (kind === "misses") {
    const { layers, roof: most } = missColumns(window, index);
    const parts = layers.map(({ level, values }) => ({ values, color: theme[LEVEL_INK[level]] }));
    return { parts, roof: most };
  }
  if (kind === "dma") {
    const values = window.dma[index];
    return { parts: values === undefined ? [] : [{ values, color: theme.ink2 }], roof: 1 };
  }
  if (kind === "cores") {
    const columns = layerColumns(window);
    return {
      parts: columns.map((values, layer) => ({ values, color: theme.layers[layer] ?? theme.idle })),
      roof,
    };
  }
  const cores = window.coreBus === undefined ? [] : [{ values: window.coreBus, color: theme.ink3 }];
  return { parts: [{ values: dmaTotal(window), color: theme.ink }, ...cores], roof: 1 };
}

/** Wide columns, as rectangles. */
export function drawBarRuns(tools: DrawTools, track: PlacedTrack, window: TimelineWindow): void {
  const { surface, spec, layout } = tools;
  const { airPx, heightPx } = trackBox(track);
  const { parts, roof } = barsOf(window, track, spec);
  const range = visibleColumns(window, spec.viewport);
  const xOfColumn = (c: number) => clampToPlot(layout, xOf(tools, window.from + c * range.cyclesPerColumn));
  const floors = new Float32Array(range.end - range.first).fill(track.top + airPx + heightPx);
  for (const { values, color } of parts) {
    surface.fillStyle = color;
    for (let c = range.first; c < range.end; c++) {
      const value = values[c] ?? 0;
      if (value <= 0) continue;
      const floor = floors[c - range.first] ?? 0;
      const px = Math.min(floor - track.top - airPx, Math.max(1, (value / roof) * heightPx));
      const x0 = xOfColumn(c);
      surface.fillRect(x0, floor - px, xOfColumn(c + 1) - x0, px);
      floors[c - range.first] = floor - px;
    }
  }
}
