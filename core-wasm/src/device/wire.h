/* The wire of a NIC: how many cycles a frame takes, and when it may begin. */
#ifndef SIM_WIRE_H
#define SIM_WIRE_H

#include "state/tell.h"

/* Cycles that a frame of this size occupies the wire; carries the remainder. */
uint64_t wire_cycles(const sim *sim, uint32_t nic, uint32_t size_bytes, uint64_t *remainder);
/* First cycle, not before `free_at`, at which `cycles` on the wire may begin for what was there since
 * `ready`. */
uint64_t wire_begin(const sim *sim, uint32_t nic, uint64_t ready, uint64_t free_at, uint64_t cycles);
/* Brings the counters of wire cycles up to the boundary `until`. */
void wire_account_cycles(sim *sim, uint64_t until);

#endif
