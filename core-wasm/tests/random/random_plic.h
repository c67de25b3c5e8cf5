/* The interrupt controller of random harts: lines that start no thread, and accesses of programs to their sources. */
#ifndef RANDOM_PLIC_H
#define RANDOM_PLIC_H

#include "random_config.h"

/* Some lines that start no thread, for existing devices and for new ones. */
void random_plic_lines(choices *from, sim_config *config);

/* Each writes instructions and returns their number. They use x21, x22, x23 and x25. At the start of a program: */
uint32_t random_plic_begin(choices *from, uint32_t *words, uint32_t context);
/* An access to any of its registers, or to a button. */
random_piece random_plic_access;
/* A claim, often an answer to a button, and usually a completion. */
uint32_t random_plic_service(choices *from, uint32_t *words, uint32_t context);

#endif
