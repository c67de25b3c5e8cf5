/* Rules of docs/model.md, "Memory", on machines written by hand. The lost cycles show when data arrive. */
#include <stddef.h>

#include "support/machine_fixture.h"
#include "memory/memory.h"
#include "support/test.h"

static sim_config config;

/* 32 bytes in a line: 8 beats of one word after a latency of 20 cycles. */
enum { MISS_CYCLES = 28 };

static sim_cache_config *with_cache(uint32_t level, uint32_t lines) {
  config.caches[level] =
      (sim_cache_config){.size_bytes = lines * 32, .ways = 1, .line_bytes = 32, .write_back = 1, .write_allocate = 1};
  return &config.caches[level];
}

static void begin(void) {
  sim_config_defaults(&config);
  config.memory_latency_cycles = 20;
  config.bus_bytes_per_beat = 4;
  config.bus_cycles_per_beat = 1;
  config.write_cycles = 10;
  config.l2_cycles = 5;
}

/* A thread runs the sequence once, then a layer given in cycles. Instruction k accesses addresses[k]. */
static void runs(const char *text, const uint32_t *addresses) {
  const uint32_t first = config.instruction_count, routine = fixture_sequence(&config, text);
  for (uint32_t i = first; i < config.instruction_count; i++) config.instructions[i].address = addresses[i - first];
  const uint32_t rest = fixture_cycles(&config, 100000);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, 0);
  fixture_step(&config, sim_step_op_EXEC, routine);
  fixture_step(&config, sim_step_op_EXEC, rest);
}

static sim *run_to(uint64_t cycle) {
  sim *sim = fixture_create(&config, NULL, &fixture_blind);
  sim_step(sim, cycle, 0);
  return sim;
}

static void expect_lost(enum sim_cause cause, uint64_t cycles) {
  sim *sim = run_to(1000);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_APPLICATION, cause), cycles);
  fixture_free(sim);
}

static const uint32_t zeros[16] = {0};

static void streamed_code_comes_with_its_beat(void) {
  begin();
  with_cache(CACHE_L1I, 4)->sub_block_bytes = 4;
  config.bus_bytes_per_beat = 8; /* two words in a beat: 0 and 1 in cycle 20, 2 and 3 in cycle 21 */
  runs("a a a a", zeros);
  expect_lost(sim_cause_FETCH_MISS, 20); /* the words arrive at 20, 20, 21, 21 and pass one in each cycle */
}

static void a_write_back_moves_the_valid_parts(void) {
  begin();
  with_cache(CACHE_L1D, 1)->sub_block_bytes = 4;
  runs("s l l", (const uint32_t[]){0, 64, 128});
  expect_lost(sim_cause_DATA_MISS, 20 + 20 + 1 + 20); /* one word is written back, not eight */
}

static void a_store_without_a_way_goes_around(void) {
  begin();
  with_cache(CACHE_L1D, 1)->pinned_ways = 1;
  runs("s a", zeros);
  sim *sim = run_to(1000);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_APPLICATION, sim_cause_DATA_MISS), 9);
  EXPECT_EQUAL(state_of(sim)->bus.free_at, 3 + 10); /* it is written */
  fixture_free(sim);
}

static void a_predictor_gives_no_addresses(void) {
  begin();
  config.predictor_mode = sim_predictor_BIMODAL;
  config.predictor_counters = 64;
  config.memory_cycles = 2;
  runs("l a", zeros);
  expect_lost(sim_cause_MEMORY, 1);
}

static void a_packet_is_read_word_by_word(void) {
  begin();
  config.routine_count = 1;
  uint64_t draws = 0;
  uint32_t words = 0;
  const data_rules rules = {
      .draws = &draws, .packet_permille = 1000, .packet_address = 0x40000000, .packet_bytes = 10, .words = &words};
  EXPECT_EQUAL(memory_address(&rules, 0), 0x40000000);
  EXPECT_EQUAL(memory_address(&rules, 0), 0x40000004);
  EXPECT_EQUAL(memory_address(&rules, 0), 0x40000008);
  EXPECT_EQUAL(memory_address(&rules, 0), 0x40000000); /* 12 modulo 10, rounded down */
  draws = 1000;
  EXPECT_EQUAL(memory_address(&rules, 0), 0x40000004); /* it does not depend on other accesses of the routine */
}

static void a_packet_begins_with_its_first_word(void) {
  begin();
  with_cache(CACHE_L1D, 256);
  config.nic_count = 1;
  config.nics[0].line_rate_bit_per_second = 0;
  const uint32_t routine = fixture_instructions(&config, 11);
  config.routines[routine].mix_load = 100;
  config.routines[routine].packet_permille = 1000;
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 1, 0);
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 5));
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  fixture_step(&config, sim_step_op_EXEC, routine);
  fixture_traffic(&config, sim_loop_CLOSED, sim_direction_RECEIVE, 1000)->frame_count = 3;
  sim *sim = run_to(1);
  uint32_t most = 0;
  for (uint64_t cycle = 10; cycle <= 1000; cycle += 10) {
    sim_step(sim, cycle, 0);
    const uint32_t words = state_of(sim)->activities[0].packet_words;
    most = words > most ? words : most;
  }
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].rx_offered, 3);
  EXPECT(most > 0 && most <= 11);
  EXPECT(sim_get_counters(sim)->caches[CACHE_L1D].accesses[sim_layer_APPLICATION] > 11);
  fixture_free(sim);
}

/* The 8 words of context 0 are one line, whatever runs. */
static void registers_are_saved_in_their_places(void) {
  begin();
  with_cache(CACHE_L1D, 8);
  config.save_kind = sim_save_kind_WORDS;
  config.save_amount = config.restore_amount = 8;
  runs("a a", zeros);
  config.queue_count = 1;
  config.queues[0].capacity = 1;
  const uint32_t soft = fixture_thread(&config, sim_thread_start_SOFT, sim_layer_PROTOCOL, 1, 0);
  fixture_step(&config, sim_step_op_RETURN, 0);
  config.nic_count = 1;
  sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_SEND, 100);
  traffic->thread = (uint8_t)soft;
  traffic->start_cycle = 2;
  traffic->frame_count = 1;
  sim *sim = run_to(1000);
  const sim_cache_counters *l1d = &sim_get_counters(sim)->caches[CACHE_L1D];
  EXPECT_EQUAL(l1d->accesses[sim_layer_SAVE_RESTORE], 16);
  EXPECT_EQUAL(l1d->misses[sim_layer_SAVE_RESTORE], 1);
  EXPECT(cache_probe(&sim->memory.caches[CACHE_L1D], cache_of(sim, CACHE_L1D, 0), 0x7f000000).sub_blocks != 0);
  fixture_free(sim);
}

static void a_store_written_through_follows_its_line(void) {
  begin();
  with_cache(CACHE_L1D, 1)->write_back = 0;
  with_cache(CACHE_L2, 8)->write_back = 0;
  runs("l l s", (const uint32_t[]){0, 64, 0});
  /* Both loads miss both caches. The store's line comes from the L2 in 5 cycles, then it is written in 10. */
  expect_lost(sim_cause_DATA_MISS, 2 * (5 + MISS_CYCLES - 1) + 5 + 10 - 1);
}

static void who_hits_a_line_on_its_way_to_the_l2_waits(void) {
  begin();
  config.core_count = 2;
  with_cache(CACHE_L1I, 4);
  with_cache(CACHE_L2, 8);
  runs("a a", zeros);
  runs("a a", zeros);
  config.threads[1].core = 1;
  sim *sim = run_to(200);
  for (uint32_t core = 0; core < 2; core++)
    EXPECT_EQUAL(fixture_cycles_by(sim, core, sim_layer_APPLICATION, sim_cause_FETCH_MISS), 5 + MISS_CYCLES - 1);
  fixture_free(sim);
}

static void illustration_fetches_nothing(void) {
  begin();
  config.policy = sim_policy_ROUND_ROBIN;
  with_cache(CACHE_L1I, 4);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 1, 0);
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 20));
  sim *sim = run_to(200);
  EXPECT_EQUAL(sim_get_counters(sim)->caches[CACHE_L1I].accesses[sim_layer_SAVE_RESTORE], 0);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_APPLICATION, sim_cause_FETCH_MISS), 0);
  fixture_free(sim);
}

/* The second context accesses the line while it streams in: each word waits for its own beat. */
static void each_word_that_streams_is_waited_for(void) {
  begin();
  config.policy = sim_policy_ROUND_ROBIN;
  config.context_count = 2;
  config.bus_cycles_per_beat = 4;
  with_cache(CACHE_L1I, 4)->sub_block_bytes = 4;
  runs("a a a a", zeros);
  config.threads[0].context = 0;
  runs("a a a a", zeros);
  config.threads[1].context = 1;
  sim *sim = run_to(200);
  const uint64_t first = fixture_cycles_by(sim, 0, sim_layer_APPLICATION, sim_cause_FETCH_MISS);
  const uint64_t second = fixture_cycles_by(sim, 1, sim_layer_APPLICATION, sim_cause_FETCH_MISS);
  EXPECT(first > 20 + 3 * 4 - 4);
  EXPECT(second + 4 > first);
  fixture_free(sim);
}

/* A thread runs a layer given in cycles, then the sequence at that address, and nothing more. */
static void comes_after(uint32_t cycles, const char *text, uint32_t code_address) {
  const uint32_t before = fixture_cycles(&config, cycles), routine = fixture_sequence(&config, text);
  config.routines[routine].code_address = code_address;
  const uint32_t thread = fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, 0);
  config.threads[thread].context = (uint8_t)thread;
  fixture_step(&config, sim_step_op_EXEC, before);
  fixture_step(&config, sim_step_op_EXEC, routine);
  fixture_step(&config, sim_step_op_WAIT, 0);
}

/* A load has brought the line at 0x1020 into the L2, and another has evicted its page from the TLB. In 204 the part at
 * 20 is requested, after the page: this part and the later ones arrive at 204 + 10 + 5. In 205 the page is present,
 * and all parts from 0 on arrive at 205 + 5. An access to the line in 206 has the parts at 12, 16 and 20 then. */
static void parts_come_with_the_fill_that_was_asked_for_last(void) {
  begin();
  config.policy = sim_policy_SMT;
  config.context_count = config.issue_width = 4;
  config.non_blocking = 1; /* no instruction waits for the loads */
  config.queue_count = 1;
  config.queues[0].capacity = 1;
  config.tlb_entries = 1;
  config.tlb_page_bytes = 256;
  config.tlb_miss_cycles = 10;
  with_cache(CACHE_L1I, 4)->sub_block_bytes = 4;
  with_cache(CACHE_L2, 8);
  runs("l l", (const uint32_t[]){0x1020, 0x2040});
  comes_after(200, "a", 0x1034);
  comes_after(201, "a", 0x1020);
  comes_after(202, "a a a", 0x102c);
  sim *sim = run_to(300);
  const uint64_t expected[] = {0, 14, 4, 3};
  for (uint32_t context = 1; context < 4; context++)
    EXPECT_EQUAL(fixture_cycles_by(sim, context, sim_layer_APPLICATION, sim_cause_FETCH_MISS), expected[context]);
  fixture_free(sim);
}

/* 3 + 2 stages: the second load issued before the first was known to miss, and waits in the access stage. */
static void a_context_has_one_miss_under_way_in_any_pipeline(void) {
  begin();
  config.stage_count = 7;
  config.execute_stage = 2;
  config.access_stage = 5;
  config.branch_resolve_stage = 2;
  config.non_blocking = 1;
  with_cache(CACHE_L1D, 4);
  runs("l1 l2 a3,1,1", (const uint32_t[]){0, 64, 0});
  sim *sim = run_to(10);
  EXPECT_EQUAL(sim_get_counters(sim)->caches[CACHE_L1D].accesses[sim_layer_APPLICATION], 1);
  sim_step(sim, 5 + MISS_CYCLES, 0);
  EXPECT_EQUAL(sim_get_counters(sim)->caches[CACHE_L1D].accesses[sim_layer_APPLICATION], 1);
  sim_step(sim, 5 + MISS_CYCLES + 1, 0);
  EXPECT_EQUAL(sim_get_counters(sim)->caches[CACHE_L1D].accesses[sim_layer_APPLICATION], 2);
  fixture_free(sim);
}

/* n instructions take n + stages - 1 cycles plus one miss, wherever the access stage is. An instruction that is in the
 * issuing stage when the miss is known waits there. */
static void hits_behind_one_another_take_a_cycle_each(void) {
  for (uint8_t access = 3; access <= 5; access++) {
    begin();
    config.stage_count = access + 2;
    config.access_stage = access;
    config.non_blocking = 1;
    with_cache(CACHE_L1D, 4);
    const uint32_t routine = fixture_sequence(&config, "l1 l2 s l3 l4 l5 s l6");
    config.routines[routine].fixed = 4000;
    fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 1, 0);
    fixture_step(&config, sim_step_op_EXEC, routine);
    sim *sim = run_to(4000 + access + 1 + MISS_CYCLES);
    EXPECT_EQUAL(sim_get_counters(sim)->instructions, 4000);
    EXPECT_EQUAL(sim_get_counters(sim)->caches[CACHE_L1D].misses[sim_layer_APPLICATION], 1);
    fixture_free(sim);
    sim = run_to(4000 + access + MISS_CYCLES);
    EXPECT_EQUAL(sim_get_counters(sim)->instructions, 3999);
    fixture_free(sim);
  }
}

/* The two loads miss different lines. The second miss starts when the first one ends. */
static void what_is_issued_together_shares_the_port(void) {
  begin();
  config.policy = sim_policy_SMT;
  config.context_count = 2;
  config.issue_width = 2;
  with_cache(CACHE_L1D, 4);
  runs("l a", (const uint32_t[]){0, 0});
  runs("l a", (const uint32_t[]){64, 0});
  config.threads[1].context = 1;
  sim *sim = run_to(4);
  EXPECT_EQUAL(sim_get_counters(sim)->caches[CACHE_L1D].accesses[sim_layer_APPLICATION], 1);
  sim_step(sim, 3 + MISS_CYCLES, 0);
  EXPECT_EQUAL(sim_get_counters(sim)->caches[CACHE_L1D].accesses[sim_layer_APPLICATION], 1);
  sim_step(sim, 3 + MISS_CYCLES + 1, 0);
  EXPECT_EQUAL(sim_get_counters(sim)->caches[CACHE_L1D].accesses[sim_layer_APPLICATION], 2);
  fixture_free(sim);
}

/* The load is in EX at 2 and has the bus in 3 and 4. Without a load-use delay an instruction that enters EX at 4 may
 * read it. The branch enters EX at 5, after the comparison that was in EX at 3. */
static void data_that_are_there_are_not_waited_for(void) {
  for (uint8_t policy = sim_policy_SINGLE; policy <= sim_policy_ROUND_ROBIN; policy++) {
    begin();
    config.policy = policy;
    config.has_memory = 1;
    config.non_blocking = 1;
    config.compare_branch_cycles = 1;
    config.load_use_cycles = 0;
    config.memory_latency_cycles = 1;
    runs("l5 a1 b,1,5", zeros);
    expect_lost(sim_cause_OPERAND, 1);
    expect_lost(sim_cause_LOAD_USE, 0);
    expect_lost(sim_cause_DATA_MISS, 0);
  }
}

static void expect_refused_with(uint32_t offset) {
  sim_error error;
  EXPECT_EQUAL(sim_config_check(&config, NULL, &error), sim_status_OUT_OF_RANGE);
  EXPECT_EQUAL(error.field_offset, offset);
}

static void a_tlb_replaces_at_random_or_the_least_recently_used(void) {
  begin();
  config.tlb_entries = 4;
  config.tlb_page_bytes = 256;
  runs("l l l", (const uint32_t[]){0, 256, 0});
  for (uint8_t replacement = sim_replacement_LRU; replacement <= sim_replacement_RANDOM; replacement += 2) {
    config.tlb_replacement = replacement;
    sim *sim = run_to(200);
    EXPECT_EQUAL(sim_get_counters(sim)->tlb_misses[sim_layer_APPLICATION], 2);
    EXPECT_EQUAL(sim->memory.tlb.replacement, replacement == sim_replacement_RANDOM ? TLB_RANDOM : TLB_LRU);
    fixture_free(sim);
  }
  config.tlb_replacement = sim_replacement_LRR;
  expect_refused_with(offsetof(sim_config, tlb_replacement));
  config.tlb_replacement = sim_replacement_LRU;
  config.tlb_page_bytes = 300;
  expect_refused_with(offsetof(sim_config, tlb_page_bytes));
}

static void backward_taken_needs_no_counters(void) {
  begin();
  config.predictor_mode = sim_predictor_BACKWARD_TAKEN;
  config.predictor_counters = 512; /* the default */
  runs("a a", zeros);
  fixture_free(run_to(20));
}

int main(void) {
  RUN(a_context_has_one_miss_under_way_in_any_pipeline);
  RUN(hits_behind_one_another_take_a_cycle_each);
  RUN(what_is_issued_together_shares_the_port);
  RUN(data_that_are_there_are_not_waited_for);
  RUN(a_tlb_replaces_at_random_or_the_least_recently_used);
  RUN(backward_taken_needs_no_counters);
  RUN(streamed_code_comes_with_its_beat);
  RUN(a_write_back_moves_the_valid_parts);
  RUN(a_store_without_a_way_goes_around);
  RUN(a_predictor_gives_no_addresses);
  RUN(a_packet_is_read_word_by_word);
  RUN(a_packet_begins_with_its_first_word);
  RUN(registers_are_saved_in_their_places);
  RUN(a_store_written_through_follows_its_line);
  RUN(who_hits_a_line_on_its_way_to_the_l2_waits);
  RUN(illustration_fetches_nothing);
  RUN(each_word_that_streams_is_waited_for);
  RUN(parts_come_with_the_fill_that_was_asked_for_last);
  return TEST_EXIT_CODE;
}
