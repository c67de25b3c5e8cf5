#include "cache/memory_shape.h"

#include <stddef.h>

static cache_config cache_config_of(const sim_cache_config *c) {
  return (cache_config){
      .size_bytes = c->size_bytes,
      .pinned_sets = c->pinned_sets,
      .line_bytes = c->line_bytes,
      .sub_block_bytes = c->sub_block_bytes,
      .pinned_ways = c->pinned_ways,
      .ways = c->ways,
      .replacement = c->replacement,
      .write_back = c->write_back,
      .write_allocate = c->write_allocate,
      .pinned_lines = c->pinned_lines,
      .pin_locks = c->pin_kind == sim_pin_kind_LOCK,
  };
}

static tlb_config tlb_config_of(const sim_config *c) {
  return (tlb_config){
      .page_bytes = c->tlb_page_bytes,
      .entries = c->tlb_entries,
      .replacement = c->tlb_replacement == sim_replacement_RANDOM ? TLB_RANDOM : TLB_LRU,
  };
}

static predictor_config predictor_config_of(const sim_config *c) {
  return (predictor_config){
      .counters = c->predictor_mode == sim_predictor_BIMODAL ? c->predictor_counters : 0,
      .targets = c->predictor_targets,
      .returns = c->predictor_returns,
      .mode = c->predictor_mode,
  };
}

memory_shape memory_shape_of(const sim_config *c) {
  memory_shape m = {0};
  for (int i = 0; i < CACHE_COUNT; i++) {
    m.has[i] = c->caches[i].size_bytes > 0;
    if (!m.has[i]) continue;
    const cache_config config = cache_config_of(&c->caches[i]);
    m.caches[i] = cache_geometry_make(&config);
    m.cache_at[i] = m.bytes;
    m.bytes += memory_aligned(cache_bytes(&m.caches[i])) * (i == CACHE_L2 && !c->l2_per_core ? 1u : c->core_count);
  }
  m.has_others = c->core_count > 1;
  m.l2_per_core = c->l2_per_core;
  m.has_tlb = c->tlb_entries > 0;
  if (m.has_tlb) {
    const tlb_config config = tlb_config_of(c);
    m.tlb = tlb_geometry_make(&config);
    m.tlb_at = m.bytes;
    m.bytes += memory_aligned(sizeof(tlb_state)) * c->core_count;
  }
  m.has_predictor = c->predictor_mode != sim_predictor_NOT_TAKEN;
  if (m.has_predictor) {
    const predictor_config config = predictor_config_of(c);
    m.predictor = predictor_geometry_make(&config);
    m.predictor_at = m.bytes;
    m.bytes += memory_aligned(predictor_bytes(&m.predictor)) * c->core_count;
  }
  for (int i = 0; i <= CACHE_COUNT + 1; i++) {
    const sim_address_range *ranges = i < CACHE_COUNT    ? c->caches[i].pinned_ranges
                                      : i == CACHE_COUNT ? c->uncached_ranges
                                                         : c->unmapped_ranges;
    for (uint32_t j = 0; j < SIM_RANGE_LIMIT; j++) m.has_ranges |= (uint8_t)((ranges[j].from != ranges[j].to) << i);
  }
  m.is_used = m.has[CACHE_L1I] || m.has[CACHE_L1D] || m.has[CACHE_L2] || m.has_tlb || c->has_memory;
  for (int i = CACHE_L1I; i <= CACHE_L1D; i++) m.restarts[i] = m.has[i] ? c->caches[i].fill_order : 0;
  m.refills = m.has_tlb && c->tlb_refill_instructions > 0;
  m.is_stepped = m.restarts[CACHE_L1I] || m.restarts[CACHE_L1D] || m.refills ||
                 (m.has[CACHE_L1I] && c->fetch_return_cycles > 0);
  m.hit_has_no_side_effects =
      m.has[CACHE_L1D] && !m.has_tlb && m.caches[CACHE_L1D].pinned_lines == 0 && m.caches[CACHE_L1I].pinned_lines == 0;
  if (m.has[CACHE_L2]) m.l2_line_cycles = (uint32_t)bus_beats(c, c->caches[CACHE_L2].line_bytes);
  return m;
}

uint64_t memory_state_bytes(const sim_config *config) { return memory_shape_of(config).bytes; }

uint32_t memory_check(const sim_config *c) {
  for (int i = 0; i < CACHE_COUNT; i++) {
    if (c->caches[i].size_bytes == 0) continue;
    const cache_config config = cache_config_of(&c->caches[i]);
    const uint32_t bad = cache_config_check(&config);
    if (bad == SIM_NONE) continue;
    return (uint32_t)((const uint8_t *)&c->caches[i] - (const uint8_t *)c) + bad; /* the records have equal layouts */
  }
  /* A fill of sub-blocks starts with the missed one; a second level is filled as a whole. */
  for (int i = 0; i < CACHE_COUNT; i++)
    if (c->caches[i].size_bytes > 0 && c->caches[i].fill_order != sim_fill_order_WHOLE_LINE &&
        (i == CACHE_L2 || c->caches[i].sub_block_bytes != 0))
      return (uint32_t)((const uint8_t *)&c->caches[i].fill_order - (const uint8_t *)c);
  if (c->caches[CACHE_L2].size_bytes > 0) {
    for (int i = CACHE_L1I; i <= CACHE_L1D; i++)
      if (c->caches[i].size_bytes > 0 && c->caches[i].line_bytes > c->caches[CACHE_L2].line_bytes)
        return offsetof(sim_config, caches) + CACHE_L2 * sizeof(sim_cache_config) +
               offsetof(sim_cache_config, line_bytes);
    if (c->caches[CACHE_L2].sub_block_bytes != 0)
      return offsetof(sim_config, caches) + CACHE_L2 * sizeof(sim_cache_config) +
             offsetof(sim_cache_config, sub_block_bytes);
  }
  if (c->tlb_entries > 0) {
    const tlb_config config = tlb_config_of(c);
    const uint32_t bad = tlb_config_check(&config);
    if (bad == offsetof(tlb_config, page_bytes)) return offsetof(sim_config, tlb_page_bytes);
    if (bad != SIM_NONE) return offsetof(sim_config, tlb_entries);
    if (c->tlb_replacement == sim_replacement_LRR) return offsetof(sim_config, tlb_replacement);
  }
  if (c->predictor_mode != sim_predictor_NOT_TAKEN) {
    const predictor_config config = predictor_config_of(c);
    if (predictor_config_check(&config) != SIM_NONE) return offsetof(sim_config, predictor_counters);
  }
  return SIM_NONE;
}

_Static_assert(offsetof(sim_cache_config, write_allocate) == offsetof(cache_config, write_allocate) &&
                   offsetof(sim_cache_config, ways) == offsetof(cache_config, ways) &&
                   offsetof(sim_cache_config, pinned_lines) == offsetof(cache_config, pinned_lines) &&
                   offsetof(sim_cache_config, pin_kind) == offsetof(cache_config, pin_locks) &&
                   offsetof(sim_cache_config, pinned_ways) == offsetof(cache_config, pinned_ways),
               "memory_check names fields of sim_cache_config by their offset in cache_config");
_Static_assert((int)sim_predictor_BIMODAL == (int)PREDICTOR_BIMODAL && (int)sim_replacement_RANDOM == (int)CACHE_RANDOM,
               "enumerations are handed on as they are");
_Static_assert((int)SIM_LAYER_LIMIT <= (int)CACHE_OWNER_LIMIT, "a layer owns lines");
