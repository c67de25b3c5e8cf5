/* What programs find at a button's addresses (M-214). */
#ifndef SIM_BUTTON_H
#define SIM_BUTTON_H

#include "state/tell.h"

enum { BUTTON_REGISTERS = 2 };

uint32_t button_load(sim *sim, uint32_t button, uint32_t at);
void button_store(sim *sim, uint32_t button, uint32_t at, uint32_t value);

#endif
