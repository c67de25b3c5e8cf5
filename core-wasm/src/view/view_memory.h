/* The part of the machine's picture that lies beyond the pipelines and the devices. */
#ifndef SIM_VIEW_MEMORY_H
#define SIM_VIEW_MEMORY_H

#include "sim.h"

/* Bus, store buffers, TLBs, predictors, lines on their way. */
void view_memory(const sim *sim, sim_view *view);

#endif
