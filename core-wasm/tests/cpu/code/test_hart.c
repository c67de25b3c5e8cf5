/* Harts: registers, traps, interrupts and WFI, their cycles counted by hand on the five-stage machine. */
#include "support/machine_code.h"
#include "support/machine_fixture.h"
#include "support/test.h"

enum { CODE = 0x1000, HANDLER = 32, HANDLER_AT = CODE + 4 * HANDLER, CODE_WORDS = 64 };

static sim_config config;
static uint32_t words[CODE_WORDS];
static uint32_t count;

static void put(uint32_t word) { words[count++] = word; }

/* The program begins; t0 is the address of the handler, and so is mtvec. */
static void begin(void) {
  sim_config_defaults(&config);
  config.nic_count = 0;
  config.program_memory_bytes = 256;
  for (count = 0; count < CODE_WORDS; count++) words[count] = NOP;
  count = 0;
  put(LUI(T0, 1));
  put(ADDI(T0, T0, 4 * HANDLER));
  put(CSRW(MTVEC, T0));
}

static void handler(void) { count = HANDLER; }

static sim *run(uint64_t cycles) {
  fixture_hart(&config, words, CODE_WORDS, CODE, 0);
  sim *sim = fixture_create(&config, NULL, &fixture_watched);
  sim_step(sim, cycles, 0);
  EXPECT_EQUAL(sim_check_invariants(sim), 0);
  return sim;
}

static uint32_t reg(const sim *sim, uint32_t number) { return sim_program_registers(sim, 0)->x[number]; }

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

/* The instruction in the fourth place traps; the handler keeps what it finds. */
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

/* ecall in WB at t; the handler's first instruction is fetched as the target of a jump that leaves EX. */
static void a_trap_costs_what_a_jump_does(void) {
  begin();
  put(CSRR(A0, MCYCLE));
  put(ECALL);
  handler();
  put(CSRR(A1, MCYCLE));
  put(J(0));
  sim *sim = run(200);
  /* From csrr to csrr: the wait of the one behind a read of a CSR (2), ecall, and the two instructions behind it. */
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

/* ---- interrupts ---- */

enum { DUE = 200 };
#define CLINT 0xf2000

/* The timer is due at that cycle; t1 and t2 are used. */
static void put_timer(void) {
  put(LI(T2, DUE));
  put(LUI(T1, CLINT + 4));
  put(SW(T2, 0, T1));
  put(SW(ZERO, 4, T1));
  put(LI(T2, 128));
  put(CSRW(MIE, T2));
}

static uint64_t recognised_at(const sim *sim, uint32_t index) {
  return fixture_nth_event_cycle(sim, sim_event_kind_RECOGNISED, index);
}

/* Nops fill the pipeline. Recognised in cycle t: what was in ID leaves WB in t + 3; the handler's first instruction is
 * in IF in t + 4 and leaves EX in t + 7. */
static void a_timer_interrupt_drains_the_pipeline(void) {
  begin();
  put_timer();
  put(CSRRSI(ZERO, MSTATUS, 8));
  const uint32_t loop = count;
  count = HANDLER - 1;
  put(J(4 * ((int)loop - HANDLER + 1)));
  handler();
  put(CSRR(A0, MCYCLE));
  put(CSRR(A1, MEPC));
  put(CSRR(A2, MCAUSE));
  put(J(0));
  sim *sim = run(400);
  EXPECT_EQUAL(recognised_at(sim, 0), DUE);
  EXPECT_EQUAL(reg(sim, A0), DUE + 7);
  EXPECT_EQUAL(reg(sim, A2), 0x80000007);
  EXPECT(reg(sim, A1) >= CODE + 4 * loop && reg(sim, A1) < HANDLER_AT);
  EXPECT_EQUAL(sim_get_counters(sim)->interrupts, 1);
  /* An instruction is executed when it leaves IF: what has not retired by then is in one of four stages. */
  EXPECT(sim_program_registers(sim, 0)->executed - sim_get_counters(sim)->instructions <= 4);
  fixture_free(sim);
}

/* Nothing is in the pipeline: the handler is in IF in the cycle behind that of the interrupt. */
static void wfi_waits_for_an_interrupt(void) {
  for (int is_enabled = 0; is_enabled < 2; is_enabled++) {
    begin();
    put_timer();
    if (is_enabled) put(CSRRSI(ZERO, MSTATUS, 8));
    put(WFI);
    put(CSRR(A0, MCYCLE));
    put(J(0));
    handler();
    put(CSRR(A1, MCYCLE));
    put(CSRR(A2, MEPC));
    put(J(0));
    sim *sim = run(400);
    EXPECT_EQUAL(reg(sim, is_enabled ? A1 : A0), DUE + 4);
    EXPECT_EQUAL(reg(sim, is_enabled ? A0 : A1), 0);
    EXPECT_EQUAL(reg(sim, A2), is_enabled ? CODE + 4 * 11 : 0);
    EXPECT_EQUAL(sim_get_counters(sim)->threads[0].waits, 1);
    /* It waits from the cycle in which WFI has left WB. */
    EXPECT(fixture_cycles_by(sim, 0, sim_layer_IDLE, sim_cause_WAITING) > DUE - 60);
    fixture_free(sim);
  }
}

/* The handler of the software interrupt lets the timer's in: both return to where they were. */
static void interrupts_nest(void) {
  begin();
  put_timer();
  put(LI(T2, 136));
  put(CSRW(MIE, T2));
  put(CSRRSI(ZERO, MSTATUS, 8));
  put(LI(S0, 1));
  put(LUI(T1, CLINT));
  put(SW(S0, 0, T1)); /* msip */
  put(ADDI(A3, A3, 1));
  put(J(0));
  handler();
  put(CSRR(A0, MCAUSE));
  put(ADDI(A1, A1, 1));
  put(SW(ZERO, 0, T1));
  put(CSRRCI(ZERO, MIE, 8)); /* no more of those */
  put(ADDI(T0, T0, 64)); /* the second handler */
  put(CSRW(MTVEC, T0));
  put(CSRR(S1, MEPC));
  put(CSRRSI(ZERO, MSTATUS, 8));
  put(WFI);
  put(CSRRCI(ZERO, MSTATUS, 8));
  put(CSRW(MEPC, S1));
  put(MRET);
  count = HANDLER + 16;
  put(CSRR(A2, MCAUSE));
  put(LI(T2, 128));
  put(CSRRC(ZERO, MIE, T2));
  put(MRET);
  sim *sim = run(600);
  EXPECT_EQUAL(reg(sim, A0), 0x80000003);
  EXPECT_EQUAL(reg(sim, A2), 0x80000007);
  EXPECT_EQUAL(reg(sim, A1), 1);
  EXPECT_EQUAL(reg(sim, A3), 1);
  EXPECT_EQUAL(recognised_at(sim, 1), DUE);
  EXPECT_EQUAL(sim_hart_at(sim, 0)->interrupts, 2);
  EXPECT_EQUAL(sim_program_registers(sim, 0)->pc, sim_hart_at(sim, 0)->mepc);
  fixture_free(sim);
}

static void a_vector_has_a_place_for_each_cause(void) {
  begin();
  put(ADDI(T0, T0, 1));
  put(CSRW(MTVEC, T0));
  put_timer();
  put(CSRRSI(ZERO, MSTATUS, 8));
  put(WFI);
  handler();
  put(J(0));
  count = HANDLER + 7;
  put(LI(A0, 7));
  put(J(0));
  sim *sim = run(400);
  EXPECT_EQUAL(reg(sim, A0), 7);
  EXPECT_EQUAL(sim_hart_at(sim, 0)->mtvec, HANDLER_AT + 1);
  fixture_free(sim);
}

/* A store to msip in the handler is in MEM three cycles behind the first of the handler; MRET leaves IF in that one,
 * and the layer is that of before from the next one on. */
static void a_handler_has_its_layer(void) {
  begin();
  put(LI(T2, 8));
  put(CSRW(MIE, T2));
  put(LI(S0, 1));
  put(LUI(T1, CLINT));
  put(CSRRSI(ZERO, MSTATUS, 8));
  put(SW(S0, 0, T1));
  put(ADDI(A0, A0, 1));
  put(J(0));
  handler();
  put(SW(ZERO, 0, T1));
  put(MRET);
  sim *sim = run(300);
  uint64_t cycles = 0;
  for (uint32_t cause = 0; cause < SIM_CAUSE_LIMIT; cause++)
    cycles += fixture_cycles_by(sim, 0, sim_layer_DRIVER_ISR, cause);
  EXPECT_EQUAL(cycles, 4);
  EXPECT_EQUAL(reg(sim, A0), 1);
  EXPECT_EQUAL(sim_hart_at(sim, 0)->interrupts, 1);
  EXPECT_EQUAL(sim_hart_at(sim, 0)->mlayer, 0x101);
  fixture_free(sim);
}

/* The line of a timer, of which no thread is started. */
static void a_line_is_bound_to_a_hart(void) {
  begin();
  config.timer_count = 1;
  config.line_count = 2;
  config.timers[0].period_cycles_numerator = 100000;
  config.timers[0].start_cycle = DUE;
  config.timers[0].line = 1;
  put(LI(T1, -1));
  put(CSRRW(ZERO, MLINE, T1));
  put(CSRW(MIE, T1));
  put(CSRRSI(ZERO, MSTATUS, 8));
  put(J(0));
  handler();
  put(CSRR(A0, MCAUSE));
  put(CSRR(A1, MIP));
  put(CSRW(MIE, ZERO)); /* it cannot be acknowledged from here */
  put(MRET);
  sim *sim = run(400);
  EXPECT_EQUAL(sim_hart_at(sim, 0)->mline, 3);
  EXPECT_EQUAL(reg(sim, A0), 0x80000011);
  EXPECT_EQUAL(reg(sim, A1), 1u << 17);
  EXPECT_EQUAL(recognised_at(sim, 0), DUE);
  EXPECT_EQUAL(sim_hart_at(sim, 0)->interrupts, 1);
  fixture_free(sim);
}

/* M-169: of ticks on a line that sends messages, those that no hart took before the next one are overruns. */
static void ticks_that_no_hart_took_are_overruns(void) {
  for (int takes = 0; takes <= 1; takes++) {
    begin();
    config.timer_count = 1;
    config.line_count = 2;
    config.timers[0].period_cycles_numerator = 100;
    config.timers[0].start_cycle = 100;
    config.timers[0].line = 1;
    config.lines[1].trigger = sim_trigger_MESSAGE;
    put(LI(T1, 2));
    put(CSRRW(ZERO, MLINE, T1));
    put(LUI(T2, 1u << 17 >> 12));
    if (takes) put(CSRW(MIE, T2));
    put(CSRRSI(ZERO, MSTATUS, 8));
    put(J(0));
    handler();
    put(MRET);
    sim *sim = run(1050);
    EXPECT_EQUAL(sim_get_counters(sim)->timers[0].ticks, 10);
    EXPECT_EQUAL(sim_get_counters(sim)->timers[0].overruns, takes ? 0 : 9);
    fixture_free(sim);
  }
}

/* A thread on the other core acknowledges the timer after its routine of 300 cycles: then the line is down. */
static void a_latency_ends_when_the_line_is_down(void) {
  begin();
  config.core_count = 2;
  config.timer_count = 1;
  config.line_count = 1;
  config.timers[0].period_cycles_numerator = 100000;
  config.timers[0].start_cycle = DUE;
  put(LI(T1, -1));
  put(CSRW(MLINE, T1));
  put(CSRW(MIE, T1));
  put(CSRRSI(ZERO, MSTATUS, 8));
  put(WFI);
  handler();
  put(CSRW(MIE, ZERO));
  put(J(0));
  fixture_hart(&config, words, CODE_WORDS, CODE, 0);
  const uint32_t rest = fixture_cycles(&config, 300);
  const uint32_t other = fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_PROTOCOL, 4, 0);
  config.threads[other].core = 1;
  fixture_step(&config, sim_step_op_EXEC, rest);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->device = sim_device_kind_TIMER;
  sim *sim = fixture_create(&config, NULL, &fixture_watched);
  sim_step(sim, 500, 0);
  EXPECT_EQUAL(sim_latency_next(sim), 1);
  const sim_latency *record = sim_latency_log(sim);
  EXPECT_EQUAL(record->begin_cycle, DUE);
  EXPECT_EQUAL(record->parts[sim_interrupt_part_MASKED], 1);
  EXPECT_EQUAL(record->parts[sim_interrupt_part_DRAIN], 0);
  EXPECT_EQUAL(record->parts[sim_interrupt_part_ACKNOWLEDGE], 300 - DUE - 1);
  EXPECT_EQUAL(record->end_cycle, 300);
  EXPECT_EQUAL(sim_interrupt_histogram(sim)->count, 1);
  EXPECT_EQUAL(sim_get_marks(sim)->lines[0].longest, 300 - DUE);
  fixture_free(sim);
}

/* ---- the same whatever the steps ---- */

/* Two harts of one core: each wakes the other, and a timer interrupts both. */
static void make_two_harts(sim_config *machine) {
  fixture_contexts(machine, 2);
  machine->policy = sim_policy_ROUND_ROBIN;
  machine->nic_count = 0;
  machine->program_memory_bytes = 256;
  static uint32_t code[2][CODE_WORDS];
  for (uint32_t hart = 0; hart < 2; hart++) {
    begin();
    put(LI(A0, 70 + 30 * (int)hart));
    put(LUI(T1, CLINT + 4));
    put(SW(A0, 8 * (int)hart, T1));
    put(SW(ZERO, 8 * (int)hart + 4, T1));
    put(LI(T2, 136));
    put(CSRW(MIE, T2));
    put(CSRRSI(ZERO, MSTATUS, 8));
    put(LUI(S0, CLINT));
    put(LI(S1, 1));
    put(SW(S1, 4 * (1 - (int)hart), S0));
    put(ADDI(A3, A3, 1));
    put(hart == 0 ? WFI : NOP);
    put(J(-12));
    handler();
    put(SW(ZERO, 4 * (int)hart, S0));
    put(ADDI(A0, A0, 97));
    put(SW(A0, 8 * (int)hart, T1));
    put(MRET);
    for (uint32_t i = 0; i < CODE_WORDS; i++) code[hart][i] = words[i];
  }
  for (uint32_t hart = 0; hart < 2; hart++) fixture_hart(machine, code[hart], CODE_WORDS, CODE, hart);
}

static void steps_change_nothing(void) {
  static sim_config machine;
  sim_config_defaults(&machine);
  make_two_harts(&machine);
  sim *sim = fixture_run_in_any_steps(&machine, 3000);
  EXPECT(sim_hart_at(sim, 0)->interrupts > 20);
  EXPECT(sim_hart_at(sim, 1)->interrupts > 0);
  fixture_free(sim);
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
  RUN(a_timer_interrupt_drains_the_pipeline);
  RUN(wfi_waits_for_an_interrupt);
  RUN(interrupts_nest);
  RUN(a_vector_has_a_place_for_each_cause);
  RUN(a_handler_has_its_layer);
  RUN(a_line_is_bound_to_a_hart);
  RUN(ticks_that_no_hart_took_are_overruns);
  RUN(a_latency_ends_when_the_line_is_down);
  RUN(steps_change_nothing);
  RUN(wrong_harts_are_refused);
  return TEST_EXIT_CODE;
}
