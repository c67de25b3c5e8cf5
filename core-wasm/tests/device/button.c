/* Buttons: in random machines, at their bounds, and worked out by hand. */
#include <stddef.h>
#include <string.h>

#include "device/kinds.h"
#include "support/machine_fixture.h"
#include "support/test.h"

/* ---- in random machines ---- */

/* Returns the index after the presses that it writes. */
static uint32_t make_presses(maker *m, sim_button_config *button, uint32_t first) {
  uint64_t cycle = in(m, 0, 1500);
  button->first_press = (uint16_t)first;
  button->press_count = half_in(m, 0, 12);
  for (uint32_t i = 0; i < button->press_count; i++) {
    m->config->presses[first + i] = cycle;
    cycle += in(m, 1, chance(m, 30) ? 20 : 600);
  }
  return first + button->press_count;
}

/* Some steps that acknowledge another device acknowledge a button instead. */
void make_buttons(maker *m) {
  sim_config *c = m->config;
  if (c->line_count == 0 || !chance(m, 20)) return;
  c->button_count = byte_in(m, 1, 3);
  uint32_t first = 0;
  for (uint32_t i = 0; i < c->button_count; i++) {
    if (i > 0 && chance(m, 20)) c->buttons[i] = c->buttons[i - 1]; /* pressed together */
    else first = make_presses(m, &c->buttons[i], first);
    c->buttons[i].line = byte_in(m, 0, c->line_count - 1u);
  }
  for (uint32_t i = 0; i < c->step_count; i++) {
    if (c->steps[i].op != sim_step_op_ACKNOWLEDGE || !chance(m, 40)) continue;
    make_acknowledge(m, &c->steps[i], sim_device_kind_BUTTON, c->button_count);
  }
}

/* ---- at their bounds ---- */

enum { PRESSES_OF_BUTTON = SIM_PRESS_LIMIT / SIM_BUTTON_LIMIT };

void largest_buttons(sim_config *c, uint32_t first_line) {
  c->button_count = SIM_BUTTON_LIMIT;
  for (uint32_t i = 0; i < SIM_BUTTON_LIMIT; i++)
    c->buttons[i] = (sim_button_config){.first_press = (uint16_t)(i * PRESSES_OF_BUTTON),
                                        .press_count = PRESSES_OF_BUTTON,
                                        .line = (uint8_t)(first_line + i)};
  for (uint32_t i = 0; i < SIM_PRESS_LIMIT; i++) c->presses[i] = 500 + i % PRESSES_OF_BUTTON * 150;
}

int largest_button_worked(const sim_counters *c, uint32_t button) {
  return c->buttons[button].presses == PRESSES_OF_BUTTON;
}

/* ---- by hand ---- */

enum { EVENT_LIMIT = 16 };

static sim_config config;
static sim_event events[EVENT_LIMIT];

/* A button with these presses, and a handler that acknowledges after `handler_cycles`. */
static void press_at(const uint64_t *cycles, uint32_t count, uint32_t handler_cycles) {
  sim_config_defaults(&config);
  for (int step = 0; step < 8; step++) config.entry_cycles[step] = 0;
  config.button_count = 1;
  config.buttons[0] = (sim_button_config){.press_count = (uint16_t)count};
  memcpy(config.presses, cycles, count * sizeof *cycles);
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  if (handler_cycles > 0) fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, handler_cycles));
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->device = sim_device_kind_BUTTON;
}

static void expect_counters(sim *sim, uint64_t presses, uint64_t acknowledged, uint64_t overruns) {
  const sim_button_counters *c = &sim_get_counters(sim)->buttons[0];
  EXPECT_EQUAL(c->presses, presses);
  EXPECT_EQUAL(c->acknowledged, acknowledged);
  EXPECT_EQUAL(c->overruns, overruns);
}

/* The handler acknowledges in the cycle after the press. */
static void presses_raise_the_line_at_their_cycles(void) {
  static const uint64_t cycles[] = {0, 2, 100, 102, 5000};
  press_at(cycles, 5, 0);
  sim *sim = fixture_run_to(&config, 6000);
  for (uint32_t i = 0; i < 5; i++) {
    EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_BUTTON_PRESSED, i), cycles[i]);
    EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_LINE_ASSERTED, i), cycles[i]);
  }
  EXPECT_EQUAL(sim_get_counters(sim)->interrupts, 5);
  expect_counters(sim, 5, 5, 0);
  fixture_free(sim);
}

/* The handler of the press at 100 acknowledges at 350, so the presses at 200 and 300 are lost on a level line. */
static void a_press_before_the_acknowledge_is_an_overrun(void) {
  static const uint64_t cycles[] = {100, 200, 300, 400};
  press_at(cycles, 4, 250);
  sim *sim = fixture_run_to(&config, 1000);
  EXPECT_EQUAL(sim_get_counters(sim)->interrupts, 2);
  expect_counters(sim, 4, 2, 2);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_BUTTON_PRESSED, events, EVENT_LIMIT), 4);
  for (uint32_t i = 0; i < 4; i++) EXPECT_EQUAL(events[i].value, i == 1 || i == 2);
  fixture_free(sim);
}

/* A message is requested again while the bit is still set. It is taken at once, so all three presses interrupt. */
static void a_message_is_sent_with_each_press(void) {
  static const uint64_t cycles[] = {100, 200, 300};
  press_at(cycles, 3, 150);
  config.lines[0].trigger = sim_trigger_MESSAGE;
  sim *sim = fixture_run_to(&config, 1000);
  EXPECT_EQUAL(sim_get_counters(sim)->interrupts, 3);
  expect_counters(sim, 3, 2, 1); /* the first handler acknowledges two presses, the third one none */
  fixture_free(sim);
}

static void the_view_shows_the_next_press(void) {
  static const uint64_t cycles[] = {100, 300};
  press_at(cycles, 2, 50);
  sim *sim = fixture_run_to(&config, 100);
  sim_view view;
  sim_get_view(sim, &view);
  EXPECT_EQUAL(view.buttons[0].next_cycle, 100);
  EXPECT_EQUAL(view.buttons[0].status, 0);
  sim_step(sim, 101, 0);
  sim_get_view(sim, &view);
  EXPECT_EQUAL(view.buttons[0].next_cycle, 300);
  EXPECT_EQUAL(view.buttons[0].status, 1);
  EXPECT_EQUAL(view.buttons[1].next_cycle, SIM_NEVER);
  sim_step(sim, 400, 0);
  sim_get_view(sim, &view);
  EXPECT_EQUAL(view.buttons[0].next_cycle, SIM_NEVER);
  EXPECT_EQUAL(view.buttons[0].status, 0);
  fixture_free(sim);
}

static void expect_refusal(size_t offset, enum sim_status status) {
  sim_error error;
  EXPECT_EQUAL(sim_config_check(&config, NULL, &error), status);
  EXPECT_EQUAL(error.field_offset, offset);
}

static void each_bad_field_is_named(void) {
  static const uint64_t cycles[] = {100, 300};
  press_at(cycles, 2, 0);
  config.presses[1] = 100;
  expect_refusal(offsetof(sim_config, presses[1]), sim_status_INCONSISTENT);
  press_at(cycles, 2, 0);
  config.buttons[0].first_press = SIM_PRESS_LIMIT - 1;
  expect_refusal(offsetof(sim_config, buttons[0].first_press), sim_status_OUT_OF_RANGE);
  press_at(cycles, 2, 0);
  config.buttons[0].press_count = SIM_PRESS_LIMIT + 1;
  expect_refusal(offsetof(sim_config, buttons[0].press_count), sim_status_OUT_OF_RANGE);
  press_at(cycles, 2, 0);
  config.buttons[0].line = 1;
  expect_refusal(offsetof(sim_config, buttons[0].line), sim_status_BAD_REFERENCE);
  press_at(cycles, 2, 0);
  config.button_count = SIM_BUTTON_LIMIT + 1;
  expect_refusal(offsetof(sim_config, button_count), sim_status_OUT_OF_RANGE);
  press_at(cycles, 2, 0);
  config.steps[0].index = 1;
  expect_refusal(offsetof(sim_config, steps[0].index), sim_status_BAD_REFERENCE);
  press_at(cycles, 2, 0);
  config.steps[0].device = sim_device_kind_COUNT;
  expect_refusal(offsetof(sim_config, steps[0].device), sim_status_OUT_OF_RANGE);
}

int test_buttons(void) {
  RUN(presses_raise_the_line_at_their_cycles);
  RUN(a_press_before_the_acknowledge_is_an_overrun);
  RUN(a_message_is_sent_with_each_press);
  RUN(the_view_shows_the_next_press);
  RUN(each_bad_field_is_named);
  return TEST_EXIT_CODE;
}
