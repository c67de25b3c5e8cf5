/* Programs: what an instruction does in the moment in which it takes effect (docs/model.md, Programs). */
#ifndef REF_PROGRAM_H
#define REF_PROGRAM_H

#include "ref/device/devices.h"

typedef struct ref_instruction ref_instruction;

/* Of the thread's present or last program. */
typedef struct ref_program {
  int begun;
  uint32_t x[32];
  uint32_t pc;
  uint64_t executed;
  uint32_t cause; /* of the exception that ended it, or SIM_NONE */
  int leaves_stack; /* sp is not in the stack that it began with */
} ref_program;

void ref_device_wrote(ref *r, uint32_t address); /* a byte of the memory */
int ref_is_program(const ref *r, int code);
void ref_programs_create(ref *r);
void ref_program_begin(ref *r, ref_activity *activity);
void ref_program_end(ref *r, ref_activity *activity);
void ref_program_execute(ref *r, int cpu, ref_instruction *instruction); /* it leaves IF */
void ref_program_takes(ref *r, ref_instruction *instruction); /* its value, which it has behind IF */

/* ---- cpu/program_memory.c ---- */
void ref_program_code_create(ref *r);
void ref_program_code_free(ref *r);
int ref_may_write_code(const ref *r, int thread);
/* Of any code: where it lies. */
uint32_t ref_code_address(const ref *r, int code, uint32_t index);
/* Bytes from one index of the code to the next. */
uint32_t ref_code_pitch(const sim_routine_config *routine);
/* The thread may execute what lies there; its index, 0 where it may not. */
int ref_is_code(const ref *r, int thread, int code, uint32_t address);
uint32_t ref_index_of(const ref *r, int thread, int code, uint32_t address);
/* Index of what lies behind an instruction of so many bytes, or 0. */
uint32_t ref_program_behind(const ref *r, int code, uint32_t index, uint32_t bytes);
void ref_program_at(const ref *r, int code, uint32_t index, ref_instruction *instruction); /* it comes to IF */
/* Returns 0 where no code lies that the thread may write. */
int ref_program_store_code(ref *r, int thread, int code, uint32_t address, uint32_t bytes, uint32_t value);

#endif
