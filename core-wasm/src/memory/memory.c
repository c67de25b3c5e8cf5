#include "memory/memory.h"

#include "base/rng.h"
#include "memory/burst.h"
#include "memory/memory.h"
#include "memory/miss.h"

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

/* ---- misses ---- */

RARE int miss_lies_in_pinned(const sim *sim, uint32_t level, uint32_t address) {
  return memory_in_ranges(sim->config.caches[level].pinned_ranges,
                          cache_line_address(cache_shape_at(sim, level), address));
}

RARE void miss_pin_used(sim *sim, uint32_t core, uint32_t level, uint32_t address, int pinned) {
  const int in_range = sim->memory.has_ranges >> level & 1;
  if (!pinned && !(in_range && miss_lies_in_pinned(sim, level, address))) return;
  const cache_geometry *g = cache_shape_at(sim, level);
  void *state = cache_of(sim, level, core);
  state_of(sim)->counters.caches[level].pins_refused += (uint64_t)cache_refuses_pin(g, state, address);
  cache_pin(g, state, address);
}

RARE uint32_t miss_snoop(sim *sim, uint32_t core, uint32_t address, int writes) {
  const memory_shape *m = &sim->memory;
  uint32_t found = 0;
  if (!m->has[CACHE_L1D]) return 0;
  for (uint32_t other = 0; other < sim->config.core_count; other++) {
    if (other == core) continue;
    for (uint32_t level = CACHE_L1D; level <= (m->l2_per_core ? CACHE_L2 : CACHE_L1D); level++) {
      const cache_geometry *g = &m->caches[level];
      void *lines = cache_of(sim, level, other);
      const cache_line before = writes               ? cache_invalidate(g, lines, address)
                                : level == CACHE_L1D ? cache_share(g, lines, address)
                                                     : cache_clean(g, lines, address);
      if (before.sub_blocks == 0) continue;
      found |= SNOOP_FOUND | (before.dirty ? SNOOP_DIRTY : 0);
      if (writes) state_of(sim)->counters.caches[level].invalidations++;
    }
  }
  return found;
}

RARE void miss_fill_l2(sim *sim, uint32_t core, uint32_t address, uint32_t layer, int pinned,
                       uint64_t until) {
  const memory_shape *m = &sim->memory;
  const access a = {
      .core = core, .address = address, .level = CACHE_L2, .layer = (uint8_t)layer, .pinned = (uint8_t)pinned};
  const cache_request request = fill_request(sim, m, &a, CACHE_L2, m->caches[CACHE_L2].all_sub_blocks, 0, 0);
  const cache_geometry *g = &m->caches[CACHE_L2];
  const cache_line victim = cache_fill(g, cache_of(sim, CACHE_L2, core), address, &request);
  write_back(sim, m, core, CACHE_L2, victim, until);
  if (request.ways == 0) return; /* the L1 does not keep the line */
  const uint32_t line = l2_line(m, &a);
  fill_l2_begin(sim, line, victim.sub_blocks > 0 ? l2_key(m, core, victim.address) : line, until);
}

static __attribute__((noinline)) uint64_t miss(sim *sim, const access *a, enum cache_result result) {
  return miss_in(sim, &sim->memory, a, result);
}

/* ---- stores for which the CPU does not wait ---- */

/* Passes the store to the next level. Returns the cycle in which the core may continue. */
static uint64_t post(sim *sim, const access *a) {
  const memory_shape *m = &sim->memory;
  sim_cache_counters *counters = state_of(sim)->counters.caches;
  counters[CACHE_L1D].stores_on += m->has[CACHE_L1D];
  if (m->has[CACHE_L2]) {
    const int hit = cache_write(&m->caches[CACHE_L2], cache_of(sim, CACHE_L2, a->core), a->address) == CACHE_HIT;
    access_count(sim, a, CACHE_L2, !hit);
    if (hit) access_pins(sim, m, a, CACHE_L2);
    if (hit && m->caches[CACHE_L2].write_back) return a->cycle;
    counters[CACHE_L2].stores_on++;
  }
  return memory_buffer(sim, a->core, a->cycle, sim->config.write_cycles);
}

/* ---- loads and stores ---- */

/* Looks the page up and enters it. Returns whether it was in the TLB. */
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

/* Cycles by which a refill in hardware delays the access. If software refills, the page is present by now (M-141). */
static uint64_t translate(sim *sim, uint32_t core, uint32_t layer, uint32_t address) {
  if (!sim->memory.has_tlb || sim->memory.refills) return 0;
  return finds_page(sim, core, layer, address) ? 0 : sim->config.tlb_miss_cycles;
}

int memory_finds_code(sim *sim, uint32_t core, const data_rules *rules, uint32_t pc, uint64_t cycle) {
  if (!sim->memory.has[CACHE_L1I] || rules->is_illustration) return 1;
  burst_let_go_first(sim, cycle); /* burst placement and page replacement draw from one stream */
  return finds_page(sim, core, rules->layer, pc);
}

/* M-142 */
int memory_finds_data(sim *sim, uint32_t core, const data_rules *rules, uint32_t address, uint64_t word,
                      uint64_t cycle) {
  int are_there = 1;
  if (memory_is_uncached(sim, address)) return 1;
  burst_let_go_first(sim, cycle);
  for (uint32_t i = 0; i <= word_more(word); i++) {
    const uint32_t at = is_atomic(word) ? address : address + i * MEMORY_WORD_BYTES;
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
  access_count(sim, a, CACHE_L1D, result == CACHE_LINE_MISS || result == CACHE_SUB_BLOCK_MISS);
  if (result == CACHE_HIT || result == CACHE_HIT_SHARED) access_pins(sim, m, a, CACHE_L1D);
  uint64_t until = plain;
  enum cache_write_step step = cache_after_write(g, result);
  if (step == CACHE_WRITE_FILL && access_ways(sim, m, a, CACHE_L1D, access_is_pinned(sim, m, a, CACHE_L1D)) == 0)
    step = CACHE_WRITE_AROUND;
  switch (step) {
    case CACHE_WRITE_DONE: until = fill_data(sim, a->core, a->address, a->cycle, plain); break;
    case CACHE_WRITE_CLAIM:
      miss_snoop(sim, a->core, a->address, a->writes);
      state_of(sim)->counters.claims++;
      until = fill_data(sim, a->core, a->address, a->cycle, plain);
      until = later(until, bus_request(sim, a->cycle, sim->config.claim_cycles));
      cache_claim(g, l1, a->address);
      break;
    case CACHE_WRITE_FILL:
    case CACHE_WRITE_FILL_SUB_BLOCKS:
      until = miss(sim, a, result);
      a->cycle = until; /* the access is then repeated; no other cache has the line any more */
      if (result == CACHE_SUB_BLOCK_MISS) cache_claim(g, l1, a->address);
      break;
    case CACHE_WRITE_AROUND:
      if (sim->config.core_count > 1) miss_snoop(sim, a->core, a->address, a->writes);
      return later(plain, post(sim, a));
  }
  return g->write_back ? later(plain, until) : later(later(plain, until), post(sim, a));
}

static uint64_t load(sim *sim, access *a) {
  const memory_shape *m = &sim->memory;
  const uint64_t plain = a->cycle + sim->config.memory_cycles;
  uint32_t coming;
  if (!m->has[CACHE_L1D]) return later(plain, bring(sim, m, a, MEMORY_WORD_BYTES, 0, &coming));
  const enum cache_result result = cache_read(&m->caches[CACHE_L1D], cache_of(sim, CACHE_L1D, a->core), a->address);
  access_count(sim, a, CACHE_L1D, result != CACHE_HIT);
  if (result != CACHE_HIT) return later(plain, miss(sim, a, result));
  access_pins(sim, m, a, CACHE_L1D);
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

/* M-140 */
RARE void memory_prefetch(sim *sim, uint32_t core, uint32_t index, const data_rules *rules,
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
    if (result == CACHE_HIT) access_pins(sim, m, &a, CACHE_L1D);
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
  if (m->has_tlb) burst_let_go_first(sim, cycle); /* placement and pages draw from one stream */
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
  access_count(sim, &a, CACHE_L1I, result != CACHE_HIT);
  if (result != CACHE_HIT) burst_let_go_first(sim, cycle);
  else access_pins(sim, m, &a, CACHE_L1I);
  if (result == CACHE_HIT) return later(fill_code(sim, a.core, a.index, a.address, a.cycle), from + 1);
  const uint64_t until = miss(sim, &a, result);
  uint64_t *fill_end = &core_at(sim, core)->code_until[index];
  *fill_end = later(*fill_end, a.cycle + 1); /* M-132: an access that takes no time ends with its look-up */
  return later(until, from + 1);
}

/* ---- DMA ---- */

/* M-139 */
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
    const cache_request request = fill_request(sim, m, &a, CACHE_L2, g->all_sub_blocks, g->write_back != 0, 0);
    write_back(sim, m, 0, CACHE_L2, cache_place(g, l2, at, &request), cycle);
  }
}
