/* Fills a cache with a line. The functions are inlined because some callers know the geometry at compile time. */
#ifndef SIM_CACHE_FILL_H
#define SIM_CACHE_FILL_H

#include <assert.h>

#include "base/compile.h"
#include "cache/cache_hit.h"

enum {
  NIBBLE_BITS = 4,
  PIN_CLASS_SHIFT = 2,
  OWNER_SHIFT = 4
};

INLINE uint32_t *owners_in(void *state) { return state; }
INLINE uint64_t *orders_in(void *state) { return (uint64_t *)((uint8_t *)state + CACHE_ORDERS_AT); }
INLINE uint32_t *tags_in(const cache_geometry *g, void *state) { return (uint32_t *)((uint8_t *)state + g->tags_at); }
INLINE uint32_t *sub_blocks_in(const cache_geometry *g, void *state) {
  assert(g->all_sub_blocks != 1);
  return (uint32_t *)((uint8_t *)state + g->sub_blocks_at);
}
INLINE uint8_t *flags_in(const cache_geometry *g, void *state) { return (uint8_t *)state + g->flags_at; }

INLINE uint32_t lane_of(const cache_geometry *g, uint32_t set, uint32_t way) { return (set << g->stride_shift) + way; }

/* CACHE_NO_WAY if absent. */
INLINE uint32_t way_of(const cache_geometry *g, void *state, uint32_t address) {
  const uint64_t match = cache_match(cache_tags_of(g, state, address), cache_key(g, address), g->stride_shift);
  return match != 0 ? cache_matching_way(match) : CACHE_NO_WAY;
}

/* The line, without its rank. */
INLINE cache_line line_in(const cache_geometry *g, void *bytes, uint32_t set, uint32_t way) {
  const uint32_t lane = lane_of(g, set, way);
  const uint32_t key = tags_in(g, bytes)[lane];
  const uint32_t flags = flags_in(g, bytes)[lane];
  cache_line line = {.way = (uint8_t)way};
  if (key == 0) return line;
  line.address = (key & ~CACHE_KEY_VALID) << g->line_shift;
  line.sub_blocks = g->all_sub_blocks != 1 ? sub_blocks_in(g, bytes)[lane] : 1;
  line.owner = (uint8_t)(flags >> OWNER_SHIFT);
  line.pin_class = flags >> PIN_CLASS_SHIFT & (CACHE_PIN_CLASS_LIMIT - 1);
  line.dirty = (flags & CACHE_FLAG_DIRTY) != 0;
  line.shared = (flags & CACHE_FLAG_SHARED) != 0;
  return line;
}

/* Makes the way the most recently filled, or used, of its set: a fill is a use. Random replacement keeps no order. */
INLINE void to_front(const cache_geometry *g, void *state, uint32_t set, uint32_t way) {
  uint64_t *order = &orders_in(state)[set];
  if (g->replacement != CACHE_RANDOM) *order = cache_order_first(*order, way);
}

INLINE uint32_t nth_way(uint32_t ways, uint32_t n) {
  for (; n > 0; n--) ways &= ways - 1;
  return (uint32_t)__builtin_ctz(ways);
}

INLINE uint32_t free_ways(const cache_geometry *g, void *state, uint32_t set) {
  const uint64_t match = cache_match(tags_in(g, state) + lane_of(g, set, 0), 0, g->stride_shift);
  return (uint32_t)(match | match >> 31) & g->all_ways;
}

INLINE uint32_t way_to_fill(const cache_geometry *g, void *state, uint32_t set, const cache_request *request) {
  const uint32_t usable = free_ways(g, state, set) & request->ways;
  if (usable != 0) return (uint32_t)__builtin_ctz(usable);
  if (g->replacement == CACHE_RANDOM)
    return nth_way(request->ways, request->draw % (uint32_t)__builtin_popcount(request->ways));
  const uint64_t order = orders_in(state)[set];
  return request->ways == g->all_ways ? cache_way_at(order, g->ways - 1) : cache_last_of(order, g->ways, request->ways);
}

INLINE void assert_request(const cache_geometry *g, const cache_request *request) {
  assert((request->ways & ~g->all_ways) == 0);
  assert(request->sub_blocks != 0 && (request->sub_blocks & ~g->all_sub_blocks) == 0);
  assert(request->owner < CACHE_OWNER_LIMIT && request->pin_class < CACHE_PIN_CLASS_LIMIT);
  assert(request->dirty <= 1 && request->shared <= 1);
  assert(!request->dirty || g->write_back);
  (void)g;
  (void)request;
}

/* The same as cache_fill, for a cache without marks. */
INLINE cache_line cache_filled(const cache_geometry *g, void *state, uint32_t address, const cache_request *request) {
  assert_request(g, request);
  if (request->ways == 0) return (cache_line){.way = CACHE_NO_WAY};
  const uint32_t set = cache_set_of(g, address);
  const uint32_t way = way_to_fill(g, state, set, request);
  const uint32_t lane = lane_of(g, set, way);
  const cache_line victim = line_in(g, state, set, way);
  if (victim.sub_blocks != 0) owners_in(state)[victim.owner]--;
  owners_in(state)[request->owner]++;
  tags_in(g, state)[lane] = cache_key(g, address);
  if (g->all_sub_blocks != 1) sub_blocks_in(g, state)[lane] = request->sub_blocks;
  flags_in(g, state)[lane] =
      (uint8_t)((request->dirty ? CACHE_FLAG_DIRTY : 0) | (request->shared ? CACHE_FLAG_SHARED : 0) |
                (g->pinned_lines != 0 ? 0 : (uint32_t)request->pin_class << PIN_CLASS_SHIFT) |
                (uint32_t)request->owner << OWNER_SHIFT);
  to_front(g, state, set, way);
  return victim;
}

#endif
