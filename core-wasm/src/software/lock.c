#include "software/scheduler.h"
#include "software/software.h"
#include "thread/thread.h"

void lock_init(sim *sim) {
  for (int i = 0; i < SIM_LOCK_LIMIT; i++) lock_at(sim, i)->holder = SIM_NONE_8;
  state_of(sim)->counters.deadlock.cycle = SIM_NEVER;
}

/* ---- accounting of cycles ---- */

/* Whether a waiting thread is more urgent than the holder's own priority. */
static int is_inverted(const sim *sim, const lock_state *l) {
  if (l->holder == SIM_NONE_8) return 0;
  const uint32_t own = thread_at(sim, l->holder)->priority;
  for (thread_set waiting = l->waiting; waiting != 0; waiting &= waiting - 1)
    if (machine_priority(sim, thread_first(waiting)) < own) return 1;
  return 0;
}

static void lock_account(sim *sim, uint32_t lock, uint64_t until) {
  lock_state *l = lock_at(sim, lock);
  sim_lock_counters *counters = &state_of(sim)->counters.locks[lock];
  sim_thread_counters *threads = state_of(sim)->counters.threads;
  const uint64_t cycles = until - l->accounted_to;
  l->accounted_to = until;
  if (l->holder != SIM_NONE_8) {
    counters->held_cycles += cycles;
    threads[l->holder].lock_held_cycles += cycles;
  }
  if (cycles > 0 && is_inverted(sim, l)) counters->inverted_cycles += cycles;
  for (thread_set waiting = l->waiting; waiting != 0; waiting &= waiting - 1) {
    counters->wait_cycles += cycles;
    threads[thread_first(waiting)].lock_wait_cycles += cycles;
  }
}

void lock_account_cycles(sim *sim, uint64_t until) {
  for (uint32_t lock = 0; lock < sim->config.lock_count; lock++) lock_account(sim, lock, until);
  inheritance_account_cycles(sim, until);
}

/* ---- order of the waiting threads ---- */

static int waits_before(const sim *sim, uint32_t lock, uint32_t a, uint32_t b) {
  const uint32_t first = machine_priority(sim, a), second = machine_priority(sim, b);
  if (sim->config.locks[lock].order == sim_lock_order_PRIORITY && first != second) return first < second;
  return activity_at(sim, a)->lock_turn < activity_at(sim, b)->lock_turn;
}

/* The waiting thread that gets the lock first, or SIM_NONE_8 (M-90). */
static uint32_t first_of(const sim *sim, uint32_t lock) {
  uint32_t first = SIM_NONE_8;
  for (thread_set waiting = lock_at(sim, lock)->waiting; waiting != 0; waiting &= waiting - 1) {
    const uint32_t thread = thread_first(waiting);
    if (first == SIM_NONE_8 || waits_before(sim, lock, thread, first)) first = thread;
  }
  return first;
}

static int is_open(const sim *sim, uint32_t lock, uint32_t thread) {
  const lock_state *l = lock_at(sim, lock);
  if (l->holder != SIM_NONE_8) return 0;
  return l->waiting == 0 || sim->config.locks[lock].order == sim_lock_order_ANY || first_of(sim, lock) == thread;
}

/* ---- deadlock ---- */

/* Whether the spinner runs on the cpu of `thread`, which gets the cpu only after the spinner has its lock (M-94). */
static int keeps_from(const sim *sim, uint32_t spinner, uint32_t thread) {
  if (spinner == SIM_NONE_8 || spinner == thread) return 0;
  const uint32_t own = machine_priority(sim, spinner), other = machine_priority(sim, thread);
  const int are_scheduled = scheduler_is_on(sim) && is_always(sim, spinner) && is_always(sim, thread);
  if (!are_scheduled || !machine_interruptible(sim, spinner)) return 1;
  const int shares = sim->config.scheduler == sim_scheduler_ROUND_ROBIN;
  return shares ? own < other : own <= other;
}

/* Thread that must act before this one can continue, SIM_NONE_8 if unknown. *lock: the lock between them; SIM_NONE_8:
 * the other thread has the cpu. */
static uint32_t blocker(const sim *sim, uint32_t thread, uint8_t *lock) {
  thread_set spins = 0;
  for (uint32_t i = 0; i < sim->config.lock_count; i++) {
    const lock_state *l = lock_at(sim, i);
    if (sim->config.locks[i].kind == sim_lock_kind_SPIN) spins |= l->waiting; /* a sleeping thread frees the cpu */
    if (!(l->waiting >> thread & 1)) continue;
    *lock = (uint8_t)i;
    const uint32_t next = l->holder != SIM_NONE_8 ? l->holder : first_of(sim, i);
    if (l->holder != SIM_NONE_8 || next != thread) return next;
  }
  *lock = SIM_NONE_8;
  if (activity_at(sim, thread)->state != ACTIVITY_READY) return SIM_NONE_8;
  const uint32_t running = cpu_at(sim, cpu_of_context(sim, context_of(sim, thread)))->now.thread;
  return keeps_from(sim, running, thread) && spins >> running & 1 ? running : SIM_NONE_8;
}

/* Called when the thread waits. Only the first deadlock is recorded. */
static void find_deadlock(sim *sim, uint32_t thread) {
  sim_deadlock found = {.cycle = sim->boundary};
  if (state_of(sim)->counters.deadlock.length > 0) return;
  uint32_t at = thread;
  do {
    if (found.length == SIM_THREAD_LIMIT) return;
    found.threads[found.length] = (uint8_t)at;
    at = blocker(sim, at, &found.locks[found.length++]);
    if (at == SIM_NONE_8) return;
  } while (at != thread);
  state_of(sim)->counters.deadlock = found;
  for (uint32_t i = 0; i < found.length; i++)
    machine_event(sim, sim_event_kind_DEADLOCK, SIM_NONE_8, found.threads[i], found.locks[i]);
}

/* ---- acquire and release ---- */

static void lock_take(sim *sim, uint32_t lock, uint32_t thread) {
  lock_state *l = lock_at(sim, lock);
  sim_lock_counters *counters = &state_of(sim)->counters.locks[lock];
  lock_account(sim, lock, sim->boundary);
  counters->taken++;
  if (l->waiting >> thread & 1) {
    l->waiting &= ~thread_bit(thread);
    counters->contended++;
    uint64_t *since = &thread_counters_at(sim, thread)->lock_wait_since;
    counters->longest_wait = later(counters->longest_wait, sim->boundary - *since);
    *since = SIM_NEVER;
  }
  counters->taken_at = sim->boundary;
  counters->taker = (uint8_t)thread;
  l->holder = (uint8_t)thread;
  machine_event(sim, sim_event_kind_LOCKED, context_of(sim, thread), lock, thread);
}

static int attempt(sim *sim, uint32_t lock, uint32_t thread) {
  lock_state *l = lock_at(sim, lock);
  if (is_open(sim, lock, thread)) {
    lock_take(sim, lock, thread);
    return 1;
  }
  if (!(l->waiting >> thread & 1)) {
    lock_account(sim, lock, sim->boundary);
    l->waiting |= thread_bit(thread);
    thread_counters_at(sim, thread)->lock_wait_since = sim->boundary;
    thread_counters_at(sim, thread)->waited_lock = (uint8_t)lock;
    activity_at(sim, thread)->lock_turn = ++state_of(sim)->turns;
    machine_event(sim, sim_event_kind_LOCK_WAIT, context_of(sim, thread), lock, thread);
    inheritance_update(sim);
  }
  find_deadlock(sim, thread);
  return 0;
}

static void lock_go_on(activity *a) {
  a->lock_stage = LOCK_BEGINS;
  a->step++;
}

/* M-92 */
static void release(sim *sim, uint32_t lock, uint32_t thread) {
  lock_state *l = lock_at(sim, lock);
  if (l->holder != thread) return;
  lock_account(sim, lock, sim->boundary);
  l->holder = SIM_NONE_8;
  machine_event(sim, sim_event_kind_UNLOCKED, context_of(sim, thread), lock, thread);
  if (sim->config.locks[lock].kind == sim_lock_kind_SPIN || l->waiting == 0) return;
  const uint32_t next = first_of(sim, lock); /* a lock whose waiters sleep is handed over */
  lock_take(sim, lock, next);
  inheritance_update(sim);
  lock_go_on(activity_at(sim, next));
  thread_requeue(sim, next);
  machine_ready(sim, next);
}

enum lock_move lock_step(sim *sim, uint32_t thread, const sim_step_config *step) {
  activity *a = activity_at(sim, thread);
  const uint32_t lock = step->index;
  const sim_lock_config *config = &sim->config.locks[lock];
  const int takes = step->op == sim_step_op_LOCK;
  if (a->lock_stage == LOCK_POLLS && !is_open(sim, lock, thread)) {
    find_deadlock(sim, thread);
    return LOCK_EXECUTES;
  }
  if (a->lock_stage != LOCK_ACCESSES && (takes ? config->acquire : config->release) != SIM_NONE_8) {
    a->lock_stage = LOCK_ACCESSES;
    return LOCK_EXECUTES;
  }
  assert(takes || a->lock_stage != LOCK_POLLS);
  if (!takes) release(sim, lock, thread);
  else if (!attempt(sim, lock, thread)) {
    if (config->kind == sim_lock_kind_SLEEP) return LOCK_WAITS;
    a->lock_stage = config->poll != SIM_NONE_8 ? LOCK_POLLS : LOCK_ACCESSES;
    return LOCK_EXECUTES;
  }
  lock_go_on(a);
  return LOCK_GOES_ON;
}

/* ---- inherited priorities ---- */

void inheritance_account_cycles(sim *sim, uint64_t until) {
  const uint64_t cycles = until - state_of(sim)->boosts_accounted_to;
  state_of(sim)->boosts_accounted_to = until;
  for (thread_set threads = state_of(sim)->boosted_threads; threads != 0; threads &= threads - 1)
    thread_counters_at(sim, thread_first(threads))->boosted_cycles += cycles;
}

static int inherits(const sim *sim, uint32_t lock) {
  return sim->config.locks[lock].protocol == sim_lock_protocol_INHERIT;
}

/* The holder of the lock for which this thread waits, if it inherits priority through it; otherwise SIM_NONE_8. */
static uint32_t heir_of(const sim *sim, uint32_t thread) {
  const uint32_t lock = thread_counters_at(sim, thread)->waited_lock;
  const lock_state *l = lock_at(sim, lock);
  return inherits(sim, lock) && l->waiting >> thread & 1 ? l->holder : SIM_NONE_8;
}

/* Computes the boost of each thread and returns the threads with a boost (M-227). A chain ends at a thread that is at
 * least as urgent already, because the loop follows that thread's own chain. */
static thread_set find_boosts(const sim *sim, uint8_t *boosts) {
  thread_set boosted = 0;
  for (uint32_t lock = 0; lock < sim->config.lock_count; lock++) {
    thread_set waiting = inherits(sim, lock) ? lock_at(sim, lock)->waiting : 0;
    for (; waiting != 0; waiting &= waiting - 1) {
      const uint32_t from = thread_first(waiting), priority = thread_at(sim, from)->priority;
      for (uint32_t at = heir_of(sim, from); at != SIM_NONE_8; at = heir_of(sim, at)) {
        const uint32_t own = thread_at(sim, at)->priority;
        if (priority + boosts[at] >= own) break;
        boosts[at] = (uint8_t)(own - priority);
        boosted |= thread_bit(at);
      }
    }
  }
  return boosted;
}

/* Raised while ready: the thread goes behind others of its new priority. Raised while running, or lowered: before. */
static void set_boost(sim *sim, uint32_t thread, uint8_t boost) {
  activity *a = activity_at(sim, thread);
  const int is_raised = boost > a->boost;
  if (is_raised) thread_counters_at(sim, thread)->boosts++;
  if (is_raised && a->state == ACTIVITY_READY) a->turn = ++state_of(sim)->turns;
  else a->turn = --state_of(sim)->first_turns;
  a->boost = boost;
  sim->contexts_left |= 1u << context_of(sim, thread);
  machine_contexts_changed(sim);
}

void inheritance_update(sim *sim) {
  uint8_t boosts[SIM_THREAD_LIMIT] = {0};
  const thread_set before = state_of(sim)->boosted_threads, boosted = find_boosts(sim, boosts);
  if ((before | boosted) == 0) return;
  lock_account_cycles(sim, sim->boundary);
  state_of(sim)->boosted_threads = boosted;
  for (thread_set threads = before | boosted; threads != 0; threads &= threads - 1) {
    const uint32_t thread = thread_first(threads);
    if (activity_at(sim, thread)->boost != boosts[thread]) set_boost(sim, thread, boosts[thread]);
  }
}
