/* The levels below the L1s: TLB, L2, bus, store buffer, write-backs. */
#include <assert.h>

#include "ref/memory/memory.h"

const uint32_t ref_devices_begin = 0xf0000000;

int ref_in_ranges(const sim_address_range ranges[SIM_RANGE_LIMIT], uint32_t address) {
  for (int i = 0; i < SIM_RANGE_LIMIT; i++)
    if (address >= ranges[i].from && address < ranges[i].to) return 1;
  return 0;
}

int ref_is_uncached(const ref *r, uint32_t address) {
  return address >= ref_devices_begin || ref_in_ranges(r->config.uncached_ranges, address);
}

/* M-136, M-256: "a transaction begins at a multiple of `clockRatio`" */
uint64_t ref_memory_queue(ref *r, uint64_t from, uint64_t cycles) {
  ref_memory *memory = r->memory;
  const uint64_t ratio = r->config.bus_ratio;
  uint64_t begin = from > memory->bus_free ? from : memory->bus_free;
  while (begin % ratio != 0) begin++;
  memory->bus_free = begin + cycles;
  return begin;
}

uint64_t ref_memory_transact(ref *r, uint64_t from, uint64_t cycles) {
  r->counters.bus_transactions++;
  r->counters.bus_cycles += cycles;
  return ref_memory_queue(r, from, cycles);
}

uint64_t ref_memory_ask(ref *r, uint64_t from, uint64_t cycles) {
  return ref_memory_transact(r, from + r->config.bus_request_cycles, cycles);
}

uint64_t ref_memory_beats(const ref *r, uint32_t bytes) {
  const uint64_t beats = (bytes + r->config.bus_bytes_per_beat - 1u) / r->config.bus_bytes_per_beat;
  return beats * r->config.bus_cycles_per_beat;
}

int ref_memory_look_up(ref *r, const ref_requester *requester, uint32_t address) {
  if (ref_in_ranges(r->config.unmapped_ranges, address)) return 1;
  ref_tlb *tlb = &r->memory->tlbs[requester->core];
  const uint32_t page = address / r->config.tlb_page_bytes;
  int oldest = 0;
  r->counters.tlb_accesses[requester->layer]++;
  for (int i = 0; i < r->config.tlb_entries; i++) {
    if (tlb->used[i] != 0 && tlb->pages[i] == page) {
      tlb->used[i] = ++tlb->order;
      return 1;
    }
    if (tlb->used[i] < tlb->used[oldest]) oldest = i;
  }
  r->counters.tlb_misses[requester->layer]++;
  const uint64_t draw = ref_draw_replacement(r->config.seed, r->memory->replacement_draws++);
  if (tlb->used[oldest] != 0 && r->config.tlb_replacement != sim_replacement_LRU)
    oldest = (int)(draw % r->config.tlb_entries);
  tlb->pages[oldest] = page;
  tlb->used[oldest] = ++tlb->order;
  return 0;
}

/* M-141: "a miss delays the access by missCycles". Returns the cycle in which the address is looked up. */
uint64_t ref_memory_translate(ref *r, const ref_requester *requester, uint32_t address, uint64_t from_cycle) {
  if (r->config.tlb_entries == 0 || r->config.tlb_refill_instructions > 0) return from_cycle;
  return ref_memory_look_up(r, requester, address) ? from_cycle : from_cycle + r->config.tlb_miss_cycles;
}

int ref_memory_has_page(ref *r, int core, uint32_t address) {
  if (ref_in_ranges(r->config.unmapped_ranges, address)) return 1;
  ref_tlb *tlb = &r->memory->tlbs[core];
  for (int i = 0; i < r->config.tlb_entries; i++) {
    if (tlb->used[i] == 0 || tlb->pages[i] != address / r->config.tlb_page_bytes) continue;
    tlb->used[i] = ++tlb->order;
    return 1;
  }
  return r->config.tlb_entries == 0;
}

ref_cache *ref_memory_l2(const ref *r, int core) { return &r->memory->l2s[r->config.l2_per_core ? core : 0]; }

uint64_t ref_memory_comes(ref *r, const ref_arrival *arrival, uint32_t end) {
  if (!arrival->by_beats) return arrival->last;
  uint32_t before = 0; /* bytes that arrive before that address */
  for (uint32_t i = 0; i < arrival->bytes; i++) {
    const uint32_t at = arrival->from + (arrival->first - arrival->from + i) % arrival->bytes;
    if (at < end && end - at <= REF_WORD_BYTES) before = i + 1; /* the last byte to arrive of the word before `end` */
  }
  return arrival->begin + ref_memory_beats(r, before) - 1;
}

static void all_comes(ref_cache *cache, ref_cache_line *line, uint64_t last) {
  for (uint32_t word = 0; word < cache->config.line_bytes / REF_WORD_BYTES; word++) line->comes[word] = last;
}

ref_arrival ref_memory_read(ref *r, uint32_t address, uint32_t bytes, uint64_t from_cycle) {
  const uint64_t latency = r->config.memory_latency_cycles, beats = ref_memory_beats(r, bytes);
  const uint64_t begin = ref_memory_ask(r, from_cycle, latency + beats);
  return (ref_arrival){.begin = begin + latency,
                       .last = begin + latency + beats - 1,
                       .from = address,
                       .bytes = bytes,
                       .first = address,
                       .by_beats = 1};
}

static uint64_t latest(uint64_t a, uint64_t b) { return a > b ? a : b; }

ref_arrival ref_memory_bring(ref *r, const ref_requester *requester, uint32_t address, uint32_t bytes,
                             uint64_t from_cycle) {
  ref_cache *l2 = ref_memory_l2(r, requester->core);
  if (l2->sets == 0) return ref_memory_read(r, address, bytes, from_cycle);
  sim_cache_counters *counters = &r->counters.caches[REF_L2];
  const uint64_t answer = from_cycle + r->config.l2_cycles;
  counters->accesses[requester->layer]++;
  ref_cache_line *line = ref_cache_find(l2, address);
  if (line != NULL) {
    ref_cache_hit(l2, line, requester->pinned);
    return (ref_arrival){.last = answer == 0 ? line->comes[0] : latest(line->comes[0], answer - 1)};
  }
  counters->misses[requester->layer]++;
  const uint32_t line_address = address - address % l2->config.line_bytes;
  const ref_arrival arrival = ref_memory_read(r, line_address, l2->config.line_bytes, answer);
  ref_cache_line victim;
  line = ref_cache_fill(l2, address, 1, requester->pinned, &victim);
  if (line != NULL) all_comes(l2, line, arrival.last);
  ref_memory_write_back(r, requester->core, REF_L2, l2, &victim, arrival.last);
  return arrival;
}

void ref_memory_write_back(ref *r, int core, int kind, ref_cache *cache, const ref_cache_line *victim, uint64_t last) {
  ref_cache *l2 = ref_memory_l2(r, core);
  if (!victim->valid || !victim->dirty) return;
  r->counters.caches[kind].write_backs++;
  if (kind == REF_L1D && l2->sets != 0) {
    ref_cache_line *line = ref_cache_find(l2, victim->address);
    if (line != NULL && l2->config.write_back) {
      ref_cache_use(l2, line);
      line->dirty = 1;
      return;
    }
  }
  ref_memory_transact(r, last + 1, ref_memory_beats(r, ref_cache_valid_bytes(cache, victim)));
}

/* M-134: "with a store buffer the CPU waits only for a free entry, without one for the end" */
uint64_t ref_memory_write(ref *r, int core, uint64_t from_cycle, uint64_t cycles) {
  uint64_t *entry = NULL;
  for (int i = 0; i < r->config.store_buffer_entries; i++) {
    uint64_t *other = &r->memory->entry_free[core][i];
    if (entry == NULL || *other < *entry) entry = other;
  }
  if (entry == NULL) return ref_memory_ask(r, from_cycle, cycles) + cycles - 1;
  const uint64_t free = latest(*entry, from_cycle);
  *entry = ref_memory_transact(r, latest(free, from_cycle + r->config.bus_request_cycles), cycles) + cycles;
  return free - 1;
}

uint64_t ref_memory_store_on(ref *r, const ref_requester *requester, uint32_t address, uint64_t from_cycle) {
  ref_cache *l2 = ref_memory_l2(r, requester->core);
  if (r->config.caches[REF_L1D].size_bytes > 0) r->counters.caches[REF_L1D].stores_on++;
  if (l2->sets == 0) return ref_memory_write(r, requester->core, from_cycle, r->config.write_cycles);
  r->counters.caches[REF_L2].accesses[requester->layer]++;
  ref_cache_line *line = ref_cache_find(l2, address);
  if (line != NULL) {
    ref_cache_hit(l2, line, requester->pinned);
    if (l2->config.write_back) {
      line->dirty = 1;
      return from_cycle - 1; /* it has ended, because nothing waits */
    }
  } else r->counters.caches[REF_L2].misses[requester->layer]++;
  r->counters.caches[REF_L2].stores_on++;
  return ref_memory_write(r, requester->core, from_cycle, r->config.write_cycles);
}
