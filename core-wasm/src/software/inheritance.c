#include "software/inheritance.h"

#include "software/lock.h"
#include "thread/place.h"
#include "thread/wake.h"

void inheritance_account_cycles(sim *sim, uint64_t until) {
  const uint64_t cycles = until - state_of(sim)->boosts_accounted_to;
  state_of(sim)->boosts_accounted_to = until;
  for (thread_set threads = state_of(sim)->boosted_threads; threads != 0; threads &= threads - 1)
    thread_counters_at(sim, thread_first(threads))->boosted_cycles += cycles;
}

static int inherits(const sim *sim, uint32_t lock) {
  return sim->config.locks[lock].protocol == sim_lock_protocol_INHERIT;
}

/* The thread that has the lock for which this one waits, if it inherits through it; else SIM_NONE_8. */
static uint32_t heir_of(const sim *sim, uint32_t thread) {
  const uint32_t lock = thread_counters_at(sim, thread)->waited_lock;
  const lock_state *l = lock_at(sim, lock);
  return inherits(sim, lock) && l->waiting >> thread & 1 ? l->holder : SIM_NONE_8;
}

/* Fills in the boost of each thread and returns the threads that have one (M-227). A chain is followed up to a thread
 * that is at least as urgent already: its own chain is followed when its turn comes. */
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

/* Raised while it is ready: behind the others of its new priority. Raised while it runs, or lowered: before them. */
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
