/* Checks of progress: starvation, receive livelock, lost wake-ups. */
#ifndef SIM_HEALTH_H
#define SIM_HEALTH_H

#include "state/tell.h"

void health_init(sim *sim);
/* An event after which no thread may come for the frames of a ring; health_look finds out. */
static inline void health_suspect(sim *sim) { sim->health_suspected = 1; }
/* At each boundary behind a suspicion. */
void health_look(sim *sim);

/* The line or the raise of the thread (or SIM_NONE_8) has changed: pending, masked, started, over. */
void health_pending(sim *sim, uint32_t thread);
/* Its time ready without running ends. */
void health_waited(sim *sim, uint32_t thread);
/* A policy may pass a context over for ever. At the times at which health_looks_at_issue is true, with the counters of
 * cycles up to date, health_look_at_issue finds the contexts that issued nothing since the check before. */
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
