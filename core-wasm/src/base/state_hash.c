#include "base/state_hash.h"

#include <assert.h>
#include <string.h>

/* Multiplies and rotates in four lanes, then mixes the lanes. */
enum { LANES = 4 };

static const uint64_t prime_1 = 0x9e3779b185ebca87u;
static const uint64_t prime_2 = 0xc2b2ae3d27d4eb4fu;

static uint64_t rotate(uint64_t x, int bits) { return x << bits | x >> (64 - bits); }

uint64_t hash_mix(uint64_t lane, uint64_t word) { return rotate(lane + word * prime_2, 31) * prime_1; }

uint64_t hash_words(const void *bytes, uint64_t size, uint64_t seed) {
  assert(size % sizeof(uint64_t) == 0);
  const uint8_t *from = bytes;
  uint64_t lanes[LANES] = {seed + prime_1, seed ^ prime_2, seed, seed - prime_1};
  uint64_t words[LANES];
  uint64_t rest = size;
  for (; rest >= sizeof words; rest -= sizeof words, from += sizeof words) {
    memcpy(words, from, sizeof words);
    for (int i = 0; i < LANES; i++) lanes[i] = hash_mix(lanes[i], words[i]);
  }
  memset(words, 0, sizeof words);
  memcpy(words, from, rest);
  for (int i = 0; i < LANES; i++) lanes[i] = hash_mix(lanes[i], words[i]);
  uint64_t hash = size;
  for (int i = 0; i < LANES; i++) hash = hash_mix(hash ^ lanes[i], lanes[i]);
  hash = (hash ^ hash >> 33) * prime_2;
  hash = (hash ^ hash >> 29) * prime_1;
  return hash ^ hash >> 32;
}
