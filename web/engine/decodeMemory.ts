/** Caches, bus of the core as the page's names. */
import { CACHE_LEVELS, type Machine } from "../../core-wasm/binding/index.ts";
import {
  sim_bus_holder_names,
  type sim_cache_counters,
  type sim_counters,
  type sim_view_bus,
  type sim_view_core,
} from "../../core-wasm/binding/layout.gen.ts";
import type { Decoded } from "../../core-wasm/binding/record.ts";
import { nameOf } from "../../scenarios/base/coreValues.ts";
import type { BusView, CacheUse, CacheView, CoreStoresView, MemoryUse } from "./protocol.ts";

/** L1I and L1D core after core, then the L2, or that of each core. */
export function readCaches(
  machine: Machine,
  { cores, l2PerCore }: { readonly cores: number; readonly l2PerCore: boolean },
): readonly CacheView[] {
  const found: CacheView[] = [];
  for (const level of CACHE_LEVELS) {
    for (let core = 0; core < (level === "l2" && !l2PerCore ? 1 : cores); core++) {
      const picture = machine.cacheView(level, core);
      if (picture !== undefined) found.push({ ...picture, level, core });
    }
  }
  return found;
}

export function decodeUse(counters: Decoded<typeof sim_counters>): MemoryUse {
  const [l1i, l1d, l2] = counters.caches;
  return {
    caches: { l1i: decodeCacheUse(l1i), l1d: decodeCacheUse(l1d), l2: decodeCacheUse(l2) },
    tlbAccesses: sum(counters.tlb_accesses),
    tlbMisses: sum(counters.tlb_misses),
    branches: counters.branches,
    mispredicted: counters.mispredicted,
  };
}

const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);

function decodeCacheUse(counted: Decoded<typeof sim_cache_counters> | undefined): CacheUse {
  return { accesses: counted?.accesses ?? [], misses: counted?.misses ?? [] };
}

export function decodeBus(bus: Decoded<typeof sim_view_bus>): BusView {
  const [receive = 0, send = 0] = bus.waiting;
  return {
    holder: nameOf(sim_bus_holder_names, bus.holder),
    freeAtCycle: bus.free_at,
    waiting: { receive, send },
    waitingDisks: bus.waiting_disks,
  };
}

export function decodeCoreStores(core: Decoded<typeof sim_view_core>): CoreStoresView {
  const [l1i = 0, l1d = 0] = core.fills;
  const [, , weaklyTaken = 0, stronglyTaken = 0] = core.counters;
  return {
    stores: core.stores,
    tlbPages: core.tlb_pages,
    fills: { l1i, l1d },
    takenCounters: weaklyTaken + stronglyTaken,
  };
}
