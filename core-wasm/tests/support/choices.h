/* The source of decisions for random machines: a seed, or bytes from a fuzzer. */
#ifndef CHOICES_H
#define CHOICES_H

#include <stddef.h>
#include <stdint.h>

/* A random generator for tests. */
typedef struct test_random {
  uint64_t state;
} test_random;

/* Uniform in [low, high]. */
uint32_t test_random_in(test_random *r, uint32_t low, uint32_t high);

typedef struct choices {
  test_random random;
  const uint8_t *bytes; /* NULL: choices from the seed */
  size_t bytes_left;
} choices;

choices choices_from_seed(uint64_t seed);
/* After the last byte every choice is the lowest value. */
choices choices_from_bytes(const uint8_t *bytes, size_t count);

/* In [low, high]. From bytes it takes only as many as the range needs. */
uint32_t choose(choices *from, uint32_t low, uint32_t high);
/* In [low, high], of any magnitude: small numbers are as likely as large ones. */
uint64_t choose_magnitude(choices *from, uint64_t low, uint64_t high);

#endif
