/* How interrupts enter their handlers. */
#include "random_maker.h"

void make_entries(maker *m) {
  sim_config *c = m->config;
  if (!chance(m, 40)) return;
  if (c->save_kind == sim_save_kind_CYCLES && c->policy <= sim_policy_ON_EVENT) c->save_overlaps_entry = flag(m, 70);
}
