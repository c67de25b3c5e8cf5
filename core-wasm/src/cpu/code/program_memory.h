/* What a program finds at its addresses. Accesses are aligned; both return 0 where there is nothing for them. */
#ifndef SIM_PROGRAM_MEMORY_H
#define SIM_PROGRAM_MEMORY_H

#include "memory/memory.h"
#include "state/tell.h"

/* From the shared memory, the program's own code or the packet in hand; 0 from a NIC's registers. */
int program_load(const sim *sim, uint32_t thread, const routine_code *code, uint32_t address, uint32_t bytes,
                 uint32_t *value);
/* The ring of a NIC whose registers lie there, or NULL; what they show now. */
const ring_state *program_device_register(const sim *sim, uint32_t address);
uint32_t program_register_value(const sim *sim, uint32_t address);
/* A device other than a NIC's rings answers there. */
INLINE int program_platform_has(const sim *sim, uint32_t address, uint32_t bytes) {
  return sim->platform != NULL && address >= MEMORY_DEVICE_BASE && sim->platform->has(sim, address, bytes);
}
/* To the shared memory, by the program of that cpu; a store to a NIC's register changes nothing. */
int program_store(const sim *sim, uint32_t cpu, uint32_t address, uint32_t bytes, uint32_t value);

/* M-203: LR and SC of an aligned word; both return 0 where no word can be reserved. `failed`: what SC leaves in its
 * register, 1 without a reservation. */
int program_reserve(const sim *sim, uint32_t cpu, uint32_t address, uint32_t *value);
int program_store_reserved(const sim *sim, uint32_t cpu, uint32_t address, uint32_t value, uint32_t *failed);
/* A cpu, or with SIM_NONE a device, has written there. */
void program_written(const sim *sim, uint32_t cpu, uint32_t address, uint32_t bytes);

#endif
