/* The interrupt controller: lines, masks, soft interrupts, and the thread that answers a line. */
#include "ref/ref.h"

int ref_line_thread(const ref *r, int line) {
  for (int thread = 0; thread < r->config.thread_count; thread++) {
    const sim_thread_config *config = &r->config.threads[thread];
    if (config->start == sim_thread_start_LINE && config->line == line) return thread;
  }
  return REF_NONE;
}

/* Use of a context (M-10): no live thread; or all its threads wait; or the priority of its most urgent thread. */
static int use_of(const ref *r, int context) {
  int use = 0;
  for (int thread = 0; thread < r->config.thread_count; thread++) {
    const ref_activity *activity = &r->activities[thread];
    if ((!activity->live && !activity->started) || activity->context != context) continue;
    const int its = activity->waiting ? 1 : 1000 - activity->priority;
    if (its > use) use = its;
  }
  return use;
}

/* M-10: "each time it is started it goes to the context that is most free, and it stays there until it returns" */
static int freest_context(const ref *r, int thread, int core) {
  if (r->activities[thread].started) return r->activities[thread].context;
  const int first = core * r->config.context_count;
  int best = first;
  for (int context = first + 1; context < first + r->config.context_count; context++)
    if (use_of(r, context) < use_of(r, best)) best = context;
  return best;
}

/* M-10: "A thread that answers a steered line runs on the core and context to which the line is steered" */
int ref_thread_context(const ref *r, int thread) {
  const sim_thread_config *config = &r->config.threads[thread];
  uint32_t core = config->core, context = config->context;
  if (config->start == sim_thread_start_LINE) {
    const sim_line_config *line = &r->config.lines[config->line];
    if (line->core != SIM_NONE_8) core = line->core;
    if (line->context != SIM_NONE_8) context = line->context;
  }
  if (r->config.policy == sim_policy_SINGLE) context = 0;
  if (context == SIM_NONE_8) return freest_context(r, thread, (int)core);
  return (int)(core * r->config.context_count + context);
}

int ref_thread_cpu(const ref *r, int thread) {
  const int context = ref_thread_context(r, thread);
  return r->interleaved ? context : context / r->config.context_count;
}

/* M-178: a line or raise starts to wait when it is pending and not masked, and its thread has not started. */
void ref_pending_changed(ref *r, int thread) {
  if (thread == REF_NONE || r->config.threads[thread].start == sim_thread_start_ALWAYS) return;
  uint64_t *since = &r->counters.threads[thread].pending_since;
  const ref_line *line = &r->lines[r->config.threads[thread].line];
  const int by_line = r->config.threads[thread].start == sim_thread_start_LINE;
  const int is_asked = by_line ? line->pending && !line->masked : r->soft_pending[thread] > 0;
  if (r->activities[thread].started || !is_asked) *since = SIM_NEVER;
  else if (*since == SIM_NEVER) *since = r->moment;
  if (!r->activities[thread].started && !is_asked) ref_end_scarce(r, thread);
}

static void assert_line(ref *r, int line) {
  ref_line *l = &r->lines[line];
  if (l->pending) return;
  l->pending = 1;
  l->number = r->next_interrupt_number++;
  l->asserted = r->moment;
  ref_plic_rises(r, line);
  r->counters.lines[line].asserted++;
  ref_pending_changed(r, ref_line_thread(r, line));
  ref_event(r, sim_event_kind_LINE_ASSERTED, REF_NONE, (uint32_t)line, l->number);
}

static void clear_line(ref *r, int line) {
  if (!r->lines[line].pending) return;
  r->lines[line].pending = 0;
  ref_pending_changed(r, ref_line_thread(r, line));
  ref_event(r, sim_event_kind_LINE_CLEARED, REF_NONE, (uint32_t)line, 0);
}

/* Called when a device's status changed. `rose`: a bit of its mask was set. `happened`: an event of such a bit
 * occurred, whether or not the bit was already set. */
void ref_line_status(ref *r, int line, int was_driving, int is_driving, int rose, int happened) {
  const sim_line_config *config = &r->config.lines[line];
  r->lines[line].drivers += is_driving - was_driving;
  if (config->trigger == sim_trigger_LEVEL) {
    if (r->lines[line].drivers > 0) assert_line(r, line);
    else clear_line(r, line);
    return;
  }
  if (config->trigger == sim_trigger_EDGE ? !rose : !happened) return;
  if (r->lines[line].masked && config->loses_masked) r->counters.lines[line].lost++;
  else assert_line(r, line);
}

/* M-61: "An edge line is cleared when it is recognised" */
void ref_line_recognise(ref *r, int line) {
  if (r->config.lines[line].trigger != sim_trigger_LEVEL) clear_line(r, line);
}

void ref_line_mask(ref *r, int line, int masked) {
  r->lines[line].masked = masked;
  ref_plic_gateway(r, line);
  ref_pending_changed(r, ref_line_thread(r, line));
}

void ref_raise(ref *r, int thread) {
  if (r->soft_pending[thread] == UINT16_MAX) {
    r->counters.soft_lost++;
    return;
  }
  r->soft_pending[thread]++;
  ref_pending_changed(r, thread);
  ref_event(r, sim_event_kind_SOFT_RAISED, REF_NONE, (uint32_t)thread, r->soft_pending[thread]);
  ref_wake(r, REF_WAIT_RAISE, thread);
}
