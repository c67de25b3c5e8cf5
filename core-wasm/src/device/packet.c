#include "device/packet.h"

#include "device/traffic.h"
#include "progress/progress.h"
#include "state/tell.h"
#include "thread/thread.h"

/* Number of frames of minimum size that fit into the FIFO, up to a limit. Further frames find the table full. */
enum { FIFO_PLACES_LIMIT = 4096, TRACE_SHORT_FRAME_BYTES = 16, ANSWER_BYTES_LEAST = 64 };

static uint32_t shortest_frame(const sim_traffic_config *traffic) {
  if (traffic->kind == sim_traffic_kind_TRACE) return TRACE_SHORT_FRAME_BYTES;
  uint32_t bytes = traffic->size_count > 0 ? UINT32_MAX : traffic->size_bytes;
  for (int i = 0; i < traffic->size_count && i < SIM_SIZE_LIMIT; i++)
    if (traffic->sizes[i] < bytes) bytes = traffic->sizes[i];
  return bytes > 0 ? bytes : 1;
}

static uint32_t fifo_places(const sim_config *config, uint32_t nic) {
  uint32_t places = config->nics[nic].host_answer_cycles == 0 ? 0 : config->nics[nic].fifo_bytes / ANSWER_BYTES_LEAST;
  for (uint32_t i = 0; i < config->traffic_count && i < SIM_TRAFFIC_LIMIT; i++) {
    const uint32_t fit = config->nics[nic].fifo_bytes / shortest_frame(&config->traffic[i]);
    if (config->traffic[i].nic == nic && fit > places) places = fit;
  }
  return places < FIFO_PLACES_LIMIT ? places : FIFO_PLACES_LIMIT;
}

static uint32_t ring_places(const sim_nic_config *nic) {
  uint32_t places = nic->merge_bytes > 0 ? nic->ring_count : 0;
  for (uint32_t i = 0; i < nic->ring_count && i < SIM_NIC_RING_LIMIT; i++) places += nic->rings[i].frames;
  return places;
}

uint32_t packet_capacity(const sim_config *config) {
  /* Every packet is in a ring or a queue, or is the current packet of a thread. */
  uint32_t places = config->thread_count;
  for (uint32_t i = 0; i < config->nic_count && i < SIM_NIC_LIMIT; i++)
    places += fifo_places(config, i) + ring_places(&config->nics[i]) + config->nics[i].tx_queue_frames;
  for (uint32_t i = 0; i < config->queue_count && i < SIM_QUEUE_LIMIT; i++) places += config->queues[i].capacity;
  places += 1; /* a packet that is offered and will be dropped */
  return places < SIM_PACKET_LIMIT ? places : SIM_PACKET_LIMIT;
}

void packet_table_init(sim *sim) {
  packet_table *table = &state_of(sim)->packets;
  table->capacity = packet_capacity(&sim->config);
  table->free_head = 0;
  for (uint32_t i = 0; i < table->capacity; i++)
    packet_at(sim, i)->next = i + 1 < table->capacity ? i + 1 : SIM_NONE;
}

void packet_list_init(packet_list *list) {
  list->head = SIM_NONE;
  list->tail = SIM_NONE;
}

void packet_list_push(sim *sim, packet_list *list, uint32_t packet) {
  assert(packet < state_of(sim)->packets.capacity);
  packet_at(sim, packet)->next = SIM_NONE;
  if (list->count == 0) list->head = packet;
  else packet_at(sim, list->tail)->next = packet;
  list->tail = packet;
  list->count++;
  list->put++;
}

uint32_t packet_list_pop(sim *sim, packet_list *list) {
  if (list->count == 0) return SIM_NONE;
  const uint32_t packet = list->head;
  list->head = packet_at(sim, packet)->next;
  list->count--;
  list->taken++;
  if (list->count == 0) packet_list_init(list);
  packet_at(sim, packet)->next = SIM_NONE;
  return packet;
}

static void count_offered(sim *sim, uint32_t nic, uint32_t direction, uint32_t size_bytes) {
  sim_nic_counters *c = nic_counters_at(sim, nic);
  if (direction == sim_direction_RECEIVE) {
    c->rx_offered++;
    c->rx_offered_bytes += size_bytes;
    c->rx_in_flight++;
  } else {
    c->tx_offered++;
    c->tx_offered_bytes += size_bytes;
    c->tx_in_flight++;
  }
  machine_count(sim, sim_track_kind_OFFERED, nic, 1, 1u << sim_event_kind_FRAME_OFFERED);
}

static uint32_t track_of_loss(uint32_t direction, uint32_t cause) {
  if (cause == sim_drop_cause_QUEUE_FULL) return sim_track_kind_QUEUE_DROPPED;
  if (cause == sim_drop_cause_ABANDONED || cause == sim_drop_cause_FILTERED || cause == sim_drop_cause_FAULT)
    return sim_track_kind_SOFTWARE_DROPPED;
  return direction == sim_direction_RECEIVE ? sim_track_kind_DROPPED : sim_track_kind_TX_DROPPED;
}

static void count_dropped(sim *sim, uint32_t nic, uint32_t direction, uint32_t number, uint32_t frames,
                          uint32_t cause, uint32_t full_queue) {
  sim_nic_counters *c = nic_counters_at(sim, nic);
  const uint32_t place = cause == sim_drop_cause_QUEUE_FULL ? full_queue : nic;
  if (cause == sim_drop_cause_QUEUE_FULL) state_of(sim)->counters.queue_dropped[place] += frames;
  if (direction == sim_direction_RECEIVE) {
    c->rx_dropped[cause] += frames;
    c->rx_in_flight -= frames;
  } else {
    c->tx_dropped[cause] += frames;
    c->tx_in_flight -= frames;
  }
  machine_event(sim, sim_event_kind_FRAME_DROPPED, SIM_NONE_8, number,
                cause | place << 8 | direction << 15 | frames << 16);
  machine_count(sim, track_of_loss(direction, cause), place, frames, 1u << cause);
}

static void tell_offered(sim *sim, uint32_t nic, uint32_t direction, uint32_t number, uint32_t size_bytes) {
  count_offered(sim, nic, direction, size_bytes);
  machine_event(sim, sim_event_kind_FRAME_OFFERED, SIM_NONE_8, number, size_bytes);
}

static uint32_t place(sim *sim, uint32_t nic, uint32_t direction, uint32_t source, uint32_t size_bytes, uint32_t flow,
                      uint32_t number) {
  packet_table *table = &state_of(sim)->packets;
  const uint32_t index = table->free_head;
  if (index == SIM_NONE) return SIM_NONE;
  sim_packet *packet = packet_at(sim, index);
  table->free_head = packet->next;
  table->used++;
  /* All other fields of a free packet are zero. */
  packet->offered = sim->boundary;
  packet->number = number;
  packet->size_bytes = size_bytes;
  packet->flow = flow;
  packet->next = SIM_NONE;
  packet->dma_next = SIM_NONE;
  packet->in_use = 1;
  packet->direction = (uint8_t)direction;
  packet->nic = (uint8_t)nic;
  packet->source = (uint8_t)source;
  packet->frames = 1;
  packet->fate = FATE_NONE;
  packet->finisher = SIM_NONE_8;
  return index;
}

uint32_t packet_offer(sim *sim, uint32_t nic, uint32_t direction, uint32_t source, uint32_t size_bytes,
                      uint32_t flow) {
  const uint32_t number = (uint32_t)state_of(sim)->packets.numbers++;
  tell_offered(sim, nic, direction, number, size_bytes);
  const uint32_t index = place(sim, nic, direction, source, size_bytes, flow, number);
  if (index != SIM_NONE) return index;
  count_dropped(sim, nic, direction, number, 1, sim_drop_cause_PACKET_TABLE_FULL, 0);
  traffic_finished(sim, source, sim->acting, sim->acting == SIM_NONE_8);
  return SIM_NONE;
}

uint32_t packet_expect(sim *sim, uint32_t nic, uint32_t source, uint32_t size_bytes, uint32_t flow) {
  const uint32_t number = (uint32_t)state_of(sim)->packets.numbers;
  const uint32_t index = place(sim, nic, sim_direction_RECEIVE, source, size_bytes, flow, number);
  if (index == SIM_NONE) return SIM_NONE;
  state_of(sim)->packets.numbers++;
  packet_at(sim, index)->frames = 0;
  return index;
}

void packet_offered(sim *sim, uint32_t index) {
  sim_packet *packet = packet_at(sim, index);
  packet->frames = 1;
  packet->offered = sim->boundary;
  tell_offered(sim, packet->nic, packet->direction, packet->number, packet->size_bytes);
}

void packet_merge(sim *sim, uint32_t index, uint32_t size_bytes) {
  sim_packet *packet = packet_at(sim, index);
  const uint32_t number = (uint32_t)state_of(sim)->packets.numbers++;
  tell_offered(sim, packet->nic, packet->direction, number, size_bytes);
  nic_counters_at(sim, packet->nic)->rx_merged++;
  machine_event(sim, sim_event_kind_FRAME_MERGED, SIM_NONE_8, number, packet->number);
  packet->size_bytes += size_bytes;
  packet->frames++;
}

uint32_t packet_copy(sim *sim, uint32_t index) {
  const sim_packet *parent = packet_at(sim, index);
  const uint32_t copy =
      packet_offer(sim, parent->nic, parent->direction, SIM_NONE_8, parent->size_bytes, parent->flow);
  nic_counters_at(sim, parent->nic)->copied++;
  if (copy == SIM_NONE) return SIM_NONE;
  packet_at(sim, copy)->ring = parent->ring;
  machine_event(sim, sim_event_kind_FRAME_COPIED, SIM_NONE_8, packet_at(sim, copy)->number, parent->number);
  return copy;
}

/* The parts in the order of their milestones. DELIVERY is last. */
static const uint8_t ring_order[SIM_PART_LIMIT] = {
    sim_packet_part_DMA,  sim_packet_part_COALESCING, sim_packet_part_MASKED,  sim_packet_part_DRAIN,
    sim_packet_part_ENTRY, sim_packet_part_SAVE,      sim_packet_part_FIRST,   sim_packet_part_HANDLER,
    sim_packet_part_PROTOCOL, sim_packet_part_DELIVERY,
};
static const uint8_t remote_order[SIM_PART_LIMIT] = {
    sim_packet_part_COALESCING, sim_packet_part_MASKED, sim_packet_part_DRAIN, sim_packet_part_ENTRY,
    sim_packet_part_SAVE,       sim_packet_part_FIRST,  sim_packet_part_HANDLER, sim_packet_part_DMA,
    sim_packet_part_PROTOCOL,   sim_packet_part_DELIVERY,
};

static void log_latency(sim *sim, const sim_packet *packet, const uint64_t parts[SIM_PART_LIMIT]) {
  sim_latency record = {
      .begin_cycle = packet->offered,
      .end_cycle = sim->boundary,
      .number = packet->number,
      .is_packet = 1,
      .direction = packet->direction,
      .nic = packet->nic,
      .source = packet->source,
  };
  for (int part = 0; part < SIM_PART_LIMIT; part++) record.parts[part] = parts[part];
  latency_push(sim->observers, &record);
}

static void record_latency(sim *sim, const sim_packet *packet) {
  const int dma_first = packet->direction == sim_direction_RECEIVE &&
                        nic_config_at(sim, packet->nic)->receive_mode == sim_receive_mode_RING;
  const uint8_t *order = dma_first ? ring_order : remote_order;
  uint64_t parts[SIM_PART_LIMIT];
  uint64_t before = packet->offered;
  sim_summary *summaries = state_of(sim)->packet_part[packet->direction];
  for (int i = 0; i < SIM_PART_LIMIT - 1; i++) {
    const uint32_t part = order[i];
    const uint64_t end = later(packet->milestone[part], before);
    parts[part] = end - before;
    before = end;
    summary_record(&summaries[part], parts[part]);
  }
  assert(before <= sim->boundary);
  parts[sim_packet_part_DELIVERY] = sim->boundary - before;
  summary_record(&summaries[sim_packet_part_DELIVERY], parts[sim_packet_part_DELIVERY]);
  const uint64_t cycles = sim->boundary - packet->offered;
  histogram_record(&state_of(sim)->packet_latency[packet->direction], cycles);
  tally_record(machine_tally(sim, sim_tally_kind_NIC, 2u * packet->nic + packet->direction), cycles);
  if (packet->source != SIM_NONE_8) tally_record(machine_tally(sim, sim_tally_kind_TRAFFIC, packet->source), cycles);
  if (sim->has_latencies) log_latency(sim, packet, parts);
}

static void count_delivered(sim *sim, const sim_packet *packet) {
  sim_nic_counters *c = nic_counters_at(sim, packet->nic);
  if (packet->direction == sim_direction_RECEIVE) {
    c->rx_delivered += packet->frames;
    c->rx_delivered_bytes += packet->size_bytes;
    c->rx_in_flight -= packet->frames;
    progress_frames_delivered(sim, packet->nic, packet->frames);
  } else {
    c->tx_delivered += packet->frames;
    c->tx_delivered_bytes += packet->size_bytes;
    c->tx_in_flight -= packet->frames;
  }
  const uint64_t latency = sim->boundary - packet->offered;
  machine_event(sim, sim_event_kind_FRAME_DELIVERED, SIM_NONE_8, packet->number,
                latency < UINT32_MAX ? (uint32_t)latency : UINT32_MAX);
  machine_count(sim, sim_track_kind_DELIVERED, packet->nic, packet->frames,
               1u << sim_event_kind_FRAME_DELIVERED);
  record_latency(sim, packet);
}

/* Whether the loss of a frame with this cause wastes work of software. */
static int is_waste(uint32_t cause) {
  return cause == sim_drop_cause_QUEUE_FULL || cause == sim_drop_cause_ABANDONED ||
         cause == sim_drop_cause_TX_QUEUE_FULL || cause == sim_drop_cause_FAULT;
}

static void leave(sim *sim, uint32_t index, uint32_t fate, uint32_t finisher, int by_device) {
  packet_table *table = &state_of(sim)->packets;
  sim_packet *packet = packet_at(sim, index);
  if (fate == FATE_DELIVERED) count_delivered(sim, packet);
  else {
    count_dropped(sim, packet->nic, packet->direction, packet->number, packet->frames, fate, packet->full_queue);
    if (packet->direction == sim_direction_RECEIVE && is_waste(fate))
      progress_frames_wasted(sim, packet->nic, packet->frames);
  }
  const uint32_t source = packet->source;
  *packet = (sim_packet){.next = table->free_head, .dma_next = SIM_NONE};
  table->free_head = index;
  table->used--;
  traffic_finished(sim, source, finisher, by_device);
}

static void decide(sim *sim, uint32_t index, uint32_t fate) {
  assert(index < state_of(sim)->packets.capacity);
  sim_packet *packet = packet_at(sim, index);
  assert(packet->in_use && packet->fate == FATE_NONE);
  if (!packet->in_dma) {
    leave(sim, index, fate, sim->acting, sim->acting == SIM_NONE_8);
    return;
  }
  packet->fate = (uint8_t)fate;
  packet->finisher = sim->acting;
  if (sim->acting != SIM_NONE_8) packet->finisher_activation = activity_at(sim, sim->acting)->activation;
}

void packet_deliver(sim *sim, uint32_t packet) { decide(sim, packet, FATE_DELIVERED); }

void packet_drop(sim *sim, uint32_t packet, enum sim_drop_cause cause) { decide(sim, packet, (uint32_t)cause); }

void packet_drop_at(sim *sim, uint32_t packet, uint32_t full_queue) {
  packet_at(sim, packet)->full_queue = (uint8_t)full_queue;
  decide(sim, packet, sim_drop_cause_QUEUE_FULL);
}

/* M-115 */
void packet_moved(sim *sim, uint32_t index) {
  sim_packet *packet = packet_at(sim, index);
  packet->in_dma = 0;
  if (!packet->moved) packet->milestone[sim_packet_part_DMA] = sim->boundary;
  packet->moved = 1;
  if (packet->fate == FATE_NONE) return;
  uint32_t finisher = packet->finisher;
  const int by_device = finisher == SIM_NONE_8;
  if (finisher != SIM_NONE_8) {
    const activity *a = activity_at(sim, finisher);
    if (a->state == ACTIVITY_NONE || a->activation != packet->finisher_activation) finisher = SIM_NONE_8;
  }
  leave(sim, index, packet->fate, finisher, by_device);
}

/* ---- queues between threads ---- */

static void report_fill(sim *sim, uint32_t queue) {
  const uint32_t held = queue_at(sim, queue)->count;
  machine_event(sim, sim_event_kind_QUEUE_FILL, SIM_NONE_8, queue, held);
  machine_level(sim, sim_track_kind_QUEUE_FILL, queue, held);
  machine_mark(&sim->marks->queue_packets[queue], held);
}

void queue_init(sim *sim) {
  for (int i = 0; i < SIM_QUEUE_LIMIT; i++) packet_list_init(queue_at(sim, i));
}

int queue_put(sim *sim, uint32_t queue, uint32_t packet) {
  assert(queue < sim->config.queue_count);
  packet_list *list = queue_at(sim, queue);
  if (list->count == sim->config.queues[queue].capacity) {
    packet_drop_at(sim, packet, queue);
    return 0;
  }
  packet_list_push(sim, list, packet);
  report_fill(sim, queue);
  threads_wake(sim, sim_condition_QUEUE_NOT_EMPTY, queue);
  return 1;
}

uint32_t queue_take(sim *sim, uint32_t queue) {
  assert(queue < sim->config.queue_count);
  const uint32_t packet = packet_list_pop(sim, queue_at(sim, queue));
  if (packet == SIM_NONE) return packet;
  state_of(sim)->counters.queue_taken[queue]++;
  report_fill(sim, queue);
  threads_wake(sim, sim_condition_QUEUE_NOT_FULL, queue);
  return packet;
}
