/* Budget of a routine for the current packet, less what the NIC's offloads do. */
#ifndef SIM_OFFLOAD_H
#define SIM_OFFLOAD_H

#include "state/tell.h"

/* Cycles or instructions; `packet` SIM_NONE without one. */
uint64_t offload_budget(const sim *sim, const sim_routine_config *routine, uint32_t packet);

#endif
