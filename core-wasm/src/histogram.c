#include <assert.h>
#include <string.h>

#include "observe.h"

enum {
  EXACT_BITS = 6, /* values below 64 have a bucket each */
  EXACT_COUNT = 1 << EXACT_BITS,
  SUB_BITS = 5, /* then 32 buckets per power of two */
  SUB_COUNT = 1 << SUB_BITS,
  BUCKET_COUNT = EXACT_COUNT + (64 - EXACT_BITS) * SUB_COUNT
};

_Static_assert((int)BUCKET_COUNT == (int)SIM_BUCKET_LIMIT, "every 64-bit value has a bucket");

uint32_t sim_bucket_of(uint64_t value) {
  if (value < EXACT_COUNT) return (uint32_t)value;
  const uint32_t exponent = 63u - (uint32_t)__builtin_clzll(value);
  const uint32_t sub = (uint32_t)(value >> (exponent - SUB_BITS)) & (SUB_COUNT - 1);
  return EXACT_COUNT + (exponent - EXACT_BITS) * SUB_COUNT + sub;
}

uint64_t sim_bucket_low(uint32_t bucket) {
  if (bucket < EXACT_COUNT) return bucket;
  if (bucket >= BUCKET_COUNT) return UINT64_MAX;
  const uint32_t exponent = EXACT_BITS + (bucket - EXACT_COUNT) / SUB_COUNT;
  const uint64_t sub = (bucket - EXACT_COUNT) % SUB_COUNT;
  return (SUB_COUNT + sub) << (exponent - SUB_BITS);
}

void histogram_reset(sim_histogram *h) {
  assert(h != NULL);
  memset(h, 0, sizeof *h);
  h->minimum = UINT64_MAX;
}

void histogram_record(sim_histogram *h, uint64_t value) {
  assert(h != NULL);
  const uint32_t bucket = sim_bucket_of(value);
  h->count++;
  h->sum += value;
  if (value < h->minimum) h->minimum = value;
  if (value > h->maximum) h->maximum = value;
  h->sums[bucket] += value;
  h->buckets[bucket]++;
}

void summary_reset(sim_summary *s) {
  assert(s != NULL);
  *s = (sim_summary){.minimum = UINT64_MAX};
}

void summary_record(sim_summary *s, uint64_t value) {
  assert(s != NULL);
  s->count++;
  s->sum += value;
  if (value < s->minimum) s->minimum = value;
  if (value > s->maximum) s->maximum = value;
}
