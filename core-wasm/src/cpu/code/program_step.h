/* An instruction of a program while it takes effect (program.c), and the traps that it may take (program_traps.c). */
#ifndef SIM_PROGRAM_STEP_H
#define SIM_PROGRAM_STEP_H

#include "cpu/code/rv32.h"
#include "state/tell.h"

/* As it lies in memory. */
static inline uint32_t instruction_bits(const routine_code *code, uint32_t index) {
  if (!code->is_compressed || !rv32_is_half(code->program[index])) return code->program[index];
  return code->image[index / 2] >> 16 * (index % 2) & 0xffff;
}

static inline uint32_t instruction_bytes(const routine_code *code, uint32_t index) {
  return code->is_compressed && rv32_is_half(code->program[index]) ? HALF_BYTES : INSTRUCTION_BYTES;
}

typedef struct program_step {
  sim *sim;
  sim_program_frame *registers;
  const routine_code *code;
  uint32_t cpu, core, thread;
  uint32_t raw, index, pc, behind;
  rv32_kind kind;
  uint64_t cycle;
} program_step;

/* Index of the instruction at this address; beyond the last one there is none. */
static inline uint32_t index_in(const routine_code *code, uint32_t address) {
  return (address - code->address) >> (2 - code->is_compressed);
}
static inline uint32_t index_at(const program_step *k, uint32_t address) { return index_in(k->code, address); }

/* Of what is fetched from there and flushed. */
static inline uint32_t shown_index(const program_step *k, uint32_t address) {
  const uint32_t index = index_at(k, address);
  return index < k->code->length ? index : 0;
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
