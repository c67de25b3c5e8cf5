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
  /** Dirty lines written to the next level. */
  readonly writeBacks: number;
  /** Lines that other cores or DMA took away. */
  readonly invalidations: number;
}

/** Of those that came to the L1 data cache. */
export interface PrefetchMetrics {
  readonly issued: number;
  /** That brought a line. */
  readonly lines: number;
  readonly dropped: number;
  /** Accesses that found the line still on its way. */
  readonly late: number;
}

export interface MemoryMetrics {
  /** Caches that were accessed at all. */
  readonly caches: readonly CacheMetrics[];
  readonly tlbAccesses: number;
  readonly tlbMisses: number;
  /** Conditional, on the right path. */
  readonly branches: number;
  readonly mispredicted: number;
  readonly prefetches: PrefetchMetrics;
}

export function readMemory(counters: Counters): MemoryMetrics {
  const caches = CACHE_LEVELS.map((level, index) => {
    const counted = counters.caches[index];
    const layers = sim_layer_names.map((layer, at) => ({
      layer,
      accesses: counted?.accesses[at] ?? 0,
      misses: counted?.misses[at] ?? 0,
    }));
    return {
      level,
      layers: layers.filter(({ accesses }) => accesses > 0),
      writeBacks: counted?.write_backs ?? 0,
      invalidations: counted?.invalidations ?? 0,
    };
  });
  return {
    caches: caches.filter(({ layers }) => layers.length > 0),
    tlbAccesses: counters.tlb_accesses,
    tlbMisses: counters.tlb_misses,
    branches: counters.branches,
    mispredicted: counters.mispredicted,
    prefetches: {
      issued: counters.prefetches,
      lines: counters.prefetched_lines,
      dropped: counters.prefetches_dropped,
      late: counters.prefetch_waits,
    },
  };
}
