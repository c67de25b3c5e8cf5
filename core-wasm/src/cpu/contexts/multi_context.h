/* Contexts that share a pipeline, driven by what they issue: a context is looked at when it issues, when its
 * front end moves and when what it waits for is known; cycles in which nothing moves are not looked at. */
#ifndef SIM_MULTI_CONTEXT_H
#define SIM_MULTI_CONTEXT_H

#include "cpu/step/pipeline_run.h"

/* As run_shared steps them: the same state and the same bill at whatever cycle it ends. */
uint64_t multi_context_run(sim *sim, uint32_t core, uint32_t active, uint64_t from, uint64_t to, stall_counts *counts);

#endif
