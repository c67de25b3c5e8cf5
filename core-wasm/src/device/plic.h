/* The interrupt controller of harts, after the RISC-V PLIC specification 1.0.0 (M-222 to M-226). Source s is line
 * s - 1, if that starts no thread. */
#ifndef SIM_PLIC_H
#define SIM_PLIC_H

#include "state/tell.h"

enum { PLIC_REGISTERS = 0x400000 / 4 }; /* words; not all of them are there */

int plic_has(const sim *sim, uint32_t at);
uint32_t plic_load(sim *sim, uint32_t device, uint32_t at);
void plic_store(sim *sim, uint32_t device, uint32_t at, uint32_t value);

/* The line that goes first among those that ask for the hart with a priority above; SIM_NONE: there is none. */
uint32_t plic_first(const sim *sim, const sim_hart *hart, uint32_t above);

/* The line asks for a new interrupt, in a machine with harts. */
void plic_asserted(sim *sim, uint32_t line);
/* The line may ask again: it was unmasked, or its interrupt was completed. */
void plic_request(sim *sim, uint32_t line);

/* Of any machine: no source is both pending and claimed, or has a line that starts a thread. */
int plic_is_sound(const sim *sim);

#endif
