/* Consoles: in random machines, at their bounds, and worked out by hand. */
#include <stddef.h>
#include <string.h>

#include "device/kinds.h"
#include "support/machine_fixture.h"
#include "support/test.h"

/* ---- in random machines ---- */

/* Returns the place after its input. */
static uint32_t make_input(maker *m, sim_console_config *console, uint32_t first) {
  uint64_t cycle = in(m, 0, 1500);
  console->first_input = (uint16_t)first;
  console->input_count = half_in(m, 0, 40);
  for (uint32_t i = 0; i < console->input_count; i++) {
    m->config->inputs[first + i] = cycle << 8 | in(m, 0, 255);
    cycle += in(m, 1, chance(m, 50) ? 10 : 300);
  }
  return first + console->input_count;
}

/* Some steps that acknowledge another device acknowledge a console instead. */
void make_consoles(maker *m) {
  sim_config *c = m->config;
  if (c->line_count == 0 || !chance(m, 25)) return;
  c->console_count = byte_in(m, 1, 3);
  uint32_t first = 0;
  for (uint32_t i = 0; i < c->console_count; i++) {
    first = make_input(m, &c->consoles[i], first);
    c->consoles[i].character_cycles = (uint32_t)in(m, 1, chance(m, 50) ? 5 : 200);
    c->consoles[i].enabled = byte_in(m, 0, 7);
    c->consoles[i].line = byte_in(m, 0, c->line_count - 1u);
  }
  for (uint32_t i = 0; i < c->step_count; i++) {
    if (c->steps[i].op != sim_step_op_ACKNOWLEDGE || !chance(m, 40)) continue;
    make_acknowledge(m, &c->steps[i], sim_device_kind_CONSOLE, c->console_count);
  }
}

/* ---- at their bounds ---- */

enum { INPUTS_OF_CONSOLE = SIM_INPUT_LIMIT / SIM_CONSOLE_LIMIT };

void largest_consoles(sim_config *c, uint32_t first_line) {
  c->console_count = SIM_CONSOLE_LIMIT;
  for (uint32_t i = 0; i < SIM_CONSOLE_LIMIT; i++)
    c->consoles[i] = (sim_console_config){.first_input = (uint16_t)(i * INPUTS_OF_CONSOLE),
                                          .input_count = INPUTS_OF_CONSOLE,
                                          .character_cycles = UINT32_MAX,
                                          .enabled = 7,
                                          .line = (uint8_t)(first_line + i)};
  for (uint32_t i = 0; i < SIM_INPUT_LIMIT; i++) c->inputs[i] = (uint64_t)(500 + i % INPUTS_OF_CONSOLE * 100) << 8;
}

int largest_console_worked(const sim_counters *c, uint32_t console) {
  return c->consoles[console].arrived == INPUTS_OF_CONSOLE;
}

/* ---- by hand ---- */

enum { EVENT_LIMIT = 64, CODE = 0x1000, A0 = 10, A1 = 11, A2 = 12, T0 = 5, UNCACHED = 20, CHARACTER_CYCLES = 100 };
enum { DATA, ENABLED, CAUSE, LINE_CONTROL, MODEM_CONTROL, LINE_STATUS, MODEM_STATUS, SCRATCH };
#define ECALL 0x00000073u
#define NOP 0x00000013u
#define LUI_T0 0xf02002b7u
#define READ_CYCLE(rd) (0xc0002073u | (uint32_t)(rd) << 7)

static sim_config config;
static sim_event events[EVENT_LIMIT];
static uint32_t words[SIM_PROGRAM_LIMIT], count;

static void add(uint32_t word) { words[count++] = word; }
static void set(uint32_t rd, uint32_t value) { add(0x13u | rd << 7 | value << 20); }
static void load(uint32_t rd, uint32_t at) { add(0x4003u | rd << 7 | (uint32_t)T0 << 15 | at << 20); } /* lbu */
static void store(uint32_t rs, uint32_t at) { add(0x23u | (uint32_t)T0 << 15 | rs << 20 | at << 7); } /* sb */
static void put(uint32_t value, uint32_t at) {
  set(A0, value);
  store(A0, at);
}
static void wait(uint32_t nops) {
  for (uint32_t i = 0; i < nops; i++) add(NOP);
}

static void begin(void) {
  sim_config_defaults(&config);
  config.nic_count = 0;
  config.program_memory_bytes = 256;
  config.memory_cycles = UNCACHED;
  config.console_count = 1;
  config.consoles[0].character_cycles = CHARACTER_CYCLES;
  count = 0;
  add(LUI_T0);
}

static sim *run(uint64_t cycles) {
  add(ECALL);
  return fixture_run_program(&config, words, count, CODE, cycles);
}

static void input(const uint64_t *cycles, const char *characters) {
  config.consoles[0].input_count = (uint16_t)strlen(characters);
  for (uint32_t i = 0; i < strlen(characters); i++) config.inputs[i] = cycles[i] << 8 | (uint8_t)characters[i];
}

static void expect_counters(sim *sim, sim_console_counters expected) {
  EXPECT(memcmp(&sim_get_counters(sim)->consoles[0], &expected, sizeof expected) == 0);
}

/* LUI leaves IF in cycle 1, the stores in 2 and 3. SB of 'h' is in MEM in the cycles 5 to 24, so the character starts
 * at 25 and is sent at 125. */
static void what_is_stored_is_sent_at_its_rate(void) {
  begin();
  put('h', DATA);
  put('i', DATA);
  sim *sim = run(1000);
  const sim_console_text *text = sim_console_text_of(sim, 0);
  EXPECT_EQUAL(text->sent, 2);
  EXPECT_EQUAL(text->characters[0] & 255, 'h');
  EXPECT_EQUAL(text->characters[1] & 255, 'i');
  EXPECT_EQUAL(text->characters[0] >> 8, 125);
  EXPECT_EQUAL(text->characters[1] >> 8, 225);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_CONSOLE_SENT, events, EVENT_LIMIT), 2);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_CONSOLE_SENT, 0), 125);
  EXPECT_EQUAL(events[0].value, 'h');
  expect_counters(sim, (sim_console_counters){.written = 2, .sent = 2});
  EXPECT(sim_console_text_of(sim, 1) == NULL);
  fixture_free(sim);
}

/* One character is being sent, sixteen are in the FIFO, and two find no room. */
static void the_nineteenth_finds_no_room(void) {
  begin();
  config.consoles[0].character_cycles = 100000;
  for (uint32_t i = 0; i < 19; i++) put('a' + i, DATA);
  load(A1, LINE_STATUS);
  sim *sim = run(5000);
  expect_counters(sim, (sim_console_counters){.written = 19, .unsent = 2});
  EXPECT_EQUAL(sim_program_registers(sim, 0)->x[A1], 0);
  sim_view view;
  sim_get_view(sim, &view);
  EXPECT_EQUAL(view.consoles[0].waiting, 16);
  EXPECT_EQUAL(view.consoles[0].sent_cycle, 100025);
  EXPECT_EQUAL(view.consoles[1].sent_cycle, SIM_NEVER);
  fixture_free(sim);
}

static void clearing_takes_out_what_waits(void) {
  begin();
  for (uint32_t i = 0; i < 4; i++) put('a' + i, DATA);
  put(6, CAUSE);
  sim *sim = run(5000);
  EXPECT_EQUAL(sim_console_text_of(sim, 0)->sent, 1);
  expect_counters(sim, (sim_console_counters){.written = 4, .sent = 1, .unsent = 3});
  fixture_free(sim);
}

static void what_comes_is_read_in_order(void) {
  static const uint64_t cycles[] = {1, 2, 3};
  begin();
  input(cycles, "xyz");
  load(A0, DATA);
  load(A1, DATA);
  load(A2, DATA);
  load(13, DATA);
  sim *sim = run(1000);
  const uint32_t *x = sim_program_registers(sim, 0)->x;
  EXPECT_EQUAL(x[A0], 'x');
  EXPECT_EQUAL(x[A1], 'y');
  EXPECT_EQUAL(x[A2], 'z');
  EXPECT_EQUAL(x[13], 0);
  expect_counters(sim, (sim_console_counters){.arrived = 3, .read = 3});
  fixture_free(sim);
}

/* LBU is in MEM in the cycles 4 to 23 (LUI leaves IF in 1). It reads a character that arrives at 23, but not one at
 * 24. */
static void a_load_shows_what_is_there_in_its_last_cycle(void) {
  static const uint64_t at[] = {23, 24};
  for (uint32_t i = 0; i < 2; i++) {
    begin();
    input(&at[i], "x");
    load(A1, LINE_STATUS);
    sim *sim = run(1000);
    EXPECT_EQUAL(sim_program_registers(sim, 0)->x[A1], i == 0 ? 0x61 : 0x60);
    fixture_free(sim);
  }
}

static void what_finds_the_fifo_full_is_lost(void) {
  uint64_t cycles[18];
  begin();
  for (uint32_t i = 0; i < 18; i++) cycles[i] = i + 1;
  input(cycles, "abcdefghijklmnopqr");
  load(A0, LINE_STATUS);
  wait(20);
  load(A1, LINE_STATUS);
  put(2, CAUSE);
  load(A2, LINE_STATUS);
  sim *sim = run(1000);
  const uint32_t *x = sim_program_registers(sim, 0)->x;
  EXPECT_EQUAL(x[A1], 0x61); /* the first read has cleared OE */
  EXPECT_EQUAL(x[A2], 0x60);
  expect_counters(sim, (sim_console_counters){.arrived = 18, .lost = 18});
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_CONSOLE_RECEIVED, events, EVENT_LIMIT), 18);
  EXPECT_EQUAL(events[15].value, 'p');
  EXPECT_EQUAL(events[16].value, 'q' | 256);
  fixture_free(sim);
}

/* The line is not asserted until IER enables a source. Reading the character clears it. */
static void the_line_is_what_is_enabled(void) {
  static const uint64_t cycles[] = {1};
  begin();
  input(cycles, "x");
  wait(10);
  load(A1, CAUSE);
  put(1, ENABLED);
  load(A2, CAUSE);
  load(A0, DATA);
  load(13, CAUSE);
  put(2, ENABLED);
  load(14, CAUSE);
  load(15, CAUSE);
  sim *sim = run(2000);
  const uint32_t *x = sim_program_registers(sim, 0)->x;
  EXPECT_EQUAL(x[A1], 0xc1);
  EXPECT_EQUAL(x[A2], 0xc4);
  EXPECT_EQUAL(x[13], 0xc1);
  EXPECT_EQUAL(x[14], 0xc2);
  EXPECT_EQUAL(x[15], 0xc1);
  EXPECT_EQUAL(sim_get_counters(sim)->lines[0].asserted, 2);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_LINE_CLEARED, events, EVENT_LIMIT), 2);
  fixture_free(sim);
}

static void registers_that_keep_what_is_stored(void) {
  begin();
  put(0x80, LINE_CONTROL);
  put(3, DATA);
  put(1, ENABLED);
  load(A1, DATA);
  load(A2, ENABLED);
  put(3, LINE_CONTROL);
  load(13, LINE_CONTROL);
  put(0x5a, SCRATCH);
  load(14, SCRATCH);
  load(15, ENABLED);
  put(1, LINE_STATUS);
  load(16, MODEM_STATUS);
  sim *sim = run(3000);
  const uint32_t *x = sim_program_registers(sim, 0)->x;
  EXPECT_EQUAL(x[A1], 3);
  EXPECT_EQUAL(x[A2], 1);
  EXPECT_EQUAL(x[13], 3);
  EXPECT_EQUAL(x[14], 0x5a);
  EXPECT_EQUAL(x[15], 0);
  EXPECT_EQUAL(x[16], 0);
  EXPECT_EQUAL(sim_console_text_of(sim, 0)->sent, 0);
  fixture_free(sim);
}

/* Reads the cycle around a store. It leaves IF when the first read has its value, and is in MEM from 2 cycles later
 * onwards, for 20. The second read leaves IF in the last of these, 21 cycles later, and has its value 2 cycles after
 * that. */
static void what_stands_behind_a_store_waits_for_it(void) {
  begin();
  set(A2, 'x');
  add(READ_CYCLE(A0));
  store(A2, DATA);
  add(READ_CYCLE(A1));
  sim *sim = run(1000);
  const uint32_t *x = sim_program_registers(sim, 0)->x;
  EXPECT_EQUAL(x[A1] - x[A0], 2 + UNCACHED - 1 + 2);
  fixture_free(sim);
}

static void accesses_of_other_widths_are_faults(void) {
  begin();
  add(0x0002a503u); /* lw a0, 0(t0) */
  sim *sim = run(1000);
  EXPECT_EQUAL(sim_program_registers(sim, 0)->cause, 5);
  fixture_free(sim);
  begin();
  add(0x00a28423u); /* sb a0, 8(t0) */
  sim = run(1000);
  EXPECT_EQUAL(sim_program_registers(sim, 0)->cause, 7);
  fixture_free(sim);
}

static void a_step_takes_all_that_has_come(void) {
  static const uint64_t cycles[] = {100, 200, 210, 220};
  sim_config_defaults(&config);
  for (int step = 0; step < 8; step++) config.entry_cycles[step] = 0;
  config.save_amount = config.restore_amount = 0;
  config.nic_count = 0;
  config.console_count = 1;
  config.consoles[0] = (sim_console_config){.character_cycles = 1, .enabled = 1};
  input(cycles, "abcd");
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 50));
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->device = sim_device_kind_CONSOLE;
  sim *sim = fixture_run_to(&config, 1000);
  EXPECT_EQUAL(sim_get_counters(sim)->interrupts, 2);
  expect_counters(sim, (sim_console_counters){.arrived = 4, .read = 4});
  fixture_free(sim);
}

static void expect_refusal(size_t offset, enum sim_status status) {
  sim_error error;
  EXPECT_EQUAL(sim_config_check(&config, NULL, &error), status);
  EXPECT_EQUAL(error.field_offset, offset);
}

static void each_bad_field_is_named(void) {
  static const uint64_t cycles[] = {100, 100};
  begin();
  input(cycles, "ab");
  expect_refusal(offsetof(sim_config, inputs[1]), sim_status_INCONSISTENT);
  begin();
  config.consoles[0].first_input = SIM_INPUT_LIMIT;
  config.consoles[0].input_count = 1;
  expect_refusal(offsetof(sim_config, consoles[0].first_input), sim_status_OUT_OF_RANGE);
  begin();
  config.consoles[0].input_count = SIM_INPUT_LIMIT + 1;
  expect_refusal(offsetof(sim_config, consoles[0].input_count), sim_status_OUT_OF_RANGE);
  begin();
  config.consoles[0].character_cycles = 0;
  expect_refusal(offsetof(sim_config, consoles[0].character_cycles), sim_status_OUT_OF_RANGE);
  begin();
  config.consoles[0].enabled = 8;
  expect_refusal(offsetof(sim_config, consoles[0].enabled), sim_status_OUT_OF_RANGE);
  begin();
  config.consoles[0].line = 1;
  expect_refusal(offsetof(sim_config, consoles[0].line), sim_status_BAD_REFERENCE);
  begin();
  config.console_count = SIM_CONSOLE_LIMIT + 1;
  expect_refusal(offsetof(sim_config, console_count), sim_status_OUT_OF_RANGE);
}

int test_consoles(void) {
  RUN(what_is_stored_is_sent_at_its_rate);
  RUN(the_nineteenth_finds_no_room);
  RUN(clearing_takes_out_what_waits);
  RUN(what_comes_is_read_in_order);
  RUN(a_load_shows_what_is_there_in_its_last_cycle);
  RUN(what_finds_the_fifo_full_is_lost);
  RUN(the_line_is_what_is_enabled);
  RUN(registers_that_keep_what_is_stored);
  RUN(what_stands_behind_a_store_waits_for_it);
  RUN(accesses_of_other_widths_are_faults);
  RUN(a_step_takes_all_that_has_come);
  RUN(each_bad_field_is_named);
  return TEST_EXIT_CODE;
}
