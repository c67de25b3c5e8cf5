/* In WebAssembly there is one machine, behind static data and stack, where the linker says: at a constant address, so
 * that what reaches its fields needs neither a register nor a sum for it. A pointer that comes out of a struct or from
 * the host says so here; natively it is what it is. */
#ifndef SIM_ONE_MACHINE_H
#define SIM_ONE_MACHINE_H

#include "base/compile.h"
#include "sim.h"

#ifdef __wasm__
extern unsigned char __heap_base[]; /* a multiple of 16 */
INLINE sim *one_machine(sim *known) {
  (void)known;
  return (sim *)(void *)__heap_base;
}
#else
INLINE sim *one_machine(sim *known) { return known; }
#endif

#endif
