/* Traffic: when events are due, and their effects. */
#include <assert.h>

#include "ref/ref.h"

static const sim_trace_entry *entry_at(const ref *r, int source, uint32_t index) {
  return &r->trace[r->config.traffic[source].first_trace_entry + index];
}

static uint64_t later(uint64_t time, uint64_t by) { return time > SIM_NEVER - by ? SIM_NEVER : time + by; }

/* ---- generated sources ---- */

/* M-199: "u^(-1/shape), rounded down" */
static uint64_t heavy(const ref *r, int source, uint64_t number, uint64_t least) {
  const ref_wide x = ref_draw_pareto_q32(&r->config, source, number);
  const ref_wide product = x * least >> 32;
  return product > UINT64_MAX ? UINT64_MAX : (uint64_t)product;
}

/* M-199: "Event k begins a burst". Returns the pause before it. */
static uint64_t drawn_pause(ref *r, int source, uint64_t k) {
  const sim_traffic_config *config = &r->config.traffic[source];
  ref_source *state = &r->sources[source];
  if (config->burst_frames == 0 || config->burst_shape_milli == 0 || k != state->next_burst) return 0;
  const uint64_t frames = heavy(r, source, 2 * k, config->burst_frames);
  state->next_burst = k + (frames > UINT32_MAX ? UINT32_MAX : frames);
  return k == 0 ? 0 : heavy(r, source, 2 * k + 1, config->burst_pause_cycles);
}

/* M-162, M-272: "the k-th after it k × interval later, rounded down" */
static uint64_t constant_due(ref *r, int source, uint64_t k) {
  const sim_traffic_config *config = &r->config.traffic[source];
  const ref_wide time = (ref_wide)k * config->interval_cycles_numerator / config->interval_cycles_denominator;
  const uint64_t due = later(config->start_cycle, time > SIM_NEVER ? SIM_NEVER : (uint64_t)time);
  if (config->burst_shape_milli > 0) {
    r->sources[source].pauses = later(r->sources[source].pauses, drawn_pause(r, source, k));
    return later(due, r->sources[source].pauses);
  }
  const uint64_t pauses = config->burst_frames > 0 ? k / config->burst_frames : 0;
  return later(due, pauses * config->burst_pause_cycles);
}

static uint64_t poisson_due(ref *r, int source, uint64_t from) {
  const sim_traffic_config *config = &r->config.traffic[source];
  ref_source *state = &r->sources[source];
  const ref_wide mean_q16 = ((ref_wide)config->interval_cycles_numerator << 16) / config->interval_cycles_denominator;
  const ref_wide product = mean_q16 * ref_draw_exponential_q32(&r->config, source, state->draws++) >> 32;
  const uint64_t gap_q16 = product > UINT64_MAX ? UINT64_MAX : (uint64_t)product;
  const uint64_t fraction = (gap_q16 & UINT16_MAX) + state->rest;
  const uint64_t whole = (gap_q16 >> 16) + (fraction >> 16);
  state->rest = fraction & UINT16_MAX;
  return later(from, whole);
}

/* M-162, M-276: "after each `frames` frames `pauseCycles` are added to the gap" */
static uint64_t pause_after(ref *r, int source, uint64_t frames) {
  const sim_traffic_config *config = &r->config.traffic[source];
  if (config->burst_shape_milli > 0) return drawn_pause(r, source, frames);
  return config->burst_frames > 0 && frames % config->burst_frames == 0 ? config->burst_pause_cycles : 0;
}

/* "frameCount": number of trace entries in use; 0 = all. */
static uint32_t entries(const ref *r, int source) {
  const sim_traffic_config *config = &r->config.traffic[source];
  return config->frame_count > 0 && config->frame_count < config->trace_entry_count ? (uint32_t)config->frame_count
                                                                                    : config->trace_entry_count;
}

static int has_more(const ref *r, int source) {
  const sim_traffic_config *config = &r->config.traffic[source];
  if (config->kind == sim_traffic_kind_TRACE) return 1;
  return config->frame_count == 0 || r->sources[source].offered < config->frame_count;
}

/* ---- creation ---- */

static void find_open_entry(ref *r, int source, int direction, uint32_t from) {
  const sim_traffic_config *config = &r->config.traffic[source];
  ref_source *state = &r->sources[source];
  state->due_of[direction] = SIM_NEVER;
  for (uint32_t i = from; i < entries(r, source); i++)
    if (entry_at(r, source, i)->direction == direction) {
      state->entry_of[direction] = i;
      state->due_of[direction] = later(config->start_cycle, entry_at(r, source, i)->time_cycles);
      return;
    }
}

/* The next entry of a closed trace that can be offered. It includes the times of skipped entries. */
static void find_closed_entry(ref *r, int source, uint64_t from) {
  const sim_traffic_config *config = &r->config.traffic[source];
  ref_source *state = &r->sources[source];
  state->next_due = SIM_NEVER;
  for (; state->entry < entries(r, source); state->entry++) {
    const sim_trace_entry *entry = entry_at(r, source, state->entry);
    from = later(from, entry->time_cycles);
    if (entry->direction == sim_direction_SEND && config->thread == SIM_NONE_8) continue;
    state->next_due = from;
    return;
  }
}

void ref_traffic_create(ref *r) {
  for (int s = 0; s < r->config.traffic_count; s++) {
    const sim_traffic_config *config = &r->config.traffic[s];
    ref_source *state = &r->sources[s];
    *state = (ref_source){.next_due = SIM_NEVER, .due_of = {SIM_NEVER, SIM_NEVER}, .waits_for_cpu = REF_NONE};
    if (config->kind == sim_traffic_kind_TRACE && config->loop == sim_loop_OPEN) {
      find_open_entry(r, s, sim_direction_RECEIVE, 0);
      find_open_entry(r, s, sim_direction_SEND, 0);
    } else if (config->kind == sim_traffic_kind_TRACE) find_closed_entry(r, s, config->start_cycle);
    else if (config->kind == sim_traffic_kind_POISSON && config->loop == sim_loop_OPEN)
      state->next_due = poisson_due(r, s, config->start_cycle);
    else state->next_due = config->start_cycle;
    if (config->kind != sim_traffic_kind_TRACE && config->loop == sim_loop_OPEN) drawn_pause(r, s, 0); /* none */
  }
}

/* ---- events ---- */

static void send(ref *r, int source, uint32_t size_bytes) {
  const sim_traffic_config *config = &r->config.traffic[source];
  if (config->thread == SIM_NONE_8) return;
  const int packet = ref_packet_new(r, sim_direction_SEND, config->nic, size_bytes, source, r->moment);
  if (!ref_fifo_put(&r->queues[config->queue], packet)) {
    ref_packet_turn_away(r, packet, config->queue, REF_NONE);
    return;
  }
  ref_event(r, sim_event_kind_QUEUE_FILL, REF_NONE, config->queue, r->queues[config->queue].count);
  ref_mark(&r->marks.queue_packets[config->queue], r->queues[config->queue].count);
  ref_wake(r, REF_WAIT_PACKET, config->queue);
  ref_raise(r, config->thread);
}

/* Performs the due event of a source in one direction, if there is one, and makes the next. */
static void fire(ref *r, int source, int direction) {
  const sim_traffic_config *config = &r->config.traffic[source];
  ref_source *state = &r->sources[source];
  uint32_t size_bytes = config->size_bytes, flow = 0;
  const sim_trace_entry *recorded = NULL;
  uint64_t due = state->next_due;
  const int closed = config->loop == sim_loop_CLOSED;
  if (config->kind == sim_traffic_kind_TRACE) {
    const uint32_t index = closed ? state->entry : state->entry_of[direction];
    const sim_trace_entry *entry = entry_at(r, source, index);
    recorded = entry;
    size_bytes = entry->size_bytes;
    flow = (uint32_t)source << 16 | entry->flow;
    if (closed) {
      state->entry++;
      state->next_due = SIM_NEVER;
    } else {
      due = state->due_of[direction];
      find_open_entry(r, source, direction, index + 1);
    }
  } else {
    flow = ref_draw_flow(&r->config, source, state->offered, config->flows);
    if (config->size_count > 0) size_bytes = ref_draw_size(&r->config, source, state->offered);
    state->offered++;
    if (closed || !has_more(r, source)) state->next_due = SIM_NEVER;
    else if (config->kind == sim_traffic_kind_CONSTANT) state->next_due = constant_due(r, source, state->offered);
    else state->next_due = poisson_due(r, source, later(due, pause_after(r, source, state->offered)));
  }
  if (direction == sim_direction_RECEIVE)
    ref_nic_offer(r, config->nic, (ref_on_wire){due, size_bytes, flow, source, recorded, 0});
  else send(r, source, size_bytes);
}

static uint64_t due_of(const ref *r, int source, int direction) {
  const sim_traffic_config *config = &r->config.traffic[source];
  const ref_source *state = &r->sources[source];
  if (!has_more(r, source)) return SIM_NEVER;
  if (config->kind == sim_traffic_kind_TRACE && config->loop == sim_loop_OPEN) return state->due_of[direction];
  if (state->next_due == SIM_NEVER) return SIM_NEVER;
  const uint8_t present =
      config->kind == sim_traffic_kind_TRACE ? entry_at(r, source, state->entry)->direction : config->direction;
  return present == direction ? state->next_due : SIM_NEVER;
}

/* The due event of one direction: of several sources the earlier one, then the one with the lower number. */
static void fire_due(ref *r, int direction) {
  for (;;) {
    int first = REF_NONE;
    for (int source = 0; source < r->config.traffic_count; source++) {
      const uint64_t due = due_of(r, source, direction);
      if (due > r->cycle) continue;
      if (first == REF_NONE || due < due_of(r, first, direction)) first = source;
    }
    if (first == REF_NONE) return;
    fire(r, first, direction);
  }
}

/* M-162, M-279: "In one cycle arrivals come before sends" */
void ref_traffic_cycle(ref *r) {
  fire_due(r, sim_direction_RECEIVE);
  ref_nics_receive(r);
  fire_due(r, sim_direction_SEND);
  ref_nics_send(r);
}

/* ---- the closed loop ---- */

static void next_event(ref *r, int source, uint64_t from) {
  const sim_traffic_config *config = &r->config.traffic[source];
  if (config->kind == sim_traffic_kind_TRACE) find_closed_entry(r, source, from);
  else r->sources[source].next_due = has_more(r, source) ? later(from, config->think_cycles) : SIM_NEVER;
}

/* The packet for which the source waits has been delivered or dropped. */
void ref_traffic_finished(ref *r, int source, int thread, uint64_t activation) {
  ref_source *state = &r->sources[source];
  if (r->config.traffic[source].loop != sim_loop_CLOSED) return;
  if (thread == REF_NONE) {
    next_event(r, source, r->moment + 1);
    return;
  }
  const ref_activity *activity = &r->activities[thread];
  const int over = !activity->live || activity->activation != activation;
  const int always = r->config.threads[thread].start == sim_thread_start_ALWAYS;
  if (over || always || r->config.traffic[source].ends_with_packet) next_event(r, source, r->moment);
  else {
    state->waits_for_cpu = activity->cpu;
    state->waits_for_thread = thread;
    state->waits_for_activation = activation;
  }
}

/* A live activity has control again, or nothing runs. */
void ref_traffic_control_back(ref *r, int cpu) {
  for (int source = 0; source < r->config.traffic_count; source++) {
    ref_source *state = &r->sources[source];
    if (state->waits_for_cpu != cpu) continue;
    const ref_activity *activity = &r->activities[state->waits_for_thread];
    if (activity->live && activity->activation == state->waits_for_activation) continue;
    state->waits_for_cpu = REF_NONE;
    next_event(r, source, r->moment);
  }
}
