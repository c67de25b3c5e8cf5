#include "software/scheduler.h"

#include "software/software.h"
#include "thread/thread.h"

static int has_slices(const sim *sim) { return sim->config.scheduler == sim_scheduler_ROUND_ROBIN; }

/* Slices and sleeps end at ticks only. */
static uint64_t at_tick(const sim *sim, uint64_t time) {
  const uint64_t tick = sim->config.tick_cycles;
  if (tick == 0 || time > UINT64_MAX - tick) return time;
  return (time + tick - 1) / tick * tick;
}

/* ---- order ---- */

/* M-74 */
int scheduler_goes_before(const sim *sim, uint32_t thread, uint32_t other) {
  const activity *a = activity_at(sim, thread), *b = activity_at(sim, other);
  if (!scheduler_is_on(sim)) return a->preempted_order > b->preempted_order;
  if (is_always(sim, thread) != is_always(sim, other)) return is_always(sim, other);
  return is_always(sim, thread) ? a->turn < b->turn : a->preempted_order > b->preempted_order;
}

/* M-73 */
void scheduler_init(sim *sim) {
  state_of(sim)->sleep_next = SIM_NEVER;
  state_of(sim)->turns = state_of(sim)->first_turns = SIM_NEVER / 2;
  for (uint32_t cpu = 0; cpu < SIM_CONTEXT_LIMIT; cpu++) cpu_at(sim, cpu)->slice_end = SIM_NEVER;
  for (uint32_t t = 0; t < SIM_THREAD_LIMIT; t++) {
    activity_at(sim, t)->wake_at = SIM_NEVER;
    sim_thread_counters *counters = thread_counters_at(sim, t);
    counters->ready_since = counters->passed_over_since = counters->pending_since = SIM_NEVER;
    counters->scarce_since = counters->lock_wait_since = SIM_NEVER;
    sim->marks->released[t] = SIM_NEVER;
    if (t < sim->config.thread_count && is_always(sim, t)) thread_requeue(sim, t);
  }
}

/* ---- switches ---- */

/* The kernel uses the cpu for this number of cycles. */
static void work(sim *sim, uint32_t cycles) {
  cpu_activity *now = &cpu_now(sim)->now;
  machine_contexts_changed(sim);
  now->phase = PHASE_SWITCH;
  now->begin = sim->boundary;
  now->end = sim->boundary + cycles;
}

/* M-79 */
void scheduler_give(sim *sim, uint32_t thread) {
  const uint32_t context = context_of(sim, thread);
  uint8_t *owner = &context_at(sim, context)->owner_thread;
  const uint32_t before = *owner;
  if (!scheduler_is_on(sim) || !is_always(sim, thread) || before == thread) {
    context_resume(sim, thread);
    return;
  }
  *owner = (uint8_t)thread;
  if (before != SIM_NONE_8) thread_counters_at(sim, thread)->switches++;
  if (before == SIM_NONE_8 || sim->config.switch_cycles == 0) {
    context_resume(sim, thread);
    return;
  }
  cpu_now(sim)->now.thread = (uint8_t)thread;
  context_point(sim, context, thread);
  work(sim, sim->config.switch_cycles);
}

/* ---- ticks ---- */

/* M-77 */
void scheduler_tick(sim *sim) {
  if (sim->config.tick_work_cycles == 0 || sim->boundary % sim->config.tick_cycles != 0) return;
  for (uint32_t i = 0; i < sim->cpu_count; i++) {
    cpu_state *cpu = cpu_at(sim, i);
    cpu->tick_due = cpu->now.phase != PHASE_IDLE;
  }
}

void scheduler_drained(sim *sim) {
  cpu_state *cpu = cpu_now(sim);
  if (cpu->switching == SWITCHING_AT_TICK) {
    cpu->tick_due = 0;
    state_of(sim)->counters.ticks++;
    work(sim, sim->config.tick_work_cycles);
    return;
  }
  cpu->switching = SWITCHING_NOT;
  software_dispatch(sim);
}

void scheduler_switched(sim *sim) {
  cpu_state *cpu = cpu_now(sim);
  if (cpu->switching == SWITCHING_NOT) {
    context_resume(sim, cpu->now.thread);
    return;
  }
  cpu->switching = SWITCHING_NOT;
  software_dispatch(sim);
}

/* ---- slices ---- */

void scheduler_runs(sim *sim) {
  cpu_state *cpu = cpu_now(sim);
  if (!has_slices(sim) || !is_always(sim, cpu->now.thread) || cpu->slice_end != SIM_NEVER) return;
  cpu->slice_end = sim->boundary + activity_at(sim, cpu->now.thread)->slice_left;
}

void scheduler_slice_stands(sim *sim) {
  cpu_state *cpu = cpu_now(sim);
  assert(is_always(sim, cpu->now.thread));
  activity_at(sim, cpu->now.thread)->slice_left = later(cpu->slice_end, sim->boundary) - sim->boundary;
  cpu->slice_end = SIM_NEVER;
}

/* M-76 */
int scheduler_slice_is_over(const sim *sim, uint32_t cpu) {
  const uint64_t end = cpu_at(sim, cpu)->slice_end;
  return end != SIM_NEVER && at_tick(sim, end) <= sim->boundary;
}

/* Whether another user thread of the same priority is ready. */
static int has_rival(const sim *sim, uint32_t cpu) {
  const uint32_t running = cpu_at(sim, cpu)->now.thread;
  thread_set rest = state_of(sim)->ready_threads & sim->cpu_threads[cpu] & ~thread_bit(running);
  for (; rest != 0; rest &= rest - 1) {
    const uint32_t thread = thread_first(rest);
    if (is_always(sim, thread) && machine_priority(sim, thread) == machine_priority(sim, running)) return 1;
  }
  return 0;
}

void scheduler_renew_slice(sim *sim) {
  if (scheduler_slice_is_over(sim, sim->cpu) && !has_rival(sim, sim->cpu))
    cpu_now(sim)->slice_end = sim->boundary + thread_slice(sim, cpu_now(sim)->now.thread);
}

candidate scheduler_preemptor(const sim *sim, uint32_t cpu) {
  const uint32_t running = cpu_at(sim, cpu)->now.thread;
  if (!scheduler_is_on(sim) || !is_always(sim, running)) return candidate_none();
  const candidate best = activity_best(sim, cpu);
  if (candidate_kind(best) == CANDIDATE_NONE || !is_always(sim, candidate_thread(best))) return candidate_none();
  const uint32_t own = machine_priority(sim, running);
  if (candidate_priority(best) < own) return best;
  return candidate_priority(best) == own && scheduler_slice_is_over(sim, cpu) ? best : candidate_none();
}

/* ---- sleep ---- */

/* M-80 */
void scheduler_sleep(sim *sim, uint32_t thread, uint32_t cycles) {
  activity *a = activity_at(sim, thread);
  a->wake_at = at_tick(sim, add_saturating(sim->boundary, cycles));
  state_of(sim)->sleep_next = earlier(state_of(sim)->sleep_next, a->wake_at);
}

void scheduler_wake_sleepers(sim *sim) {
  if (state_of(sim)->sleep_next > sim->boundary) return;
  uint64_t next = SIM_NEVER;
  for (uint32_t thread = 0; thread < sim->config.thread_count; thread++) {
    activity *a = activity_at(sim, thread);
    if (a->wake_at > sim->boundary) {
      next = earlier(next, a->wake_at);
      continue;
    }
    a->wake_at = SIM_NEVER;
    a->step++;
    thread_requeue(sim, thread);
    machine_ready(sim, thread);
  }
  state_of(sim)->sleep_next = next;
}

uint64_t scheduler_next(const sim *sim) {
  uint64_t next = state_of(sim)->sleep_next;
  const uint64_t tick = sim->config.tick_cycles;
  if (sim->config.tick_work_cycles > 0) next = earlier(next, (state_of(sim)->cycle / tick + 1) * tick);
  if (!has_slices(sim)) return next;
  for (uint32_t cpu = 0; cpu < sim->cpu_count; cpu++) {
    const uint64_t end = at_tick(sim, cpu_at(sim, cpu)->slice_end);
    if (end > state_of(sim)->cycle) next = earlier(next, end);
    else if (!has_rival(sim, cpu)) return state_of(sim)->cycle + 1; /* a priority changed (M-227) */
    /* otherwise interrupts are disabled */
  }
  return next;
}
