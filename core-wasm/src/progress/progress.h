/* Checks of progress: starvation, receive livelock, lost wake-ups. */
#ifndef SIM_PROGRESS_H
#define SIM_PROGRESS_H

#include "state/tell.h"

void progress_init(sim *sim);
/* Call it after an event that may leave frames of a ring without a thread that will take them.
 * progress_find_lost_wake_ups checks this later. */
static inline void progress_suspect(sim *sim) { sim->progress_suspected = 1; }
/* Looks for such rings at each boundary after a suspicion. */
void progress_find_lost_wake_ups(sim *sim);

/* The line or raise of the thread became pending or masked, or it started or ended. `thread` may be SIM_NONE_8. */
void progress_pending_changed(sim *sim, uint32_t thread);
/* The thread is no longer ready without running. */
void progress_ready_ended(sim *sim, uint32_t thread);
/* A policy may skip a context forever. If progress_checks_issue is true and the cycle counters are up to date,
 * progress_check_issue finds contexts that have issued nothing since the last check. */
int progress_checks_issue(const sim *sim);
void progress_check_issue(sim *sim);
/* First cycle after the present one that starts with such a check. */
uint64_t progress_next_check(const sim *sim);
/* The core recognised an interrupt of the line. */
void progress_interrupt_recognised(sim *sim, uint32_t line);
/* Software took a frame from the ring. */
void progress_frame_taken(sim *sim, uint32_t nic, uint32_t ring);
/* A received packet of `frames` frames was delivered. */
void progress_frames_delivered(sim *sim, uint32_t nic, uint32_t frames);
/* Software took received frames, which were lost afterwards. */
void progress_frames_wasted(sim *sim, uint32_t nic, uint32_t frames);

#endif
