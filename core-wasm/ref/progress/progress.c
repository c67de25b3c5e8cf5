/* How receiving goes on (docs/model.md, What is said in words: receive livelock). Lost wake-ups are not modelled. */
#include "ref/ref.h"

void ref_health_create(ref *r) {
  for (int nic = 0; nic < r->config.nic_count; nic++) {
    sim_nic_health *health = &r->counters.health[nic];
    health->wasteful_since = health->forgotten_since = SIM_NEVER;
  }
}

/* M-183: "ends when in it as many frames were delivered as wasted" */
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

/* M-183: "interrupts of its own lines (those that one of its rings drives)" */
void ref_health_interrupt(ref *r, int line) {
  for (int nic = 0; nic < r->config.nic_count; nic++) {
    int drives = 0;
    for (int ring = 0; ring < r->config.nics[nic].ring_count; ring++)
      drives |= r->config.nics[nic].rings[ring].line == line;
    r->counters.health[nic].interrupts_undelivered += (uint64_t)drives;
  }
}
