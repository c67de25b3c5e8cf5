/* A packet from the moment it is offered until it is delivered or dropped. */
#include <assert.h>

#include "ref/ref.h"

int ref_fifo_put(ref_fifo *fifo, int packet) {
  if (fifo->count == fifo->capacity) return 0;
  fifo->packets[fifo->count++] = packet;
  return 1;
}

int ref_fifo_take(ref_fifo *fifo) {
  if (fifo->count == 0) return REF_NONE;
  const int first = fifo->packets[0];
  fifo->count--;
  for (uint32_t i = 0; i < fifo->count; i++) fifo->packets[i] = fifo->packets[i + 1];
  return first;
}

static uint32_t saturated(uint64_t value) { return value > UINT32_MAX ? UINT32_MAX : (uint32_t)value; }

/* M-127, M-254: "the buffer that was freed last, or otherwise the first that was never used" */
static int free_slot(const ref *r) {
  int best = REF_NONE;
  for (int slot = 0; slot < REF_PACKET_LIMIT; slot++) {
    if (r->packets[slot].used) continue;
    if (best == REF_NONE || r->packets[slot].freed > r->packets[best].freed) best = slot;
    if (r->packets[slot].freed == 0) break; /* the same holds for all later packets */
  }
  assert(best != REF_NONE);
  return best;
}

static int place(ref *r, uint8_t direction, int nic, uint32_t size_bytes, int source) {
  const int slot = free_slot(r);
  r->packets[slot] = (ref_packet){.used = 1,
                                  .number = r->next_packet_number++,
                                  .size_bytes = size_bytes,
                                  .direction = direction,
                                  .nic = (uint8_t)nic,
                                  .source = source,
                                  .finisher = REF_NONE,
                                  .turned_away_by = REF_NONE};
  return slot;
}

static void offer(ref *r, ref_packet *packet, uint64_t begin) {
  sim_nic_counters *counters = &r->counters.nics[packet->nic];
  packet->frames = 1;
  packet->begin = begin;
  if (packet->direction == sim_direction_RECEIVE) {
    counters->rx_offered++;
    counters->rx_offered_bytes += packet->size_bytes;
    counters->rx_in_flight++;
  } else {
    counters->tx_offered++;
    counters->tx_offered_bytes += packet->size_bytes;
    counters->tx_in_flight++;
  }
  ref_event(r, sim_event_kind_FRAME_OFFERED, REF_NONE, packet->number, packet->size_bytes);
}

int ref_packet_new(ref *r, uint8_t direction, int nic, uint32_t size_bytes, int source, uint64_t begin) {
  const int slot = place(r, direction, nic, size_bytes, source);
  offer(r, &r->packets[slot], begin);
  return slot;
}

int ref_packet_expect(ref *r, int nic, uint32_t size_bytes, int source) {
  return place(r, sim_direction_RECEIVE, nic, size_bytes, source);
}

void ref_packet_offered(ref *r, int packet) { offer(r, &r->packets[packet], r->moment); }

/* The packet leaves the machine. */
static void leave(ref *r, ref_packet *packet) {
  sim_nic_counters *counters = &r->counters.nics[packet->nic];
  const int received = packet->direction == sim_direction_RECEIVE;
  *(received ? &counters->rx_in_flight : &counters->tx_in_flight) -= packet->frames;
  if (packet->leaving == 1) {
    *(received ? &counters->rx_delivered : &counters->tx_delivered) += packet->frames;
    *(received ? &counters->rx_delivered_bytes : &counters->tx_delivered_bytes) += packet->size_bytes;
    ref_event(r, sim_event_kind_FRAME_DELIVERED, REF_NONE, packet->number, saturated(r->moment - packet->begin));
    ref_record_packet(r, packet, r->moment);
    ref_health_delivered(r, packet);
  } else {
    (received ? counters->rx_dropped : counters->tx_dropped)[packet->drop_cause] += packet->frames;
    const int at_queue = packet->turned_away_by != REF_NONE;
    if (at_queue) r->counters.queue_dropped[packet->turned_away_by] += packet->frames;
    const uint32_t where = (uint32_t)(at_queue ? packet->turned_away_by : packet->nic);
    ref_event(r, sim_event_kind_FRAME_DROPPED, REF_NONE, packet->number,
              packet->drop_cause + where * 256 + packet->direction * 32768u + packet->frames * 65536);
    ref_health_dropped(r, packet);
  }
  packet->used = 0;
  packet->freed = ++r->next_freed;
  if (packet->source != REF_NONE)
    ref_traffic_finished(r, packet->source, packet->finisher, packet->finisher_activation);
}

/* M-115: "A packet whose data is still being moved leaves (delivered or dropped) when the move ends." */
static void finish(ref *r, int index, int leaving, uint8_t cause, int thread) {
  ref_packet *packet = &r->packets[index];
  assert(packet->used && !packet->leaving);
  packet->leaving = leaving;
  packet->drop_cause = cause;
  packet->finisher = thread;
  packet->finisher_activation = thread == REF_NONE ? 0 : r->activities[thread].activation;
  if (!packet->moving) leave(r, packet);
}

void ref_packet_deliver(ref *r, int packet, int thread) { finish(r, packet, 1, 0, thread); }
void ref_packet_drop(ref *r, int packet, uint8_t cause, int thread) { finish(r, packet, 2, cause, thread); }

void ref_packet_turn_away(ref *r, int packet, int queue, int thread) {
  r->packets[packet].turned_away_by = queue;
  ref_packet_drop(r, packet, sim_drop_cause_QUEUE_FULL, thread);
}

void ref_packet_moved(ref *r, int index) {
  ref_packet *packet = &r->packets[index];
  packet->moving = 0;
  if (packet->leaving) leave(r, packet);
  const int nic = packet->given_to - 1;
  packet->given_to = 0;
  if (nic >= 0) ref_bus_request(r, index, nic, 0, 0);
}

void ref_packet_reach_at(ref *r, int index, int part, uint64_t time) {
  ref_packet *packet = &r->packets[index];
  if (packet->has_milestone[part]) return;
  packet->has_milestone[part] = 1;
  packet->milestone[part] = time;
}

void ref_packet_reach(ref *r, int packet, int part) { ref_packet_reach_at(r, packet, part, r->moment); }

void ref_packet_from_activity(ref *r, int packet, const ref_activity *activity, int with_assertion) {
  if (with_assertion && activity->has_asserted)
    ref_packet_reach_at(r, packet, sim_packet_part_COALESCING, activity->asserted);
  if (!activity->has_entry) return;
  ref_packet_reach_at(r, packet, sim_packet_part_MASKED, activity->recognised);
  ref_packet_reach_at(r, packet, sim_packet_part_DRAIN, activity->drained);
  ref_packet_reach_at(r, packet, sim_packet_part_ENTRY, activity->entered);
  ref_packet_reach_at(r, packet, sim_packet_part_SAVE, activity->saved);
  ref_packet_reach_at(r, packet, sim_packet_part_FIRST, activity->first);
}
