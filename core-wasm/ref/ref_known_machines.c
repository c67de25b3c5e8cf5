/* What machines may use that this model does not know, and the same machines without it. */
#include "ref.h"

const char *ref_not_modelled(const sim_config *config) {
  for (int i = 0; i < config->routine_count; i++)
    if (config->routines[i].kind == sim_routine_kind_PROGRAM) return "programs";
  for (int i = 0; i < 3; i++)
    if (config->caches[i].pinned_lines > 0) return "pinned lines";
  return NULL;
}

void ref_leave_out_unknown(sim_config *config) {
  for (int i = 0; i < config->routine_count; i++) {
    sim_routine_config *routine = &config->routines[i];
    if (routine->kind == sim_routine_kind_PROGRAM) routine->kind = sim_routine_kind_CYCLES;
  }
  for (int i = 0; i < 3; i++) {
    sim_cache_config *cache = &config->caches[i];
    if (cache->pinned_lines == 0) continue;
    cache->pinned_lines = 0; /* which leaves no way pinned */
    cache->pinned_sets = 0;
  }
}
