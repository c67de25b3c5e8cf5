/* The machine code of programs by index. It is decoded when the machine is created, and again when a program stores to
 * it. Code in the memory of programs is decoded on each fetch. */
#ifndef SIM_PROGRAM_CODE_H
#define SIM_PROGRAM_CODE_H

#include "cpu/code/rv32.h"
#include "state/state.h"

/* Machine code for the pipeline. The words are followed by room for the instructions of compressed code, and for one
 * byte of each instruction (operations). */
void program_decode(routine_code *code);

/* True if the thread's program may store to its code, and execute the memory (M-232). */
static inline int program_may_write(const sim *sim, uint32_t thread) {
  const uint32_t access = sim->config.code_access;
  return access == sim_code_access_HARTS ? thread_at(sim, thread)->machine_mode : access == sim_code_access_ALL;
}
/* Size of the writable code in a machine with this configuration, which may be unchecked. */
uint64_t program_written_bytes(const sim_config *config);
/* Moves the writable code to the state at offset `at`. */
void program_written_init(sim *sim, uint8_t *at);
/* Stores to the program's own code. Returns 0 if the address is outside of it. */
int program_store_code(sim *sim, uint32_t routine, uint32_t address, uint32_t bytes, uint32_t value);
/* Between the two calls, the state is copied from `state`. The first returns routines (bits) whose code will change. */
uint64_t program_changed_code(const sim *sim, const uint8_t *state);
void program_decode_changed(sim *sim, uint64_t routines);

/* Index of the instruction at this address; SIM_NONE if there is none. */
static inline uint32_t program_index(const routine_code *code, uint32_t address) {
  const uint32_t shift = 2u - code->is_compressed;
  const uint32_t index = (address - code->address) >> shift;
  const uint32_t in_memory = (address - SIM_PROGRAM_MEMORY_BASE) >> shift;
  if (index < code->length) return index;
  return in_memory < code->end - code->length ? code->length + in_memory : SIM_NONE;
}

/* 32 bits at this index, or 16 bits for a compressed instruction. */
uint32_t program_bits(const routine_code *code, uint32_t index);
/* The code ends in the middle of the instruction. */
static inline int program_is_cut(const routine_code *code, uint32_t index, uint32_t bits) {
  return code->is_compressed && !rv32_is_half(bits) && (index + 1 == code->length || index + 1 == code->end);
}

typedef struct program_instruction {
  uint32_t raw;  /* the instruction as a word; RV32_NO_INSTRUCTION: illegal */
  uint32_t bytes;
  uint32_t word; /* the word for the pipeline; see routine_state.h */
  uint32_t behind; /* index of the next instruction; 0: none */
  uint32_t operation; /* rv32_operation */
  rv32_kind kind;
} program_instruction;

/* Instructions of missing extensions are illegal. */
static inline rv32_kind program_kind(const routine_code *code, uint32_t word) {
  const rv32_kind kind = rv32_kind_of(word);
  return rv32_is_of_a(kind) && !(code->extensions & SIM_EXTENSION_A) ? RV32_ILLEGAL : kind;
}

/* Reads the program's own code in its tables. */
static inline program_instruction program_instruction_in_table(const routine_code *code, uint32_t index) {
  const uint32_t low = code->program[index];
  const int is_half = code->is_compressed && rv32_is_half(low);
  const uint32_t raw = code->is_compressed ? low | 3 : low;
  return (program_instruction){
      .raw = raw,
      .bytes = is_half ? HALF_BYTES : INSTRUCTION_BYTES,
      .word = code->words[index],
      .behind = code->targets[index],
      .operation = code->operations[index],
      .kind = program_kind(code, raw),
  };
}
/* Decodes these bits at this index with the current successor. */
program_instruction program_instruction_of(const routine_code *code, uint32_t index, uint32_t bits);
/* Decodes the code at this index. */
program_instruction program_instruction_at(const routine_code *code, uint32_t index);

#endif
