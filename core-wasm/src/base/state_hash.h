/* The hash of the state. It has its own file because the C tests compile it with the optimiser in every mode.
 * Without the optimiser they would spend half of their time in it. */
#ifndef SIM_STATE_HASH_H
#define SIM_STATE_HASH_H

#include <stdint.h>

uint64_t hash_mix(uint64_t hash, uint64_t word);
/* Hash of `size` bytes, a multiple of 8, read as little-endian 64-bit words. */
uint64_t hash_words(const void *bytes, uint64_t size, uint64_t seed);

#endif
