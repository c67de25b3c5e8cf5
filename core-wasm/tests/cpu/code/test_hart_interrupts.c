/* Harts: interrupts, WFI and reports of traps, with cycles worked out by hand. */
#include "support/hart_fixture.h"

/* ---- interrupts ---- */

enum { DUE = 200 };
#define CLINT 0xf2000

/* Sets the timer to expire at DUE. Uses t1 and t2. */
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

/* Nops fill the pipeline. If the interrupt is recognised in cycle t, the instruction in ID leaves WB in t + 3, and the
 * handler's first instruction is in IF in t + 4 and leaves EX in t + 7. */
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
  /* An instruction counts as executed when it leaves IF, so at most four have not retired. */
  EXPECT(sim_program_registers(sim, 0)->executed - sim_get_counters(sim)->instructions <= 4);
  fixture_free(sim);
}

/* The pipeline is empty, so the handler is in IF in the cycle after the interrupt. */
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
    /* The hart waits from the cycle after WFI leaves WB. */
    EXPECT(fixture_cycles_by(sim, 0, sim_layer_IDLE, sim_cause_WAITING) > DUE - 60);
    fixture_free(sim);
  }
}

/* ---- recognition after writes of CSRs and accesses to devices (Privileged 20211203, 3.1.9) ---- */

/* The software interrupt is pending. `opens` enables interrupts, and `closes` disables them at once. */
static void expect_window(uint32_t before, uint32_t opens, uint32_t closes) {
  begin();
  put(before);
  put(LUI(T1, CLINT));
  put(LI(S0, 1));
  put(SW(S0, 0, T1)); /* msip */
  const uint32_t at = count;
  put(opens);
  put(closes);
  put(J(0));
  handler();
  put(CSRR(A1, MEPC));
  put(ADDI(A0, A0, 1));
  put(SW(ZERO, 0, T1));
  put(MRET);
  sim *sim = run(200);
  EXPECT_EQUAL(reg(sim, A0), 1);
  EXPECT_EQUAL(reg(sim, A1), CODE + 4 * (at + 1)); /* no instruction between the write and the trap */
  fixture_free(sim);
}

static void a_window_of_two_csr_instructions_lets_an_interrupt_in(void) {
  expect_window(CSRRSI(ZERO, MIE, 8), CSRRSI(ZERO, MSTATUS, 8), CSRRCI(ZERO, MSTATUS, 8));
  expect_window(CSRRSI(ZERO, MSTATUS, 8), CSRRSI(ZERO, MIE, 8), CSRW(MIE, ZERO));
  expect_window(CSRRSI(ZERO, MSTATUS, 8), CSRRSI(A2, MIE, 8), CSRR(A3, MCYCLE));
  expect_window(CSRRSI(ZERO, MSTATUS, 8), CSRRSI(A2, MIE, 8), LW(A3, 0, T1));
}

/* Threads that lines start interrupt the hart in each cycle. In some of them, one returns to `csrci` while the line of
 * the other waits. */
static void a_window_lets_an_interrupt_in_beside_threads_of_the_machine(void) {
  enum { WINDOWS = 8, FROM = 20, TO = 200 };
  for (uint32_t tick = FROM; tick < TO; tick++) {
    begin();
    config.policy = sim_policy_ON_EVENT;
    config.context_count = 2;
    config.timer_count = config.line_count = 2;
    for (uint32_t timer = 0; timer < 2; timer++) {
      config.timers[timer].period_cycles_numerator = 100000;
      config.timers[timer].start_cycle = tick + timer;
      config.timers[timer].line = (uint8_t)timer;
    }
    put(CSRRSI(ZERO, MIE, 8));
    put(LUI(T1, CLINT));
    put(LI(S0, 1));
    for (uint32_t i = 0; i < WINDOWS; i++) {
      put(SW(S0, 0, T1)); /* msip */
      put(CSRRSI(ZERO, MSTATUS, 8));
      put(CSRRCI(ZERO, MSTATUS, 8));
    }
    put(J(0));
    handler();
    put(ADDI(A0, A0, 1));
    put(SW(ZERO, 0, T1));
    put(MRET);
    fixture_hart(&config, words, CODE_WORDS, CODE, 0);
    for (uint32_t timer = 0; timer < 2; timer++) {
      const uint32_t thread = fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 1);
      config.threads[thread].line = (uint8_t)timer;
      fixture_step(&config, sim_step_op_ACKNOWLEDGE, timer)->device = sim_device_kind_TIMER;
    }
    sim *sim = fixture_create(&config, NULL, &fixture_watched);
    sim_step(sim, 1000, 0);
    EXPECT_EQUAL(reg(sim, A0), WINDOWS);
    EXPECT_EQUAL(sim_get_counters(sim)->interrupts, WINDOWS + 2);
    fixture_free(sim);
  }
}

/* No interrupt is taken between `csrci mstatus, 8` and the next instruction, even if csrci is already in EX. */
static void an_interrupt_is_not_taken_behind_the_instruction_that_masks_it(void) {
  for (uint32_t nops = 0; nops < 8; nops++) {
    begin();
    put_timer();
    put(CSRRSI(ZERO, MSTATUS, 8));
    for (uint32_t i = 0; i < nops; i++) put(NOP);
    put(CSRRCI(ZERO, MSTATUS, 8));
    put(ADDI(A0, A0, 1));
    put(ADDI(A0, A0, -1));
    put(J(-4 * (int)(4 + nops)));
    handler();
    put(CSRRS(ZERO, MSCRATCH, A0));
    put(ADDI(A2, A2, 1));
    put(CSRR(S0, MCYCLE));
    put(ADDI(S0, S0, 97));
    put(SW(S0, 0, T1));
    put(MRET);
    sim *sim = run(20000);
    EXPECT(reg(sim, A2) > 50);
    EXPECT_EQUAL(sim_hart_at(sim, 0)->mscratch, 0); /* a0 is 1 only while interrupts are masked */
    fixture_free(sim);
  }
}

/* A loop repeats one instruction 32 times. An interrupt waits only for the current instruction: it is
 * recognised at most `most` cycles after the timer is due. */
static void expect_recognised_within(uint32_t memory_cycles, uint32_t word, uint64_t most) {
  uint64_t longest = 0;
  for (uint32_t due = DUE; due < DUE + 110; due++) {
    begin();
    config.memory_cycles = (uint16_t)memory_cycles;
    put_timer();
    words[3] = LI(T2, (int)due);
    put(CSRRSI(ZERO, MSTATUS, 8));
    const uint32_t loop = count;
    while (count < HANDLER - 1) put(word);
    put(J(4 * ((int)loop - HANDLER + 1)));
    handler();
    put(J(0));
    sim *sim = run(due + 400);
    const uint64_t waited = recognised_at(sim, 0) - due;
    longest = waited > longest ? waited : longest;
    fixture_free(sim);
  }
  EXPECT(longest <= most);
}

static void instructions_in_a_row_hold_no_interrupt(void) {
  expect_recognised_within(1, CSRR(A0, MCYCLE), 2);
  expect_recognised_within(1, SW(ZERO, 4, T1), 2);
  expect_recognised_within(1, LW(A0, 0, T1), 2);
  expect_recognised_within(20, SW(ZERO, 4, T1), 21);
  expect_recognised_within(20, LW(A0, 0, T1), 21);
}

/* The handler of the software interrupt enables interrupts, and the timer interrupts it. Both return. */
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
  put(CSRRCI(ZERO, MIE, 8)); /* no further software interrupts */
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
  EXPECT_EQUAL(sim_hart_at(sim, 0)->mepc, CODE + 4 * 15); /* after the store to msip */
  EXPECT_EQUAL(sim_program_registers(sim, 0)->pc, CODE + 4 * 16);
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

/* The handler's store to msip is in MEM three cycles after its first cycle. MRET leaves IF in the same cycle, and the
 * previous layer is back in the next one. */
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

/* ---- mtime ---- */

enum { MTIME_PAGE = 0xf200c, MTIME = -8 };

/* A store to mtime changes `time` and the comparison with mtimecmp. It changes neither mcycle nor the cycle. */
static void mtime_can_be_written(void) {
  begin();
  put(LI(T2, 2000));
  put(LUI(T1, CLINT + 4));
  put(SW(T2, 0, T1));
  put(SW(ZERO, 4, T1)); /* mtimecmp: 2000 */
  put(LI(T2, 128));
  put(CSRW(MIE, T2));
  put(LUI(S0, MTIME_PAGE));
  put(LI(S1, 1900));
  put(CSRRSI(ZERO, MSTATUS, 8));
  put(SW(S1, MTIME, S0)); /* in this cycle mtime is 1900 */
  put(CSRR(A0, MCYCLE));
  put(CSRR(A1, TIME));
  put(J(0));
  handler();
  put(CSRR(A2, TIME));
  put(J(0));
  sim *sim = run(400);
  const uint64_t stored = reg(sim, A0) - 2; /* the store is in MEM at that time, and the next CSR instruction in ID */
  EXPECT_EQUAL(reg(sim, A1) - 1900, 4);
  EXPECT_EQUAL(recognised_at(sim, 0), stored + 100);
  EXPECT_EQUAL(reg(sim, A2), 2000 + 7);
  EXPECT_EQUAL(sim_plic_of(sim)->mtime_offset, 1900 - stored);
  fixture_free(sim);
}

/* ---- the end of a program ---- */

static void a_jump_to_the_end_stops_the_hart_with_its_exit_code(void) {
  begin();
  put_timer();
  put(CSRRSI(ZERO, MSTATUS, 8));
  put(LI(A0, 42));
  put(JALR(ZERO, 0, RA));
  handler();
  put(LI(A1, 1)); /* no further interrupt is taken */
  sim *sim = run(400);
  EXPECT_EQUAL(sim_hart_at(sim, 0)->stopped, 1);
  EXPECT_EQUAL(sim_hart_at(sim, 0)->exceptions + sim_hart_at(sim, 0)->interrupts, 0);
  EXPECT_EQUAL(sim_program_registers(sim, 0)->pc, SIM_PROGRAM_RETURN);
  EXPECT_EQUAL(sim_program_registers(sim, 0)->cause, SIM_NONE);
  EXPECT_EQUAL(reg(sim, A0), 42);
  EXPECT_EQUAL(sim_get_counters(sim)->program_faults, 0);
  EXPECT_EQUAL(fixture_event_value(sim, sim_event_kind_TRAP, SIM_TRAP_END), 42);
  fixture_free(sim);
}

/* ---- traps are told ---- */

/* The timer is due in cycle 200. The handler sets it again in its second instruction and continues. */
static void the_latency_of_a_timer_interrupt_has_parts(void) {
  begin();
  put_timer();
  put(CSRRSI(ZERO, MSTATUS, 8));
  put(J(0));
  handler();
  put(LI(T2, -1));
  put(SW(T2, 4, T1));
  put(MRET);
  sim *sim = run(400);
  EXPECT_EQUAL(sim_latency_next(sim), 1);
  const sim_latency *record = sim_latency_log(sim);
  EXPECT_EQUAL(record->direction, sim_interrupt_source_TIMER);
  EXPECT_EQUAL(record->nic, 0);
  EXPECT_EQUAL(record->begin_cycle, DUE);
  EXPECT_EQUAL(record->parts[sim_interrupt_part_MASKED], 1);
  EXPECT(record->parts[sim_interrupt_part_DRAIN] <= 3);
  /* counted from the fetch of the handler: its second instruction is in MEM in the fifth cycle */
  EXPECT_EQUAL(record->parts[sim_interrupt_part_ACKNOWLEDGE], 5);
  EXPECT_EQUAL(sim_get_tally(sim, sim_tally_kind_TIMER, 0)->all.count, 1);
  EXPECT_EQUAL(sim_get_tally(sim, sim_tally_kind_SOFTWARE, 0)->all.count, 0);
  EXPECT_EQUAL(sim_interrupt_histogram(sim)->count, 1);
  EXPECT_EQUAL(fixture_event_value(sim, sim_event_kind_TRAP, 0x80000007), sim_hart_at(sim, 0)->mepc);
  EXPECT_EQUAL(fixture_event_value(sim, sim_event_kind_TRAP, SIM_TRAP_RETURN), sim_hart_at(sim, 0)->mepc);
  EXPECT_EQUAL(fixture_event_value(sim, sim_event_kind_TRAP, SIM_TRAP_ENABLES), CODE + 4 * 8);
  fixture_free(sim);
}

/* A stored bit is pending from the next boundary onwards. */
static void the_latency_of_a_software_interrupt_begins_with_its_store(void) {
  begin();
  put(LI(T2, 8));
  put(CSRW(MIE, T2));
  put(LUI(T1, CLINT));
  put(LI(S0, 1));
  put(SW(S0, 0, T1));
  for (uint32_t i = 0; i < 10; i++) put(NOP);
  put(CSRRSI(ZERO, MSTATUS, 8));
  put(J(0));
  handler();
  put(SW(ZERO, 0, T1));
  put(MRET);
  sim *sim = run(300);
  EXPECT_EQUAL(sim_latency_next(sim), 1);
  const sim_latency *record = sim_latency_log(sim);
  EXPECT_EQUAL(record->direction, sim_interrupt_source_SOFTWARE);
  /* With the store in MEM, the next instruction is in ID. csrsi is ten instructions later, in MEM after two cycles. */
  EXPECT_EQUAL(record->parts[sim_interrupt_part_MASKED], 12);
  EXPECT_EQUAL(recognised_at(sim, 0) + 1, record->begin_cycle + 12);
  EXPECT_EQUAL(sim_get_tally(sim, sim_tally_kind_SOFTWARE, 0)->all.count, 1);
  fixture_free(sim);
}

/* The line belongs to a timer and starts no thread. */
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
  put(CSRW(MIE, ZERO)); /* this program cannot acknowledge it */
  put(MRET);
  sim *sim = run(400);
  EXPECT_EQUAL(sim_hart_at(sim, 0)->mline, 3);
  EXPECT_EQUAL(reg(sim, A0), 0x80000011);
  EXPECT_EQUAL(reg(sim, A1), 1u << 17);
  EXPECT_EQUAL(recognised_at(sim, 0), DUE);
  EXPECT_EQUAL(sim_hart_at(sim, 0)->interrupts, 1);
  fixture_free(sim);
}

/* M-169: if a line sends messages, a tick that no hart took before the next tick is an overrun. */
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

/* A thread on the other core acknowledges the timer after a routine of 300 cycles. Then the line falls. */
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

/* ---- the same result for all sizes of steps ---- */

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

int main(void) {
  RUN(a_timer_interrupt_drains_the_pipeline);
  RUN(wfi_waits_for_an_interrupt);
  RUN(a_window_of_two_csr_instructions_lets_an_interrupt_in);
  RUN(a_window_lets_an_interrupt_in_beside_threads_of_the_machine);
  RUN(an_interrupt_is_not_taken_behind_the_instruction_that_masks_it);
  RUN(instructions_in_a_row_hold_no_interrupt);
  RUN(interrupts_nest);
  RUN(a_vector_has_a_place_for_each_cause);
  RUN(a_handler_has_its_layer);
  RUN(mtime_can_be_written);
  RUN(a_jump_to_the_end_stops_the_hart_with_its_exit_code);
  RUN(the_latency_of_a_timer_interrupt_has_parts);
  RUN(the_latency_of_a_software_interrupt_begins_with_its_store);
  RUN(a_line_is_bound_to_a_hart);
  RUN(ticks_that_no_hart_took_are_overruns);
  RUN(a_latency_ends_when_the_line_is_down);
  RUN(steps_change_nothing);
  return TEST_EXIT_CODE;
}
