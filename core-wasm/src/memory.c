#include "memory.h"

#include "bus.h"
#include "rng.h"

static const uint32_t own_pin_class = 1;

/* ---- where everything lies ---- */

static void *cache_of(const sim *sim, uint32_t level, uint32_t core) {
  const memory_shape *m = &sim->memory;
  const uint32_t place = level == CACHE_L2 ? 0 : core * memory_aligned(cache_bytes(&m->caches[level]));
  return sim->memory_state + m->cache_at[level] + place;
}

static tlb_state *tlb_of(const sim *sim, uint32_t core) {
  return (tlb_state *)(void *)(sim->memory_state + sim->memory.tlb_at + core * memory_aligned(sizeof(tlb_state)));
}

static void *predictor_of(const sim *sim, uint32_t core) {
  const memory_shape *m = &sim->memory;
  return sim->memory_state + m->predictor_at + core * memory_aligned(predictor_bytes(&m->predictor));
}

void memory_init(sim *sim) {
  sim->memory = memory_shape_of(&sim->config);
  const memory_shape *m = &sim->memory;
  sim->address_key = rng_key(sim->config.seed, RNG_ADDRESS);
  sim->replacement_key = rng_key(sim->config.seed, RNG_REPLACEMENT);
  for (uint32_t core = 0; core < sim->config.core_count; core++) {
    for (uint32_t level = 0; level < CACHE_COUNT; level++)
      if (m->has[level] && (level != CACHE_L2 || core == 0)) cache_init(&m->caches[level], cache_of(sim, level, core));
    if (m->has_tlb) tlb_init(tlb_of(sim, core));
    if (m->has_predictor) predictor_init(&m->predictor, predictor_of(sim, core));
  }
}

/* ---- the bus: requests queue in the order in which they come ---- */

/* A transaction of so many cycles; returns its end. */
static uint64_t transact(sim *sim, uint64_t cycle, uint64_t cycles) {
  bus_state *b = &sim->state->bus;
  b->free_at = bus_on_clock(sim, later(cycle, b->free_at)) + cycles;
  return b->free_at;
}

static uint64_t beats(const sim *sim, uint64_t bytes) {
  const uint64_t per_beat = sim->config.bus_bytes_per_beat;
  return (bytes + per_beat - 1) / per_beat * sim->config.bus_cycles_per_beat;
}

static uint32_t line_bytes(const cache_geometry *g) { return 1u << g->line_shift; }

/* ---- what leaves a cache ---- */

/* A dirty line goes to the next level; nobody waits for it. */
static void write_back(sim *sim, uint32_t level, cache_line victim, uint64_t cycle) {
  if (victim.sub_blocks == 0 || !victim.dirty) return;
  const memory_shape *m = &sim->memory;
  sim->state->counters.caches[level].write_backs++;
  if (level != CACHE_L2 && m->has[CACHE_L2]) {
    void *l2 = cache_of(sim, CACHE_L2, 0);
    const cache_geometry *g = &m->caches[CACHE_L2];
    if (cache_probe(g, l2, victim.address).sub_blocks != 0) {
      if (g->write_back) cache_write(g, l2, victim.address);
      else transact(sim, cycle, beats(sim, line_bytes(&m->caches[level])));
      return;
    }
  }
  transact(sim, cycle, beats(sim, line_bytes(&m->caches[level])));
}

/* ---- misses ---- */

typedef struct access {
  uint64_t cycle;
  uint32_t core;
  uint32_t index; /* of the stream within the core */
  uint32_t address;
  uint8_t level;
  uint8_t writes;
  uint8_t layer;
  uint8_t pinned;
} access;

static void count(sim *sim, const access *a, uint32_t level, int missed) {
  sim_cache_counters *c = &sim->state->counters.caches[level];
  c->accesses[a->layer]++;
  if (missed) c->misses[a->layer]++;
}

static cache_request request_for(sim *sim, const access *a, const cache_geometry *g, uint32_t sub_blocks, int dirty,
                                 int shared) {
  const int draws = g->replacement == CACHE_RANDOM;
  return (cache_request){
      .ways = cache_ways_for(g, a->address, a->pinned),
      .sub_blocks = sub_blocks,
      .draw = draws ? (uint32_t)(rng_draw(sim->replacement_key, sim->state->replacement_draws++) >> 32) : 0,
      .owner = a->layer,
      .pin_class = a->pinned ? (uint8_t)own_pin_class : 0,
      .dirty = (uint8_t)dirty,
      .shared = (uint8_t)shared,
  };
}

/* The other L1D caches: for a read they share, for a write they lose the line. Returns whether somebody had
 * it; *was_dirty, whether its data come from there. */
static int snoop(sim *sim, const access *a, int *was_dirty) {
  const memory_shape *m = &sim->memory;
  int found = 0;
  *was_dirty = 0;
  if (!m->has[CACHE_L1D]) return 0;
  for (uint32_t core = 0; core < sim->config.core_count; core++) {
    if (core == a->core) continue;
    void *other = cache_of(sim, CACHE_L1D, core);
    const cache_line before = a->writes ? cache_invalidate(&m->caches[CACHE_L1D], other, a->address)
                                        : cache_share(&m->caches[CACHE_L1D], other, a->address);
    if (before.sub_blocks == 0) continue;
    found = 1;
    *was_dirty |= before.dirty;
    if (a->writes) sim->state->counters.caches[CACHE_L1D].invalidations++;
    if (!a->writes && before.dirty) cache_clean(&m->caches[CACHE_L1D], other, a->address);
  }
  return found;
}

static int answers_l2(sim *sim, const access *a) {
  const memory_shape *m = &sim->memory;
  if (!m->has[CACHE_L2]) return 0;
  const int hit = cache_fetch(&m->caches[CACHE_L2], cache_of(sim, CACHE_L2, 0), a->address) == CACHE_HIT;
  count(sim, a, CACHE_L2, !hit);
  return hit;
}

static void fill_l2(sim *sim, const access *a) {
  const memory_shape *m = &sim->memory;
  if (!m->has[CACHE_L2]) return;
  void *l2 = cache_of(sim, CACHE_L2, 0);
  const cache_geometry *g = &m->caches[CACHE_L2];
  const cache_request request = request_for(sim, a, g, g->all_sub_blocks, 0, 0);
  write_back(sim, CACHE_L2, cache_fill(g, l2, a->address, &request), a->cycle);
}

/* From the L2 or from memory (or another core's cache); returns when the data are there, and up to where they
 * come beat by beat (0: as a whole). */
static uint64_t bring(sim *sim, const access *a, uint32_t bytes, int from_other, uint32_t *streams_to) {
  const sim_config *c = &sim->config;
  const memory_shape *m = &sim->memory;
  *streams_to = 0;
  if (from_other) return transact(sim, a->cycle, c->transfer_cycles + beats(sim, bytes));
  if (answers_l2(sim, a)) return a->cycle + c->l2_cycles;
  const uint32_t level = m->has[CACHE_L2] ? CACHE_L2 : a->level;
  const int streams = a->level == CACHE_L1I && m->caches[CACHE_L1I].all_sub_blocks != 1;
  if (streams) *streams_to = cache_line_address(&m->caches[level], a->address) + line_bytes(&m->caches[level]);
  const uint64_t lookup = m->has[CACHE_L2] ? c->l2_cycles : 0;
  const uint64_t whole = m->has[CACHE_L2] ? line_bytes(&m->caches[CACHE_L2]) : bytes;
  const uint64_t end = transact(sim, a->cycle + lookup, c->memory_latency_cycles + beats(sim, whole));
  fill_l2(sim, a);
  return end;
}

static fill_state *note_fill(sim *sim, const access *a, uint64_t until, uint32_t streams_to) {
  core_state *core = &sim->state->cores[a->core];
  fill_state *fill = &core->fills[a->level == CACHE_L1I][a->index];
  fill->until = until;
  fill->line = cache_line_address(&sim->memory.caches[a->level], a->address);
  fill->streams_to = streams_to;
  core->fills_until = later(core->fills_until, until);
  return fill;
}

/* When the part of the line with this address is there: what streams comes beat by beat. */
static uint64_t arrival(const sim *sim, const fill_state *fill, uint32_t address) {
  if (fill->streams_to == 0) return fill->until;
  const uint32_t shift = sim->memory.caches[CACHE_L1I].sub_block_shift;
  return fill->until - beats(sim, fill->streams_to - (((address >> shift) + 1) << shift));
}

/* A hit in a line that is still on its way waits for it. */
static uint64_t after_fill(const sim *sim, const access *a, uint64_t until) {
  const core_state *core = &sim->state->cores[a->core];
  if (core->fills_until <= a->cycle) return until;
  const uint32_t line = cache_line_address(&sim->memory.caches[a->level], a->address);
  for (uint32_t i = 0; i < cpus_of_core(&sim->config); i++) {
    const fill_state *fill = &core->fills[a->level == CACHE_L1I][i];
    if (fill->line == line && fill->until > a->cycle)
      until = later(until, arrival(sim, fill, a->address));
  }
  return until;
}

/* The line, or the part of it, comes into the L1; returns when. */
static uint64_t miss(sim *sim, const access *a, enum cache_result result) {
  const memory_shape *m = &sim->memory;
  const cache_geometry *g = &m->caches[a->level];
  void *l1 = cache_of(sim, a->level, a->core);
  int from_other = 0, is_shared = 0;
  if (a->level == CACHE_L1D && sim->config.core_count > 1) is_shared = snoop(sim, a, &from_other);
  const int by_parts = g->all_sub_blocks != 1;
  const uint32_t parts = !by_parts                ? g->all_sub_blocks
                         : a->level == CACHE_L1I ? cache_sub_blocks_from(g, a->address) /* streams to the line's end */
                                                  : 1u << cache_sub_block(g, a->address);
  const uint32_t bytes = by_parts ? (uint32_t)__builtin_popcount(parts) << g->sub_block_shift : line_bytes(g);
  uint32_t streams_to;
  const uint64_t until = bring(sim, a, bytes, from_other, &streams_to);
  if (result == CACHE_SUB_BLOCK_MISS) cache_fill_sub_blocks(g, l1, a->address, parts);
  else {
    const cache_request request = request_for(sim, a, g, parts, a->writes && g->write_back, is_shared && !a->writes);
    write_back(sim, a->level, cache_fill(g, l1, a->address, &request), a->cycle);
  }
  return arrival(sim, note_fill(sim, a, until, streams_to), a->address);
}

uint64_t memory_streamed(const sim *sim, uint32_t core, uint32_t index, uint32_t pc, uint64_t cycle) {
  const fill_state *fill = &sim->state->cores[core].fills[1][index];
  if (fill->until <= cycle || cache_line_address(&sim->memory.caches[CACHE_L1I], pc) != fill->line) return cycle + 1;
  return later(cycle + 1, arrival(sim, fill, pc));
}

/* ---- stores that the CPU does not wait for ---- */

/* Goes to the next level; returns when the CPU is rid of it. */
static uint64_t post(sim *sim, const access *a) {
  const memory_shape *m = &sim->memory;
  const sim_config *c = &sim->config;
  core_state *core = &sim->state->cores[a->core];
  if (m->has[CACHE_L2]) {
    const int hit = cache_write(&m->caches[CACHE_L2], cache_of(sim, CACHE_L2, 0), a->address) == CACHE_HIT;
    count(sim, a, CACHE_L2, !hit);
    if (hit && m->caches[CACHE_L2].write_back) return a->cycle;
  }
  if (c->store_buffer_entries == 0) return transact(sim, a->cycle, c->write_cycles);
  uint32_t oldest = 0;
  for (uint32_t i = 1; i < c->store_buffer_entries; i++)
    if (core->store_until[i] < core->store_until[oldest]) oldest = i;
  const uint64_t from = later(a->cycle, core->store_until[oldest]); /* until an entry is free */
  core->store_until[oldest] = transact(sim, from, c->write_cycles);
  return from;
}

/* ---- loads and stores ---- */

static uint64_t translate(sim *sim, uint32_t core, uint32_t address) {
  if (!sim->memory.has_tlb) return 0;
  tlb_state *t = tlb_of(sim, core);
  sim->state->counters.tlb_accesses++;
  if (tlb_lookup(&sim->memory.tlb, t, address)) return 0;
  sim->state->counters.tlb_misses++;
  const uint64_t draw = rng_draw(sim->replacement_key, sim->state->replacement_draws++);
  tlb_fill(&sim->memory.tlb, t, address, (uint32_t)(draw >> 32));
  return sim->config.tlb_miss_cycles;
}

static uint64_t store(sim *sim, access *a) {
  const memory_shape *m = &sim->memory;
  const uint64_t plain = a->cycle + sim->config.memory_cycles;
  if (!m->has[CACHE_L1D]) return later(plain, post(sim, a));
  const cache_geometry *g = &m->caches[CACHE_L1D];
  void *l1 = cache_of(sim, CACHE_L1D, a->core);
  const enum cache_result result = cache_write(g, l1, a->address);
  count(sim, a, CACHE_L1D, result == CACHE_LINE_MISS || result == CACHE_SUB_BLOCK_MISS);
  uint64_t until = plain;
  int others;
  switch (cache_after_write(g, result)) {
    case CACHE_WRITE_DONE: until = after_fill(sim, a, plain); break;
    case CACHE_WRITE_CLAIM:
      snoop(sim, a, &others);
      until = transact(sim, a->cycle, sim->config.claim_cycles);
      cache_claim(g, l1, a->address);
      break;
    case CACHE_WRITE_FILL:
    case CACHE_WRITE_FILL_SUB_BLOCKS:
      until = miss(sim, a, result);
      if (result == CACHE_SUB_BLOCK_MISS && g->write_back) cache_write(g, l1, a->address);
      break;
    case CACHE_WRITE_AROUND:
      if (sim->config.core_count > 1) snoop(sim, a, &others);
      return later(plain, post(sim, a));
  }
  return g->write_back ? later(plain, until) : later(later(plain, until), post(sim, a));
}

static uint64_t load(sim *sim, access *a) {
  const memory_shape *m = &sim->memory;
  const uint64_t plain = a->cycle + sim->config.memory_cycles;
  uint32_t streams_to;
  if (!m->has[CACHE_L1D]) return later(plain, bring(sim, a, MEMORY_WORD_BYTES, 0, &streams_to));
  const enum cache_result result = cache_read(&m->caches[CACHE_L1D], cache_of(sim, CACHE_L1D, a->core), a->address);
  count(sim, a, CACHE_L1D, result != CACHE_HIT);
  return result == CACHE_HIT ? after_fill(sim, a, plain) : later(plain, miss(sim, a, result));
}

uint64_t memory_access_slowly(sim *sim, uint32_t core, uint32_t index, const data_rules *rules, uint32_t address,
                              uint64_t word, uint64_t cycle) {
  const int writes = (word & WORD_STORE) != 0;
  core_state *state = &sim->state->cores[core];
  const uint64_t plain = cycle + sim->config.memory_cycles;
  if (address >= MEMORY_DEVICE_BASE) {
    const uint64_t until = transact(sim, cycle, sim->config.uncached_cycles);
    state->missed_until[index] = until;
    return later(plain, until);
  }
  access a = {
      .cycle = cycle + translate(sim, core, address),
      .core = core,
      .index = index,
      .address = address,
      .level = CACHE_L1D,
      .writes = (uint8_t)writes,
      .layer = rules->layer,
      .pinned = rules->pinned,
  };
  const uint64_t until = writes ? store(sim, &a) : load(sim, &a);
  state->missed_until[index] = until;
  return sim->config.non_blocking ? plain : until;
}

uint64_t memory_fetch(sim *sim, uint32_t core, uint32_t index, const data_rules *rules, uint32_t pc, uint64_t cycle) {
  const memory_shape *m = &sim->memory;
  if (!m->has[CACHE_L1I]) return cycle + 1;
  const access a = {
      .cycle = cycle + translate(sim, core, pc),
      .core = core,
      .index = index,
      .address = pc,
      .level = CACHE_L1I,
      .layer = rules->layer,
      .pinned = rules->pinned,
  };
  const enum cache_result result = cache_fetch(&m->caches[CACHE_L1I], cache_of(sim, CACHE_L1I, core), pc);
  count(sim, &a, CACHE_L1I, result != CACHE_HIT);
  const uint64_t until = result == CACHE_HIT ? after_fill(sim, &a, a.cycle + 1) : miss(sim, &a, result);
  return later(until, cycle + 1);
}

/* ---- DMA, prediction ---- */

void memory_dma_wrote(sim *sim, uint32_t address, uint32_t bytes) {
  const memory_shape *m = &sim->memory;
  if (m->has[CACHE_L1D])
    for (uint32_t core = 0; core < sim->config.core_count; core++)
      sim->state->counters.caches[CACHE_L1D].invalidations +=
          cache_invalidate_range(&m->caches[CACHE_L1D], cache_of(sim, CACHE_L1D, core), address, bytes).lines;
  if (!m->has[CACHE_L2]) return;
  const cache_geometry *g = &m->caches[CACHE_L2];
  void *l2 = cache_of(sim, CACHE_L2, 0);
  if (!sim->config.dma_places) {
    sim->state->counters.caches[CACHE_L2].invalidations += cache_invalidate_range(g, l2, address, bytes).lines;
    return;
  }
  for (uint32_t at = cache_line_address(g, address); at - address < bytes || at < address; at += line_bytes(g)) {
    const access a = {.address = at, .level = CACHE_L2, .layer = sim_layer_IDLE};
    const cache_request request = request_for(sim, &a, g, g->all_sub_blocks, g->write_back != 0, 0);
    write_back(sim, CACHE_L2, cache_place(g, l2, at, &request), sim->time);
  }
}

int memory_predicts(sim *sim, uint32_t core, uint32_t pc, int backward) {
  if (!sim->memory.has_predictor) return 0;
  return predictor_predict(&sim->memory.predictor, predictor_of(sim, core), pc, backward);
}

void memory_learns(sim *sim, uint32_t core, uint32_t pc, int taken) {
  if (sim->memory.has_predictor) predictor_update(&sim->memory.predictor, predictor_of(sim, core), pc, taken);
}
