/* Draws made some at a time, before they are needed: each follows from its number alone, and who waits for one
 * of them waits for no other. */
#ifndef SIM_ISSUE_DRAWS_H
#define SIM_ISSUE_DRAWS_H

#include "front_end.h"
#include "issue_memory.h"

enum { DRAWS_AHEAD = 32 };
#define DRAWN_SPECIALLY UINT32_MAX /* above the devices: in a packet, or not cached */

/* Those whose numbers differ from that of the last one asked for in the last digit alone. */
typedef struct draws_ahead {
  drawn_data data;
  uint64_t address_from; /* SIM_NEVER: none yet */
  uint64_t outcome_from;
  uint32_t addresses[DRAWS_AHEAD];
  uint32_t lanes[DRAWS_AHEAD];  /* of the L1D, in which those that hit lie */
  uint64_t orders[DRAWS_AHEAD]; /* of the set, before it was changed by those that are `moved` (bits) */
  uint32_t moved;
  uint32_t taken; /* bits */
} draws_ahead;

_Static_assert(DRAWS_AHEAD <= 32, "bits of a word");

void draw_addresses(draws_ahead *a, uint64_t from);
/* Hits are made before their time: until a line comes or goes, whether an access hits follows from its address alone. Those
 * from `first` on, up to one that does more than hit, are now the most recently used of their sets; returns the index of
 * that one. */
uint32_t hit_ahead(draws_ahead *a, const data_port *port, uint32_t first);
/* Before a line comes or goes, and at the end: those before `done` have been made, of which `writes` (bits by index) were
 * stores; the others are undone. */
void settle_hits(draws_ahead *a, const data_port *port, uint32_t done, uint32_t writes);
void draw_outcomes(draws_ahead *a, const stream_rules *rules, uint64_t from);

static inline uint32_t address_ahead(draws_ahead *a, uint64_t number) {
  if ((number & -(uint64_t)DRAWS_AHEAD) != a->address_from) draw_addresses(a, number & -(uint64_t)DRAWS_AHEAD);
  return a->addresses[number % DRAWS_AHEAD];
}

static inline uint32_t outcome_ahead(draws_ahead *a, const stream_rules *rules, uint64_t number) {
  if ((number & -(uint64_t)DRAWS_AHEAD) != a->outcome_from) draw_outcomes(a, rules, number & -(uint64_t)DRAWS_AHEAD);
  return a->taken >> number % DRAWS_AHEAD & 1;
}

#endif
