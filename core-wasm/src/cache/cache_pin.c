/* Which requester may fill which ways: pinned ways, or marks on lines. */
#include "cache/cache_hit.h"

static uint8_t *flags_of_set(const cache_geometry *g, void *state, uint32_t set) {
  return (uint8_t *)state + g->flags_at + (set << g->stride_shift);
}

uint32_t cache_marked_ways(const cache_geometry *g, const void *state, uint32_t set) {
  const uint8_t *flags = (const uint8_t *)state + g->flags_at + (set << g->stride_shift);
  uint32_t marked = 0;
  if (g->pinned_lines == 0) return 0;
  for (uint32_t way = 0; way < g->ways; way++)
    if (flags[way] & CACHE_FLAGS_PIN_CLASS) marked |= 1u << way;
  return marked;
}

/* Bits: the way whose mark ends for another one, or none (M-153). */
static uint32_t ending_mark(const cache_geometry *g, const void *state, uint32_t set, uint32_t marked) {
  if (g->pin_locks || (uint32_t)__builtin_popcount(marked) < g->pinned_lines) return 0;
  const uint64_t *orders = (const uint64_t *)(const void *)((const uint8_t *)state + CACHE_ORDERS_AT);
  return 1u << cache_last_of(orders[set], g->ways, marked);
}

/* M-152 */
uint32_t cache_ways_for(const cache_geometry *g, const void *state, uint32_t address, int pinned) {
  const uint32_t set = cache_set_of(g, address);
  if (set >= g->pinned_sets) return g->all_ways;
  if (g->pinned_lines == 0) return pinned ? g->pinned_ways : g->all_ways & ~g->pinned_ways;
  const uint32_t marked = cache_marked_ways(g, state, set);
  return g->all_ways & ~(pinned ? marked & ~ending_mark(g, state, set, marked) : marked);
}

void cache_pin(const cache_geometry *g, void *state, uint32_t address) {
  const uint32_t set = cache_set_of(g, address);
  if (g->pinned_lines == 0 || set >= g->pinned_sets) return;
  uint8_t *flags = flags_of_set(g, state, set);
  const uint32_t way =
      cache_matching_way(cache_match(cache_tags_of(g, state, address), cache_key(g, address), g->stride_shift));
  const uint32_t marked = cache_marked_ways(g, state, set);
  if (marked >> way & 1) return;
  if (g->pin_locks && (uint32_t)__builtin_popcount(marked) >= g->pinned_lines) return;
  const uint32_t ends = ending_mark(g, state, set, marked);
  if (ends != 0) flags[__builtin_ctz(ends)] &= (uint8_t)~CACHE_FLAGS_PIN_CLASS;
  flags[way] |= CACHE_FLAG_MARK;
}

/* M-154 */
int cache_refuses_pin(const cache_geometry *g, const void *state, uint32_t address) {
  const uint32_t set = cache_set_of(g, address);
  if (!g->pin_locks || g->pinned_lines == 0 || set >= g->pinned_sets) return 0;
  const uint32_t marked = cache_marked_ways(g, state, set);
  if ((uint32_t)__builtin_popcount(marked) < g->pinned_lines) return 0;
  const uint64_t match = cache_match(cache_tags_of(g, state, address), cache_key(g, address), g->stride_shift);
  return match == 0 || !(marked >> cache_matching_way(match) & 1);
}

void cache_unlock(const cache_geometry *g, void *state) {
  if (g->pinned_lines == 0) return;
  uint8_t *flags = (uint8_t *)state + g->flags_at;
  for (uint32_t lane = 0; lane < (g->set_mask + 1) << g->stride_shift; lane++)
    flags[lane] &= (uint8_t)~CACHE_FLAGS_PIN_CLASS;
}

int cache_marks_are_sound(const cache_geometry *g, const void *state, uint32_t set) {
  if (g->pinned_lines == 0) return 1;
  return (uint32_t)__builtin_popcount(cache_marked_ways(g, state, set)) <= (set < g->pinned_sets ? g->pinned_lines : 0);
}
