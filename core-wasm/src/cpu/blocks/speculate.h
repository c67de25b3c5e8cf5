/* Draws and hits before their time: a draw depends on its number alone, so many are made at once. */
#ifndef SIM_SPECULATE_H
#define SIM_SPECULATE_H

#include "cpu/blocks/cache_ports.h"
#include "cpu/step/front_end.h"

enum { DRAWS_AHEAD = 32, OUTCOMES_AHEAD = 32 };
#define DRAW_IS_SPECIAL UINT32_MAX /* above the devices: uncached, or in a packet to which DMA may write */

typedef struct drawn_accesses {
  drawn_data data;
  uint64_t address_from; /* number of the first address; SIM_NEVER: none drawn */
  uint32_t dma_cannot_touch_packet; /* no DMA burst changes a line of the packet */
  uint32_t in_packet;       /* addresses (bits) in the packet, each the next word of it */
  uint32_t addresses[DRAWS_AHEAD];
  uint32_t lanes[DRAWS_AHEAD];  /* lanes of the L1D that hold them, for those that hit */
  uint64_t orders[DRAWS_AHEAD]; /* order of the set before the hit, for those in `moved` (bits) */
  uint32_t moved;
} drawn_accesses;

_Static_assert(DRAWS_AHEAD <= 32 && OUTCOMES_AHEAD <= 32, "bits of a word");

/* Draws DRAWS_AHEAD addresses from number `from` on; `words` of the packet were accessed before. */
void draw_addresses(drawn_accesses *a, const data_rules *rules, uint64_t from, uint32_t words);
/* Makes hits from index `first` on before their time: until a line is filled or invalidated, whether an access hits
 * depends on its address alone. Returns the index of the first access that does not hit. */
uint32_t speculate_hits(drawn_accesses *a, const data_port *port, uint32_t first);
/* Commits the hits before index `done`, of which `writes` (bits) are stores, and rolls back the others. To be called
 * before a line is filled or invalidated, and at the end. */
void commit_hits(drawn_accesses *a, const data_port *port, uint32_t done, uint32_t writes);
/* Draws the batch of OUTCOMES_AHEAD branch outcomes that contains `number`. */
void draw_outcomes(drawn_outcomes *o, const stream_rules *rules, uint64_t number);

static inline int is_drawn_ahead(const drawn_accesses *a, uint64_t number) {
  return a->address_from != SIM_NEVER && number - a->address_from < DRAWS_AHEAD;
}

/* Number of addresses before `index` that lie in the packet. */
static inline uint32_t words_ahead(const drawn_accesses *a, uint32_t index) {
  return (uint32_t)__builtin_popcountll(a->in_packet & ((1ull << index) - 1));
}

#endif
