/* Branch prediction: the direction (static, or a table of 2-bit counters) and optionally the target (a direct-mapped
 * table of targets, a stack of return addresses). It knows no machine and no time. The caller gives
 * predictor_bytes() of memory, aligned to 8: plain bytes without holes or pointers. */
#ifndef SIM_PREDICTOR_H
#define SIM_PREDICTOR_H

#include <stdint.h>

#include "sim_limits.h"

enum { PREDICTOR_COUNTER_LIMIT = 4096, PREDICTOR_TARGET_LIMIT = 512, PREDICTOR_RETURN_LIMIT = 16 };

enum predictor_mode {
  PREDICTOR_NOT_TAKEN,
  PREDICTOR_BACKWARD_TAKEN, /* forward branches are predicted not taken */
  PREDICTOR_BIMODAL         /* 2-bit counters, indexed by the address */
};

typedef struct predictor_config {
  uint16_t counters; /* power of two with bimodal, otherwise 0 */
  uint16_t targets;  /* power of two; 0 = none */
  uint8_t returns;   /* depth of the stack; 0 = none */
  uint8_t mode;      /* predictor_mode */
  uint8_t reserved[2];
} predictor_config;

typedef struct predictor_geometry {
  uint32_t mode;
  uint32_t counter_mask;
  uint32_t targets;
  uint32_t returns;
  uint32_t targets_at; /* offsets in the state */
  uint32_t returns_at;
  uint32_t counters_at;
  uint32_t bytes;
} predictor_geometry;

/* Offset in predictor_config of the first bad field, or SIM_NONE. The other functions require a valid configuration. */
uint32_t predictor_config_check(const predictor_config *config);
predictor_geometry predictor_geometry_make(const predictor_config *config);
static inline uint32_t predictor_bytes(const predictor_geometry *g) { return g->bytes; }
/* Sets all counters to weakly not taken, without targets and return addresses. */
void predictor_init(const predictor_geometry *g, void *state);
/* Whether these bytes can be a valid state (for snapshots from outside). */
int predictor_is_sound(const predictor_geometry *g, const void *state);

/* ---- direction of a conditional branch ---- */

enum { PREDICTOR_TAKEN_FROM = 2, PREDICTOR_COUNTER_MAXIMUM = 3 };

/* Counters range from 0, strongly not taken, to 3, strongly taken. A byte holds four of them, the first in the
 * lowest bits. */
static inline uint32_t predictor_counter_index(const predictor_geometry *g, uint32_t pc) {
  return pc >> 2 & g->counter_mask;
}

/* `backward`: the target is at a lower address than the branch. */
static inline int predictor_predict(const predictor_geometry *g, const void *state, uint32_t pc, int backward) {
  if (g->mode != PREDICTOR_BIMODAL) return g->mode == PREDICTOR_BACKWARD_TAKEN && backward;
  const uint32_t index = predictor_counter_index(g, pc);
  const uint8_t *counters = (const uint8_t *)state + g->counters_at + (index >> 2);
  return (*counters >> (index & 3) * 2 & 3) >= PREDICTOR_TAKEN_FROM;
}

static inline void predictor_update(const predictor_geometry *g, void *state, uint32_t pc, int taken) {
  if (g->mode != PREDICTOR_BIMODAL) return;
  const uint32_t index = predictor_counter_index(g, pc);
  const uint32_t shift = (index & 3) * 2;
  uint8_t *counters = (uint8_t *)state + g->counters_at + (index >> 2);
  const uint32_t counter = *counters >> shift & 3;
  if (taken && counter < PREDICTOR_COUNTER_MAXIMUM) *counters = (uint8_t)(*counters + (1u << shift));
  if (!taken && counter > 0) *counters = (uint8_t)(*counters - (1u << shift));
}

/* ---- where to ---- */

/* Returns 0 and leaves *target unchanged if no target is known; without a table this is always so. */
int predictor_target(const predictor_geometry *g, const void *state, uint32_t pc, uint32_t *target);
/* Records that a taken branch or jump went to `target`. Replaces a branch with the same entry. */
void predictor_learn_target(const predictor_geometry *g, void *state, uint32_t pc, uint32_t target);
/* A full stack drops its oldest address. */
void predictor_call(const predictor_geometry *g, void *state, uint32_t return_address);
/* Returns 0 and leaves *target unchanged if the stack is empty; without a stack this is always so. */
int predictor_return(const predictor_geometry *g, void *state, uint32_t *target);

#endif
