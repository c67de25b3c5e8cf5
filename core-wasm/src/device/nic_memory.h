/* A NIC that programs serve: its registers, and descriptor rings in their memory (M-215 to M-218). */
#ifndef SIM_NIC_MEMORY_H
#define SIM_NIC_MEMORY_H

#include "state/tell.h"

enum { NIC_REGISTERS = 12 };

void nic_memory_init(sim *sim, uint32_t nic);
uint32_t nic_load(sim *sim, uint32_t nic, uint32_t at);
void nic_store(sim *sim, uint32_t nic, uint32_t at, uint32_t value);

/* Slots of the receive ring that were given and have no frame. */
static inline uint32_t nic_memory_room(const sim *sim, uint32_t nic) {
  const descriptor_rings *m = &nic_at(sim, nic)->memory;
  return m->rx_given - m->rx_claimed;
}
/* The packet takes the next of them. */
void nic_memory_claim(sim *sim, uint32_t packet);
/* The packet's data has been moved. */
void nic_memory_filled(sim *sim, uint32_t packet);
/* The first frame that was given is sent. */
void nic_memory_sent(sim *sim, uint32_t nic);

#endif
