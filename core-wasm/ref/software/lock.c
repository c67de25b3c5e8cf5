/* Locks: attempts, looks of spinning threads, the next holder, and hand-over. */
#include "ref/ref.h"

static const sim_lock_config *config_of(const ref *r, int lock) { return &r->config.locks[lock]; }

/* The first waiting thread: the one that has waited longest, or the most urgent one and among equals the one that
 * has waited longest; REF_NONE if there is none (M-90). */
int ref_first_waiter(const ref *r, int lock) {
  int first = REF_NONE;
  for (int thread = 0; thread < r->config.thread_count; thread++) {
    const ref_activity *activity = &r->activities[thread];
    if (!activity->waits_for_lock || activity->lock != lock) continue;
    const int urgency = first == REF_NONE || config_of(r, lock)->order != sim_lock_order_PRIORITY
                            ? 0
                            : (int)activity->priority - (int)r->activities[first].priority;
    if (first == REF_NONE || urgency < 0 || (urgency == 0 && activity->lock_order < r->activities[first].lock_order))
      first = thread;
  }
  return first;
}

static int is_open(const ref *r, int thread, int lock) {
  if (r->locks[lock].holder != REF_NONE) return 0;
  const int first = ref_first_waiter(r, lock);
  return config_of(r, lock)->order == sim_lock_order_ANY || first == REF_NONE || first == thread;
}

static void take(ref *r, int thread, int lock) {
  ref_activity *activity = &r->activities[thread];
  sim_lock_counters *counters = &r->counters.locks[lock];
  r->locks[lock].holder = thread;
  counters->taken++;
  if (activity->waits_for_lock) {
    counters->contended++;
    const uint64_t wait = r->moment - activity->lock_since;
    if (wait > counters->longest_wait) counters->longest_wait = wait;
    r->counters.threads[thread].lock_wait_since = SIM_NEVER;
  }
  counters->taken_at = r->moment;
  counters->taker = (uint8_t)thread;
  activity->waits_for_lock = 0;
  activity->lock_phase = REF_LOCK_NONE;
  ref_event(r, sim_event_kind_LOCKED, activity->context, (uint32_t)lock, (uint32_t)thread);
}

static void run(ref *r, int c, ref_activity *activity, enum ref_lock_phase phase, uint8_t routine) {
  activity->lock_phase = phase;
  ref_begin_routine(r, c, activity, routine);
}

/* Returns whether the thread continues with its steps. */
static int attempt(ref *r, int c, ref_activity *activity) {
  const sim_lock_config *config = config_of(r, activity->lock);
  if (is_open(r, activity->thread, activity->lock)) {
    take(r, activity->thread, activity->lock);
    return 1;
  }
  if (!activity->waits_for_lock) {
    activity->waits_for_lock = 1;
    activity->lock_since = r->moment;
    r->counters.threads[activity->thread].lock_wait_since = r->moment;
    r->counters.threads[activity->thread].waited_lock = (uint8_t)activity->lock;
    activity->lock_order = ++r->next_lock_order;
    ref_event(r, sim_event_kind_LOCK_WAIT, activity->context, (uint32_t)activity->lock, (uint32_t)activity->thread);
    ref_inherit(r);
  }
  ref_look_for_deadlock(r, activity->thread);
  if (config->kind == sim_lock_kind_SLEEP) {
    activity->lock_phase = REF_LOCK_NONE;
    ref_wait(r, c, REF_WAIT_LOCK, activity->lock);
  } else if (config->poll != SIM_NONE_8) run(r, c, activity, REF_LOCK_POLL, config->poll);
  else run(r, c, activity, REF_LOCK_ACQUIRE, config->acquire);
  return 0;
}

static int ask(ref *r, int c, ref_activity *activity) {
  const uint8_t acquire = config_of(r, activity->lock)->acquire;
  if (acquire == SIM_NONE_8) return attempt(r, c, activity);
  run(r, c, activity, REF_LOCK_ACQUIRE, acquire);
  return 0;
}

/* M-92 */
static void give_back(ref *r, int thread, int lock) {
  if (r->locks[lock].holder != thread) return;
  r->locks[lock].holder = REF_NONE;
  ref_event(r, sim_event_kind_UNLOCKED, r->activities[thread].context, (uint32_t)lock, (uint32_t)thread);
  const int next = config_of(r, lock)->kind == sim_lock_kind_SLEEP ? ref_first_waiter(r, lock) : REF_NONE;
  if (next == REF_NONE) return;
  take(r, next, lock);
  ref_inherit(r);
  ref_wake_thread(r, next);
}

int ref_lock(ref *r, int c, ref_activity *activity, int lock) {
  activity->lock = lock;
  return ask(r, c, activity);
}

int ref_unlock(ref *r, int c, ref_activity *activity, int lock) {
  const uint8_t release = config_of(r, lock)->release;
  activity->lock = lock;
  if (release == SIM_NONE_8) {
    give_back(r, activity->thread, lock);
    return 1;
  }
  run(r, c, activity, REF_LOCK_RELEASE, release);
  return 0;
}

/* A routine of the lock has ended. */
int ref_lock_goes_on(ref *r, int c, ref_activity *activity) {
  switch (activity->lock_phase) {
    case REF_LOCK_ACQUIRE: return attempt(r, c, activity);
    case REF_LOCK_POLL:
      if (is_open(r, activity->thread, activity->lock)) return ask(r, c, activity);
      ref_look_for_deadlock(r, activity->thread);
      run(r, c, activity, REF_LOCK_POLL, config_of(r, activity->lock)->poll);
      return 0;
    default:
      activity->lock_phase = REF_LOCK_NONE;
      give_back(r, activity->thread, activity->lock);
      return 1;
  }
}

void ref_count_locks(ref *r) {
  for (int lock = 0; lock < r->config.lock_count; lock++) {
    if (r->locks[lock].holder == REF_NONE) continue;
    r->counters.locks[lock].held_cycles++;
    r->counters.threads[r->locks[lock].holder].lock_held_cycles++;
  }
  for (int thread = 0; thread < r->config.thread_count; thread++) {
    const ref_activity *activity = &r->activities[thread];
    if (!activity->waits_for_lock) continue;
    r->counters.locks[activity->lock].wait_cycles++;
    r->counters.threads[thread].lock_wait_cycles++;
  }
  ref_count_inheritance(r);
}

/* M-227: the priority of a thread while others wait for its lock. */

/* Priority of the thread, including inherited ones. `urgency` holds the priority of each thread. */
static uint8_t with_inherited(const ref *r, int thread, const uint8_t *urgency) {
  uint8_t best = urgency[thread];
  for (int other = 0; other < r->config.thread_count; other++) {
    const ref_activity *waiter = &r->activities[other];
    if (!waiter->waits_for_lock || r->locks[waiter->lock].holder != thread) continue;
    if (r->config.locks[waiter->lock].protocol != sim_lock_protocol_INHERIT) continue;
    if (urgency[other] < best) best = urgency[other];
  }
  return best;
}

/* M-239: "a thread passes an inherited priority on to the holder of the lock that it waits for itself" */
static void find_urgencies(const ref *r, uint8_t *urgency) {
  for (int thread = 0; thread < r->config.thread_count; thread++) urgency[thread] = ref_thread_of(r, thread)->priority;
  for (int changed = 1; changed;) {
    changed = 0;
    for (int thread = 0; thread < r->config.thread_count; thread++) {
      const uint8_t better = with_inherited(r, thread, urgency);
      changed |= better != urgency[thread];
      urgency[thread] = better;
    }
  }
}

void ref_inherit(ref *r) {
  uint8_t urgency[SIM_THREAD_LIMIT];
  find_urgencies(r, urgency);
  for (int thread = 0; thread < r->config.thread_count; thread++) {
    ref_activity *activity = &r->activities[thread];
    if (!ref_is_user(r, thread) || urgency[thread] == activity->priority) continue;
    const int is_raised = urgency[thread] < activity->priority;
    r->counters.threads[thread].boosts += is_raised;
    /* M-241: "If the priority of a ready thread rises, it goes to the end of the queue of its new priority" */
    activity->queued_at = is_raised && ref_ready_without_running(r, thread) ? ++r->next_queued : --r->first_queued;
    activity->priority = urgency[thread];
  }
}

/* M-93: "in which one waits that is more urgent, with what it inherits, than the thread that has it is" */
static int is_inverted(const ref *r, int lock) {
  const int holder = r->locks[lock].holder;
  for (int thread = 0; holder != REF_NONE && thread < r->config.thread_count; thread++) {
    const ref_activity *waiter = &r->activities[thread];
    const int waits = waiter->waits_for_lock && waiter->lock == lock;
    if (waits && waiter->priority < ref_thread_of(r, holder)->priority) return 1;
  }
  return 0;
}

void ref_count_inheritance(ref *r) {
  for (int lock = 0; lock < r->config.lock_count; lock++)
    r->counters.locks[lock].inverted_cycles += (uint64_t)is_inverted(r, lock);
  for (int thread = 0; thread < r->config.thread_count; thread++)
    if (ref_is_user(r, thread) && r->activities[thread].priority < ref_thread_of(r, thread)->priority)
      r->counters.threads[thread].boosted_cycles++;
}
