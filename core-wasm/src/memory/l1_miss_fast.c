/* The miss of miss.h, and the access around it, for the usual machine: fits_l1_miss_fast says of which the constants
 * here hold. */
#include "memory/memory.h"
#include "memory/miss.h"

INLINE cache_geometry usual_cache(const cache_geometry *g, uint32_t stride_shift) {
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
      .sub_block_shift = g->line_shift,
      .replacement = CACHE_LRU,
      .write_back = 1,
      .write_allocate = 1,
  };
}

INLINE memory_shape usual_shape(const memory_shape *m) {
  return (memory_shape){
      .caches = {[CACHE_L1D] = usual_cache(&m->caches[CACHE_L1D], FAST_L1_STRIDE_SHIFT),
                 [CACHE_L2] = usual_cache(&m->caches[CACHE_L2], FAST_L2_STRIDE_SHIFT)},
      .has = {[CACHE_L1D] = 1, [CACHE_L2] = 1},
      .l2_line_cycles = m->l2_line_cycles,
  };
}

uint64_t l1_miss_fast(sim *sim, const data_rules *rules, uint32_t address, uint32_t writes, uint64_t cycle) {
  const memory_shape m = usual_shape(&sim->memory);
  const access a = {
      .asked = cycle,
      .cycle = cycle,
      .address = address,
      .level = CACHE_L1D,
      .writes = (uint8_t)writes,
      .layer = rules->layer,
      .pinned = rules->pinned,
      .fill = FILL_DATA,
  };
  const uint64_t plain = cycle + sim->config.memory_cycles;
  assert(sim->memory.fits_l1_miss_fast && !sim->config.non_blocking);
  assert(way_of(&m.caches[CACHE_L1D], cache_of(sim, CACHE_L1D, 0), address) == CACHE_NO_WAY);
  burst_let_go_first(sim, cycle);
  access_count(sim, &a, CACHE_L1D, 1);
  const uint64_t until = miss_in(sim, &m, &a, CACHE_LINE_MISS, SHAPE_IS_CONSTANT);
  if (until > plain) core_at(sim, 0)->missed_until[0] = until;
  return later(plain, until);
}
