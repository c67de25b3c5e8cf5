/* Ranges of addresses: lines of some are pinned, others are not cached. The cache has two ways of a 32-byte line. */
#include <stddef.h>

#include "support/machine_fixture.h"
#include "support/test.h"

enum { L1I, L1D, L2, LINE = 32, UNCACHED = 10 };

static sim_config config;

static void begin(uint32_t cache) {
  sim_config_defaults(&config);
  config.nic_count = 0;
  config.memory_latency_cycles = 20;
  config.uncached_cycles = UNCACHED;
  config.caches[cache] =
      (sim_cache_config){.size_bytes = 2 * LINE, .ways = 2, .line_bytes = LINE, .write_back = 1, .write_allocate = 1};
}

/* Loads from these addresses, one after another, then nothing more. */
static sim *loads(const uint32_t *addresses, uint32_t count, uint32_t code_address) {
  const uint32_t routine = config.routine_count++;
  config.routines[routine] = (sim_routine_config){.kind = sim_routine_kind_INSTRUCTIONS,
                                                  .fixed = count,
                                                  .instruction_count = (uint16_t)count,
                                                  .body_instructions = 1,
                                                  .mix_alu = 1,
                                                  .data_bytes = 4,
                                                  .hot_bytes = 4,
                                                  .code_address = code_address};
  for (uint32_t i = 0; i < count; i++)
    config.instructions[config.instruction_count++] =
        (sim_instruction){.operation = sim_operation_LOAD, .destination = 1, .address = addresses[i]};
  const uint32_t rest = fixture_cycles(&config, 100000);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, 0);
  fixture_step(&config, sim_step_op_EXEC, routine);
  fixture_step(&config, sim_step_op_EXEC, rest);
  return fixture_run_to(&config, 2000);
}

static void expect_use(sim *sim, uint32_t cache, uint64_t accesses, uint64_t misses) {
  const sim_cache_counters *c = &sim_get_counters(sim)->caches[cache];
  EXPECT_EQUAL(c->accesses[sim_layer_APPLICATION], accesses);
  EXPECT_EQUAL(c->misses[sim_layer_APPLICATION], misses);
  fixture_free(sim);
}
#define EXPECT_LOADS(accesses, misses, ...)                                                        \
  do {                                                                                             \
    static const uint32_t addresses_[] = {__VA_ARGS__};                                            \
    expect_use(loads(addresses_, sizeof addresses_ / sizeof addresses_[0], 0), L1D, accesses, misses); \
  } while (0)

static void pin(uint32_t from, uint32_t to) {
  config.caches[L1D].pinned_ways = 1;
  config.caches[L1D].pinned_ranges[0] = (sim_address_range){.from = from, .to = to};
}

/* ---- pinned ---- */

/* The line at 0 has one way alone. The other lines share the other way. */
static void lines_of_a_range_keep_the_pinned_way(void) {
  begin(L1D);
  pin(0, LINE);
  EXPECT_LOADS(5, 4, 0, 64, 128, 0, 64);
}

static void without_a_range_no_access_has_it(void) {
  begin(L1D);
  pin(0, 0);
  EXPECT_LOADS(5, 5, 0, 64, 128, 0, 64);
}

/* Two lines of the range displace each other, and no other line. */
static void a_range_has_no_more_than_the_pinned_ways(void) {
  begin(L1D);
  pin(0, 2 * LINE);
  EXPECT_LOADS(5, 4, 0, 64, LINE, 64, 0);
}

/* A line belongs to the range in which it starts: [8, 40) has the line at 32, but not the line at 0. */
static void a_line_belongs_where_it_begins(void) {
  begin(L1D);
  pin(8, LINE + 8);
  EXPECT_LOADS(4, 3, LINE, 0, 64, LINE);
}

static void the_last_of_four_ranges_counts_as_well(void) {
  begin(L1D);
  pin(1024, 1056);
  config.caches[L1D].pinned_ranges[SIM_RANGE_LIMIT - 1] = (sim_address_range){.from = 0, .to = LINE};
  EXPECT_LOADS(5, 4, 0, 64, 128, 0, 64);
}

/* ---- pinned lines ---- */

static void mark(uint32_t lines, uint32_t from, uint32_t to) {
  pin(from, to);
  config.caches[L1D].pinned_ways = 0;
  config.caches[L1D].pinned_lines = (uint8_t)lines;
}

/* As above: the line at 0 stays, and the other lines share the other way. */
static void a_marked_line_of_a_range_stays(void) {
  begin(L1D);
  mark(1, 0, LINE);
  EXPECT_LOADS(5, 4, 0, 64, 128, 0, 64);
}

/* Without accesses to the range the others use all ways: with a partition every access would miss. */
static void what_pins_do_not_use_serves_every_access(void) {
  begin(L1D);
  mark(1, 4096, 8192);
  EXPECT_LOADS(4, 2, 0, 64, 0, 64);
  begin(L1D);
  pin(4096, 8192);
  EXPECT_LOADS(4, 4, 0, 64, 0, 64);
}

/* The range has one mark for two lines: 64 takes the mark of 0, so 128 replaces 0. */
static void a_mark_beyond_the_limit_ends_the_oldest(void) {
  begin(L1D);
  mark(1, 0, 128);
  EXPECT_LOADS(5, 4, 0, 64, 128, 64, 0);
  begin(L1D);
  mark(2, 0, 128);
  EXPECT_LOADS(6, 4, 0, 64, 128, 64, 0, 128); /* both stay, and 128 is not stored */
}

static void marked_code_stays(void) {
  begin(L1D);
  begin(L1I);
  config.caches[L1I].pinned_lines = 1;
  const uint32_t short_code = fixture_sequence(&config, "a2,1"), other = fixture_sequence(&config, "a2,1");
  const uint32_t third = fixture_sequence(&config, "a2,1");
  config.routines[short_code].pinned = 1;
  config.routines[other].code_address = 0x1000;
  config.routines[third].code_address = 0x2000;
  const uint32_t order[] = {short_code, other, third, short_code, fixture_cycles(&config, 100000)};
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, 0);
  for (uint32_t i = 0; i < 5; i++) fixture_step(&config, sim_step_op_EXEC, order[i]);
  expect_use(fixture_run_to(&config, 2000), L1I, 4, 3);
}

/* The hit marks a line that another routine has loaded. */
static void a_pinned_hit_marks(void) {
  begin(L1D);
  config.caches[L1D].pinned_lines = 1;
  const uint32_t brings = fixture_sequence(&config, "l2,1"), hits = fixture_sequence(&config, "l2,1");
  const uint32_t others = fixture_sequence(&config, "l2,1 l2,1"), again = fixture_sequence(&config, "l2,1");
  config.instructions[config.routines[others].first_instruction].address = 64;
  config.instructions[config.routines[others].first_instruction + 1].address = 128;
  const uint32_t order[] = {brings, hits, others, again, fixture_cycles(&config, 100000)};
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, 0);
  for (uint32_t i = 0; i < 5; i++) fixture_step(&config, sim_step_op_EXEC, order[i]);
  sim *without = fixture_run_to(&config, 2000);
  expect_use(without, L1D, 5, 4);
  config.routines[hits].pinned = 1;
  expect_use(fixture_run_to(&config, 2000), L1D, 5, 3);
}

/* ---- not cached ---- */

/* Each load takes as long as a device register. The first byte after the range is cached again. */
static void loads_of_a_range_go_around_the_caches(void) {
  begin(L1D);
  config.uncached_ranges[0] = (sim_address_range){.from = 256, .to = 512};
  static const uint32_t addresses[] = {256, 256, 508};
  sim *sim = loads(addresses, 3, 0);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_APPLICATION, sim_cause_DATA_MISS), 3 * (UNCACHED - 1));
  expect_use(sim, L1D, 0, 0);
  begin(L1D);
  config.uncached_ranges[0] = (sim_address_range){.from = 256, .to = 512};
  EXPECT_LOADS(2, 1, 512, 512);
}

/* The register returns three words at once, as fast as three hits, so nothing waits for a miss. */
static void an_answer_within_the_time_of_hits_is_no_miss(void) {
  begin(L1D);
  config.non_blocking = 1;
  config.uncached_cycles = 1;
  config.bus_bytes_per_beat = 4;
  config.bus_cycles_per_beat = 1;
  config.uncached_ranges[0] = (sim_address_range){.from = 256, .to = 512};
  const uint32_t routine = fixture_sequence(&config, "l5,1 l6,1 l7,1");
  for (uint32_t i = 0; i < 3; i++) config.instructions[i].address = 256, config.instructions[i].words = 3;
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, 0);
  fixture_step(&config, sim_step_op_EXEC, routine);
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 100000));
  sim *sim = fixture_run_to(&config, 2000);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_APPLICATION, sim_cause_DATA_MISS), 0);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_APPLICATION, sim_cause_MEMORY), 3 * 2);
  fixture_free(sim);
}

static void code_of_a_range_is_fetched_as_elsewhere(void) {
  static const uint32_t addresses[] = {0, 0};
  begin(L1I);
  config.uncached_ranges[1] = (sim_address_range){.from = 0x1000, .to = 0x1100};
  expect_use(loads(addresses, 2, 0x1000), L1I, 1, 1);
}

/* ---- refusals ---- */

static void expect_refused(sim_address_range *ranges, uint32_t from, uint32_t to, int in_from) {
  ranges[2] = (sim_address_range){.from = from, .to = to};
  sim_error error;
  EXPECT_EQUAL(sim_config_check(&config, NULL, &error), sim_status_INCONSISTENT);
  const void *field = in_from ? &ranges[2].from : &ranges[2].to;
  EXPECT_EQUAL(error.field_offset, (uint32_t)((const uint8_t *)field - (const uint8_t *)&config));
}

static void wrong_ranges_are_named(void) {
  begin(L1D);
  expect_refused(config.caches[L1D].pinned_ranges, 64, 32, 1);
  expect_refused(config.caches[L1D].pinned_ranges, 64, 0xf0000004u, 0);
  begin(L1D);
  expect_refused(config.uncached_ranges, 512, 256, 1);
  expect_refused(config.uncached_ranges, 128, 512, 1); /* half a grain */
  expect_refused(config.uncached_ranges, 256, 300, 0);
  expect_refused(config.uncached_ranges, 256, 0xf0000100u, 0);
}

int main(void) {
  RUN(lines_of_a_range_keep_the_pinned_way);
  RUN(without_a_range_no_access_has_it);
  RUN(a_range_has_no_more_than_the_pinned_ways);
  RUN(a_line_belongs_where_it_begins);
  RUN(the_last_of_four_ranges_counts_as_well);
  RUN(a_marked_line_of_a_range_stays);
  RUN(what_pins_do_not_use_serves_every_access);
  RUN(a_mark_beyond_the_limit_ends_the_oldest);
  RUN(marked_code_stays);
  RUN(a_pinned_hit_marks);
  RUN(loads_of_a_range_go_around_the_caches);
  RUN(an_answer_within_the_time_of_hits_is_no_miss);
  RUN(code_of_a_range_is_fetched_as_elsewhere);
  RUN(wrong_ranges_are_named);
  return TEST_EXIT_CODE;
}
