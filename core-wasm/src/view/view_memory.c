#include "view/view_memory.h"

#include <string.h>

#include "memory/memory.h"

/* ---- the bus ---- */

/* ready_at of a burst that has ended: its end plus the gap after it. */
static int dma_held(const sim *sim, uint64_t cycle) {
  const bus_state *b = bus_of(sim);
  const uint64_t ended = b->ready_at - (b->ready_at > 0 ? sim->config.bus_burst_gap_cycles : 0);
  if (b->burst_end == SIM_NEVER) return b->burst_begin <= cycle && cycle < ended;
  return b->burst_begin <= cycle || (b->ready_at > 0 && ended == cycle + 1);
}

static uint16_t waiting(const sim *sim, uint32_t direction) {
  uint32_t count = 0;
  for (uint32_t p = bus_of(sim)->dma_head[direction]; p != SIM_NONE; p = packet_at(sim, p)->dma_next) count++;
  return (uint16_t)earlier(count, UINT16_MAX);
}

static void view_bus(const sim *sim, sim_view_bus *out) {
  const bus_state *b = bus_of(sim);
  const uint64_t cycle = state_of(sim)->cycle;
  out->free_at = b->free_at;
  for (uint32_t d = 0; d < sim_direction_COUNT; d++) out->waiting[d] = waiting(sim, d);
  for (uint32_t disk = 0; disk < SIM_DISK_LIMIT; disk++) out->waiting_disks += b->disk_bytes[disk] > 0;
  if (cycle == 0) return;
  if (dma_held(sim, cycle - 1)) out->holder = sim_bus_holder_DMA;
  else if (b->free_at >= cycle) out->holder = sim_bus_holder_CPU;
}

/* ---- structures of each core except its pipeline ---- */

/* The latest miss of this context in this cache. */
static const fill_state *latest_fill(const core_state *core, uint32_t level, uint32_t context) {
  return &core->fills[level == CACHE_L1I ? FILL_STREAM : FILL_DATA][context];
}

static void view_core(const sim *sim, uint32_t core, sim_view_core *out) {
  const memory_shape *m = &sim->memory;
  const core_state *state = core_at(sim, core);
  const uint64_t cycle = state_of(sim)->cycle;
  for (uint32_t i = 0; i < SIM_STORE_BUFFER_LIMIT; i++) out->stores += state->store_until[i] > cycle;
  for (uint32_t i = 0; i < SIM_CORE_CONTEXT_LIMIT; i++)
    for (uint32_t level = CACHE_L1I; level <= CACHE_L1D; level++)
      out->fills[level] += latest_fill(state, level, i)->until > cycle;
  if (m->has_tlb)
    for (uint32_t i = 0; i < m->tlb.entries; i++)
      out->tlb_pages += tlb_entry(&m->tlb, tlb_of(sim, core), i).present != 0;
  if (m->has_predictor && m->predictor.mode == PREDICTOR_BIMODAL) {
    const uint8_t *counters = (const uint8_t *)predictor_of(sim, core) + m->predictor.counters_at;
    for (uint32_t i = 0; i <= m->predictor.counter_mask; i++) out->counters[counters[i >> 2] >> (i & 3) * 2 & 3]++;
  }
}

void view_memory(const sim *sim, sim_view *view) {
  view_bus(sim, &view->bus);
  for (uint32_t core = 0; core < sim->config.core_count; core++) view_core(sim, core, &view->cores[core]);
}

/* ---- a cache ---- */

/* The layer that loaded most of these lines, and the number of present lines. *marked: number of marked ones. */
static uint8_t cell(const cache_geometry *g, const void *state, uint32_t way, uint32_t from, uint32_t to,
                    uint32_t *marked) {
  uint32_t owned[CACHE_OWNER_LIMIT] = {0};
  uint32_t held = 0, most = 0;
  for (uint32_t set = from; set < to; set++) {
    const cache_line line = cache_line_at(g, state, set, way);
    if (line.sub_blocks == 0) continue;
    held++;
    *marked += g->pinned_lines != 0 && line.pin_class != 0;
    if (++owned[line.owner] > owned[most]) most = line.owner;
  }
  return (uint8_t)(most | (held * 15 + (to - from) - 1) / (to - from) << 4);
}

static uint16_t filling(const sim *sim, uint32_t level, uint32_t core, uint32_t columns) {
  const cache_geometry *g = cache_shape_at(sim, level);
  if (level == CACHE_L2) return UINT16_MAX;
  for (uint32_t i = 0; i < SIM_CORE_CONTEXT_LIMIT; i++) {
    const fill_state *fill = latest_fill(core_at(sim, core), level, i);
    if (fill->until <= state_of(sim)->cycle) continue;
    const cache_line line = cache_probe(g, cache_of(sim, level, core), fill->line);
    if (line.way == CACHE_NO_WAY) continue;
    return (uint16_t)(line.way * columns + cache_set_of(g, fill->line) * columns / cache_sets(g));
  }
  return UINT16_MAX;
}

int sim_get_cache_view(const sim *sim, uint32_t level, uint32_t core, sim_view_cache *view) {
  assert(sim != NULL && view != NULL && level < CACHE_COUNT && core < sim->config.core_count);
  if (!sim->memory.has[level]) return 0;
  const cache_geometry *g = cache_shape_at(sim, level);
  const void *state = cache_of(sim, level, core);
  const uint32_t columns = (uint32_t)earlier(cache_sets(g), SIM_VIEW_COLUMN_LIMIT);
  const uint32_t sets = cache_sets(g) / columns; /* both are powers of two */
  memset(view, 0, sizeof *view);
  memcpy(view->lines, cache_lines_by_owner(state), sizeof view->lines);
  view->columns = (uint16_t)columns;
  view->filling = filling(sim, level, core, columns);
  for (uint32_t way = 0; way < g->ways; way++)
    for (uint32_t column = 0; column < columns; column++) {
      const uint32_t at = way * columns + column;
      uint32_t marked = 0;
      view->cells[at] = cell(g, state, way, column * sets, (column + 1) * sets, &marked);
      view->marked += marked;
      if (marked * 2 >= sets) view->marks[at / 8] |= (uint8_t)(1u << at % 8);
    }
  return 1;
}
