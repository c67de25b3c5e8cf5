/* Network cards: status, coalescing, transmit queue, and effects at the end of a transfer. */
#include <assert.h>
#include <stdlib.h>

#include "ref/ref.h"

/* ---- status ---- */

void ref_nic_set_status(ref *r, int nic, int ring, uint8_t bit) {
  ref_ring *state = &r->nics[nic].rings[ring];
  const uint8_t mask = ref_nic_mask(r, nic, ring), before = state->status & mask;
  state->status |= bit;
  const uint8_t after = state->status & mask;
  ref_line_status(r, r->config.nics[nic].rings[ring].line, before != 0, after != 0, before != after, (bit & mask) != 0);
}

/* M-121: with status by fill, a bit is cleared only if no frame that it announces is left. */
static int still_there(const ref *r, int nic, int ring, uint8_t bit) {
  if (!r->config.nics[nic].status_by_fill) return 0;
  if (bit == SIM_NIC_STATUS_RX) return r->nics[nic].rings[ring].ready.count > 0;
  return bit == SIM_NIC_STATUS_TX && ring == 0 && r->nics[nic].tx_sent.count > 0;
}

static void clear_status(ref *r, int nic, int ring, uint8_t bits) {
  ref_ring *state = &r->nics[nic].rings[ring];
  const uint8_t mask = ref_nic_mask(r, nic, ring), before = state->status & mask;
  for (int bit = 1; bit <= bits; bit *= 2)
    if ((bits & bit) && !still_there(r, nic, ring, (uint8_t)bit)) state->status &= (uint8_t)~bit;
  const uint8_t after = state->status & mask;
  ref_line_status(r, r->config.nics[nic].rings[ring].line, before != 0, after != 0, 0, 0);
}

/* ---- coalescing ---- */

/* Converts nanoseconds to cycles. The remainder is added at the next start of the same timer. */
uint64_t ref_nanoseconds_from_now(const ref *r, uint32_t nanoseconds, uint64_t *rest) {
  const ref_wide work = (ref_wide)nanoseconds * r->config.clock_hertz + *rest;
  *rest = (uint64_t)(work % 1000000000u);
  return r->moment + (uint64_t)(work / 1000000000u);
}

static uint64_t timer_end(const ref *r, uint32_t nanoseconds, uint64_t *rest) {
  return nanoseconds > 0 ? ref_nanoseconds_from_now(r, nanoseconds, rest) : SIM_NEVER; /* 0 = off */
}

/* Signalled frames: frames of a receive ring, or sent frames, which use the bit of ring 0. */
typedef struct told {
  int nic, ring;
  uint8_t bit;
  ref_coalescing *state;
  uint32_t frames, absolute_nanoseconds, packet_nanoseconds, throttle_nanoseconds;
} told;

static told of_ring(ref *r, int nic, int ring) {
  const sim_ring_config *config = &r->config.nics[nic].rings[ring];
  return (told){.nic = nic, .ring = ring, .bit = SIM_NIC_STATUS_RX, .state = &r->nics[nic].rings[ring].coming,
                .frames = config->coalesce_frames, .absolute_nanoseconds = config->absolute_nanoseconds,
                .packet_nanoseconds = config->packet_nanoseconds, .throttle_nanoseconds = config->throttle_nanoseconds};
}

static told of_sent(ref *r, int nic) {
  const sim_nic_config *config = &r->config.nics[nic];
  return (told){.nic = nic,
                .bit = SIM_NIC_STATUS_TX,
                .state = &r->nics[nic].sent,
                .frames = config->tx_coalesce_frames,
                .absolute_nanoseconds = config->tx_absolute_nanoseconds,
                .packet_nanoseconds = config->tx_packet_nanoseconds,
                .throttle_nanoseconds = config->tx_throttle_nanoseconds};
}

static void forget_unsignalled(ref_coalescing *state) {
  state->unsignalled = 0;
  state->absolute_end = state->packet_end = state->wanted_at = SIM_NEVER;
}

static void ask(ref *r, const told *t) {
  if (r->moment < t->state->throttled_until) {
    t->state->wanted_at = t->state->throttled_until;
    return;
  }
  forget_unsignalled(t->state);
  if (t->throttle_nanoseconds > 0)
    t->state->throttled_until = timer_end(r, t->throttle_nanoseconds, &t->state->throttle_rest);
  ref_nic_set_status(r, t->nic, t->ring, t->bit);
}

static void count_frame(ref *r, const told *t) {
  ref_coalescing *state = t->state;
  state->unsignalled++;
  if (t->frames > 0 && state->unsignalled >= t->frames) {
    ask(r, t);
    return;
  }
  if (state->unsignalled == 1) state->absolute_end = timer_end(r, t->absolute_nanoseconds, &state->absolute_rest);
  state->packet_end = timer_end(r, t->packet_nanoseconds, &state->packet_rest);
}

static void end_timers(ref *r, const told *t) {
  const ref_coalescing *state = t->state;
  if (state->absolute_end <= r->moment || state->packet_end <= r->moment || state->wanted_at <= r->moment) ask(r, t);
}

/* A frame has arrived in the ring and can be taken. */
void ref_nic_frame_came(ref *r, int nic, int ring, int packet) {
  const int put = ref_fifo_put(&r->nics[nic].rings[ring].ready, packet);
  assert(put);
  (void)put;
  const told t = of_ring(r, nic, ring);
  count_frame(r, &t);
}

void ref_nic_timers(ref *r) {
  for (int nic = 0; nic < r->config.nic_count; nic++) {
    for (int ring = 0; ring < r->config.nics[nic].ring_count; ring++) {
      const told t = of_ring(r, nic, ring);
      end_timers(r, &t);
    }
    const told t = of_sent(r, nic);
    end_timers(r, &t);
  }
}

/* ---- creation ---- */

void ref_nic_create(ref *r) {
  for (int n = 0; n < r->config.nic_count; n++) {
    const sim_nic_config *config = &r->config.nics[n];
    ref_nic *nic = &r->nics[n];
    nic->on_wire = calloc(REF_WIRE_LIMIT, sizeof *nic->on_wire);
    nic->tx_done_at = nic->arrives_at = nic->paused_since = SIM_NEVER;
    nic->early = REF_NONE;
    nic->own.rx_room = 2048;
    nic->fifo.capacity = SIM_RING_LIMIT;
    forget_unsignalled(&nic->sent);
    nic->tx_given.capacity = nic->tx_sent.capacity = config->tx_queue_frames;
    for (int i = 0; i < config->ring_count; i++) {
      ref_ring *ring = &nic->rings[i];
      ring->ready.capacity = config->rings[i].frames;
      ring->merging = REF_NONE;
      ring->merge_end = SIM_NEVER;
      forget_unsignalled(&ring->coming);
    }
  }
}

/* ---- transmit ---- */

static void begin_sending(ref *r, int nic) {
  ref_nic *state = &r->nics[nic];
  if (state->tx_done_at != SIM_NEVER || state->tx_given.count == 0) return;
  const ref_packet *first = &r->packets[state->tx_given.packets[0]];
  if (!first->fetched) return;
  state->tx_done_at = ref_wire_send(r, nic, first->size_bytes, first->fetched_at, &state->tx_begun_at);
}

static void finish_sending(ref *r, int nic) {
  ref_nic *state = &r->nics[nic];
  while (state->tx_done_at <= r->moment) {
    const int packet = ref_fifo_take(&state->tx_given);
    state->tx_done_at = SIM_NEVER;
    ref_packet *sent = &r->packets[packet];
    sent->underrun |= sent->moving; /* M-117: "the wire time ends before the transfer" */
    if (!sent->underrun) ref_event(r, sim_event_kind_FRAME_SENT, REF_NONE, sent->number, sent->size_bytes);
    ref_fifo_put(&state->tx_sent, packet);
    const told t = of_sent(r, nic);
    count_frame(r, &t);
    if (r->config.nics[nic].in_memory) ref_nic_is_sent(r, nic);
    begin_sending(r, nic);
  }
}

void ref_nics_receive(ref *r) {
  for (int nic = 0; nic < r->config.nic_count; nic++) ref_wire_receive(r, nic);
}

void ref_nics_send(ref *r) {
  for (int nic = 0; nic < r->config.nic_count; nic++) finish_sending(r, nic);
}

static void tx_fill_event(ref *r, int nic) {
  ref_event(r, sim_event_kind_TX_FILL, REF_NONE, (uint32_t)nic, r->nics[nic].tx_held);
  ref_mark(&r->marks.tx_frames[nic], r->nics[nic].tx_held);
}

static uint32_t tx_buffers_of(const sim_nic_config *config, uint32_t bytes) {
  uint32_t buffers = 1;
  if (config->tx_buffer_bytes > 0)
    while (buffers * config->tx_buffer_bytes < bytes) buffers++;
  return buffers;
}

static void add_up(const ref *r, const sim_nic_config *config, const ref_fifo *fifo, uint32_t *bytes,
                   uint32_t *buffers) {
  for (uint32_t i = 0; i < fifo->count; i++) {
    const uint32_t size = r->packets[fifo->packets[i]].size_bytes;
    *bytes += size;
    *buffers += tx_buffers_of(config, size);
  }
}

/* M-119: "at most `txQueueFrames` frames, and, where they are given, `txQueueBytes` bytes and `txBuffers` buffer
 * descriptors" */
static int tx_has_room(const ref *r, int nic, uint32_t size) {
  const sim_nic_config *config = &r->config.nics[nic];
  const ref_nic *state = &r->nics[nic];
  uint32_t bytes = size, buffers = tx_buffers_of(config, size);
  add_up(r, config, &state->tx_given, &bytes, &buffers);
  add_up(r, config, &state->tx_sent, &bytes, &buffers);
  if (config->tx_queue_bytes > 0 && bytes > config->tx_queue_bytes) return 0;
  if (config->tx_buffers > 0 && buffers > config->tx_buffers) return 0;
  return state->tx_held < config->tx_queue_frames;
}

int ref_nic_give(ref *r, int nic, int packet) {
  ref_nic *state = &r->nics[nic];
  if (!tx_has_room(r, nic, r->packets[packet].size_bytes)) return 0;
  state->tx_held++;
  tx_fill_event(r, nic);
  ref_fifo_put(&state->tx_given, packet);
  if (r->packets[packet].moving) r->packets[packet].given_to = nic + 1; /* the NIC fetches the packet later */
  else ref_bus_request(r, packet, nic, 0, 0);
  return 1;
}

void ref_nic_reap(ref *r, int nic, int thread) {
  ref_nic *state = &r->nics[nic];
  for (int packet = ref_fifo_take(&state->tx_sent); packet != REF_NONE; packet = ref_fifo_take(&state->tx_sent)) {
    state->tx_held--;
    tx_fill_event(r, nic);
    if (r->packets[packet].underrun) ref_packet_drop(r, packet, sim_drop_cause_TX_UNDERRUN, thread);
    else ref_packet_deliver(r, packet, thread);
  }
  if (r->config.nics[nic].status_by_fill) clear_status(r, nic, 0, SIM_NIC_STATUS_TX);
}

/* ---- DMA ---- */

static void may_be_sent(ref *r, int nic, int packet) {
  ref_packet *p = &r->packets[packet];
  if (p->fetched) return;
  p->fetched = 1;
  p->fetched_at = r->moment;
  begin_sending(r, nic);
  finish_sending(r, nic);
}

/* M-117: "is needed on the wire at begin + b × duration / size, rounded down" */
void ref_nic_bytes_fetched(ref *r, const ref_transfer *transfer, uint32_t before, uint32_t after) {
  ref_packet *p = &r->packets[transfer->packet];
  const ref_nic *nic = &r->nics[transfer->nic];
  const uint32_t least = r->config.nics[transfer->nic].tx_cut_through_bytes;
  if (least == 0) return;
  if (nic->tx_done_at != SIM_NEVER && nic->tx_given.packets[0] == transfer->packet) {
    const ref_wide until = (ref_wide)(nic->tx_done_at - nic->tx_begun_at) * before / p->size_bytes;
    if (nic->tx_begun_at + (uint64_t)until < r->moment) p->underrun = 1;
  }
  if (after >= least && after < p->size_bytes) may_be_sent(r, transfer->nic, transfer->packet);
}

void ref_nic_transfer_done(ref *r, const ref_transfer *transfer) {
  const int nic = transfer->nic;
  ref_packet_reach(r, transfer->packet, sim_packet_part_DMA);
  if (!transfer->to_memory) {
    ref_packet_moved(r, transfer->packet);
    if (r->packets[transfer->packet].used) may_be_sent(r, nic, transfer->packet);
  } else if (r->config.nics[nic].receive_mode == sim_receive_mode_RING) {
    ref_packet_moved(r, transfer->packet);
    if (r->config.nics[nic].in_memory) ref_nic_filled(r, transfer->packet);
    ref_nic_frame_came(r, nic, transfer->ring, transfer->packet);
  } else {
    ref_receive_release_slot(r, transfer->packet);
    ref_packet_moved(r, transfer->packet);
  }
}

/* The driver takes a frame. Its slot is free at once (ring), or when its data are in memory (remote). */
int ref_nic_take(ref *r, int nic, int ring) {
  const int packet = ref_fifo_take(&r->nics[nic].rings[ring].ready);
  if (packet == REF_NONE) return packet;
  ref_health_taken(r, nic);
  r->counters.rings[nic * SIM_NIC_RING_LIMIT + ring].taken += r->packets[packet].frames;
  if (r->config.nics[nic].receive_mode == sim_receive_mode_RING) ref_receive_release_slot(r, packet);
  else ref_bus_request(r, packet, nic, ring, 1);
  if (r->config.nics[nic].status_by_fill) clear_status(r, nic, ring, SIM_NIC_STATUS_RX);
  return packet;
}

void ref_nic_acknowledge(ref *r, const sim_step_config *step) {
  ref_nic_clear_status(r, step->index, step->ring, step->bits);
}

void ref_nic_clear_status(ref *r, int nic, int ring, uint8_t bits) {
  ref_ring *state = &r->nics[nic].rings[ring];
  const uint8_t cleared = state->status & bits;
  ref_event(r, sim_event_kind_ACKNOWLEDGED, REF_NONE, r->config.nics[nic].rings[ring].line, cleared);
  if (bits & SIM_NIC_STATUS_RX) forget_unsignalled(&state->coming);
  if ((bits & SIM_NIC_STATUS_TX) && ring == 0) forget_unsignalled(&r->nics[nic].sent);
  clear_status(r, nic, ring, bits);
}
