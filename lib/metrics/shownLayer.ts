/**
 * The layers as the page and reports show them. The core accounts the entry to save-restore, and the cause
 * distinguishes the two.
 */
import type { SimCause, SimLayer } from "../../core-wasm/binding/index.ts";

export type ShownLayer = SimLayer | "entry";

/** Work of save-restore that the hardware does before a handler. The rest moves registers. */
export const ENTRY_CAUSES: ReadonlySet<SimCause> = new Set<SimCause>(["drain", "entry"]);

export function shownLayer(layer: SimLayer, cause: SimCause): ShownLayer {
  return layer === "save-restore" && ENTRY_CAUSES.has(cause) ? "entry" : layer;
}
