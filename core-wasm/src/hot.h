/* How a function is compiled, where that decides the speed or the size of the module. */
#ifndef SIM_HOT_H
#define SIM_HOT_H

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

#endif
