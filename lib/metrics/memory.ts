/** Caches, TLB and branch predictor, of all cores together. */
import {
  CACHE_LEVELS,
  type CacheLevel,
  type Counters,
  type SimLayer,
  sim_layer_names,
} from "../../core-wasm/binding/index.ts";
import { total } from "./metric.ts";

export interface LayerMisses {
  readonly layer: SimLayer;
  readonly accesses: number;
  readonly misses: number;
}

export interface CacheMetrics {
  readonly level: CacheLevel;
  /** Layers that accessed it at all. */
  readonly layers: readonly LayerMisses[];
  /** Dirty lines written to the next level. */
  readonly writeBacks: number;
  /** Stores that went on to the next level: written through, or around. */
  readonly storesOn: number;
  /** Lines that other cores or DMA took away. */
  readonly invalidations: number;
  /** Pinned uses that got no lock: the set had all that it may have. */
  readonly pinsRefused: number;
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

/** What the cores do on the bus, where accesses have addresses. */
export interface BusMetrics {
  readonly transactions: number;
  /** For which they take the bus. */
  readonly cycles: number;
  /** Of the transactions: lines, or parts, that another core had changed. */
  readonly transfers: number;
  /** Of the transactions: lines that others share, taken for writing. */
  readonly claims: number;
}

export interface MemoryMetrics {
  /** Caches that were accessed at all. */
  readonly caches: readonly CacheMetrics[];
  readonly tlbAccesses: number;
  readonly tlbMisses: number;
  /** Layers that came to a TLB at all. */
  readonly tlbLayers: readonly LayerMisses[];
  readonly bus: BusMetrics;
  /** And jumps of programs, on the right path. */
  readonly branches: number;
  readonly mispredicted: number;
  readonly prefetches: PrefetchMetrics;
}

function byLayer(accesses: readonly number[], misses: readonly number[]): LayerMisses[] {
  return sim_layer_names
    .map((layer, at) => ({ layer, accesses: accesses[at] ?? 0, misses: misses[at] ?? 0 }))
    .filter((one) => one.accesses > 0);
}

export function readMemory(counters: Counters): MemoryMetrics {
  const caches = CACHE_LEVELS.map((level, index) => {
    const counted = counters.caches[index];
    return {
      level,
      layers: byLayer(counted?.accesses ?? [], counted?.misses ?? []),
      storesOn: counted?.stores_on ?? 0,
      writeBacks: counted?.write_backs ?? 0,
      invalidations: counted?.invalidations ?? 0,
      pinsRefused: counted?.pins_refused ?? 0,
    };
  });
  return {
    caches: caches.filter(({ layers }) => layers.length > 0),
    tlbAccesses: total(counters.tlb_accesses),
    tlbMisses: total(counters.tlb_misses),
    tlbLayers: byLayer(counters.tlb_accesses, counters.tlb_misses),
    bus: {
      transactions: counters.bus_transactions,
      cycles: counters.bus_cycles,
      transfers: counters.transfers,
      claims: counters.claims,
    },
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
