/** Caches, TLB, bus, prefetches and branch predictor, of all cores together. */
import {
  CACHE_LEVELS,
  type CacheLevel,
  type Counters,
  type SimLayer,
  sim_layer_names,
} from "../../../core-wasm/binding/index.ts";
import { CYCLE, NUMBER } from "../../expressions/dimension.ts";
import { total } from "../units.ts";
import { type Entries, type Run, type Values, valuesOf } from "./entry.ts";
import { PREDICTOR } from "./machine.ts";

/** Accesses of all layers or of one layer. */
export interface Accesses {
  readonly accesses: number;
  readonly misses: number;
}

/** Metrics that also exist for each layer. */
export const ACCESSES = {
  accesses: {
    path: "accesses",
    dimension: NUMBER,
    meaning: "accesses",
    read: (one) => one.accesses,
    text: { label: "accesses" },
  },
  misses: {
    path: "misses",
    dimension: NUMBER,
    meaning: "misses",
    read: (one) => one.misses,
    text: [{ label: "missed" }, { label: "of these", of: "accesses" }],
  },
  missShare: {
    path: "missShare",
    only: "expressions",
    dimension: NUMBER,
    meaning: "accesses that missed",
    amount: { kind: "share" },
    read: (one) => one.misses / one.accesses,
  },
} as const satisfies Entries<Accesses>;

type CacheCounters = Counters["caches"][number];

export const CACHE = {
  storesOn: {
    path: "storesOn",
    dimension: NUMBER,
    meaning: "stores that went on",
    read: (cache) => cache.stores_on,
    text: { label: "stores on", at: 2 },
  },
  writeBacks: {
    path: "writeBacks",
    dimension: NUMBER,
    meaning: "dirty lines written back",
    read: (cache) => cache.write_backs,
    text: { label: "written back", at: 1 },
    panel: { section: "memory", label: "{name} lines written back" },
  },
  invalidations: {
    path: "invalidations",
    dimension: NUMBER,
    meaning: "lines taken away by other cores or DMA",
    read: (cache) => cache.invalidations,
    text: { label: "taken away", at: 3 },
    panel: { section: "memory", label: "{name} lines taken away" },
  },
  pinsRefused: {
    path: "pinsRefused",
    dimension: NUMBER,
    meaning: "pinned uses that got no lock",
    read: (cache) => cache.pins_refused,
    panel: { section: "memory", label: "{name} pins refused" },
  },
} as const satisfies Entries<CacheCounters>;

export const TLB = {
  ...ACCESSES,
  misses: {
    ...ACCESSES.misses,
    panel: { section: "memory", label: "TLB misses", of: "accesses", when: "accesses" },
  },
} as const satisfies Entries<Accesses>;

/** Transactions of the cores on the bus, if accesses have addresses. */
export const BUS = {
  transactions: {
    path: "transactions",
    dimension: NUMBER,
    meaning: "transactions of the cores",
    read: (c) => c.bus_transactions,
    text: { label: "transactions" },
  },
  cycles: {
    path: "coreCycles",
    dimension: CYCLE,
    meaning: "bus cycles of the cores",
    read: (c) => c.bus_cycles,
    text: [{ label: "cycles" }, { label: "share", of: "run" }],
    panel: { section: "memory", label: "bus cycles of the cores", of: "run" },
  },
  transfers: {
    path: "transfers",
    dimension: NUMBER,
    meaning: "lines that another core had changed",
    read: (c) => c.transfers,
    text: { label: "transfers" },
    panel: { section: "memory", label: "lines that another core had changed" },
  },
  claims: {
    path: "claims",
    dimension: NUMBER,
    meaning: "shared lines taken for writing",
    read: (c) => c.claims,
    text: { label: "claims" },
    panel: { section: "memory", label: "shared lines taken for writing" },
  },
} as const satisfies Entries<Counters>;

export const PREFETCH = {
  issued: {
    path: "issued",
    dimension: NUMBER,
    meaning: "prefetches that reached the L1D",
    read: (c) => c.prefetches,
    text: { label: "came" },
  },
  lines: {
    path: "lines",
    dimension: NUMBER,
    meaning: "lines that prefetches brought",
    read: (c) => c.prefetched_lines,
    text: { label: "brought a line" },
    panel: { section: "memory", label: "prefetches that brought a line", of: "issued", when: "issued" },
  },
  dropped: {
    path: "dropped",
    dimension: NUMBER,
    meaning: "prefetches that were dropped",
    read: (c) => c.prefetches_dropped,
    text: { label: "dropped" },
  },
  late: {
    path: "late",
    dimension: NUMBER,
    meaning: "accesses that waited for a prefetched line",
    read: (c) => c.prefetch_waits,
    text: { label: "too late" },
    panel: { section: "memory", label: "accesses before a prefetched line arrived", when: "issued" },
  },
} as const satisfies Entries<Counters>;

interface LayerMisses {
  readonly layer: SimLayer;
  readonly accesses: number;
  readonly misses: number;
}

interface CacheMetrics extends Values<typeof CACHE> {
  readonly level: CacheLevel;
  /** Layers that accessed the cache. */
  readonly layers: readonly LayerMisses[];
}

export interface MemoryMetrics extends Values<typeof PREDICTOR> {
  /** Caches with accesses. */
  readonly caches: readonly CacheMetrics[];
  readonly tlbAccesses: number;
  readonly tlbMisses: number;
  /** Layers that accessed a TLB. */
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
