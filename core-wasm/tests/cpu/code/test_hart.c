/* Harts: registers and exceptions, their cycles counted by hand. */
#include "support/hart_fixture.h"

/* ---- registers ---- */

static void registers_hold_what_is_written(void) {
  begin();
  put(LI(T1, -1));
  put(CSRW(MSCRATCH, T1));
  put(CSRRW(A0, MSCRATCH, T0)); /* a0 = all ones */
  put(CSRRS(A1, MSTATUS, T1));  /* a1 = MPP alone */
  put(CSRR(A2, MSTATUS));       /* MIE, MPIE, MPP */
  put(CSRRCI(A3, MSTATUS, 8));
  put(CSRR(S0, MISA));
  put(CSRW(MEPC, T1));
  put(CSRRW(S1, MIE, T1));
  put(CSRR(T2, MEPC));
  put(J(0));
  sim *sim = run(200);
  EXPECT_EQUAL(reg(sim, A0), UINT32_MAX);
  EXPECT_EQUAL(reg(sim, A1), 0x1800);
  EXPECT_EQUAL(reg(sim, A2), 0x1888);
  EXPECT_EQUAL(reg(sim, A3), 0x1888);
  EXPECT_EQUAL(reg(sim, S0), 0x40001100);
  EXPECT_EQUAL(reg(sim, S1), 0);
  EXPECT_EQUAL(reg(sim, T2), 0xfffffffc);
  const sim_hart *hart = sim_hart_at(sim, 0);
  EXPECT_EQUAL(hart->mscratch, HANDLER_AT);
  EXPECT_EQUAL(hart->mstatus, 0x1880);
  EXPECT_EQUAL(hart->mie, 0xffff0888);
  EXPECT_EQUAL(hart->mtvec, HANDLER_AT);
  EXPECT_EQUAL(hart->exceptions, 0);
  fixture_free(sim);
}

/* ---- exceptions ---- */

/* The instruction in the fourth place traps. The handler saves the CSRs. */
static void expect_trap(uint32_t before, uint32_t word, uint32_t cause, uint32_t value, uint32_t at) {
  begin();
  put(before);
  put(word);
  put(LI(A3, 1)); /* must not happen */
  handler();
  put(CSRR(A0, MCAUSE));
  put(CSRR(A1, MEPC));
  put(CSRR(A2, MTVAL));
  put(CSRR(S0, MSTATUS));
  put(J(0));
  sim *sim = run(200);
  EXPECT_EQUAL(reg(sim, A0), cause);
  EXPECT_EQUAL(reg(sim, A1), at);
  EXPECT_EQUAL(reg(sim, A2), value);
  EXPECT_EQUAL(reg(sim, A3), 0);
  EXPECT_EQUAL(reg(sim, S0), 0x1800);
  EXPECT_EQUAL(sim_hart_at(sim, 0)->exceptions, 1);
  EXPECT_EQUAL(sim_get_counters(sim)->program_faults, 0);
  fixture_free(sim);
}

static void exceptions_are_precise(void) {
  const uint32_t at = CODE + 16;
  expect_trap(NOP, ECALL, 11, 0, at);
  expect_trap(NOP, EBREAK, 3, at, at);
  expect_trap(NOP, 0xffffffff, 2, 0xffffffff, at);
  expect_trap(NOP, CSRR(A3, 0x123), 2, CSRR(A3, 0x123), at);
  expect_trap(NOP, CSRW(TIME, A3), 2, CSRW(TIME, A3), at);
  expect_trap(LI(T1, 3), LW(A3, 0, T1), 4, 3, at);
  expect_trap(LI(T1, 8), LW(A3, 0, T1), 5, 8, at);
  expect_trap(LI(T1, 9), SW(A3, 0, T1), 6, 9, at);
  expect_trap(LI(T1, 8), SW(A3, 0, T1), 7, 8, at);
  expect_trap(LI(T1, 18), JALR(A3, 0, T1), 0, 18, at);
  expect_trap(LI(T1, 16), JALR(ZERO, 0, T1), 1, 16, 16);
}

/* The handler's first instruction is fetched in the same cycle as the target of a jump that replaced the ecall. */
static void a_trap_costs_what_a_jump_does(void) {
  begin();
  put(CSRR(A0, MCYCLE));
  put(ECALL);
  handler();
  put(CSRR(A1, MCYCLE));
  put(J(0));
  sim *sim = run(200);
  /* From csrr to csrr: two cycles after the CSR read, the ecall, and the two instructions after it. */
  EXPECT_EQUAL(reg(sim, A1) - reg(sim, A0), 2 + 1 + 2);
  fixture_free(sim);

  begin();
  put(ADDI(T1, T0, 8));
  put(CSRW(MEPC, T1));
  put(CSRR(A0, MCYCLE));
  put(MRET);
  handler();
  put(NOP);
  put(NOP);
  put(CSRR(A1, MCYCLE));
  put(J(0));
  sim = run(200);
  EXPECT_EQUAL(reg(sim, A1) - reg(sim, A0), 2 + 1 + 2);
  EXPECT_EQUAL(sim_hart_at(sim, 0)->mstatus, 0x1880);
  fixture_free(sim);
}

static void a_hart_without_a_handler_stops(void) {
  begin();
  put(CSRW(MTVEC, ZERO));
  put(NOP);
  put(ECALL);
  sim *sim = run(200);
  EXPECT_EQUAL(sim_hart_at(sim, 0)->stopped, 1);
  const sim_counters *counters = sim_get_counters(sim);
  EXPECT_EQUAL(counters->program_faults, 1);
  EXPECT_EQUAL(counters->fault.cause, 11);
  EXPECT_EQUAL(counters->fault.address, CODE + 4 * 5);
  fixture_free(sim);
}

/* ---- registers that exist and are 0 (Privileged 20211203, 3.1.6, 3.1.10) ---- */

static void registers_of_events_are_there_and_0(void) {
  static const uint32_t numbers[] = {0x310, 0x323, 0x33f, 0xb03, 0xb1f, 0xb83, 0xb9f};
  for (uint32_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    begin();
    put(LI(T1, -1));
    put(CSRW(numbers[i], T1));
    put(CSRR(A0, numbers[i]));
    put(J(0));
    sim *sim = run(100);
    EXPECT_EQUAL(reg(sim, A0), 0);
    EXPECT_EQUAL(sim_hart_at(sim, 0)->exceptions, 0);
    fixture_free(sim);
  }
  expect_trap(NOP, CSRW(0xf15, A3), 2, CSRW(0xf15, A3), CODE + 16); /* mconfigptr can only be read */
  expect_trap(NOP, CSRR(A3, 0x322), 2, CSRR(A3, 0x322), CODE + 16); /* numbers below and above the numbers of events */
  expect_trap(NOP, CSRR(A3, 0x340 - 0x20), 2, CSRR(A3, 0x340 - 0x20), CODE + 16);
  expect_trap(NOP, CSRR(A3, 0xb20), 2, CSRR(A3, 0xb20), CODE + 16);
}

/* ---- what is refused ---- */

static void expect_refused(uint8_t *field, uint8_t value) {
  sim_error error;
  const uint8_t before = *field;
  *field = value;
  EXPECT_EQUAL(sim_config_check(&config, NULL, &error) != sim_status_OK, 1);
  *field = before;
  EXPECT_EQUAL(sim_config_check(&config, NULL, &error), sim_status_OK);
}

static void wrong_harts_are_refused(void) {
  begin();
  fixture_contexts(&config, 2);
  fixture_hart(&config, words, CODE_WORDS, CODE, 0);
  fixture_thread(&config, sim_thread_start_SOFT, sim_layer_PROTOCOL, 2, 1);
  fixture_step(&config, sim_step_op_RETURN, 0);
  expect_refused(&config.threads[0].start, sim_thread_start_SOFT);
  expect_refused(&config.threads[0].interrupts_enabled, 0);
  expect_refused(&config.threads[0].machine_mode, 2);
  expect_refused(&config.threads[1].context, 0);
  expect_refused(&config.threads[1].context, SIM_NONE_8);
  expect_refused(&config.routines[0].kind, sim_routine_kind_CYCLES);
  expect_refused(&config.scheduler, sim_scheduler_PRIORITY);
  expect_refused(&config.steps[0].bits, sim_layer_PROTOCOL);
}

int main(void) {
  RUN(registers_hold_what_is_written);
  RUN(exceptions_are_precise);
  RUN(a_trap_costs_what_a_jump_does);
  RUN(a_hart_without_a_handler_stops);
  RUN(registers_of_events_are_there_and_0);
  RUN(wrong_harts_are_refused);
  return TEST_EXIT_CODE;
}
