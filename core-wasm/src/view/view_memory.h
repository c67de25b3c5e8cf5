/* The part of the machine's picture that lies beyond the pipelines and the NICs. */
#ifndef SIM_VIEW_MEMORY_H
#define SIM_VIEW_MEMORY_H

#include "sim.h"

void view_disks(const sim *sim, sim_view *view);
/* Bus, store buffers, TLBs, predictors, lines on their way. */
void view_memory(const sim *sim, sim_view *view);

#endif
