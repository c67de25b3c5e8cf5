/* Receive-side scaling: the frames of a flow all go to one ring. */
#ifndef SIM_RSS_H
#define SIM_RSS_H

#include "base/rng.h"
#include "sim.h"

enum { RSS_TABLE_ENTRIES = 128 }; /* indirection table, filled with the rings in turn, as drivers do */

static inline uint32_t rss_ring(const sim_nic_config *nic, uint32_t flow) {
  if (nic->ring_count == 1) return 0;
  const uint64_t hash = rng_draw(rng_key(nic->hash_seed, RNG_RING), flow);
  return rng_below(hash, RSS_TABLE_ENTRIES) % nic->ring_count;
}

#endif
