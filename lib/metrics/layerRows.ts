/** Cycles by layer as tables show them: of save-restore the entry of interrupts stands beside the saving of registers. */
import type { SimLayer } from "../../core-wasm/binding/index.ts";
import type { Metrics } from "./metrics.ts";

export interface LayerRow {
  readonly key: SimLayer | "entry" | "saving";
  readonly layer: SimLayer;
  readonly cycles: number;
  readonly stallCycles: number;
}

export function layerRows({
  cyclesByLayer,
  entryCycles,
}: Pick<Metrics, "cyclesByLayer" | "entryCycles">): readonly LayerRow[] {
  return cyclesByLayer.flatMap((one): readonly LayerRow[] => {
    const { layer, cycles, stallCycles } = one;
    if (layer !== "save-restore") return [{ key: layer, ...one }];
    const parts: readonly LayerRow[] = [
      { key: "entry", layer, cycles: entryCycles, stallCycles: 0 },
      { key: "saving", layer, cycles: cycles - entryCycles, stallCycles },
    ];
    return parts.filter((part) => part.cycles > 0);
  });
}
