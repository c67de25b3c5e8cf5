/* How a function is compiled, where that decides the speed or the size of the module. */
#ifndef SIM_HOT_H
#define SIM_HOT_H

#include <stdint.h>

/* A part of whoever calls it, also of a caller that is compiled for size: a call costs more than what it does, in
 * WebAssembly above all. Pipelines that are worth it have all of a cycle in one loop; what changes from cycle to cycle
 * and what does not are copied into locals there: no store of the loop can alias them. */
#define HOT static inline __attribute__((always_inline))

#ifdef __clang__
#define UNROLL /* it does so by itself */
#define SMALL __attribute__((minsize)) /* what runs seldom */
#else
#define SMALL
#define UNROLL _Pragma("GCC unroll 12")
#endif

/* The same address, of which the compiler knows no more than that. In WebAssembly an element of a table in a struct is
 * reached by a sum, and LLVM makes the offset of a field a part of the instruction that loads it only where the sum
 * cannot wrap, which it does not see of an index: each field would have a sum of its own. */
HOT void *kept(const void *address) {
  void *same = (void *)(uintptr_t)address;
#ifdef __wasm__
  __asm__("" : "+r"(same));
#endif
  return same;
}

#endif
