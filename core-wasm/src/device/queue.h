/* Bounded FIFOs between threads. */
#ifndef SIM_QUEUE_H
#define SIM_QUEUE_H

#include "state/tell.h"

void queue_init(sim *sim);
/* Returns 0 and drops the packet when the queue is full. */
int queue_put(sim *sim, uint32_t queue, uint32_t packet);
uint32_t queue_take(sim *sim, uint32_t queue); /* SIM_NONE when empty */

#endif
