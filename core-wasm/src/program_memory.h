/* What a program finds at its addresses. Accesses are aligned; both return 0 where there is nothing for them. */
#ifndef SIM_PROGRAM_MEMORY_H
#define SIM_PROGRAM_MEMORY_H

#include "parts.h"

/* From the shared memory, the program's own code, the packet in hand or a NIC's registers. */
int program_load(const sim *sim, uint32_t thread, const routine_code *code, uint32_t address, uint32_t bytes,
                 uint32_t *value);
/* To the shared memory; a store to a NIC's register changes nothing. */
int program_store(const sim *sim, uint32_t address, uint32_t bytes, uint32_t value);

#endif
