#include "choices.h"

#include <assert.h>

uint32_t test_random_in(test_random *r, uint32_t low, uint32_t high) {
  assert(low <= high);
  r->state += 0x9e3779b97f4a7c15u; /* splitmix64 */
  uint64_t x = r->state;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  x ^= x >> 31;
  return low + (uint32_t)((x >> 32) % ((uint64_t)high - low + 1));
}

choices choices_from_seed(uint64_t seed) { return (choices){.random = {seed * 0x2545f4914f6cdd1du}}; }

choices choices_from_bytes(const uint8_t *bytes, size_t count) {
  static const uint8_t nothing[1];
  return (choices){.bytes = bytes != NULL ? bytes : nothing, .bytes_left = bytes != NULL ? count : 0};
}

static uint32_t next_byte(choices *from) {
  if (from->bytes_left == 0) return 0;
  from->bytes_left--;
  return *from->bytes++;
}

uint32_t choose(choices *from, uint32_t low, uint32_t high) {
  assert(low <= high);
  if (from->bytes == NULL) return test_random_in(&from->random, low, high);
  const uint64_t values = (uint64_t)high - low + 1;
  uint64_t pick = 0;
  for (uint64_t reach = 1; reach < values; reach <<= 8) pick = pick << 8 | next_byte(from);
  return low + (uint32_t)(pick % values);
}

uint64_t choose_magnitude(choices *from, uint64_t low, uint64_t high) {
  assert(low <= high);
  const uint32_t bits = choose(from, 0, 64);
  uint64_t value = 0;
  for (uint32_t taken = 0; taken < bits; taken += 16) value = value << 16 | choose(from, 0, UINT16_MAX);
  if (bits < 64) value &= ((uint64_t)1 << bits) - 1;
  return value > high - low ? high : low + value;
}
