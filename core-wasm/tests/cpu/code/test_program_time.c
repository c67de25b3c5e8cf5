/* Times that a program measures itself, and the cost of its branches, worked out by hand. */
#include "support/machine_fixture.h"
#include "memory/memory.h"
#include "support/test.h"

enum { A0 = 10, A1 = 11, CODE = 0x1000, MISS_CYCLES = 104, DIVIDE_CYCLES = 32 };

static sim_config config;

static void reset(void) {
  sim_config_defaults(&config);
  config.nic_count = 0;
  config.program_memory_bytes = 256;
  config.divide_cycles = DIVIDE_CYCLES;
}

static sim *run(const uint32_t *words, uint32_t count) {
  return fixture_run_program(&config, words, count, CODE, 2000);
}

/* ---- time ---- */

#define READ_CYCLE_A0 0xc0002573u
#define READ_CYCLE_A1 0xc00025f3u
#define READ_INSTRET_A0 0xc0202573u
#define READ_INSTRET_A1 0xc02025f3u
enum {
  LUI_T0 = 0x200002b7,    /* the memory */
  LOAD_A2 = 0x0002a603,   /* lw a2, 0(t0) */
  LOAD_A3 = 0x0402a683,   /* lw a3, 64(t0) */
  STORE_A2 = 0x00c2a023,  /* sw a2, 0(t0) */
  DIVIDE_A2 = 0x02e6c633, /* div a2, a3, a4 */
  USE_A2 = 0x00160693,    /* addi a3, a2, 1 */
  NOP = 0x00000013,
  ECALL = 0x00000073
};

static void with_misses(void) {
  config.caches[CACHE_L1D] = (sim_cache_config){
      .size_bytes = 512, .ways = 1, .line_bytes = 16, .write_back = 1, .write_allocate = 1};
  config.memory_latency_cycles = 100;
  config.bus_bytes_per_beat = 4;
  config.bus_cycles_per_beat = 1;
}

/* Measures two instructions between two reads of the counter. The reads add 2 cycles: the second read itself, and the
 * cycle that the instruction after the first read waits in IF. */
static void expect_measured(uint32_t first, uint32_t second, uint32_t cycles) {
  const uint32_t words[] = {LUI_T0, NOP, NOP, READ_CYCLE_A0, first, second, READ_CYCLE_A1, ECALL};
  sim *sim = run(words, sizeof words / sizeof *words);
  const sim_program_frame *frame = sim_program_registers(sim, 0);
  EXPECT_EQUAL(frame->x[A1] - frame->x[A0], cycles);
  EXPECT_EQUAL(frame->cause, SIM_NONE);
  fixture_free(sim);
}

static void a_program_sees_its_own_stalls(void) {
  reset();
  with_misses();
  expect_measured(NOP, NOP, 2 + 2);
  expect_measured(LOAD_A2, NOP, 2 + MISS_CYCLES + 1);
  expect_measured(NOP, LOAD_A2, 2 + 1 + MISS_CYCLES);
  expect_measured(LOAD_A2, LOAD_A3, 2 + 2 * MISS_CYCLES);
  expect_measured(LOAD_A2, LOAD_A2, 2 + MISS_CYCLES + 1);
  expect_measured(NOP, STORE_A2, 2 + 1 + MISS_CYCLES);
  expect_measured(NOP, DIVIDE_A2, 2 + 1 + DIVIDE_CYCLES);
  expect_measured(LOAD_A2, USE_A2, 2 + MISS_CYCLES + 2);
}

/* The time measured includes both misses, whenever an interrupt occurs. */
static void time_goes_on_over_interrupts(void) {
  static const uint32_t timed[] = {LUI_T0, READ_CYCLE_A0, LOAD_A2, LOAD_A3, READ_CYCLE_A1, ECALL};
  uint32_t longest = 0;
  for (uint64_t start = 1; start < 240; start++) {
    reset();
    with_misses();
    config.timer_count = 1;
    config.timers[0].period_cycles_numerator = 100000;
    config.timers[0].start_cycle = start;
    config.save_amount = config.restore_amount = 5;
    sim *sim = run(timed, sizeof timed / sizeof *timed);
    const sim_program_frame *frame = sim_program_registers(sim, 0);
    EXPECT_EQUAL(sim_get_counters(sim)->interrupts, 1);
    EXPECT_EQUAL(frame->executed, 6);
    const uint32_t measured = frame->x[A1] - frame->x[A0];
    EXPECT(measured >= 2 + 2 * MISS_CYCLES);
    if (measured > longest) longest = measured;
    fixture_free(sim);
  }
  EXPECT(longest > 2 + 2 * MISS_CYCLES + 10); /* an interrupt occurred between the two reads */
}

static void instret_counts_what_is_before_it(void) {
  static const uint32_t words[] = {NOP, READ_INSTRET_A0, NOP, NOP, READ_INSTRET_A1, ECALL};
  reset();
  sim *sim = run(words, sizeof words / sizeof *words);
  EXPECT_EQUAL(sim_program_registers(sim, 0)->x[A0], 1);
  EXPECT_EQUAL(sim_program_registers(sim, 0)->x[A1], 4);
  /* Each read holds the next instruction in IF for a cycle. */
  EXPECT_EQUAL(sim_get_counters(sim)->detailed_cycles, 6 + 4 + 2);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_APPLICATION, sim_cause_OPERAND), 2);
  fixture_free(sim);
}

/* ---- branches ---- */

/* li t0, 100; addi t0, t0, -1; bnez t0, -4; ecall: 202 instructions and 99 branches back. */
static uint64_t loop_cycles(void) {
  static const uint32_t words[] = {0x06400293, 0xfff28293, 0xfe029ee3, ECALL};
  sim *sim = run(words, sizeof words / sizeof *words);
  EXPECT_EQUAL(sim_get_counters(sim)->instructions, 202);
  const uint64_t cycles = sim_get_counters(sim)->detailed_cycles;
  fixture_free(sim);
  return cycles;
}

enum { LOOP = 202 + 4, BACK = 99 };

static void a_loop_costs_what_its_branch_does(void) {
  reset();
  EXPECT_EQUAL(loop_cycles(), LOOP + 2 * BACK);
  config.branch_resolve_stage = 3;
  EXPECT_EQUAL(loop_cycles(), LOOP + 3 * BACK);
  config.branch_resolve_stage = 1; /* the branch also waits for the sum in each round */
  EXPECT_EQUAL(loop_cycles(), LOOP + BACK + 100);
  config.branch_operands = sim_branch_operands_CONDITION_CODES;
  EXPECT_EQUAL(loop_cycles(), LOOP + BACK);
}

/* H&P, appendix C: branches back are predicted taken, with the target known in decode. Only the last one fails. */
static void a_target_is_known_when_the_branch_is_decoded(void) {
  reset();
  config.predictor_mode = sim_predictor_BACKWARD_TAKEN;
  EXPECT_EQUAL(loop_cycles(), LOOP + BACK + 2);
  config.predictor_targets = 16; /* the first time, the target is not yet in the table */
  EXPECT_EQUAL(loop_cycles(), LOOP + 1 + 2);
  config.predictor_targets = 0;
  config.branch_target_stage = 0;
  EXPECT_EQUAL(loop_cycles(), LOOP + 2);
  config.branch_target_stage = 1;
  config.branch_resolve_stage = 1;
  EXPECT_EQUAL(loop_cycles(), LOOP + BACK + 1 + 100);
}

static void a_counter_is_wrong_at_both_ends(void) {
  reset();
  config.predictor_mode = sim_predictor_BIMODAL;
  config.predictor_counters = 64;
  EXPECT_EQUAL(loop_cycles(), LOOP + 2 + (BACK - 1) + 2);
  config.predictor_targets = 16;
  EXPECT_EQUAL(loop_cycles(), LOOP + 2 + 2);
}

/* With four front stages, a branch back costs the number of the stage in which the target is known. */
static void deep_front_ends_say_where_targets_are_known(void) {
  reset();
  config.stage_count = 7;
  config.execute_stage = 4;
  config.access_stage = 5;
  config.branch_resolve_stage = 4;
  const uint64_t fill = LOOP + 2;
  EXPECT_EQUAL(loop_cycles(), fill + 4 * BACK);
  config.predictor_mode = sim_predictor_BACKWARD_TAKEN;
  for (uint8_t stage = 0; stage < 4; stage++) {
    config.branch_target_stage = stage;
    EXPECT_EQUAL(loop_cycles(), fill + stage * BACK + 4u);
  }
}

/* A jump over one instruction; a function that is called twice. */
static void jumps_cost_the_same(void) {
  static const uint32_t jump[] = {0x0080006f, NOP, ECALL}; /* j +8 */
  /* li t1, 2; call +16; addi t1, t1, -1; bnez t1, -8; ecall; ret */
  static const uint32_t calls[] = {0x00200313, 0x010000ef, 0xfff30313, 0xfe031ce3, ECALL, 0x00008067};
  reset();
  config.predictor_mode = sim_predictor_BACKWARD_TAKEN;
  sim *sim = run(jump, 3);
  EXPECT_EQUAL(sim_get_counters(sim)->detailed_cycles, 2 + 4 + 1);
  EXPECT_EQUAL(sim_get_counters(sim)->mispredicted, 0);
  fixture_free(sim);
  config.predictor_returns = 2;
  sim = run(calls, sizeof calls / sizeof *calls);
  EXPECT_EQUAL(sim_get_counters(sim)->instructions, 1 + 2 * 4 + 1);
  EXPECT_EQUAL(sim_get_counters(sim)->detailed_cycles, 10 + 4 + 2 + 2 + 1 + 2); /* calls, returns, branches */
  fixture_free(sim);
  config.predictor_targets = 16; /* each target is known the second time; the last branch is mispredicted */
  sim = run(calls, sizeof calls / sizeof *calls);
  EXPECT_EQUAL(sim_get_counters(sim)->detailed_cycles, 10 + 4 + 1 + 1 + 1 + 2);
  fixture_free(sim);
}

int main(void) {
  RUN(a_program_sees_its_own_stalls);
  RUN(time_goes_on_over_interrupts);
  RUN(instret_counts_what_is_before_it);
  RUN(a_loop_costs_what_its_branch_does);
  RUN(a_target_is_known_when_the_branch_is_decoded);
  RUN(a_counter_is_wrong_at_both_ends);
  RUN(deep_front_ends_say_where_targets_are_known);
  RUN(jumps_cost_the_same);
  return TEST_EXIT_CODE;
}
