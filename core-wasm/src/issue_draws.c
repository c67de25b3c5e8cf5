#include "issue_draws.h"

__attribute__((noinline)) void draw_addresses(draws_ahead *a, uint64_t from) {
  const drawn_data data = a->data;
  a->address_from = from;
  a->addresses[DRAWS_AHEAD] = DRAWN_SPECIALLY;
  for (uint32_t i = 0; i < DRAWS_AHEAD; i++)
    if (!drawn_plainly(&data, from + i, &a->addresses[i])) a->addresses[i] = DRAWN_SPECIALLY;
}

__attribute__((noinline)) void draw_outcomes(draws_ahead *a, const stream_rules *rules, uint64_t from) {
  a->outcome_from = from;
  a->taken = 0;
  for (uint32_t i = 0; i < DRAWS_AHEAD; i++)
    a->taken = a->taken >> 1 | rng_is_below(rng_draw(rules->branch_key, from + i), rules->taken_limit) << (DRAWS_AHEAD - 1);
}
