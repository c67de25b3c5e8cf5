/* Which thread waits for which, and whether that is a ring (docs/model.md, Locks). */
#include "ref/ref.h"

static int spins(const ref *r, int thread) {
  const ref_activity *activity = &r->activities[thread];
  return activity->waits_for_lock && r->config.locks[activity->lock].kind == sim_lock_kind_SPIN;
}

/* M-94: "unless the scheduler takes the cpu from it (more urgent, or of equal priority with slices; both threads
 * always live, interrupts enabled)" */
static int gets_the_cpu(const ref *r, int thread, int from) {
  if (r->config.scheduler == sim_scheduler_NONE || !r->activities[from].interrupts_enabled) return 0;
  if (!ref_is_user(r, thread) || !ref_is_user(r, from)) return 0;
  const uint8_t own = r->activities[thread].priority, other = r->activities[from].priority;
  return own < other || (own == other && r->config.scheduler == sim_scheduler_ROUND_ROBIN);
}

/* The thread that has its cpu and spins, or REF_NONE. */
static int kept_out_by(const ref *r, int thread) {
  const ref_activity *activity = &r->activities[thread];
  if (!ref_activity_ready(r, thread)) return REF_NONE;
  const ref_cpu *cpu = &r->cpus[activity->cpu];
  if (cpu->phase != REF_RUN || cpu->thread == thread || !spins(r, cpu->thread)) return REF_NONE;
  return gets_the_cpu(r, thread, cpu->thread) ? REF_NONE : cpu->thread;
}

/* Whom the thread waits for, or REF_NONE; *lock: for which, 255: the other has its cpu. */
static int waits_for(const ref *r, int thread, uint8_t *lock) {
  const ref_activity *activity = &r->activities[thread];
  if (!activity->waits_for_lock) {
    *lock = SIM_NONE_8;
    return kept_out_by(r, thread);
  }
  *lock = (uint8_t)activity->lock;
  const int holder = r->locks[activity->lock].holder;
  if (holder != REF_NONE) return holder;
  const int first = ref_first_waiter(r, activity->lock);
  if (first != thread) return first;
  *lock = SIM_NONE_8; /* it is its turn */
  return kept_out_by(r, thread);
}

void ref_look_for_deadlock(ref *r, int thread) {
  sim_deadlock *deadlock = &r->counters.deadlock;
  if (deadlock->cycle != SIM_NEVER) return;
  sim_deadlock ring = {.cycle = r->moment};
  int at = thread;
  do {
    if (ring.length == (uint32_t)r->config.thread_count) return; /* it leads into another ring */
    uint8_t lock;
    const int next = waits_for(r, at, &lock);
    if (next == REF_NONE) return;
    ring.threads[ring.length] = (uint8_t)at;
    ring.locks[ring.length++] = lock;
    at = next;
  } while (at != thread);
  *deadlock = ring;
  for (uint32_t i = 0; i < ring.length; i++)
    ref_event(r, sim_event_kind_DEADLOCK, REF_NONE, ring.threads[i], ring.locks[i]);
}
