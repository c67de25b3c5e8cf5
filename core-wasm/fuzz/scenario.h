/* Makes valid scenarios from choices, for the fuzzers and for random_scenarios. */
#ifndef FUZZ_SCENARIO_H
#define FUZZ_SCENARIO_H

#include "random/random_config.h"
#include "sim.h"

typedef struct scenario {
  sim_config config;
  sim_trace_entry trace[RANDOM_TRACE_LIMIT];
} scenario;

/* A random machine (tests/random/random_config.c), in which a few numbers are then spread over their whole range. */
void scenario_from_choices(choices *from, scenario *made);

/* The same, with choices from bytes. */
void scenario_from_bytes(const uint8_t *bytes, size_t count, scenario *made);

#endif
