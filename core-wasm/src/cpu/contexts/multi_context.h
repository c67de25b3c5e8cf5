/* Contexts that share a pipeline, run from issue to issue: a context is looked at when it issues, when its front end
 * moves and when the end of its wait is known. Cycles in which nothing moves are skipped (README.md in this folder). */
#ifndef SIM_MULTI_CONTEXT_H
#define SIM_MULTI_CONTEXT_H

#include "cpu/step/pipeline_run.h"

/* Runs the contexts in `active` (bits) from `from` to at most `to`; states and accounts equal those of run_shared at
 * every boundary. Returns the cycle reached. */
uint64_t multi_context_run(sim *sim, uint32_t core, uint32_t active, uint64_t from, uint64_t to, stall_counts *counts);

#endif
