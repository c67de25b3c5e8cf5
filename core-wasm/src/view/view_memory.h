/* The part of the machine's picture that does not belong to pipelines or devices. */
#ifndef SIM_VIEW_MEMORY_H
#define SIM_VIEW_MEMORY_H

#include "sim.h"

/* Bus, store buffers, TLBs, predictors, lines that are being loaded. */
void view_memory(const sim *sim, sim_view *view);

#endif
