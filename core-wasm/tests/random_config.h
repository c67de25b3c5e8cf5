/* Random machines with random software and traffic, all valid, from a seed: small enough that a few
 * thousand cycles exercise everything. */
#ifndef RANDOM_CONFIG_H
#define RANDOM_CONFIG_H

#include "sim.h"

enum { RANDOM_TRACE_LIMIT = 96 };

/* Fills the config; the entries that it counts are in `trace`. */
void random_config(uint64_t seed, sim_config *config, sim_trace_entry trace[RANDOM_TRACE_LIMIT]);

/* A generator of its own for tests: uniform in [low, high]. */
typedef struct test_random {
  uint64_t state;
} test_random;

uint32_t test_random_in(test_random *r, uint32_t low, uint32_t high);

#endif
