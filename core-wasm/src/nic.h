/* The NIC: receive ring or buffer, transmit queue, transmit wire, status register. */
#ifndef SIM_NIC_H
#define SIM_NIC_H

#include "machine.h"

/* Receive rings of all NICs. */
uint32_t nic_ring_count(const sim_config *config);
void nic_init(sim *sim);
/* Cycles that a frame of this size occupies the wire; carries the remainder. */
uint64_t nic_wire_cycles(const sim *sim, uint32_t nic, uint32_t size_bytes, uint64_t *remainder);
/* The last bit of a frame has arrived. */
void nic_frame_arrived(sim *sim, uint32_t nic, uint32_t source, uint32_t size_bytes, uint32_t flow);
/* Sets bits in the ring's status register, by which it may ask for an interrupt. */
void nic_signal(sim *sim, uint32_t nic, uint32_t ring, uint32_t bits);
/* Frames whose last bit leaves at the present cycle. */
void nic_tick(sim *sim);
uint64_t nic_next(const sim *sim);

/* DMA has moved the packet's data to memory (receive) or into the NIC (send). */
void nic_received(sim *sim, uint32_t packet);
void nic_fetched(sim *sim, uint32_t packet);

/* ---- the driver's side ---- */
uint32_t nic_take_frame(sim *sim, uint32_t nic, uint32_t ring); /* SIM_NONE when there is none */
void nic_give_frame(sim *sim, uint32_t nic, uint32_t packet);
void nic_reap(sim *sim, uint32_t nic);
void nic_acknowledge(sim *sim, uint32_t nic, uint32_t ring, uint32_t bits);

#endif
