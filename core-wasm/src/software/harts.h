/* Harts at the end of a cycle: the interrupts that they take and answer, WFI, and the layers that they name. */
#ifndef SIM_HARTS_H
#define SIM_HARTS_H

#include "state/tell.h"

/* The hart takes the interrupt that is next: its pc is then that of the handler. */
void hart_takes_interrupt(sim *sim, uint32_t thread);
/* The interrupt that it took has drained, and its handler is fetched. */
void hart_handler_begins(sim *sim, uint32_t thread);

/* Harts in WFI for which an interrupt is pending become ready. */
void harts_wake(sim *sim);
/* The layers that harts have named hold from the next cycle on. */
void harts_settle(sim *sim);
/* The latencies of interrupts that harts have answered are over. */
void harts_answer(sim *sim);
/* At the end of the next cycle one would wake, or have answered. */
int harts_are_due(const sim *sim);

#endif
