/* Timers: at their bounds, and worked out by hand. Random timers are made with the disks (random_devices.c). */
#include "device/kinds.h"
#include "support/machine_fixture.h"
#include "support/test.h"

/* ---- at their bounds ---- */

void largest_timers(sim_config *c, uint32_t first_line) {
  c->timer_count = SIM_TIMER_LIMIT;
  for (uint32_t i = 0; i < SIM_TIMER_LIMIT; i++) {
    c->timers[i].line = (uint8_t)(first_line + i);
    c->timers[i].start_cycle = 1000 + i;
    c->timers[i].period_cycles_numerator = 20000;
  }
}

int largest_timer_worked(const sim_counters *c, uint32_t timer) { return c->timers[timer].ticks > 0; }

/* ---- by hand ---- */

static sim_config config;

static void start(void) {
  sim_config_defaults(&config);
  for (int step = 0; step < 8; step++) config.entry_cycles[step] = 0;
}

static sim *run_to(uint64_t cycle) { return fixture_run_to(&config, cycle); }

static void timer(uint64_t numerator, uint64_t denominator, uint64_t first) {
  config.timer_count = 1;
  config.timers[0].period_cycles_numerator = numerator;
  config.timers[0].period_cycles_denominator = denominator;
  config.timers[0].start_cycle = first;
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
}

/* 1000 / 3 cycles: 333, 333, 334. */
static void a_period_carries_its_remainder(void) {
  start();
  timer(1000, 3, 100);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->device = sim_device_kind_TIMER;
  sim *sim = run_to(1500);
  static const uint64_t cycles[] = {100, 433, 766, 1100, 1433};
  for (uint32_t i = 0; i < 5; i++)
    EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_LINE_ASSERTED, i), cycles[i]);
  EXPECT_EQUAL(sim_get_counters(sim)->timers[0].ticks, 5);
  EXPECT_EQUAL(sim_get_counters(sim)->timers[0].overruns, 0);
  fixture_free(sim);
}

/* The handler takes 250 cycles and acknowledges at its end. Two of the ticks (every 100 cycles) come before. */
static void ticks_that_are_not_acknowledged_are_overruns(void) {
  start();
  timer(100, 1, 100);
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 250));
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->device = sim_device_kind_TIMER;
  sim *sim = run_to(1000);
  EXPECT_EQUAL(sim_get_counters(sim)->interrupts, 3); /* 100, 400, 700; 1000 is not over */
  EXPECT_EQUAL(sim_get_counters(sim)->timers[0].ticks, 9);
  EXPECT_EQUAL(sim_get_counters(sim)->timers[0].overruns, 6);
  fixture_free(sim);
}

int test_timers(void) {
  RUN(a_period_carries_its_remainder);
  RUN(ticks_that_are_not_acknowledged_are_overruns);
  return TEST_EXIT_CODE;
}
