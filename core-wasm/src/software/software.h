/* Software: threads and their steps, locks, harts, contexts, and the choice of the thread that runs next. */
#ifndef SIM_SOFTWARE_H
#define SIM_SOFTWARE_H

#include "state/state.h"
#include "state/tell.h"
#include "thread/thread.h"

void software_init(sim *sim);
/* Start of a cycle: a thread that is due to start takes its first steps. */
void software_start(sim *sim);
/* A thread has its registers and its context again. */
void software_resume(sim *sim);
/* Runs steps of the present thread until a step takes time or the thread ends. */
void software_continue(sim *sim);
/* The current exec step has ended. */
void software_executed(sim *sim);
/* The cycle that the thread spent after too many steps has ended. */
void software_spun(sim *sim);
/* A hart with an empty pipeline continues at its pc. */
void software_hart_goes_on(sim *sim);
/* The thread takes its first steps at the start of the next cycle. */
void software_begin(sim *sim);
/* Gives the processor to the best candidate if nothing is running. */
void software_dispatch(sim *sim);

/* Conditions that steps test or wait for. */

int condition_holds(const sim *sim, const sim_step_config *step);
/* Whether the step makes the thread wait. After the wake-up the step runs again or ends. */
int condition_blocks(const sim *sim, const activity *a, const sim_step_config *step);

/* Routines that draw their cycles. */

/* Cycles that the points of the routine give for a uniform 32-bit number. `points` are the points of all
 * routines. */
uint32_t service_at(const sim_routine_config *routine, const sim_point *points, uint32_t uniform);
/* Draws cycles for the next run of the routine; 0 if it draws none. */
uint32_t service_draw(sim *sim, uint32_t routine, uint32_t packet);

/* Locks between threads of any context: the holder, the order of the waiting threads, deadlocks. The routines of
 * a lock are the cost of its use. */

/* Result of a lock step: a routine of the lock runs, the thread waits, or the next step follows. */
enum lock_move { LOCK_EXECUTES, LOCK_WAITS, LOCK_GOES_ON };

void lock_init(sim *sim);
/* The thread reaches a lock or unlock step, or has finished a routine of the lock. */
enum lock_move lock_step(sim *sim, uint32_t thread, const sim_step_config *step);
/* Brings the counters up to the boundary `until`. */
void lock_account_cycles(sim *sim, uint64_t until);

/* Priorities that threads inherit through the locks that they hold. */

/* Call it when the holder of a lock or its waiting threads have changed. */
void inheritance_update(sim *sim);
/* Brings the counters of boosted cycles up to the boundary. */
void inheritance_account_cycles(sim *sim, uint64_t until);

/* Harts at the end of a cycle: the interrupts that they take and answer, WFI, and the layers that they select. */

/* The hart takes the next interrupt: its pc becomes the address of the handler. */
void hart_takes_interrupt(sim *sim, uint32_t thread);
/* The pipeline has drained for the taken interrupt, and its handler is fetched. */
void hart_handler_begins(sim *sim, uint32_t thread);

/* Harts in WFI with a pending interrupt become ready. */
void harts_wake(sim *sim);
/* The layers that harts have selected take effect in the next cycle. */
void harts_settle(sim *sim);
/* Ends the latencies of interrupts that harts have answered. */
void harts_answer(sim *sim);
/* Whether a hart would wake, or has answered an interrupt, at the end of the next cycle. */
int harts_are_due(const sim *sim);

/* Hardware contexts: the pointer, the owner of each context's registers, save and restore, and the accounting of their
 * cycles. */

void context_init(sim *sim);
/* Recomputes the sets of threads by context and cpu. Needed after the start of a thread that any context of its core
 * may run, and after a restore. */
void context_assign(sim *sim);
static inline void context_set_pointer(sim *sim, cpu_activity *now, uint32_t context) {
  sim->contexts_left |= 1u << now->context;
  sim->contexts_pointed_to ^= 1u << now->context ^ 1u << context;
  now->context = (uint8_t)context;
}
/* Moves the pointer to the context. `running` is the thread that runs from now on, or SIM_NONE_8. */
void context_point(sim *sim, uint32_t context, uint32_t running);

/* The entry steps have ended: saves the registers that the thread would overwrite, then starts the thread. */
void context_begin(sim *sim, uint32_t thread);
/* Control returns to a live thread: saves and restores registers as needed, then runs the thread. */
void context_resume(sim *sim, uint32_t thread);
/* Called when a phase ends. */
void context_saved(sim *sim);
void context_restored(sim *sim);

/* Brings the cycle counters, the LAYER events and the spans of every context up to the present boundary. */
void context_update_changed(sim *sim);
static inline void context_update(sim *sim) {
  if (sim->contexts_changed) context_update_changed(sim);
}
void context_account_cycles(sim *sim, uint64_t until);

/* Budget of a routine for the current packet, without the work that the NIC offloads. */

/* Budget in cycles or instructions. `packet` may be SIM_NONE. */
uint64_t offload_budget(const sim *sim, const sim_routine_config *routine, uint32_t packet);

#endif
