/* Routines of kind program: machine code that the pipeline executes. An instruction takes effect when it leaves IF. */
#ifndef SIM_PROGRAM_H
#define SIM_PROGRAM_H

#include "cpu/code/program_code.h"
#include "cpu/code/rv32.h"
#include "memory/memory.h"
#include "state/tell.h"

/* First address after the stack of the thread. */
uint32_t program_stack_top(const sim *sim, uint32_t thread);
/* Place of a thread's stack, and its high-water mark (M-200). */
typedef struct stack_watch {
  thread_set *own;
  thread_set bit;
  uint32_t *mark;
  uint32_t top, room;
} stack_watch;

stack_watch program_stack_watch(const sim *sim, uint32_t thread);

/* An instruction has written sp; `is_moved`: it added a number to sp. */
INLINE void program_watch_stack(const stack_watch *w, uint32_t sp, int is_moved) {
  const uint32_t depth = w->top - sp;
  if (depth <= w->room) *w->own |= w->bit;
  else if (!is_moved) *w->own &= ~w->bit;
  if ((*w->own & w->bit) && sp >= SIM_PROGRAM_MEMORY_BASE && sp < w->top) machine_mark(w->mark, depth);
}

/* The instruction adds a number to sp. */
INLINE int program_moves_stack(uint32_t operation, uint32_t source1, uint32_t source2) {
  const int is_sum = operation == RV32_ADDI || operation == RV32_ADD || operation == RV32_SUB;
  return is_sum && (source1 == RV32_SP || (operation == RV32_ADD && source2 == RV32_SP));
}

/* Records the current depth of a thread's stack (sim_marks). */
void program_mark_stack(sim *sim, uint32_t thread);
uint64_t program_state_bytes(const sim_config *config);
/* Offset in sim_config of a field out of bounds, or SIM_NONE. */
uint32_t program_check(const sim_config *config);
void program_init(sim *sim);
/* Starts an exec step: sets the thread's registers. Returns its budget, which is not known yet. */
uint64_t program_begin(sim *sim, uint32_t thread, uint32_t routine);
/* Executes an instruction of the cpu's stream on the correct path. Returns the word with its outcome. */
uint64_t program_execute(sim *sim, uint32_t cpu, front_state *f, uint64_t word, uint64_t cycle);
/* Reads the value of an instruction that gets it after IF (EXECUTE_READ), in this cycle. */
void program_read(sim *sim, uint32_t cpu, uint64_t word, uint64_t cycle);
/* A hart with an empty pipeline continues at that address. If the address has no code it takes a fetch fault. If that
 * fault has no handler, the hart stops, and its frame shows this. */
void program_go_on_at(sim *sim, uint32_t thread, uint32_t address);
/* Ends the current exec step. Reports how its program ended, if it ran one. Returns 1 if an exception ended it. */
int program_ended(sim *sim, uint32_t thread);

/* An instruction of a program while it takes effect (program.c), and the traps that it may take (program_traps.c). */

typedef struct program_step {
  sim *sim;
  sim_program_frame *registers;
  const routine_code *code;
  uint32_t cpu, core, thread;
  uint32_t end; /* index after the last instruction that it may execute */
  uint32_t bits; /* instruction bits at the fetch, for code that may be written */
  uint32_t raw, index, pc, behind;
  uint32_t operation;
  rv32_kind kind;
  uint64_t cycle;
} program_step;

/* SIM_NONE if it may execute nothing. */
static inline uint32_t index_at(const program_step *k, uint32_t address) {
  const uint32_t index = program_index(k->code, address);
  return index < k->end ? index : SIM_NONE;
}

/* Index that the views show for a fetched address that is flushed. */
static inline uint32_t shown_index(const program_step *k, uint32_t address) {
  const uint32_t index = index_at(k, address);
  return index != SIM_NONE ? index : 0;
}

/* Fetches no further instruction of the program. */
void program_finish(const program_step *k, front_state *f, uint32_t pc, uint32_t cause);

/* Each function returns the instruction word for the pipeline. */

/* An exception: the instruction accesses no memory and writes no register. */
uint64_t program_raises(const program_step *k, front_state *f, uint64_t word, const rv32_effect *e, uint32_t cause);
/* The hart jumps to its handler, because of an exception or because no code follows the instruction. */
uint64_t program_traps(const program_step *k, front_state *f, uint64_t word, uint32_t cause, uint32_t pc,
                       uint32_t value);
/* A hart has jumped to the address that ends its program; a0 is its exit code. */
uint64_t program_exits(const program_step *k, front_state *f, uint64_t word);
/* ECALL, EBREAK, MRET and WFI of a hart. */
uint64_t program_system(const program_step *k, front_state *f, uint64_t word, const rv32_effect *e);

/* Memory at the addresses of a program. Accesses are aligned. Both functions return 0 if the address has no memory. */

/* Loads from the shared memory, the program's own code or the current packet. A NIC's registers return 0. */
int program_load(const sim *sim, uint32_t thread, const routine_code *code, uint32_t address, uint32_t bytes,
                 uint32_t *value);
/* The ring of the NIC with a register at this address, or NULL, and the present value of the register. */
const ring_state *program_device_register(const sim *sim, uint32_t address);
uint32_t program_register_value(const sim *sim, uint32_t address);
/* Whether a device other than a NIC's ring has the address. */
INLINE int program_platform_has(const sim *sim, uint32_t address, uint32_t bytes) {
  return sim->platform != NULL && address >= MEMORY_DEVICE_BASE && sim->platform->has(sim, address, bytes);
}
/* Stores to the shared memory by the program of that cpu. A store to a NIC's register changes nothing. */
int program_store(const sim *sim, uint32_t cpu, uint32_t address, uint32_t bytes, uint32_t value);

/* M-203: LR and SC of an aligned word; both return 0 if the word cannot be reserved. `failed`: the result register
 * of SC, 1 without a reservation. */
int program_reserve(const sim *sim, uint32_t cpu, uint32_t address, uint32_t *value);
int program_store_reserved(const sim *sim, uint32_t cpu, uint32_t address, uint32_t value, uint32_t *failed);
/* A cpu (with SIM_NONE: a device) has written to this address. */
void program_written(const sim *sim, uint32_t cpu, uint32_t address, uint32_t bytes);

#endif
