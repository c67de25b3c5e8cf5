/* M-227: how urgent a thread is while others wait for a lock that it has. */
#include "ref/ref.h"

/* The priority that the thread has with the threads that wait for its locks; `urgency` holds that of each thread. */
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

/* M-227: "And so along a chain: what a thread inherits counts in what it waits for itself" */
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
    /* M-227: "Raised while it is ready, the thread goes to the end of the queue of its new priority" */
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
