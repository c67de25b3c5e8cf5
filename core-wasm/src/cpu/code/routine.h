/* Makes the code that routines run: generated from a profile or given. */
#ifndef SIM_ROUTINE_H
#define SIM_ROUTINE_H

#include "state/routine_state.h"

/* Cycles in EX by class. */
void routine_execute_cycles(const sim_config *config, uint8_t cycles[EXECUTE_CLASSES]);
/* Branches need their operands a cycle before an instruction that computes does. */
int routine_branches_compare_early(const sim_config *config);
/* Words that the code of all streams takes: one for each index, and of compressed programs another, decoded one. */
uint32_t routine_code_words(const sim_config *config);
/* Indices of the streams that have blocks: programs have none. */
uint32_t routine_block_count(const sim_config *config);
void routine_generate(const sim_config *config, routine_code *code, uint32_t *words, uint16_t *targets);
/* Of what was generated. */
void routine_measure(const sim_config *config, routine_code *code, routine_block *blocks);

/* The word with what it has to know of the one behind it, or of the machine. */
uint32_t routine_marked(const routine_code *code, uint32_t word, uint32_t next);

static inline uint32_t routine_pc(const routine_code *code, uint32_t index) {
  const uint32_t shift = 2u - code->is_compressed;
  return index < code->length ? code->address + (index << shift)
                              : SIM_PROGRAM_MEMORY_BASE + ((index - code->length) << shift);
}

#endif
