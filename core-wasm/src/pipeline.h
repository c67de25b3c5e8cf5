/* The five stages, stepped cycle by cycle through their latches. */
#ifndef SIM_PIPELINE_H
#define SIM_PIPELINE_H

#include "machine.h"

/* A stream begins in an empty pipeline, `done` of its `budget` instructions are over. */
void pipeline_begin(sim *sim, uint32_t stream, uint64_t budget, uint64_t done, uint32_t index);
/* Runs from `from` to at most `to` and bills each cycle; returns the cycle reached. Stops earlier at
 * the end of the stream or of the drain (then pipeline_is_over), or with `stop_retired` after the first
 * cycle in which an instruction retires. */
uint64_t pipeline_run(sim *sim, uint64_t from, uint64_t to, int stop_retired);
int pipeline_is_over(const sim *sim);
/* Recognition: what is in IF is nullified, the rest drains. Returns 0 when there is nothing to drain. */
int pipeline_nullify(sim *sim);
/* Why the instruction in the stage could not leave it at the end of the last cycle; BUSY: it can. */
enum sim_cause pipeline_stall(const sim *sim, enum stage stage);

#endif
