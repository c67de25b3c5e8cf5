/* Routines of kind program: machine code as the pipeline runs it. An instruction takes effect when it leaves IF. */
#ifndef SIM_PROGRAM_H
#define SIM_PROGRAM_H

#include "cpu/code/program_code.h"
#include "cpu/code/rv32.h"
#include "memory/memory.h"
#include "state/tell.h"

/* Address behind the stack of the thread. */
uint32_t program_stack_top(const sim *sim, uint32_t thread);
/* Place of a thread's stack, and its marks (M-200). */
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

/* Records the present depth of a thread's stack (sim_marks). */
void program_mark_stack(sim *sim, uint32_t thread);
uint64_t program_state_bytes(const sim_config *config);
/* Offset in sim_config of a field that does not fit, or SIM_NONE. */
uint32_t program_check(const sim_config *config);
void program_init(sim *sim);
/* An exec step starts: the thread gets its registers. Returns its budget, not known yet. */
uint64_t program_begin(sim *sim, uint32_t thread, uint32_t routine);
/* Executes an instruction of the cpu's stream on the right path. Returns the word with its outcome. */
uint64_t program_execute(sim *sim, uint32_t cpu, front_state *f, uint64_t word, uint64_t cycle);
/* Reads the value of an instruction that has it after IF (EXECUTE_READ), in this cycle. */
void program_read(sim *sim, uint32_t cpu, uint64_t word, uint64_t cycle);
/* A hart with an empty pipeline continues there. Without code there it takes a fetch fault, and without a handler for
 * the fault it stops, which its frame then shows. */
void program_go_on_at(sim *sim, uint32_t thread, uint32_t address);
/* The exec step under way is over: tells how its program ended, if it was one. Returns 1 if it was by an exception. */
int program_ended(sim *sim, uint32_t thread);

/* An instruction of a program while it takes effect (program.c), and the traps that it may take (program_traps.c). */

typedef struct program_step {
  sim *sim;
  sim_program_frame *registers;
  const routine_code *code;
  uint32_t cpu, core, thread;
  uint32_t end; /* index behind the last that it may execute */
  uint32_t bits; /* as they were fetched, of code that may be written */
  uint32_t raw, index, pc, behind;
  uint32_t operation;
  rv32_kind kind;
  uint64_t cycle;
} program_step;

/* SIM_NONE where it may execute nothing. */
static inline uint32_t index_at(const program_step *k, uint32_t address) {
  const uint32_t index = program_index(k->code, address);
  return index < k->end ? index : SIM_NONE;
}

/* Index shown for a fetched address that is flushed. */
static inline uint32_t shown_index(const program_step *k, uint32_t address) {
  const uint32_t index = index_at(k, address);
  return index != SIM_NONE ? index : 0;
}

/* Fetches no further instruction of the program. */
void program_finish(const program_step *k, front_state *f, uint32_t pc, uint32_t cause);

/* Each returns the instruction as it goes on through the pipeline. */

/* An exception: the instruction accesses nothing and writes no register. */
uint64_t program_raises(const program_step *k, front_state *f, uint64_t word, const rv32_effect *e, uint32_t cause);
/* The hart jumps to its handler, for an exception or because no code follows the instruction. */
uint64_t program_traps(const program_step *k, front_state *f, uint64_t word, uint32_t cause, uint32_t pc,
                       uint32_t value);
/* A hart has jumped to where its program is over; a0 is its exit code. */
uint64_t program_exits(const program_step *k, front_state *f, uint64_t word);
/* ECALL, EBREAK, MRET and WFI of a hart. */
uint64_t program_system(const program_step *k, front_state *f, uint64_t word, const rv32_effect *e);

/* Memory at the addresses of a program. Accesses are aligned. Both return 0 if nothing is there. */

/* Loads from the shared memory, the program's own code or the current packet. A NIC's registers return 0. */
int program_load(const sim *sim, uint32_t thread, const routine_code *code, uint32_t address, uint32_t bytes,
                 uint32_t *value);
/* The ring of the NIC with a register at this address, or NULL, and the present value of the register. */
const ring_state *program_device_register(const sim *sim, uint32_t address);
uint32_t program_register_value(const sim *sim, uint32_t address);
/* A device other than a NIC's rings answers there. */
INLINE int program_platform_has(const sim *sim, uint32_t address, uint32_t bytes) {
  return sim->platform != NULL && address >= MEMORY_DEVICE_BASE && sim->platform->has(sim, address, bytes);
}
/* Stores to the shared memory by the program of that cpu. A store to a NIC's register changes nothing. */
int program_store(const sim *sim, uint32_t cpu, uint32_t address, uint32_t bytes, uint32_t value);

/* M-203: LR and SC of an aligned word; both return 0 where no word can be reserved. `failed`: what SC leaves in its
 * register, 1 without a reservation. */
int program_reserve(const sim *sim, uint32_t cpu, uint32_t address, uint32_t *value);
int program_store_reserved(const sim *sim, uint32_t cpu, uint32_t address, uint32_t value, uint32_t *failed);
/* A cpu, or with SIM_NONE a device, has written there. */
void program_written(const sim *sim, uint32_t cpu, uint32_t address, uint32_t bytes);

#endif
