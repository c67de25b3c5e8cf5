#include "nic.h"

#include "bus.h"
#include "coalesce.h"
#include "line.h"
#include "rss.h"

static void report_rx_fill(sim *sim, uint32_t nic) {
  const uint32_t fill = sim->state->nics[nic].rx_fill;
  machine_event(sim, sim_event_kind_RX_FILL, SIM_NONE_8, nic, fill);
  series_level(sim->observers, sim_track_kind_RX_FILL, nic, sim->stamp, fill);
}

static void report_tx_fill(sim *sim, uint32_t nic) {
  const uint32_t fill = sim->state->nics[nic].tx.count;
  machine_event(sim, sim_event_kind_TX_FILL, SIM_NONE_8, nic, fill);
  series_level(sim->observers, sim_track_kind_TX_FILL, nic, sim->stamp, fill);
}

/* ---- status ---- */

static void change_status(sim *sim, uint32_t nic, uint32_t ring, uint32_t status, uint32_t signalled) {
  ring_state *r = ring_of(sim, nic, ring);
  const sim_ring_config *config = &sim->config.nics[nic].rings[ring];
  const uint32_t before = r->status & config->status_mask;
  r->status = (uint8_t)status;
  line_drive(sim, config->line, before, status & config->status_mask, signalled & config->status_mask);
}

void nic_signal(sim *sim, uint32_t nic, uint32_t ring, uint32_t bits) {
  change_status(sim, nic, ring, ring_of(sim, nic, ring)->status | bits, bits);
}

void nic_acknowledge(sim *sim, uint32_t nic, uint32_t ring, uint32_t bits) {
  const uint32_t status = ring_of(sim, nic, ring)->status;
  machine_event(sim, sim_event_kind_ACKNOWLEDGED, SIM_NONE_8, nic, status & bits);
  if (bits & SIM_NIC_STATUS_RX) coalesce_acknowledged(sim, nic, ring);
  change_status(sim, nic, ring, status & ~bits, 0);
}

/* ---- creation ---- */

uint32_t nic_ring_count(const sim_config *config) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < config->nic_count && i < SIM_NIC_LIMIT; i++) count += config->nics[i].ring_count;
  return count;
}

void nic_init(sim *sim) {
  uint32_t rings = 0;
  for (uint32_t i = 0; i < SIM_NIC_LIMIT; i++) {
    nic_state *n = &sim->state->nics[i];
    packet_list_init(&n->tx);
    n->rx_wire_end = SIM_NEVER;
    n->tx_wire_end = SIM_NEVER;
    n->tx_next_to_send = SIM_NONE;
    n->rx_wire_source = SIM_NONE_8;
    sim->first_ring[i] = (uint8_t)rings;
    if (i < sim->config.nic_count) rings += sim->config.nics[i].ring_count;
  }
  for (uint32_t i = 0; i < rings; i++) packet_list_init(&sim->rings[i].rx);
}

uint64_t nic_wire_cycles(const sim *sim, uint32_t nic, uint32_t size_bytes, uint64_t *remainder) {
  const sim_nic_config *config = &sim->config.nics[nic];
  if (config->line_rate_bit_per_second == 0) return 0;
  const uint64_t bits = ((uint64_t)size_bytes + config->frame_overhead_bytes) * 8;
  const uint64_t sum = bits * sim->config.clock_hertz + *remainder;
  *remainder = sum % config->line_rate_bit_per_second;
  return sum / config->line_rate_bit_per_second;
}

/* ---- receive ---- */

/* The frame is where the driver can take it. */
static void make_visible(sim *sim, uint32_t packet) {
  const sim_packet *p = &sim->state->packet[packet];
  packet_list_push(sim, &ring_of(sim, p->nic, p->ring)->rx, packet);
  coalesce_frame(sim, p->nic, p->ring);
}

void nic_frame_arrived(sim *sim, uint32_t nic, uint32_t source, uint32_t size_bytes, uint32_t flow) {
  const sim_nic_config *config = &sim->config.nics[nic];
  const uint32_t packet = packet_offer(sim, nic, sim_direction_RECEIVE, source, size_bytes, flow);
  if (packet == SIM_NONE) return;
  const uint32_t ring = rss_ring(config, flow);
  sim->state->packet[packet].ring = (uint8_t)ring;
  if (ring_of(sim, nic, ring)->fill == config->rings[ring].frames) {
    packet_drop(sim, packet, sim_drop_cause_RX_RING_FULL);
    nic_signal(sim, nic, ring, SIM_NIC_STATUS_OVERFLOW);
    return;
  }
  ring_of(sim, nic, ring)->fill++;
  sim->state->nics[nic].rx_fill++;
  report_rx_fill(sim, nic);
  if (config->receive_mode == sim_receive_mode_RING) bus_move(sim, packet, sim_direction_RECEIVE);
  else make_visible(sim, packet);
}

static void free_rx_slot(sim *sim, uint32_t nic, uint32_t ring) {
  assert(ring_of(sim, nic, ring)->fill > 0);
  ring_of(sim, nic, ring)->fill--;
  sim->state->nics[nic].rx_fill--;
  report_rx_fill(sim, nic);
}

void nic_received(sim *sim, uint32_t packet) {
  const uint32_t nic = sim->state->packet[packet].nic;
  if (sim->config.nics[nic].receive_mode == sim_receive_mode_RING) {
    packet_moved(sim, packet);
    make_visible(sim, packet);
    return;
  }
  free_rx_slot(sim, nic, sim->state->packet[packet].ring);
  const int then_send = sim->state->packet[packet].then_send;
  packet_moved(sim, packet); /* it may leave now */
  if (then_send) bus_move(sim, packet, sim_direction_SEND);
}

uint32_t nic_take_frame(sim *sim, uint32_t nic, uint32_t ring) {
  const uint32_t packet = packet_list_pop(sim, &ring_of(sim, nic, ring)->rx);
  if (packet == SIM_NONE) return SIM_NONE;
  sim->state->packet[packet].milestone[sim_packet_part_HANDLER] = sim->time;
  if (sim->config.nics[nic].receive_mode == sim_receive_mode_RING) free_rx_slot(sim, nic, ring);
  else bus_move(sim, packet, sim_direction_RECEIVE);
  return packet;
}

/* ---- send ---- */

static void begin_sending(sim *sim, uint32_t nic) {
  nic_state *n = &sim->state->nics[nic];
  const sim_packet *packet = &sim->state->packet[n->tx_next_to_send];
  n->tx_wire_end =
      add_saturating(sim->time, nic_wire_cycles(sim, nic, packet->size_bytes, &n->tx_wire_remainder));
}

static void frame_sent(sim *sim, uint32_t nic) {
  nic_state *n = &sim->state->nics[nic];
  const sim_packet *packet = &sim->state->packet[n->tx_next_to_send];
  n->tx_wire_end = SIM_NEVER;
  n->tx_next_to_send = packet->next;
  n->tx_sent++;
  machine_event(sim, sim_event_kind_FRAME_SENT, SIM_NONE_8, packet->number, packet->size_bytes);
  nic_signal(sim, nic, 0, SIM_NIC_STATUS_TX);
}

/* Sends what can be sent now. */
static void run_tx_wire(sim *sim, uint32_t nic) {
  nic_state *n = &sim->state->nics[nic];
  for (;;) {
    if (n->tx_wire_end != SIM_NEVER) {
      if (n->tx_wire_end > sim->time) return;
      frame_sent(sim, nic);
    } else if (n->tx_next_to_send != SIM_NONE && sim->state->packet[n->tx_next_to_send].in_nic)
      begin_sending(sim, nic);
    else return;
  }
}

void nic_tick(sim *sim) {
  for (uint32_t nic = 0; nic < sim->config.nic_count; nic++)
    if (sim->state->nics[nic].tx_wire_end <= sim->time) run_tx_wire(sim, nic);
}

uint64_t nic_next(const sim *sim) {
  uint64_t next = SIM_NEVER;
  for (uint32_t nic = 0; nic < sim->config.nic_count; nic++) next = earlier(next, sim->state->nics[nic].tx_wire_end);
  return next;
}

void nic_fetched(sim *sim, uint32_t packet) {
  const uint32_t nic = sim->state->packet[packet].nic;
  packet_moved(sim, packet);
  sim->state->packet[packet].in_nic = 1;
  run_tx_wire(sim, nic);
}

void nic_give_frame(sim *sim, uint32_t nic, uint32_t packet) {
  nic_state *n = &sim->state->nics[nic];
  if (n->tx.count == sim->config.nics[nic].tx_queue_frames) {
    packet_drop(sim, packet, sim_drop_cause_TX_QUEUE_FULL);
    return;
  }
  sim_packet *p = &sim->state->packet[packet];
  if (p->direction == sim_direction_SEND) p->milestone[sim_packet_part_HANDLER] = sim->time;
  packet_list_push(sim, &n->tx, packet);
  if (n->tx_next_to_send == SIM_NONE) n->tx_next_to_send = packet;
  report_tx_fill(sim, nic);
  bus_move(sim, packet, sim_direction_SEND);
}

void nic_reap(sim *sim, uint32_t nic) {
  nic_state *n = &sim->state->nics[nic];
  while (n->tx_sent > 0) {
    const uint32_t packet = packet_list_pop(sim, &n->tx);
    n->tx_sent--;
    report_tx_fill(sim, nic);
    packet_deliver(sim, packet);
  }
}
