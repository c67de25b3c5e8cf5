/* What steps ask for and wait for. */
#ifndef SIM_CONDITION_H
#define SIM_CONDITION_H

#include "state/tell.h"

int condition_holds(const sim *sim, const sim_step_config *step);
/* The thread cannot go on: its step is taken again, or is over, when it is woken. */
int condition_blocks(const sim *sim, const activity *a, const sim_step_config *step);

#endif
