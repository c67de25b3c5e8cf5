/* The hit path of a cache: short, inline, scalar. cache_fetch first tries the most recently used line of the set.
 * This is best for code, and for second levels with 8 or more ways of which few are in use. cache_read and
 * cache_write do not guess: a host cannot predict which of a few ways holds a line of data, so their code has
 * no branch on it. All leave the same state for the same accesses. */
#ifndef SIM_CACHE_HIT_H
#define SIM_CACHE_HIT_H

#include <string.h>

#include "cache/cache.h"

#define CACHE_KEY_VALID (1u << 30) /* a key is the line number with this bit; 0 = empty */
#define CACHE_FLAG_DIRTY 1u        /* flags: these two bits; bits 2-3 pin class or mark; bits 4-7 owner */
#define CACHE_FLAG_SHARED 2u
#define CACHE_FLAGS_PIN_CLASS 12u
#define CACHE_FLAG_MARK 4u
#define CACHE_ORDERS_AT (CACHE_OWNER_LIMIT * sizeof(uint32_t)) /* offset after the counts of lines by owner */

/* The highest bit of the nibble that equals `way`. Bits above it mean nothing. */
static inline uint64_t cache_order_equal(uint64_t order, uint32_t way) {
  const uint64_t ones = 0x1111111111111111u;
  const uint64_t differs = order ^ way * ones;
  return (differs - ones) & ~differs & ones << 3;
}

static inline uint32_t cache_way_at(uint64_t order, uint32_t rank) { return (uint32_t)(order >> 4 * rank) & 15; }

/* The last of the ways `ways` (bits, not empty) in an order of `count` ways. */
static inline uint32_t cache_last_of(uint64_t order, uint32_t count, uint32_t ways) {
  uint32_t rank = count - 1;
  while ((ways >> cache_way_at(order, rank) & 1) == 0) rank--;
  return cache_way_at(order, rank);
}

/* Moves `way` to nibble 0; the nibbles before its old place move up. `order` is a permutation of ways. */
static inline uint64_t cache_order_first(uint64_t order, uint32_t way) {
  const uint64_t equal = cache_order_equal(order, way);
  const uint64_t up_to = equal ^ (equal - 1); /* all bits of the nibbles up to the old place */
  return (order & ~up_to) | (order & up_to >> 4) << 4 | way;
}

/* Compares two lanes at once: bits 0 and 32 are 0 if the tag equals the key. A key has bit 31 clear, so the addition
 * sets it exactly where the two differ. Some compilers would turn comparisons into branches. */
static inline uint64_t cache_differ(const uint32_t *tags, uint32_t key) {
  uint64_t pair;
  memcpy(&pair, tags, sizeof pair);
  return ((pair ^ key * 0x100000001u) + 0x7fffffff7fffffffu) >> 31 & 0x100000001u;
}

/* 0, or a word with one bit for the lane that holds the key: 2i for lane 2i, 32 + 2i for lane 2i + 1. */
static inline uint64_t cache_match(const uint32_t *tags, uint32_t key, uint32_t stride_shift) {
  if (stride_shift == 2) return (cache_differ(tags, key) | cache_differ(tags + 2, key) << 2) ^ 0x500000005u;
  if (stride_shift == 1) return cache_differ(tags, key) ^ 0x100000001u;
  if (stride_shift == 0) return tags[0] == key;
  uint64_t differ = cache_differ(tags, key) | cache_differ(tags + 2, key) << 2 | cache_differ(tags + 4, key) << 4 |
                    cache_differ(tags + 6, key) << 6;
  if (stride_shift == 3) return differ ^ 0x5500000055u;
  differ |= cache_differ(tags + 8, key) << 8 | cache_differ(tags + 10, key) << 10 |
            cache_differ(tags + 12, key) << 12 | cache_differ(tags + 14, key) << 14;
  return differ ^ 0x555500005555u;
}

static inline uint32_t cache_matching_way(uint64_t match) {
  const uint32_t bit = (uint32_t)__builtin_ctzll(match);
  return (bit & 31) | bit >> 5;
}

static inline uint64_t *cache_order_of(const cache_geometry *g, void *state, uint32_t address) {
  return (uint64_t *)((uint8_t *)state + CACHE_ORDERS_AT) + cache_set_of(g, address);
}
static inline uint32_t cache_first_lane(const cache_geometry *g, uint32_t address) {
  return cache_set_of(g, address) << g->stride_shift;
}
static inline const uint32_t *cache_tags_of(const cache_geometry *g, const void *state, uint32_t address) {
  return (const uint32_t *)((const uint8_t *)state + g->tags_at) + cache_first_lane(g, address);
}
static inline uint32_t cache_key(const cache_geometry *g, uint32_t address) {
  return address >> g->line_shift | CACHE_KEY_VALID;
}
static inline int cache_part_is_valid(const cache_geometry *g, const void *state, uint32_t address, uint32_t way) {
  if (g->all_sub_blocks == 1) return 1;
  const uint32_t *sub_blocks = (const uint32_t *)((const uint8_t *)state + g->sub_blocks_at);
  return sub_blocks[cache_first_lane(g, address) + way] >> cache_sub_block(g, address) & 1;
}

/* Makes the line the most recently used one, if the part with the address is present. */
static inline enum cache_result cache_touch(const cache_geometry *g, void *state, uint32_t address, uint32_t *way) {
  const uint64_t match = cache_match(cache_tags_of(g, state, address), cache_key(g, address), g->stride_shift);
  if (match == 0) return CACHE_LINE_MISS;
  *way = cache_matching_way(match);
  if (!cache_part_is_valid(g, state, address, *way)) return CACHE_SUB_BLOCK_MISS;
  uint64_t *order = cache_order_of(g, state, address);
  if (g->hits_reorder) *order = cache_order_first(*order, *way);
  return CACHE_HIT;
}

static inline enum cache_result cache_read(const cache_geometry *g, void *state, uint32_t address) {
  uint32_t way;
  return cache_touch(g, state, address, &way);
}

/* A read that first tries the most recently used line, which is already in its place. */
static inline enum cache_result cache_fetch(const cache_geometry *g, void *state, uint32_t address) {
  const uint32_t way = (uint32_t)*cache_order_of(g, state, address) & 15;
  if (cache_tags_of(g, state, address)[way] != cache_key(g, address)) return cache_read(g, state, address);
  return cache_part_is_valid(g, state, address, way) ? CACHE_HIT : CACHE_SUB_BLOCK_MISS;
}

/* A hit makes the line dirty in a write-back cache. */
static inline enum cache_result cache_write(const cache_geometry *g, void *state, uint32_t address) {
  uint32_t way;
  const enum cache_result result = cache_touch(g, state, address, &way);
  if (result != CACHE_HIT) return result;
  uint8_t *flags = (uint8_t *)state + g->flags_at + cache_first_lane(g, address) + way;
  if (*flags & CACHE_FLAG_SHARED) return CACHE_HIT_SHARED;
  if (g->write_back) *flags |= CACHE_FLAG_DIRTY;
  return CACHE_HIT;
}

static inline enum cache_write_step cache_after_write(const cache_geometry *g, enum cache_result result) {
  if (result == CACHE_HIT) return CACHE_WRITE_DONE;
  if (result == CACHE_HIT_SHARED) return CACHE_WRITE_CLAIM;
  if (!g->write_allocate) return CACHE_WRITE_AROUND;
  return result == CACHE_LINE_MISS ? CACHE_WRITE_FILL : CACHE_WRITE_FILL_SUB_BLOCKS;
}

#endif
