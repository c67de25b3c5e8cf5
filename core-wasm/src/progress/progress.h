/* What goes wrong without breaking a rule: receive livelock and lost wake-ups. */
#ifndef SIM_HEALTH_H
#define SIM_HEALTH_H

#include "state/tell.h"

void health_init(sim *sim);
/* Something events_this_step after which frames of a ring may wait for nobody; looked into by health_look. */
static inline void health_suspect(sim *sim) { sim->health_suspected = 1; }
/* At each boundary at which somebody suspects. */
void health_look(sim *sim);

/* The line or the raise of the thread (or SIM_NONE_8) has changed: pending, masked, started, over. */
void health_pending(sim *sim, uint32_t thread);
/* Its time ready without running ends. */
void health_waited(sim *sim, uint32_t thread);
/* Where a policy may pass a context over for ever, the threads that issued nothing since the last look are looked for
 * now and then: at a time at which health_looks_at_issue, with all cycles before it in the counters. */
int health_looks_at_issue(const sim *sim);
void health_look_at_issue(sim *sim);
/* First cycle after this one that begins with such a look. */
uint64_t health_next(const sim *sim);
/* An interrupt of the line was recognised. */
void health_interrupt(sim *sim, uint32_t line);
/* Software took a frame from the ring. */
void health_taken(sim *sim, uint32_t nic, uint32_t ring);
/* A received packet of the NIC was delivered. */
void health_delivered(sim *sim, uint32_t nic, uint32_t frames);
/* One that software had taken was lost. */
void health_wasted(sim *sim, uint32_t nic, uint32_t frames);

#endif
