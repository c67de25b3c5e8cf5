/* How a function is compiled, where that decides the speed or the size of the module. */
#ifndef SIM_COMPILE_H
#define SIM_COMPILE_H

#include <stdint.h>

/* Inlined into its callers, also where they are compiled for size: the call would cost more than the body, in
 * WebAssembly above all. The loops of the pipeline hold all of a cycle, and copy what they read into locals, which no
 * store of the loop can alias. */
#define INLINE static inline __attribute__((always_inline))

#ifdef __clang__
#define UNROLL /* clang unrolls by itself */
#define OPT_SIZE __attribute__((minsize)) /* for code that runs seldom */
#else
#define OPT_SIZE
#define UNROLL _Pragma("GCC unroll 12")
#endif

/* Runs once for many instructions: made small, and no part of a loop. */
#define RARE OPT_SIZE __attribute__((noinline))

/* Returns the same address and hides from the compiler where it comes from. In WebAssembly LLVM folds the offset of a
 * field into its load only where the address cannot wrap, which it cannot prove for an element of a table: without
 * this, each field of an element is reached by an addition of its own. */
INLINE void *opaque_pointer(const void *address) {
  void *same = (void *)(uintptr_t)address;
#ifdef __wasm__
  __asm__("" : "+r"(same));
#endif
  return same;
}

#endif
