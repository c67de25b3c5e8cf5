/* The receiving half of a NIC: FIFO, merge, rings, flow control. */
#ifndef SIM_RECEIVE_H
#define SIM_RECEIVE_H

#include "state/tell.h"

void receive_init(sim *sim);
/* Cut-through: receive_begins when a frame begins on the wire, receive_early when enough of it has come to take a slot,
 * or for the next burst of its DMA. */
void receive_begins(sim *sim, uint32_t nic);
void receive_early(sim *sim, uint32_t nic);
/* Whether the bytes of the burst behind the first `moved` have not come yet: the packet leaves the DMA engine, and
 * receive_early queues it again. */
int receive_early_waits(sim *sim, uint32_t packet, uint32_t moved);
static inline int receive_waits(sim *sim, uint32_t packet, uint32_t moved) {
  const uint32_t early = nic_at(sim, packet_at(sim, packet)->nic)->rx_early;
  return early == packet && receive_early_waits(sim, packet, moved);
}
/* The last bit of a frame has arrived. */
void receive_frame(sim *sim, uint32_t nic, uint32_t source, uint32_t size_bytes, uint32_t flow);
/* The NIC could keep a frame of this size if it came now. */
int receive_has_room(const sim *sim, uint32_t nic, uint32_t size_bytes, uint32_t flow);
/* Ends the merging of packets whose time is over at the present cycle. */
void receive_tick(sim *sim);
static inline uint64_t receive_next(const sim *sim) { return state_of(sim)->merge_next; }

/* DMA has moved `bytes` more of the packet to memory; then all of it. */
void receive_leaves_fifo(sim *sim, uint32_t nic, uint32_t bytes);
static inline void receive_moved_bytes(sim *sim, uint32_t packet, uint32_t bytes) {
  const uint32_t nic = packet_at(sim, packet)->nic;
  if (nic_config_at(sim, nic)->fifo_bytes != 0) receive_leaves_fifo(sim, nic, bytes);
}
void receive_moved(sim *sim, uint32_t packet);
/* Slots of a ring are free again: frames that wait take them. */
void receive_slots_given(sim *sim, uint32_t nic);
/* The driver takes a frame; SIM_NONE when there is none. */
uint32_t receive_take(sim *sim, uint32_t nic, uint32_t ring);

#endif
