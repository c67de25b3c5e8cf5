/* The wires of a card: how long a frame takes, when the next one may start, and pauses. */
#include <assert.h>

#include "ref/ref.h"

/* Bits of a frame on the wire: padded, or cut into cells. Stuffing is a share of the frame's own bits. */
static uint64_t bits_on_the_wire(const sim_nic_config *config, uint32_t size_bytes) {
  uint64_t bytes = size_bytes > config->min_frame_bytes ? size_bytes : config->min_frame_bytes;
  if (config->cell_bytes > 0) {
    const uint64_t cells =
        (bytes + config->cell_trailer_bytes + config->cell_payload_bytes - 1) / config->cell_payload_bytes;
    bytes = cells * config->cell_bytes;
  }
  const uint64_t stuffed = bytes * 8 * config->stuffing_permille / 1000;
  return (bytes + config->frame_overhead_bytes) * 8 + stuffed;
}

/* M-103: "a frame occupies (size + overhead) × 8 bits at the line rate". The remainder is carried. */
static uint64_t cycles_on_the_wire(const ref *r, int nic, ref_wire *wire, uint32_t size_bytes) {
  const sim_nic_config *config = &r->config.nics[nic];
  if (config->line_rate_bit_per_second == 0) return 0;
  const ref_wide work = (ref_wide)bits_on_the_wire(config, size_bytes) * r->config.clock_hertz + wire->rest;
  wire->rest = (uint64_t)(work % config->line_rate_bit_per_second);
  return (uint64_t)(work / config->line_rate_bit_per_second);
}

static uint64_t slot_cycles(const ref *r, int nic) {
  const ref_wide cycles = (ref_wide)r->config.nics[nic].slot_nanoseconds * r->config.clock_hertz / 1000000000u;
  return cycles > 0 ? (uint64_t)cycles : 1;
}

static uint64_t next_slot(uint64_t time, uint64_t slot) { return (time + slot - 1) / slot * slot; }

/* M-107: "behind those before it; one that no longer fits into the rest of a slot begins with the next" */
static uint64_t begin_of_frame(const ref *r, int nic, const ref_wire *wire, uint64_t due, uint64_t cycles) {
  const int has_slots = r->config.nics[nic].slot_nanoseconds > 0;
  const uint64_t slot = has_slots ? slot_cycles(r, nic) : 1;
  uint64_t begin = next_slot(due, slot);
  if (begin < wire->free_at) begin = wire->free_at;
  if (begin < r->moment) begin = r->moment;
  if (!has_slots) return begin;
  return begin % slot + cycles <= slot ? begin : next_slot(begin, slot);
}

/* Returns the last cycle of the frame. */
static uint64_t on_the_wire(const ref *r, int nic, ref_wire *wire, uint32_t size_bytes, uint64_t due, uint64_t *begin) {
  const uint64_t cycles = cycles_on_the_wire(r, nic, wire, size_bytes);
  *begin = begin_of_frame(r, nic, wire, due, cycles);
  wire->free_at = *begin > SIM_NEVER - cycles ? SIM_NEVER : *begin + cycles;
  return wire->free_at;
}

/* M-113: "a packet larger than `segmentBytes` goes onto the wire as so many frames" */
uint64_t ref_wire_send(ref *r, int nic, uint32_t size_bytes, uint64_t from, uint64_t *begin) {
  const uint32_t most = r->config.nics[nic].segment_bytes > 0 ? r->config.nics[nic].segment_bytes : UINT32_MAX;
  ref_wire *wire = &r->nics[nic].tx_wire;
  uint64_t end = from, begin_of_next;
  *begin = SIM_NEVER;
  r->nics[nic].tx_to_carry = 0;
  do {
    const uint32_t frame = size_bytes < most ? size_bytes : most;
    end = on_the_wire(r, nic, wire, frame, from, &begin_of_next);
    if (*begin == SIM_NEVER) *begin = begin_of_next;
    r->nics[nic].tx_to_carry += end - begin_of_next;
    r->counters.nics[nic].tx_wire_frames++;
    size_bytes -= frame;
  } while (size_bytes > 0);
  return end;
}

/* Called at the end of a cycle: counts the wires that carried a frame. */
void ref_wires_count(ref *r) {
  for (int nic = 0; nic < r->config.nic_count; nic++) {
    ref_nic *state = &r->nics[nic];
    if (state->arrives_at != SIM_NEVER && state->begun_at <= r->cycle && r->cycle < state->arrives_at)
      r->counters.nics[nic].rx_wire_cycles++;
    if (state->tx_done_at == SIM_NEVER || state->tx_begun_at > r->cycle || state->tx_to_carry == 0) continue;
    state->tx_to_carry--;
    r->counters.nics[nic].tx_wire_cycles++;
  }
}

/* ---- receive ---- */

/* M-162, M-270: "Of events that fall due at the same time, those of the traffic named first go first" */
void ref_nic_offer(ref *r, int nic, ref_on_wire frame) {
  ref_nic *state = &r->nics[nic];
  assert(state->on_wire_count < REF_WIRE_LIMIT);
  const uint32_t begun = state->arrives_at != SIM_NEVER;
  uint32_t at = (uint32_t)state->on_wire_count++;
  for (; at > begun; at--) {
    const ref_on_wire *before = &state->on_wire[(state->on_wire_first + at - 1) % REF_WIRE_LIMIT];
    if (before->due < frame.due || (before->due == frame.due && before->source <= frame.source)) break;
    state->on_wire[(state->on_wire_first + at) % REF_WIRE_LIMIT] = *before;
  }
  state->on_wire[(state->on_wire_first + at) % REF_WIRE_LIMIT] = frame;
}

/* Puts the first frame of the queue onto the wire if it can start in this cycle. */
static void begin_first(ref *r, int nic) {
  ref_nic *state = &r->nics[nic];
  if (state->on_wire_count == 0 || state->arrives_at != SIM_NEVER) return;
  const ref_on_wire *frame = &state->on_wire[state->on_wire_first];
  if (frame->due > r->cycle || state->rx_wire.free_at > r->cycle) return;
  if (r->config.nics[nic].pause && !ref_receive_has_room(r, nic, frame)) {
    if (state->paused_since == SIM_NEVER) state->paused_since = r->cycle;
    return;
  }
  if (state->paused_since != SIM_NEVER) {
    r->counters.nics[nic].pauses++;
    r->counters.nics[nic].paused_cycles += r->cycle - state->paused_since;
    state->paused_since = SIM_NEVER;
  }
  r->counters.nics[nic].host_answered += frame->answer > 0;
  state->arrives_at = on_the_wire(r, nic, &state->rx_wire, frame->size_bytes, frame->due, &state->begun_at);
  state->early_seen = 0;
}

/* ---- receive cut-through ---- */

/* M-112: "The first n bytes of a frame have arrived at begin + n × duration / size, rounded up." */
uint32_t ref_wire_bytes_here(const ref *r, int nic) {
  const ref_nic *state = &r->nics[nic];
  if (state->arrives_at == SIM_NEVER || state->begun_at >= r->cycle) return 0;
  const uint32_t size_bytes = state->on_wire[state->on_wire_first].size_bytes;
  if (state->arrives_at <= r->cycle) return size_bytes;
  return (uint32_t)((ref_wide)(r->cycle - state->begun_at) * size_bytes / (state->arrives_at - state->begun_at));
}

static uint32_t bytes_of_next_burst(const ref *r, uint32_t size_bytes, uint32_t moved) {
  const uint32_t most = (uint32_t)r->config.bus_beats_per_burst * r->config.bus_bytes_per_beat;
  return size_bytes - moved < most ? size_bytes - moved : most;
}

/* M-112: "it requests DMA as soon as the bytes of its next burst have arrived" */
static void go_on_early(ref *r, int nic) {
  ref_nic *state = &r->nics[nic];
  const ref_packet *packet = &r->packets[state->early];
  const uint32_t needed = state->early_moved + bytes_of_next_burst(r, packet->size_bytes, state->early_moved);
  if (ref_wire_bytes_here(r, nic) < needed) return;
  state->early_waits = 0;
  ref_bus_request_rest(r, state->early, nic, packet->ring, state->early_moved);
}

/* M-112: "When the threshold is reached before the last bit" */
static void look_early(ref *r, int nic) {
  ref_nic *state = &r->nics[nic];
  const uint32_t least = r->config.nics[nic].rx_cut_through_bytes;
  if (least == 0 || !r->config.dma_enabled || state->arrives_at == SIM_NEVER) return;
  if (!state->early_seen && state->arrives_at > r->cycle && ref_wire_bytes_here(r, nic) >= least) {
    state->early_seen = 1;
    state->early = ref_receive_early(r, nic, &state->on_wire[state->on_wire_first]);
    state->early_waits = state->early != REF_NONE;
    state->early_moved = 0;
  }
  if (state->early_waits) go_on_early(r, nic);
}

/* M-112: "If the bytes of the next burst have not arrived when a burst ends, the transfer yields" */
int ref_wire_makes_room(ref *r, const ref_transfer *transfer, uint32_t moved) {
  ref_nic *state = &r->nics[transfer->nic];
  if (transfer->packet == REF_NONE || !transfer->to_memory || state->early != transfer->packet) return 0;
  const uint32_t needed = moved + bytes_of_next_burst(r, transfer->bytes, moved);
  if (ref_wire_bytes_here(r, transfer->nic) >= needed) return 0;
  state->early_waits = 1;
  state->early_moved = moved;
  return 1;
}

/* ---- arrivals ---- */

void ref_wire_receive(ref *r, int nic) {
  ref_nic *state = &r->nics[nic];
  for (;;) {
    begin_first(r, nic);
    look_early(r, nic);
    if (state->arrives_at > r->cycle) return;
    const ref_on_wire frame = state->on_wire[state->on_wire_first];
    state->on_wire_first = (state->on_wire_first + 1) % REF_WIRE_LIMIT;
    state->on_wire_count--;
    state->arrives_at = SIM_NEVER;
    ref_receive_arrive(r, nic, &frame);
  }
}
