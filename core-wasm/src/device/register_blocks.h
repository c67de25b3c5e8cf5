/* Registers that programs load and store, block by block: one entry for each kind of device that has some (M-211). */
#ifndef SIM_REGISTER_BLOCKS_H
#define SIM_REGISTER_BLOCKS_H

#include "state/tell.h"

/* A device answers an access of so many bytes to this address. */
int register_blocks_have(const sim *sim, uint32_t address, uint32_t bytes);
/* Of one that does, in the last cycle of the access; `thread` acts. */
uint32_t register_blocks_load(sim *sim, uint32_t thread, uint32_t address, uint64_t cycle);
void register_blocks_store(sim *sim, uint32_t thread, uint32_t address, uint32_t value, uint64_t cycle);

#endif
