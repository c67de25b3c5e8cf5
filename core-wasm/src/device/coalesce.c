
#include "device/nic.h"

static const uint64_t nanoseconds_per_second = 1000000000u;

typedef struct coalesce_rules {
  uint32_t frames, absolute_nanoseconds, packet_nanoseconds, throttle_nanoseconds;
} coalesce_rules;

static coalesce_rules rules_of(const sim *sim, uint32_t nic, uint32_t ring) {
  const sim_nic_config *c = nic_config_at(sim, nic);
  if (ring == COALESCE_SENT)
    return (coalesce_rules){c->tx_coalesce_frames, c->tx_absolute_nanoseconds, c->tx_packet_nanoseconds,
                            c->tx_throttle_nanoseconds};
  const sim_ring_config *r = &c->rings[ring];
  return (coalesce_rules){r->coalesce_frames, r->absolute_nanoseconds, r->packet_nanoseconds, r->throttle_nanoseconds};
}

INLINE coalesce_state *coalescing_of(sim *sim, uint32_t nic, uint32_t ring) {
  return ring == COALESCE_SENT ? &nic_at(sim, nic)->sent : &ring_of(sim, nic, ring)->coalescing;
}

/* End of an interval that starts now. The remainder, less than a cycle, is added to the next interval. */
static uint64_t end_of(const sim *sim, uint32_t nanoseconds, uint32_t *remainder) {
  const uint64_t sum = nanoseconds * sim->config.clock_hertz + *remainder;
  *remainder = (uint32_t)(sum % nanoseconds_per_second);
  return sim->boundary + sum / nanoseconds_per_second;
}

static uint64_t next_of(const coalesce_state *s) {
  const uint64_t timers = earlier(s->absolute_due, s->packet_due);
  return s->wanted ? earlier(timers, s->allowed_at) : timers;
}

static void expect(sim *sim, const coalesce_state *s) {
  state_of(sim)->coalesce_next = earlier(state_of(sim)->coalesce_next, next_of(s));
}

static void coalesce_forget(coalesce_state *s) {
  s->unsignalled = 0;
  s->wanted = 0;
  s->absolute_due = SIM_NEVER;
  s->packet_due = SIM_NEVER;
}

/* Requests an interrupt now, or when the throttle gap ends. */
static void ask(sim *sim, uint32_t nic, uint32_t ring, coalesce_state *s, uint32_t throttle_nanoseconds) {
  s->wanted = 1;
  if (sim->boundary < s->allowed_at) {
    expect(sim, s);
    return;
  }
  coalesce_forget(s);
  if (throttle_nanoseconds > 0) s->allowed_at = end_of(sim, throttle_nanoseconds, &s->throttle_remainder);
  if (ring == COALESCE_SENT) nic_signal(sim, nic, 0, SIM_NIC_STATUS_TX);
  else nic_signal(sim, nic, ring, SIM_NIC_STATUS_RX);
}

void coalesce_init(sim *sim) {
  state_of(sim)->coalesce_next = SIM_NEVER;
  for (uint32_t nic = 0; nic < sim->config.nic_count; nic++) {
    coalesce_forget(&nic_at(sim, nic)->sent);
    for (uint32_t ring = 0; ring < nic_config_at(sim, nic)->ring_count; ring++)
      coalesce_forget(coalescing_of(sim, nic, ring));
  }
}

void coalesce_frame(sim *sim, uint32_t nic, uint32_t ring) {
  coalesce_state *s = coalescing_of(sim, nic, ring);
  const coalesce_rules rules = rules_of(sim, nic, ring);
  s->unsignalled++;
  if (rules.frames > 0 && s->unsignalled >= rules.frames) {
    ask(sim, nic, ring, s, rules.throttle_nanoseconds);
    return;
  }
  if (rules.absolute_nanoseconds > 0 && s->unsignalled == 1)
    s->absolute_due = end_of(sim, rules.absolute_nanoseconds, &s->absolute_remainder);
  if (rules.packet_nanoseconds > 0) s->packet_due = end_of(sim, rules.packet_nanoseconds, &s->packet_remainder);
  expect(sim, s);
}

void coalesce_acknowledged(sim *sim, uint32_t nic, uint32_t ring) { coalesce_forget(coalescing_of(sim, nic, ring)); }

static uint64_t tick(sim *sim, uint32_t nic, uint32_t ring) {
  coalesce_state *s = coalescing_of(sim, nic, ring);
  if (earlier(s->absolute_due, s->packet_due) <= sim->boundary) {
    s->absolute_due = SIM_NEVER;
    s->packet_due = SIM_NEVER;
    ask(sim, nic, ring, s, rules_of(sim, nic, ring).throttle_nanoseconds);
  } else if (s->wanted && s->allowed_at <= sim->boundary)
    ask(sim, nic, ring, s, rules_of(sim, nic, ring).throttle_nanoseconds);
  return next_of(s);
}

void coalesce_tick(sim *sim) {
  if (sim->boundary < state_of(sim)->coalesce_next) return;
  uint64_t next = SIM_NEVER;
  for (uint32_t nic = 0; nic < sim->config.nic_count; nic++) {
    for (uint32_t ring = 0; ring < nic_config_at(sim, nic)->ring_count; ring++)
      next = earlier(next, tick(sim, nic, ring));
    next = earlier(next, tick(sim, nic, COALESCE_SENT));
  }
  state_of(sim)->coalesce_next = next;
}
