/* Periodic timers: each tick sets a status bit that drives a line. */
#ifndef SIM_TIMER_H
#define SIM_TIMER_H

#include "state/tell.h"

void timer_init(sim *sim);
/* Ticks that fall due at the present cycle. */
void timer_tick(sim *sim);
uint64_t timer_next(const sim *sim);
void timer_acknowledge(sim *sim, uint32_t timer);

#endif
