/* Cycles of a routine that are drawn each time it runs. */
#ifndef SIM_SERVICE_H
#define SIM_SERVICE_H

#include "state/state.h"

/* What its points, of all of them, give for a number that is uniform in 32 bits. */
uint32_t service_at(const sim_routine_config *routine, const sim_point *points, uint32_t uniform);
/* Draws for the next run of the routine; 0 where nothing is drawn. */
uint32_t service_draw(sim *sim, uint32_t routine);

#endif
