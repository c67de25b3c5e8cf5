/* Code that programs write, and memory that they execute (M-232). */
#include <stdlib.h>

#include "support/hart_fixture.h"

enum { MEMORY = 0x20000000, FENCE_I = 0x0000100f, RET = 0x00008067 };

static uint32_t low_of(uint32_t word) { return word & 0xfff; }
static uint32_t upper_of(uint32_t word) { return (word + 0x800) >> 12; }

static void put_constant(uint32_t rd, uint32_t word) {
  put(LUI(rd, upper_of(word)));
  put(ADDI(rd, rd, low_of(word)));
}

/* The program stores LI(A0, 2) over the LI(A0, 1) at the index, and ends in an endless loop. */
static void begin_patch(uint32_t at, uint32_t between) {
  begin();
  put_constant(T1, LI(A0, 2));
  put(LUI(S0, 1));
  put(SW(T1, 4 * at, S0));
  if (between != 0) put(between);
  while (count < at) put(NOP);
  put(LI(A0, 1));
  put(J(0));
  handler();
  put(CSRR(A1, MCAUSE));
  put(CSRR(A2, MTVAL));
  put(J(0));
}

/* The store is the eighth instruction. The next instruction is fetched after the store. */
static void what_is_stored_is_fetched_from_then_on(void) {
  for (uint32_t at = 7; at < 12; at++) {
    begin_patch(at, 0);
    sim *sim = run(100);
    EXPECT_EQUAL(reg(sim, A0), 2);
    EXPECT_EQUAL(sim_program_code(sim, 0)[at], LI(A0, 2));
    fixture_free(sim);
  }
}

/* A branch directly after an instruction that it depends on waits a cycle, even if a store wrote the branch. */
static void what_lies_behind_counts(void) {
  uint64_t cycles[2];
  for (int is_branch = 0; is_branch < 2; is_branch++) {
    begin();
    config.compare_branch_cycles = 1;
    const uint32_t branch = 0x00b50263; /* beq a0, a1, to the next instruction */
    put_constant(T1, is_branch ? branch : NOP);
    put(LUI(S0, 1));
    put(SW(T1, 4 * 10, S0));
    while (count < 9) put(NOP);
    put(LI(A0, 5));
    put(is_branch ? NOP : branch);
    put(CSRR(A2, MCYCLE));
    put(J(0));
    sim *sim = run(100);
    cycles[is_branch] = reg(sim, A2);
    fixture_free(sim);
  }
  EXPECT_EQUAL(cycles[1], cycles[0] + 1);
}

/* ---- what may ---- */

static void expect_store_fault(void) {
  sim *sim = run(100);
  EXPECT_EQUAL(reg(sim, A0), 1);
  EXPECT_EQUAL(reg(sim, A1), 7);
  EXPECT_EQUAL(reg(sim, A2), CODE + 4 * 12);
  fixture_free(sim);
}

static void a_setting_protects_it(void) {
  begin_patch(12, 0);
  config.code_access = sim_code_access_NONE;
  words[HANDLER + 3] = LI(A0, 1);
  words[HANDLER + 2] = NOP;
  words[HANDLER + 4] = J(0);
  expect_store_fault();
}

static sim *run_as_thread(uint32_t code_access) {
  sim_config_defaults(&config);
  config.nic_count = 0;
  config.program_memory_bytes = 256;
  config.code_access = (uint8_t)code_access;
  const uint32_t program = fixture_program(&config, words, count, CODE);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, 0);
  fixture_step(&config, sim_step_op_EXEC, program);
  sim *sim = fixture_create(&config, NULL, &fixture_watched);
  sim_step(sim, 60, 0);
  return sim;
}

/* A program of a thread that other events start faults unless the setting allows it. */
static void a_program_that_the_machine_starts_faults(void) {
  count = 0;
  put_constant(T1, LI(A0, 2));
  put(LUI(S0, 1));
  put(SW(T1, 4 * 5, S0));
  put(NOP);
  put(LI(A0, 1));
  put(J(0));
  sim *faulted = run_as_thread(sim_code_access_HARTS);
  EXPECT_EQUAL(sim_get_counters(faulted)->fault.cause, 7);
  EXPECT_EQUAL(sim_get_counters(faulted)->fault.address, CODE + 4 * 3);
  fixture_free(faulted);
  sim *written = run_as_thread(sim_code_access_ALL);
  EXPECT_EQUAL(sim_get_counters(written)->program_faults, 0);
  EXPECT_EQUAL(reg(written, A0), 2);
  fixture_free(written);
}

/* ---- memory that programs execute ---- */

/* A function in memory is called twice. Between the calls the program replaces it. */
static void begin_function(void) {
  begin();
  put(LUI(S0, MEMORY >> 12));
  put_constant(T1, ADDI(A0, A0, 5));
  put(SW(T1, 8, S0));
  put_constant(T1, RET);
  put(SW(T1, 12, S0));
  put(JALR(RA, 8, S0));
  put_constant(T1, ADDI(A0, A0, 7));
  put(SW(T1, 8, S0));
  put(JALR(RA, 8, S0));
  put(J(0));
  handler();
  put(CSRR(A1, MCAUSE));
  put(CSRR(A2, MTVAL));
  put(CSRR(A3, MEPC));
  put(J(0));
}

static void memory_is_executed(void) {
  begin_function();
  sim *sim = run(200);
  EXPECT_EQUAL(reg(sim, A0), 12);
  EXPECT_EQUAL(reg(sim, A1), 0);
  fixture_free(sim);
}

static void protected_memory_is_not(void) {
  begin_function();
  config.code_access = sim_code_access_NONE;
  sim *sim = run(200);
  EXPECT_EQUAL(reg(sim, A0), 0);
  EXPECT_EQUAL(reg(sim, A1), 1);
  EXPECT_EQUAL(reg(sim, A2), MEMORY + 8);
  fixture_free(sim);
}

/* The end of the memory is the end of executable addresses. */
static void it_is_over_where_the_memory_is(void) {
  begin();
  put(LUI(S0, MEMORY >> 12));
  put_constant(T1, ADDI(A0, A0, 5));
  put(SW(T1, 252, S0));
  put(JALR(RA, 252, S0));
  handler();
  put(CSRR(A1, MCAUSE));
  put(CSRR(A2, MTVAL));
  put(J(0));
  sim *sim = run(200);
  EXPECT_EQUAL(reg(sim, A0), 5);
  EXPECT_EQUAL(reg(sim, A1), 1);
  EXPECT_EQUAL(reg(sim, A2), MEMORY + 256);
  fixture_free(sim);
}

/* ---- FENCE.I ---- */

static uint64_t cycles_of(uint32_t word, uint8_t resolve_stage) {
  begin();
  config.branch_resolve_stage = resolve_stage;
  put(CSRR(A0, MCYCLE));
  put(word);
  put(CSRR(A1, MCYCLE));
  put(JALR(ZERO, 0, RA));
  sim *sim = run(100);
  const uint64_t cycles = reg(sim, A1) - reg(sim, A0);
  EXPECT_EQUAL(sim_get_counters(sim)->mispredicted, 1); /* the last jump */
  fixture_free(sim);
  return cycles;
}

/* It costs as much as a mispredicted jump, but no counter counts one. */
static void it_fetches_again(void) {
  EXPECT_EQUAL(cycles_of(FENCE_I, 2), cycles_of(NOP, 2) + 2);
  EXPECT_EQUAL(cycles_of(FENCE_I, 1), cycles_of(NOP, 1) + 1);
  EXPECT_EQUAL(cycles_of(FENCE, 2), cycles_of(NOP, 2));
}

/* ---- snapshots ---- */

/* In each round the tenth instruction runs and is then replaced. It adds 1 to a0 or to a1. */
static sim *begin_rounds(void) {
  const uint32_t one = ADDI(A0, A0, 1), other = ADDI(A1, A1, 1);
  begin();
  put_constant(T1, one);
  put_constant(S1, one ^ other);
  put(LUI(S0, 1));
  while (count < 10) put(NOP);
  put(one);
  put(0x00934333); /* xor t1, t1, s1 */
  put(SW(T1, 4 * 10, S0));
  put(J(-12));
  fixture_hart(&config, words, CODE_WORDS, CODE, 0);
  return fixture_create(&config, NULL, &fixture_watched);
}

static void expect_code_in_snapshot(uint64_t begin_at) {
  sim *sim = begin_rounds();
  void *early = malloc(sim_snapshot_bytes(sim)), *late = malloc(sim_snapshot_bytes(sim));
  sim_step(sim, begin_at, 0);
  sim_save(sim, early);
  const uint32_t before = sim_program_code(sim, 0)[10];
  uint64_t cycle = begin_at + 200;
  do sim_step(sim, ++cycle, 0);
  while (sim_program_code(sim, 0)[10] == before);
  sim_save(sim, late);
  const uint64_t at_late = sim_state_hash(sim);
  sim_step(sim, cycle + 33, 0);
  const uint64_t at_end = sim_state_hash(sim);
  EXPECT(reg(sim, A0) > 10 && reg(sim, A1) > 10);
  EXPECT_EQUAL(sim_restore(sim, early, sim_snapshot_bytes(sim)), sim_status_OK);
  sim_step(sim, cycle, 0);
  EXPECT_EQUAL(sim_state_hash(sim), at_late);
  EXPECT_EQUAL(sim_restore(sim, early, sim_snapshot_bytes(sim)), sim_status_OK);
  EXPECT_EQUAL(sim_restore(sim, late, sim_snapshot_bytes(sim)), sim_status_OK);
  sim_step(sim, cycle + 33, 0);
  EXPECT_EQUAL(sim_state_hash(sim), at_end);
  free(early);
  free(late);
  fixture_free(sim);
}

/* The snapshot is taken at each cycle of a round. */
static void a_snapshot_has_the_code(void) {
  for (uint64_t cycle = 20; cycle < 30; cycle++) expect_code_in_snapshot(cycle);
}

/* Code that no program may write is not part of the state. */
static void a_snapshot_is_no_greater_without(void) {
  begin_patch(30, 0);
  fixture_hart(&config, words, CODE_WORDS, CODE, 0);
  sim *sim = fixture_create(&config, NULL, &fixture_watched);
  const size_t with = sim_snapshot_bytes(sim);
  fixture_free(sim);
  config.code_access = sim_code_access_NONE;
  sim = fixture_create(&config, NULL, &fixture_watched);
  EXPECT_EQUAL(with, sim_snapshot_bytes(sim) + 4 * CODE_WORDS);
  fixture_free(sim);
}

/* ---- halves ---- */

/* Stores the first half of an instruction, which becomes two instructions, and the second half of another. */
static void halves_are_told_apart_again(void) {
  begin();
  put(LI(T1, 0x0505)); /* c.addi a0, 1 */
  put(LUI(S0, 1));
  put(SW(T1, 4 * 12, S0) - (1u << 12));     /* sh */
  put(SW(T1, 4 * 13 + 2, S0) - (1u << 12)); /* sh */
  while (count < 12) put(NOP);
  put(0x05050013u | 10 << 7 | 10 << 15);    /* addi a0, a0, 0x50: afterwards c.addi a0, 1 twice */
  put(ADDI(A1, A1, 3));                     /* afterwards addi a1, a1, 0x50, from the stored half */
  put(J(0));
  fixture_hart(&config, words, CODE_WORDS, CODE, 0);
  config.routines[0].extensions = SIM_EXTENSION_C;
  sim *sim = fixture_create(&config, NULL, &fixture_watched);
  sim_step(sim, 100, 0);
  EXPECT_EQUAL(reg(sim, A0), 2);
  EXPECT_EQUAL(reg(sim, A1), 0x50);
  fixture_free(sim);
}

int main(void) {
  RUN(what_is_stored_is_fetched_from_then_on);
  RUN(what_lies_behind_counts);
  RUN(a_setting_protects_it);
  RUN(a_program_that_the_machine_starts_faults);
  RUN(memory_is_executed);
  RUN(protected_memory_is_not);
  RUN(it_is_over_where_the_memory_is);
  RUN(it_fetches_again);
  RUN(a_snapshot_has_the_code);
  RUN(a_snapshot_is_no_greater_without);
  RUN(halves_are_told_apart_again);
  return TEST_EXIT_CODE;
}
