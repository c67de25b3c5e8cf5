/* The operating system's scheduler. It shares a context between permanent threads, by priority or in time slices. A
 * switch costs cycles. It also wakes sleeping threads. */
#ifndef SIM_SCHEDULER_H
#define SIM_SCHEDULER_H

#include "software/interrupt.h"
#include "state/tell.h"
#include "thread/thread.h"

void scheduler_init(sim *sim);

static inline int scheduler_is_on(const sim *sim) { return sim->config.scheduler != sim_scheduler_NONE; }

/* Whether `thread` precedes `other`, for activities of two threads with the same priority. */
int scheduler_goes_before(const sim *sim, uint32_t thread, uint32_t other);

/* Nothing is running, so the thread gets the cpu, after a switch if its context belonged to another user thread. */
void scheduler_give(sim *sim, uint32_t thread);
/* The pipeline has drained: the work of the tick starts, or another thread gets the cpu. */
void scheduler_drained(sim *sim);
/* The switch, or the work of the tick, has ended. */
void scheduler_switched(sim *sim);
/* End of a cycle: a tick that costs cycles occurs on every cpu that is not idle. */
void scheduler_tick(sim *sim);

/* The current thread gets control and its slice runs; scheduler_slice_stands: it loses control and keeps the rest
 * of its slice. */
void scheduler_runs(sim *sim);
void scheduler_slice_stands(sim *sim);
static inline void scheduler_stands(sim *sim) {
  if (cpu_now(sim)->slice_end != SIM_NEVER) scheduler_slice_stands(sim);
}
int scheduler_slice_is_over(const sim *sim, uint32_t cpu);
/* The slice of the current thread has ended and no other thread is ready: it gets a new slice. */
void scheduler_renew_slice(sim *sim);
static inline void scheduler_renew(sim *sim) {
  if (cpu_now(sim)->slice_end != SIM_NEVER) scheduler_renew_slice(sim);
}
/* Activity that preempts the running thread of the cpu; CANDIDATE_NONE if there is none. */
candidate scheduler_preemptor(const sim *sim, uint32_t cpu);

/* The current thread sleeps. software_dispatch gives the cpu to another thread. */
void scheduler_sleep(sim *sim, uint32_t thread, uint32_t cycles);
/* End of a cycle: wakes the threads whose sleep has ended. */
void scheduler_wake_sleepers(sim *sim);
/* First boundary at which a slice or a sleep may end. */
uint64_t scheduler_next(const sim *sim);

#endif
