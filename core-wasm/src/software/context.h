/* Hardware contexts: the pointer, the thread whose registers each holds, save and restore, and the accounting of their
 * cycles. */
#ifndef SIM_CONTEXT_H
#define SIM_CONTEXT_H

#include "state/tell.h"
#include "thread/place.h"

void context_init(sim *sim);
/* Computes the sets of threads by context and cpu anew: a thread that any context of its core may run was started, or
 * the state was restored. */
void context_assign(sim *sim);
static inline void context_set_pointer(sim *sim, cpu_activity *now, uint32_t context) {
  sim->contexts_left |= 1u << now->context;
  sim->contexts_pointed_to ^= 1u << now->context ^ 1u << context;
  now->context = (uint8_t)context;
}
/* Moves the pointer to the context. `running`: thread that runs from now on, SIM_NONE_8 for none. */
void context_point(sim *sim, uint32_t context, uint32_t running);

/* The entry steps are over: saves the registers that the thread would overwrite, then starts it. */
void context_begin(sim *sim, uint32_t thread);
/* Control goes back to a live thread: saves and restores registers as needed, then runs it. */
void context_resume(sim *sim, uint32_t thread);
/* Ends of phases. */
void context_saved(sim *sim);
void context_restored(sim *sim);

/* Brings the counters of cycles, the LAYER events and the spans of every context up to the present boundary. */
void context_update_changed(sim *sim);
static inline void context_update(sim *sim) {
  if (sim->contexts_changed) context_update_changed(sim);
}
void context_account_cycles(sim *sim, uint64_t until);

#endif
