/* The branch predictor of each core. */
#include "memory/memory.h"

int memory_predicts(sim *sim, uint32_t core, uint32_t pc, int backward) {
  if (!sim->memory.has_predictor) return 0;
  return predictor_predict(&sim->memory.predictor, predictor_of(sim, core), pc, backward);
}

void memory_learns(sim *sim, uint32_t core, uint32_t pc, int taken) {
  if (sim->memory.has_predictor) predictor_update(&sim->memory.predictor, predictor_of(sim, core), pc, taken);
}

enum target_known memory_predicts_target(sim *sim, uint32_t core, uint32_t pc, int is_return, uint32_t *target) {
  if (!sim->memory.has_predictor) return TARGET_UNKNOWN;
  const predictor_geometry *g = &sim->memory.predictor;
  const int has_entry = predictor_target(g, predictor_of(sim, core), pc, target);
  const int is_known = (is_return && predictor_return(g, predictor_of(sim, core), target)) || has_entry;
  if (has_entry) return TARGET_KNOWN_AT_FETCH;
  return is_known ? TARGET_KNOWN_AT_DECODE : TARGET_UNKNOWN;
}

int memory_knows_target(sim *sim, uint32_t core, uint32_t pc, uint32_t target) {
  uint32_t known;
  return predictor_target(&sim->memory.predictor, predictor_of(sim, core), pc, &known) && known == target;
}

void memory_learns_target(sim *sim, uint32_t core, uint32_t pc, uint32_t target) {
  if (sim->memory.has_predictor) predictor_learn_target(&sim->memory.predictor, predictor_of(sim, core), pc, target);
}

void memory_learns_call(sim *sim, uint32_t core, uint32_t return_address) {
  if (sim->memory.has_predictor) predictor_call(&sim->memory.predictor, predictor_of(sim, core), return_address);
}
