#include "thread/wake.h"

#include "progress/progress.h"
#include "thread/place.h"

void thread_requeue(sim *sim, uint32_t thread) {
  activity *a = activity_at(sim, thread);
  a->turn = ++state_of(sim)->turns;
  a->slice_left = sim->config.time_slice_cycles;
}

/* What a step waits for: a packet in a queue, a disk's completion, room in a queue. */
static enum sim_condition waits_for(const sim_step_config *step) {
  if (step->op == sim_step_op_PUT) return sim_condition_QUEUE_NOT_FULL;
  const int is_other = step->condition == sim_condition_DISK_DONE || step->condition == sim_condition_RAISED;
  return is_other ? (enum sim_condition)step->condition : sim_condition_QUEUE_NOT_EMPTY;
}

void threads_wake(sim *sim, enum sim_condition condition, uint32_t index) {
  for (thread_set threads = state_of(sim)->live_threads; threads != 0; threads &= threads - 1) {
    const uint32_t thread = thread_first(threads);
    const activity *a = activity_at(sim, thread);
    if (a->state != ACTIVITY_WAITING) continue;
    const sim_step_config *step = &sim->config.steps[thread_at(sim, thread)->first_step + a->step];
    const int is_other =
        step->op == sim_step_op_SLEEP || step->op == sim_step_op_LOCK || step->op == sim_step_op_EXEC;
    if (is_other || step->index != index || waits_for(step) != condition) continue;
    thread_requeue(sim, thread);
    machine_ready(sim, thread);
  }
}

OPT_SIZE void thread_raise(sim *sim, uint32_t thread) {
  assert(thread_at(sim, thread)->start != sim_thread_start_LINE);
  uint16_t *pending = &state_of(sim)->soft_pending[thread];
  if (*pending == UINT16_MAX) {
    state_of(sim)->counters.soft_lost++;
    return;
  }
  ++*pending;
  machine_event(sim, sim_event_kind_SOFT_RAISED, SIM_NONE_8, thread, *pending);
  if (is_always(sim, thread)) threads_wake(sim, sim_condition_RAISED, thread);
  else {
    state_of(sim)->soft_threads |= thread_bit(thread);
    progress_pending_changed(sim, thread);
  }
}
