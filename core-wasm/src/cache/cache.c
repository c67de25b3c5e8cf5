#include "cache/cache.h"

#include <stddef.h>
#include <string.h>

#include "cache/cache_fill.h"
#include "cache/cache_hit.h"

static int is_power_of_two(uint32_t x) { return x != 0 && (x & (x - 1)) == 0; }
static uint32_t log2_of(uint32_t x) { return (uint32_t)__builtin_ctz(x); }

/* ---- geometry ---- */

uint32_t cache_config_check(const cache_config *c) {
  if (c->ways < 1 || c->ways > CACHE_WAY_LIMIT) return offsetof(cache_config, ways);
  if (!is_power_of_two(c->line_bytes) || c->line_bytes < CACHE_LINE_BYTES_MINIMUM ||
      c->line_bytes > CACHE_LINE_BYTES_LIMIT)
    return offsetof(cache_config, line_bytes);
  const uint32_t set_bytes = (uint32_t)c->ways * c->line_bytes;
  if (c->size_bytes > CACHE_SIZE_BYTES_LIMIT || c->size_bytes % set_bytes != 0 ||
      !is_power_of_two(c->size_bytes / set_bytes))
    return offsetof(cache_config, size_bytes);
  if (c->sub_block_bytes != 0 &&
      (!is_power_of_two(c->sub_block_bytes) || c->sub_block_bytes < CACHE_SUB_BLOCK_BYTES_MINIMUM ||
       c->sub_block_bytes > c->line_bytes))
    return offsetof(cache_config, sub_block_bytes);
  if (c->pinned_ways >> c->ways != 0) return offsetof(cache_config, pinned_ways);
  if (c->pinned_sets > c->size_bytes / set_bytes ||
      (c->pinned_sets != 0 && c->pinned_ways == 0 && c->pinned_lines == 0))
    return offsetof(cache_config, pinned_sets);
  if (c->replacement > CACHE_RANDOM) return offsetof(cache_config, replacement);
  if (c->write_back > 1) return offsetof(cache_config, write_back);
  if (c->write_allocate > 1) return offsetof(cache_config, write_allocate);
  if (c->pinned_lines > c->ways || (c->pinned_lines != 0 && c->pinned_ways != 0))
    return offsetof(cache_config, pinned_lines);
  if (c->pin_locks > 1) return offsetof(cache_config, pin_locks);
  return SIM_NONE;
}

cache_geometry cache_geometry_make(const cache_config *c) {
  assert(cache_config_check(c) == SIM_NONE);
  const uint32_t sets = c->size_bytes / c->line_bytes / c->ways;
  const uint32_t sub_block_bytes = c->sub_block_bytes != 0 ? c->sub_block_bytes : c->line_bytes;
  const uint32_t sub_blocks = c->line_bytes / sub_block_bytes;
  uint32_t stride = 1;
  while (stride < c->ways) stride *= 2;
  const uint32_t lanes = sets * stride;
  cache_geometry g = {
      .line_shift = log2_of(c->line_bytes),
      .set_mask = sets - 1,
      .stride_shift = log2_of(stride),
      .ways = c->ways,
      .all_ways = (1u << c->ways) - 1,
      .pinned_ways = c->pinned_ways,
      .pinned_lines = c->pinned_lines,
      .pin_locks = c->pin_locks,
      .all_sub_blocks = UINT32_MAX >> (32 - sub_blocks),
      .sub_block_shift = log2_of(sub_block_bytes),
      .replacement = c->replacement,
      .hits_reorder = c->replacement == CACHE_LRU && c->ways > 1,
      .write_back = c->write_back,
      .write_allocate = c->write_allocate,
  };
  if (g.pinned_ways != 0 || g.pinned_lines != 0) g.pinned_sets = c->pinned_sets != 0 ? c->pinned_sets : sets;
  g.tags_at = (uint32_t)(CACHE_ORDERS_AT + sets * sizeof(uint64_t));
  g.sub_blocks_at = g.tags_at + lanes * (uint32_t)sizeof(uint32_t);
  g.flags_at = g.sub_blocks_at + (sub_blocks > 1 ? lanes * (uint32_t)sizeof(uint32_t) : 0);
  g.bytes = (g.flags_at + lanes + 7) & ~7u;
  return g;
}

/* ---- parts of the state ---- */

/* Ways 0, 1, 2, ... from nibble 0 onwards. */
static uint64_t first_order(const cache_geometry *g) {
  return 0xfedcba9876543210u & UINT64_MAX >> (64 - NIBBLE_BITS * g->ways);
}

void cache_init(const cache_geometry *g, void *state) {
  assert((uintptr_t)state % sizeof(uint64_t) == 0);
  memset(state, 0, g->bytes);
  for (uint32_t set = 0; set < cache_sets(g); set++) orders_in(state)[set] = first_order(g);
}

static uint32_t rank_of(uint64_t order, uint32_t way) {
  return (uint32_t)__builtin_ctzll(cache_order_equal(order, way)) / NIBBLE_BITS;
}

/* The queries do not change the state, but share the functions above with functions that do. */
static void *unchanged(const void *state) { return (void *)(uintptr_t)state; }

cache_line cache_line_at(const cache_geometry *g, const void *state, uint32_t set, uint32_t way) {
  assert(set <= g->set_mask && way < g->ways);
  void *const bytes = unchanged(state);
  cache_line line = line_in(g, bytes, set, way);
  line.rank = (uint8_t)rank_of(orders_in(bytes)[set], way);
  return line;
}

cache_line cache_probe(const cache_geometry *g, const void *state, uint32_t address) {
  const uint32_t way = way_of(g, unchanged(state), address);
  return way == CACHE_NO_WAY ? (cache_line){.way = CACHE_NO_WAY}
                             : cache_line_at(g, state, cache_set_of(g, address), way);
}

/* ---- misses ---- */

/* M-149 */
static void used(const cache_geometry *g, void *state, uint32_t set, uint32_t way) {
  if (g->replacement == CACHE_LRU) to_front(g, state, set, way);
}

cache_line cache_fill(const cache_geometry *g, void *state, uint32_t address, const cache_request *request) {
  assert(way_of(g, state, address) == CACHE_NO_WAY);
  const cache_line victim = cache_filled(g, state, address, request);
  if (request->pin_class != 0 && request->ways != 0) cache_pin(g, state, address);
  return victim;
}

void cache_fill_sub_blocks(const cache_geometry *g, void *state, uint32_t address, uint32_t sub_blocks, int shared) {
  assert((sub_blocks & ~g->all_sub_blocks) == 0);
  const uint32_t set = cache_set_of(g, address);
  const uint32_t way = way_of(g, state, address);
  assert(way != CACHE_NO_WAY);
  if (g->all_sub_blocks != 1) sub_blocks_in(g, state)[lane_of(g, set, way)] |= sub_blocks;
  if (shared) flags_in(g, state)[lane_of(g, set, way)] |= CACHE_FLAG_SHARED;
  used(g, state, set, way);
}

/* Returns the flags of a line, which must be present. */
static uint8_t *flags_of(const cache_geometry *g, void *state, uint32_t address) {
  const uint32_t way = way_of(g, state, address);
  assert(way != CACHE_NO_WAY);
  return &flags_in(g, state)[lane_of(g, cache_set_of(g, address), way)];
}

void cache_claim(const cache_geometry *g, void *state, uint32_t address) {
  uint8_t *flags = flags_of(g, state, address);
  *flags &= (uint8_t)~CACHE_FLAG_SHARED;
  if (g->write_back) *flags |= CACHE_FLAG_DIRTY;
}

cache_line cache_place(const cache_geometry *g, void *state, uint32_t address, const cache_request *request) {
  const uint32_t set = cache_set_of(g, address);
  const uint32_t way = way_of(g, state, address);
  if (way == CACHE_NO_WAY) return cache_fill(g, state, address, request);
  assert_request(g, request);
  uint8_t *flags = flags_of(g, state, address);
  owners_in(state)[*flags >> OWNER_SHIFT]--;
  owners_in(state)[request->owner]++;
  if (g->all_sub_blocks != 1) sub_blocks_in(g, state)[lane_of(g, set, way)] |= request->sub_blocks;
  *flags &= (uint8_t) ~(CACHE_FLAG_SHARED | 15u << OWNER_SHIFT);
  *flags |= (uint8_t)((request->dirty ? CACHE_FLAG_DIRTY : 0) | (request->shared ? CACHE_FLAG_SHARED : 0) |
                      (uint32_t)request->owner << OWNER_SHIFT);
  used(g, state, set, way);
  if (request->pin_class != 0) cache_pin(g, state, address);
  return (cache_line){.way = (uint8_t)way};
}

/* ---- from outside ---- */

static void drop(const cache_geometry *g, void *state, uint32_t set, const cache_line *line) {
  const uint32_t lane = lane_of(g, set, line->way);
  owners_in(state)[line->owner]--;
  tags_in(g, state)[lane] = 0;
  if (g->all_sub_blocks != 1) sub_blocks_in(g, state)[lane] = 0;
  flags_in(g, state)[lane] = 0;
}

cache_line cache_invalidate(const cache_geometry *g, void *state, uint32_t address) {
  const cache_line line = cache_probe(g, state, address);
  if (line.way != CACHE_NO_WAY) drop(g, state, cache_set_of(g, address), &line);
  return line;
}

cache_line cache_clean(const cache_geometry *g, void *state, uint32_t address) {
  const cache_line line = cache_probe(g, state, address);
  if (line.way != CACHE_NO_WAY) *flags_of(g, state, address) &= (uint8_t)~CACHE_FLAG_DIRTY;
  return line;
}

cache_line cache_share(const cache_geometry *g, void *state, uint32_t address) {
  const cache_line line = cache_clean(g, state, address);
  if (line.way != CACHE_NO_WAY) *flags_of(g, state, address) |= CACHE_FLAG_SHARED;
  return line;
}

static void drop_counted(const cache_geometry *g, void *state, uint32_t set, uint32_t way, cache_dropped *dropped) {
  const cache_line line = cache_line_at(g, state, set, way);
  drop(g, state, set, &line);
  dropped->lines++;
  dropped->dirty_lines += line.dirty;
}

cache_dropped cache_invalidate_range(const cache_geometry *g, void *state, uint32_t address, uint32_t bytes) {
  assert(bytes == 0 || address <= UINT32_MAX - (bytes - 1));
  cache_dropped dropped = {0, 0};
  if (bytes == 0) return dropped;
  const uint32_t first = address >> g->line_shift | CACHE_KEY_VALID;
  const uint32_t last = (address + (bytes - 1)) >> g->line_shift | CACHE_KEY_VALID;
  const uint32_t *const tags = tags_in(g, state);
  if (last - first < cache_sets(g)) { /* each line is in a different set */
    for (uint32_t key = first; key <= last; key++) {
      const uint32_t set = key & g->set_mask;
      const uint64_t match = cache_match(tags + (set << g->stride_shift), key, g->stride_shift);
      if (match != 0) drop_counted(g, state, set, cache_matching_way(match), &dropped);
    }
    return dropped;
  }
  for (uint32_t set = 0; set < cache_sets(g); set++)
    for (uint32_t way = 0; way < g->ways; way++) {
      const uint32_t key = tags[lane_of(g, set, way)];
      if (key >= first && key <= last) drop_counted(g, state, set, way, &dropped);
    }
  return dropped;
}

/* ---- soundness ---- */

static int order_is_sound(const cache_geometry *g, uint64_t order) {
  if (g->replacement == CACHE_RANDOM) return order == first_order(g);
  uint32_t seen = 0;
  for (uint32_t rank = 0; rank < g->ways; rank++) seen |= 1u << cache_way_at(order, rank);
  return seen == g->all_ways && (order & ~(UINT64_MAX >> (64 - NIBBLE_BITS * g->ways))) == 0;
}

static int lane_is_sound(const cache_geometry *g, void *state, uint32_t set, uint32_t way) {
  const uint32_t lane = lane_of(g, set, way);
  const uint32_t key = tags_in(g, state)[lane];
  const uint32_t sub_blocks = g->all_sub_blocks != 1 ? sub_blocks_in(g, state)[lane] : key != 0;
  const uint32_t flags = flags_in(g, state)[lane];
  if (key == 0 || way >= g->ways) return key == 0 && sub_blocks == 0 && flags == 0;
  const uint32_t number = key & ~CACHE_KEY_VALID;
  return (key & CACHE_KEY_VALID) != 0 && number <= UINT32_MAX >> g->line_shift && (number & g->set_mask) == set &&
         way_of(g, state, number << g->line_shift) == way && sub_blocks != 0 &&
         (sub_blocks & ~g->all_sub_blocks) == 0 && (!(flags & CACHE_FLAG_DIRTY) || g->write_back);
}

int cache_is_sound(const cache_geometry *g, const void *state) {
  void *const bytes = unchanged(state);
  uint32_t owned[CACHE_OWNER_LIMIT] = {0};
  for (uint32_t set = 0; set < cache_sets(g); set++) {
    if (!order_is_sound(g, orders_in(bytes)[set]) || !cache_marks_are_sound(g, state, set)) return 0;
    for (uint32_t way = 0; way < 1u << g->stride_shift; way++) {
      if (!lane_is_sound(g, bytes, set, way)) return 0;
      if (tags_in(g, bytes)[lane_of(g, set, way)] != 0)
        owned[flags_in(g, bytes)[lane_of(g, set, way)] >> OWNER_SHIFT]++;
    }
  }
  const uint32_t end = g->flags_at + lane_of(g, cache_sets(g), 0);
  for (uint32_t at = end; at < g->bytes; at++)
    if (((const uint8_t *)state)[at] != 0) return 0;
  return memcmp(owned, state, sizeof owned) == 0;
}

/* Which ways a request may fill: with pinned ways, or with marks on lines. */

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

/* Bit of the way that loses its mark to another line, or 0 (M-153). */
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
