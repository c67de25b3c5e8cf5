#include "cpu/step/pipeline.h"

static const sim_context_config *context_config(const sim *sim, uint32_t core, uint32_t local) {
  return context_config_at(sim, core * sim->config.context_count + local);
}

/* Orders contexts by priority, then by number. */
static void order_contexts(sim *sim, uint32_t core) {
  uint8_t *order = sim->issue_order[core];
  for (uint32_t local = 0; local < sim->config.context_count; local++) {
    uint32_t at = local;
    const uint32_t priority = context_config(sim, core, local)->priority;
    for (; at > 0 && context_config(sim, core, order[at - 1])->priority > priority; at--) order[at] = order[at - 1];
    order[at] = (uint8_t)local;
  }
}

void select_init(sim *sim) {
  for (uint32_t core = 0; core < sim->config.core_count; core++) {
    order_contexts(sim, core);
    core_at(sim, core)->issuer = SIM_NONE_8;
    for (uint32_t local = 0; local < sim->config.context_count; local++)
      core_at(sim, core)->credit[local] = context_config(sim, core, local)->weight;
  }
}

/* M-30 */
int select_switches(const sim *sim, core_state *c, uint32_t blocked, uint64_t cycle) {
  const uint32_t issued = c->issuer == SIM_NONE_8 ? 0 : 1u << c->issuer;
  if (blocked & (sim->config.switch_blocked_by_miss ? c->unturned : issued)) {
    c->switched_at = cycle + sim->config.switch_blocked_cycles;
    c->issuer = SIM_NONE_8;
    c->unturned &= (uint16_t)~blocked;
  }
  return cycle < c->switched_at;
}

void select_issued(const sim *sim, core_state *c, uint32_t local) {
  c->issuer = (uint8_t)local;
  if (sim->config.switch_blocked_by_miss) c->unturned |= (uint16_t)(1u << local);
}

static uint32_t first_group(const sim *sim, uint32_t core, uint32_t able, uint32_t *group) {
  uint32_t best = 0;
  *group = UINT32_MAX;
  for (uint32_t rest = able; rest != 0; rest &= rest - 1) {
    const uint32_t local = (uint32_t)__builtin_ctz(rest);
    const uint32_t its = context_config(sim, core, local)->group;
    if (its > *group) continue;
    if (its < *group) best = 0;
    *group = its;
    best |= 1u << local;
  }
  return best;
}

/* M-28 */
uint32_t select_weighted(const sim *sim, core_state *c, uint32_t core, uint32_t able) {
  uint32_t group;
  const uint32_t members = first_group(sim, core, able, &group);
  uint32_t with_credit = 0;
  for (uint32_t rest = members; rest != 0; rest &= rest - 1) {
    const uint32_t local = (uint32_t)__builtin_ctz(rest);
    if (c->credit[local] > 0) with_credit |= 1u << local;
  }
  if (with_credit == 0) { /* a new round */
    for (uint32_t local = 0; local < sim->config.context_count; local++) {
      const sim_context_config *config = context_config(sim, core, local);
      if (config->group == group) c->credit[local] = config->weight;
    }
    with_credit = members;
  }
  const uint32_t chosen = select_rotated(with_credit, c->turn);
  c->credit[chosen]--;
  return chosen;
}
