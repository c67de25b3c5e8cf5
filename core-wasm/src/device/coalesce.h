/* Interrupt coalescing of a receive ring, or of the send side of a NIC: an interrupt is asked for after a number of
 * frames or by two timers, never before the throttle gap behind the interrupt before is over. */
#ifndef SIM_COALESCE_H
#define SIM_COALESCE_H

#include "state/tell.h"

enum { COALESCE_SENT = SIM_NIC_RING_LIMIT }; /* in place of a ring: the frames that were sent */

void coalesce_init(sim *sim);
/* A frame came into the ring, or was sent. */
void coalesce_frame(sim *sim, uint32_t nic, uint32_t ring);
void coalesce_acknowledged(sim *sim, uint32_t nic, uint32_t ring);
/* Ends the timers that are due at the present cycle, behind the frames of this cycle. */
void coalesce_tick(sim *sim);
static inline uint64_t coalesce_next(const sim *sim) { return state_of(sim)->coalesce_next; }

#endif
