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

static void make_points(choices *from, sim_config *c, sim_routine_config *routine) {
  routine->drawn_kind = (uint8_t)choose(from, sim_drawn_kind_VALUES, sim_drawn_kind_QUANTILES);
  routine->first_point = c->point_count;
  routine->point_count = choose(from, 2, 5);
  uint32_t upto = routine->drawn_kind == sim_drawn_kind_VALUES ? choose(from, 1, 9) : 0, cycles = choose(from, 0, 60);
  for (uint32_t i = 0; i < routine->point_count; i++) {
    c->points[c->point_count++] = (sim_point){.upto = upto, .cycles = cycles};
    upto += choose(from, 0, 9) > 0 ? choose(from, 1, 9) : choose(from, 1, 100000);
    cycles += choose(from, 0, 3) > 0 ? choose(from, 0, 100) : 0;
  }
}

/* Service times: drawn cycles. */
static void make_services(choices *from, sim_config *c) {
  for (uint32_t i = 0; i < c->routine_count; i++)
    if (c->routines[i].kind == sim_routine_kind_CYCLES && choose(from, 0, 1) == 0)
      make_points(from, c, &c->routines[i]);
  for (uint32_t i = 0; i < c->routine_count; i++) c->routine_tables[i] = choose(from, 0, 2);
}

/* Bursts with heavy tails, and closed traffic whose work ends with its packet. */
static void make_sources_of_studies(choices *from, sim_config *c) {
  for (uint32_t i = 0; i < c->traffic_count; i++) {
    sim_traffic_config *traffic = &c->traffic[i];
    traffic->ends_with_packet = (uint8_t)choose(from, 0, 1);
    if (choose(from, 0, 1) == 0) continue;
    traffic->burst_frames = choose(from, 1, 4);
    traffic->burst_pause_cycles = choose(from, 1, 400);
    traffic->burst_shape_milli = (uint16_t)choose(from, 1050, choose(from, 0, 1) ? 2000 : 10000);
  }
}

void random_studies(choices *from, sim_config *c) {
  if (choose(from, 0, 5) == 0) make_critical_sections(from, c);
  if (choose(from, 0, 5) == 0) make_services(from, c);
  if (choose(from, 0, 4) == 0) make_sources_of_studies(from, c);
}
