/* Routines of kind program: machine code as the pipeline runs it. An instruction takes effect when it leaves IF. */
#ifndef SIM_PROGRAM_H
#define SIM_PROGRAM_H

#include "state/cpu.h"
#include "state/routine_state.h"

/* Address behind the stack of the thread. */
uint32_t program_stack_top(const sim *sim, uint32_t thread);
/* Of a thread of a machine with programs: how deep its stack is now (sim_marks). */
void program_mark_stack(sim *sim, uint32_t thread);
uint64_t program_state_bytes(const sim_config *config);
/* Offset in sim_config of a field that does not fit, or SIM_NONE. */
uint32_t program_check(const sim_config *config);
void program_init(sim *sim);
/* An exec step begins: the thread gets its registers. Returns its budget, not known yet. */
uint64_t program_begin(sim *sim, uint32_t thread, uint32_t routine);
/* Of the cpu's stream, on the right path. Returns the word with its outcome. */
uint64_t program_execute(sim *sim, uint32_t cpu, front_state *f, uint64_t word, uint64_t cycle);
/* The value of an instruction that has it behind IF is taken (EXECUTE_READ), in this cycle. */
void program_read(sim *sim, uint32_t cpu, uint64_t word, uint64_t cycle);
/* A hart whose pipeline is empty goes on there; without code there a fetch fault is taken, and without a handler for it
 * the hart stops: that is what its frame says then. */
void program_go_on_at(sim *sim, uint32_t thread, uint32_t address);
/* The exec step under way is over: tells how its program ended, if it was one. Returns 1 if it was by an exception. */
int program_ended(sim *sim, uint32_t thread);

#endif
