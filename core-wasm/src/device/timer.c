#include "device/timer.h"

#include "device/line.h"

void timer_init(sim *sim) {
  for (uint32_t i = 0; i < SIM_TIMER_LIMIT; i++)
    timer_at(sim, i)->due = i < sim->config.timer_count ? sim->config.timers[i].start_cycle : SIM_NEVER;
}

static void tick(sim *sim, uint32_t timer) {
  timer_state *t = timer_at(sim, timer);
  const sim_timer_config *config = &sim->config.timers[timer];
  const uint64_t sum = config->period_cycles_numerator + t->remainder;
  t->remainder = sum % config->period_cycles_denominator;
  t->due = add_saturating(t->due, sum / config->period_cycles_denominator);
  state_of(sim)->counters.timers[timer].ticks++;
  state_of(sim)->counters.timers[timer].overruns += t->status;
  const uint32_t before = t->status;
  t->status = 1;
  line_drive(sim, config->line, before, 1, 1);
}

void timer_tick(sim *sim) {
  for (uint32_t i = 0; i < sim->config.timer_count; i++)
    if (timer_at(sim, i)->due <= sim->time) tick(sim, i);
}

uint64_t timer_next(const sim *sim) {
  uint64_t next = SIM_NEVER;
  for (uint32_t i = 0; i < sim->config.timer_count; i++) next = earlier(next, timer_at(sim, i)->due);
  return next;
}

void timer_acknowledge(sim *sim, uint32_t timer) {
  timer_state *t = timer_at(sim, timer);
  const uint32_t before = t->status;
  t->status = 0;
  line_acknowledged(sim, sim->config.timers[timer].line, before);
}
