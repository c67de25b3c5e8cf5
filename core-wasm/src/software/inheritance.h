/* Priorities that threads inherit through the locks that they have. */
#ifndef SIM_INHERITANCE_H
#define SIM_INHERITANCE_H

#include "state/tell.h"

/* To be called when a lock's holder or its waiting threads have changed. */
void inheritance_update(sim *sim);
/* Brings the counters of boosted cycles up to the boundary. */
void inheritance_account_cycles(sim *sim, uint64_t until);

#endif
