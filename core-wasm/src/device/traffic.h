/* Traffic sources, and the wires of NICs. */
#ifndef SIM_TRAFFIC_H
#define SIM_TRAFFIC_H

#include "state/tell.h"

void traffic_init(sim *sim);
/* Handles events that are due and frames whose last bit arrives in the present cycle. */
void traffic_tick(sim *sim);
/* A lower bound of the first cycle in which traffic does something that other parts of the machine can observe. The
 * start of a frame on its wire does not count, unless flow control may delay the frame or cut-through may forward
 * it early. */
uint64_t traffic_seen_next(const sim *sim);
/* Puts frames onto the wire that were due after `after` and before `before`, which is at most traffic_seen_next.
 * A frame due at `after` starts in the next cycle, as its source was released after traffic_tick of cycle `after`. */
void traffic_catch_up(sim *sim, uint64_t after, uint64_t before);
/* Cycle in which the last bit of the next frame arrives, or can arrive at the earliest; SIM_NEVER if unknown. */
uint64_t traffic_next_arrival(const sim *sim, uint32_t nic);
/* A NIC whose flow control paused the sender may have free slots again. */
void traffic_resume(sim *sim);
/* An event of a source or an answer of a host got its time after traffic_tick. */
void traffic_more(sim *sim);
/* Closed loop: the work on the previous packet ended at `time`, and the next packet may start. */
void traffic_release(sim *sim, uint32_t source, uint64_t time);
/* A packet left. `finisher` is the live thread that caused this, or SIM_NONE_8. `by_device`: no thread caused it. */
void traffic_finished(sim *sim, uint32_t source, uint32_t finisher, int by_device);

/* The wire of a NIC: how many cycles a frame takes, and when it may start. */

/* Cycles that a frame of this size takes on the wire. Carries the remainder of the division. */
uint64_t wire_cycles(const sim *sim, uint32_t nic, uint32_t size_bytes, uint64_t *remainder);
/* First cycle from `free_at` on in which a frame of `cycles` cycles, ready in cycle `ready`, may start on the
 * wire. */
uint64_t wire_begin(const sim *sim, uint32_t nic, uint64_t ready, uint64_t free_at, uint64_t cycles);
/* Brings the counters of wire cycles up to the boundary `until`. */
void wire_account_cycles(sim *sim, uint64_t until);

#endif
