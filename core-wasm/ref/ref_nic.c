/* Network cards: wire, receive rings, coalescing, transmit queue. */
#include <assert.h>
#include <stdlib.h>

#include "ref.h"

void ref_nic_create(ref *r) {
  for (int n = 0; n < r->config.nic_count; n++) {
    const sim_nic_config *config = &r->config.nics[n];
    ref_nic *nic = &r->nics[n];
    nic->on_wire = calloc(REF_WIRE_LIMIT, sizeof *nic->on_wire);
    nic->tx_done_at = SIM_NEVER;
    nic->tx_given.capacity = nic->tx_sent.capacity = config->tx_queue_frames;
    for (int i = 0; i < config->ring_count; i++) {
      ref_ring *ring = &nic->rings[i];
      ring->ready.capacity = config->rings[i].frames;
      ring->absolute_end = ring->packet_end = ring->wanted_at = SIM_NEVER;
    }
  }
}

/* What a frame is on the wire: padded, or cut into cells; stuffing is a share of the frame's own bits. */
static uint64_t bits_on_the_wire(const sim_nic_config *config, uint32_t size_bytes) {
  uint64_t bytes = size_bytes > config->min_frame_bytes ? size_bytes : config->min_frame_bytes;
  if (config->cell_bytes > 0) {
    const uint64_t cells = (bytes + config->cell_trailer_bytes + config->cell_payload_bytes - 1) / config->cell_payload_bytes;
    bytes = cells * config->cell_bytes;
  }
  const uint64_t stuffed = bytes * 8 * config->stuffing_permille / 1000;
  return (bytes + config->frame_overhead_bytes) * 8 + stuffed;
}

/* "a frame occupies (size + overhead) x 8 bits at the line rate", the remainder carried. Returns the end. */
static uint64_t on_the_wire(ref *r, int nic, ref_wire *wire, uint32_t size_bytes, uint64_t from) {
  const sim_nic_config *config = &r->config.nics[nic];
  const uint64_t begin = from > wire->free_at ? from : wire->free_at;
  uint64_t cycles = 0;
  if (config->line_rate_bit_per_second > 0) {
    const uint64_t bits = bits_on_the_wire(config, size_bytes);
    const ref_wide work = (ref_wide)bits * r->config.clock_hertz + wire->rest;
    cycles = (uint64_t)(work / config->line_rate_bit_per_second);
    wire->rest = (uint64_t)(work % config->line_rate_bit_per_second);
  }
  wire->free_at = begin > SIM_NEVER - cycles ? SIM_NEVER : begin + cycles;
  return wire->free_at;
}

/* ---- status ---- */

static void set_status(ref *r, int nic, int ring, uint8_t bit) {
  ref_ring *state = &r->nics[nic].rings[ring];
  const sim_ring_config *config = &r->config.nics[nic].rings[ring];
  const uint8_t before = state->status & config->status_mask;
  state->status |= bit;
  const uint8_t after = state->status & config->status_mask;
  ref_line_status(r, config->line, before != 0, after != 0, before != after, (bit & config->status_mask) != 0);
}

static void clear_status(ref *r, int nic, int ring, uint8_t bits) {
  ref_ring *state = &r->nics[nic].rings[ring];
  const sim_ring_config *config = &r->config.nics[nic].rings[ring];
  const uint8_t before = state->status & config->status_mask;
  state->status &= (uint8_t)~bits;
  const uint8_t after = state->status & config->status_mask;
  ref_line_status(r, config->line, before != 0, after != 0, 0, 0);
}

/* ---- coalescing ---- */

/* Nanoseconds in cycles, the remainder carried to the next start of the same timer. */
static uint64_t timer_end(const ref *r, uint32_t nanoseconds, uint64_t *rest) {
  if (nanoseconds == 0) return SIM_NEVER;
  const ref_wide work = (ref_wide)nanoseconds * r->config.clock_hertz + *rest;
  *rest = (uint64_t)(work % 1000000000u);
  return r->moment + (uint64_t)(work / 1000000000u);
}

static void forget_unsignalled(ref_ring *ring) {
  ring->unsignalled = 0;
  ring->absolute_end = ring->packet_end = ring->wanted_at = SIM_NEVER;
}

static void ask(ref *r, int nic, int ring) {
  ref_ring *state = &r->nics[nic].rings[ring];
  const sim_ring_config *config = &r->config.nics[nic].rings[ring];
  if (r->moment < state->throttled_until) {
    state->wanted_at = state->throttled_until;
    return;
  }
  forget_unsignalled(state);
  if (config->throttle_nanoseconds > 0)
    state->throttled_until = timer_end(r, config->throttle_nanoseconds, &state->throttle_rest);
  set_status(r, nic, ring, SIM_NIC_STATUS_RX);
}

/* A frame came into the ring and can be taken. */
static void frame_came(ref *r, int nic, int ring, int packet) {
  ref_ring *state = &r->nics[nic].rings[ring];
  const sim_ring_config *config = &r->config.nics[nic].rings[ring];
  const int put = ref_fifo_put(&state->ready, packet);
  assert(put);
  (void)put;
  state->unsignalled++;
  if (config->coalesce_frames > 0 && state->unsignalled >= config->coalesce_frames) {
    ask(r, nic, ring);
    return;
  }
  if (state->unsignalled == 1) state->absolute_end = timer_end(r, config->absolute_nanoseconds, &state->absolute_rest);
  state->packet_end = timer_end(r, config->packet_nanoseconds, &state->packet_rest);
}

void ref_nic_timers(ref *r) {
  for (int n = 0; n < r->config.nic_count; n++)
    for (int i = 0; i < r->config.nics[n].ring_count; i++) {
      const ref_ring *ring = &r->nics[n].rings[i];
      if (ring->absolute_end <= r->moment || ring->packet_end <= r->moment || ring->wanted_at <= r->moment) ask(r, n, i);
    }
}

/* ---- receive ---- */

static void fill_event(ref *r, int nic) {
  uint32_t held = 0;
  for (int i = 0; i < r->config.nics[nic].ring_count; i++) held += r->nics[nic].rings[i].held;
  ref_event(r, sim_event_kind_RX_FILL, REF_NOBODY, (uint32_t)nic, held);
}

static void arrive(ref *r, int nic, const ref_on_wire *frame) {
  const int packet = ref_packet_new(r, sim_direction_RECEIVE, nic, frame->size_bytes, frame->source, r->moment);
  const int ring = (int)ref_flow_ring(&r->config, nic, frame->flow);
  ref_ring *state = &r->nics[nic].rings[ring];
  r->packets[packet].ring = (uint8_t)ring;
  if (state->held == r->config.nics[nic].rings[ring].frames) {
    ref_packet_drop(r, packet, sim_drop_cause_RX_RING_FULL, REF_NOBODY);
    set_status(r, nic, ring, SIM_NIC_STATUS_OVERFLOW);
    return;
  }
  state->held++;
  fill_event(r, nic);
  if (r->config.nics[nic].receive_mode == sim_receive_mode_RING) ref_bus_request(r, packet, nic, ring, 1);
  else frame_came(r, nic, ring, packet);
}

void ref_nic_offer(ref *r, int nic, uint32_t size_bytes, uint32_t flow, int source, uint64_t due) {
  ref_nic *state = &r->nics[nic];
  const uint64_t arrives = on_the_wire(r, nic, &state->rx_wire, size_bytes, due);
  assert(state->on_wire_count < REF_WIRE_LIMIT);
  state->on_wire[(state->on_wire_first + state->on_wire_count++) % REF_WIRE_LIMIT] =
      (ref_on_wire){.arrives = arrives, .size_bytes = size_bytes, .flow = flow, .source = source};
}

/* ---- transmit ---- */

static void begin_sending(ref *r, int nic) {
  ref_nic *state = &r->nics[nic];
  if (state->tx_done_at != SIM_NEVER || state->tx_given.count == 0) return;
  const ref_packet *first = &r->packets[state->tx_given.packets[0]];
  if (!first->fetched) return;
  r->counters.nics[nic].tx_wire_frames++;
  state->tx_done_at = on_the_wire(r, nic, &state->tx_wire, first->size_bytes, r->moment);
}

static void finish_sending(ref *r, int nic) {
  ref_nic *state = &r->nics[nic];
  while (state->tx_done_at <= r->moment) {
    const int packet = ref_fifo_take(&state->tx_given);
    state->tx_done_at = SIM_NEVER;
    ref_event(r, sim_event_kind_FRAME_SENT, REF_NOBODY, r->packets[packet].number, r->packets[packet].size_bytes);
    ref_fifo_put(&state->tx_sent, packet);
    set_status(r, nic, 0, SIM_NIC_STATUS_TX);
    begin_sending(r, nic);
  }
}

void ref_nic_wire(ref *r) {
  for (int nic = 0; nic < r->config.nic_count; nic++) {
    ref_nic *state = &r->nics[nic];
    finish_sending(r, nic);
    while (state->on_wire_count > 0 && state->on_wire[state->on_wire_first].arrives <= r->cycle) {
      const ref_on_wire frame = state->on_wire[state->on_wire_first];
      state->on_wire_first = (state->on_wire_first + 1) % REF_WIRE_LIMIT;
      state->on_wire_count--;
      arrive(r, nic, &frame);
    }
  }
}

static void tx_fill_event(ref *r, int nic) {
  ref_event(r, sim_event_kind_TX_FILL, REF_NOBODY, (uint32_t)nic, r->nics[nic].tx_held);
}

int ref_nic_give(ref *r, int nic, int packet) {
  ref_nic *state = &r->nics[nic];
  if (state->tx_held == r->config.nics[nic].tx_queue_frames) return 0;
  state->tx_held++;
  tx_fill_event(r, nic);
  ref_fifo_put(&state->tx_given, packet);
  if (r->packets[packet].moving) r->packets[packet].given_to = nic + 1; /* fetched when it is in memory */
  else ref_bus_request(r, packet, nic, 0, 0);
  return 1;
}

void ref_nic_reap(ref *r, int nic, int thread) {
  ref_nic *state = &r->nics[nic];
  for (int packet = ref_fifo_take(&state->tx_sent); packet != REF_NOBODY; packet = ref_fifo_take(&state->tx_sent)) {
    state->tx_held--;
    tx_fill_event(r, nic);
    ref_packet_deliver(r, packet, thread);
  }
}

/* ---- DMA ---- */

static void release_slot(ref *r, int nic, int ring) {
  r->nics[nic].rings[ring].held--;
  fill_event(r, nic);
}

void ref_nic_transfer_done(ref *r, const ref_transfer *transfer) {
  const int nic = transfer->nic;
  ref_packet_reach(r, transfer->packet, sim_packet_part_DMA);
  if (!transfer->to_memory) {
    ref_packet_moved(r, transfer->packet);
    r->packets[transfer->packet].fetched = 1;
    begin_sending(r, nic);
    finish_sending(r, nic);
  } else if (r->config.nics[nic].receive_mode == sim_receive_mode_RING) {
    ref_packet_moved(r, transfer->packet);
    frame_came(r, nic, transfer->ring, transfer->packet);
  } else {
    release_slot(r, nic, transfer->ring);
    ref_packet_moved(r, transfer->packet);
  }
}

/* The driver takes a frame: the slot is free at once (ring) or when its data is in memory (remote). */
int ref_nic_take(ref *r, int nic, int ring) {
  const int packet = ref_fifo_take(&r->nics[nic].rings[ring].ready);
  if (packet == REF_NOBODY) return packet;
  if (r->config.nics[nic].receive_mode == sim_receive_mode_RING) release_slot(r, nic, ring);
  else ref_bus_request(r, packet, nic, ring, 1);
  return packet;
}

void ref_nic_acknowledge(ref *r, int nic, int ring, uint8_t bits) {
  ref_ring *state = &r->nics[nic].rings[ring];
  const uint8_t cleared = state->status & bits;
  uint32_t subject = r->config.nics[nic].rings[ring].line;
  if (subject != (uint32_t)nic && ref_as_engine(r, REF_KNOWN_ACKNOWLEDGED)) subject = (uint32_t)nic;
  ref_event(r, sim_event_kind_ACKNOWLEDGED, REF_NOBODY, subject, cleared);
  if (bits & SIM_NIC_STATUS_RX) forget_unsignalled(state);
  clear_status(r, nic, ring, bits);
}
