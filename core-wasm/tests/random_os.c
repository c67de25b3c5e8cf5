#include "random_maker.h"

enum { STEP_ROOM = 100 };

static int is_always(const sim_config *c, int thread) { return c->threads[thread].start == sim_thread_start_ALWAYS; }

/* What only a thread that always lives may do. */
static void make_waits(maker *m, const sim_thread_config *thread) {
  for (uint32_t i = 0; i < thread->step_count; i++) {
    sim_step_config *step = &m->config->steps[thread->first_step + i];
    if (step->op == sim_step_op_PUT) step->bits = flag(m, 50);
    if (step->op != sim_step_op_DELIVER && step->op != sim_step_op_UNMASK) continue;
    if (chance(m, 20)) *step = (sim_step_config){.op = sim_step_op_YIELD};
    else if (chance(m, 20)) *step = (sim_step_config){.op = sim_step_op_SLEEP, .cycles = in(m, 1, 900)};
  }
}

void make_operating_system(maker *m) {
  sim_config *c = m->config;
  if (!chance(m, 40)) return;
  c->scheduler = byte_in(m, sim_scheduler_PRIORITY, sim_scheduler_ROUND_ROBIN);
  c->time_slice_cycles = in(m, 1, chance(m, 30) ? 20 : 1500);
  c->tick_cycles = chance(m, 30) ? in(m, 1, 500) : 0;
  c->switch_cycles = chance(m, 60) ? in(m, 0, 60) : 0;
  for (uint32_t i = in(m, 1, 4); i > 0; i--) {
    if (c->thread_count == SIM_THREAD_LIMIT || c->step_count > SIM_STEP_LIMIT - STEP_ROOM) break;
    add_thread(m, sim_thread_start_ALWAYS, in(m, 0, c->core_count - 1u), in(m, 0, c->context_count - 1u));
    make_steps(m, &c->threads[c->thread_count - 1]);
  }
  for (int i = 0; i < c->thread_count; i++)
    if (is_always(c, i)) make_waits(m, &c->threads[i]);
}
