/* What else a memory system may say, each with its own chance: machines without it stay as they were. */
#include "random_maker.h"

/* Pins that software takes back, and where it does so. */
static void make_lock(maker *m) {
  sim_config *c = m->config;
  for (int i = 0; i < 3; i++)
    if (c->caches[i].size_bytes > 0 && c->caches[i].pinned_lines > 0) c->caches[i].pin_kind = flag(m, 60);
  if (!chance(m, 70)) return;
  for (uint32_t i = 0; i < c->step_count; i++) {
    const uint32_t op = c->steps[i].op;
    if ((op == sim_step_op_UNMASK || op == sim_step_op_REAP || op == sim_step_op_RAISE) && chance(m, 40))
      c->steps[i] = (sim_step_config){.op = sim_step_op_UNLOCK_CACHE, .index = half_in(m, 0, 2)};
  }
}

static void make_restart(maker *m, sim_cache_config *l1) {
  if (l1->size_bytes == 0 || !chance(m, 70)) return;
  l1->sub_block_bytes = 0;
  l1->fill_order = byte_in(m, sim_fill_order_WHOLE_LINE, sim_fill_order_CRITICAL_WORD_FIRST);
}

void make_fills(maker *m) {
  sim_config *c = m->config;
  if (chance(m, 50)) make_lock(m);
  if (chance(m, 25)) {
    make_restart(m, &c->caches[0]);
    make_restart(m, &c->caches[1]);
    if (chance(m, 60)) c->bus_bytes_per_beat = half_in(m, 1, 20);
    if (chance(m, 60)) c->bus_cycles_per_beat = half_in(m, 1, 6);
  }
  if (chance(m, 15)) c->bus_request_cycles = half_in(m, 1, 5);
  if (chance(m, 12)) c->fetch_return_cycles = half_in(m, 1, 4);
}
