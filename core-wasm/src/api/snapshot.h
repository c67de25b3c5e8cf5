/* Saving, restoring and hashing the state. */
#ifndef SIM_SNAPSHOT_H
#define SIM_SNAPSHOT_H

#include "state/tell.h"

/* Hash of the configuration and its trace: a snapshot fits only the machine it was taken from. */
/* Presses of the table that buttons name. */
uint32_t snapshot_press_count(const sim_config *config);
uint64_t snapshot_config_hash(const sim_config *config, const sim_trace_entry *trace);

#endif
