/* Further parts of memory systems, each with its own probability: machines without them stay unchanged. */
#include "random_maker.h"

/* There are few sets and other pins, so that locks fill a set, end and start again. */
static void lock_lines(maker *m, sim_cache_config *cache) {
  if (cache->size_bytes == 0 || !chance(m, 70)) return;
  cache->pinned_lines = byte_in(m, 1, cache->ways);
  cache->pinned_ways = 0;
  cache->pin_kind = sim_pin_kind_LOCK;
  cache->size_bytes = (uint32_t)cache->ways * cache->line_bytes << in(m, 0, 2);
  cache->pinned_sets = in(m, 0, 1);
  cache->pinned_ranges[0] = (sim_address_range){.from = in(m, 0, 15) * 256, .to = 16 * 256};
}

static void make_locked_lines(maker *m) {
  sim_config *c = m->config;
  for (int i = 0; i < 3; i++) lock_lines(m, &c->caches[i]);
  for (uint32_t i = 0; i < c->routine_count; i++) c->routines[i].pinned |= flag(m, 40);
  for (uint32_t i = 0; i < c->step_count; i++) /* a thread also returns after its last step */
    if ((c->steps[i].op == sim_step_op_RETURN && chance(m, 50)) ||
        (c->steps[i].op == sim_step_op_REAP && chance(m, 20)))
      c->steps[i] = (sim_step_config){.op = sim_step_op_UNLOCK_CACHE, .index = half_in(m, 0, 2)};
}

static void make_restart(maker *m, sim_cache_config *l1) {
  if (l1->size_bytes == 0 || !chance(m, 70)) return;
  l1->sub_block_bytes = 0;
  l1->fill_order = byte_in(m, sim_fill_order_WHOLE_LINE, sim_fill_order_CRITICAL_WORD_FIRST);
}

/* Few entries and small pages, so that pages are replaced and loaded again. */
static void make_refills(maker *m) {
  static const uint32_t begins[] = {0, 0x1000, 0x40000000, 0x7f000000};
  sim_config *c = m->config;
  if (c->tlb_entries == 0) {
    c->tlb_entries = byte_in(m, 1, 6);
    c->tlb_page_bytes = 256u << in(m, 0, 2);
    c->tlb_replacement = chance(m, 50) ? sim_replacement_LRU : sim_replacement_RANDOM;
  }
  if (chance(m, 80)) {
    c->tlb_refill_instructions = byte_in(m, 1, chance(m, 70) ? 4 : 12);
    c->tlb_miss_cycles = chance(m, 50) ? half_in(m, 0, 5) : 0;
  }
  for (uint32_t i = 0; i < SIM_RANGE_LIMIT && chance(m, 40); i++) {
    c->unmapped_ranges[i].from = begins[in(m, 0, 3)] + in(m, 0, 8) * SIM_UNCACHED_GRAIN;
    c->unmapped_ranges[i].to = c->unmapped_ranges[i].from + in(m, 0, 6) * SIM_UNCACHED_GRAIN;
  }
}

void make_fills(maker *m) {
  sim_config *c = m->config;
  if (chance(m, 10)) make_locked_lines(m);
  if (chance(m, 20)) {
    make_restart(m, &c->caches[0]);
    make_restart(m, &c->caches[1]);
    if (chance(m, 50)) c->bus_bytes_per_beat = half_in(m, 1, 12);
    if (chance(m, 40)) c->bus_cycles_per_beat = half_in(m, 1, 12);
    if (chance(m, 40)) c->l2_cycles = half_in(m, 0, 3); /* a hit there may precede the rest of a line from memory */
  }
  if (chance(m, 15)) c->bus_request_cycles = half_in(m, 1, 5);
  if (chance(m, 12)) c->fetch_return_cycles = half_in(m, 1, 4);
  if (chance(m, 15)) make_refills(m);
}
