/* Programs: their results in registers and memory, and how they end. */
#include "support/machine_fixture.h"
#include "support/test.h"

enum { CODE = 0x1000, RA = 1, SP = 2, A0 = 10 };

static sim_config config;

static sim *run(const uint32_t *words, uint32_t count, uint64_t cycles) {
  return fixture_run_program(&config, words, count, CODE, cycles);
}
#define RUN_WORDS(words, cycles) run(words, sizeof(words) / sizeof(words)[0], cycles)

static void reset(void) {
  sim_config_defaults(&config);
  config.nic_count = 0;
  config.program_memory_bytes = 64;
}

/* li a0, 0; li t0, 10; add a0, a0, t0; addi t0, t0, -1; bnez t0, -8; lui t1, 0x20000; sw a0, 4(t1); ecall */
static const uint32_t sum[] = {0x00000513, 0x00a00293, 0x00550533, 0xfff28293,
                               0xfe029ce3, 0x20000337, 0x00a32223, 0x00000073};

static void a_loop_sums_up(void) {
  reset();
  sim *sim = RUN_WORDS(sum, 500);
  const sim_program_frame *frame = sim_program_registers(sim, 0);
  EXPECT_EQUAL(frame->x[A0], 55);
  EXPECT_EQUAL(frame->executed, 2 + 10 * 3 + 3);
  EXPECT_EQUAL(frame->pc, CODE + 4 * 7);
  EXPECT_EQUAL(frame->cause, SIM_NONE);
  EXPECT_EQUAL(frame->x[SP], SIM_PROGRAM_MEMORY_BASE + 64);
  EXPECT_EQUAL(sim_program_memory(sim)[4], 55);
  /* 35 instructions, and nine taken branches of two cycles each. */
  EXPECT_EQUAL(sim_get_counters(sim)->detailed_cycles, 35 + 4 + 9 * 2);
  EXPECT_EQUAL(sim_get_counters(sim)->instructions, 35);
  EXPECT_EQUAL(sim_get_counters(sim)->branches, 10);
  EXPECT_EQUAL(sim_get_counters(sim)->mispredicted, 9);
  fixture_free(sim);
}

static void an_interrupt_loses_nothing(void) {
  for (uint64_t start = 1; start < 60; start++) {
    reset();
    config.timer_count = 1;
    config.timers[0].period_cycles_numerator = 100000;
    config.timers[0].start_cycle = start;
    config.save_amount = config.restore_amount = 5;
    sim *sim = RUN_WORDS(sum, 500);
    EXPECT_EQUAL(sim_program_registers(sim, 0)->x[A0], 55);
    EXPECT_EQUAL(sim_program_registers(sim, 0)->executed, 35);
    EXPECT_EQUAL(sim_get_counters(sim)->interrupts, 1);
    EXPECT_EQUAL(sim_get_counters(sim)->instructions, 35);
    fixture_free(sim);
  }
}

static void expect_fault(const uint32_t *words, uint32_t count, uint32_t pc, uint32_t cause) {
  reset();
  sim *sim = run(words, count, 100);
  EXPECT_EQUAL(sim_program_registers(sim, 0)->pc, pc);
  EXPECT_EQUAL(sim_program_registers(sim, 0)->cause, cause);
  EXPECT_EQUAL(sim_get_counters(sim)->program_faults, 1);
  sim_event event;
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_PROGRAM_FAULT, &event, 1), 1);
  EXPECT_EQUAL(event.subject, pc);
  EXPECT_EQUAL(event.value, cause);
  const sim_fault first = sim_get_counters(sim)->fault;
  EXPECT_EQUAL(first.address, pc);
  EXPECT_EQUAL(first.cause, cause);
  EXPECT_EQUAL(first.thread, 0);
  EXPECT_EQUAL(first.cycle, (uint64_t)event.cycle_low + 1); /* the boundary after the cycle of the event */
  fixture_free(sim);
}
#define EXPECT_FAULT(pc, cause, ...)                                           \
  do {                                                                         \
    static const uint32_t words_[] = {__VA_ARGS__};                            \
    expect_fault(words_, sizeof words_ / sizeof words_[0], pc, cause);         \
  } while (0)

static void exceptions_end_a_program(void) {
  EXPECT_FAULT(CODE + 4, 2, 0x00000013, 0x00000000);             /* nop; 0 */
  EXPECT_FAULT(CODE + 4, 1, 0x00000013);                         /* nop; address after the end */
  EXPECT_FAULT(CODE, 5, 0x00002503);                             /* lw a0, 0(zero) */
  EXPECT_FAULT(CODE, 4, 0x00102503);                             /* lw a0, 1(zero) */
  EXPECT_FAULT(CODE, 7, 0x00a02023);                             /* sw a0, 0(zero) */
  EXPECT_FAULT(CODE + 4, 7, 0x200002b7, 0x04a2a023);             /* lui t0, 0x20000; sw a0, 64(t0) */
  EXPECT_FAULT(CODE + 4, 6, 0x200002b7, 0x00a292a3);             /* sh a0, 5(t0) */
  EXPECT_FAULT(CODE, 0, 0x0020006f);                             /* j +2 */
  EXPECT_FAULT(CODE + 64, 1, 0x0400006f);                        /* j +64 */
  EXPECT_FAULT(CODE, 2, 0x30501073);                             /* csrw mtvec, zero */
}

/* With compareBranchCycles a branch waits for the result of the previous instruction, but not for the link of a jump.
 * The target of a jump does not wait for a branch after it. */
static void no_instruction_waits_for_a_link(void) {
  static const uint32_t branch_behind[] = {0x0040056f, 0x00050463, 0x00000073}; /* jal a0, +4; beqz a0, +8; ecall */
  static const uint32_t target_reads[] = {0x0080056f, 0x00050463, 0x00150593,
                                          0x00000073}; /* jal a0, +8; beqz a0, +8; addi a1, a0, 1; ecall */
  static const uint32_t computed[] = {0x00100513, 0x00050463, 0x00000073}; /* li a0, 1; beqz a0, +8; ecall */
  const struct {
    const uint32_t *words;
    uint32_t count, cycles;
  } cases[] = {{branch_behind, 3, 3 + 4}, {target_reads, 4, 3 + 4}, {computed, 3, 3 + 4 + 1}};
  for (int i = 0; i < 3; i++) {
    reset();
    config.compare_branch_cycles = 1;
    config.predictor_mode = sim_predictor_BACKWARD_TAKEN;
    config.branch_target_stage = 0;
    sim *sim = run(cases[i].words, cases[i].count, 100);
    EXPECT_EQUAL(sim_get_counters(sim)->instructions, 3);
    EXPECT_EQUAL(sim_get_counters(sim)->detailed_cycles, cases[i].cycles);
    fixture_free(sim);
  }
}

static void a_return_ends_a_program(void) {
  reset();
  const uint32_t words[] = {0x00700513, 0x00008067}; /* li a0, 7; ret */
  sim *sim = RUN_WORDS(words, 100);
  EXPECT_EQUAL(sim_program_registers(sim, 0)->x[A0], 7);
  EXPECT_EQUAL(sim_program_registers(sim, 0)->x[RA], SIM_PROGRAM_RETURN);
  EXPECT_EQUAL(sim_get_counters(sim)->program_faults, 0);
  EXPECT_EQUAL(sim_get_counters(sim)->instructions, 2);
  EXPECT_EQUAL(sim_program_registers(sim, 1) == NULL, 1);
  fixture_free(sim);
}

static void wrong_records_are_refused(void) {
  reset();
  sim_error error;
  config.routine_count = 1;
  sim_routine_config *r = &config.routines[0];
  r->kind = sim_routine_kind_PROGRAM;
  EXPECT_EQUAL(sim_config_check(&config, NULL, &error), sim_status_OUT_OF_RANGE);
  r->word_count = 1;
  EXPECT_EQUAL(sim_config_check(&config, NULL, &error), sim_status_OK);
  r->first_word = SIM_PROGRAM_LIMIT;
  EXPECT_EQUAL(sim_config_check(&config, NULL, &error), sim_status_OUT_OF_RANGE);
  r->first_word = 0;
  r->code_address = 2;
  EXPECT_EQUAL(sim_config_check(&config, NULL, &error), sim_status_OUT_OF_RANGE);
  r->code_address = 0;
  r->data_words = 17;
  r->data_address = SIM_PROGRAM_MEMORY_BASE;
  EXPECT_EQUAL(sim_config_check(&config, NULL, &error), sim_status_OUT_OF_RANGE);
  r->data_words = 16;
  EXPECT_EQUAL(sim_config_check(&config, NULL, &error), sim_status_OK);
  config.program_memory_bytes = SIM_PROGRAM_MEMORY_LIMIT + 16;
  EXPECT_EQUAL(sim_config_check(&config, NULL, &error), sim_status_OUT_OF_RANGE);
}

int main(void) {
  RUN(a_loop_sums_up);
  RUN(an_interrupt_loses_nothing);
  RUN(exceptions_end_a_program);
  RUN(no_instruction_waits_for_a_link);
  RUN(a_return_ends_a_program);
  RUN(wrong_records_are_refused);
  return TEST_EXIT_CODE;
}
