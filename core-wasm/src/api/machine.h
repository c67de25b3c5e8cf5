/* Declarations shared by the files of the public interface. */
#ifndef SIM_MACHINE_H
#define SIM_MACHINE_H

#include "base/check.h"
#include "state/tell.h"

/* Bytes of the state, which follows the machine. The state hash covers these bytes. */
uint64_t machine_state_bytes(const sim_config *config);
/* Bytes of the state and of sim_marks behind it. A snapshot copies these bytes. */
uint64_t machine_saved_bytes(const sim_config *config);
/* Empties the tallies. */
void measure_init(sim *sim);
/* Brings counters and series up to sim_cycle(). Does not change the state hash. */
void machine_flush(sim *sim);
sim_observers *machine_observers(const sim *sim);

/* Checks routines, locks, threads and their steps. */
int config_check_software(const check *k);

/* Number of used entries in the buttons' table of presses. */
uint32_t snapshot_press_count(const sim_config *config);
/* Hash of the configuration and its trace. A snapshot fits only machines with the same hash. */
uint64_t snapshot_config_hash(const sim_config *config, const sim_trace_entry *trace);

#endif
