/* How interrupts enter their handlers. */
#include "random_maker.h"

enum { STEP_ROOM = 60 };

/* A line that a timer raises often, with a handler on the first context. */
static void add_line(maker *m) {
  sim_config *c = m->config;
  if (c->thread_count == SIM_THREAD_LIMIT || c->step_count > SIM_STEP_LIMIT - STEP_ROOM) return;
  if (c->line_count == SIM_LINE_LIMIT || c->timer_count == SIM_TIMER_LIMIT) return;
  const uint8_t line = c->line_count++, timer = c->timer_count++;
  c->lines[line] = (sim_line_config){.core = SIM_NONE_8, .context = SIM_NONE_8, .priority = byte_in(m, 0, 5)};
  c->lines[line].trigger = byte_in(m, sim_trigger_LEVEL, sim_trigger_MESSAGE);
  c->timers[timer] = (sim_timer_config){.line = line, .period_cycles_denominator = 1};
  c->timers[timer].period_cycles_numerator = in(m, 60, 300);
  c->timers[timer].start_cycle = in(m, 0, 300);
  add_thread(m, sim_thread_start_LINE, 0, 0);
  sim_thread_config *thread = &c->threads[c->thread_count - 1];
  thread->line = line;
  thread->first_step = c->step_count;
  thread->step_count = 2;
  sim_step_config acknowledge = {.op = sim_step_op_ACKNOWLEDGE, .device = sim_device_kind_TIMER, .index = timer};
  c->steps[c->step_count++] = acknowledge;
  const uint8_t works = chance(m, 50) ? sim_step_op_EXEC : sim_step_op_RETURN;
  c->steps[c->step_count++] = (sim_step_config){.op = works, .index = half_in(m, 0, c->routine_count - 1u)};
}

static void make_late_arrivals(maker *m) {
  sim_config *c = m->config;
  for (int step = sim_entry_step_PUSH_SR; step <= sim_entry_step_LOAD_PC; step++)
    c->entry_cycles[step] = half_in(m, 0, 9);
  for (uint32_t i = in(m, 1, 3); i > 0; i--) add_line(m);
}

void make_entries(maker *m) {
  sim_config *c = m->config;
  if (!chance(m, 40)) return;
  const int owns_core = c->policy <= sim_policy_ON_EVENT;
  if (c->save_kind == sim_save_kind_CYCLES && owns_core)
    c->overlaps = byte_in(m, 0, SIM_OVERLAP_ENTRY | SIM_OVERLAP_FETCH);
  if (owns_core && !c->non_blocking && !c->tlb_refill_instructions) c->abandons = flag(m, 50);
  c->late_arrival = flag(m, 60);
  if (c->late_arrival && chance(m, 60)) make_late_arrivals(m);
  for (int i = 0; i < c->thread_count; i++)
    if (c->threads[i].start == sim_thread_start_LINE && chance(m, 30))
      c->thread_saves[i] = in(m, 1, 30) << 16 | in(m, 1, 30);
}
