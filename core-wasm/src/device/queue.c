#include "device/queue.h"
#include "device/packet.h"

#include "thread/wake.h"

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
