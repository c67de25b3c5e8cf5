/* What the parts of the public interface share. */
#ifndef SIM_MACHINE_H
#define SIM_MACHINE_H

#include "state/tell.h"

/* Bytes of the state, which follows the machine: what the state hash is of. */
uint64_t machine_state_bytes(const sim_config *config);
/* With what is measured (sim_marks), which lies behind it: what a snapshot copies. */
uint64_t machine_saved_bytes(const sim_config *config);
/* The tallies are empty. */
void measure_init(sim *sim);
/* Brings counters and series up to sim_cycle(). Does not change the state hash. */
void machine_flush(sim *sim);
sim_observers *machine_observers(const sim *sim);

#endif
