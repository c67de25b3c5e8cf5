#include "software/service.h"

#include "base/rng.h"

/* M-196 */
uint32_t service_at(const sim_routine_config *r, const sim_point *points, uint32_t uniform) {
  const sim_point *at = &points[r->first_point];
  const uint64_t place = (uint64_t)uniform * at[r->point_count - 1].upto; /* in units of 2^-32 */
  for (uint32_t left = r->point_count; left > 1;) { /* to the first whose `upto` is beyond it */
    const uint32_t half = left / 2;
    if (place >= (uint64_t)at[half - 1].upto << 32) at += half;
    left -= half;
  }
  if (r->drawn_kind == sim_drawn_kind_VALUES) return at->cycles;
  const sim_point *before = at - 1;
  const uint64_t part = (place - ((uint64_t)before->upto << 32)) / (at->upto - before->upto);
  const uint64_t rise = at->cycles - before->cycles;
  return before->cycles + (uint32_t)((rise * part + (1u << 31)) >> 32);
}

uint32_t service_draw(sim *sim, uint32_t routine) {
  if (routine_at(sim, routine)->drawn_kind == sim_drawn_kind_NONE) return 0;
  const uint64_t run = state_of(sim)->branch_draws[routine]++; /* it draws no branches */
  const uint64_t draw = rng_draw(rng_key(sim->config.seed, RNG_SERVICE + routine), run);
  return service_at(routine_at(sim, routine), sim->points, (uint32_t)(draw >> 32));
}
