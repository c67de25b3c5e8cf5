/* Registers of the machine that harts find beside their devices: the CLINT (timer and software interrupts); and which
 * interrupts ask for a hart. */
#ifndef SIM_PLATFORM_H
#define SIM_PLATFORM_H

#include "state/tell.h"

void platform_init(sim *sim);
/* First cycle after the present one in which an interrupt of a hart becomes pending by itself. */
uint64_t platform_next(const sim *sim);

#endif
