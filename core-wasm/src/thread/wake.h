/* What makes a thread ready: that what it waits for has come, or a soft interrupt. */
#ifndef SIM_WAKE_H
#define SIM_WAKE_H

#include "state/tell.h"

/* The thread goes behind the others of its priority, with a new slice. */
void thread_requeue(sim *sim, uint32_t thread);
/* Wakes the threads that wait for this: a packet in the queue `index`, room in it, a completion of the disk. */
void threads_wake(sim *sim, enum sim_condition condition, uint32_t index);
/* Raises the soft interrupt of a thread that no line starts. */
void thread_raise(sim *sim, uint32_t thread);

#endif
