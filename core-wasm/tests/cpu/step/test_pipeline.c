/* Hazards, counted by hand: a stream of n instructions takes n + 4 cycles plus its stalls. */
#include "support/machine_fixture.h"
#include "support/test.h"

static sim_config config; /* the rules of the pipeline */

/* The machine runs the sequence once, then a layer given in cycles. */
static sim *run(const char *sequence) {
  static sim_config machine;
  machine = config;
  const uint32_t first = fixture_sequence(&machine, sequence);
  const uint32_t rest = fixture_cycles(&machine, 100000);
  fixture_thread(&machine, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, 0);
  fixture_step(&machine, sim_step_op_EXEC, first);
  fixture_step(&machine, sim_step_op_EXEC, rest);
  sim *sim = fixture_create(&machine, NULL, &fixture_blind);
  sim_step(sim, 1000, 0);
  return sim;
}

static void expect_cycles(const char *sequence, uint64_t cycles, enum sim_cause cause, uint64_t lost) {
  sim *sim = run(sequence);
  const uint64_t actual = sim_get_counters(sim)->detailed_cycles;
  const uint64_t actual_lost = fixture_cycles_by(sim, 0, sim_layer_APPLICATION, cause);
  if (actual != cycles || actual_lost != lost) printf("  in \"%s\"\n", sequence);
  EXPECT_EQUAL(actual, cycles);
  EXPECT_EQUAL(actual_lost, lost);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_APPLICATION, sim_cause_FILL), 4);
  fixture_free(sim);
}

static void reset(void) { sim_config_defaults(&config); }

static void a_stream_fills_the_pipeline_once(void) {
  reset();
  expect_cycles("a1", 1 + 4, sim_cause_LOAD_USE, 0);
  expect_cycles("a1,2,3 a2,1,1 a3,2,2 s,3,2 b1,2", 5 + 4, sim_cause_LOAD_USE, 0);
}

static void a_load_delays_who_uses_it_next(void) {
  reset();
  expect_cycles("l2,1 a3,2,2", 2 + 4 + 1, sim_cause_LOAD_USE, 1);
  expect_cycles("l2,1 s,3,2", 2 + 4 + 1, sim_cause_LOAD_USE, 1);
  expect_cycles("l2,1 a5,4,4 a3,2,2", 3 + 4, sim_cause_LOAD_USE, 0);
  expect_cycles("l2,1 a3,4,4", 2 + 4, sim_cause_LOAD_USE, 0);
  expect_cycles("l2,1 l3,2 l4,3", 3 + 4 + 2, sim_cause_LOAD_USE, 2);
  config.load_use_cycles = 0;
  expect_cycles("l2,1 a3,2,2", 2 + 4, sim_cause_LOAD_USE, 0);
  config.load_use_cycles = 3;
  expect_cycles("l2,1 a3,2,2", 2 + 4 + 3, sim_cause_LOAD_USE, 3);
  expect_cycles("l2,1 a5,4,4 a3,2,2", 3 + 4 + 2, sim_cause_LOAD_USE, 2);
  expect_cycles("l2,1 a5,4,4 a6,4,4 a3,2,2", 4 + 4 + 1, sim_cause_LOAD_USE, 1);
  expect_cycles("l2,1 a5,4,4 a6,4,4 a7,4,4 a3,2,2", 5 + 4, sim_cause_LOAD_USE, 0);
}

static void a_younger_result_replaces_the_load(void) {
  reset();
  config.load_use_cycles = 3;
  expect_cycles("l2,1 a2,4,4 a3,2,2", 3 + 4, sim_cause_LOAD_USE, 0);
  config.memory_cycles = 5;
  expect_cycles("l2,1 a2,4,4 a3,2,2", 3 + 4 + 4, sim_cause_MEMORY, 4);
}

static void a_taken_branch_costs_what_its_stage_says(void) {
  reset();
  expect_cycles("a1 t a2", 3 + 4 + 2, sim_cause_BRANCH, 2);
  expect_cycles("a1 b a2", 3 + 4, sim_cause_BRANCH, 0);
  expect_cycles("t t a1", 3 + 4 + 4, sim_cause_BRANCH, 4);
  expect_cycles("a1 t", 2 + 4, sim_cause_BRANCH, 0); /* no later instruction is lost */
  config.branch_resolve_stage = 1;
  expect_cycles("a1 t a2", 3 + 4 + 1, sim_cause_BRANCH, 1);
  expect_cycles("t t a1", 3 + 4 + 2, sim_cause_BRANCH, 2);
}

static void a_branch_waits_for_its_operand(void) {
  reset();
  expect_cycles("l2,1 t2 a3", 3 + 4 + 1 + 2, sim_cause_BRANCH, 2);
  expect_cycles("l2,1 t2 a3", 3 + 4 + 1 + 2, sim_cause_LOAD_USE, 1);
}

/* A branch in ID compares a cycle before EX. It stalls one cycle after a result and two after a load. */
static void a_branch_in_id_waits_a_cycle_more(void) {
  reset();
  config.branch_resolve_stage = 1;
  expect_cycles("l2,1 t2 a3", 3 + 4 + 2 + 1, sim_cause_BRANCH, 1);
  expect_cycles("l2,1 t2 a3", 3 + 4 + 2 + 1, sim_cause_LOAD_USE, 2);
  expect_cycles("l2,1 a5,4,4 b2", 3 + 4 + 1, sim_cause_LOAD_USE, 1);
  expect_cycles("l2,1 a5,4,4 a6,4,4 b2", 4 + 4, sim_cause_LOAD_USE, 0);
  expect_cycles("a2,1 b2", 2 + 4 + 1, sim_cause_OPERAND, 1);
  expect_cycles("a2,1 b2", 2 + 4 + 1, sim_cause_LOAD_USE, 0);
  expect_cycles("a2,1 a5,4,4 b2", 3 + 4, sim_cause_OPERAND, 0);
  config.branch_operands = sim_branch_operands_CONDITION_CODES;
  expect_cycles("a2,1 b2", 2 + 4, sim_cause_OPERAND, 0);
  expect_cycles("l2,1 b2", 2 + 4 + 1, sim_cause_LOAD_USE, 1);
  config.compare_branch_cycles = 1;
  expect_cycles("a2,1 b2", 2 + 4 + 1, sim_cause_OPERAND, 1);
}

/* Three fetched instructions are flushed. */
static void a_branch_may_resolve_in_the_access_stage(void) {
  reset();
  config.branch_resolve_stage = 3;
  expect_cycles("a1 t a2", 3 + 4 + 3, sim_cause_BRANCH, 3);
  expect_cycles("a1 b a2", 3 + 4, sim_cause_BRANCH, 0);
  expect_cycles("l2,1 t2 a3", 3 + 4 + 1 + 3, sim_cause_LOAD_USE, 1);
  expect_cycles("t s,1,2 l4,3", 3 + 4 + 3, sim_cause_BRANCH, 3); /* a flushed instruction accesses no memory */
}

/* Written in the first half of WB and read in ID in the second: the reader enters EX in the next cycle. */
static void without_forwarding_results_are_read_from_registers(void) {
  reset();
  config.forwarding = sim_forwarding_NONE;
  expect_cycles("a2,1 a3,2,2", 2 + 4 + 2, sim_cause_OPERAND, 2);
  expect_cycles("l2,1 a3,2,2", 2 + 4 + 2, sim_cause_LOAD_USE, 2);
  expect_cycles("a2,1 a5,4,4 a3,2,2", 3 + 4 + 1, sim_cause_OPERAND, 1);
  expect_cycles("a2,1 a5,4,4 a6,4,4 a3,2,2", 4 + 4, sim_cause_OPERAND, 0);
  expect_cycles("l2,1 a2,4,4 a3,2,2", 3 + 4 + 2, sim_cause_OPERAND, 2); /* the younger result counts */
  expect_cycles("a2,1 s,2,3", 2 + 4 + 2, sim_cause_OPERAND, 2);
  config.branch_resolve_stage = 1; /* like other instructions it reads its operands in ID */
  expect_cycles("a2,1 b2", 2 + 4 + 2, sim_cause_OPERAND, 2);
}

/* `s,address,value`: the value is needed in MEM, the address in EX. */
static void a_stored_value_may_be_forwarded_to_the_access(void) {
  reset();
  expect_cycles("l2,1 s,4,2", 2 + 4 + 1, sim_cause_LOAD_USE, 1);
  config.store_forwarding = 1;
  expect_cycles("l2,1 s,4,2", 2 + 4, sim_cause_LOAD_USE, 0);
  expect_cycles("l2,1 s,2,4", 2 + 4 + 1, sim_cause_LOAD_USE, 1);
  config.load_use_cycles = 3;
  expect_cycles("l2,1 s,4,2", 2 + 4 + 2, sim_cause_LOAD_USE, 2);
  config.load_use_cycles = 1;
  config.memory_cycles = 4;
  expect_cycles("l2,1 s,4,2", 2 + 4 + 6, sim_cause_LOAD_USE, 0);
}

static void a_multiplication_stays_in_ex(void) {
  reset();
  config.multiply_cycles = 4;
  expect_cycles("m1,2,3 a4,5,6", 2 + 4 + 3, sim_cause_MULTIPLY, 3);
  expect_cycles("m1,2,3 a4,1,1", 2 + 4 + 3, sim_cause_MULTIPLY, 3);
  expect_cycles("m1,2,3 m4,5,6", 2 + 4 + 6, sim_cause_MULTIPLY, 6);
  expect_cycles("a1 m1,2,3", 2 + 4 + 3, sim_cause_MULTIPLY, 3);
}

static void an_access_stays_in_mem(void) {
  reset();
  config.memory_cycles = 3;
  expect_cycles("l1,2 a3,4,5", 2 + 4 + 2, sim_cause_MEMORY, 2);
  expect_cycles("l1,2 s,4,5", 2 + 4 + 4, sim_cause_MEMORY, 4);
  /* The data of the load arrive at the end of its access, plus one cycle of load-use delay. */
  expect_cycles("l2,1 a3,2,2", 2 + 4 + 2 + 1, sim_cause_LOAD_USE, 1);
  expect_cycles("l2,1 a3,2,2", 2 + 4 + 2 + 1, sim_cause_MEMORY, 2);
}

/* The load is in MEM and the multiplication in EX in cycles 3 to 5, so only the longer one counts. */
static void stages_overlap_where_they_can(void) {
  reset();
  config.memory_cycles = 3;
  config.multiply_cycles = 3;
  expect_cycles("l1,9 m2,3,4 a5", 3 + 4 + 2, sim_cause_MEMORY, 2);
  expect_cycles("l1,9 m2,3,4 a5", 3 + 4 + 2, sim_cause_MULTIPLY, 0);
  config.multiply_cycles = 5;
  expect_cycles("l1,9 m2,3,4 a5", 3 + 4 + 2 + 2, sim_cause_MULTIPLY, 2);
}

/* The load after the branch has been issued when it is flushed. No instruction waits for it. */
static void a_flushed_load_claims_no_register(void) {
  reset();
  config.stage_count = 8;
  config.access_stage = 6;
  config.branch_resolve_stage = 5;
  sim *sim = run("t a4,2,2 l2,1");
  EXPECT_EQUAL(sim_get_counters(sim)->detailed_cycles, 3 + 7 + 5); /* five fetched instructions are flushed */
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_APPLICATION, sim_cause_LOAD_USE), 0);
  fixture_free(sim);
}

/*            0   1   2   3   4   5   6   7   8   9   10
 * load       IF  ID  EX  M   M   M   WB
 * taken          IF  ID  EX  EX  EX  M   WB
 * target                             IF  ID  EX  M   WB      fetched when the branch has left EX */
static void a_branch_resolves_when_it_leaves_its_stage(void) {
  reset();
  config.memory_cycles = 3;
  expect_cycles("l1,9 t a5", 3 + 4 + 2 + 2, sim_cause_BRANCH, 2);
}

/*            0   1   2   3   4   5   6   7   8   9   10
 * load       IF  ID  EX  M   M   M   WB
 * alu            IF  ID  EX  EX  EX  M   WB
 * taken              IF  ID  ID  ID  EX  M   WB
 * target                             IF  ID  EX  M   WB      fetched when the branch has left ID */
static void a_branch_that_stands_in_id_resolves_late(void) {
  reset();
  config.memory_cycles = 3;
  config.branch_resolve_stage = 1;
  expect_cycles("l1,9 a1,2,2 t a2", 4 + 4 + 2 + 1, sim_cause_BRANCH, 1);
}

static void a_load_behind_a_load_waits_for_the_bus(void) {
  reset();
  config.memory_cycles = 2;
  /*        0   1   2   3   4   5   6   7   8   9
   * l2     IF  ID  EX  M   M   WB
   * l3         IF  ID  EX  EX  M   M   WB
   * a4,3           IF  ID  ID  ID  ID  EX  M   WB */
  expect_cycles("l2,1 l3,1 a4,3,3", 10, sim_cause_MEMORY, 2);
  expect_cycles("l2,1 l3,1 a4,3,3", 10, sim_cause_LOAD_USE, 1);
}

/* The taken branch leaves ID in cycle 3, while the load is in MEM until 7: its lost cycle closes up.
 *            0   1   2   3   4   5   6   7   8   9   10
 * load       IF  ID  EX  M   M   M   M   M   WB
 * taken          IF  ID  EX  EX  EX  EX  EX  M   WB
 * target                 IF  ID  ID  ID  ID  EX  M   WB */
static void a_bubble_in_id_closes_up(void) {
  reset();
  config.memory_cycles = 5;
  config.branch_resolve_stage = 1;
  expect_cycles("l1,9 t a2", 11, sim_cause_BRANCH, 0);
  expect_cycles("l1,9 t a2", 11, sim_cause_MEMORY, 4);
}

/* The user of the first load has its data in cycle 8, when the second load is still in MEM: it moves
 * into the bubble that stands in EX since 6.
 *            0   1   2   3   4   5   6   7   8   9   10
 * load r2    IF  ID  EX  M   M   M   WB
 * load r3        IF  ID  EX  EX  EX  M   M   M   WB
 * alu r2             IF  ID  ID  ID  ID  ID  EX  M   WB */
static void a_bubble_in_ex_closes_up(void) {
  reset();
  config.memory_cycles = 3;
  config.load_use_cycles = 3;
  expect_cycles("l2,1 l3,1 a4,2,2", 11, sim_cause_LOAD_USE, 0);
  expect_cycles("l2,1 l3,1 a4,2,2", 11, sim_cause_MEMORY, 4);
}

static void generated_code_has_its_profile(void) {
  reset();
  const uint32_t routine = fixture_instructions(&config, 100000);
  config.routines[routine].body_instructions = SIM_BODY_LIMIT;
  config.routines[routine].mix_alu = 0;
  config.routines[routine].mix_load = 1;
  config.routines[routine].mix_store = 0;
  config.routines[routine].mix_branch = 0;
  config.routines[routine].mix_multiply = 0;
  config.routines[routine].dependent_permille = 250;
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, 0);
  fixture_step(&config, sim_step_op_EXEC, routine);
  sim *sim = fixture_create(&config, NULL, &fixture_blind);
  sim_step(sim, 90000, 0);
  const uint64_t loads = sim_get_counters(sim)->instructions;
  const uint64_t stalls = fixture_cycles_by(sim, 0, sim_layer_APPLICATION, sim_cause_LOAD_USE);
  EXPECT(stalls * 1000 > loads * 210 && stalls * 1000 < loads * 290);
  fixture_free(sim);
}

static void branches_are_taken_as_often_as_asked(void) {
  reset();
  const uint32_t routine = fixture_instructions(&config, 1000000);
  config.routines[routine].mix_alu = 1;
  config.routines[routine].mix_load = 0;
  config.routines[routine].mix_store = 0;
  config.routines[routine].mix_branch = 1;
  config.routines[routine].mix_multiply = 0;
  config.routines[routine].taken_permille = 300;
  config.routines[routine].body_instructions = SIM_BODY_LIMIT;
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, 0);
  fixture_step(&config, sim_step_op_EXEC, routine);
  sim *sim = fixture_create(&config, NULL, &fixture_blind);
  sim_step(sim, 400000, 0);
  const uint64_t instructions = sim_get_counters(sim)->instructions;
  const uint64_t lost = fixture_cycles_by(sim, 0, sim_layer_APPLICATION, sim_cause_BRANCH);
  /* About half of the instructions are branches, and 0.3 of these lose two cycles each: 0.30 cycles per instruction. */
  EXPECT(lost * 1000 > instructions * 260 && lost * 1000 < instructions * 340);
  fixture_free(sim);
}

int main(void) {
  RUN(a_stream_fills_the_pipeline_once);
  RUN(a_load_delays_who_uses_it_next);
  RUN(a_younger_result_replaces_the_load);
  RUN(a_taken_branch_costs_what_its_stage_says);
  RUN(a_branch_waits_for_its_operand);
  RUN(a_branch_in_id_waits_a_cycle_more);
  RUN(a_branch_may_resolve_in_the_access_stage);
  RUN(without_forwarding_results_are_read_from_registers);
  RUN(a_stored_value_may_be_forwarded_to_the_access);
  RUN(a_multiplication_stays_in_ex);
  RUN(an_access_stays_in_mem);
  RUN(stages_overlap_where_they_can);
  RUN(a_flushed_load_claims_no_register);
  RUN(a_branch_resolves_when_it_leaves_its_stage);
  RUN(a_branch_that_stands_in_id_resolves_late);
  RUN(a_load_behind_a_load_waits_for_the_bus);
  RUN(a_bubble_in_id_closes_up);
  RUN(a_bubble_in_ex_closes_up);
  RUN(generated_code_has_its_profile);
  RUN(branches_are_taken_as_often_as_asked);
  return TEST_EXIT_CODE;
}
