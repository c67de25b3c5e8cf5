/* The rules of docs/model.md, "Caches", one by one on sequences written by hand. */
#include <stddef.h>
#include <stdlib.h>

#include "cache/cache_hit.h"
#include "support/test.h"

/* One set of 4 ways with lines of 32 bytes unless a test says otherwise; A, B, ... are lines of it. */
enum { A = 0, B = 0x1000, C = 0x2000, D = 0x3000, E = 0x4000, F = 0x5000 };

static cache_config config;
static cache_geometry g;
static void *state;
enum { STATE_BYTES = 4096 };

static void make(uint32_t ways, uint32_t sets, uint32_t sub_block_bytes, enum cache_replacement replacement) {
  config = (cache_config){.size_bytes = ways * sets * 32,
                          .line_bytes = 32,
                          .sub_block_bytes = (uint16_t)sub_block_bytes,
                          .ways = (uint8_t)ways,
                          .replacement = (uint8_t)replacement,
                          .write_back = 1,
                          .write_allocate = 1};
  g = cache_geometry_make(&config);
  EXPECT(cache_bytes(&g) <= STATE_BYTES);
  cache_init(&g, state);
}

static cache_line fill_as(uint32_t address, uint32_t ways, uint32_t owner, uint32_t draw) {
  return cache_fill(
      &g, state, address,
      &(cache_request){.ways = ways, .sub_blocks = g.all_sub_blocks, .draw = draw, .owner = (uint8_t)owner});
}

static cache_line fill(uint32_t address) { return fill_as(address, g.all_ways, 0, 0); }

static void fill_a_to_d(void) {
  for (uint32_t line = A; line <= D; line += B) fill(line);
}

static void lru_replaces_the_line_used_longest_ago(void) {
  make(4, 1, 0, CACHE_LRU);
  EXPECT_EQUAL(cache_read(&g, state, A), CACHE_LINE_MISS);
  fill_a_to_d();
  EXPECT_EQUAL(cache_read(&g, state, A + 31), CACHE_HIT);
  EXPECT_EQUAL(cache_fetch(&g, state, C), CACHE_HIT);
  EXPECT_EQUAL(fill(E).address, B);
  EXPECT_EQUAL(cache_write(&g, state, D), CACHE_HIT);
  EXPECT_EQUAL(fill(F).address, A);
  const cache_line out = fill(B);
  EXPECT_EQUAL(out.address, C);
  EXPECT_EQUAL(cache_probe(&g, state, D).dirty, 1);
  EXPECT_EQUAL(cache_probe(&g, state, D).rank, 2);
  EXPECT_EQUAL(cache_read(&g, state, A), CACHE_LINE_MISS);
}

static void a_miss_uses_nothing(void) {
  make(4, 1, 0, CACHE_LRU);
  fill_a_to_d();
  cache_read(&g, state, E);
  cache_write(&g, state, F);
  cache_probe(&g, state, A);
  EXPECT_EQUAL(fill(E).address, A);
}

static void lrr_replaces_the_line_filled_longest_ago(void) {
  make(2, 1, 4, CACHE_LRR);
  fill(A);
  fill(B);
  EXPECT_EQUAL(cache_read(&g, state, A), CACHE_HIT);
  EXPECT_EQUAL(fill(C).address, A);
  EXPECT_EQUAL(fill(D).address, B);
  cache_invalidate(&g, state, D);
  EXPECT_EQUAL(fill(E).sub_blocks, 0);
  EXPECT_EQUAL(fill(F).address, C);
}

static void random_replaces_the_way_that_is_drawn(void) {
  make(4, 1, 0, CACHE_RANDOM);
  fill_a_to_d();
  EXPECT_EQUAL(fill_as(E, 15, 0, 6).address, C);  /* 6 modulo 4 */
  EXPECT_EQUAL(fill_as(F, 10, 0, 5).address, D);  /* the second of ways 1 and 3 */
  cache_invalidate(&g, state, A);
  EXPECT_EQUAL(fill_as(C, 15, 0, 3).way, 0);      /* a free way comes first */
}

static void a_free_way_goes_before_any_line(void) {
  make(4, 1, 0, CACHE_LRU);
  fill_a_to_d();
  cache_invalidate(&g, state, D);
  cache_invalidate(&g, state, B);
  const cache_line out = fill(E);
  EXPECT_EQUAL(out.sub_blocks, 0);
  EXPECT_EQUAL(out.way, 1);
  EXPECT_EQUAL(fill(F).way, 3);
  EXPECT_EQUAL(fill(B).address, A);
}

static void pinned_ways_keep_others_out(void) {
  make(4, 4, 0, CACHE_LRU);
  config.pinned_ways = 0x3;
  config.pinned_sets = 2;
  g = cache_geometry_make(&config);
  EXPECT_EQUAL(cache_ways_for(&g, state, A, 1), 0x3);
  EXPECT_EQUAL(cache_ways_for(&g, state, A + 32, 0), 0xc);
  EXPECT_EQUAL(cache_ways_for(&g, state, A + 64, 0), 0xf); /* set 2: no line is pinned there */
  EXPECT_EQUAL(cache_ways_for(&g, state, A + 64, 1), 0xf);
  EXPECT_EQUAL(fill_as(A, cache_ways_for(&g, state, A, 1), 0, 0).way, 0);
  EXPECT_EQUAL(fill_as(B, cache_ways_for(&g, state, B, 0), 0, 0).way, 2);
  EXPECT_EQUAL(fill_as(C, cache_ways_for(&g, state, C, 0), 0, 0).way, 3);
  EXPECT_EQUAL(cache_read(&g, state, B), CACHE_HIT);
  EXPECT_EQUAL(fill_as(D, cache_ways_for(&g, state, D, 0), 0, 0).address, C); /* A is older and pinned */
  EXPECT_EQUAL(cache_read(&g, state, A), CACHE_HIT); /* for any routine */
  EXPECT_EQUAL(fill_as(E, 0, 0, 0).way, CACHE_NO_WAY);
  EXPECT_EQUAL(cache_probe(&g, state, E).way, CACHE_NO_WAY);
}

/* Handles a request like the machine: it requests ways, and a pinned request has a class. */
static cache_line bring(uint32_t address, int pinned) {
  return cache_fill(&g, state, address,
                    &(cache_request){.ways = cache_ways_for(&g, state, address, pinned),
                                     .sub_blocks = g.all_sub_blocks,
                                     .pin_class = (uint8_t)pinned});
}

static void make_marked(uint32_t lines, enum cache_replacement replacement) {
  make(4, 1, 0, replacement);
  config.pinned_lines = (uint8_t)lines;
  g = cache_geometry_make(&config);
}

static void marked_lines_are_not_replaced(void) {
  make_marked(2, CACHE_LRU);
  bring(A, 1);
  for (uint32_t line = B; line <= D; line += B) bring(line, 0);
  EXPECT_EQUAL(cache_marked_ways(&g, state, 0), 1);
  EXPECT_EQUAL(bring(E, 0).address, B); /* A is older and has a mark; every access can use ways without pins */
  EXPECT_EQUAL(bring(F, 0).address, C);
  EXPECT_EQUAL(bring(B, 0).address, D);
  EXPECT_EQUAL(cache_read(&g, state, A), CACHE_HIT);
  EXPECT_EQUAL(cache_probe(&g, state, A).pin_class, 1);
  EXPECT_EQUAL(cache_probe(&g, state, B).pin_class, 0);
}

/* At most two marks: the third one ends the mark of A, which was used longest ago and is replaced next. */
static void the_oldest_mark_ends_at_the_limit(void) {
  make_marked(2, CACHE_LRU);
  bring(A, 1);
  bring(B, 1);
  bring(C, 0);
  bring(D, 0);
  cache_read(&g, state, A); /* an unpinned use changes its place in the order: now B is the oldest */
  EXPECT_EQUAL(bring(E, 1).address, B); /* and may be replaced */
  EXPECT_EQUAL(cache_marked_ways(&g, state, 0), 3); /* A and E */
  EXPECT_EQUAL(cache_read(&g, state, C), CACHE_HIT);
  cache_pin(&g, state, C); /* a pinned hit also marks */
  EXPECT_EQUAL(cache_probe(&g, state, A).pin_class, 0);
  EXPECT_EQUAL(cache_probe(&g, state, A).way, 0); /* the line stays, at its place in the order */
  EXPECT_EQUAL(cache_probe(&g, state, A).rank, 2);
  cache_pin(&g, state, C);
  EXPECT_EQUAL(cache_marked_ways(&g, state, 0), 6); /* C and E: a second mark of a line changes nothing */
  EXPECT_EQUAL(bring(F, 0).address, D);
  EXPECT_EQUAL(bring(B, 0).address, A);
  EXPECT_EQUAL(cache_marked_ways(&g, state, 0), 6);
}

static void a_set_full_of_marks_keeps_others_out(void) {
  make_marked(4, CACHE_LRR);
  for (uint32_t line = A; line <= D; line += B) bring(line, 1);
  EXPECT_EQUAL(cache_ways_for(&g, state, E, 0), 0);
  EXPECT_EQUAL(bring(E, 0).way, CACHE_NO_WAY);
  cache_read(&g, state, A); /* a hit is no use with LRR */
  EXPECT_EQUAL(cache_ways_for(&g, state, E, 1), 1);
  EXPECT_EQUAL(bring(E, 1).address, A);
  cache_invalidate(&g, state, C); /* C loses its mark when its line is replaced */
  EXPECT_EQUAL(cache_marked_ways(&g, state, 0), 0xb);
  EXPECT_EQUAL(bring(F, 0).way, 2);
  EXPECT_EQUAL(cache_marked_ways(&g, state, 0), 0xb);
}

static void random_replacement_draws_among_the_unmarked(void) {
  make_marked(2, CACHE_RANDOM);
  bring(A, 0);
  bring(B, 1);
  bring(C, 0);
  bring(D, 1);
  cache_request request = {.ways = cache_ways_for(&g, state, E, 0), .sub_blocks = 1, .draw = 3};
  EXPECT_EQUAL(request.ways, 5);
  EXPECT_EQUAL(cache_fill(&g, state, E, &request).address, C); /* 3 modulo 2: the second of ways 0 and 2 */
  EXPECT_EQUAL(cache_ways_for(&g, state, F, 1), 0xd); /* no order: the highest way loses its mark */
  cache_pin(&g, state, A);
  EXPECT_EQUAL(cache_marked_ways(&g, state, 0), 3);
}

static void marks_have_sets_and_come_with_placing(void) {
  make(4, 4, 4, CACHE_LRU);
  config.pinned_lines = 1;
  config.pinned_sets = 1;
  g = cache_geometry_make(&config);
  const cache_request frame = {.ways = 15, .sub_blocks = 1, .pin_class = 1};
  cache_place(&g, state, A + 32, &frame); /* set 1: its lines have no marks */
  EXPECT_EQUAL(cache_probe(&g, state, A + 32).pin_class, 0);
  bring(A, 0);
  cache_place(&g, state, A, &frame);
  EXPECT_EQUAL(cache_probe(&g, state, A).pin_class, 1);
  cache_share(&g, state, A);
  cache_clean(&g, state, A);
  EXPECT_EQUAL(cache_probe(&g, state, A).pin_class, 1);
  EXPECT(cache_is_sound(&g, state));
  config.pinned_lines = 0;
  config.pinned_ways = 1;
  g = cache_geometry_make(&config);
  EXPECT(cache_is_sound(&g, state)); /* a class there says why a line is pinned */
}

/* A state with more marks in a set than allowed, or with marks beyond the pinned sets, is invalid. */
static void marks_beyond_the_limit_are_found(void) {
  make_marked(2, CACHE_LRU);
  bring(A, 1);
  bring(B, 1);
  bring(C, 0);
  EXPECT(cache_is_sound(&g, state));
  ((uint8_t *)state)[g.flags_at + 2] |= CACHE_FLAG_MARK;
  EXPECT(!cache_is_sound(&g, state));
  ((uint8_t *)state)[g.flags_at + 1] = 0;
  EXPECT(cache_is_sound(&g, state));
  g.pinned_sets = 0;
  EXPECT(!cache_is_sound(&g, state));
}

static void sub_blocks_are_filled_by_word(void) {
  make(2, 1, 4, CACHE_LRU);
  EXPECT_EQUAL(g.all_sub_blocks, 0xff);
  EXPECT_EQUAL(cache_sub_blocks_from(&g, A + 20), 0xe0);
  cache_fill(&g, state, A + 20, &(cache_request){.ways = 3, .sub_blocks = 0x20});
  EXPECT_EQUAL(cache_read(&g, state, A + 23), CACHE_HIT);
  EXPECT_EQUAL(cache_read(&g, state, A + 24), CACHE_SUB_BLOCK_MISS);
  EXPECT_EQUAL(cache_fetch(&g, state, A + 24), CACHE_SUB_BLOCK_MISS);
  EXPECT_EQUAL(cache_write(&g, state, A), CACHE_SUB_BLOCK_MISS);
  cache_fill(&g, state, B, &(cache_request){.ways = 3, .sub_blocks = 0xff});
  cache_read(&g, state, A + 24); /* a miss is not a use, */
  EXPECT_EQUAL(cache_probe(&g, state, A).rank, 1);
  cache_fill_sub_blocks(&g, state, A + 24, 0x40, 0);
  EXPECT_EQUAL(cache_probe(&g, state, A).rank, 0); /* but the following fill is */
  EXPECT_EQUAL(cache_probe(&g, state, A).sub_blocks, 0x60);
  EXPECT_EQUAL(cache_read(&g, state, A + 24), CACHE_HIT);
  EXPECT_EQUAL(fill(C).address, B);
}

static void writes_follow_the_policies(void) {
  make(2, 1, 4, CACHE_LRU);
  EXPECT_EQUAL(cache_after_write(&g, cache_write(&g, state, A)), CACHE_WRITE_FILL);
  cache_fill(&g, state, A, &(cache_request){.ways = 3, .sub_blocks = 1});
  EXPECT_EQUAL(cache_after_write(&g, cache_write(&g, state, A + 4)), CACHE_WRITE_FILL_SUB_BLOCKS);
  EXPECT_EQUAL(cache_after_write(&g, cache_write(&g, state, A)), CACHE_WRITE_DONE);
  const cache_line cleaned = cache_clean(&g, state, A);
  EXPECT_EQUAL(cleaned.dirty, 1);
  EXPECT_EQUAL(cache_probe(&g, state, A).dirty, 0);
  config.write_back = config.write_allocate = 0;
  g = cache_geometry_make(&config);
  EXPECT_EQUAL(cache_write(&g, state, A), CACHE_HIT);
  EXPECT_EQUAL(cache_probe(&g, state, A).dirty, 0);
  EXPECT_EQUAL(cache_after_write(&g, cache_write(&g, state, A + 4)), CACHE_WRITE_AROUND);
  EXPECT_EQUAL(cache_after_write(&g, cache_write(&g, state, B)), CACHE_WRITE_AROUND);
}

static void a_shared_line_is_claimed_before_it_is_written(void) {
  make(2, 1, 0, CACHE_LRU);
  fill(A);
  EXPECT_EQUAL(cache_write(&g, state, A), CACHE_HIT);
  EXPECT_EQUAL(cache_share(&g, state, A).dirty, 1); /* another cache reads the line: it is written back, then shared */
  EXPECT_EQUAL(cache_probe(&g, state, A).dirty, 0);
  EXPECT_EQUAL(cache_read(&g, state, A), CACHE_HIT);
  EXPECT_EQUAL(cache_write(&g, state, A), CACHE_HIT_SHARED);
  EXPECT_EQUAL(cache_probe(&g, state, A).dirty, 0);
  cache_claim(&g, state, A);
  EXPECT_EQUAL(cache_probe(&g, state, A).dirty, 1);
  EXPECT_EQUAL(cache_write(&g, state, A), CACHE_HIT);
  EXPECT_EQUAL(cache_invalidate(&g, state, A).dirty, 1); /* another cache writes */
  EXPECT_EQUAL(cache_write(&g, state, A), CACHE_LINE_MISS);
}

static void dma_invalidates_or_places(void) {
  make(4, 4, 0, CACHE_LRU);
  for (uint32_t line = 0; line < 8; line++) fill_as(line * 32, 15, line % 2, 0);
  cache_write(&g, state, 64);
  const cache_dropped dropped = cache_invalidate_range(&g, state, 63, 34); /* lines 1, 2 and 3 */
  EXPECT_EQUAL(dropped.lines, 3);
  EXPECT_EQUAL(dropped.dirty_lines, 1);
  EXPECT_EQUAL(cache_lines_by_owner(state)[0], 3);
  EXPECT_EQUAL(cache_lines_by_owner(state)[1], 2);
  const cache_request frame = {.ways = 1, .sub_blocks = 1, .owner = 5, .dirty = 1};
  EXPECT_EQUAL(cache_place(&g, state, 64, &frame).sub_blocks, 0);
  EXPECT_EQUAL(cache_place(&g, state, 0, &frame).sub_blocks, 0); /* there already: overwritten */
  EXPECT_EQUAL(cache_lines_by_owner(state)[5], 2);
  EXPECT_EQUAL(cache_probe(&g, state, 0).owner, 5);
  EXPECT_EQUAL(cache_probe(&g, state, 0).dirty, 1);
  EXPECT_EQUAL(cache_invalidate_range(&g, state, 0, UINT32_MAX).lines, 6);
}

static void geometries_are_checked(void) {
  static const struct {
    cache_config config;
    uint32_t field;
  } cases[] = {
      {{.size_bytes = 96, .line_bytes = 32, .ways = 3}, SIM_NONE},
      {{.size_bytes = 2 << 20, .line_bytes = 128, .ways = 16, .sub_block_bytes = 128}, SIM_NONE},
      {{.size_bytes = 64, .line_bytes = 32, .ways = 0}, offsetof(cache_config, ways)},
      {{.size_bytes = 544, .line_bytes = 32, .ways = 17}, offsetof(cache_config, ways)},
      {{.size_bytes = 64, .line_bytes = 4, .ways = 1}, offsetof(cache_config, line_bytes)},
      {{.size_bytes = 64, .line_bytes = 24, .ways = 1}, offsetof(cache_config, line_bytes)},
      {{.size_bytes = 256, .line_bytes = 256, .ways = 1}, offsetof(cache_config, line_bytes)},
      {{.size_bytes = 0, .line_bytes = 32, .ways = 1}, offsetof(cache_config, size_bytes)},
      {{.size_bytes = 100, .line_bytes = 32, .ways = 1}, offsetof(cache_config, size_bytes)},
      {{.size_bytes = 192, .line_bytes = 32, .ways = 2}, offsetof(cache_config, size_bytes)},
      {{.size_bytes = 4 << 20, .line_bytes = 32, .ways = 2}, offsetof(cache_config, size_bytes)},
      {{.size_bytes = 64, .line_bytes = 32, .ways = 2, .sub_block_bytes = 2}, offsetof(cache_config, sub_block_bytes)},
      {{.size_bytes = 64, .line_bytes = 32, .ways = 2, .sub_block_bytes = 12}, offsetof(cache_config, sub_block_bytes)},
      {{.size_bytes = 64, .line_bytes = 32, .ways = 2, .sub_block_bytes = 64}, offsetof(cache_config, sub_block_bytes)},
      {{.size_bytes = 64, .line_bytes = 32, .ways = 2, .pinned_ways = 4}, offsetof(cache_config, pinned_ways)},
      {{.size_bytes = 64, .line_bytes = 32, .ways = 2, .pinned_sets = 1}, offsetof(cache_config, pinned_sets)},
      {{.size_bytes = 64, .line_bytes = 32, .ways = 2, .pinned_ways = 1, .pinned_sets = 2},
       offsetof(cache_config, pinned_sets)},
      {{.size_bytes = 64, .line_bytes = 32, .ways = 2, .pinned_lines = 2, .pinned_sets = 1}, SIM_NONE},
      {{.size_bytes = 64, .line_bytes = 32, .ways = 2, .pinned_lines = 3}, offsetof(cache_config, pinned_lines)},
      {{.size_bytes = 64, .line_bytes = 32, .ways = 2, .pinned_lines = 1, .pinned_ways = 1},
       offsetof(cache_config, pinned_lines)},
      {{.size_bytes = 64, .line_bytes = 32, .ways = 2, .replacement = 3}, offsetof(cache_config, replacement)},
      {{.size_bytes = 64, .line_bytes = 32, .ways = 2, .write_back = 2}, offsetof(cache_config, write_back)},
      {{.size_bytes = 64, .line_bytes = 32, .ways = 2, .write_allocate = 2}, offsetof(cache_config, write_allocate)},
      {{.size_bytes = 64, .line_bytes = 32, .ways = 2, .pin_locks = 2}, offsetof(cache_config, pin_locks)}};
  for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++)
    EXPECT_EQUAL(cache_config_check(&cases[i].config), cases[i].field);
}

/* Any changed bit of an order, tag or empty lane is detected, or gives another valid state: never one that
 * leads outside the set. */
static void damaged_states_are_found(void) {
  make(3, 2, 4, CACHE_LRU);
  fill(A);
  fill(B);
  fill(C + 32);
  EXPECT(cache_is_sound(&g, state));
  uint32_t found = 0;
  for (uint32_t bit = 0; bit < cache_bytes(&g) * 8; bit++) {
    ((uint8_t *)state)[bit / 8] ^= (uint8_t)(1u << bit % 8);
    const int sound = cache_is_sound(&g, state);
    found += !sound;
    if (bit / 8 < g.tags_at) EXPECT(!sound);
    ((uint8_t *)state)[bit / 8] ^= (uint8_t)(1u << bit % 8);
  }
  EXPECT(cache_is_sound(&g, state));
  EXPECT(found > cache_bytes(&g) * 8 / 2 && found < cache_bytes(&g) * 8);
}

/* 2 MB, 64-byte lines: 4 bytes of tag and 1 of flags for each line, 8 bytes for each set, and the lines by owner. */
static void a_state_is_small(void) {
  const cache_config l2 = {.size_bytes = 2 << 20, .line_bytes = 64, .ways = 8};
  const cache_geometry large = cache_geometry_make(&l2);
  EXPECT_EQUAL(cache_bytes(&large), 32768 * 5 + 4096 * 8 + 64);
}

int main(void) {
  state = aligned_alloc(8, STATE_BYTES);
  RUN(lru_replaces_the_line_used_longest_ago);
  RUN(a_miss_uses_nothing);
  RUN(lrr_replaces_the_line_filled_longest_ago);
  RUN(random_replaces_the_way_that_is_drawn);
  RUN(a_free_way_goes_before_any_line);
  RUN(pinned_ways_keep_others_out);
  RUN(marked_lines_are_not_replaced);
  RUN(the_oldest_mark_ends_at_the_limit);
  RUN(a_set_full_of_marks_keeps_others_out);
  RUN(random_replacement_draws_among_the_unmarked);
  RUN(marks_have_sets_and_come_with_placing);
  RUN(marks_beyond_the_limit_are_found);
  RUN(sub_blocks_are_filled_by_word);
  RUN(writes_follow_the_policies);
  RUN(a_shared_line_is_claimed_before_it_is_written);
  RUN(dma_invalidates_or_places);
  RUN(geometries_are_checked);
  RUN(damaged_states_are_found);
  RUN(a_state_is_small);
  free(state);
  return TEST_EXIT_CODE;
}
