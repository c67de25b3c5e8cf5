/* Threads: the context on which a thread runs, and the events that make it ready. */
#ifndef SIM_THREAD_H
#define SIM_THREAD_H

#include "state/tell.h"

/* The context on which a thread runs. */

static inline int is_always(const sim *sim, uint32_t thread) {
  return thread_at(sim, thread)->start == sim_thread_start_ALWAYS;
}

/* The context from the configuration, or SIM_NONE_8 for any context of the thread's core. *first is the first
 * context of that core. */
uint32_t thread_configured_context(const sim *sim, uint32_t thread, uint32_t *first);
/* Context of a thread that any context of its core may run: that of its activity, or where it would start now. */
uint32_t thread_chosen_context(const sim *sim, uint32_t thread);
/* The context on which the thread runs, or on which it would start now. */
static inline uint32_t context_of(const sim *sim, uint32_t thread) {
  assert(thread < sim->config.thread_count);
  const uint32_t context = sim->thread_context[thread];
  return context == SIM_NONE_8 ? thread_chosen_context(sim, thread) : context;
}

/* Readiness of threads: slices, wake-ups and soft interrupts. */

/* Moves the thread behind the others of its priority, with a new slice. */
uint32_t thread_slice(const sim *sim, uint32_t thread);
void thread_requeue(sim *sim, uint32_t thread);
/* Wakes threads that wait for a packet in the queue `index`, for room in it, or for a completion of the disk
 * `index`. */
void threads_wake(sim *sim, enum sim_condition condition, uint32_t index);
/* Raises the soft interrupt of a thread that no line starts. */
void thread_raise(sim *sim, uint32_t thread);

#endif
