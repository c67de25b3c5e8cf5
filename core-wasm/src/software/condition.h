/* Conditions that steps test and wait for. */
#ifndef SIM_CONDITION_H
#define SIM_CONDITION_H

#include "state/tell.h"

int condition_holds(const sim *sim, const sim_step_config *step);
/* The step makes the thread wait. When it is woken, the step is taken again or is over. */
int condition_blocks(const sim *sim, const activity *a, const sim_step_config *step);

#endif
