/* How interrupts enter their handlers. */
#include "random_maker.h"

void make_entries(maker *m) {
  sim_config *c = m->config;
  if (!chance(m, 40)) return;
  const int owns_core = c->policy <= sim_policy_ON_EVENT;
  if (c->save_kind == sim_save_kind_CYCLES && owns_core) c->save_overlaps_entry = flag(m, 70);
  if (owns_core && !c->non_blocking && !c->tlb_refill_instructions) c->abandons = flag(m, 50);
}
