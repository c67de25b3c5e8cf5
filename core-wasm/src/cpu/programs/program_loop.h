/* Runs a program alone on a core with five plain stages (README.md in this folder). */
#ifndef SIM_PROGRAM_LOOP_H
#define SIM_PROGRAM_LOOP_H

#include "cpu/step/pipeline.h"

/* Like steppers_run for this core, from `from` to at most `to`. Returns the cycle reached. */
uint64_t program_loop_run(sim *sim, uint32_t core, uint64_t from, uint64_t to, stall_counts *counts);

#endif
