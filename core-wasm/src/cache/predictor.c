#include "cache/predictor.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

enum {
  COUNTERS_PER_BYTE = 4,
  WEAKLY_NOT_TAKEN = 0x55, /* four counters of 1 */
  KEY_VALID = 1            /* instructions lie at even addresses, so bit 0 of a key says that the entry is used */
};

typedef struct target_entry {
  uint32_t key; /* address of the branch | KEY_VALID; 0 = empty */
  uint32_t target;
} target_entry;

typedef struct return_head {
  uint32_t top; /* index at which the next address is stored */
  uint32_t depth;
} return_head;

static int is_power_of_two(uint32_t x) { return x != 0 && (x & (x - 1)) == 0; }

uint32_t predictor_config_check(const predictor_config *c) {
  if (c->mode > PREDICTOR_BIMODAL) return offsetof(predictor_config, mode);
  const int counts = is_power_of_two(c->counters) && c->counters <= PREDICTOR_COUNTER_LIMIT;
  if (c->mode == PREDICTOR_BIMODAL ? !counts : c->counters != 0) return offsetof(predictor_config, counters);
  if (c->targets != 0 && (!is_power_of_two(c->targets) || c->targets > PREDICTOR_TARGET_LIMIT))
    return offsetof(predictor_config, targets);
  if (c->returns > PREDICTOR_RETURN_LIMIT) return offsetof(predictor_config, returns);
  if (c->reserved[0] != 0 || c->reserved[1] != 0) return offsetof(predictor_config, reserved);
  return SIM_NONE;
}

static uint32_t counter_bytes(uint32_t counters) { return (counters + COUNTERS_PER_BYTE - 1) / COUNTERS_PER_BYTE; }

predictor_geometry predictor_geometry_make(const predictor_config *c) {
  assert(predictor_config_check(c) == SIM_NONE);
  predictor_geometry g = {
      .mode = c->mode,
      .counter_mask = c->counters != 0 ? c->counters - 1u : 0,
      .targets = c->targets,
      .returns = c->returns,
      .targets_at = sizeof(return_head),
  };
  g.returns_at = g.targets_at + g.targets * (uint32_t)sizeof(target_entry);
  g.counters_at = g.returns_at + g.returns * (uint32_t)sizeof(uint32_t);
  g.bytes = (g.counters_at + counter_bytes(c->counters) + 7) & ~7u;
  return g;
}

static uint32_t counters_of(const predictor_geometry *g) {
  return g->mode == PREDICTOR_BIMODAL ? g->counter_mask + 1 : 0;
}

/* Weakly not taken; the unused bits of a byte with fewer than four counters are zero. */
static uint8_t initial_counters(const predictor_geometry *g) {
  const uint32_t counters = counters_of(g);
  return (uint8_t)(counters < COUNTERS_PER_BYTE ? WEAKLY_NOT_TAKEN & ((1u << 2 * counters) - 1) : WEAKLY_NOT_TAKEN);
}

void predictor_init(const predictor_geometry *g, void *state) {
  assert((uintptr_t)state % sizeof(uint64_t) == 0);
  memset(state, 0, g->bytes);
  memset((uint8_t *)state + g->counters_at, initial_counters(g), counter_bytes(counters_of(g)));
}

static uint32_t target_offset(const predictor_geometry *g, uint32_t pc) {
  return g->targets_at + (pc >> 2 & (g->targets - 1)) * (uint32_t)sizeof(target_entry);
}

int predictor_target(const predictor_geometry *g, const void *state, uint32_t pc, uint32_t *target) {
  if (g->targets == 0) return 0;
  assert((pc & KEY_VALID) == 0);
  const target_entry *entry = (const target_entry *)((const uint8_t *)state + target_offset(g, pc));
  if (entry->key != (pc | KEY_VALID)) return 0;
  *target = entry->target;
  return 1;
}

void predictor_learn_target(const predictor_geometry *g, void *state, uint32_t pc, uint32_t target) {
  if (g->targets == 0) return;
  assert((pc & KEY_VALID) == 0);
  target_entry *entry = (target_entry *)((uint8_t *)state + target_offset(g, pc));
  *entry = (target_entry){.key = pc | KEY_VALID, .target = target};
}

static uint32_t *returns_in(const predictor_geometry *g, void *state) {
  return (uint32_t *)((uint8_t *)state + g->returns_at);
}

void predictor_call(const predictor_geometry *g, void *state, uint32_t return_address) {
  if (g->returns == 0) return;
  return_head *head = state;
  returns_in(g, state)[head->top] = return_address;
  head->top = (head->top + 1) % g->returns;
  if (head->depth < g->returns) head->depth++;
}

int predictor_return(const predictor_geometry *g, void *state, uint32_t *target) {
  return_head *head = state;
  if (head->depth == 0) return 0;
  head->depth--;
  head->top = (head->top + g->returns - 1) % g->returns;
  *target = returns_in(g, state)[head->top];
  returns_in(g, state)[head->top] = 0; /* the state must not keep a value that can no longer be read */
  return 1;
}

int predictor_is_sound(const predictor_geometry *g, const void *state) {
  const uint8_t *bytes = state;
  const return_head *head = state;
  if (head->depth > g->returns || (g->returns != 0 ? head->top >= g->returns : head->top != 0)) return 0;
  const uint32_t *returns = (const uint32_t *)(bytes + g->returns_at);
  for (uint32_t i = head->depth; i < g->returns; i++)
    if (returns[(head->top + i - head->depth) % g->returns] != 0) return 0;
  for (uint32_t i = 0; i < g->targets; i++) {
    const target_entry *entry = (const target_entry *)(bytes + g->targets_at) + i;
    if (entry->key == 0 ? entry->target != 0
                        : !(entry->key & KEY_VALID) || target_offset(g, entry->key) !=
                                                           g->targets_at + i * (uint32_t)sizeof *entry)
      return 0;
  }
  const uint32_t counters = counters_of(g);
  uint32_t end = g->counters_at + counter_bytes(counters);
  if (counters > 0 && counters < COUNTERS_PER_BYTE && bytes[g->counters_at] >> 2 * counters != 0) return 0;
  for (; end < g->bytes; end++)
    if (bytes[end] != 0) return 0;
  return 1;
}
