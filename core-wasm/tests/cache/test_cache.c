/* Compares the cache with a simple model: random operations on every small geometry and on some large ones. Every
 * answer and the whole content are compared. */
#include <stdlib.h>
#include <string.h>

#include "cache/cache_hit.h"
#include "cache_model.h"
#include "random/random_config.h"
#include "support/test.h"

static cache_model model;

typedef struct trial {
  uint64_t seed; /* printed when the trial fails */
  cache_config config;
  cache_geometry g;
  void *state;
  uint32_t pool_bytes; /* addresses lie in this number of bytes from base on */
  uint32_t base;
  uint32_t step;
  test_random random;
  int failed;
} trial;

static uint32_t in(trial *t, uint32_t low, uint32_t high) { return test_random_in(&t->random, low, high); }

static void expect(trial *t, int holds, const char *what) {
  if (holds || t->failed) return;
  t->failed = 1;
  test_broken_here++;
  printf("  %s: seed %llu step %u, %u bytes %u ways, lines of %u and %u bytes, replacement %u\n", what,
         (unsigned long long)t->seed, t->step, t->config.size_bytes, t->config.ways, t->config.line_bytes,
         t->config.sub_block_bytes, t->config.replacement);
}

static void expect_line(trial *t, cache_line actual, cache_line expected, const char *what) {
  expect(t, memcmp(&actual, &expected, sizeof actual) == 0, what);
}

static void expect_dropped(trial *t, cache_dropped actual, cache_dropped expected) {
  expect(t, actual.lines == expected.lines && actual.dirty_lines == expected.dirty_lines, "invalidate range");
}

static void compare_content(trial *t) {
  uint32_t owned[CACHE_OWNER_LIMIT] = {0};
  for (uint32_t set = 0; set < model.sets; set++)
    for (uint32_t way = 0; way < t->config.ways; way++) {
      const cache_line expected = model_line_at(&model, set, way);
      expect_line(t, cache_line_at(&t->g, t->state, set, way), expected, "content");
      if (expected.sub_blocks != 0) owned[expected.owner]++;
    }
  expect(t, memcmp(owned, cache_lines_by_owner(t->state), sizeof owned) == 0, "lines by owner");
  expect(t, cache_is_sound(&t->g, t->state), "soundness");
}

static uint32_t some_sub_blocks(trial *t, uint32_t address) {
  if (in(t, 0, 2) == 0) return t->g.all_sub_blocks;
  if (in(t, 0, 1)) return cache_sub_blocks_from(&t->g, address);
  const uint32_t any = in(t, 0, UINT32_MAX) & t->g.all_sub_blocks;
  return any != 0 ? any : 1u << cache_sub_block(&t->g, address);
}

static cache_request some_request(trial *t, uint32_t address) {
  const int pinned = in(t, 0, 3) == 0;
  const uint32_t ways = cache_ways_for(&t->g, t->state, address, pinned);
  expect(t, ways == model_ways_for(&model, address, pinned), "ways for");
  /* With marks, a request may only use ways within the limit. */
  const int any = t->config.pinned_lines == 0 && in(t, 0, 3) == 0;
  return (cache_request){.ways = any ? in(t, 0, UINT32_MAX) & t->g.all_ways : ways,
                         .sub_blocks = some_sub_blocks(t, address),
                         .draw = in(t, 0, UINT32_MAX),
                         .owner = (uint8_t)in(t, 0, CACHE_OWNER_LIMIT - 1),
                         .pin_class = (uint8_t)(pinned ? in(t, 1, CACHE_PIN_CLASS_LIMIT - 1) : 0),
                         .dirty = (uint8_t)(t->config.write_back && in(t, 0, 1)),
                         .shared = in(t, 0, 3) == 0};
}

/* Handles a miss like the machine. */
static void bring(trial *t, uint32_t address, enum cache_result result) {
  if (result == CACHE_LINE_MISS) {
    const cache_request request = some_request(t, address);
    const cache_line victim = cache_fill(&t->g, t->state, address, &request);
    expect_line(t, victim, model_fill(&model, address, &request), "fill");
  } else {
    const uint32_t sub_blocks = some_sub_blocks(t, address);
    cache_fill_sub_blocks(&t->g, t->state, address, sub_blocks, 0);
    model_fill_sub_blocks(&model, address, sub_blocks);
  }
}

static void access_and_bring(trial *t, uint32_t address, uint32_t kind) {
  const int is_write = kind == 2;
  const enum cache_result result = is_write    ? cache_write(&t->g, t->state, address)
                                   : kind == 1 ? cache_fetch(&t->g, t->state, address)
                                               : cache_read(&t->g, t->state, address);
  expect(t, result == model_access(&model, address, is_write), "access");
  if ((result == CACHE_HIT || result == CACHE_HIT_SHARED) && in(t, 0, 2) == 0) {
    cache_pin(&t->g, t->state, address);
    model_pin(&model, address);
  }
  const int allocates = !is_write || t->config.write_allocate;
  if (result == CACHE_HIT_SHARED && in(t, 0, 3)) {
    cache_claim(&t->g, t->state, address);
    model_claim(&model, address);
  } else if ((result == CACHE_LINE_MISS || result == CACHE_SUB_BLOCK_MISS) && allocates && !t->failed) {
    bring(t, address, result);
  }
  if (!is_write) return;
  const enum cache_write_step missed = result == CACHE_LINE_MISS ? CACHE_WRITE_FILL : CACHE_WRITE_FILL_SUB_BLOCKS;
  const enum cache_write_step wanted = result == CACHE_HIT          ? CACHE_WRITE_DONE
                                       : result == CACHE_HIT_SHARED ? CACHE_WRITE_CLAIM
                                       : allocates                  ? missed
                                                                    : CACHE_WRITE_AROUND;
  expect(t, cache_after_write(&t->g, result) == wanted, "after write");
}

static void place(trial *t, uint32_t address) {
  const cache_request request = some_request(t, address);
  const cache_line victim = cache_place(&t->g, t->state, address, &request);
  expect_line(t, victim, model_place(&model, address, &request), "place");
}

static void invalidate_range(trial *t, uint32_t address) {
  const uint32_t longest = in(t, 0, 20) == 0 ? 2 * t->pool_bytes : 4u * t->config.line_bytes;
  const uint32_t bytes = in(t, 0, UINT32_MAX - address < longest ? UINT32_MAX - address : longest);
  expect_dropped(t, cache_invalidate_range(&t->g, t->state, address, bytes),
                 model_invalidate_range(&model, address, bytes));
}

static void one_step(trial *t) {
  const uint32_t address = t->base + in(t, 0, t->pool_bytes - 1);
  const uint32_t what = in(t, 0, 99);
  if (what < 84)
    access_and_bring(t, address, what % 3);
  else if (what < 89)
    place(t, address);
  else if (what < 90)
    invalidate_range(t, address);
  else if (what < 92)
    expect_line(t, cache_invalidate(&t->g, t->state, address), model_invalidate(&model, address), "invalidate");
  else if (what < 94)
    expect_line(t, cache_clean(&t->g, t->state, address), model_clean(&model, address), "clean");
  else if (what < 96)
    expect_line(t, cache_share(&t->g, t->state, address), model_share(&model, address), "share");
  else
    expect_line(t, cache_probe(&t->g, t->state, address), model_probe(&model, address), "probe");
}

/* Random steps from the seed. The whole content is compared every `compare_every` steps. */
static void run_trial(uint64_t seed, const cache_config *config, uint32_t steps, uint32_t compare_every) {
  trial t = {.seed = seed, .config = *config, .random = {seed}};
  EXPECT_EQUAL(cache_config_check(config), SIM_NONE);
  t.g = cache_geometry_make(config);
  t.pool_bytes = config->size_bytes * 3;
  t.base = in(&t, 0, 3) == 0 ? UINT32_MAX - t.pool_bytes + 1 : in(&t, 0, 1u << 20) * config->line_bytes;
  t.state = aligned_alloc(8, cache_bytes(&t.g));
  memset(t.state, 0xa5, cache_bytes(&t.g));
  cache_init(&t.g, t.state);
  model_init(&model, config);
  compare_content(&t);
  for (t.step = 1; t.step <= steps && !t.failed; t.step++) {
    one_step(&t);
    if (t.step % compare_every == 0) compare_content(&t);
  }
  free(t.state);
}

static void small_geometries_equal_the_model(void) {
  static const uint16_t sub_block_bytes[] = {0, 4, 8};
  uint64_t seed = 1;
  for (uint32_t ways = 1; ways <= CACHE_WAY_LIMIT; ways++)
    for (uint32_t line_bytes = CACHE_LINE_BYTES_MINIMUM; line_bytes <= CACHE_LINE_BYTES_LIMIT; line_bytes *= 4)
      for (uint32_t sub = 0; sub < 3; sub++)
        for (uint32_t sets = 1; sets <= 4; sets *= 2)
          for (uint32_t policies = 0; policies < 12; policies++) {
            test_random pins = {seed};
            cache_config config = {.size_bytes = ways * line_bytes * sets,
                                   .line_bytes = (uint16_t)line_bytes,
                                   .sub_block_bytes = sub_block_bytes[sub],
                                   .ways = (uint8_t)ways,
                                   .replacement = (uint8_t)(policies % 3),
                                   .write_back = policies / 3 & 1,
                                   .write_allocate = policies / 6 & 1};
            if (test_random_in(&pins, 0, 1)) {
              config.pinned_ways = (uint16_t)test_random_in(&pins, 1, (1u << ways) - 1);
              config.pinned_sets = test_random_in(&pins, 0, sets);
            } else if (test_random_in(&pins, 0, 2)) {
              config.pinned_lines = (uint8_t)test_random_in(&pins, 1, ways);
              config.pinned_sets = test_random_in(&pins, 0, sets);
              config.pin_locks = test_random_in(&pins, 0, 1);
            }
            run_trial(seed++, &config, 200, 25);
          }
}

/* Geometries of the sources. The small ones above include lines of 128 bytes with 32 sub-blocks. */
static void large_geometries_equal_the_model(void) {
  static const cache_config configs[] = {
      {.size_bytes = 8192, .line_bytes = 32, .sub_block_bytes = 4, .ways = 2, .replacement = CACHE_LRR},
      {.size_bytes = 8192, .line_bytes = 32, .sub_block_bytes = 4, .ways = 2},
      {.size_bytes = 12288, .line_bytes = 32, .ways = 3, .write_back = 1, .write_allocate = 1},
      {.size_bytes = 16384, .line_bytes = 32, .ways = 4, .write_back = 1, .write_allocate = 1},
      {.size_bytes = 65536, .line_bytes = 64, .ways = 2, .write_back = 1, .write_allocate = 1},
      {.size_bytes = 2 << 20, .line_bytes = 64, .ways = 8, .pinned_ways = 0x0f, .pinned_sets = 1000, .write_back = 1,
       .write_allocate = 1},
      {.size_bytes = 512 << 10, .line_bytes = 64, .ways = 8, .pinned_lines = 4, .write_back = 1, .write_allocate = 1},
      {.size_bytes = 2 << 20, .line_bytes = 128, .ways = 16, .replacement = CACHE_RANDOM, .write_back = 1}};
  for (uint32_t i = 0; i < sizeof configs / sizeof *configs; i++) run_trial(1000000 + i, &configs[i], 60000, 60000);
}

int main(void) {
  RUN(small_geometries_equal_the_model);
  RUN(large_geometries_equal_the_model);
  return TEST_EXIT_CODE;
}
