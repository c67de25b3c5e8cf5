/* Ports to the L1 caches of a core for engines that access them often: hits are inlined, memory.c handles the rest.
 * */
#ifndef SIM_CACHE_PORTS_H
#define SIM_CACHE_PORTS_H

#include "memory/memory.h"

typedef struct data_port {
  uint32_t *tags; /* fields of the L1D */
  uint64_t *orders;
  uint8_t *flags;
  uint64_t *accesses; /* by layer */
  const uint64_t *fills_until;
  const fill_state *fills, *prefetches; /* by context */
  uint32_t fill_count;
  uint32_t line_shift, set_mask;
  uint32_t memory_cycles;
  int fits_fast_l1; /* 4 ways, LRU, whole lines, write-back, no TLB, one core */
} data_port;

/* Parameters of drawn addresses: memory_drawn_address with permilles as 32-bit bounds. */
typedef struct drawn_data {
  uint64_t key;
  uint64_t *draws;
  uint64_t hot_below, special_below; /* at most 2^32 */
  uint32_t address, bytes, hot_bytes;
  uint8_t layer;
  uint8_t fits_fast_l1; /* drawn addresses lie below the devices, and the port fits */
} drawn_data;

data_port data_port_of(sim *sim, uint32_t core);
drawn_data drawn_data_of(const data_rules *rules, int port_is_usual);

/* Draws access number `k`. Returns 1 if it may be uncached or in a packet: then *address does not count. */
static inline uint32_t is_special_draw(const drawn_data *d, uint64_t k, uint32_t *address) {
  const uint64_t draw = rng_draw(d->key, k);
  const int is_hot = (uint32_t)(draw >> 16) < d->hot_below;
  *address = d->address + (rng_below(draw, is_hot ? d->hot_bytes : d->bytes) & ~(MEMORY_WORD_BYTES - 1u));
  return (uint32_t)(((uint64_t)(uint32_t)draw - d->special_below) >> 63);
}

enum data_hit { DATA_ABSENT, DATA_IN_PLACE, DATA_MOVED };

/* Makes the line the most recently used of its set; the port must fit. *lane and *order: place of the line, and the
 * previous order of the set. Most lines are in place already. */
static inline enum data_hit data_port_touch(const data_port *p, uint32_t address, uint32_t *lane, uint64_t *order) {
  const uint32_t line = address >> p->line_shift, set = line & p->set_mask, first = set << 2;
  const uint32_t key = line | CACHE_KEY_VALID;
  *order = p->orders[set];
  *lane = first + ((uint32_t)*order & 15);
  if (p->tags[*lane] == key) return DATA_IN_PLACE;
  const uint64_t match = cache_match(p->tags + first, key, 2);
  if (match == 0) return DATA_ABSENT;
  const uint32_t way = cache_matching_way(match);
  p->orders[set] = cache_order_first(*order, way);
  *lane = first + way;
  return DATA_MOVED;
}

/* Makes the access if it hits; the port must fit. `writes`: 0 or 1. */
static inline int data_port_hits(const data_port *p, uint32_t address, uint32_t writes) {
  uint32_t lane;
  uint64_t order;
  if (data_port_touch(p, address, &lane, &order) == DATA_ABSENT) return 0;
  p->flags[lane] |= (uint8_t)writes; /* no branch, because loads and stores alternate */
  return 1;
}

_Static_assert(CACHE_FLAG_DIRTY == 1, "a write is the flag");

/* A fill of the line ends after `cycle`. */
static inline int data_port_awaits(const data_port *p, uint32_t address, uint64_t cycle) {
  const uint32_t line = address >> p->line_shift << p->line_shift;
  for (uint32_t i = 0; i < p->fill_count; i++)
    if ((p->fills[i].line == line && p->fills[i].until > cycle) ||
        (p->prefetches[i].line == line && p->prefetches[i].until > cycle))
      return 1;
  return 0;
}

/* memory_access of a drawn or given address, not inlined. */
uint64_t data_port_miss(sim *sim, uint32_t core, uint32_t index, const data_rules *rules, uint64_t word,
                          uint64_t cycle);

/* memory_access of the next address of the stream. */
static inline uint64_t data_port_access(sim *sim, const data_port *p, const drawn_data *d, uint32_t core,
                                        uint32_t index, const data_rules *rules, uint64_t word, uint64_t cycle) {
  uint32_t address;
  if (!d->fits_fast_l1 || is_special_draw(d, *d->draws, &address))
    return data_port_miss(sim, core, index, rules, word, cycle);
  ++*d->draws;
  if ((*p->fills_until > cycle && data_port_awaits(p, address, cycle)) ||
      !data_port_hits(p, address, (uint32_t)(word & WORD_STORE) / WORD_STORE))
    return memory_access_slowly(sim, core, index, rules, address, word, cycle);
  p->accesses[d->layer]++;
  return cycle + p->memory_cycles;
}

/* The L1I of a core. */
typedef struct code_port {
  const uint32_t *tags;
  const uint64_t *orders;
  uint32_t line_shift, set_mask, stride_shift;
  int fits_fast_l1; /* the L1I fills whole lines and has no pinned lines */
  const cache_geometry *geometry; /* NULL: no L1I */
  uint8_t *lines;
} code_port;

code_port code_port_of(const sim *sim, uint32_t core);
int code_port_hits_any(const code_port *p, uint32_t pc);
/* Whether the L1I has the line. Does not change the state. */
int code_port_holds(const code_port *p, uint32_t pc);

/* Whether the line is the most recently used of its set in the L1I: then a fetch does not change the state. */
static inline int code_port_hits_first(const code_port *p, uint32_t pc) {
  const uint32_t line = pc >> p->line_shift, set = line & p->set_mask;
  const uint32_t lane = (set << p->stride_shift) + ((uint32_t)p->orders[set] & 15);
  return p->fits_fast_l1 && p->tags[lane] == (line | CACHE_KEY_VALID);
}
static inline int code_port_hits(const code_port *p, uint32_t pc) {
  return code_port_hits_first(p, pc) || code_port_hits_any(p, pc);
}

#endif
