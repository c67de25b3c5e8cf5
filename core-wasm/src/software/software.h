/* Threads: their steps, their end, and the choice of the thread that runs next. */
#ifndef SIM_SOFTWARE_H
#define SIM_SOFTWARE_H

#include "state/tell.h"

void software_init(sim *sim);
/* Begin of a cycle: a thread whose start was reached takes its first steps. */
void software_start(sim *sim);
/* A thread has its registers and its context back. */
void software_resume(sim *sim);
/* Runs steps of the present thread until one takes time or the thread is over. */
void software_continue(sim *sim);
/* The exec step under way is over. */
void software_executed(sim *sim);
/* The cycle that it spent after too many steps is over. */
void software_spun(sim *sim);
/* A hart whose pipeline is empty goes on where its pc says. */
void software_hart_goes_on(sim *sim);
/* The thread takes its first steps when the next cycle begins. */
void software_begin(sim *sim);
/* Nothing runs: gives the processor to the best candidate. */
void software_dispatch(sim *sim);

#endif
