/* The driver-level experiment of source 000, equal to the compiled scenarios/papers/000-*.json. */
#ifndef PAPERS_H
#define PAPERS_H

#include "sim.h"

void paper_000_receive(sim_config *config, uint32_t contexts);
void paper_000_send(sim_config *config, uint32_t contexts, int keeps_frame);
/* The same machine with layers counted in instructions, cycle stealing and open-loop traffic. */
void paper_000_detailed(sim_config *config, uint32_t contexts);

#endif
