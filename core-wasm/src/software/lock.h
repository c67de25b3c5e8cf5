/* Locks between threads of any context: the holder, the waiting threads and their order, deadlocks. The routines that
 * the lock names are the cost of an access to it. */
#ifndef SIM_LOCK_H
#define SIM_LOCK_H

#include "state/tell.h"

/* What follows a lock step: the routine of the lock, a wait, or the next step. */
enum lock_move { LOCK_EXECUTES, LOCK_WAITS, LOCK_GOES_ON };

void lock_init(sim *sim);
/* The thread reaches a lock or unlock step, or a routine of the lock is over. */
enum lock_move lock_step(sim *sim, uint32_t thread, const sim_step_config *step);
/* Brings the counters up to the boundary. */
void lock_account_cycles(sim *sim, uint64_t until);

#endif
