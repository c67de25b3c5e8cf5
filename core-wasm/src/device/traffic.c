#include "device/traffic.h"

#include "base/rng.h"
#include "device/host.h"
#include "device/nic.h"
#include "device/packet.h"
#include "thread/thread.h"

/* Bits of the fraction of a cycle that Poisson gaps carry. */
enum { GAP_FRACTION_BITS = 16 };

/* ---- time of the next event of a source ---- */

static int can_send(const sim_traffic_config *source) { return source->thread != SIM_NONE_8; }

/* M-162 */
static uint64_t constant_gap(const sim_traffic_config *source, traffic_state *state) {
  const uint64_t sum = source->interval_cycles_numerator + state->remainder;
  state->remainder = sum % source->interval_cycles_denominator;
  return sum / source->interval_cycles_denominator;
}

static uint64_t poisson_gap(const sim *sim, uint32_t index, traffic_state *state) {
  const sim_traffic_config *source = traffic_config_at(sim, index);
  const uint64_t numerator = source->interval_cycles_numerator;
  const uint64_t denominator = source->interval_cycles_denominator;
  const uint64_t mean = (numerator / denominator << GAP_FRACTION_BITS) |
                        ((numerator % denominator << GAP_FRACTION_BITS) / denominator);
  const uint64_t draw = rng_draw(rng_key(sim->config.seed, RNG_TRAFFIC + index), state->emitted);
  const uint64_t gap = add_saturating(rng_multiply_q32(rng_exponential_q32(draw), mean), state->remainder);
  state->remainder = gap & ((1u << GAP_FRACTION_BITS) - 1);
  return gap >> GAP_FRACTION_BITS;
}

static int is_exhausted(const sim_traffic_config *source, uint64_t emitted) {
  return source->frame_count > 0 && emitted >= source->frame_count;
}

/* M-199 */
static uint64_t heavy(const sim *sim, uint32_t index, uint64_t draw_number, uint64_t least) {
  const uint64_t draw = rng_draw(rng_key(sim->config.seed, RNG_BURST + index), draw_number);
  return rng_multiply_q32(rng_pareto_q32(draw, traffic_config_at(sim, index)->burst_shape_milli), least);
}

/* Pause before the first frame of each burst except the first. */
static uint64_t burst_pause(const sim *sim, uint32_t index, traffic_head *head) {
  const sim_traffic_config *source = traffic_config_at(sim, index);
  const uint64_t emitted = traffic_at(sim, index)->emitted;
  if (source->burst_frames == 0) return 0;
  if (source->burst_shape_milli == 0)
    return emitted > 0 && emitted % source->burst_frames == 0 ? source->burst_pause_cycles : 0;
  if (head->position-- > 0) return 0; /* frames left in the burst */
  head->position = (uint32_t)earlier(heavy(sim, index, 2 * emitted, source->burst_frames), UINT32_MAX) - 1;
  return emitted > 0 ? heavy(sim, index, 2 * emitted + 1, source->burst_pause_cycles) : 0;
}

static uint32_t size_of(const sim *sim, uint32_t index, uint64_t event) {
  const sim_traffic_config *source = traffic_config_at(sim, index);
  if (source->size_count == 0) return source->size_bytes;
  uint32_t sum = 0;
  for (uint32_t i = 0; i < source->size_count; i++) sum += source->size_weights[i];
  uint32_t pick = rng_below(rng_draw(rng_key(sim->config.seed, RNG_SIZE + index), event), sum);
  uint32_t i = 0;
  while (pick >= source->size_weights[i]) pick -= source->size_weights[i++];
  return source->sizes[i];
}

/* Flow of the source's event. Different sources have different flows. */
static uint32_t flow_of(const sim *sim, uint32_t index, uint64_t event) {
  const uint32_t flows = traffic_config_at(sim, index)->flows;
  if (flows == 1) return index << 16;
  return index << 16 | rng_below(rng_draw(rng_key(sim->config.seed, RNG_FLOW + index), event), flows);
}

static void schedule_generated(sim *sim, uint32_t index, uint64_t after) {
  const sim_traffic_config *source = traffic_config_at(sim, index);
  traffic_state *state = traffic_at(sim, index);
  traffic_head *head = &state->heads[source->direction];
  head->due = SIM_NEVER;
  if (is_exhausted(source, state->emitted)) return;
  uint64_t due = after;
  if (source->loop == sim_loop_OPEN) {
    if (source->kind == sim_traffic_kind_POISSON) due = add_saturating(after, poisson_gap(sim, index, state));
    else if (state->emitted > 0) due = add_saturating(after, constant_gap(source, state));
    due = add_saturating(due, burst_pause(sim, index, head));
  }
  head->due = due;
  head->size_bytes = size_of(sim, index, state->emitted);
  head->flow = flow_of(sim, index, state->emitted);
  state->emitted++;
}

/* Value of sim_packet.recorded for a trace entry. */
static uint32_t recorded_of(const sim *sim, const sim_trace_entry *entry) {
  return entry->byte_count > 0 ? (uint32_t)(entry - sim->trace) + 1 : 0;
}

static uint32_t trace_length(const sim_traffic_config *source) {
  const uint64_t entries = source->trace_entry_count;
  return (uint32_t)(source->frame_count > 0 ? earlier(entries, source->frame_count) : entries);
}

/* Open loop: each direction goes through the trace independently, so a busy wire does not delay the frames to
 * send. */
static void schedule_trace_open(sim *sim, uint32_t index, uint32_t direction) {
  const sim_traffic_config *source = traffic_config_at(sim, index);
  traffic_head *head = &traffic_at(sim, index)->heads[direction];
  head->due = SIM_NEVER;
  if (direction == sim_direction_SEND && !can_send(source)) return;
  while (head->position < trace_length(source)) {
    const sim_trace_entry *entry = &sim->trace[source->first_trace_entry + head->position++];
    if (entry->direction != direction) continue;
    head->due = add_saturating(source->start_cycle, entry->time_cycles);
    head->size_bytes = entry->size_bytes;
    head->flow = index << 16 | entry->flow;
    head->recorded = recorded_of(sim, entry);
    traffic_at(sim, index)->emitted++;
    return;
  }
}

/* Closed loop: one entry at a time, after its think time. An entry to send without a send path only adds its think
 * time. */
static void schedule_trace_closed(sim *sim, uint32_t index, uint64_t after) {
  const sim_traffic_config *source = traffic_config_at(sim, index);
  traffic_state *state = traffic_at(sim, index);
  traffic_head *receive = &state->heads[sim_direction_RECEIVE];
  uint64_t due = after;
  while (receive->position < trace_length(source)) { /* one position for both directions */
    const sim_trace_entry *entry = &sim->trace[source->first_trace_entry + receive->position++];
    due = add_saturating(due, entry->time_cycles);
    if (entry->direction == sim_direction_SEND && !can_send(source)) continue;
    traffic_head *head = &state->heads[entry->direction];
    head->due = due;
    head->size_bytes = entry->size_bytes;
    head->flow = index << 16 | entry->flow;
    head->recorded = recorded_of(sim, entry);
    state->emitted++;
    return;
  }
}

/* The first event of an open source has been handled. */
static void schedule_next(sim *sim, uint32_t index, uint32_t direction) {
  const sim_traffic_config *source = traffic_config_at(sim, index);
  traffic_head *head = &traffic_at(sim, index)->heads[direction];
  const uint64_t due = head->due;
  head->due = SIM_NEVER;
  if (source->loop == sim_loop_CLOSED) return;
  if (source->kind == sim_traffic_kind_TRACE) schedule_trace_open(sim, index, direction);
  else schedule_generated(sim, index, due);
}

void traffic_init(sim *sim) {
  for (uint32_t i = 0; i < SIM_TRAFFIC_LIMIT; i++)
    for (int d = 0; d < sim_direction_COUNT; d++) traffic_at(sim, i)->heads[d].due = SIM_NEVER;
  for (uint32_t i = 0; i < sim->config.traffic_count; i++) {
    const sim_traffic_config *source = traffic_config_at(sim, i);
    if (source->kind != sim_traffic_kind_TRACE) schedule_generated(sim, i, source->start_cycle);
    else if (source->loop == sim_loop_CLOSED) schedule_trace_closed(sim, i, source->start_cycle);
    else
      for (uint32_t d = 0; d < sim_direction_COUNT; d++) schedule_trace_open(sim, i, d);
  }
  state_of(sim)->traffic_next = 0;
}

/* ---- what falls due ---- */

enum { ANY_NIC = SIM_NIC_LIMIT };

/* `nic`: includes its host, as if the host were the last traffic source. */
static const traffic_head *earliest(const sim *sim, uint32_t direction, uint32_t nic, uint32_t *index) {
  const traffic_head *best = NULL;
  for (uint32_t i = 0; i < sim->config.traffic_count; i++) {
    const traffic_head *head = &traffic_at(sim, i)->heads[direction];
    if ((nic != ANY_NIC && traffic_config_at(sim, i)->nic != nic) || head->due == SIM_NEVER) continue;
    if (best != NULL && head->due >= best->due) continue;
    best = head;
    *index = i;
  }
  if (nic == ANY_NIC || nic_at(sim, nic)->answer.due == SIM_NEVER) return best;
  const traffic_head *answer = &nic_at(sim, nic)->answer;
  if (best != NULL && best->due <= answer->due) return best;
  *index = SIM_NONE_8;
  return answer;
}

/* Flow control: the sender waits while there is no room for its next frame. */
static int may_send(sim *sim, uint32_t nic, const traffic_head *head) {
  nic_state *n = nic_at(sim, nic);
  if (!nic_config_at(sim, nic)->pause) return 1;
  if (!receive_has_room(sim, nic, head->size_bytes, head->flow)) {
    if (n->paused_since == SIM_NEVER) n->paused_since = sim->boundary;
    return 0;
  }
  if (n->paused_since == SIM_NEVER) return 1;
  nic_counters_at(sim, nic)->pauses++;
  nic_counters_at(sim, nic)->paused_cycles += sim->boundary - n->paused_since;
  n->paused_since = SIM_NEVER;
  return 1;
}

void traffic_resume(sim *sim) { state_of(sim)->traffic_next = earlier(state_of(sim)->traffic_next, sim->boundary); }

/* Ends or starts one frame on the wire. Returns 0 if none is due. */
static int wire_step(sim *sim, uint32_t nic) {
  nic_state *n = nic_at(sim, nic);
  if (n->rx_wire_end != SIM_NEVER) {
    if (n->rx_early_due <= sim->boundary) receive_early(sim, nic);
    if (n->rx_wire_end > sim->boundary) return 0;
    n->rx_wire_over += n->rx_wire_end - n->rx_wire_begin;
    n->rx_wire_end = SIM_NEVER;
    receive_frame(sim, nic, n->rx_wire_source, n->rx_wire_size, n->rx_wire_flow);
    return 1;
  }
  uint32_t index = 0;
  const traffic_head *head = earliest(sim, sim_direction_RECEIVE, nic, &index);
  if (head == NULL || head->due > sim->boundary) return 0;
  if (!may_send(sim, nic, head)) return 0;
  n->rx_wire_size = head->size_bytes;
  n->rx_wire_flow = head->flow;
  n->rx_wire_recorded = head->recorded;
  n->rx_wire_source = (uint8_t)index;
  const uint64_t cycles = wire_cycles(sim, nic, head->size_bytes, &n->rx_wire_remainder);
  n->rx_wire_begin = wire_begin(sim, nic, head->due, sim->boundary, cycles);
  n->rx_wire_end = add_saturating(n->rx_wire_begin, cycles);
  receive_begins(sim, nic);
  if (index == SIM_NONE_8) host_answer_begins(sim, nic);
  else schedule_next(sim, index, sim_direction_RECEIVE);
  return 1;
}

static int send_step(sim *sim) {
  uint32_t index = 0;
  const traffic_head *head = earliest(sim, sim_direction_SEND, ANY_NIC, &index);
  if (head == NULL || head->due > sim->boundary) return 0;
  const sim_traffic_config *source = traffic_config_at(sim, index);
  const uint32_t size_bytes = head->size_bytes;
  const uint32_t flow = head->flow;
  schedule_next(sim, index, sim_direction_SEND);
  const uint32_t packet = packet_offer(sim, source->nic, sim_direction_SEND, index, size_bytes, flow);
  if (packet != SIM_NONE && queue_put(sim, source->queue, packet)) thread_raise(sim, source->thread);
  return 1;
}

/* Whether no frame can start on the wire to the NIC now. */
static int is_held(const nic_state *n) { return n->rx_wire_end != SIM_NEVER || n->paused_since != SIM_NEVER; }

static uint64_t next_of(const sim *sim) {
  uint64_t next = SIM_NEVER;
  for (uint32_t nic = 0; nic < sim->config.nic_count; nic++) {
    const nic_state *n = nic_at(sim, nic);
    next = earlier(next, earlier(n->rx_wire_end, n->rx_early_due));
    if (!is_held(n)) next = earlier(next, n->answer.due);
  }
  for (uint32_t i = 0; i < sim->config.traffic_count; i++) {
    const traffic_state *state = traffic_at(sim, i);
    const nic_state *nic = nic_at(sim, traffic_config_at(sim, i)->nic);
    next = earlier(next, state->heads[sim_direction_SEND].due);
    if (!is_held(nic)) next = earlier(next, state->heads[sim_direction_RECEIVE].due);
  }
  return next;
}

void traffic_tick(sim *sim) {
  if (sim->boundary < state_of(sim)->traffic_next) return;
  for (uint32_t nic = 0; nic < sim->config.nic_count; nic++) {
    while (wire_step(sim, nic)) {
    }
  }
  while (send_step(sim)) {
  }
  state_of(sim)->traffic_next = next_of(sim);
}

/* Cycle of the last bit of the next frame, or of an earlier effect that others can observe. */
static uint64_t seen_of_free_wire(const sim *sim, uint32_t nic) {
  const sim_nic_config *config = nic_config_at(sim, nic);
  const nic_state *n = nic_at(sim, nic);
  uint32_t index;
  const traffic_head *head = earliest(sim, sim_direction_RECEIVE, nic, &index);
  if (head == NULL || n->paused_since != SIM_NEVER) return SIM_NEVER;
  if (config->pause || config->rx_cut_through_bytes != 0) return head->due;
  uint64_t remainder = n->rx_wire_remainder;
  const uint64_t cycles = wire_cycles(sim, nic, head->size_bytes, &remainder);
  return add_saturating(wire_begin(sim, nic, head->due, head->due, cycles), cycles);
}

uint64_t traffic_seen_next(const sim *sim) {
  uint64_t next = state_of(sim)->traffic_next;
  if (next <= sim->boundary) return next; /* a ring has room again, or software released a source */
  next = SIM_NEVER;
  for (uint32_t nic = 0; nic < sim->config.nic_count; nic++) {
    const nic_state *n = nic_at(sim, nic);
    next = earlier(next, n->rx_early_due);
    next = earlier(next, n->rx_wire_end != SIM_NEVER ? n->rx_wire_end : seen_of_free_wire(sim, nic));
  }
  for (uint32_t i = 0; i < sim->config.traffic_count; i++)
    next = earlier(next, traffic_at(sim, i)->heads[sim_direction_SEND].due);
  return next;
}

void traffic_catch_up(sim *sim, uint64_t after, uint64_t before) {
  while (state_of(sim)->traffic_next > after && state_of(sim)->traffic_next < before) {
    sim->event_cycle = sim->boundary = state_of(sim)->traffic_next;
    traffic_tick(sim);
  }
}

uint64_t traffic_next_arrival(const sim *sim, uint32_t nic) {
  if (nic >= sim->config.nic_count) return SIM_NEVER;
  if (nic_at(sim, nic)->rx_wire_end != SIM_NEVER) return nic_at(sim, nic)->rx_wire_end;
  uint64_t next = nic_at(sim, nic)->answer.due;
  for (uint32_t i = 0; i < sim->config.traffic_count; i++)
    if (traffic_config_at(sim, i)->nic == nic)
      next = earlier(next, traffic_at(sim, i)->heads[sim_direction_RECEIVE].due);
  return next;
}

/* ---- closed loop ---- */

void traffic_more(sim *sim) {
  machine_devices_wake(sim);
  state_of(sim)->traffic_next = earlier(state_of(sim)->traffic_next, next_of(sim));
}

void traffic_release(sim *sim, uint32_t source, uint64_t time) {
  const sim_traffic_config *config = traffic_config_at(sim, source);
  if (config->kind == sim_traffic_kind_TRACE) schedule_trace_closed(sim, source, time);
  else schedule_generated(sim, source, add_saturating(time, config->think_cycles));
  traffic_more(sim);
}

void traffic_finished(sim *sim, uint32_t source, uint32_t finisher, int by_device) {
  if (source == SIM_NONE_8 || traffic_config_at(sim, source)->loop != sim_loop_CLOSED) return;
  const int waits_for_return = finisher != SIM_NONE_8 && !traffic_config_at(sim, source)->ends_with_packet &&
                               thread_at(sim, finisher)->start != sim_thread_start_ALWAYS;
  if (waits_for_return) activity_at(sim, finisher)->finished |= 1u << source;
  else traffic_release(sim, source, sim->boundary + (uint64_t)(by_device != 0));
}

/* ---- wires ---- */

static uint64_t round_up(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit * unit; }

static uint64_t bits_of(const sim_nic_config *nic, uint32_t size_bytes) {
  uint64_t bytes = later(size_bytes, nic->min_frame_bytes);
  if (nic->cell_bytes > 0) {
    const uint64_t payload = nic->cell_payload_bytes;
    bytes = round_up(bytes + nic->cell_trailer_bytes, payload) / payload * nic->cell_bytes;
  }
  const uint64_t bits = bytes * 8;
  return bits + bits * nic->stuffing_permille / 1000 + (uint64_t)nic->frame_overhead_bytes * 8;
}

/* M-103 */
uint64_t wire_cycles(const sim *sim, uint32_t nic, uint32_t size_bytes, uint64_t *remainder) {
  const sim_nic_config *config = nic_config_at(sim, nic);
  if (config->line_rate_bit_per_second == 0) return 0;
  const uint64_t sum = bits_of(config, size_bytes) * sim->config.clock_hertz + *remainder;
  *remainder = sum % config->line_rate_bit_per_second;
  return sum / config->line_rate_bit_per_second;
}

/* A slot carries as many ready frames as fit. A frame longer than a slot starts at the beginning of one (M-107). */
uint64_t wire_begin(const sim *sim, uint32_t nic, uint64_t ready, uint64_t free_at, uint64_t cycles) {
  const uint32_t nanoseconds = nic_config_at(sim, nic)->slot_nanoseconds;
  if (nanoseconds == 0) return free_at;
  const uint64_t slot = nanoseconds * sim->config.clock_hertz / 1000000000u;
  const uint64_t begin = later(round_up(ready, slot), free_at);
  const uint64_t used = begin % slot;
  return used > 0 && used + cycles > slot ? begin - used + slot : begin;
}

/* Cycles before `now` of the frames that are on the wire from `begin` onwards. */
static uint64_t carried(uint64_t now, uint64_t begin, uint64_t end, uint64_t cycles) {
  return end == SIM_NEVER || now <= begin ? 0 : earlier(now - begin, cycles);
}

void wire_account_cycles(sim *sim, uint64_t until) {
  for (uint32_t nic = 0; nic < sim->config.nic_count; nic++) {
    const nic_state *n = nic_at(sim, nic);
    sim_nic_counters *c = nic_counters_at(sim, nic);
    c->rx_wire_cycles =
        n->rx_wire_over + carried(until, n->rx_wire_begin, n->rx_wire_end, n->rx_wire_end - n->rx_wire_begin);
    c->tx_wire_cycles = n->tx_wire_over + carried(until, n->tx_wire_begin, n->tx_wire_end, n->tx_wire_cycles);
  }
}
