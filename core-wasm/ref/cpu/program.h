/* Programs: the effect of an instruction at the moment at which it takes effect (docs/model.md, Programs). */
#ifndef REF_PROGRAM_H
#define REF_PROGRAM_H

#include "ref/device/devices.h"

typedef struct ref_instruction ref_instruction;

/* The thread's present or last program. */
typedef struct ref_program {
  int begun;
  uint32_t x[32];
  uint32_t pc;
  uint64_t executed;
  uint32_t cause; /* cause of the exception that ended it, or SIM_NONE */
  int leaves_stack; /* sp has left the stack in which it started */
} ref_program;

void ref_device_wrote(ref *r, uint32_t address); /* address of a byte of the memory */
int ref_is_program(const ref *r, int code);
void ref_programs_create(ref *r);
void ref_program_begin(ref *r, ref_activity *activity);
void ref_program_end(ref *r, ref_activity *activity);
void ref_program_execute(ref *r, int cpu, ref_instruction *instruction); /* it leaves IF */
void ref_program_takes(ref *r, ref_instruction *instruction); /* its value, which the instruction reads after IF */

/* ---- cpu/program_memory.c ---- */
void ref_program_code_create(ref *r);
void ref_program_code_free(ref *r);
int ref_may_write_code(const ref *r, int thread);
/* Address of an index, for any code. */
uint32_t ref_code_address(const ref *r, int code, uint32_t index);
/* Distance in bytes between two indices of the code. */
uint32_t ref_code_pitch(const sim_routine_config *routine);
/* 1 and its index if the thread may execute code at the address, otherwise 0. */
int ref_is_code(const ref *r, int thread, int code, uint32_t address);
uint32_t ref_index_of(const ref *r, int thread, int code, uint32_t address);
/* Index of the instruction that follows one of `bytes` bytes, or 0. */
uint32_t ref_program_behind(const ref *r, int code, uint32_t index, uint32_t bytes);
/* called when it enters IF */
void ref_program_at(const ref *r, int code, uint32_t index, ref_instruction *instruction);
/* Returns 0 if the address has no code that the thread may write. */
int ref_program_store_code(ref *r, int thread, int code, uint32_t address, uint32_t bytes, uint32_t value);

#endif
