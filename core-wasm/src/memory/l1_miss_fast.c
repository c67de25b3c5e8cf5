/* A data miss of the usual geometry, with which nothing is left to decide at run time: what memory_access does, in half
 * the instructions (test_issue.c compares the two). */
#include "cache/cache_fill.h"
#include "memory/burst.h"
#include "memory/memory.h"
#include "memory/memory_fill.h"

/* The geometry that `misses_are_usual` stands for, as constants. */
INLINE cache_geometry usual(const cache_geometry *g, uint32_t stride_shift) {
  return (cache_geometry){
      .line_shift = g->line_shift,
      .set_mask = g->set_mask,
      .stride_shift = stride_shift,
      .tags_at = g->tags_at,
      .flags_at = g->flags_at,
      .ways = 1u << stride_shift,
      .all_ways = (1u << (1u << stride_shift)) - 1,
      .hits_reorder = 1,
      .all_sub_blocks = 1,
      .replacement = CACHE_LRU,
      .write_back = 1,
      .write_allocate = 1,
  };
}

INLINE cache_request request_of(const data_rules *rules, const cache_geometry *g, uint32_t writes) {
  return (cache_request){.ways = g->all_ways,
                         .sub_blocks = 1,
                         .owner = rules->layer,
                         .pin_class = rules->pinned != 0,
                         .dirty = (uint8_t)writes};
}

INLINE int is_dirty(cache_line victim) { return victim.sub_blocks != 0 && victim.dirty; }

/* Returns when the line is there. */
OPT_SIZE __attribute__((noinline)) static uint64_t bring_to_l2(sim *sim, const data_rules *rules, uint32_t address,
                                                            uint64_t cycle) {
  const cache_geometry g = usual(cache_shape_at(sim, CACHE_L2), FAST_L2_STRIDE_SHIFT);
  const uint32_t line_cycles = sim->memory.l2_line_cycles;
  const cache_request request = request_of(rules, &g, 0);
  const uint64_t until = bus_transact(sim, cycle, sim->config.memory_latency_cycles + line_cycles);
  if (is_dirty(cache_filled(&g, memory_lines(sim, CACHE_L2, 0), address, &request))) {
    state_of(sim)->counters.caches[CACHE_L2].write_backs++;
    bus_transact(sim, until, line_cycles);
  }
  fill_l2_begin(sim, cache_line_address(&g, address), until);
  return until;
}

INLINE void count(sim *sim, uint32_t level, uint32_t layer, int missed) {
  sim_cache_counters *c = &state_of(sim)->counters.caches[level];
  c->accesses[layer]++;
  c->misses[layer] += (uint64_t)missed;
  sim->missed[0][level] += (uint32_t)missed;
}

uint64_t l1_miss_fast(sim *sim, const data_rules *rules, uint32_t address, uint32_t writes, uint64_t cycle) {
  const cache_geometry g1 = usual(cache_shape_at(sim, CACHE_L1D), FAST_L1_STRIDE_SHIFT);
  const cache_geometry g2 = usual(cache_shape_at(sim, CACHE_L2), FAST_L2_STRIDE_SHIFT);
  uint8_t *const l1 = memory_lines(sim, CACHE_L1D, 0), *const l2 = memory_lines(sim, CACHE_L2, 0);
  core_state *const core = core_at(sim, 0);
  const uint64_t plain = cycle + sim->config.memory_cycles;
  assert(sim->memory.fits_l1_miss_fast && !sim->config.non_blocking && way_of(&g1, l1, address) == CACHE_NO_WAY);
  burst_let_go_first(sim, cycle);
  const cache_request request = request_of(rules, &g1, writes);
  count(sim, CACHE_L1D, rules->layer, 1);
  const int hits_l2 = cache_fetch(&g2, l2, address) == CACHE_HIT;
  count(sim, CACHE_L2, rules->layer, !hits_l2);
  const uint64_t answer = cycle + sim->config.l2_cycles;
  const uint64_t until = hits_l2 ? fill_l2_data(sim, cache_line_address(&g2, address), answer)
                                 : bring_to_l2(sim, rules, address, answer);
  const cache_line victim = cache_filled(&g1, l1, address, &request);
  if (is_dirty(victim)) {
    state_of(sim)->counters.caches[CACHE_L1D].write_backs++;
    if (cache_write(&g2, l2, victim.address) != CACHE_HIT)
      bus_transact(sim, until, memory_beats(sim, memory_line_bytes(&g1)));
  }
  fill_forget(sim, 0, 0, address, cycle);
  core->fills[FILL_DATA][0] = (fill_state){.until = until, .line = cache_line_address(&g1, address)};
  core->fills_until = later(core->fills_until, until);
  if (until > plain) core->missed_until[0] = until;
  return later(plain, until);
}
