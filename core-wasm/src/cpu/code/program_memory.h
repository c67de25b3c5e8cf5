/* What a program finds at its addresses. Accesses are aligned; both return 0 where there is nothing for them. */
#ifndef SIM_PROGRAM_MEMORY_H
#define SIM_PROGRAM_MEMORY_H

#include "state/tell.h"

/* From the shared memory, the program's own code or the packet in hand; 0 from a NIC's registers. */
int program_load(const sim *sim, uint32_t thread, const routine_code *code, uint32_t address, uint32_t bytes,
                 uint32_t *value);
/* The ring whose registers lie there, or NULL; and what they show now. */
const ring_state *program_device_register(const sim *sim, uint32_t address);
uint32_t program_register_value(const sim *sim, uint32_t address);
/* To the shared memory; a store to a NIC's register changes nothing. */
int program_store(const sim *sim, uint32_t address, uint32_t bytes, uint32_t value);

#endif
