/* Compares a machine with the same machine that steps every cycle: both must be in the same state at the end of
 * every slice. */
#ifndef AS_STEPPED_H
#define AS_STEPPED_H

#include "support/choices.h"
#include "support/machine_fixture.h"
#include "support/test.h"

enum { SLICE_KINDS = 3 };

/* `longest`: cycles of the longest slice. The seed chooses the length of each slice. */
static inline void expect_as_stepped(const sim_config *config, const sim_trace_entry *trace, uint64_t cycles,
                                     const uint32_t longest[SLICE_KINDS], uint64_t seed, test_random *random) {
  sim *fast = fixture_create(config, trace, &fixture_blind);
  sim *stepped = fixture_create(config, trace, &fixture_blind);
  sim_set_skipping(stepped, 0);
  while (sim_cycle(fast) < cycles && !test_broken_here) {
    const uint64_t to = sim_cycle(fast) + test_random_in(random, 1, longest[seed % SLICE_KINDS]);
    sim_step(fast, to, 0);
    sim_step(stepped, to, 0);
    EXPECT(fixture_same_state(fast, stepped));
    if (test_broken_here)
      printf("  seed %llu, before cycle %llu\n", (unsigned long long)seed, (unsigned long long)to);
  }
  EXPECT_EQUAL(sim_state_hash(fast), sim_state_hash(stepped));
  fixture_free(fast);
  fixture_free(stepped);
}

#endif
