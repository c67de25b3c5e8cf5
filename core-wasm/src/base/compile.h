/* Attributes of functions that decide the speed or the size of the module. */
#ifndef SIM_COMPILE_H
#define SIM_COMPILE_H

#include <stdint.h>

/* Inlined into callers, even if these are compiled for size: the call would cost more than the body, above all in
 * WebAssembly. The loops of the pipeline contain the whole work of a cycle. They copy their inputs into
 * locals, which no store in the loop can alias. */
#define INLINE static inline __attribute__((always_inline))

#ifdef __clang__
#define UNROLL /* clang unrolls without this pragma */
#define OPT_SIZE __attribute__((minsize)) /* for code that rarely runs */
#else
#define OPT_SIZE
#define UNROLL _Pragma("GCC unroll 12")
#endif

/* Runs once for many instructions, so it is compiled for size and kept out of loops. */
#define RARE OPT_SIZE __attribute__((noinline))

/* Returns the same address and hides its origin from the compiler. In WebAssembly, LLVM folds the offset of a field
 * into its load only if it can prove that the address does not wrap. For an element of a table it cannot prove this;
 * without this function, each field of an element takes an addition. */
INLINE void *opaque_pointer(const void *address) {
  void *same = (void *)(uintptr_t)address;
#ifdef __wasm__
  __asm__("" : "+r"(same));
#endif
  return same;
}

#endif
