/* Periodic timers: each expiry sets a status bit that drives a line. */
#include "device/device.h"

static void timer_init(sim *sim) {
  for (uint32_t i = 0; i < SIM_TIMER_LIMIT; i++)
    timer_at(sim, i)->due = i < sim->config.timer_count ? timer_config_at(sim, i)->start_cycle : SIM_NEVER;
}

/* M-169: no register clears the status bit, so the message of the previous tick says whether a hart took it. */
static int is_taken_by_harts(const sim *sim, uint32_t line) {
  return sim->harts != NULL && sim->line_thread[line] == SIM_NONE_8 &&
         line_config_at(sim, line)->trigger == sim_trigger_MESSAGE;
}

/* M-169 */
static void tick_one(sim *sim, uint32_t timer) {
  timer_state *t = timer_at(sim, timer);
  const sim_timer_config *config = timer_config_at(sim, timer);
  const uint64_t sum = config->period_cycles_numerator + t->remainder;
  t->remainder = sum % config->period_cycles_denominator;
  t->due = add_saturating(t->due, sum / config->period_cycles_denominator);
  timer_counters_at(sim, timer)->ticks++;
  timer_counters_at(sim, timer)->overruns +=
      is_taken_by_harts(sim, config->line) ? line_at(sim, config->line)->pending : t->status;
  const uint32_t before = t->status;
  t->status = 1;
  line_drive(sim, config->line, before, 1, 1);
}

static void timer_tick(sim *sim) {
  for (uint32_t i = 0; i < sim->config.timer_count; i++)
    if (timer_at(sim, i)->due <= sim->boundary) tick_one(sim, i);
}

static uint64_t timer_next(const sim *sim) {
  uint64_t due = SIM_NEVER;
  for (uint32_t i = 0; i < sim->config.timer_count; i++) due = earlier(due, timer_at(sim, i)->due);
  return due;
}

static void timer_acknowledge(sim *sim, const sim_step_config *step) {
  timer_state *t = timer_at(sim, step->index);
  const uint32_t before = t->status;
  t->status = 0;
  line_acknowledged(sim, timer_config_at(sim, step->index)->line, before);
}

static void timer_count_drivers(const sim *sim, uint32_t drivers[SIM_LINE_LIMIT]) {
  for (uint32_t i = 0; i < sim->config.timer_count; i++)
    drivers[timer_config_at(sim, i)->line] += timer_at(sim, i)->status;
}

static uint64_t timer_lines_without_frames(const sim *sim) {
  uint64_t lines = 0;
  for (uint32_t i = 0; i < sim->config.timer_count; i++) lines |= line_bit(timer_config_at(sim, i)->line);
  return lines;
}

static void timer_view(const sim *sim, sim_view *view) {
  for (uint32_t i = 0; i < SIM_TIMER_LIMIT; i++) view->timer_next_cycle[i] = timer_at(sim, i)->due;
}

/* ---- check ---- */

static int timer_check(const check *k, uint32_t index) {
  const sim_timer_config *timer = &k->config->timers[index];
  IN_RANGE(timer->period_cycles_denominator, 1, (uint64_t)1 << MEAN_GAP_BITS);
  IN_RANGE(timer->period_cycles_numerator, 1, INTERVAL_NUMERATOR_LIMIT);
  CONSISTENT(timer->period_cycles_numerator >= timer->period_cycles_denominator, timer->period_cycles_numerator);
  REFERS(timer->line, k->config->line_count);
  return 1;
}

const device_kind timer_device = {
    .check = timer_check,
    .init = timer_init,
    .tick = timer_tick,
    .next = timer_next,
    .acknowledge = timer_acknowledge,
    .count_drivers = timer_count_drivers,
    .lines_without_frames = timer_lines_without_frames,
    .view = timer_view,
};
