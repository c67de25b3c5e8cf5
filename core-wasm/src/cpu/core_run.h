/* Runs the streams of a core on the engine that fits its machine: stepped cycle by cycle (cpu/step), block by block
 * (cpu/blocks) or from issue to issue (cpu/contexts). All reach the same states. */
#ifndef SIM_CORE_RUN_H
#define SIM_CORE_RUN_H

#include "state/tell.h"

/* Runs the streams of the core from `from` to at most `to` and accounts for each cycle; returns the cycle reached.
 * Stops earlier at the end of a stream or of a drain (then pipeline_is_over), or with `stop_retired` after
 * the first cycle in which an instruction retires. */
uint64_t core_run(sim *sim, uint32_t core, uint64_t from, uint64_t to, int stop_retired);
/* The same for several cores (bits), cycle by cycle, the first core first. No rows may be on. */
uint64_t cores_run_together(sim *sim, uint32_t cores, uint64_t from, uint64_t to);

#endif
