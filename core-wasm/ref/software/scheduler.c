/* The scheduler of the permanent threads (user threads): which of them runs, slices, switches, sleep. */
#include "ref/ref.h"

enum { ref_look_cycles = 1024 };

int ref_is_user(const ref *r, int thread) { return ref_thread_of(r, thread)->start == sim_thread_start_ALWAYS; }

static int has_scheduler(const ref *r) { return r->config.scheduler != sim_scheduler_NONE; }

/* M-74: "A thread goes to the end of its queue when it wakes, when it yields, and when its slice is over" */
static void to_the_end(ref *r, int thread) {
  r->activities[thread].queued_at = ++r->next_queued;
  r->activities[thread].slice_used = 0;
  r->activities[thread].slice_over = 0;
}

/* M-73: "Handlers ... win a tie of priority". Among handlers the one preempted last comes first, among user
 * threads the first in the queue. */
int ref_goes_first(const ref *r, int a, int b) {
  const ref_activity *x = &r->activities[a], *y = &r->activities[b];
  const int user_x = has_scheduler(r) && ref_is_user(r, a), user_y = has_scheduler(r) && ref_is_user(r, b);
  if (x->priority != y->priority) return x->priority < y->priority;
  if (user_x != user_y) return user_y;
  if (user_x) return x->queued_at < y->queued_at;
  return x->left_at != y->left_at ? x->left_at > y->left_at : x->context < y->context;
}

/* ---- waking ---- */

void ref_wake_thread(ref *r, int thread) {
  r->activities[thread].waiting = REF_WAIT_NOTHING;
  ref_released(r, thread, r->moment);
  to_the_end(r, thread);
}

void ref_wake(ref *r, enum ref_wait waiting, int index) {
  for (int thread = 0; thread < r->config.thread_count; thread++)
    if (r->activities[thread].waiting == waiting && r->activities[thread].waits_for == index)
      ref_wake_thread(r, thread);
}

void ref_wait(ref *r, int c, enum ref_wait waiting, int index) {
  const int thread = r->cpus[c].thread;
  ref_activity *activity = &r->activities[thread];
  activity->waiting = waiting;
  activity->waits_for = index;
  activity->left_at = ++r->next_leaving;
  r->counters.threads[thread].waits++;
  if (waiting != REF_WAIT_LOCK && waiting != REF_WAIT_ROOM) ref_response_ends(r, thread);
  ref_end_scarce(r, thread);
  ref_cpu_choose_next(r, c);
}

/* M-80: "ready again n cycles later (at the next tick, if there are ticks)" */
void ref_sleep(ref *r, int c, uint32_t cycles) {
  const uint64_t end = r->moment + cycles, tick = r->config.tick_cycles;
  r->activities[r->cpus[c].thread].sleeps_until = tick == 0 ? end : (end + tick - 1) / tick * tick;
  ref_wait(r, c, REF_WAIT_TIME, 0);
}

void ref_wake_sleepers(ref *r) {
  for (int thread = 0; thread < r->config.thread_count; thread++)
    if (r->activities[thread].waiting == REF_WAIT_TIME && r->activities[thread].sleeps_until <= r->moment)
      ref_wake_thread(r, thread);
}

/* ---- when a thread leaves the cpu ---- */

static int best_user(const ref *r, int c) {
  int best = REF_NONE;
  for (int thread = 0; thread < r->config.thread_count; thread++) {
    if (!ref_is_user(r, thread) || !ref_activity_ready(r, thread)) continue;
    if (r->activities[thread].cpu == c && (best == REF_NONE || ref_goes_first(r, thread, best))) best = thread;
  }
  return best;
}

/* A yield is a return for the waiting threads. Returns whether the thread continues. M-80: "alone it changes nothing".
 */
int ref_yield(ref *r, int c) {
  const int thread = r->cpus[c].thread;
  if (has_scheduler(r)) to_the_end(r, thread);
  if (ref_best_activity(r, c) == thread && !ref_cpu_more_urgent(r, c, r->activities[thread].priority)) return 1;
  r->activities[thread].left_at = ++r->next_leaving;
  ref_cpu_choose_next(r, c);
  return 0;
}

static int same_priority_is_ready(const ref *r, int c) {
  const int running = r->cpus[c].thread;
  for (int thread = 0; thread < r->config.thread_count; thread++)
    if (thread != running && ref_is_user(r, thread) && ref_activity_ready(r, thread) &&
        r->activities[thread].cpu == c &&
        r->activities[thread].priority == r->activities[running].priority)
      return 1;
  return 0;
}

/* Whether the slice of the thread on the cpu has ended. With ticks M-76: "the end is seen only at its multiples". */
void ref_look_at_slice(ref *r, int c) {
  ref_activity *activity = &r->activities[r->cpus[c].thread];
  const int seen = r->config.tick_cycles == 0 || r->moment % r->config.tick_cycles == 0;
  const uint32_t own = r->config.thread_slices[r->cpus[c].thread];
  const uint32_t slice = own != 0 ? own : r->config.time_slice_cycles;
  if (r->config.scheduler == sim_scheduler_ROUND_ROBIN && activity->slice_used >= slice && seen)
    activity->slice_over = 1;
}

/* M-76: "When it is over and another user thread of the same priority is ready, that one gets the cpu"; otherwise a new
 * slice starts. Like a more urgent thread, that thread is M-78: "recognised like an interrupt, after them in the
 * same cycle". `now`: recognition is possible in this cycle. */
void ref_schedule(ref *r, int c, int now) {
  ref_cpu *cpu = &r->cpus[c];
  ref_activity *activity = &r->activities[cpu->thread];
  if (!has_scheduler(r) || cpu->phase != REF_RUN || !ref_is_user(r, cpu->thread)) return;
  now &= activity->interrupts_enabled;
  if (activity->slice_over && !same_priority_is_ready(r, c)) activity->slice_over = 0, activity->slice_used = 0;
  if (activity->slice_over && now) to_the_end(r, cpu->thread);
  const int first = best_user(r, c);
  if (now && first != cpu->thread) ref_begin_preemption(r, c, first);
}

/* M-77: "after interrupts of the same cycle, when interrupts are enabled". Returns whether the tick is taken. */
int ref_take_tick(ref *r, int c, int now) {
  ref_cpu *cpu = &r->cpus[c];
  if (!cpu->tick_waits || cpu->phase != REF_RUN || !now) return 0;
  if (!r->activities[cpu->thread].interrupts_enabled) return 0;
  if (r->activities[cpu->thread].slice_over && has_scheduler(r) && ref_is_user(r, cpu->thread))
    to_the_end(r, cpu->thread);
  ref_begin_tick(r, c);
  return 1;
}

/* ---- the switch ---- */

/* M-79: "At cycle 0 the first thread of a context has its registers there, the registers of the others lie in
 * memory" */
void ref_scheduler_create(ref *r) {
  for (int context = 0; context < r->context_total; context++) r->owner[context] = REF_NONE;
  for (int thread = 0; thread < r->config.thread_count; thread++) {
    ref_activity *activity = &r->activities[thread];
    if (!activity->live) continue;
    to_the_end(r, thread);
    int *owner = &r->owner[activity->context];
    activity->in_memory = *owner != REF_NONE;
    if (*owner != REF_NONE && activity->priority < r->activities[*owner].priority) {
      activity->in_memory = 0;
      r->activities[*owner].in_memory = 1;
      *owner = thread;
    }
    if (*owner == REF_NONE) *owner = thread;
  }
}

/* Gives the context to the thread. Returns the cycles of kernel work for this. */
uint32_t ref_take_context(ref *r, int thread) {
  int *owner = &r->owner[r->activities[thread].context];
  if (!ref_is_user(r, thread) || *owner == thread) return 0;
  *owner = thread;
  r->counters.threads[thread].switches++;
  return r->config.switch_cycles;
}

/* ---- counters by thread ---- */

/* M-82: "since when it is ready without running (until its own save or restore begins" */
int ref_ready_without_running(const ref *r, int thread) {
  const ref_cpu *cpu = &r->cpus[r->activities[thread].cpu];
  if (!ref_activity_ready(r, thread)) return 0;
  const int has_cpu = cpu->phase == REF_RUN || cpu->phase == REF_SAVE || cpu->phase == REF_RESTORE || cpu->trapped;
  return !has_cpu || cpu->thread != thread;
}

/* M-179: "ends ... when it is ready again and has run for an 80th of the time until then; the next begins there" */
static void begin_or_go_on_scarce(sim_thread_counters *counters) {
  const uint64_t from = counters->ready_since, since = counters->scarce_since;
  if (since != SIM_NEVER && 80 * (counters->cycles - counters->scarce_cycles) < from - since) return;
  counters->scarce_since = from;
  counters->scarce_cycles = counters->cycles;
}

void ref_end_scarce(ref *r, int thread) {
  r->counters.threads[thread].scarce_since = SIM_NEVER;
  r->counters.threads[thread].scarce_cycles = 0;
}

void ref_end_ready(ref *r, int thread) {
  sim_thread_counters *counters = &r->counters.threads[thread];
  if (counters->ready_since == SIM_NEVER) return;
  const uint64_t length = r->moment - counters->ready_since;
  if (length > counters->longest_ready) {
    counters->longest_ready = length;
    counters->longest_ready_from = counters->ready_since;
  }
  if (length > 0) begin_or_go_on_scarce(counters);
  counters->ready_since = SIM_NEVER;
}

static uint64_t cycles_of(const ref *r, int context, int cause) {
  uint64_t sum = 0;
  for (int layer = 0; layer < SIM_LAYER_LIMIT; layer++)
    sum += r->counters.cycles_by[(context * SIM_LAYER_LIMIT + layer) * SIM_CAUSE_LIMIT + cause];
  return sum;
}

/* "passed over": since the previous check (every 1,024 cycles) it had its context, was ready, and issued nothing. */
void ref_look_at_issue(ref *r) {
  const int policy = r->config.policy;
  if (policy != sim_policy_FIXED_PRIORITY && policy != sim_policy_WEIGHTED_ROUND_ROBIN) return;
  if (r->moment % ref_look_cycles != 0) return;
  for (int c = 0; c < r->cpu_count; c++) {
    ref_cpu *cpu = &r->cpus[c];
    const uint64_t busy = cycles_of(r, c, sim_cause_BUSY), ready = cycles_of(r, c, sim_cause_READY);
    const int is_passed_over = cpu->phase != REF_IDLE && busy == cpu->seen_busy && ready > cpu->seen_ready;
    cpu->seen_busy = busy;
    cpu->seen_ready = ready;
    for (int thread = 0; thread < r->config.thread_count; thread++) {
      uint64_t *since = &r->counters.threads[thread].passed_over_since;
      if (ref_thread_cpu(r, thread) != c) continue;
      if (!is_passed_over || cpu->thread != thread) *since = SIM_NEVER;
      else if (*since == SIM_NEVER) *since = r->moment - ref_look_cycles;
    }
  }
}

void ref_count_ready(ref *r) {
  for (int thread = 0; thread < r->config.thread_count; thread++) {
    uint64_t *since = &r->counters.threads[thread].ready_since;
    if (!ref_ready_without_running(r, thread)) ref_end_ready(r, thread);
    else if (*since == SIM_NEVER) *since = r->moment;
  }
}
