#include "cpu/blocks/block_engine.h"

enum { AT_ONCE = 8 }; /* unrolled */

static uint32_t special_address(drawn_accesses *a, const data_rules *rules, uint32_t index, uint32_t *words) {
  if (!a->dma_cannot_touch_packet) return DRAW_IS_SPECIAL;
  const uint32_t before = *words, address = memory_drawn_address(rules, a->address_from + index, words);
  if (address >= MEMORY_DEVICE_BASE) return DRAW_IS_SPECIAL;
  a->in_packet |= (*words - before) << index;
  return address;
}

__attribute__((noinline)) void draw_addresses(drawn_accesses *a, const data_rules *rules, uint64_t from,
                                              uint32_t words) {
  const drawn_data data = a->data;
  uint32_t special = 0;
  for (uint32_t i = 0; i < DRAWS_AHEAD; i += AT_ONCE) {
    uint32_t some = 0;
    for (uint32_t j = 0; j < AT_ONCE; j++) some |= is_special_draw(&data, from + i + j, &a->addresses[i + j]) << j;
    special |= some << i;
  }
  a->address_from = from;
  a->in_packet = 0;
  for (; special != 0; special &= special - 1) {
    const uint32_t index = (uint32_t)__builtin_ctz(special);
    a->addresses[index] = special_address(a, rules, index, &words);
  }
}

__attribute__((noinline)) uint32_t speculate_hits(drawn_accesses *a, const data_port *port, uint32_t first) {
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

__attribute__((noinline)) void commit_hits(drawn_accesses *a, const data_port *p, uint32_t done, uint32_t writes) {
  while ((uint64_t)a->moved >> done != 0) {
    const uint32_t last = 31 - (uint32_t)__builtin_clz(a->moved);
    p->orders[a->lanes[last] >> 2] = a->orders[last];
    a->moved ^= 1u << last;
  }
  a->moved = 0;
  for (; writes != 0; writes &= writes - 1) p->flags[a->lanes[__builtin_ctz(writes)]] |= CACHE_FLAG_DIRTY;
}

__attribute__((noinline)) void draw_outcomes(drawn_outcomes *o, const stream_rules *rules, uint64_t number) {
  const uint64_t from = number & -(uint64_t)OUTCOMES_AHEAD;
  uint32_t taken = 0;
  for (uint32_t i = 0; i < OUTCOMES_AHEAD; i++)
    taken |= rng_is_below(rng_draw(rules->branch_key, from + i), rules->taken_limit) << i;
  *o = (drawn_outcomes){.until = from + OUTCOMES_AHEAD, .taken = taken};
}
