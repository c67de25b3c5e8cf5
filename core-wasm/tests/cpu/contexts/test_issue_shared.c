/* Contexts that share a pipeline: skipping from issue to issue must end in the same state as stepping every cycle, on
 * random machines of every interleaved policy. */
#include "support/machine_fixture.h"
#include "random/random_config.h"
#include "support/test.h"

enum { MACHINES = 30 / TEST_ONE_IN, CYCLES = 3000, SLICES = 60 };

static sim_config config;
static sim_trace_entry trace[RANDOM_TRACE_LIMIT];

/* Contexts run the same code and replace each other's lines, so they are often in lines that are fetched again. Every
 * `step`-th routine has instructions. The others stay as drawn: those in cycles have no lines. */
static void share_few_lines(int step) {
  config.caches[0] = (sim_cache_config){.size_bytes = 64, .line_bytes = 32, .ways = 1};
  config.bus_ratio = 1;
  config.memory_latency_cycles = 12;
  for (int i = 0; i < config.routine_count; i += step) {
    config.routines[i].kind = sim_routine_kind_INSTRUCTIONS;
    config.routines[i].code_address %= 128;
  }
}

/* The random machine of the seed, changed to share a pipeline of five stages, or NULL if that is not valid. */
static sim *create(uint64_t seed, enum sim_policy policy) {
  random_config(seed, &config, trace);
  if (config.policy < sim_policy_ROUND_ROBIN) return NULL; /* threads that run on one context only */
  config.policy = (uint8_t)policy;
  if (policy == sim_policy_SMT) config.switch_blocked_cycles = config.switch_blocked_by_miss = 0;
  config.issue_width = 1;
  config.execute_stage = 2;
  config.access_stage = 3;
  config.stage_count = 5;
  config.branch_resolve_stage = 2;
  config.forwarding = sim_forwarding_FULL;
  config.store_forwarding = 0;
  config.branch_operands = sim_branch_operands_CONDITION_CODES;
  config.branch_target_stage = 1;
  config.predictor_mode = sim_predictor_NOT_TAKEN;
  if (seed % 2 == 0) share_few_lines(seed % 4 == 0 ? 1 : 2);
  return fixture_create(&config, trace, &fixture_blind);
}

static void runs_as_stepped(enum sim_policy policy) {
  int machines = 0;
  uint64_t instructions = 0;
  for (uint64_t seed = 0; machines < MACHINES && !test_broken_here; seed++) {
    sim *fast = create(seed, policy);
    if (fast == NULL) continue;
    sim *stepped = create(seed, policy);
    sim_set_skipping(stepped, 0);
    machines++;
    test_random random = {seed};
    for (int slice = 0; slice < SLICES && !test_broken_here; slice++) { /* most slices are short */
      const uint64_t to = sim_cycle(fast) + test_random_in(&random, 1,
                                                           slice % 8 == 7   ? CYCLES / 8
                                                           : slice % 2 == 1 ? 60
                                                                            : 9);
      sim_step(fast, to, 0);
      sim_step(stepped, to, 0);
      EXPECT(sim_state_hash(fast) == sim_state_hash(stepped));
      if (test_broken_here) printf("  seed %llu before cycle %llu\n", (unsigned long long)seed, (unsigned long long)to);
    }
    instructions += sim_get_counters(fast)->instructions;
    fixture_free(fast);
    fixture_free(stepped);
  }
  EXPECT(instructions > MACHINES * CYCLES / 10);
}

/* Four busy contexts. The last one, if given in cycles, has no lines of code. */
static void make_busy(int has_cycles) {
  sim_config_defaults(&config);
  config.policy = sim_policy_ROUND_ROBIN;
  config.context_count = 4;
  config.caches[0] = config.caches[1] =
      (sim_cache_config){.size_bytes = 4096, .line_bytes = 32, .ways = 4, .write_back = 1, .write_allocate = 1};
  config.bus_ratio = 1;
  config.memory_latency_cycles = 12;
  const uint32_t code = fixture_instructions(&config, 1000);
  config.routines[code].data_bytes = config.routines[code].hot_bytes = 256;
  config.routines[code].code_address = 0xffffe000; /* the address that a routine in cycles would have */
  const uint32_t last = has_cycles ? fixture_cycles(&config, 1000) : code;
  for (uint32_t context = 0; context < 4; context++) {
    fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 1, context);
    fixture_step(&config, sim_step_op_EXEC, context == 3 ? last : code);
  }
}

static void turns_end_as_stepped(int has_cycles) {
  make_busy(has_cycles);
  sim *fast = fixture_create(&config, trace, &fixture_blind), *stepped = fixture_create(&config, trace, &fixture_blind);
  sim_set_skipping(stepped, 0);
  for (uint64_t to = 200; to < 6000 && !test_broken_here; to += 37) {
    sim_step(fast, to, 0);
    sim_step(stepped, to, 0);
    EXPECT(sim_state_hash(fast) == sim_state_hash(stepped));
  }
  fixture_free(fast);
  fixture_free(stepped);
}

static void turns_end_as_stepped_anywhere(void) { turns_end_as_stepped(0); }
static void turns_with_a_timed_layer_end_as_stepped(void) { turns_end_as_stepped(1); }

static void round_robin_runs_as_stepped(void) { runs_as_stepped(sim_policy_ROUND_ROBIN); }
static void fixed_priority_runs_as_stepped(void) { runs_as_stepped(sim_policy_FIXED_PRIORITY); }
static void weighted_round_robin_runs_as_stepped(void) { runs_as_stepped(sim_policy_WEIGHTED_ROUND_ROBIN); }
static void smt_of_one_lane_runs_as_stepped(void) { runs_as_stepped(sim_policy_SMT); }

int main(void) {
  RUN(turns_end_as_stepped_anywhere);
  RUN(turns_with_a_timed_layer_end_as_stepped);
  RUN(round_robin_runs_as_stepped);
  RUN(fixed_priority_runs_as_stepped);
  RUN(weighted_round_robin_runs_as_stepped);
  RUN(smt_of_one_lane_runs_as_stepped);
  return TEST_EXIT_CODE;
}
