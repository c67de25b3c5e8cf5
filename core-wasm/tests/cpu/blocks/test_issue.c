/* A core with one stream goes from instruction to instruction. With skipping off it steps every cycle. Both
 * must be in the same state at the end of every slice. */
#include <string.h>

#include "cpu/blocks/pass_blocks.h"
#include "support/machine_fixture.h"
#include "memory/memory.h"
#include "random/random_config.h"
#include "support/as_stepped.h"
#include "support/test.h"

enum { ALL_SEEDS = 300, SEEDS = ALL_SEEDS / TEST_ONE_IN, CYCLES = 5000 };
static const uint32_t longest_slice[SLICE_KINDS] = {40, 300, 2500};

static sim_config config;
static sim_trace_entry trace[RANDOM_TRACE_LIMIT];

/* The random machine, if its contexts do not share the pipeline; in the plain five stages. */
static int make(uint64_t seed) {
  sim_error error;
  random_config(seed, &config, trace);
  if (config.policy != sim_policy_SINGLE && config.policy != sim_policy_ON_EVENT) return 0;
  config.stage_count = 5;
  config.execute_stage = 2;
  config.access_stage = 3;
  config.branch_resolve_stage = (uint8_t)(1 + seed % 2);
  config.caches[CACHE_L1I].fill_order = config.caches[CACHE_L1D].fill_order = sim_fill_order_WHOLE_LINE;
  config.fetch_return_cycles = 0; /* the core steps these two */
  config.forwarding = sim_forwarding_FULL;
  config.store_forwarding = 0;
  config.branch_operands = sim_branch_operands_CONDITION_CODES;
  config.branch_target_stage = 1;
  config.predictor_mode = sim_predictor_NOT_TAKEN;
  return sim_config_check(&config, trace, &error) == sim_status_OK;
}

static void compare(uint64_t seed, test_random *random) {
  expect_as_stepped(&config, trace, CYCLES, longest_slice, seed, random);
}

static void every_slice_ends_as_if_stepped(void) {
  uint32_t compared = 0;
  for (uint64_t seed = 0; seed < SEEDS && !test_broken_here; seed++) {
    if (!make(seed)) continue;
    test_random random = {seed};
    compare(seed, &random);
    compared++;
  }
  EXPECT(compared > SEEDS / 8);
}

/* Runs only the routine, which gives the longest slices without an event. */
static void long_slices_end_as_if_stepped(void) {
  for (uint64_t seed = 0; seed < SEEDS && !test_broken_here; seed++) {
    if (!make(seed)) continue;
    for (uint32_t i = 0; i < config.traffic_count; i++) config.traffic[i].start_cycle = CYCLES;
    test_random random = {seed + SEEDS};
    compare(seed, &random);
  }
}

/* The random machine of the seed, if it has DMA and a data cache of the usual kind. */
static int make_with_dma(uint64_t seed) {
  if (!make(seed)) return 0;
  const sim_cache_config *l1d = &config.caches[CACHE_L1D];
  return config.dma_enabled && config.traffic_count > 0 && l1d->size_bytes > 0 && l1d->ways == 4 && l1d->write_back &&
         config.memory_cycles == 1 && config.load_use_cycles <= 1 && !config.non_blocking && config.tlb_entries == 0;
}

/* Changes the random machine of the seed for the test, or returns 0. `compared`: number of machines compared so far. */
typedef int adapt(uint64_t seed, uint32_t compared);

static void compare_adapted(adapt *make_one, uint32_t wanted) {
  sim_error error;
  uint32_t compared = 0;
  for (uint64_t seed = 0; seed < 30 * ALL_SEEDS && compared < wanted && !test_broken_here; seed++) {
    if (!make_one(seed, compared) || sim_config_check(&config, trace, &error) != sim_status_OK) continue;
    test_random random = {seed};
    compare(seed, &random);
    compared++;
  }
  EXPECT(compared == wanted);
}

enum { BUFFERS = 0x40000000, BEFORE_BUFFERS = BUFFERS - 256, DISK_BUFFER = 4096 };

/* Plain instructions without caches, together with DMA: an access waits for the burst in progress. */
static int without_caches(uint64_t seed, uint32_t compared) {
  (void)compared;
  if (!make(seed) || !config.dma_enabled || config.traffic_count == 0) return 0;
  for (uint32_t i = 0; i < CACHE_COUNT; i++) config.caches[i].size_bytes = 0;
  config.has_memory = config.tlb_entries = 0;
  config.memory_cycles = config.multiply_cycles = 1;
  config.load_use_cycles = (uint8_t)(seed % 2);
  return 1;
}
static void bursts_delay_accesses(void) { compare_adapted(without_caches, 60); }

/* The caches have one or two sets, so lines are soon replaced. Some machines have no instruction cache, or have their
 * data where DMA writes. */
static int with_few_sets(uint64_t seed, uint32_t compared) {
  if (!make_with_dma(seed)) return 0;
  sim_cache_config *l1d = &config.caches[CACHE_L1D];
  l1d->size_bytes = l1d->line_bytes * (seed % 2 ? 4 : 8);
  l1d->pinned_ways = l1d->pinned_lines = 0;
  l1d->pinned_sets = 0;
  if (compared % 3 == 0) config.caches[CACHE_L1I].size_bytes = 0;
  for (uint32_t i = 0; i < config.routine_count; i++) {
    config.routines[i].data_address = compared % 4 < 2 ? 0 : BUFFERS - l1d->line_bytes;
    config.routines[i].data_bytes = l1d->line_bytes * 12u;
    config.routines[i].hot_bytes = l1d->line_bytes * 3u;
    config.routines[i].hot_permille = 950;
  }
  return 1;
}
static void lines_leave_between_hits(void) { compare_adapted(with_few_sets, 240); }

/* A block is one load at the end of a body, after a miss that delays more than this block. */
static void one_hit_behind_a_miss(void) {
  test_random random = {16211};
  EXPECT(with_few_sets(16211, 711));
  compare(16211, &random);
}

/* Routines access addresses that frames or a disk write, so hits depend on bursts. */
static int with_data_in_buffers(uint64_t seed, uint32_t compared) {
  if (!make_with_dma(seed)) return 0;
  const int at_disk = compared % 2;
  if (at_disk && config.disk_count == 0) return 0;
  for (uint32_t i = 0; i < config.disk_count; i++) config.disks[i].buffer_address = DISK_BUFFER;
  for (uint32_t i = 0; i < config.routine_count; i++) {
    config.routines[i].data_address = at_disk ? DISK_BUFFER : BEFORE_BUFFERS;
    config.routines[i].data_bytes = config.routines[i].hot_bytes = at_disk ? 256 : 1024;
  }
  return 1;
}
static void bursts_take_lines_away(void) { compare_adapted(with_data_in_buffers, 60); }

/* Small caches that keep hardly any line: the fetches after a miss also miss. */
static int with_small_caches(uint64_t seed, uint32_t compared) {
  (void)compared;
  if (!make_with_dma(seed)) return 0;
  config.caches[CACHE_L1I] = config.caches[CACHE_L1D];
  config.caches[CACHE_L1I].write_back = 0;
  config.caches[CACHE_L1I].size_bytes = config.caches[CACHE_L1I].line_bytes * (seed % 2 ? 8 : 16);
  for (uint32_t i = 0; i < config.routine_count; i++) {
    config.routines[i].taken_permille = 700;
    config.routines[i].data_bytes = 2048;
    config.routines[i].hot_permille = 700;
  }
  return 1;
}
static void misses_come_behind_misses(void) { compare_adapted(with_small_caches, 250); }

/* Small caches of the usual kind: the L2 also replaces lines, and reads frames while DMA writes others. */
static int with_usual_levels(uint64_t seed, uint32_t compared) {
  if (!make(seed) || !config.dma_enabled || config.traffic_count == 0) return 0;
  const sim_cache_config l1 = {
      .size_bytes = seed % 2 ? 512 : 2048, .ways = 4, .line_bytes = 32, .write_back = 1, .write_allocate = 1};
  config.caches[CACHE_L1I] = config.caches[CACHE_L1D] = config.caches[CACHE_L2] = l1;
  config.caches[CACHE_L2].size_bytes = seed % 3 ? 2048 : 8192;
  config.caches[CACHE_L2].ways = 8;
  config.caches[CACHE_L2].line_bytes = seed % 5 ? 64 : 32;
  config.core_count = 1;
  config.tlb_entries = 0;
  config.bus_request_cycles = 0;
  config.memory_cycles = config.multiply_cycles = 1;
  config.load_use_cycles = (uint8_t)(seed % 2);
  memset(config.uncached_ranges, 0, sizeof config.uncached_ranges);
  memset(config.unmapped_ranges, 0, sizeof config.unmapped_ranges);
  for (uint32_t i = 0; i < config.routine_count; i++) {
    config.routines[i].data_bytes = 4096;
    config.routines[i].hot_permille = 800;
    config.routines[i].packet_permille = compared % 4 ? 100 : 0;
    config.routines[i].uncached_permille = compared % 7 ? 0 : 20;
  }
  return 1;
}
static void usual_levels_run_as_stepped(void) { compare_adapted(with_usual_levels, 250); }

/* Runs only this sequence, through ordinary caches. */
static void make_sequence(const char *text) {
  sim_config_defaults(&config);
  config.multiply_cycles = 3;
  const sim_cache_config cache = {.size_bytes = 1024, .ways = 4, .line_bytes = 32, .write_back = 1};
  config.caches[CACHE_L1I] = cache;
  config.caches[CACHE_L1D] = cache;
  const uint32_t routine = fixture_sequence(&config, text);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, 0);
  fixture_step(&config, sim_step_op_EXEC, routine);
}

static void compare_slices_of_every_kind(void) {
  test_random random = {1};
  for (uint64_t seed = 0; seed < SLICE_KINDS; seed++) compare(seed, &random);
}

/* A multiplication is the first instruction of its line. Either engine must look the line up once. */
static void lines_that_begin_with_a_multiplication(void) {
  make_sequence("a a a a a a a a m a a a a a a a");
  compare_slices_of_every_kind();
}

/* Code that starts between two words: the first instruction of a line does not start at the line. */
static void lines_that_begin_within_an_instruction(void) {
  make_sequence("a a a a a a a a a a a a a a a a a a a a");
  config.routines[0].code_address = 7;
  compare_slices_of_every_kind();
}

/* After the last address the code continues at address 0. */
static void code_goes_on_at_the_first_address(void) {
  make_sequence("a l a a s a a a a l a a a a a a a a a a a a");
  config.routines[0].code_address = UINT32_MAX - 39;
  compare_slices_of_every_kind();
}

/* Generated code with this number of instructions and this share of branches, through ordinary caches. */
static void make_loop(uint64_t seed, uint16_t body_instructions, uint16_t branches) {
  sim_config_defaults(&config);
  config.seed = seed;
  const sim_cache_config cache = {
      .size_bytes = 1024, .ways = 4, .line_bytes = 32, .write_back = 1, .write_allocate = 1};
  config.caches[CACHE_L1I] = cache;
  config.caches[CACHE_L1D] = cache;
  sim_routine_config *routine = &config.routines[fixture_instructions(&config, 20000)];
  routine->body_instructions = body_instructions;
  routine->mix_branch = branches;
  routine->data_bytes = routine->hot_bytes = 64;
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, 0);
  fixture_step(&config, sim_step_op_EXEC, 0);
}

/* A disk writes to the packet that the routine reads, from the start of a line or from within it. */
static void a_disk_takes_lines_of_packets_away(void) {
  for (uint64_t seed = 0; seed < 30 && !test_broken_here; seed++) {
    make_loop(seed, 24, 5);
    config.routines[0].fixed = 600;
    config.routines[0].packet_permille = 500;
    config.bus_burst_gap_cycles = (uint16_t)(seed % 5 * 10);
    config.dma_enabled = config.nic_count = config.disk_count = 1;
    config.disks[0].block_bytes = 600;
    config.disks[0].rate_bit_per_second = UINT32_MAX;
    config.disks[0].buffer_address = BUFFERS + (uint32_t)(seed % 3) * 52;
    fixture_traffic(&config, sim_loop_CLOSED, sim_direction_RECEIVE, 40 + 10 * (uint32_t)(seed % 6));
    config.step_count = config.threads[0].step_count = 0;
    fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
    fixture_step(&config, sim_step_op_READ_DISK, 0)->target = 1;
    fixture_step(&config, sim_step_op_EXEC, 0);
    fixture_step(&config, sim_step_op_WAIT, 0)->condition = sim_condition_DISK_DONE;
    fixture_step(&config, sim_step_op_TAKE_DISK, 0);
    fixture_step(&config, sim_step_op_DELIVER, 0);
    test_random random = {seed};
    compare(seed, &random);
  }
}

/* All ways of the first set are for pinned lines. Other code of this set is fetched and never stored. */
static void lines_that_no_way_may_hold(void) {
  for (uint64_t seed = 0; seed < 6 && !test_broken_here; seed++) {
    make_loop(seed, 16, 5);
    config.caches[CACHE_L1I].pinned_ways = 15;
    config.caches[CACHE_L1I].pinned_sets = 1;
    test_random random = {seed};
    compare(seed, &random);
  }
}

/* A run is longer than the sums of blocks can count from one base (pass_blocks.h), with and without caches, misses and
 * branches. */
static void runs_count_on_from_elsewhere(void) {
  enum { COUNT = 7 };
  static const uint32_t slices[COUNT] = {1, BASE_SPAN, TOTALS_LIMIT, TOTALS_LIMIT + 256, 40000, 65536, 100000};
  for (uint64_t seed = 0; seed < 24 && !test_broken_here; seed++) {
    make_loop(seed, (uint16_t)(seed % 3 ? 40 : 1 + seed), seed % 4 ? 20 : 0);
    config.routines[0].fixed = 1000000;
    config.branch_resolve_stage = (uint8_t)(1 + seed % 2);
    if (seed % 6 < 2) config.caches[CACHE_L1I].size_bytes = config.caches[CACHE_L1D].size_bytes = 0;
    if (seed % 6 == 2) config.routines[0].data_bytes = 2048;
    sim *fast = fixture_create(&config, trace, &fixture_blind);
    sim *stepped = fixture_create(&config, trace, &fixture_blind);
    sim_set_skipping(stepped, 0);
    for (uint32_t i = 0; i < COUNT && !test_broken_here; i++) {
      const uint64_t to = sim_cycle(fast) + slices[(i + seed) % COUNT];
      sim_step(fast, to, 0);
      sim_step(stepped, to, 0);
      EXPECT(fixture_same_state(fast, stepped));
      if (test_broken_here)
        printf("  seed %llu, before cycle %llu\n", (unsigned long long)seed, (unsigned long long)to);
    }
    fixture_free(fast);
    fixture_free(stepped);
  }
}

/* Part of a line is valid, and a branch goes to another part of it. */
static void lines_that_are_there_in_part(void) {
  for (uint64_t seed = 0; seed < 60 && !test_broken_here; seed++) {
    make_loop(seed, 24, 60);
    config.routines[0].fixed = 4000;
    config.caches[CACHE_L1D].size_bytes = 4096;
    config.caches[CACHE_L1I].size_bytes = 2048;
    config.caches[CACHE_L1I].line_bytes = 64;
    config.caches[CACHE_L1I].sub_block_bytes = 8;
    sim *fast = fixture_run_to(&config, CYCLES);
    sim *stepped = fixture_create(&config, trace, &fixture_blind);
    sim_set_skipping(stepped, 0);
    sim_step(stepped, CYCLES, 0);
    EXPECT(fixture_same_state(fast, stepped));
    fixture_free(fast);
    fixture_free(stepped);
  }
}

int main(void) {
  RUN(every_slice_ends_as_if_stepped);
  RUN(long_slices_end_as_if_stepped);
  RUN(bursts_delay_accesses);
  RUN(bursts_take_lines_away);
  RUN(lines_leave_between_hits);
  RUN(one_hit_behind_a_miss);
  RUN(misses_come_behind_misses);
  RUN(usual_levels_run_as_stepped);
  RUN(lines_that_begin_with_a_multiplication);
  RUN(lines_that_begin_within_an_instruction);
  RUN(code_goes_on_at_the_first_address);
  RUN(a_disk_takes_lines_of_packets_away);
  RUN(lines_that_no_way_may_hold);
  RUN(runs_count_on_from_elsewhere);
  RUN(lines_that_are_there_in_part);
  return TEST_EXIT_CODE;
}
