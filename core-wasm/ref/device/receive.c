/* The path of a frame from its last bit to its place in memory: FIFO on the card, ring slots and buffers, merge. */
#include <assert.h>

#include "ref/ref.h"

static sim_ring_counters *counters_of(ref *r, int nic, int ring) {
  return &r->counters.rings[nic * SIM_NIC_RING_LIMIT + ring];
}

static ref_ring *ring_of(ref *r, int nic, int ring) { return &r->nics[nic].rings[ring]; }

uint32_t ref_buffers_of(const sim_nic_config *config, uint32_t size_bytes) {
  return config->buffer_bytes == 0 ? 1 : (size_bytes + config->buffer_bytes - 1) / config->buffer_bytes;
}

/* ---- slots and buffers ---- */

static int buffers_bounded(const ref *r, int nic, int ring) {
  return r->config.nics[nic].rings[ring].buffers > 0;
}

static int never_fits(const ref *r, int nic, int ring, uint32_t size_bytes) {
  return buffers_bounded(r, nic, ring) &&
         ref_buffers_of(&r->config.nics[nic], size_bytes) > r->config.nics[nic].rings[ring].buffers;
}

static int ring_has_room(const ref *r, int nic, int ring, uint32_t size_bytes) {
  const ref_ring *state = &r->nics[nic].rings[ring];
  const sim_ring_config *config = &r->config.nics[nic].rings[ring];
  if (r->config.nics[nic].in_memory) return r->nics[nic].own.rx_tail != r->nics[nic].own.rx_taken;
  if (state->held == config->frames) return 0;
  return !buffers_bounded(r, nic, ring) ||
         state->buffers_held + ref_buffers_of(&r->config.nics[nic], size_bytes) <= config->buffers;
}

static void fill_event(ref *r, int nic) {
  uint32_t held = 0;
  for (int i = 0; i < r->config.nics[nic].ring_count; i++) held += r->nics[nic].rings[i].held;
  ref_event(r, sim_event_kind_RX_FILL, REF_NONE, (uint32_t)nic, held);
}

static void take_slot(ref *r, int packet) {
  const ref_packet *p = &r->packets[packet];
  ref_ring *ring = ring_of(r, p->nic, p->ring);
  ring->held++;
  if (r->config.nics[p->nic].in_memory) ref_nic_claim(r, packet);
  ref_mark(&r->marks.ring_frames[p->nic * SIM_NIC_RING_LIMIT + p->ring], ring->held);
  ring->buffers_held += ref_buffers_of(&r->config.nics[p->nic], p->size_bytes);
  fill_event(r, p->nic);
}

void ref_receive_release_slot(ref *r, int packet) {
  const ref_packet *p = &r->packets[packet];
  ref_ring *ring = ring_of(r, p->nic, p->ring);
  ring->held--;
  ring->buffers_held -= ref_buffers_of(&r->config.nics[p->nic], p->size_bytes);
  fill_event(r, p->nic);
  ref_receive_leave_fifo(r, p->nic);
}

static void enter_fifo(ref *r, int nic, uint32_t bytes) {
  if (r->config.nics[nic].fifo_bytes == 0) return;
  r->nics[nic].fifo_held += bytes;
  ref_mark(&r->marks.fifo_bytes[nic], r->nics[nic].fifo_held);
}

/* ---- into the ring ---- */

static void drop(ref *r, int packet, uint8_t cause) {
  const int nic = r->packets[packet].nic, ring = r->packets[packet].ring;
  counters_of(r, nic, ring)->dropped += r->packets[packet].frames;
  ref_host_answer_over(r, nic, r->packets[packet].answer);
  ref_packet_drop(r, packet, cause, REF_NONE);
  ref_nic_set_status(r, nic, ring, SIM_NIC_STATUS_OVERFLOW);
}

/* Returns whether the FIFO has room for the frame. */
static int to_the_ring(ref *r, int packet) {
  const ref_packet *p = &r->packets[packet];
  const int nic = p->nic, ring = p->ring;
  if (!ring_has_room(r, nic, ring, p->size_bytes)) return 0;
  take_slot(r, packet);
  if (r->config.nics[nic].receive_mode == sim_receive_mode_RING) ref_bus_request(r, packet, nic, ring, 1);
  else {
    ref_receive_left_fifo(r, nic, p->size_bytes);
    ref_nic_frame_came(r, nic, ring, packet);
  }
  return 1;
}

/* M-108: "It waits there, in order, until its ring has a slot" */
void ref_receive_leave_fifo(ref *r, int nic) {
  ref_nic *state = &r->nics[nic];
  while (state->fifo.count > 0 && to_the_ring(r, state->fifo.packets[0])) ref_fifo_take(&state->fifo);
}

void ref_receive_left_fifo(ref *r, int nic, uint32_t bytes) {
  if (r->config.nics[nic].fifo_bytes > 0) r->nics[nic].fifo_held -= bytes;
}

static void go_on(ref *r, int packet) {
  const ref_packet *p = &r->packets[packet];
  const int nic = p->nic;
  if (never_fits(r, nic, p->ring, p->size_bytes)) {
    ref_receive_left_fifo(r, nic, p->size_bytes);
    drop(r, packet, sim_drop_cause_RX_RING_FULL);
    return;
  }
  if (r->config.nics[nic].fifo_bytes == 0) {
    if (!to_the_ring(r, packet)) drop(r, packet, sim_drop_cause_RX_RING_FULL);
    return;
  }
  const int put = ref_fifo_put(&r->nics[nic].fifo, packet);
  assert(put);
  (void)put;
  ref_receive_leave_fifo(r, nic);
}

/* ---- merge ---- */

static void end_merge(ref *r, ref_ring *ring) {
  const int packet = ring->merging;
  ring->merging = REF_NONE;
  ring->merge_end = SIM_NEVER;
  if (packet != REF_NONE) go_on(r, packet);
}

static int fits_into_fifo(const ref *r, int nic, const ref_on_wire *frame) {
  const sim_nic_config *config = &r->config.nics[nic];
  return config->fifo_bytes == 0 || r->nics[nic].fifo_held + frame->size_bytes <= config->fifo_bytes;
}

/* M-111 */
static int joins(const ref *r, int nic, int ring, const ref_on_wire *frame) {
  const int merging = r->nics[nic].rings[ring].merging;
  if (merging == REF_NONE) return 0;
  const ref_packet *whole = &r->packets[merging];
  return whole->flow == frame->flow && fits_into_fifo(r, nic, frame) &&
         whole->size_bytes + frame->size_bytes <= r->config.nics[nic].merge_bytes;
}

static void join(ref *r, int packet) {
  ref_packet *part = &r->packets[packet];
  ref_ring *ring = ring_of(r, part->nic, part->ring);
  ref_packet *whole = &r->packets[ring->merging];
  enter_fifo(r, part->nic, part->size_bytes);
  whole->size_bytes += part->size_bytes;
  whole->frames++;
  part->used = 0;
  part->freed = ++r->next_freed;
  r->counters.nics[part->nic].rx_merged++;
  ref_event(r, sim_event_kind_FRAME_MERGED, REF_NONE, part->number, whole->number);
  if (whole->size_bytes == r->config.nics[part->nic].merge_bytes) end_merge(r, ring);
}

static void begin_merge(ref *r, int packet) {
  const ref_packet *first = &r->packets[packet];
  const sim_nic_config *config = &r->config.nics[first->nic];
  ref_ring *ring = ring_of(r, first->nic, first->ring);
  uint64_t rest = 0; /* each time is in whole cycles */
  ring->merging = packet;
  ring->merge_end = ref_nanoseconds_from_now(r, config->merge_nanoseconds, &rest);
  if (ring->merge_end <= r->moment || first->size_bytes >= config->merge_bytes) end_merge(r, ring);
}

void ref_nics_cycle(ref *r) {
  for (int nic = 0; nic < r->config.nic_count; nic++)
    for (int ring = 0; ring < r->config.nics[nic].ring_count; ring++)
      if (ring_of(r, nic, ring)->merge_end <= r->moment) end_merge(r, ring_of(r, nic, ring));
}

/* ---- arrival ---- */

/* M-110: "the sender does not begin a frame for which the card has no room now". A frame that never fits is received
 * and dropped. A packet that is being merged already has its place. */
int ref_receive_has_room(const ref *r, int nic, const ref_on_wire *frame) {
  const sim_nic_config *config = &r->config.nics[nic];
  const int ring = (int)ref_flow_ring(&r->config, nic, frame->flow);
  const ref_ring *state = &r->nics[nic].rings[ring];
  if (never_fits(r, nic, ring, frame->size_bytes)) return 1;
  if (config->fifo_bytes > 0)
    return frame->size_bytes > config->fifo_bytes || r->nics[nic].fifo_held + frame->size_bytes <= config->fifo_bytes;
  if (config->in_memory) return ring_has_room(r, nic, 0, frame->size_bytes);
  const ref_packet *merging = state->merging == REF_NONE ? NULL : &r->packets[state->merging];
  const uint32_t slots = state->held + (merging != NULL) + 1;
  const uint32_t buffers = state->buffers_held + (merging != NULL ? ref_buffers_of(config, merging->size_bytes) : 0) +
                           ref_buffers_of(config, frame->size_bytes);
  return slots <= config->rings[ring].frames &&
         (!buffers_bounded(r, nic, ring) || buffers <= config->rings[ring].buffers);
}

/* M-112: "the frame takes its slot, its buffers, its place in memory and its room in the FIFO,
 * for the whole frame" */
int ref_receive_early(ref *r, int nic, const ref_on_wire *frame) {
  const sim_nic_config *config = &r->config.nics[nic];
  const int ring = (int)ref_flow_ring(&r->config, nic, frame->flow);
  const int fits = config->fifo_bytes == 0 || r->nics[nic].fifo_held + frame->size_bytes <= config->fifo_bytes;
  if (!fits || r->nics[nic].fifo.count > 0 || !ring_has_room(r, nic, ring, frame->size_bytes)) return REF_NONE;
  const int packet = ref_packet_expect(r, nic, frame->size_bytes, frame->source);
  r->packets[packet].ring = (uint8_t)ring;
  r->packets[packet].flow = frame->flow;
  r->packets[packet].recorded = frame->recorded;
  r->packets[packet].moving = 1;
  enter_fifo(r, nic, frame->size_bytes);
  take_slot(r, packet);
  return packet;
}

void ref_receive_arrive(ref *r, int nic, const ref_on_wire *frame) {
  const sim_nic_config *config = &r->config.nics[nic];
  const int ring = (int)ref_flow_ring(&r->config, nic, frame->flow);
  counters_of(r, nic, ring)->offered++;
  if (r->nics[nic].early != REF_NONE) {
    ref_packet_offered(r, r->nics[nic].early);
    r->nics[nic].early = REF_NONE;
    return;
  }
  const int is_part = joins(r, nic, ring, frame);
  /* M-254: "A frame that ends a receive merge gets its buffer when that packet has gone on, or has been dropped" */
  if (!is_part) end_merge(r, ring_of(r, nic, ring));
  const int packet = ref_packet_new(r, sim_direction_RECEIVE, nic, frame->size_bytes,
                                    frame->answer > 0 ? REF_NONE : frame->source, r->moment);
  r->packets[packet].answer = frame->answer;
  r->packets[packet].ring = (uint8_t)ring;
  r->packets[packet].flow = frame->flow;
  r->packets[packet].recorded = frame->recorded;
  if (is_part) {
    join(r, packet);
    return;
  }
  if (!fits_into_fifo(r, nic, frame)) {
    drop(r, packet, sim_drop_cause_FIFO_FULL);
    return;
  }
  enter_fifo(r, nic, frame->size_bytes);
  if (config->merge_bytes > 0) begin_merge(r, packet);
  else go_on(r, packet);
}
