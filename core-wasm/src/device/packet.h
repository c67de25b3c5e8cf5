/* The packets in flight, the lists that hold them, the ways in which packets leave, and queues between threads. */
#ifndef SIM_PACKET_H
#define SIM_PACKET_H

#include "state/device_state.h"
#include "state/tell.h"

/* Largest number of packets in flight in a machine of this configuration. */
uint32_t packet_capacity(const sim_config *config);
void packet_table_init(sim *sim);
void packet_list_init(packet_list *list);

void packet_list_push(sim *sim, packet_list *list, uint32_t packet);
uint32_t packet_list_pop(sim *sim, packet_list *list); /* SIM_NONE if the list is empty */

/* Counts an offered frame and enters it into the table. SIM_NONE: the table was full, and the frame is dropped. */
uint32_t packet_offer(sim *sim, uint32_t nic, uint32_t direction, uint32_t source, uint32_t size_bytes,
                      uint32_t flow);
/* Enters a frame into the table before its last bit has arrived. packet_offered counts it later. SIM_NONE: the
 * table is full. */
uint32_t packet_expect(sim *sim, uint32_t nic, uint32_t source, uint32_t size_bytes, uint32_t flow);
void packet_offered(sim *sim, uint32_t packet);
/* Merges another frame into the packet. */
void packet_merge(sim *sim, uint32_t packet, uint32_t size_bytes);
/* Copies the packet. SIM_NONE: the table was full, and the copy is dropped. */
uint32_t packet_copy(sim *sim, uint32_t packet);
void packet_deliver(sim *sim, uint32_t packet);
void packet_drop(sim *sim, uint32_t packet, enum sim_drop_cause cause);
void packet_drop_at(sim *sim, uint32_t packet, uint32_t full_queue);
/* DMA has moved the packet's data to memory or into the NIC. */
void packet_moved(sim *sim, uint32_t packet);

/* Queues between threads: bounded FIFOs. */

void queue_init(sim *sim);
/* Returns 0 and drops the packet if the queue is full. */
int queue_put(sim *sim, uint32_t queue, uint32_t packet);
uint32_t queue_take(sim *sim, uint32_t queue); /* SIM_NONE if the queue is empty */

#endif
