/* Offsets of a machine's caches, TLBs and predictors in its state. */
#ifndef SIM_MEMORY_SHAPE_H
#define SIM_MEMORY_SHAPE_H

#include "cache/cache.h"
#include "cache/predictor.h"
#include "cache/tlb.h"
#include "sim.h"

enum { CACHE_L1I, CACHE_L1D, CACHE_L2, CACHE_COUNT };

/* Derived from the configuration. Offsets count from the start of the memory state. L1s follow core by core. */
typedef struct memory_shape {
  cache_geometry caches[CACHE_COUNT];
  tlb_geometry tlb;
  predictor_geometry predictor;
  uint32_t cache_at[CACHE_COUNT];
  uint32_t tlb_at;
  uint32_t predictor_at;
  uint32_t bytes;
  uint32_t l2_line_cycles; /* bus cycles for a line of the L2 */
  uint8_t has[CACHE_COUNT];
  uint8_t has_tlb;
  uint8_t has_predictor;
  uint8_t is_used;         /* accesses go through the memory system */
  uint8_t hit_has_no_side_effects; /* with an L1D, no TLB, and no marks in an L1: a hit changes only the L1D */
  uint8_t has_ranges;      /* caches (bits) with a pinned range; also MEMORY_HAS_UNCACHED, MEMORY_HAS_UNMAPPED */
  uint8_t restarts[CACHE_L2]; /* sim_fill_order for each L1 */
  uint8_t refills;         /* software refills the TLB */
  uint8_t is_stepped;      /* an instruction-driven run cannot reproduce the timing of this memory system */
  uint8_t has_others;      /* cores whose caches are snooped */
  uint8_t l2_per_core;
} memory_shape;

enum { MEMORY_HAS_UNCACHED = 1 << CACHE_COUNT, MEMORY_HAS_UNMAPPED = 2 << CACHE_COUNT };

/* Every part of the memory state starts at a multiple of 8. */
static inline uint32_t memory_aligned(uint32_t bytes) { return (bytes + 7) & ~7u; }

/* Bus cycles for this number of bytes. */
static inline uint64_t bus_beats(const sim_config *c, uint64_t bytes) {
  return (bytes + c->bus_bytes_per_beat - 1) / c->bus_bytes_per_beat * c->bus_cycles_per_beat;
}

static inline int memory_in_ranges(const sim_address_range *ranges, uint32_t address) {
  int is_in = 0;
  for (uint32_t i = 0; i < SIM_RANGE_LIMIT; i++) is_in |= address - ranges[i].from < ranges[i].to - ranges[i].from;
  return is_in;
}

memory_shape memory_shape_of(const sim_config *config);
uint64_t memory_state_bytes(const sim_config *config);
/* Offset in sim_config of the first bad field, or SIM_NONE. The other functions require a valid configuration. */
uint32_t memory_check(const sim_config *config);

#endif
