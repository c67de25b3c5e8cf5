/* What programs find at a console's addresses: the registers of a 16550 (M-212). */
#ifndef SIM_CONSOLE_H
#define SIM_CONSOLE_H

#include "state/tell.h"

enum { CONSOLE_REGISTERS = 8 };

uint32_t console_load(sim *sim, uint32_t console, uint32_t at);
void console_store(sim *sim, uint32_t console, uint32_t at, uint32_t value);
/* Bytes of the machine's state for what its consoles have sent. */
uint64_t console_text_bytes(const sim_config *config);

#endif
