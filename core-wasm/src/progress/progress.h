/* Checks of progress: starvation, receive livelock, lost wake-ups. */
#ifndef SIM_PROGRESS_H
#define SIM_PROGRESS_H

#include "state/tell.h"

void progress_init(sim *sim);
/* An event after which no thread may come for the frames of a ring; progress_find_lost_wake_ups checks that. */
static inline void progress_suspect(sim *sim) { sim->progress_suspected = 1; }
/* Looks for such rings, at each boundary behind a suspicion. */
void progress_find_lost_wake_ups(sim *sim);

/* The line or the raise of the thread (or SIM_NONE_8) has changed: pending, masked, started, over. */
void progress_pending_changed(sim *sim, uint32_t thread);
/* The thread's time of being ready without running ends. */
void progress_ready_ended(sim *sim, uint32_t thread);
/* A policy may pass a context over for ever. At the times at which progress_checks_issue is true, with the counters of
 * cycles up to date, progress_check_issue finds the contexts that issued nothing since the check before. */
int progress_checks_issue(const sim *sim);
void progress_check_issue(sim *sim);
/* First cycle after this one that begins with such a check. */
uint64_t progress_next_check(const sim *sim);
/* An interrupt of the line was recognised. */
void progress_interrupt_recognised(sim *sim, uint32_t line);
/* Software took a frame from the ring. */
void progress_frame_taken(sim *sim, uint32_t nic, uint32_t ring);
/* A received packet of so many frames was delivered. */
void progress_frames_delivered(sim *sim, uint32_t nic, uint32_t frames);
/* Received frames that software had taken were lost behind it. */
void progress_frames_wasted(sim *sim, uint32_t nic, uint32_t frames);

#endif
