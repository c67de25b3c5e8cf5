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
} ref_program;

void ref_device_wrote(ref *r, uint32_t address); /* a byte of the memory */
int ref_is_program(const ref *r, int code);
uint32_t ref_program_length(const ref *r, int code); /* in indices */
void ref_programs_create(ref *r);
void ref_program_begin(ref *r, ref_activity *activity);
void ref_program_end(ref *r, ref_activity *activity);
void ref_program_at(const ref *r, int routine, uint32_t index, ref_instruction *instruction);
/* Bytes from one index of the code to the next. */
uint32_t ref_code_pitch(const sim_routine_config *routine);
int ref_is_code(const sim_routine_config *routine, uint32_t address);
uint32_t ref_index_of(const sim_routine_config *routine, uint32_t address);
void ref_program_execute(ref *r, int cpu, ref_instruction *instruction); /* it leaves IF */
void ref_program_takes(ref *r, ref_instruction *instruction); /* its value, which it has behind IF */

#endif
