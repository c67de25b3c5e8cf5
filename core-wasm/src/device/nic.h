/* The NIC: status registers of its rings, transmit queue, transmit wire. Its receiving half is in receive.h. */
#ifndef SIM_NIC_H
#define SIM_NIC_H

#include "base/check.h"
#include "state/tell.h"

/* Number of the receive rings of all NICs. */
uint32_t nic_ring_count(const sim_config *config);
int nic_check(const check *k, uint32_t nic);
/* Sets bits in the ring's status register, by which it may ask for an interrupt. */
void nic_signal(sim *sim, uint32_t nic, uint32_t ring, uint32_t bits);
/* Software took frames that these status bits are about: by fill, a bit is cleared when none is left. */
void nic_emptied(sim *sim, uint32_t nic, uint32_t ring, uint32_t bits);

/* DMA has moved the packet's bytes from `before` to `after` into the NIC; then all of it. */
void nic_fetched_bytes(sim *sim, uint32_t packet, uint32_t before, uint32_t after);
void nic_fetched(sim *sim, uint32_t packet);

/* ---- the driver's side ---- */
void nic_give_frame(sim *sim, uint32_t nic, uint32_t packet);
void nic_reap(sim *sim, uint32_t nic);
void nic_clear_status(sim *sim, uint32_t nic, uint32_t ring, uint32_t bits);

#endif
