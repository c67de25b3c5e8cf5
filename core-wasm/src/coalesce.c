#include "coalesce.h"

#include "nic.h"

static const uint64_t nanoseconds_per_second = 1000000000u;

static const sim_ring_config *config_of(const sim *sim, uint32_t nic, uint32_t ring) {
  return &sim->config.nics[nic].rings[ring];
}

/* End of a time that begins now; carries what is less than a cycle. */
static uint64_t end_of(const sim *sim, uint32_t nanoseconds, uint32_t *remainder) {
  const uint64_t sum = nanoseconds * sim->config.clock_hertz + *remainder;
  *remainder = (uint32_t)(sum % nanoseconds_per_second);
  return sim->time + sum / nanoseconds_per_second;
}

static uint64_t next_of(const ring_state *r) {
  const uint64_t timers = earlier(r->absolute_due, r->packet_due);
  return r->wanted ? earlier(timers, r->allowed_at) : timers;
}

static void expect(sim *sim, const ring_state *r) {
  sim->state->coalesce_next = earlier(sim->state->coalesce_next, next_of(r));
}

static void forget(ring_state *r) {
  r->unsignalled = 0;
  r->wanted = 0;
  r->absolute_due = SIM_NEVER;
  r->packet_due = SIM_NEVER;
}

/* Asks for an interrupt, now or when the throttle gap is over. */
static void ask(sim *sim, uint32_t nic, uint32_t ring) {
  ring_state *r = ring_of(sim, nic, ring);
  const sim_ring_config *config = config_of(sim, nic, ring);
  r->wanted = 1;
  if (sim->time < r->allowed_at) {
    expect(sim, r);
    return;
  }
  forget(r);
  if (config->throttle_nanoseconds > 0)
    r->allowed_at = end_of(sim, config->throttle_nanoseconds, &r->throttle_remainder);
  nic_signal(sim, nic, ring, SIM_NIC_STATUS_RX);
}

void coalesce_init(sim *sim) {
  sim->state->coalesce_next = SIM_NEVER;
  for (uint32_t nic = 0; nic < sim->config.nic_count; nic++)
    for (uint32_t ring = 0; ring < sim->config.nics[nic].ring_count; ring++) forget(ring_of(sim, nic, ring));
}

void coalesce_frame(sim *sim, uint32_t nic, uint32_t ring) {
  ring_state *r = ring_of(sim, nic, ring);
  const sim_ring_config *config = config_of(sim, nic, ring);
  r->unsignalled++;
  if (config->coalesce_frames > 0 && r->unsignalled >= config->coalesce_frames) {
    ask(sim, nic, ring);
    return;
  }
  if (config->absolute_nanoseconds > 0 && r->unsignalled == 1)
    r->absolute_due = end_of(sim, config->absolute_nanoseconds, &r->absolute_remainder);
  if (config->packet_nanoseconds > 0)
    r->packet_due = end_of(sim, config->packet_nanoseconds, &r->packet_remainder);
  expect(sim, r);
}

void coalesce_acknowledged(sim *sim, uint32_t nic, uint32_t ring) { forget(ring_of(sim, nic, ring)); }

void coalesce_tick(sim *sim) {
  if (sim->time < sim->state->coalesce_next) return;
  uint64_t next = SIM_NEVER;
  for (uint32_t nic = 0; nic < sim->config.nic_count; nic++)
    for (uint32_t ring = 0; ring < sim->config.nics[nic].ring_count; ring++) {
      ring_state *r = ring_of(sim, nic, ring);
      if (earlier(r->absolute_due, r->packet_due) <= sim->time) {
        r->absolute_due = SIM_NEVER;
        r->packet_due = SIM_NEVER;
        ask(sim, nic, ring);
      } else if (r->wanted && r->allowed_at <= sim->time) ask(sim, nic, ring);
      next = earlier(next, next_of(r));
    }
  sim->state->coalesce_next = next;
}
