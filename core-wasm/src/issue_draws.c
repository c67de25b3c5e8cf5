#include "issue_draws.h"

__attribute__((noinline)) void draw_addresses(draws_ahead *a, uint64_t from) {
  const drawn_data data = a->data;
  a->address_from = from;
  for (uint32_t i = 0; i < DRAWS_AHEAD; i++)
    if (!drawn_plainly(&data, from + i, &a->addresses[i])) a->addresses[i] = DRAWN_SPECIALLY;
}

__attribute__((noinline)) uint32_t hit_ahead(draws_ahead *a, const data_port *port, uint32_t first) {
  const data_port p = *port;
  uint32_t moved = a->moved, i = first;
  for (; i < DRAWS_AHEAD; i++) {
    uint64_t order;
    const enum data_hit hit = data_port_touch(&p, a->addresses[i], &a->lanes[i], &order);
    if (hit == DATA_ABSENT) break;
    if (hit == DATA_IN_PLACE) continue;
    a->orders[i] = order;
    moved |= 1u << i;
  }
  a->moved = moved;
  return i;
}

__attribute__((noinline)) void settle_hits(draws_ahead *a, const data_port *p, uint32_t done, uint32_t writes) {
  while ((uint64_t)a->moved >> done != 0) {
    const uint32_t last = 31 - (uint32_t)__builtin_clz(a->moved);
    p->orders[a->lanes[last] >> 2] = a->orders[last];
    a->moved ^= 1u << last;
  }
  a->moved = 0;
  for (; writes != 0; writes &= writes - 1) p->flags[a->lanes[__builtin_ctz(writes)]] |= CACHE_FLAG_DIRTY;
}

__attribute__((noinline)) void draw_outcomes(draws_ahead *a, const stream_rules *rules, uint64_t from) {
  a->outcome_from = from;
  a->taken = 0;
  for (uint32_t i = 0; i < DRAWS_AHEAD; i++)
    a->taken = a->taken >> 1 | rng_is_below(rng_draw(rules->branch_key, from + i), rules->taken_limit) << (DRAWS_AHEAD - 1);
}
