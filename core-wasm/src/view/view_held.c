/* Which packets a place holds, for the numbers in its slots and to follow one. */
#include <string.h>

#include "device/nic.h"
#include "state/state.h"

static void list_packet(const sim_packet *packet, sim_view_held *view) {
  if (view->count == SIM_VIEW_HELD_LIMIT) return;
  view->number[view->count] = packet->number;
  view->offered_cycle[view->count++] = packet->offered;
}

static void list_packets(const sim *sim, const packet_list *list, sim_view_held *view) {
  for (uint32_t at = list->head, left = list->count; left > 0; left--, at = packet_at(sim, at)->next)
    list_packet(packet_at(sim, at), view);
}

/* The received packet that has been under way for longest. Numbers are given in the order of arrival. */
static void list_oldest(const sim *sim, sim_view_held *view) {
  const packet_table *table = &state_of(sim)->packets;
  const sim_packet *oldest = NULL;
  for (uint32_t i = 0; i < table->capacity; i++) {
    const sim_packet *packet = packet_at(sim, i);
    if (!packet->in_use || packet->frames == 0 || packet->fate != FATE_NONE) continue;
    if (packet->direction != sim_direction_RECEIVE) continue;
    if (oldest == NULL || packet->number < oldest->number) oldest = packet;
  }
  if (oldest != NULL) list_packet(oldest, view);
}

void sim_get_held(const sim *sim, enum sim_held_place place, uint32_t of, uint32_t ring, sim_view_held *view) {
  assert(sim != NULL && view != NULL);
  memset(view, 0, sizeof *view);
  switch (place) {
    case sim_held_place_RING:
      assert(of < sim->config.nic_count && ring < nic_config_at(sim, of)->ring_count);
      list_packets(sim, &ring_of(sim, of, ring)->rx, view);
      return;
    case sim_held_place_QUEUE:
      assert(of < sim->config.queue_count);
      list_packets(sim, queue_at(sim, of), view);
      return;
    case sim_held_place_OLDEST: list_oldest(sim, view); return;
  }
}
