#include "software/service.h"

#include "base/rng.h"

/* M-196 */
uint32_t service_at(const sim_config *config, uint32_t routine, uint32_t uniform) {
  const sim_routine_config *r = &config->routines[routine];
  const sim_point *at = &config->points[r->first_point];
  const uint64_t place = (uint64_t)uniform * at[r->point_count - 1].upto; /* in units of 2^-32 */
  while (place >= (uint64_t)at->upto << 32) at++;
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
  return service_at(&sim->config, routine, (uint32_t)(draw >> 32));
}
