/* Priorities that threads inherit through the locks that they have. */
#ifndef SIM_INHERITANCE_H
#define SIM_INHERITANCE_H

#include "state/tell.h"

/* Who has a lock, or waits for one, has changed. */
void inheritance_update(sim *sim);
/* Brings the counters of boosted cycles up to the boundary. */
void inheritance_account_cycles(sim *sim, uint64_t until);

#endif
