/* What the parts of the public interface share. */
#ifndef SIM_MACHINE_H
#define SIM_MACHINE_H

#include "state/tell.h"

/* Bytes of the state, which follows the machine: what a snapshot copies. */
uint64_t machine_state_bytes(const sim_config *config);
/* Tells the series how full every ring and queue is. */
void machine_report_levels(sim *sim);
/* Reports everything held back: spans under way up to sim_cycle(). Changes no state hash. */
void machine_flush(sim *sim);
sim_observers *machine_observers(const sim *sim);

#endif
