/** Caches, TLB and branch predictor, of all cores together. */
import {
  CACHE_LEVELS,
  type CacheLevel,
  type SimLayer,
  sim_layer_names,
} from "../../core-wasm/binding/index.ts";
import { type Run, type Values, valuesOf } from "./registry/entry.ts";
import { PREDICTOR } from "./registry/machine.ts";
import { BUS, CACHE, PREFETCH } from "./registry/memory.ts";
import { total } from "./units.ts";

interface LayerMisses {
  readonly layer: SimLayer;
  readonly accesses: number;
  readonly misses: number;
}

interface CacheMetrics extends Values<typeof CACHE> {
  readonly level: CacheLevel;
  /** Layers that accessed it at all. */
  readonly layers: readonly LayerMisses[];
}

export interface MemoryMetrics extends Values<typeof PREDICTOR> {
  /** Caches that were accessed at all. */
  readonly caches: readonly CacheMetrics[];
  readonly tlbAccesses: number;
  readonly tlbMisses: number;
  /** Layers that came to a TLB at all. */
  readonly tlbLayers: readonly LayerMisses[];
  readonly bus: Values<typeof BUS>;
  readonly prefetches: Values<typeof PREFETCH>;
}

function byLayer(accesses: readonly number[], misses: readonly number[]): LayerMisses[] {
  return sim_layer_names
    .map((layer, at) => ({ layer, accesses: accesses[at] ?? 0, misses: misses[at] ?? 0 }))
    .filter((one) => one.accesses > 0);
}

export function readMemory(run: Run): MemoryMetrics {
  const { counters } = run;
  const caches = CACHE_LEVELS.flatMap((level, index) => {
    const counted = counters.caches[index];
    if (counted === undefined) return [];
    return [{ level, layers: byLayer(counted.accesses, counted.misses), ...valuesOf(CACHE, counted, run) }];
  });
  return {
    caches: caches.filter(({ layers }) => layers.length > 0),
    tlbAccesses: total(counters.tlb_accesses),
    tlbMisses: total(counters.tlb_misses),
    tlbLayers: byLayer(counters.tlb_accesses, counters.tlb_misses),
    bus: valuesOf(BUS, counters, run),
    ...valuesOf(PREDICTOR, counters, run),
    prefetches: valuesOf(PREFETCH, counters, run),
  };
}
