/** The layers as people see them: the core accounts the entry to save-restore, and tells them apart by the cause. */
import type { SimCause, SimLayer } from "../../core-wasm/binding/index.ts";

export type ShownLayer = SimLayer | "entry";

/** What of save-restore the hardware does before a handler; the rest moves registers. */
export const ENTRY_CAUSES: ReadonlySet<SimCause> = new Set<SimCause>(["drain", "entry"]);

export function shownLayer(layer: SimLayer, cause: SimCause): ShownLayer {
  return layer === "save-restore" && ENTRY_CAUSES.has(cause) ? "entry" : layer;
}
