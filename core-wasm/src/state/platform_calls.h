/* Device registers of programs. The rooms of the processor lie below the devices: they call them through this table
 * (device/platform.c), which a machine without programs does not have. */
#ifndef SIM_PLATFORM_CALLS_H
#define SIM_PLATFORM_CALLS_H

#include "sim.h"

typedef struct platform_calls {
  /* Something answers an access of so many bytes to this address, a multiple of them. Changes nothing. */
  int (*has)(const sim *sim, uint32_t address, uint32_t bytes);
  /* In the last cycle of the access. The value: the byte of the address lowest. */
  uint32_t (*load)(sim *sim, uint32_t thread, uint32_t address, uint32_t bytes, uint64_t cycle);
  void (*store)(sim *sim, uint32_t thread, uint32_t address, uint32_t bytes, uint32_t value, uint64_t cycle);
  /* Interrupts (bits of mip) that ask for the hart of the context in this cycle, but for those of bound lines. */
  uint32_t (*pending)(const sim *sim, uint32_t context, uint64_t cycle);
} platform_calls;

#endif
