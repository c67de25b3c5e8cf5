/* Periodic timers: each tick sets the status bit, which drives the line. */
#include "ref/ref.h"

enum { TICKED = 1 };

/* M-169: "A timer ticks at its start cycle and each period after it, the remainder carried." */
static uint64_t due_of(const ref *r, int timer) {
  const sim_timer_config *config = &r->config.timers[timer];
  const ref_wide time =
      (ref_wide)r->counters.timers[timer].ticks * config->period_cycles_numerator / config->period_cycles_denominator +
      config->start_cycle;
  return time > SIM_NEVER ? SIM_NEVER : (uint64_t)time;
}

/* M-169: "a line that sends messages and starts no thread, in a machine with threads in machine mode" */
static int harts_take(const ref *r, int line) {
  int is_any = 0;
  for (int thread = 0; thread < r->config.thread_count; thread++) is_any |= r->config.threads[thread].machine_mode;
  return is_any && ref_line_thread(r, line) == REF_NONE && r->config.lines[line].trigger == sim_trigger_MESSAGE;
}

void ref_timers_cycle(ref *r) {
  for (int timer = 0; timer < r->config.timer_count; timer++)
    while (due_of(r, timer) <= r->cycle) {
      const int was = r->status[sim_device_kind_TIMER][timer], line = r->config.timers[timer].line;
      r->counters.timers[timer].ticks++;
      r->counters.timers[timer].overruns += (uint64_t)(harts_take(r, line) ? r->lines[line].pending : was);
      r->status[sim_device_kind_TIMER][timer] = TICKED;
      ref_line_status(r, line, was, 1, !was, 1);
    }
}

void ref_timer_acknowledge(ref *r, const sim_step_config *step) {
  const int timer = step->index;
  const int was = r->status[sim_device_kind_TIMER][timer], line = r->config.timers[timer].line;
  r->status[sim_device_kind_TIMER][timer] = 0;
  ref_event(r, sim_event_kind_ACKNOWLEDGED, REF_NONE, (uint32_t)line, was ? TICKED : 0);
  ref_line_status(r, line, was, 0, 0, 0);
}
