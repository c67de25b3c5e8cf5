/* Tells states apart. By itself, as the C tests compile it with optimiser in every mode: half of
 * their time went here. */
#ifndef SIM_STATE_HASH_H
#define SIM_STATE_HASH_H

#include <stdint.h>

uint64_t hash_mix(uint64_t hash, uint64_t word);
/* Of `size` bytes, a multiple of 8, as little-endian 64-bit words. */
uint64_t hash_words(const void *bytes, uint64_t size, uint64_t seed);

#endif
