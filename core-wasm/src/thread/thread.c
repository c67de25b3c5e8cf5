/* The context of a thread, and its wake-up. */
#include "thread/thread.h"

#include "progress/progress.h"

/* ---- the context of a thread ---- */

OPT_SIZE uint32_t thread_configured_context(const sim *sim, uint32_t thread, uint32_t *first) {
  const sim_thread_config *config = thread_at(sim, thread);
  uint32_t core = config->core, context = config->context;
  if (config->start == sim_thread_start_LINE) {
    const sim_line_config *line = line_config_at(sim, config->line);
    if (line->core != SIM_NONE_8) core = line->core;
    if (line->context != SIM_NONE_8) context = line->context;
  }
  *first = core * sim->config.context_count;
  if (sim->config.policy == sim_policy_SINGLE) return *first;
  return context == SIM_NONE_8 ? SIM_NONE_8 : *first + context;
}

/* Choice among the contexts of a core: a context without live threads; otherwise one whose live threads all wait;
 * otherwise the one whose most urgent thread is the least urgent. A tie goes to the lowest (M-10). */
OPT_SIZE static uint32_t most_free(const sim *sim, uint32_t first) {
  uint32_t use[SIM_CORE_CONTEXT_LIMIT] = {0};
  for (thread_set threads = state_of(sim)->live_threads; threads != 0; threads &= threads - 1) {
    const uint32_t thread = thread_first(threads), at = context_of(sim, thread) - first;
    if (at >= sim->config.context_count) continue;
    const int waits = activity_at(sim, thread)->state == ACTIVITY_WAITING;
    const uint32_t its = waits ? 1 : 2u + UINT8_MAX - machine_priority(sim, thread);
    if (its > use[at]) use[at] = its;
  }
  uint32_t best = 0;
  for (uint32_t at = 1; at < sim->config.context_count; at++)
    if (use[at] < use[best]) best = at;
  return first + best;
}

OPT_SIZE uint32_t thread_chosen_context(const sim *sim, uint32_t thread) {
  uint32_t first;
  if (state_of(sim)->live_threads >> thread & 1) return activity_at(sim, thread)->context;
  thread_configured_context(sim, thread, &first);
  return most_free(sim, first);
}

/* ---- wake-ups ---- */

/* M-76 */
uint32_t thread_slice(const sim *sim, uint32_t thread) {
  const uint32_t own = sim->config.thread_slices[thread];
  return own != 0 ? own : sim->config.time_slice_cycles;
}

void thread_requeue(sim *sim, uint32_t thread) {
  activity *a = activity_at(sim, thread);
  a->turn = ++state_of(sim)->turns;
  a->slice_left = thread_slice(sim, thread);
}

/* The condition of a waiting step: a packet in a queue, a disk's completion, room in a queue. */
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
