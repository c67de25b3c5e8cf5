/* Draws made some at a time, before they are needed: each follows from its number alone, and who waits for one
 * of them waits for no other. */
#ifndef SIM_SPECULATE_H
#define SIM_SPECULATE_H

#include "cpu/blocks/cache_ports.h"
#include "cpu/step/front_end.h"

enum { DRAWS_AHEAD = 32, OUTCOMES_AHEAD = 32 };
#define DRAW_IS_SPECIAL UINT32_MAX /* above the devices: not cached, or in a packet to which DMA may write */

typedef struct drawn_accesses {
  drawn_data data;
  uint64_t address_from; /* number of the first; SIM_NEVER: none yet */
  uint32_t dma_cannot_touch_packet; /* no burst changes a line of it */
  uint32_t in_packet;       /* addresses (bits): each its next word */
  uint32_t addresses[DRAWS_AHEAD];
  uint32_t lanes[DRAWS_AHEAD];  /* of the L1D, in which those that hit lie */
  uint64_t orders[DRAWS_AHEAD]; /* of the set, before it was changed by those that are `moved` (bits) */
  uint32_t moved;
} drawn_accesses;

_Static_assert(DRAWS_AHEAD <= 32 && OUTCOMES_AHEAD <= 32, "bits of a word");

/* From this one on, before which so many words of the packet were accessed. */
void draw_addresses(drawn_accesses *a, const data_rules *rules, uint64_t from, uint32_t words);
/* Hits are made before their time: until a line comes or goes, whether an access hits follows from its address alone.
 * Those from `first` on, up to one that does more than hit, are now the most recently used of their sets; returns the
 * index of that one. */
uint32_t speculate_hits(drawn_accesses *a, const data_port *port, uint32_t first);
/* Before a line comes or goes, and at the end: those before `done` have been made, of which `writes` (bits by index)
 * were stores; the others are undone. */
void commit_hits(drawn_accesses *a, const data_port *port, uint32_t done, uint32_t writes);
/* Those that this one is drawn with. */
void draw_outcomes(drawn_outcomes *o, const stream_rules *rules, uint64_t number);

static inline int is_drawn_ahead(const drawn_accesses *a, uint64_t number) {
  return a->address_from != SIM_NEVER && number - a->address_from < DRAWS_AHEAD;
}

/* Of the words of the packet, those that come before the one with this index. */
static inline uint32_t words_ahead(const drawn_accesses *a, uint32_t index) {
  return (uint32_t)__builtin_popcountll(a->in_packet & ((1ull << index) - 1));
}

#endif
