/* How a line is filled: word by word or as a whole, after a registered request, and with locks in caches. Memory has 20
 * cycles of latency and a beat of 4 bytes every 2 cycles: a line of 32 bytes takes 36 cycles on the bus. */
#include "support/machine_fixture.h"
#include "support/test.h"

enum { L1I, L1D, L2, LINE = 32, LATENCY = 20, BEAT = 2, LINE_CYCLES = LATENCY + 8 * BEAT };

static sim_config config;

static void begin(uint32_t fill_order) {
  sim_config_defaults(&config);
  config.nic_count = 0;
  config.memory_latency_cycles = LATENCY;
  config.bus_bytes_per_beat = 4;
  config.bus_cycles_per_beat = BEAT;
  config.load_use_cycles = 1;
  config.caches[L1D] = (sim_cache_config){.size_bytes = 8 * LINE,
                                          .ways = 2,
                                          .line_bytes = LINE,
                                          .write_back = 1,
                                          .write_allocate = 1,
                                          .fill_order = (uint8_t)fill_order};
}

static uint32_t routine_of(const sim_instruction *instructions, uint32_t count) {
  const uint32_t routine = config.routine_count++;
  config.routines[routine] = (sim_routine_config){.kind = sim_routine_kind_INSTRUCTIONS,
                                                  .fixed = count,
                                                  .instruction_count = (uint16_t)count,
                                                  .first_instruction = config.instruction_count,
                                                  .body_instructions = 1,
                                                  .mix_alu = 1,
                                                  .data_bytes = 4,
                                                  .hot_bytes = 4};
  for (uint32_t i = 0; i < count; i++) config.instructions[config.instruction_count++] = instructions[i];
  return routine;
}

/* Cycles that the instructions take beyond one each and the four that fill the pipeline. */
static uint64_t lost(const sim_instruction *instructions, uint32_t count) {
  const uint32_t routine = routine_of(instructions, count);
  const uint32_t rest = fixture_cycles(&config, 100000);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, 0);
  fixture_step(&config, sim_step_op_EXEC, routine);
  fixture_step(&config, sim_step_op_EXEC, rest);
  sim *sim = fixture_run_to(&config, 2000);
  const uint64_t cycles = sim_get_counters(sim)->detailed_cycles;
  EXPECT_EQUAL(sim_check_invariants(sim), 0);
  fixture_free(sim);
  return cycles - (count + 4);
}
#define LOST(...) \
  lost((const sim_instruction[]){__VA_ARGS__}, sizeof((const sim_instruction[]){__VA_ARGS__}) / sizeof(sim_instruction))
#define LOAD(at) {.operation = sim_operation_LOAD, .destination = 1, .address = (at)}
#define STORE(at) {.operation = sim_operation_STORE, .address = (at)}
#define ALU {.operation = sim_operation_ALU, .destination = 2}

/* The access is looked up when it enters the stage. A hit leaves the stage after one cycle. */
static void a_whole_line_is_waited_for(void) {
  begin(sim_fill_order_WHOLE_LINE);
  EXPECT_EQUAL(LOST(LOAD(16)), LINE_CYCLES - 1);
}

static void early_restart_waits_for_the_word_in_its_place(void) {
  begin(sim_fill_order_EARLY_RESTART);
  EXPECT_EQUAL(LOST(LOAD(16)), LATENCY + 5 * BEAT - 1);
}

static void the_critical_word_comes_first(void) {
  begin(sim_fill_order_CRITICAL_WORD_FIRST);
  EXPECT_EQUAL(LOST(LOAD(16)), LATENCY + BEAT - 1);
}

/* The words arrive in the order 16, 20, 24, 28, 0. A hit in a word that has not arrived waits only for that word. */
static void another_word_of_the_line_is_waited_for(void) {
  begin(sim_fill_order_CRITICAL_WORD_FIRST);
  EXPECT_EQUAL(LOST(LOAD(16), LOAD(0)), LATENCY + 5 * BEAT - 2);
  begin(sim_fill_order_CRITICAL_WORD_FIRST);
  EXPECT_EQUAL(LOST(LOAD(16), LOAD(16)), LATENCY + BEAT - 1); /* it is there */
  begin(sim_fill_order_CRITICAL_WORD_FIRST);
  EXPECT_EQUAL(LOST(STORE(16), LOAD(12)), LINE_CYCLES - 2); /* the last */
}

/* The fill holds the bus to the end of the line, so the next miss starts after it. */
static void the_rest_of_the_line_holds_the_bus(void) {
  begin(sim_fill_order_CRITICAL_WORD_FIRST);
  EXPECT_EQUAL(LOST(LOAD(16), LOAD(64)), LINE_CYCLES + LATENCY + BEAT - 2);
}

/* A beat of 8 bytes contains two words. The order starts with that beat. */
static void a_wide_beat_brings_its_neighbour(void) {
  begin(sim_fill_order_CRITICAL_WORD_FIRST);
  config.bus_bytes_per_beat = 8;
  EXPECT_EQUAL(LOST(LOAD(20), LOAD(16)), LATENCY + BEAT - 1);
}

/* Words that the L2 fetches from memory arrive in the order of the L2's line. Words that it has arrive at once. */
static void the_order_is_that_of_the_line_of_the_l2(void) {
  begin(sim_fill_order_EARLY_RESTART);
  config.l2_cycles = 6;
  config.caches[L2] = (sim_cache_config){
      .size_bytes = 16 * 128, .ways = 2, .line_bytes = 128, .write_back = 1, .write_allocate = 1};
  EXPECT_EQUAL(LOST(LOAD(LINE)), 6 + LATENCY + 9 * BEAT - 1);
  begin(sim_fill_order_EARLY_RESTART);
  config.l2_cycles = 6;
  config.caches[L2] = (sim_cache_config){
      .size_bytes = 16 * 128, .ways = 2, .line_bytes = 128, .write_back = 1, .write_allocate = 1};
  /* The second load finds its line on the way into the L2, which answers when it has the whole line. */
  EXPECT_EQUAL(LOST(LOAD(0), LOAD(LINE)), 6 + LATENCY + 32 * BEAT - 2);
}

/* The L2 answers a miss before the rest of an earlier line arrives from memory. An access to the rest waits for its
 * word: first word at 2 + 20 + 2, the answer 2 later, the last word at 2 + 36, where a hit takes one cycle. */
static void a_later_miss_does_not_forget_the_rest_of_a_line(void) {
  uint64_t waits[2];
  for (uint32_t last = 0; last < 2; last++) {
    begin(sim_fill_order_CRITICAL_WORD_FIRST);
    config.l2_cycles = 2;
    config.caches[L1D].ways = 1;
    config.caches[L1D].size_bytes = 4 * LINE;
    config.caches[L2] = (sim_cache_config){
        .size_bytes = 64 * LINE, .ways = 2, .line_bytes = LINE, .write_back = 1, .write_allocate = 1};
    waits[last] = LOST(LOAD(0x80), LOAD(0x100), LOAD(0x20), LOAD(0x80), LOAD(last ? 0x3c : 0x20));
  }
  EXPECT_EQUAL(waits[1] - waits[0], (2 + 36) - (2 + 20 + 2 + 2 + 1));
}

static void an_instruction_goes_on_with_its_word(void) {
  for (uint32_t order = sim_fill_order_WHOLE_LINE; order <= sim_fill_order_CRITICAL_WORD_FIRST; order++) {
    begin(sim_fill_order_WHOLE_LINE);
    config.caches[L1I] = config.caches[L1D];
    config.caches[L1D].size_bytes = 0;
    config.caches[L1I].fill_order = (uint8_t)order;
    const uint64_t waits = LOST(ALU, ALU, ALU);
    /* For the first word of a line, both other orders are the same. Then one word arrives with each beat. */
    EXPECT_EQUAL(waits, order == sim_fill_order_WHOLE_LINE ? LINE_CYCLES - 1 : LATENCY + BEAT - 1 + 2 * (BEAT - 1));
  }
}

/* ---- requests and returns ---- */

static void a_request_comes_before_the_transaction(void) {
  begin(sim_fill_order_WHOLE_LINE);
  config.bus_request_cycles = 3;
  EXPECT_EQUAL(LOST(LOAD(0)), 3 + LINE_CYCLES - 1);
}

/* The buffer requests the bus for its store. Only the miss after it waits. */
static void a_buffered_store_asks_as_well(void) {
  begin(sim_fill_order_WHOLE_LINE);
  config.bus_request_cycles = 3;
  config.store_buffer_entries = 1;
  config.write_cycles = 10;
  config.caches[L1D].write_back = config.caches[L1D].write_allocate = 0;
  EXPECT_EQUAL(LOST(STORE(0)), 0);
  begin(sim_fill_order_WHOLE_LINE);
  config.bus_request_cycles = 3;
  config.store_buffer_entries = 1;
  config.write_cycles = 10;
  config.caches[L1D].write_back = config.caches[L1D].write_allocate = 0;
  EXPECT_EQUAL(LOST(STORE(0), LOAD(64)), 3 + 10 + LINE_CYCLES - 2);
}

/* The second store has requested the bus when the entry becomes free, so it waits only for the entry. */
static void a_store_that_waits_for_its_entry_has_asked(void) {
  begin(sim_fill_order_WHOLE_LINE);
  config.bus_request_cycles = 3;
  config.store_buffer_entries = 1;
  config.write_cycles = 10;
  config.caches[L1D].write_back = config.caches[L1D].write_allocate = 0;
  EXPECT_EQUAL(LOST(STORE(0), STORE(4), LOAD(64)), 3 + 10 + 10 + LINE_CYCLES - 3);
}

/* One line has eight instructions. An instruction that enters IF in the cycle in which the fill ends is held. */
static void the_instruction_cache_returns(void) {
  for (uint32_t returns = 0; returns <= 2; returns++) {
    begin(sim_fill_order_WHOLE_LINE);
    config.caches[L1I] = config.caches[L1D];
    config.caches[L1D].size_bytes = 0;
    config.fetch_return_cycles = (uint16_t)returns;
    EXPECT_EQUAL(LOST(ALU, ALU, ALU), LINE_CYCLES - 1 + returns);
  }
}

/* ---- locks ---- */

static void lock_lines(uint32_t count) {
  config.caches[L1D].size_bytes = 2 * LINE; /* one set of two ways */
  config.caches[L1D].pinned_lines = (uint8_t)count;
  config.caches[L1D].pin_kind = sim_pin_kind_LOCK;
  config.caches[L1D].pinned_ranges[0] = (sim_address_range){.from = 0, .to = 4 * LINE};
}

static void expect_locks(const uint32_t *addresses, uint32_t count, int unlocks_after, uint64_t misses,
                         uint64_t refused) {
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, 0);
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t routine = routine_of(&(sim_instruction)LOAD(addresses[i]), 1);
    fixture_step(&config, sim_step_op_EXEC, routine);
    if ((int)i == unlocks_after) fixture_step(&config, sim_step_op_UNLOCK_CACHE, L1D);
  }
  const uint32_t rest = fixture_cycles(&config, 100000);
  fixture_step(&config, sim_step_op_EXEC, rest);
  sim *sim = fixture_run_to(&config, 2000);
  const sim_cache_counters *c = &sim_get_counters(sim)->caches[L1D];
  EXPECT_EQUAL(c->misses[sim_layer_APPLICATION], misses);
  EXPECT_EQUAL(c->pins_refused, refused);
  EXPECT_EQUAL(sim_check_invariants(sim), 0);
  fixture_free(sim);
}

static void a_lock_outlasts_a_newer_pin(void) {
  static const uint32_t addresses[] = {0, LINE, 2 * LINE, 0, 2 * LINE};
  begin(sim_fill_order_WHOLE_LINE);
  lock_lines(1);
  /* The line at 0 stays. The lines at 32 and 64 are refused each time: 32 misses, 64 misses, then hits. */
  expect_locks(addresses, 5, -1, 3, 3);
  begin(sim_fill_order_WHOLE_LINE);
  lock_lines(1);
  config.caches[L1D].pin_kind = sim_pin_kind_MARK;
  expect_locks(addresses, 5, -1, 4, 0); /* 32 took the mark of 0, so 64 replaces 0 */
}

static void every_access_goes_around_a_set_full_of_locks(void) {
  static const uint32_t addresses[] = {0, LINE, 2 * LINE, 8 * LINE, 2 * LINE, 0, LINE};
  begin(sim_fill_order_WHOLE_LINE);
  lock_lines(2);
  expect_locks(addresses, 7, -1, 5, 0); /* a line that no cache keeps has used nothing */
}

static void software_ends_the_locks(void) {
  static const uint32_t addresses[] = {0, LINE, 2 * LINE, 0, 2 * LINE};
  begin(sim_fill_order_WHOLE_LINE);
  lock_lines(1);
  /* The locks end after the use of 32. The lines stay; 64 replaces the oldest, 0, and gets the lock. */
  expect_locks(addresses, 5, 1, 4, 2);
}

int main(void) {
  RUN(a_whole_line_is_waited_for);
  RUN(early_restart_waits_for_the_word_in_its_place);
  RUN(the_critical_word_comes_first);
  RUN(another_word_of_the_line_is_waited_for);
  RUN(the_rest_of_the_line_holds_the_bus);
  RUN(a_wide_beat_brings_its_neighbour);
  RUN(the_order_is_that_of_the_line_of_the_l2);
  RUN(a_later_miss_does_not_forget_the_rest_of_a_line);
  RUN(an_instruction_goes_on_with_its_word);
  RUN(a_request_comes_before_the_transaction);
  RUN(a_buffered_store_asks_as_well);
  RUN(a_store_that_waits_for_its_entry_has_asked);
  RUN(the_instruction_cache_returns);
  RUN(a_lock_outlasts_a_newer_pin);
  RUN(every_access_goes_around_a_set_full_of_locks);
  RUN(software_ends_the_locks);
  return TEST_EXIT_CODE;
}
