#include "memory/memory.h"

#include "base/rng.h"
#include "memory/burst.h"
#include "memory/memory_fill.h"

static const uint32_t own_pin_class = 1;

static uint32_t l2_count(const sim *sim) { return sim->config.l2_per_core ? sim->config.core_count : 1; }

void memory_init(sim *sim) {
  sim->memory = memory_shape_of(&sim->config);
  const memory_shape *m = &sim->memory;
  memory_rules_init(sim);
  sim->address_key = rng_key(sim->config.seed, RNG_ADDRESS);
  sim->replacement_key = rng_key(sim->config.seed, RNG_REPLACEMENT);
  for (uint32_t core = 0; core < sim->config.core_count; core++) {
    for (uint32_t level = 0; level < CACHE_COUNT; level++)
      if (m->has[level] && (level != CACHE_L2 || core < l2_count(sim)))
        cache_init(&m->caches[level], cache_of(sim, level, core));
    if (m->has_tlb) tlb_init(tlb_of(sim, core));
    if (m->has_predictor) predictor_init(&m->predictor, predictor_of(sim, core));
  }
}

/* ---- what leaves a cache ---- */

/* Writes the valid parts of a dirty line back to the next level; no access waits for it. `cycle`: the line is replaced
 * then. */
static void write_back(sim *sim, uint32_t core, uint32_t level, cache_line victim, uint64_t cycle) {
  if (victim.sub_blocks == 0 || !victim.dirty) return;
  const memory_shape *m = &sim->memory;
  state_of(sim)->counters.caches[level].write_backs++;
  if (level != CACHE_L2 && m->has[CACHE_L2]) {
    void *l2 = cache_of(sim, CACHE_L2, core);
    const cache_geometry *g = &m->caches[CACHE_L2];
    if (g->write_back && cache_write(g, l2, victim.address) == CACHE_HIT) return;
  }
  const uint32_t parts = (uint32_t)__builtin_popcount(victim.sub_blocks);
  bus_transact(sim, cycle, memory_beats(sim, parts << m->caches[level].sub_block_shift));
}

/* ---- misses ---- */

typedef struct access {
  uint64_t asked; /* cycle of the request */
  uint64_t cycle; /* of the look-up in the cache, behind the TLB and the words before */
  uint32_t core;
  uint32_t index; /* of the stream within the core */
  uint32_t address;
  uint8_t level;
  uint8_t writes;
  uint8_t layer;
  uint8_t pinned;
  uint8_t fill; /* FILL_DATA, .. */
} access;

static void count(sim *sim, const access *a, uint32_t level, int missed) {
  sim_cache_counters *c = &state_of(sim)->counters.caches[level];
  c->accesses[a->layer]++;
  if (!missed) return;
  c->misses[a->layer]++;
  sim->missed[a->core][level]++;
}

/* Pinned by its address: the line lies in a pinned range. */
static __attribute__((noinline)) int lies_in_pinned(const sim *sim, const access *a, const cache_geometry *g) {
  return memory_in_ranges(sim->config.caches[g - sim->memory.caches].pinned_ranges, cache_line_address(g, a->address));
}

static inline int is_pinned(const sim *sim, const access *a, const cache_geometry *g) {
  return a->pinned || ((sim->memory.has_ranges >> (g - sim->memory.caches) & 1) && lies_in_pinned(sim, a, g));
}

static __attribute__((noinline)) void pin_used(sim *sim, const access *a, uint32_t level) {
  const cache_geometry *g = cache_shape_at(sim, level);
  if (!is_pinned(sim, a, g)) return;
  void *state = cache_of(sim, level, a->core);
  state_of(sim)->counters.caches[level].pins_refused += (uint64_t)cache_refuses_pin(g, state, a->address);
  cache_pin(g, state, a->address);
}

/* The access uses a line that is in the cache: the use may pin it. */
static inline void pin(sim *sim, const access *a, uint32_t level) {
  if (cache_shape_at(sim, level)->pinned_lines != 0) pin_used(sim, a, level);
}

static cache_request request_for(sim *sim, const access *a, const cache_geometry *g, const void *state,
                                 uint32_t sub_blocks, int dirty, int shared) {
  const int draws = g->replacement == CACHE_RANDOM, pinned = is_pinned(sim, a, g);
  const uint32_t ways = cache_ways_for(g, state, a->address, pinned);
  if (pinned && ways != 0)
    state_of(sim)->counters.caches[g - sim->memory.caches].pins_refused +=
        (uint64_t)cache_refuses_pin(g, state, a->address);
  return (cache_request){
      .ways = ways,
      .sub_blocks = sub_blocks,
      .draw = draws ? (uint32_t)(rng_draw(sim->replacement_key, state_of(sim)->replacement_draws++) >> 32) : 0,
      .owner = a->layer,
      .pin_class = pinned ? (uint8_t)own_pin_class : 0,
      .dirty = (uint8_t)dirty,
      .shared = (uint8_t)shared,
  };
}

/* Snoops the L1D of the other cores, and their L2 if each core has one: a read makes the line shared, a write
 * invalidates it. Returns whether one of them had the line; *was_dirty: its data come from there. */
static int snoop(sim *sim, const access *a, int *was_dirty) {
  const memory_shape *m = &sim->memory;
  int found = 0;
  *was_dirty = 0;
  if (!m->has[CACHE_L1D]) return 0;
  for (uint32_t core = 0; core < sim->config.core_count; core++) {
    if (core == a->core) continue;
    for (uint32_t level = CACHE_L1D; level <= (sim->config.l2_per_core ? CACHE_L2 : CACHE_L1D); level++) {
      const cache_geometry *g = &m->caches[level];
      void *other = cache_of(sim, level, core);
      const cache_line before = a->writes            ? cache_invalidate(g, other, a->address)
                                : level == CACHE_L1D ? cache_share(g, other, a->address)
                                                     : cache_clean(g, other, a->address);
      if (before.sub_blocks == 0) continue;
      found = 1;
      *was_dirty |= before.dirty;
      if (a->writes) state_of(sim)->counters.caches[level].invalidations++;
    }
  }
  return found;
}

static int answers_l2(sim *sim, const access *a) {
  const memory_shape *m = &sim->memory;
  if (!m->has[CACHE_L2]) return 0;
  const int hit = cache_fetch(&m->caches[CACHE_L2], cache_of(sim, CACHE_L2, a->core), a->address) == CACHE_HIT;
  count(sim, a, CACHE_L2, !hit);
  if (hit) pin(sim, a, CACHE_L2);
  return hit;
}

/* Key of a line in the list of L2 fills; where each core has an L2, with the core in the low bits, which a line address
 * leaves free. */
static uint32_t l2_line(const sim *sim, const access *a) {
  return cache_line_address(cache_shape_at(sim, CACHE_L2), a->address) | (sim->config.l2_per_core ? a->core : 0);
}

static void fill_l2(sim *sim, const access *a, uint64_t until) {
  const memory_shape *m = &sim->memory;
  if (!m->has[CACHE_L2]) return;
  void *l2 = cache_of(sim, CACHE_L2, a->core);
  const cache_geometry *g = &m->caches[CACHE_L2];
  const cache_request request = request_for(sim, a, g, l2, g->all_sub_blocks, 0, 0);
  write_back(sim, a->core, CACHE_L2, cache_fill(g, l2, a->address, &request), until);
  fill_l2_begin(sim, l2_line(sim, a), until);
}

/* Fetches the line from the L2, from memory or from another core's cache; returns when all of it is there. *coming:
 * FILL_AT_ONCE, .. */
static uint64_t bring(sim *sim, const access *a, uint32_t bytes, int from_other, uint32_t *coming) {
  const sim_config *c = &sim->config;
  const memory_shape *m = &sim->memory;
  *coming = FILL_AT_ONCE;
  if (from_other) {
    state_of(sim)->counters.transfers++;
    return bus_request(sim, a->cycle, c->transfer_cycles + memory_beats(sim, bytes));
  }
  if (answers_l2(sim, a)) return fill_l2_data(sim, l2_line(sim, a), a->cycle + c->l2_cycles);
  if (m->restarts[a->level]) *coming = FILL_BY_WORDS;
  else if (a->level == CACHE_L1I && m->caches[CACHE_L1I].all_sub_blocks != 1) *coming = FILL_BY_PARTS;
  const uint64_t lookup = m->has[CACHE_L2] ? c->l2_cycles : 0;
  const uint64_t whole = m->has[CACHE_L2] ? memory_line_bytes(&m->caches[CACHE_L2]) : bytes;
  const uint64_t end = bus_request(sim, a->cycle + lookup, c->memory_latency_cycles + memory_beats(sim, whole));
  fill_l2(sim, a, end);
  return end;
}

/* Brings the line, or the missing part of it, into the L1; returns when it is there. */
static __attribute__((noinline)) uint64_t miss(sim *sim, const access *a, enum cache_result result) {
  const memory_shape *m = &sim->memory;
  const cache_geometry *g = &m->caches[a->level];
  void *l1 = cache_of(sim, a->level, a->core);
  int from_other = 0, is_shared = 0;
  if (a->level == CACHE_L1D && sim->config.core_count > 1) is_shared = snoop(sim, a, &from_other);
  const int by_parts = g->all_sub_blocks != 1;
  const uint32_t parts = !by_parts                ? g->all_sub_blocks
                         : a->level == CACHE_L1I ? cache_sub_blocks_from(g, a->address) /* code: up to its end */
                                                  : 1u << cache_sub_block(g, a->address);
  const uint32_t bytes = by_parts ? (uint32_t)__builtin_popcount(parts) << g->sub_block_shift : memory_line_bytes(g);
  uint32_t coming;
  const uint64_t until = bring(sim, a, bytes, from_other, &coming);
  if (result == CACHE_SUB_BLOCK_MISS) {
    cache_fill_sub_blocks(g, l1, a->address, parts, is_shared && !a->writes);
    pin(sim, a, a->level);
  } else {
    const cache_request request =
        request_for(sim, a, g, l1, parts, a->writes && g->write_back, is_shared && !a->writes);
    write_back(sim, a->core, a->level, cache_fill(g, l1, a->address, &request), until);
  }
  const int is_code = a->level == CACHE_L1I;
  if (is_code || result != CACHE_SUB_BLOCK_MISS) fill_forget(sim, a->core, is_code, a->address, a->asked);
  return fill_begin(sim, a->core, a->index, a->fill, a->address, until, coming);
}

/* ---- stores that the CPU does not wait for ---- */

/* Passes the store to the next level; returns when the core may go on. */
static uint64_t post(sim *sim, const access *a) {
  const memory_shape *m = &sim->memory;
  sim_cache_counters *counters = state_of(sim)->counters.caches;
  counters[CACHE_L1D].stores_on += m->has[CACHE_L1D];
  if (m->has[CACHE_L2]) {
    const int hit = cache_write(&m->caches[CACHE_L2], cache_of(sim, CACHE_L2, a->core), a->address) == CACHE_HIT;
    count(sim, a, CACHE_L2, !hit);
    if (hit) pin(sim, a, CACHE_L2);
    if (hit && m->caches[CACHE_L2].write_back) return a->cycle;
    counters[CACHE_L2].stores_on++;
  }
  return memory_buffer(sim, a->core, a->cycle, sim->config.write_cycles);
}

/* ---- loads and stores ---- */

/* Looks the page up and enters it; returns whether it was in the TLB. */
static int finds_page(sim *sim, uint32_t core, uint32_t layer, uint32_t address) {
  if (memory_is_unmapped(sim, address)) return 1;
  tlb_state *t = tlb_of(sim, core);
  state_of(sim)->counters.tlb_accesses[layer]++;
  if (tlb_lookup(&sim->memory.tlb, t, address)) return 1;
  state_of(sim)->counters.tlb_misses[layer]++;
  const uint64_t draw = rng_draw(sim->replacement_key, state_of(sim)->replacement_draws++);
  tlb_fill(&sim->memory.tlb, t, address, (uint32_t)(draw >> 32));
  return 0;
}

/* Cycles by which the hardware's refill delays the access; where software refills the page is there by now. */
static uint64_t translate(sim *sim, uint32_t core, uint32_t layer, uint32_t address) {
  if (!sim->memory.has_tlb || sim->memory.refills) return 0;
  return finds_page(sim, core, layer, address) ? 0 : sim->config.tlb_miss_cycles;
}

int memory_finds_code(sim *sim, uint32_t core, const data_rules *rules, uint32_t pc, uint64_t cycle) {
  if (!sim->memory.has[CACHE_L1I] || rules->is_illustration) return 1;
  burst_let_go_first(sim, cycle); /* what a burst places and what a page replaces draw from one stream */
  return finds_page(sim, core, rules->layer, pc);
}

int memory_finds_data(sim *sim, uint32_t core, const data_rules *rules, uint32_t address, uint64_t word,
                      uint64_t cycle) {
  int are_there = 1;
  if (memory_is_uncached(sim, address)) return 1;
  burst_let_go_first(sim, cycle);
  for (uint32_t i = 0; i <= word_more(word); i++) {
    const uint32_t at = address + i * MEMORY_WORD_BYTES;
    if (!memory_is_uncached(sim, at) && !finds_page(sim, core, rules->layer, at)) are_there = 0;
  }
  return are_there;
}

static uint64_t store(sim *sim, access *a) {
  const memory_shape *m = &sim->memory;
  const uint64_t plain = a->cycle + sim->config.memory_cycles;
  if (!m->has[CACHE_L1D]) return later(plain, post(sim, a));
  const cache_geometry *g = &m->caches[CACHE_L1D];
  void *l1 = cache_of(sim, CACHE_L1D, a->core);
  const enum cache_result result = cache_write(g, l1, a->address);
  count(sim, a, CACHE_L1D, result == CACHE_LINE_MISS || result == CACHE_SUB_BLOCK_MISS);
  if (result == CACHE_HIT || result == CACHE_HIT_SHARED) pin(sim, a, CACHE_L1D);
  uint64_t until = plain;
  int others;
  enum cache_write_step step = cache_after_write(g, result);
  if (step == CACHE_WRITE_FILL && cache_ways_for(g, l1, a->address, is_pinned(sim, a, g)) == 0)
    step = CACHE_WRITE_AROUND;
  switch (step) {
    case CACHE_WRITE_DONE: until = fill_data(sim, a->core, a->address, a->cycle, plain); break;
    case CACHE_WRITE_CLAIM:
      snoop(sim, a, &others);
      state_of(sim)->counters.claims++;
      until = fill_data(sim, a->core, a->address, a->cycle, plain);
      until = later(until, bus_request(sim, a->cycle, sim->config.claim_cycles));
      cache_claim(g, l1, a->address);
      break;
    case CACHE_WRITE_FILL:
    case CACHE_WRITE_FILL_SUB_BLOCKS:
      until = miss(sim, a, result);
      a->cycle = until; /* the access is repeated then; no other cache has the line any more */
      if (result == CACHE_SUB_BLOCK_MISS) cache_claim(g, l1, a->address);
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
  uint32_t coming;
  if (!m->has[CACHE_L1D]) return later(plain, bring(sim, a, MEMORY_WORD_BYTES, 0, &coming));
  const enum cache_result result = cache_read(&m->caches[CACHE_L1D], cache_of(sim, CACHE_L1D, a->core), a->address);
  count(sim, a, CACHE_L1D, result != CACHE_HIT);
  if (result != CACHE_HIT) return later(plain, miss(sim, a, result));
  pin(sim, a, CACHE_L1D);
  return fill_data(sim, a->core, a->address, a->cycle, plain);
}

uint64_t memory_access_to_come(sim *sim, uint32_t core, uint32_t index, const data_rules *rules, uint32_t address,
                               uint64_t word, uint64_t asked, uint64_t cycle) {
  const int writes = (word & WORD_STORE) != 0;
  core_state *state = core_at(sim, core);
  const uint64_t plain = cycle + sim->config.memory_cycles;
  if (memory_is_uncached(sim, address)) return memory_device(sim, core, index, word, cycle);
  access a = {
      .asked = asked,
      .cycle = cycle + translate(sim, core, rules->layer, address),
      .core = core,
      .index = index,
      .address = address,
      .level = CACHE_L1D,
      .writes = (uint8_t)writes,
      .layer = rules->layer,
      .pinned = rules->pinned,
  };
  const uint64_t until = writes ? store(sim, &a) : load(sim, &a);
  if (until > plain) state->missed_until[index] = until;
  return sim->config.non_blocking ? plain : until;
}

uint64_t memory_access_slowly(sim *sim, uint32_t core, uint32_t index, const data_rules *rules, uint32_t address,
                              uint64_t word, uint64_t cycle) {
  burst_let_go_first(sim, cycle);
  return memory_access_to_come(sim, core, index, rules, address, word, cycle, cycle);
}

__attribute__((noinline)) void memory_prefetch(sim *sim, uint32_t core, uint32_t index, const data_rules *rules,
                                               uint64_t word, uint64_t cycle) {
  const memory_shape *m = &sim->memory;
  sim_counters *counters = &state_of(sim)->counters;
  const access a = {
      .asked = cycle,
      .cycle = cycle,
      .core = core,
      .index = index,
      .address = memory_prefetch_address(rules, word),
      .level = CACHE_L1D,
      .fill = FILL_PREFETCH,
      .layer = rules->layer,
      .pinned = rules->pinned,
  };
  if (!m->has[CACHE_L1D]) return;
  burst_let_go_first(sim, cycle);
  counters->prefetches++;
  enum cache_result result = CACHE_HIT;
  const int may_look = !memory_is_uncached(sim, a.address) &&
                       core_at(sim, core)->fills[FILL_PREFETCH][index].until <= cycle &&
                       (!m->has_tlb || memory_is_unmapped(sim, a.address) ||
                        tlb_lookup(&m->tlb, tlb_of(sim, core), a.address));
  if (!may_look) counters->prefetches_dropped++;
  else {
    result = cache_read(&m->caches[CACHE_L1D], cache_of(sim, CACHE_L1D, core), a.address);
    if (result == CACHE_HIT) pin(sim, &a, CACHE_L1D);
  }
  if (result == CACHE_HIT) return;
  counters->prefetched_lines++;
  miss(sim, &a, result);
}

uint64_t memory_fetch(sim *sim, uint32_t core, uint32_t index, const data_rules *rules, uint32_t pc, uint64_t cycle) {
  const memory_shape *m = &sim->memory;
  if (!m->has[CACHE_L1I] || rules->is_illustration) {
    core_at(sim, core)->fills[FILL_STREAM][index].until = 0;
    return cycle + 1;
  }
  if (m->has_tlb) burst_let_go_first(sim, cycle); /* places and pages draw from one stream */
  const uint64_t from = memory_fetch_from(sim, core, index, cycle);
  const access a = {
      .asked = cycle,
      .cycle = from + translate(sim, core, rules->layer, pc),
      .core = core,
      .index = index,
      .address = pc,
      .level = CACHE_L1I,
      .fill = FILL_CODE,
      .layer = rules->layer,
      .pinned = rules->pinned,
  };
  const enum cache_result result = cache_fetch(&m->caches[CACHE_L1I], cache_of(sim, CACHE_L1I, core), pc);
  count(sim, &a, CACHE_L1I, result != CACHE_HIT);
  if (result != CACHE_HIT) burst_let_go_first(sim, cycle);
  else pin(sim, &a, CACHE_L1I);
  const uint64_t until =
      result == CACHE_HIT ? fill_code(sim, a.core, a.index, a.address, a.cycle) : miss(sim, &a, result);
  return later(until, from + 1);
}

/* ---- DMA ---- */

void memory_dma_wrote(sim *sim, uint32_t address, uint32_t bytes, uint64_t cycle) {
  const memory_shape *m = &sim->memory;
  if (m->has[CACHE_L1D])
    for (uint32_t core = 0; core < sim->config.core_count; core++)
      state_of(sim)->counters.caches[CACHE_L1D].invalidations +=
          cache_invalidate_range(&m->caches[CACHE_L1D], cache_of(sim, CACHE_L1D, core), address, bytes).lines;
  if (!m->has[CACHE_L2]) return;
  const cache_geometry *g = &m->caches[CACHE_L2];
  if (!sim->config.dma_places) {
    for (uint32_t core = 0; core < l2_count(sim); core++)
      state_of(sim)->counters.caches[CACHE_L2].invalidations +=
          cache_invalidate_range(g, cache_of(sim, CACHE_L2, core), address, bytes).lines;
    return;
  }
  void *l2 = cache_of(sim, CACHE_L2, 0);
  for (uint32_t at = cache_line_address(g, address); at - address < bytes || at < address; at += memory_line_bytes(g)) {
    if (memory_is_uncached(sim, at)) continue;
    const access a = {.address = at, .level = CACHE_L2, .layer = sim_layer_IDLE};
    const cache_request request = request_for(sim, &a, g, l2, g->all_sub_blocks, g->write_back != 0, 0);
    write_back(sim, 0, CACHE_L2, cache_place(g, l2, at, &request), cycle);
  }
}
