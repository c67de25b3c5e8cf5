/* Progress of receiving (docs/model.md, What is said in words: receive livelock). Lost wake-ups are not modelled. */
#include "ref/ref.h"

void ref_health_create(ref *r) {
  for (int nic = 0; nic < r->config.nic_count; nic++) {
    sim_nic_health *health = &r->counters.health[nic];
    health->wasteful_since = health->forgotten_since = SIM_NEVER;
  }
}

/* M-183: "ends when as many frames have been delivered in it as wasted" */
static void end_if_made_up(sim_nic_health *health) {
  if (health->wasteful_since == SIM_NEVER || health->delivered < health->wasted) return;
  health->wasteful_since = SIM_NEVER;
  health->wasted = health->delivered = 0;
}

void ref_health_delivered(ref *r, const ref_packet *packet) {
  if (packet->direction != sim_direction_RECEIVE) return;
  sim_nic_health *health = &r->counters.health[packet->nic];
  health->delivered_at = r->moment;
  health->offered_before = r->counters.nics[packet->nic].rx_offered;
  health->interrupts_undelivered = health->taken_undelivered = 0;
  if (health->wasteful_since == SIM_NEVER) return;
  health->delivered += packet->frames;
  end_if_made_up(health);
}

/* M-183: "if software took it and it was lost after that (queue-full, tx-queue-full, abandoned, fault)" */
void ref_health_dropped(ref *r, const ref_packet *packet) {
  if (packet->direction != sim_direction_RECEIVE) return;
  switch (packet->drop_cause) {
    case sim_drop_cause_QUEUE_FULL:
    case sim_drop_cause_TX_QUEUE_FULL:
    case sim_drop_cause_FAULT:
    case sim_drop_cause_ABANDONED: break;
    default: return;
  }
  sim_nic_health *health = &r->counters.health[packet->nic];
  if (health->wasteful_since == SIM_NEVER) {
    health->wasteful_since = r->moment;
    health->wasted = health->delivered = 0;
  }
  health->wasted += packet->frames;
}

/* M-183: "(a merged packet is taken once)" */
void ref_health_taken(ref *r, int nic) { r->counters.health[nic].taken_undelivered++; }

/* M-183: "interrupts of its own lines (the lines that its rings drive)" */
void ref_health_interrupt(ref *r, int line) {
  for (int nic = 0; nic < r->config.nic_count; nic++) {
    int drives = 0;
    for (int ring = 0; ring < r->config.nics[nic].ring_count; ring++)
      drives |= r->config.nics[nic].rings[ring].line == line;
    r->counters.health[nic].interrupts_undelivered += (uint64_t)drives;
  }
}

/* Finds which thread waits for which, and whether they form a circle (docs/model.md, Locks). */

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

/* The spinning thread that has its cpu, or REF_NONE. */
static int kept_out_by(const ref *r, int thread) {
  const ref_activity *activity = &r->activities[thread];
  if (!ref_activity_ready(r, thread)) return REF_NONE;
  const ref_cpu *cpu = &r->cpus[activity->cpu];
  if (cpu->phase != REF_RUN || cpu->thread == thread || !spins(r, cpu->thread)) return REF_NONE;
  return gets_the_cpu(r, thread, cpu->thread) ? REF_NONE : cpu->thread;
}

/* The thread for which this thread waits, or REF_NONE. *lock is the lock; 255 if the other thread has its cpu. */
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
  *lock = SIM_NONE_8; /* it is the thread's turn */
  return kept_out_by(r, thread);
}

void ref_look_for_deadlock(ref *r, int thread) {
  sim_deadlock *deadlock = &r->counters.deadlock;
  if (deadlock->cycle != SIM_NEVER) return;
  sim_deadlock ring = {.cycle = r->moment};
  int at = thread;
  do {
    if (ring.length == (uint32_t)r->config.thread_count) return; /* it leads into another circle */
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
