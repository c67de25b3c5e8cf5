/* The interrupt controller of harts, worked out by hand: buttons press its lines, programs claim and complete. */
#include "support/machine_code.h"
#include "support/machine_fixture.h"
#include "support/test.h"

enum { CODE = 0x1000, HANDLER = 96, CODE_WORDS = 128, DUE = 300, END = 900 };
enum { BASE = S1, TARGET = S0, VALUE = T1, PLACE = T2 }; /* address of the PLIC, and of this hart's registers there */

static sim_config config;
static uint32_t words[CODE_WORDS];
static uint32_t count;

static void put(uint32_t word) { words[count++] = word; }

static void put_store(uint32_t value, uint32_t offset, uint32_t base) {
  put(LI(VALUE, value));
  put(SW(VALUE, offset, base));
}

static void put_priority(uint32_t source, uint32_t priority) { put_store(priority, 4 * source, BASE); }
static void put_claim(uint32_t to) { put(LW(to, 4, TARGET)); }
static void put_completion(uint32_t source) { put_store(source, 4, TARGET); }

static void put_enable(uint32_t sources, uint32_t hart) {
  put(LUI(PLACE, 0xfc002));
  put_store(sources, 0x80 * hart, PLACE);
}

static void put_pending(uint32_t to) {
  put(LUI(PLACE, 0xfc001));
  put(LW(to, 0, PLACE));
}

static void put_acknowledge(uint32_t button) {
  put(LUI(PLACE, 0xf0400));
  put_store(1, 0x100 * button, PLACE);
}

/* A machine with this number of buttons, each on its own line and pressed once. */
static void begin_machine(uint32_t buttons) {
  sim_config_defaults(&config);
  config.nic_count = 0;
  config.program_memory_bytes = 256;
  config.button_count = config.line_count = (uint8_t)buttons;
  for (uint32_t i = 0; i < buttons; i++) {
    config.buttons[i] = (sim_button_config){.first_press = (uint16_t)i, .press_count = 1, .line = (uint8_t)i};
    config.presses[i] = DUE;
    config.lines[i] = config.lines[0];
    config.lines[i].core = config.lines[i].context = SIM_NONE_8;
  }
}

/* The program of a hart: external interrupts are enabled in mie, and not taken. */
static void begin_program(uint32_t hart) {
  for (count = 0; count < CODE_WORDS; count++) words[count] = NOP;
  count = 0;
  put(LUI(T0, 1));
  put(ADDI(T0, T0, 4 * HANDLER));
  put(CSRW(MTVEC, T0));
  put(LUI(BASE, 0xfc000));
  put(LUI(TARGET, 0xfc200 + hart));
  put(LI(VALUE, 1));
  put(TYPE_I(0x13, 1, VALUE, VALUE, 11)); /* slli */
  put(CSRW(MIE, VALUE));
}

static void begin(uint32_t buttons) {
  begin_machine(buttons);
  begin_program(0);
}

static void end_program(uint32_t hart) {
  if (count < HANDLER) put(J(0));
  fixture_hart(&config, words, CODE_WORDS, CODE, hart);
}

static sim *run(void) {
  end_program(0);
  return fixture_run_to(&config, END);
}

static uint32_t reg(const sim *sim, uint32_t number) { return sim_program_registers(sim, 0)->x[number]; }
/* In a0 to a3. */
static void expect_values(const sim *sim, uint32_t first, uint32_t second, uint32_t third, uint32_t fourth) {
  EXPECT_EQUAL(reg(sim, A0), first);
  EXPECT_EQUAL(reg(sim, A1), second);
  EXPECT_EQUAL(reg(sim, A2), third);
  EXPECT_EQUAL(reg(sim, A3), fourth);
}

static int has_external(const sim *sim) { return (sim_hart_mip(sim, 0) & 1u << 11) != 0; }

/* ---- registers ---- */

static void registers_keep_what_they_can(void) {
  begin(2);
  put_priority(1, 13);
  put_priority(0, 3);
  put_priority(3, 3); /* of no line */
  put(LW(A0, 4, BASE));
  put(LW(A1, 0, BASE));
  put(LW(A2, 12, BASE));
  put_enable((uint32_t)-1, 0);
  put(LW(A3, 0, PLACE));
  put_store(15, 0, TARGET);
  put(LW(15, 0, TARGET));
  put(LW(16, 4 * 64, BASE));
  sim *sim = run();
  expect_values(sim, 5, 0, 0, 6);
  EXPECT_EQUAL(reg(sim, 15), 7);
  EXPECT_EQUAL(reg(sim, 16), 0);
  EXPECT_EQUAL(sim_hart_at(sim, 0)->plic_enabled, 3);
  EXPECT_EQUAL(sim_hart_at(sim, 0)->plic_threshold, 7);
  EXPECT_EQUAL(sim_hart_at(sim, 0)->exceptions, 0);
  fixture_free(sim);
}

/* Sources from 32 on are in the second word, source 64 in the third. */
static void all_lines_are_sources(void) {
  begin(1);
  config.line_count = SIM_LINE_LIMIT;
  config.buttons[0].line = SIM_LINE_LIMIT - 1;
  for (uint32_t i = 0; i < SIM_LINE_LIMIT; i++) config.lines[i] = config.lines[0];
  put_priority(64, 1);
  put(LUI(PLACE, 0xfc002));
  put_store((uint32_t)-1, 4, PLACE);
  put_store((uint32_t)-1, 8, PLACE);
  put(LW(A2, 4, PLACE));
  put(LW(A3, 8, PLACE));
  put(WFI);
  put(LUI(PLACE, 0xfc001));
  put(LW(A0, 8, PLACE));
  put_claim(A1);
  sim *sim = run();
  expect_values(sim, 1, 64, UINT32_MAX, 1);
  EXPECT_EQUAL(sim_hart_at(sim, 0)->plic_enabled, ~(uint64_t)0x7fffffff);
  fixture_free(sim);
}

/* A line that starts a thread is not a source. */
static void a_line_of_a_thread_is_no_source(void) {
  begin(2);
  config.core_count = 2;
  put_priority(1, 1);
  put_priority(2, 1);
  put_enable(6, 0);
  put(LW(A0, 0, PLACE));
  put(LW(A1, 8, BASE));
  put(WFI);
  put_pending(A2);
  end_program(0);
  const uint32_t thread = fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  config.threads[thread].core = config.threads[thread].line = 1;
  fixture_step(&config, sim_step_op_RETURN, 0);
  sim *sim = fixture_run_to(&config, END);
  expect_values(sim, 2, 0, 2, 0);
  fixture_free(sim);
}

static void other_addresses_are_faults(void) {
  static const struct {
    uint32_t upper, offset, cause;
  } cases[] = {
      {0xfc000, 4 * 65, 5}, {0xfc001, 12, 5}, {0xfc002, 12, 5}, {0xfc002, 0x80, 5},
      {0xfc200, 8, 5},      {0xfc201, 0, 5},  {0xfc400, 0, 5},  {0xfc000, 2, 4},
  };
  for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    begin(1);
    put(LUI(PLACE, cases[i].upper));
    put(LW(A0, cases[i].offset, PLACE));
    words[HANDLER] = J(0);
    sim *sim = run();
    EXPECT_EQUAL(sim_hart_at(sim, 0)->mcause, cases[i].cause);
    fixture_free(sim);
  }
  begin(1);
  put(TYPE_I(0x03, 4, A0, BASE, 4)); /* lbu */
  words[HANDLER] = J(0);
  sim *sim = run();
  EXPECT_EQUAL(sim_hart_at(sim, 0)->mcause, 5);
  fixture_free(sim);
}

/* ---- which source ---- */

/* Lines 0 to 3 rise at once, with priorities 3, 5, 5 and 0. */
static void the_most_urgent_is_claimed_first(void) {
  begin(4);
  put_priority(1, 3);
  put_priority(2, 5);
  put_priority(3, 5);
  put_enable(0x1e, 0);
  put(WFI);
  put_claim(A0);
  put_claim(A1);
  put_claim(A2);
  put_claim(A3);
  put_pending(15);
  sim *sim = run();
  expect_values(sim, 2, 3, 1, 0);
  EXPECT_EQUAL(reg(sim, 15), 1u << 4);
  EXPECT_EQUAL(sim_plic_of(sim)->claimed, 7);
  fixture_free(sim);
}

/* No interrupt is pending for the hart, but a claim still takes the source. */
static void a_threshold_hides_from_mip_alone(void) {
  for (uint32_t threshold = 2; threshold <= 3; threshold++) {
    begin(1);
    put_priority(1, 3);
    put_enable(2, 0);
    put_store(threshold, 0, TARGET);
    put(J(0));
    sim *sim = run();
    EXPECT_EQUAL(has_external(sim), threshold == 2);
    EXPECT_EQUAL(sim_plic_of(sim)->pending, 1);
    fixture_free(sim);
  }
  begin(2);
  put_priority(1, 3);
  put_priority(2, 7);
  put_enable(6, 0);
  put_store(5, 0, TARGET);
  put(WFI);
  put_claim(A0);
  put(CSRR(A2, MIP));
  put_claim(A1);
  sim *sim = run();
  expect_values(sim, 2, 1, 0, 0);
  fixture_free(sim);
}

/* A higher threshold hides a pending source, and a lower one shows it again. Only then is the interrupt taken. The
 * source is pending all the time. */
static void a_threshold_masks_what_is_pending(void) {
  begin(1);
  put_priority(1, 3);
  put_enable(2, 0);
  put(WFI);
  put(CSRR(A0, MIP));
  put_store(3, 0, TARGET);
  put(CSRR(A1, MIP));
  put_pending(A2);
  put(CSRRSI(ZERO, MSTATUS, 8));
  for (uint32_t i = 0; i < 8; i++) put(ADDI(15, 15, 1));
  put_store(2, 0, TARGET);
  for (uint32_t i = 0; i < 8; i++) put(ADDI(15, 15, 1));
  put(J(0));
  count = HANDLER;
  put(ADDI(16, 15, 0));
  put(CSRR(A3, MCAUSE));
  put_claim(17);
  put(J(0));
  sim *sim = run();
  expect_values(sim, 1u << 11, 0, 2, 0x8000000b);
  EXPECT_EQUAL(reg(sim, 16), 8); /* instructions after the store have no effect (M-208) */
  EXPECT_EQUAL(reg(sim, 17), 1);
  EXPECT_EQUAL(sim_hart_at(sim, 0)->interrupts, 1);
  fixture_free(sim);
}

/* A claim returns 0 if no source is pending, if its priority is 0, and if it is already claimed. Such a claim changes
 * nothing, nor does a completion of source 0. */
static void a_claim_of_nothing_is_zero(void) {
  begin(2);
  put_priority(1, 1);
  put_enable(2, 0);
  put_claim(A0);
  put_completion(0);
  put(WFI);
  put_enable(4, 0); /* source 2, whose priority is 0 */
  put_claim(A1);
  put_pending(A2);
  put_enable(2, 0);
  put_claim(A3);
  put_claim(15);
  put_completion(0);
  put_claim(16);
  put_pending(17);
  sim *sim = run();
  expect_values(sim, 0, 0, 6, 1);
  EXPECT_EQUAL(reg(sim, 15), 0);
  EXPECT_EQUAL(reg(sim, 16), 0);
  EXPECT_EQUAL(reg(sim, 17), 4);
  EXPECT_EQUAL(sim_plic_of(sim)->claimed, 1);
  EXPECT_EQUAL(sim_plic_of(sim)->pending, 2);
  EXPECT_EQUAL(sim_interrupt_histogram(sim)->count, 1);
  EXPECT_EQUAL(sim_get_counters(sim)->interrupts, 0);
  fixture_free(sim);
}

/* ---- gateways ---- */

/* The line stays asserted. A claimed source is not pending until it is completed, and then at once. */
static void a_level_asks_again_when_it_is_completed(void) {
  begin(1);
  put_priority(1, 1);
  put_enable(2, 0);
  put(WFI);
  put_pending(A0);
  put_claim(A1);
  put_pending(A2);
  put_claim(A3);
  put_completion(1);
  put_pending(15);
  put_claim(16);
  put_acknowledge(0);
  put_completion(1);
  put_pending(17);
  sim *sim = run();
  expect_values(sim, 2, 1, 0, 0);
  EXPECT_EQUAL(reg(sim, 15), 2);
  EXPECT_EQUAL(reg(sim, 16), 1);
  EXPECT_EQUAL(reg(sim, 17), 0);
  EXPECT_EQUAL(sim_plic_of(sim)->claimed, 0);
  EXPECT_EQUAL(sim_interrupt_histogram(sim)->count, 1); /* it was a single interrupt */
  fixture_free(sim);
}

/* A request stays pending if the line falls before the claim. Such a request has no latency. */
static void a_request_stays(void) {
  begin(1);
  put_priority(1, 1);
  put_enable(2, 0);
  put(WFI);
  put_acknowledge(0);
  put(CSRR(A2, MIP));
  put_claim(A0);
  put_claim(A1);
  sim *sim = run();
  expect_values(sim, 1, 0, 1u << 11, 0);
  EXPECT_EQUAL(sim_interrupt_histogram(sim)->count, 0);
  fixture_free(sim);
}

/* Two more presses during the claim: one is kept until the completion. */
static void an_edge_is_kept_until_completion(void) {
  begin(1);
  config.lines[0].trigger = sim_trigger_MESSAGE;
  config.buttons[0].press_count = 3;
  config.presses[1] = DUE + 50;
  config.presses[2] = DUE + 60;
  put_priority(1, 1);
  put_enable(2, 0);
  put(WFI);
  put_claim(A0);
  put_pending(A1);
  for (uint32_t i = 0; i < 20; i++) put(CSRR(A2, MCYCLE)); /* at least two cycles each */
  for (uint32_t i = 0; i < 20; i++) put(CSRR(A2, MCYCLE));
  put_pending(A2);
  put_completion(1);
  put_claim(A3);
  put_completion(1);
  put_claim(15);
  sim *sim = run();
  expect_values(sim, 1, 0, 0, 1);
  EXPECT_EQUAL(reg(sim, 15), 0);
  EXPECT_EQUAL(sim_interrupt_histogram(sim)->count, 2);
  fixture_free(sim);
}

static void a_completion_of_what_is_not_enabled_is_ignored(void) {
  begin(1);
  put_priority(1, 1);
  put_enable(2, 0);
  put(WFI);
  put_claim(A0);
  put_enable(0, 0);
  put_completion(1);
  put_completion(200);
  put_pending(A1);
  put_enable(2, 0);
  put_completion(1);
  put_pending(A2);
  sim *sim = run();
  expect_values(sim, 1, 0, 2, 0);
  fixture_free(sim);
}

/* A masked line requests nothing. A thread on the other core unmasks it in cycle 400. */
static void a_masked_line_waits(void) {
  begin(1);
  config.core_count = 2;
  config.lines[0].masked = 1;
  put_priority(1, 1);
  put_enable(2, 0);
  put(WFI);
  put(CSRR(A0, MCYCLE));
  put_claim(A1);
  end_program(0);
  const uint32_t rest = fixture_cycles(&config, 400);
  const uint32_t other = fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_PROTOCOL, 4, 0);
  config.threads[other].core = 1;
  fixture_step(&config, sim_step_op_EXEC, rest);
  fixture_step(&config, sim_step_op_UNMASK, 0);
  sim *sim = fixture_run_to(&config, END);
  EXPECT_EQUAL(reg(sim, A0), 399 + 4); /* as in wfi_waits_for_an_interrupt of test_hart.c */
  EXPECT_EQUAL(reg(sim, A1), 1);
  fixture_free(sim);
}

/* ---- harts ---- */

/* Both harts are interrupted. One claims the source. The other finds none, two cycles later: their loads alternate. */
static void one_of_two_harts_gets_it(void) {
  begin_machine(1);
  config.context_count = 2;
  config.policy = sim_policy_ROUND_ROBIN;
  for (uint32_t hart = 0; hart < 2; hart++) {
    begin_program(hart);
    put_priority(1, 1);
    put_enable(2, hart);
    put(CSRRSI(ZERO, MSTATUS, 8));
    put(WFI);
    put(J(-4));
    count = HANDLER;
    put_claim(A0);
    put(ADDI(A1, A1, 1));
    put(CSRW(MIE, ZERO));
    put(MRET);
    end_program(hart);
  }
  sim *sim = fixture_run_to(&config, END);
  const sim_program_frame *first = sim_program_registers(sim, 0), *second = sim_program_registers(sim, 1);
  EXPECT_EQUAL(first->x[A1], 1);
  EXPECT_EQUAL(second->x[A1], 1);
  EXPECT_EQUAL(first->x[A0] + second->x[A0], 1);
  EXPECT_EQUAL(sim_get_counters(sim)->interrupts, 2);
  EXPECT_EQUAL(sim_interrupt_histogram(sim)->count, 1);
  fixture_free(sim);
}

/* Hart 0 claims source 1, whose line stays asserted. Later hart 1 completes it. If the source is enabled for hart
 * 1, this opens the gateway again. If not, it has no effect. */
static void another_hart_completes(int is_enabled) {
  enum { BEHIND_THE_CLAIM = 30 };
  begin_machine(2);
  config.presses[1] = DUE + 1; /* only for hart 1, whose WFI it ends in both cases */
  config.context_count = 2;
  config.policy = sim_policy_ROUND_ROBIN;
  begin_program(0);
  put_priority(1, 1);
  put_enable(2, 0);
  put(WFI);
  put_claim(A0);
  end_program(0);
  begin_program(1);
  put_priority(2, 1);
  put_enable(is_enabled ? 6 : 4, 1);
  put(WFI);
  for (uint32_t i = 0; i < BEHIND_THE_CLAIM; i++) put(NOP);
  put_pending(A0);
  put_completion(1);
  put_pending(A1);
  put_claim(A2);
  end_program(1);
  sim *sim = fixture_run_to(&config, END);
  EXPECT_EQUAL(reg(sim, A0), 1);
  const sim_program_frame *second = sim_program_registers(sim, 1);
  EXPECT_EQUAL(second->x[A0], 4);
  EXPECT_EQUAL(second->x[A1], is_enabled ? 6 : 4);
  EXPECT_EQUAL(second->x[A2], is_enabled ? 1 : 2); /* among equal priorities the lowest number */
  EXPECT_EQUAL(sim_plic_of(sim)->claimed, is_enabled ? 1 : 3);
  EXPECT_EQUAL(sim_plic_of(sim)->pending, is_enabled ? 2 : 0);
  fixture_free(sim);
}
static void any_hart_may_complete_what_it_has_enabled(void) {
  another_hart_completes(1);
  another_hart_completes(0);
}

/* In vectored mode the handler of an external interrupt is at base + 4 x 11. An exception starts at the base, where a
 * jump leads past all entries. The entries between fall through. */
static void its_vector_is_the_eleventh(void) {
  enum { EXTERNAL = 11, VECTORS = 22, EXCEPTIONS = VECTORS + 3 };
  begin(1);
  put(ADDI(T0, T0, 1));
  put(CSRW(MTVEC, T0));
  put_priority(1, 1);
  put_enable(2, 0);
  put(CSRRSI(ZERO, MSTATUS, 8));
  put(WFI);
  put(J(0));
  count = HANDLER;
  put(J(4 * EXCEPTIONS));
  while (count < HANDLER + VECTORS) put(ADDI(A3, A3, 1));
  put(CSRR(A0, MCAUSE));
  put(ECALL);
  count = HANDLER + EXCEPTIONS;
  put(CSRR(A1, MCAUSE));
  put(J(0));
  sim *sim = run();
  expect_values(sim, 0x8000000b, 11, 0, VECTORS - EXTERNAL);
  EXPECT_EQUAL(sim_hart_at(sim, 0)->interrupts, 1);
  EXPECT_EQUAL(sim_hart_at(sim, 0)->exceptions, 1);
  fixture_free(sim);
}

/* ---- what is measured ---- */

static void expect_latency(sim *sim, uint64_t masked, uint64_t acknowledged) {
  EXPECT_EQUAL(sim_latency_next(sim), 1);
  const sim_latency *record = sim_latency_log(sim);
  EXPECT_EQUAL(record->begin_cycle, DUE);
  EXPECT_EQUAL(record->parts[sim_interrupt_part_MASKED], masked);
  EXPECT_EQUAL(record->parts[sim_interrupt_part_DRAIN], 0);
  EXPECT_EQUAL(record->parts[sim_interrupt_part_ACKNOWLEDGE], acknowledged);
  EXPECT_EQUAL(sim_get_marks(sim)->lines[0].longest, masked + acknowledged);
}

/* The interrupt is recognised at the end of cycle DUE. The claim is in IF in DUE + 1 and in MEM in DUE + 4. */
static void a_latency_ends_with_the_claim(void) {
  begin(1);
  put_priority(1, 1);
  put_enable(2, 0);
  put(CSRRSI(ZERO, MSTATUS, 8));
  put(WFI);
  put(J(0));
  count = HANDLER;
  put_claim(A0);
  put(CSRR(A1, MCAUSE));
  put_acknowledge(0);
  put_completion(1);
  put(MRET);
  sim *sim = run();
  EXPECT_EQUAL(reg(sim, A0), 1);
  EXPECT_EQUAL(reg(sim, A1), 0x8000000b);
  EXPECT_EQUAL(sim_hart_at(sim, 0)->interrupts, 1);
  expect_latency(sim, 1, 4);
  sim_event event;
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_RECOGNISED, &event, 1), 1);
  EXPECT_EQUAL(event.value, 0); /* number of the interrupt */
  fixture_free(sim);
}

/* WFI without MIE: the claim is the next instruction, in IF in DUE + 1, and nothing is recognised. */
static void a_claim_without_a_trap_is_all_response(void) {
  begin(1);
  put_priority(1, 1);
  put_enable(2, 0);
  put(WFI);
  put_claim(A0);
  sim *sim = run();
  EXPECT_EQUAL(reg(sim, A0), 1);
  expect_latency(sim, 0, 5);
  fixture_free(sim);
}

/* On two cores: hart 0 takes the line by mline, `before_mline` instructions after it wakes, and acknowledges it 20
 * later. Hart 1 claims it at the PLIC, `before_claim` instructions after it wakes. Returns the only latency. */
static uint64_t taken_by_both(uint32_t before_mline, uint32_t before_claim) {
  enum { LINE_BIT = 16, BEFORE_THE_ANSWER = 20 };
  begin_machine(1);
  config.core_count = 2;
  begin_program(0);
  put(CSRRSI(ZERO, MLINE, 1));
  put(LUI(VALUE, 1u << (LINE_BIT - 12)));
  put(CSRW(MIE, VALUE));
  put(WFI);
  for (uint32_t i = 0; i < before_mline; i++) put(NOP);
  put(CSRRSI(ZERO, MSTATUS, 8));
  put(J(0));
  count = HANDLER + BEFORE_THE_ANSWER;
  put_acknowledge(0);
  put(J(0));
  end_program(0);
  begin_program(1);
  put_priority(1, 1);
  put_enable(2, 1);
  put(WFI);
  for (uint32_t i = 0; i < before_claim; i++) put(NOP);
  put_claim(A0);
  put(J(0));
  end_program(1);
  config.threads[1].core = 1;
  config.threads[1].context = 0;
  sim *sim = fixture_run_to(&config, END);
  EXPECT_EQUAL(sim_interrupt_histogram(sim)->count, 1);
  EXPECT_EQUAL(sim_hart_at(sim, 0)->interrupts, 1);
  EXPECT_EQUAL(sim_program_registers(sim, 1)->x[A0], 1); /* even if the line is no longer asserted (M-223) */
  const uint64_t latency = sim_interrupt_histogram(sim)->sum;
  fixture_free(sim);
  return latency;
}

/* The claim is 5 cycles after the press, as in the test above, or this number of instructions later. By mline: mstatus
 * is written in DUE + 4, by the instruction in WB in DUE + 5. The handler's store is its 23rd instruction, in MEM in
 * DUE + 6 + 22 + 3. */
static void a_line_of_both_has_one_latency(void) {
  EXPECT_EQUAL(taken_by_both(30, 0), 5);
  EXPECT_EQUAL(taken_by_both(0, 12), 5 + 12);
  EXPECT_EQUAL(taken_by_both(0, 50), 32);
}

/* ---- the same result for all sizes of steps ---- */

/* Two harts on two cores, two buttons, and a timer that no program answers, whose line is an edge. */
static void make_servers(void) {
  begin_machine(3);
  config.core_count = 2;
  config.lines[2].trigger = sim_trigger_EDGE;
  config.button_count = 2;
  config.timer_count = 1;
  config.timers[0] = (sim_timer_config){.period_cycles_numerator = 97, .period_cycles_denominator = 1, .line = 2};
  for (uint32_t i = 0; i < 2; i++) {
    config.buttons[i].press_count = 40;
    config.buttons[i].first_press = (uint16_t)(40 * i);
    for (uint32_t press = 0; press < 40; press++) config.presses[40 * i + press] = 150 + press * (61 + 8 * i);
  }
  for (uint32_t hart = 0; hart < 2; hart++) {
    begin_program(hart);
    put_priority(1, 1 + hart);
    put_priority(2, 2);
    put_priority(3, 1);
    put_enable(14, hart);
    put(CSRRSI(ZERO, MSTATUS, 8));
    if (hart == 0) put(WFI);
    put(ADDI(A3, A3, 1));
    put(J(hart == 0 ? -8 : -4));
    count = HANDLER;
    put_claim(A0);
    put(ADDI(A1, A1, 1));
    put_acknowledge(hart);
    put(SW(A0, 4, TARGET));
    put(MRET);
    end_program(hart);
    config.threads[hart].core = (uint8_t)hart;
    config.threads[hart].context = 0;
  }
}

static void steps_change_nothing(void) {
  make_servers();
  sim *sim = fixture_run_in_any_steps(&config, 3000);
  EXPECT(sim_hart_at(sim, 0)->interrupts > 20);
  EXPECT(sim_hart_at(sim, 1)->interrupts > 20);
  fixture_free(sim);
}

int main(void) {
  RUN(registers_keep_what_they_can);
  RUN(all_lines_are_sources);
  RUN(a_line_of_a_thread_is_no_source);
  RUN(other_addresses_are_faults);
  RUN(the_most_urgent_is_claimed_first);
  RUN(a_threshold_hides_from_mip_alone);
  RUN(a_threshold_masks_what_is_pending);
  RUN(a_claim_of_nothing_is_zero);
  RUN(a_level_asks_again_when_it_is_completed);
  RUN(a_request_stays);
  RUN(an_edge_is_kept_until_completion);
  RUN(a_completion_of_what_is_not_enabled_is_ignored);
  RUN(a_masked_line_waits);
  RUN(one_of_two_harts_gets_it);
  RUN(any_hart_may_complete_what_it_has_enabled);
  RUN(its_vector_is_the_eleventh);
  RUN(a_latency_ends_with_the_claim);
  RUN(a_claim_without_a_trap_is_all_response);
  RUN(a_line_of_both_has_one_latency);
  RUN(steps_change_nothing);
  return TEST_EXIT_CODE;
}
