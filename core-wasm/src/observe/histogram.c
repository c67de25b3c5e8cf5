#include <assert.h>
#include <string.h>

#include "observe/observe.h"

enum {
  EXACT_BITS = 10, /* values below 1024 have one bucket each */
  EXACT_COUNT = 1 << EXACT_BITS,
  SUB_BITS = 9, /* then 512 buckets for each power of two */
  SUB_COUNT = 1 << SUB_BITS,
  END_BITS = 36,
  OFFSET_BITS = 16,
  BUCKET_COUNT = EXACT_COUNT + (END_BITS - EXACT_BITS) * SUB_COUNT
};

_Static_assert((int)BUCKET_COUNT == (int)SIM_BUCKET_LIMIT, "every value below 2^END_BITS has a bucket");

static const uint64_t greatest_offset = ((uint64_t)1 << OFFSET_BITS) - 1;

/* M-164 */
uint32_t sim_bucket_of(uint64_t value) {
  if (value < EXACT_COUNT) return (uint32_t)value;
  if (value >> END_BITS) return BUCKET_COUNT - 1;
  const uint32_t exponent = 63u - (uint32_t)__builtin_clzll(value);
  const uint32_t sub = (uint32_t)(value >> (exponent - SUB_BITS)) & (SUB_COUNT - 1);
  return EXACT_COUNT + (exponent - EXACT_BITS) * SUB_COUNT + sub;
}

/* log2 of the bucket's width in cycles. */
static uint32_t width_bits(uint32_t bucket) {
  return bucket < EXACT_COUNT ? 0 : EXACT_BITS - SUB_BITS + (bucket - EXACT_COUNT) / SUB_COUNT;
}

uint64_t sim_bucket_low(uint32_t bucket) {
  if (bucket < EXACT_COUNT) return bucket;
  if (bucket >= BUCKET_COUNT) return (uint64_t)1 << END_BITS;
  const uint64_t sub = (bucket - EXACT_COUNT) % SUB_COUNT;
  return (SUB_COUNT + sub) << width_bits(bucket);
}

static uint32_t unit_bits(uint32_t bucket) {
  const uint32_t bits = width_bits(bucket);
  return bits <= OFFSET_BITS ? 0 : bits - OFFSET_BITS;
}

uint64_t sim_bucket_unit(uint32_t bucket) { return (uint64_t)1 << unit_bits(bucket); }

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
  const uint64_t offset = (value - sim_bucket_low(bucket)) >> unit_bits(bucket);
  const uint16_t kept = (uint16_t)(offset < greatest_offset ? offset : greatest_offset);
  if (h->buckets[bucket] == 0 || kept < h->least[bucket]) h->least[bucket] = kept;
  if (kept > h->greatest[bucket]) h->greatest[bucket] = kept;
  h->buckets[bucket]++;
}

_Static_assert(EXACT_COUNT + (BUCKET_COUNT - EXACT_COUNT) / (int)SIM_TALLY_GROUP == (int)SIM_TALLY_LIMIT,
               "every bucket belongs to one of a tally");

void tally_record(sim_tally *t, uint64_t value) {
  const uint32_t bucket = sim_bucket_of(value);
  summary_record(&t->all, value);
  t->buckets[bucket < EXACT_COUNT ? bucket : EXACT_COUNT + (bucket - EXACT_COUNT) / SIM_TALLY_GROUP]++;
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
