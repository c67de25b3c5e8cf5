/* The branch predictor of each core. */
#include "memory.h"

int memory_predicts(sim *sim, uint32_t core, uint32_t pc, int backward) {
  if (!sim->memory.has_predictor) return 0;
  return predictor_predict(&sim->memory.predictor, predictor_of(sim, core), pc, backward);
}

void memory_learns(sim *sim, uint32_t core, uint32_t pc, int taken) {
  if (sim->memory.has_predictor) predictor_update(&sim->memory.predictor, predictor_of(sim, core), pc, taken);
}

int memory_predicts_target(sim *sim, uint32_t core, uint32_t pc, int is_return, uint32_t *target) {
  if (!sim->memory.has_predictor) return 0;
  const predictor_geometry *g = &sim->memory.predictor;
  if (is_return && predictor_return(g, predictor_of(sim, core), target)) return 1;
  return predictor_target(g, predictor_of(sim, core), pc, target);
}

void memory_learns_target(sim *sim, uint32_t core, uint32_t pc, uint32_t target) {
  if (sim->memory.has_predictor) predictor_learn_target(&sim->memory.predictor, predictor_of(sim, core), pc, target);
}

void memory_learns_call(sim *sim, uint32_t core, uint32_t return_address) {
  if (sim->memory.has_predictor) predictor_call(&sim->memory.predictor, predictor_of(sim, core), return_address);
}
