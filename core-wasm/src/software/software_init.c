/* The threads that are live at cycle 0, and the first steps of a thread. */
#include "software/interrupt.h"
#include "software/software.h"

static void make_live(sim *sim, uint32_t thread) {
  const uint32_t context = context_of(sim, thread);
  activity *a = activity_at(sim, thread);
  uint8_t *loaded_thread = &context_at(sim, context)->loaded_thread;
  a->preempted_order = SIM_CONTEXT_LIMIT - context; /* a tie goes to the lower context */
  a->interrupt_number = SIM_NONE;
  a->budget_left = thread_at(sim, thread)->budget;
  machine_ready(sim, thread);
  state_of(sim)->live_threads |= thread_bit(thread);
  /* The registers of the other threads are in memory. */
  const int is_first =
      *loaded_thread == SIM_NONE_8 || thread_at(sim, thread)->priority < thread_at(sim, *loaded_thread)->priority;
  if (!is_first) a->in_memory = 1;
  else if (*loaded_thread != SIM_NONE_8) activity_at(sim, *loaded_thread)->in_memory = 1;
  if (is_first) *loaded_thread = (uint8_t)thread;
}

/* M-65 */
static void begin_cpu(sim *sim) {
  cpu_state *cpu = cpu_now(sim);
  cpu->preemptions = SIM_CONTEXT_LIMIT;
  cpu->interrupted = SIM_NONE_8;
  cpu->saving = SIM_NONE_8;
  const candidate first = activity_best(sim, sim->cpu);
  if (candidate_kind(first) == CANDIDATE_ACTIVITY)
    context_set_pointer(sim, &cpu->now, context_of(sim, candidate_thread(first)));
  cpu->unreturned = (uint8_t)candidate_thread(first);
  software_dispatch(sim);
}

void software_init(sim *sim) {
  for (uint32_t t = 0; t < SIM_THREAD_LIMIT; t++) activity_at(sim, t)->packet = SIM_NONE;
  for (uint32_t t = 0; t < sim->config.thread_count; t++)
    if (thread_at(sim, t)->start == sim_thread_start_ALWAYS) make_live(sim, t);
  EACH_CPU(sim) begin_cpu(sim);
}

/* ---- first steps ---- */

void software_begin(sim *sim) {
  cpu_activity *now = &cpu_now(sim)->now;
  machine_contexts_changed(sim);
  now->phase = PHASE_START;
  now->begin = sim->boundary;
  now->end = sim->boundary;
}

/* M-4 */
void software_start(sim *sim) {
  const cpu_activity *now = &cpu_now(sim)->now;
  while (now->phase == PHASE_START) {
    activity *a = activity_at(sim, now->thread);
    const sim_thread_config *thread = thread_at(sim, now->thread);
    a->budget_from = sim->boundary;
    if (thread->start != sim_thread_start_ALWAYS) {
      a->first = sim->boundary;
      machine_event(sim, sim_event_kind_HANDLER_ENTERED, now->context, now->thread, a->interrupt_number);
    }
    if (thread->start == sim_thread_start_LINE && sim->config.late_arrival) interrupt_begins(sim, thread->line);
    if (thread->start == sim_thread_start_LINE)
      machine_count(sim, sim_track_kind_ENTERED, thread->line, 1,
                   1u << sim_event_kind_HANDLER_ENTERED);
    software_continue(sim);
  }
}
