#include "state/tell.h"

uint32_t machine_routine_of_lock(const sim *sim, uint32_t thread) {
  const sim_step_config *step = machine_step(sim, thread);
  const sim_lock_config *lock = &sim->config.locks[step->index];
  assert(step->op == sim_step_op_LOCK || step->op == sim_step_op_UNLOCK);
  if (step->op == sim_step_op_UNLOCK) return lock->release;
  return activity_at(sim, thread)->lock_stage == LOCK_POLLS ? lock->poll : lock->acquire;
}
