/** Layers that the cycles of a thread in machine mode may be accounted to: an interrupt makes them the driver's, its programs
 * say others by `mlayer` (M-207). */
import { THREAD_LAYERS } from "./layers.ts";

type Layer = (typeof THREAD_LAYERS)[number];

const LAYER_MASK = 0xff;
/** The layer before the last trap stands there; a return makes it that of the cycles. */
const BEFORE_SHIFT = 8;

/** A line that names the register, and the usual way to write it: a number, and no expression, is loaded right before. */
const NAMED = /^[^#\n]*\b(?:mlayer|0x7c1)\b/gm;
const WRITTEN =
  /^[^#\n]*\bli\s+(\w+)\s*,\s*(0[xX][0-9a-fA-F]+|0|[1-9]\d*)[ \t]*(?:#[^\n]*)?\n\s*csrw\s+(?:mlayer|0x7c1)\s*,\s*\1\b/gm;

/** Of the sources of the programs that the thread executes; undefined: it has none. One that does not say which layer may
 * mean any. */
export function hartLayers(sources: readonly (string | undefined)[]): ReadonlySet<Layer> {
  return new Set<Layer>(["driver-isr", ...sources.flatMap(layersWritten)]);
}

function layersWritten(source: string | undefined): readonly Layer[] {
  if (source === undefined) return THREAD_LAYERS;
  const values = Array.from(source.matchAll(WRITTEN), ([, , value = ""]) => Number(value));
  if (values.length < Array.from(source.matchAll(NAMED)).length) return THREAD_LAYERS;
  return values.flatMap((value) =>
    [value & LAYER_MASK, (value >> BEFORE_SHIFT) & LAYER_MASK].flatMap(
      (number) => THREAD_LAYERS[number - 1] ?? [],
    ),
  );
}
