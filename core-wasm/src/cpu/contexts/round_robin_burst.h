/* Contexts of a core that issue in turns: while accesses and fetches hit, each of three or more can issue whenever
 * it is his turn again. A load delays who reads its result by a cycle, and a mispredicted branch those behind it by
 * two: both are over by then, so they are billed, but change nothing. Nobody has to be asked who could issue. */
#ifndef SIM_ROUND_ROBIN_BURST_H
#define SIM_ROUND_ROBIN_BURST_H

#include "cpu/contexts/issue_queue.h"

/* Whether the policy, the pipeline and the caches are such that turns can be taken at all. */
int burst_fits(const sim *sim, const issue_queue *q);

/* From `cycle` on as far as it goes, not at all where it cannot begin; between cycles in which nothing holds the back
 * end. Returns the cycle reached. */
uint64_t round_robin_burst(sim *sim, issue_queue *q, uint32_t active, uint64_t cycle, uint64_t to);

#endif
