/** Caches, TLB and branch predictor, of all cores together. */
import {
  CACHE_LEVELS,
  type CacheLevel,
  type Counters,
  type SimLayer,
  sim_layer_names,
} from "../../core-wasm/binding/index.ts";

export interface CacheMetrics {
  readonly level: CacheLevel;
  /** Layers that accessed it at all. */
  readonly layers: readonly {
    readonly layer: SimLayer;
    readonly accesses: number;
    readonly misses: number;
  }[];
}

export interface MemoryMetrics {
  /** Caches that were accessed at all. */
  readonly caches: readonly CacheMetrics[];
  readonly tlbAccesses: number;
  readonly tlbMisses: number;
  /** Conditional, on the right path. */
  readonly branches: number;
  readonly mispredicted: number;
}

export function readMemory(counters: Counters): MemoryMetrics {
  const caches = CACHE_LEVELS.map((level, index) => {
    const counted = counters.caches[index];
    const layers = sim_layer_names.map((layer, at) => ({
      layer,
      accesses: counted?.accesses[at] ?? 0,
      misses: counted?.misses[at] ?? 0,
    }));
    return { level, layers: layers.filter(({ accesses }) => accesses > 0) };
  });
  return {
    caches: caches.filter(({ layers }) => layers.length > 0),
    tlbAccesses: counters.tlb_accesses,
    tlbMisses: counters.tlb_misses,
    branches: counters.branches,
    mispredicted: counters.mispredicted,
  };
}
