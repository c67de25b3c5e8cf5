/* Draws made some at a time, before they are needed: each follows from its number alone, and who waits for one
 * of them waits for no other. */
#ifndef SIM_ISSUE_DRAWS_H
#define SIM_ISSUE_DRAWS_H

#include "front_end.h"
#include "issue_memory.h"

enum { DRAWS_AHEAD = 16 };
#define DRAWN_SPECIALLY UINT32_MAX /* above the devices: in a packet, or not cached */

/* Those whose numbers differ from that of the last one asked for in the last digit alone. */
typedef struct draws_ahead {
  drawn_data data;
  uint64_t address_from; /* SIM_NEVER: none yet */
  uint64_t outcome_from;
  uint32_t addresses[DRAWS_AHEAD + 1]; /* the last DRAWN_SPECIALLY: who comes to it draws more */
  uint32_t taken; /* bits */
} draws_ahead;

void draw_addresses(draws_ahead *a, uint64_t from);
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
