/* A program with a core of its own runs with its stages in registers. With skipping off, every cycle is stepped. Both
 * must be in the same state at the end of every slice. */
#include "support/machine_fixture.h"
#include "random/random_config.h"
#include "support/as_stepped.h"
#include "support/test.h"

enum { SEEDS = 4000 / TEST_ONE_IN, CYCLES = 4000 };
static const uint32_t longest_slice[SLICE_KINDS] = {12, 150, 2500};

static sim_config config;
static sim_trace_entry trace[RANDOM_TRACE_LIMIT];

static int has_program(void) {
  for (uint32_t r = 0; r < config.routine_count; r++)
    if (config.routines[r].kind == sim_routine_kind_PROGRAM) return 1;
  return 0;
}

/* The random machine with the plain five stages, if it has one core, a program, and contexts that do not share the
 * pipeline. Its caches and times stay as drawn. */
static int make(uint64_t seed) {
  sim_error error;
  choices from = choices_from_seed(seed);
  random_config_from(&from, &config, trace);
  random_programs(&from, &config);
  random_harts(&from, &config);
  if (config.policy != sim_policy_SINGLE && config.policy != sim_policy_ON_EVENT) return 0;
  if (config.core_count != 1 || !has_program()) return 0;
  config.stage_count = 5;
  config.execute_stage = 2;
  config.access_stage = 3;
  config.branch_resolve_stage = (uint8_t)(1 + seed % 2);
  config.issue_width = 1;
  config.forwarding = sim_forwarding_FULL;
  config.store_forwarding = 0;
  config.branch_operands = sim_branch_operands_CONDITION_CODES;
  config.branch_target_stage = 1;
  config.predictor_mode = sim_predictor_NOT_TAKEN;
  config.tlb_refill_instructions = 0;
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
  EXPECT(compared > SEEDS / 50);
}

/* No frames arrive, so the program is seldom interrupted. */
static void long_slices_end_as_if_stepped(void) {
  for (uint64_t seed = 0; seed < SEEDS && !test_broken_here; seed++) {
    if (!make(seed)) continue;
    for (uint32_t i = 0; i < config.traffic_count; i++) config.traffic[i].start_cycle = CYCLES;
    test_random random = {seed + SEEDS};
    compare(seed, &random);
  }
}

int main(void) {
  RUN(every_slice_ends_as_if_stepped);
  RUN(long_slices_end_as_if_stepped);
  return TEST_EXIT_CODE;
}
