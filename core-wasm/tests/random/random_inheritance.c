/* Threads of several priorities that hold nested sleeping locks, and inherit through them. */
#include "random_maker.h"

enum { ROOM = 80 /* steps */, LONGEST = 5 /* parts of a thread's steps */ };

static sim_step_config *push(maker *m, enum sim_step_op op, uint32_t index) {
  sim_step_config *step = &m->config->steps[m->config->step_count++];
  *step = (sim_step_config){.op = (uint8_t)op, .index = (uint16_t)index};
  return step;
}

/* The first routine is short. */
static void work(maker *m) {
  push(m, sim_step_op_EXEC, chance(m, 92) ? 0 : in(m, 0, m->config->routine_count - 1u));
}

static void pause(maker *m) {
  if (chance(m, 40)) push(m, sim_step_op_SLEEP, 0)->cycles = in(m, 1, 500);
  else if (chance(m, 20)) push(m, sim_step_op_YIELD, 0);
  else if (chance(m, 4)) push(m, sim_step_op_WAIT, in(m, 0, m->config->queue_count - 1u));
  else work(m);
}

/* Takes a lock, and sometimes others within it, usually with greater numbers, so that not all machines deadlock.
 * Sometimes the lock is not released, or released before the inner one. */
static void hold(maker *m, uint32_t depth, uint32_t from) {
  const uint32_t last = m->config->lock_count - 1u, lock = in(m, chance(m, 4) ? 0 : from, last);
  push(m, sim_step_op_LOCK, lock);
  if (chance(m, 90)) work(m);
  if (chance(m, 10)) pause(m);
  if (depth > 0 && lock < last && chance(m, 50)) hold(m, depth - 1, lock + 1);
  if (chance(m, 30)) work(m);
  push(m, sim_step_op_UNLOCK, chance(m, 98) ? lock : in(m, 0, m->config->lock_count - 1u));
}

static void add_holder(maker *m, uint32_t core, uint32_t context) {
  sim_config *c = m->config;
  add_thread(m, sim_thread_start_ALWAYS, core, context);
  sim_thread_config *thread = &c->threads[c->thread_count - 1];
  thread->priority = byte_in(m, 1, 6);
  thread->first_step = c->step_count;
  for (uint32_t i = in(m, 1, chance(m, 50) ? 1 : LONGEST); i > 0; i--) {
    if (chance(m, 60)) hold(m, 2, chance(m, 50) ? (m->config->lock_count - 1u) / 2 : 0);
    else pause(m);
  }
  if (chance(m, 5)) work(m);
  else push(m, sim_step_op_SLEEP, 0)->cycles = in(m, 1, 400);
  thread->step_count = (uint16_t)(c->step_count - thread->first_step);
}

static int has_hart(const sim_config *c) {
  for (int i = 0; i < c->thread_count; i++)
    if (c->threads[i].machine_mode) return 1;
  return 0;
}

void make_inheritance(maker *m) {
  sim_config *c = m->config;
  if (!chance(m, 12) || has_hart(c)) return;
  for (int i = 0; i < c->lock_count; i++)
    if (c->locks[i].kind == sim_lock_kind_SLEEP) c->locks[i].protocol = flag(m, 60);
  for (uint32_t i = in(m, 1, 2); i > 0 && c->lock_count < SIM_LOCK_LIMIT; i--)
    c->locks[c->lock_count++] = (sim_lock_config){
        .kind = sim_lock_kind_SLEEP,
        .order = byte_in(m, sim_lock_order_FIFO, sim_lock_order_PRIORITY),
        .acquire = chance(m, 25) ? byte_in(m, 0, c->routine_count - 1u) : SIM_NONE_8,
        .poll = SIM_NONE_8,
        .release = chance(m, 25) ? byte_in(m, 0, c->routine_count - 1u) : SIM_NONE_8,
        .protocol = flag(m, 80),
    };
  c->routines[0].fixed = in(m, 1, 120);
  if (c->scheduler == sim_scheduler_NONE) {
    c->scheduler = byte_in(m, sim_scheduler_PRIORITY, sim_scheduler_ROUND_ROBIN);
    c->time_slice_cycles = in(m, 1, chance(m, 30) ? 20 : 600);
    c->switch_cycles = chance(m, 30) ? in(m, 0, 60) : 0;
  }
  if (chance(m, 80)) c->save_amount = c->restore_amount = half_in(m, 0, 9);
  const uint32_t core = in(m, 0, c->core_count - 1u), context = in(m, 0, c->context_count - 1u);
  for (uint32_t i = in(m, 3, 6); i > 0; i--) {
    if (c->thread_count == SIM_THREAD_LIMIT || c->step_count > SIM_STEP_LIMIT - ROOM) break;
    if (chance(m, 80)) add_holder(m, core, context);
    else add_holder(m, in(m, 0, c->core_count - 1u), in(m, 0, c->context_count - 1u));
  }
}
