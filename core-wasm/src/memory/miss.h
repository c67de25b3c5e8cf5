/* A miss of an L1: the source of the line, the replaced line, and the arrival of the line. `m` is the machine's
 * sim.memory. */
#ifndef SIM_MISS_H
#define SIM_MISS_H

#include "base/compile.h"
#include "cache/cache_fill.h"
#include "memory/burst.h"
#include "memory/memory.h"

typedef struct access {
  uint64_t asked; /* cycle of the request */
  uint64_t cycle; /* cycle of the cache look-up, after the TLB and the previous words */
  uint32_t core;
  uint32_t index; /* index of the stream within the core */
  uint32_t address;
  uint8_t level;
  uint8_t writes;
  uint8_t layer;
  uint8_t pinned;
  uint8_t fill; /* FILL_DATA or another kind of fill */
} access;

/* Whether the line lies in a pinned range. */
int miss_lies_in_pinned(const sim *sim, uint32_t level, uint32_t address);
/* An access to a present line in a cache with marks. `pinned`: its routine is pinned. */
void miss_pin_used(sim *sim, uint32_t core, uint32_t level, uint32_t address, int pinned);
enum { SNOOP_FOUND = 1, SNOOP_DIRTY = 2 /* another cache provides the data */ };
/* Snoops the L1D of the other cores, and their L2 if each core has one. A read makes the line shared, a write
 * invalidates it. Returns SNOOP_ bits for the result. */
uint32_t miss_snoop(sim *sim, uint32_t core, uint32_t address, int writes);
/* The line arrives in the L2 in cycle `until`. */
void miss_fill_l2(sim *sim, uint32_t core, uint32_t address, uint32_t layer, int pinned, uint64_t until);

INLINE void access_count(sim *sim, const access *a, uint32_t level, int missed) {
  sim_cache_counters *c = &state_of(sim)->counters.caches[level];
  c->accesses[a->layer]++;
  if (!missed) return;
  c->misses[a->layer]++;
  sim->missed[a->core][level]++;
}

/* Whether the access is pinned, by its routine or by its address. */
INLINE int access_is_pinned(const sim *sim, const memory_shape *m, const access *a, uint32_t level) {
  return a->pinned || ((m->has_ranges >> level & 1) && miss_lies_in_pinned(sim, level, a->address));
}

/* The access uses a line in the cache, which may pin the line. */
INLINE void access_pins(sim *sim, const memory_shape *m, const access *a, uint32_t level) {
  if (m->caches[level].pinned_lines != 0) miss_pin_used(sim, a->core, level, a->address, a->pinned);
}

/* Ways of the set that the access may fill; 0: none. */
INLINE uint32_t access_ways(const sim *sim, const memory_shape *m, const access *a, uint32_t level, int pinned) {
  const cache_geometry *g = &m->caches[level];
  if (g->pinned_sets == 0) return g->all_ways;
  return cache_ways_for(cache_shape_at(sim, level), cache_of(sim, level, a->core), a->address, pinned);
}

INLINE cache_request fill_request(sim *sim, const memory_shape *m, const access *a, uint32_t level,
                                  uint32_t sub_blocks, int dirty, int shared) {
  const cache_geometry *g = &m->caches[level];
  const int draws = g->replacement == CACHE_RANDOM, pinned = access_is_pinned(sim, m, a, level);
  const uint32_t ways = access_ways(sim, m, a, level, pinned);
  if (pinned && ways != 0 && g->pin_locks)
    state_of(sim)->counters.caches[level].pins_refused +=
        (uint64_t)cache_refuses_pin(cache_shape_at(sim, level), cache_of(sim, level, a->core), a->address);
  return (cache_request){
      .ways = ways,
      .sub_blocks = sub_blocks,
      .draw = draws ? (uint32_t)(rng_draw(sim->replacement_key, state_of(sim)->replacement_draws++) >> 32) : 0,
      .owner = a->layer,
      .pin_class = pinned != 0,
      .dirty = (uint8_t)dirty,
      .shared = (uint8_t)shared,
  };
}

/* Writes the valid parts of a dirty line back to the next level. No access waits for this. `cycle` is the cycle
 * of the replacement. */
INLINE void write_back(sim *sim, const memory_shape *m, uint32_t core, uint32_t level, cache_line victim,
                       uint64_t cycle) {
  if (victim.sub_blocks == 0 || !victim.dirty) return;
  state_of(sim)->counters.caches[level].write_backs++;
  const cache_geometry *l2 = &m->caches[CACHE_L2];
  if (level != CACHE_L2 && m->has[CACHE_L2] && l2->write_back &&
      cache_write(l2, cache_of(sim, CACHE_L2, core), victim.address) == CACHE_HIT)
    return;
  const uint32_t parts = (uint32_t)__builtin_popcount(victim.sub_blocks);
  bus_transact(sim, cycle,
               level == CACHE_L2 ? m->l2_line_cycles : memory_beats(sim, parts << m->caches[level].sub_block_shift));
}

/* ---- the second level ---- */

INLINE int answers_l2(sim *sim, const memory_shape *m, const access *a) {
  if (!m->has[CACHE_L2]) return 0;
  const int hit = cache_fetch(&m->caches[CACHE_L2], cache_of(sim, CACHE_L2, a->core), a->address) == CACHE_HIT;
  access_count(sim, a, CACHE_L2, !hit);
  if (hit) access_pins(sim, m, a, CACHE_L2);
  return hit;
}

/* Key of a line in the list of L2 fills. If each core has an L2, the low bits, which a line address leaves free,
 * hold the core. */
INLINE uint32_t l2_key(const memory_shape *m, uint32_t core, uint32_t address) {
  return cache_line_address(&m->caches[CACHE_L2], address) | (m->l2_per_core ? core : 0);
}

INLINE uint32_t l2_line(const memory_shape *m, const access *a) { return l2_key(m, a->core, a->address); }

/* Gets the line from the L2, from memory or from another core's cache. Returns the cycle in which all of it has
 * arrived. *coming says how it arrives (FILL_AT_ONCE, ..). */
INLINE uint64_t bring(sim *sim, const memory_shape *m, const access *a, uint32_t bytes, int from_other,
                      uint32_t *coming) {
  const sim_config *c = &sim->config;
  *coming = FILL_AT_ONCE;
  if (from_other) {
    state_of(sim)->counters.transfers++;
    return bus_request(sim, a->cycle, c->transfer_cycles + memory_beats(sim, bytes));
  }
  if (answers_l2(sim, m, a)) return fill_l2_data(sim, l2_line(m, a), a->cycle + c->l2_cycles);
  if (m->restarts[a->level]) *coming = FILL_BY_WORDS;
  else if (a->level == CACHE_L1I && m->caches[CACHE_L1I].all_sub_blocks != 1) *coming = FILL_BY_PARTS;
  const uint64_t lookup = m->has[CACHE_L2] ? c->l2_cycles : 0;
  const uint64_t beats = m->has[CACHE_L2] ? m->l2_line_cycles : memory_beats(sim, bytes);
  const uint64_t end = bus_request(sim, a->cycle + lookup, c->memory_latency_cycles + beats);
  if (m->has[CACHE_L2]) miss_fill_l2(sim, a->core, a->address, a->layer, a->pinned, end);
  return end;
}

/* ---- the first level ---- */

/* Loads the line, or its missing part, into the L1. Returns the cycle in which the data at the address have
 * arrived. */
INLINE uint64_t miss_in(sim *sim, const memory_shape *m, const access *a, enum cache_result result) {
  const cache_geometry *g = &m->caches[a->level];
  const uint32_t others =
      a->level == CACHE_L1D && m->has_others ? miss_snoop(sim, a->core, a->address, a->writes) : 0;
  const int is_shared = others != 0 && !a->writes;
  const int by_parts = g->all_sub_blocks != 1;
  const uint32_t parts = !by_parts                ? g->all_sub_blocks
                         /* code: up to the end of the line */
                         : a->level == CACHE_L1I ? cache_sub_blocks_from(g, a->address)
                                                  : 1u << cache_sub_block(g, a->address);
  const uint32_t bytes = by_parts ? (uint32_t)__builtin_popcount(parts) << g->sub_block_shift : memory_line_bytes(g);
  uint32_t coming;
  const uint64_t until = bring(sim, m, a, bytes, (others & SNOOP_DIRTY) != 0, &coming);
  if (result == CACHE_SUB_BLOCK_MISS) {
    cache_fill_sub_blocks(cache_shape_at(sim, a->level), cache_of(sim, a->level, a->core), a->address, parts,
                          is_shared);
    access_pins(sim, m, a, a->level);
  } else {
    const cache_request request = fill_request(sim, m, a, a->level, parts, a->writes && g->write_back, is_shared);
    void *l1 = cache_of(sim, a->level, a->core);
    const cache_line victim = cache_fill(g, l1, a->address, &request);
    write_back(sim, m, a->core, a->level, victim, until);
  }
  const int is_code = a->level == CACHE_L1I;
  if (is_code || result != CACHE_SUB_BLOCK_MISS) fill_forget(sim, a->core, is_code, a->address, a->asked);
  return fill_begin(sim, m, a->core, a->index, a->fill, a->address, until, coming);
}

#endif
