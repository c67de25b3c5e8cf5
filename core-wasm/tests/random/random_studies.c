#include "random_config.h"

/* Critical sections: some steps disable interrupts, some enable them. */
static void make_critical_sections(choices *from, sim_config *c) {
  for (uint32_t i = 0; i < c->step_count; i++) {
    sim_step_config *step = &c->steps[i];
    const int fits = step->op == sim_step_op_DELIVER || step->op == sim_step_op_UNMASK ||
                     step->op == sim_step_op_EXEC || step->op == sim_step_op_REAP;
    if (!fits || choose(from, 0, 5) != 0) continue;
    const uint32_t op = choose(from, sim_step_op_DISABLE_INTERRUPTS, sim_step_op_ENABLE_INTERRUPTS);
    *step = (sim_step_config){.op = (uint8_t)op};
  }
}

void random_studies(choices *from, sim_config *c) {
  if (choose(from, 0, 5) == 0) make_critical_sections(from, c);
}
