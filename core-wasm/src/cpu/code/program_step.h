/* An instruction of a program while it takes effect (program.c), and the traps that it may take (program_traps.c). */
#ifndef SIM_PROGRAM_STEP_H
#define SIM_PROGRAM_STEP_H

#include "cpu/code/program_code.h"
#include "state/tell.h"

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

/* Of what is fetched from there and flushed. */
static inline uint32_t shown_index(const program_step *k, uint32_t address) {
  const uint32_t index = index_at(k, address);
  return index != SIM_NONE ? index : 0;
}

/* Nothing more of its program is fetched. */
void program_finish(const program_step *k, front_state *f, uint32_t pc, uint32_t cause);

/* Each returns the instruction as it goes on through the pipeline. */

/* It has an exception: accesses nothing and writes no register. */
uint64_t program_raises(const program_step *k, front_state *f, uint64_t word, const rv32_effect *e, uint32_t cause);
/* The hart goes to its handler: for an exception, or for an instruction behind which there is no code. */
uint64_t program_traps(const program_step *k, front_state *f, uint64_t word, uint32_t cause, uint32_t pc,
                       uint32_t value);
/* A hart has jumped to where its program is over; a0 is its exit code. */
uint64_t program_exits(const program_step *k, front_state *f, uint64_t word);
/* ECALL, EBREAK, MRET and WFI of a hart. */
uint64_t program_system(const program_step *k, front_state *f, uint64_t word, const rv32_effect *e);

#endif
