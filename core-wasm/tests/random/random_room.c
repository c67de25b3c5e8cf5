#include "random_config.h"

void random_room(choices *from, sim_config *c) {
  if (choose(from, 0, 7) != 0) return;
  for (uint32_t i = 0; i < c->step_count; i++) {
    sim_step_config *step = &c->steps[i];
    const int looks = step->op == sim_step_op_JUMP_UNLESS && step->condition == sim_condition_QUEUE_NOT_EMPTY;
    if (looks && choose(from, 0, 1) == 0) step->condition = sim_condition_QUEUE_NOT_FULL;
  }
}
