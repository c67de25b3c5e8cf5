/* On which context a thread runs. */
#ifndef SIM_PLACE_H
#define SIM_PLACE_H

#include "state/tell.h"

static inline int is_always(const sim *sim, uint32_t thread) {
  return thread_at(sim, thread)->start == sim_thread_start_ALWAYS;
}

/* Where the configuration puts the thread, or SIM_NONE_8 for any context of its core; *first: the first context of that
 * core. */
uint32_t thread_configured_context(const sim *sim, uint32_t thread, uint32_t *first);
/* Of a thread that any context of its core may run: where it lives, or would be started now. */
uint32_t thread_chosen_context(const sim *sim, uint32_t thread);
/* Context on which the thread runs, or would if it were started now. */
static inline uint32_t context_of(const sim *sim, uint32_t thread) {
  assert(thread < sim->config.thread_count);
  const uint32_t context = sim->thread_context[thread];
  return context == SIM_NONE_8 ? thread_chosen_context(sim, thread) : context;
}

#endif
