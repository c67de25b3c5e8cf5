#include "cpu/blocks/cache_ports.h"

data_port data_port_of(sim *sim, uint32_t core) {
  const memory_shape *m = &sim->memory;
  const cache_geometry *g = &m->caches[CACHE_L1D];
  core_state *state = core_at(sim, core);
  data_port p = {
      .accesses = state_of(sim)->counters.caches[CACHE_L1D].accesses,
      .fills_until = &state->fills_until,
      .fills = state->fills[FILL_DATA],
      .prefetches = state->fills[FILL_PREFETCH],
      .fill_count = cpus_of_core(&sim->config),
      .memory_cycles = sim->config.memory_cycles,
  };
  const int is_alike = g->stride_shift == 2 && g->hits_reorder && g->all_sub_blocks == 1 && g->write_back;
  if (!m->hit_has_no_side_effects || sim->config.core_count != 1 || !is_alike) return p;
  uint8_t *lines = memory_lines(sim, CACHE_L1D, core);
  p.tags = (uint32_t *)(void *)(lines + g->tags_at);
  p.orders = (uint64_t *)(void *)(lines + CACHE_ORDERS_AT);
  p.flags = lines + g->flags_at;
  p.line_shift = g->line_shift;
  p.set_mask = g->set_mask;
  p.fits_fast_l1 = 1;
  return p;
}

code_port code_port_of(const sim *sim, uint32_t core) {
  const memory_shape *m = &sim->memory;
  const cache_geometry *g = &m->caches[CACHE_L1I];
  if (!m->has[CACHE_L1I]) return (code_port){0};
  uint8_t *lines = memory_lines(sim, CACHE_L1I, core);
  return (code_port){
      .tags = (const uint32_t *)(const void *)(lines + g->tags_at),
      .orders = (const uint64_t *)(const void *)(lines + CACHE_ORDERS_AT),
      .line_shift = g->line_shift,
      .set_mask = g->set_mask,
      .stride_shift = g->stride_shift,
      .fits_fast_l1 = g->all_sub_blocks == 1 && g->pinned_lines == 0,
      .geometry = g,
      .lines = lines,
  };
}

int code_port_hits_any(const code_port *p, uint32_t pc) { return cache_fetch(p->geometry, p->lines, pc) == CACHE_HIT; }

int code_port_holds(const code_port *p, uint32_t pc) {
  return p->fits_fast_l1 && cache_probe(p->geometry, p->lines, pc).sub_blocks != 0;
}

/* x < bound_of(permille) if and only if x * 1000 >> 32 < permille. */
static uint64_t bound_of(uint32_t permille) { return (((uint64_t)permille << 32) + 999) / 1000; }

drawn_data drawn_data_of(const data_rules *r, int port_is_usual) {
  const uint64_t end = (uint64_t)r->address + later(r->bytes, r->hot_bytes);
  const int fits_fast_l1 = port_is_usual && r->given == NULL && end <= MEMORY_DEVICE_BASE;
  const uint32_t special_permille = r->uncached_permille + (r->packet_bytes > 0 ? r->packet_permille : 0);
  return (drawn_data){
      .key = r->key,
      .draws = r->draws,
      .hot_below = bound_of(r->hot_permille),
      .special_below = fits_fast_l1 ? bound_of(special_permille) : 1ull << 32,
      .address = r->address,
      .bytes = r->bytes,
      .hot_bytes = r->hot_bytes,
      .layer = r->layer,
      .fits_fast_l1 = (uint8_t)fits_fast_l1,
  };
}

__attribute__((noinline)) uint64_t data_port_miss(sim *sim, uint32_t core, uint32_t index, const data_rules *rules,
                                                    uint64_t word, uint64_t cycle) {
  return memory_access(sim, core, index, rules, memory_address(rules, word), word, cycle);
}
