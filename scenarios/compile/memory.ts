/** Caches, TLB and what accesses cost, as the core's records. */
import {
  sim_address_range,
  sim_cache_config,
  sim_config,
  sim_fill_order,
  sim_pin_kind,
  sim_predictor,
  sim_replacement,
} from "../../core-wasm/binding/layout.gen.ts";
import { writeRecord } from "../base/record.ts";
import type { Cache, Machine, Routine, Scenario } from "../format/schema.ts";
import { busCycles } from "../machine/machineFacts.ts";
import { sharesData, threadsThatRun } from "../software/dataSharing.ts";

/** Routines of cycles have their data for the picture only. */
const DATA_BASE = 0x1000_0000;

export function writeMemory(view: DataView, machine: Machine): void {
  const { memory, bus, core } = machine;
  const { predictor } = core;
  const onBus = (duration: number) => busCycles(machine, duration);
  writeRecord(view, 0, sim_config, {
    bus_ratio: bus.clockRatio,
    memory_latency_cycles: onBus(memory.latencyCycles),
    l2_cycles: memory.l2Cycles,
    uncached_cycles: onBus(memory.uncachedCycles),
    device_bus_cycles: onBus(memory.deviceBusCycles),
    posts_device_writes: memory.postedDeviceWrites,
    l2_per_core: memory.l2PerCore,
    write_cycles: onBus(memory.writeCycles),
    transfer_cycles: onBus(memory.transferCycles),
    claim_cycles: onBus(memory.claimCycles),
    bus_request_cycles: bus.requestCycles,
    fetch_return_cycles: memory.fetchReturnCycles,
    store_buffer_entries: memory.storeBufferEntries,
    non_blocking: memory.nonBlocking,
    dma_places: memory.dmaWrites === "place-in-l2",
    has_memory: memory.addressed,
    predictor_mode: sim_predictor[predictor.kind],
    predictor_counters: predictor.kind === "bimodal" ? predictor.counters : 0,
    predictor_targets: predictor.kind === "not-taken" ? 0 : predictor.targets,
    predictor_returns: predictor.kind === "not-taken" ? 0 : predictor.returns,
  });
  if (bus.dma === "instant") {
    writeRecord(view, 0, sim_config, {
      bus_bytes_per_beat: bus.bytesPerBeat,
      bus_cycles_per_beat: onBus(bus.cyclesPerBeat),
    });
  }
  const { tlb } = memory;
  if (tlb !== undefined) {
    writeRecord(view, 0, sim_config, {
      tlb_entries: tlb.entries,
      tlb_page_bytes: tlb.pageBytes,
      tlb_replacement: sim_replacement[tlb.replacement],
      tlb_miss_cycles: tlb.missCycles,
      tlb_refill_instructions: tlb.refillInstructions,
    });
    writeRanges(view, sim_config.fields.unmapped_ranges.offset, tlb.unmappedRanges);
  }
  writeRanges(view, sim_config.fields.uncached_ranges.offset, memory.uncachedRanges);
  [memory.l1i, memory.l1d, memory.l2].forEach((cache, index) => {
    if (cache !== undefined) writeCache(view, index, cache, memory.fillOrder);
  });
}

function writeRanges(view: DataView, offset: number, ranges: Cache["pinnedRanges"]): void {
  ranges.forEach(({ from, to }, index) => {
    writeRecord(view, offset + index * sim_address_range.size, sim_address_range, { from, to });
  });
}

const L2 = 2;

function writeCache(
  view: DataView,
  index: number,
  cache: Cache,
  order: Machine["memory"]["fillOrder"],
): void {
  const offset = sim_config.fields.caches.offset + index * sim_cache_config.size;
  writeRanges(view, offset + sim_cache_config.fields.pinned_ranges.offset, cache.pinnedRanges);
  writeRecord(view, offset, sim_cache_config, {
    size_bytes: cache.sizeBytes,
    pinned_sets: cache.pinnedSets === "all" ? 0 : cache.pinnedSets,
    line_bytes: cache.lineBytes,
    sub_block_bytes: cache.subBlockBytes === "line" ? 0 : cache.subBlockBytes,
    pinned_ways: cache.pinnedWays.reduce((bits, way) => bits | (1 << way), 0),
    pinned_lines: cache.pinnedLines,
    pin_kind: sim_pin_kind[cache.pinKind],
    fill_order: cache.subBlockBytes === "line" && index < L2 ? sim_fill_order[order] : 0,
    ways: cache.ways,
    replacement: sim_replacement[cache.replacement],
    write_back: cache.writePolicy === "write-back",
    write_allocate: cache.writeAllocate,
  });
}

/** Fields of a routine's record. */
export function dataOf(routine: Exclude<Routine, { kind: "program" }>, place: DataPlace) {
  const { data } = routine;
  return {
    data_address: place.address,
    copies_address: place.copiesAddress,
    copy_bytes: place.copyBytes,
    data_bytes: data.bytes,
    hot_bytes: Math.min(data.hotBytes, data.bytes),
    hot_permille: data.hotPermille,
    packet_permille: data.packetPermille,
    uncached_permille: data.uncachedPermille,
    pinned: data.pinned,
  };
}

const PAGE_BYTES = 4096;
/** Each further copy of a routine's data is offset by this much within its pages, so that the hot parts of copies fall
 * into different sets. */
const COLOUR_BYTES = 640;
const LAST_DATA_ADDRESS = 0x3fff_fffc;

export interface DataPlace {
  readonly address: number;
  /** Address of the data of the second thread that runs the routine. */
  readonly copiesAddress: number;
  /** Distance to the data of the next thread. 0: all threads share the data. */
  readonly copyBytes: number;
}

/** By routine. Data without an address are placed page after page. Copies for further threads come behind them. */
export function dataPlaces(software: Scenario["software"]): readonly DataPlace[] {
  const { routines } = software;
  let next = DATA_BASE;
  const take = (bytes: number) => {
    const address = Math.min(next, LAST_DATA_ADDRESS);
    next += bytes;
    return address;
  };
  const addresses = routines.map((routine) => {
    if (routine.kind === "program") return 0;
    const { address, bytes } = routine.data;
    return address === "auto" ? take(wholePages(bytes)) : address;
  });
  return routines.map((routine, index) => {
    const address = addresses[index] ?? 0;
    const copies = copiesOf(software, routine);
    if (routine.kind === "program" || copies === 0) return { address, copiesAddress: 0, copyBytes: 0 };
    const copyBytes = wholePages(routine.data.bytes) + COLOUR_BYTES;
    return { address, copiesAddress: take(COLOUR_BYTES + copies * copyBytes) + COLOUR_BYTES, copyBytes };
  });
}

const wholePages = (bytes: number) => Math.ceil(bytes / PAGE_BYTES) * PAGE_BYTES;

/** Number of copies in addition to the data of the first thread. */
function copiesOf(software: Scenario["software"], routine: Routine): number {
  if (routine.kind === "program" || routine.kind === "cycles" || sharesData(software, routine)) return 0;
  return Math.max(0, threadsThatRun(software, routine.name).length - 1);
}
