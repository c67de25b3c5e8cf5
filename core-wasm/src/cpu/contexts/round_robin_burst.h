/* Contexts of a core that issue in turns. While accesses and fetches hit, each of three or more contexts is issuable
 * at its next turn: a load delays its reader by one cycle and a mispredicted branch its successors by two, and both
 * are over by then. They are accounted for and change nothing else, so no slot has to be looked at. */
#ifndef SIM_ROUND_ROBIN_BURST_H
#define SIM_ROUND_ROBIN_BURST_H

#include "cpu/contexts/issue_queue.h"

/* Policy, pipeline and caches allow bursts. */
int burst_fits(const sim *sim, const issue_queue *q);

/* Runs from `cycle` on until something else than a hit happens, at most to `to`; returns the cycle reached, `cycle`
 * if no burst can begin. The back end must not be held. */
uint64_t round_robin_burst(sim *sim, issue_queue *q, uint32_t active, uint64_t cycle, uint64_t to);

#endif
