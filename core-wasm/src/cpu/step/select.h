/* Which context of a core issues: the policies under which contexts share the pipeline. */
#ifndef SIM_SELECT_H
#define SIM_SELECT_H

#include "state/tell.h"

void select_init(sim *sim);

/* In this cycle some context could issue, and those in `blocked` (bits) wait for an operand. Whether the core turns
 * from the one that issued last to another, and issues nothing. */
int select_switches(const sim *sim, core_state *c, uint32_t blocked, uint64_t cycle);

static inline uint32_t select_rotated(uint32_t able, uint32_t turn) {
  const uint32_t behind = able & (UINT32_MAX << turn);
  return (uint32_t)__builtin_ctz(behind ? behind : able);
}

/* Weighted round robin: the first group with a context that can issue, in turns; each context as often as
 * its weight says, then it waits for the others of its group. */
uint32_t select_weighted(const sim *sim, core_state *c, uint32_t core, uint32_t able);

/* One of the contexts in `able` (bits, not 0), by number within the core. `c` is the core's state, or a copy
 * of it to see which context would be chosen. */
static inline uint32_t select_from(const sim *sim, core_state *c, uint32_t core, uint32_t able) {
  uint32_t chosen;
  if (sim->config.policy == sim_policy_FIXED_PRIORITY) {
    const uint8_t *order = sim->issue_order[core];
    while (!(able >> *order & 1)) order++;
    return *order;
  }
  if (sim->config.policy == sim_policy_WEIGHTED_ROUND_ROBIN) chosen = select_weighted(sim, c, core, able);
  else chosen = select_rotated(able, c->turn);
  c->turn = (uint8_t)(chosen + 1 == sim->config.context_count ? 0 : chosen + 1);
  return chosen;
}

static inline uint32_t select_context(sim *sim, uint32_t core, uint32_t able) {
  return select_from(sim, core_at(sim, core), core, able);
}

#endif
