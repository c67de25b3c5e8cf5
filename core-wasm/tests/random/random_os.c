#include "random_maker.h"

enum { STEP_ROOM = 100 };

static int is_always(const sim_config *c, int thread) { return c->threads[thread].start == sim_thread_start_ALWAYS; }

/* Steps that only a permanent thread (start `always`) may have. */
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

/* ---- ticks, time budgets, threads that others raise ---- */

static void raise_threads(maker *m, int thread) {
  sim_config *c = m->config;
  for (uint32_t i = 0; i < c->threads[thread].step_count; i++) {
    sim_step_config *step = &c->steps[c->threads[thread].first_step + i];
    if (step->op == sim_step_op_RAISE && chance(m, 40)) {
      const uint32_t other = in(m, 0, c->thread_count - 1u);
      if (c->threads[other].start != sim_thread_start_LINE) step->index = (uint16_t)other;
    } else if (step->op == sim_step_op_WAIT && chance(m, 40)) {
      *step = (sim_step_config){.op = sim_step_op_WAIT, .condition = sim_condition_RAISED, .index = (uint16_t)thread};
    }
  }
}

void make_kernel(maker *m) {
  sim_config *c = m->config;
  if (!chance(m, 30)) return;
  if (c->tick_cycles == 0) c->tick_cycles = in(m, 2, 900);
  if (c->tick_cycles > 1) c->tick_work_cycles = in(m, 0, c->tick_cycles - 1);
  if (chance(m, 50)) c->tick_work_cycles %= 40;
  for (int i = 0; i < c->thread_count; i++) {
    if (chance(m, 50)) c->threads[i].budget_cycles = in(m, 1, 800);
    raise_threads(m, i);
  }
  for (int i = 0; i < c->routine_count; i++) /* polls */
    if (c->routines[i].kind == sim_routine_kind_CYCLES && chance(m, 25)) c->routines[i].fixed = in(m, 1, 3);
}

/* ---- locks ---- */

static uint8_t some_routine(maker *m, uint32_t percent) {
  return chance(m, percent) ? byte_in(m, 0, m->config->routine_count - 1u) : SIM_NONE_8;
}

static void make_lock(maker *m, sim_lock_config *lock) {
  lock->kind = flag(m, 40);
  const int spins = lock->kind == sim_lock_kind_SPIN;
  lock->order = byte_in(m, spins ? sim_lock_order_ANY : sim_lock_order_FIFO, sim_lock_order_PRIORITY);
  lock->acquire = some_routine(m, 50);
  if (spins) lock->poll = some_routine(m, lock->acquire == SIM_NONE_8 ? 100 : 50);
  lock->release = some_routine(m, 40);
}

/* The step acquires or releases the lock, if the thread may do so. */
static void use_lock(maker *m, int thread, sim_step_config *step, enum sim_step_op op, uint32_t lock) {
  const sim_config *c = m->config;
  if (c->locks[lock].kind == sim_lock_kind_SLEEP && !is_always(c, thread)) return;
  *step = (sim_step_config){.op = (uint8_t)op, .index = (uint16_t)lock};
  if (chance(m, 20)) step->bits = byte_in(m, sim_layer_APPLICATION, sim_layer_KERNEL_COPY);
}

/* Mostly in pairs. */
static void use_locks(maker *m, int thread) {
  sim_config *c = m->config;
  const sim_thread_config *config = &c->threads[thread];
  sim_step_config *steps = &c->steps[config->first_step];
  uint32_t lock = 0;
  int has_it = 0;
  for (uint32_t i = 0; i < config->step_count; i++) {
    if (steps[i].op == sim_step_op_EXEC && chance(m, 15)) steps[i].bits = byte_in(m, 0, sim_layer_KERNEL_COPY);
    const int fits = steps[i].op != sim_step_op_JUMP && steps[i].op != sim_step_op_JUMP_UNLESS &&
                     steps[i].op != sim_step_op_RETURN;
    if (!fits || !chance(m, has_it ? 50 : 25)) continue;
    if (!has_it) lock = in(m, 0, c->lock_count - 1u);
    use_lock(m, thread, &steps[i], has_it ? sim_step_op_UNLOCK : sim_step_op_LOCK, lock);
    has_it = !has_it;
  }
}

void make_locks(maker *m) {
  sim_config *c = m->config;
  if (!chance(m, 30)) return;
  c->lock_count = byte_in(m, 1, 3);
  for (uint32_t i = 0; i < c->lock_count; i++) make_lock(m, &c->locks[i]);
  for (int i = 0; i < c->thread_count; i++) use_locks(m, i);
}

/* Slices of single threads, disk requests ahead of time, switches only at misses. */
void make_scheduling(maker *m) {
  sim_config *c = m->config;
  if (c->switch_blocked_cycles > 0) c->switch_blocked_by_miss = flag(m, 50);
  for (int i = 0; i < c->thread_count && c->scheduler == sim_scheduler_ROUND_ROBIN; i++)
    c->thread_slices[i] = chance(m, 40) ? in(m, 1, 1500) : 0;
  for (int i = 0; i < c->step_count; i++)
    if (c->steps[i].op == sim_step_op_WAIT && c->steps[i].condition == sim_condition_DISK_DONE)
      c->steps[i].bits = chance(m, 50) ? byte_in(m, 0, 3) : 0;
}
