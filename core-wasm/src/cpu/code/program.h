/* Routines of kind program: machine code as the pipeline runs it. An instruction takes effect when it leaves IF. */
#ifndef SIM_PROGRAM_H
#define SIM_PROGRAM_H

#include "cpu/code/rv32.h"
#include "state/tell.h"

/* Address behind the stack of the thread. */
uint32_t program_stack_top(const sim *sim, uint32_t thread);
/* Where the stack of a thread lies, and what is kept of it (M-200). */
typedef struct stack_watch {
  thread_set *own;
  thread_set bit;
  uint32_t *mark;
  uint32_t top, room;
} stack_watch;

stack_watch program_stack_watch(const sim *sim, uint32_t thread);

/* sp has been written: `is_moved`, by an addition to what it was. */
INLINE void program_watch_stack(const stack_watch *w, uint32_t sp, int is_moved) {
  const uint32_t depth = w->top - sp;
  if (depth <= w->room) *w->own |= w->bit;
  else if (!is_moved) *w->own &= ~w->bit;
  if ((*w->own & w->bit) && sp >= SIM_PROGRAM_MEMORY_BASE && sp < w->top) machine_mark(w->mark, depth);
}

/* An addition to sp leaves this instruction's result. */
INLINE int program_moves_stack(uint32_t operation, uint32_t source1, uint32_t source2) {
  const int is_sum = operation == RV32_ADDI || operation == RV32_ADD || operation == RV32_SUB;
  return is_sum && (source1 == RV32_SP || (operation == RV32_ADD && source2 == RV32_SP));
}

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
