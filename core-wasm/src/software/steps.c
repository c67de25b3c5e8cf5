/* Helpers of steps: conditions, drawn cycles, and the budget of a routine for a packet. */
#include "base/rng.h"
#include "device/disk.h"
#include "software/software.h"

/* ---- conditions ---- */

/* M-67 */
static int budget_left(const sim *sim) {
  const sim_thread_config *thread = thread_at(sim, sim->acting);
  const activity *a = activity_at(sim, sim->acting);
  if (thread->budget_cycles > 0 && sim->boundary - a->budget_from >= thread->budget_cycles) return 0;
  return thread->budget == 0 || a->budget_left > 0;
}

static int has_room(const sim *sim, uint32_t queue) {
  return queue_at(sim, queue)->count < sim->config.queues[queue].capacity;
}

int condition_holds(const sim *sim, const sim_step_config *step) {
  switch ((enum sim_condition)step->condition) {
    case sim_condition_RX_NOT_EMPTY: return ring_of(sim, step->index, step->ring)->rx.count > 0;
    case sim_condition_TX_DONE: return nic_at(sim, step->index)->tx_sent > 0;
    case sim_condition_QUEUE_NOT_EMPTY: return queue_at(sim, step->index)->count > 0;
    case sim_condition_QUEUE_NOT_FULL: return has_room(sim, step->index);
    case sim_condition_BUDGET_LEFT: return budget_left(sim);
    case sim_condition_DISK_DONE: return disk_has_done(sim, step->index, step->bits);
    case sim_condition_STATUS_SET: return (ring_of(sim, step->index, step->ring)->status & step->bits) != 0;
    case sim_condition_STATUS_CLEAR: return (ring_of(sim, step->index, step->ring)->status & step->bits) == 0;
    case sim_condition_RAISED: return state_of(sim)->soft_pending[step->index] > 0;
  }
  assert(0);
  return 0;
}

int condition_blocks(const sim *sim, const activity *a, const sim_step_config *step) {
  if (step->op == sim_step_op_SLEEP) return 1;
  if (step->op == sim_step_op_PUT) return step->bits && a->packet != SIM_NONE && !has_room(sim, step->index);
  if (step->op != sim_step_op_WAIT) return 0;
  if (step->condition == sim_condition_DISK_DONE || step->condition == sim_condition_RAISED)
    return !condition_holds(sim, step);
  return queue_at(sim, step->index)->count == 0;
}

/* ---- drawn cycles ---- */

/* M-196 */
uint32_t service_at(const sim_routine_config *r, const sim_point *points, uint32_t uniform) {
  const sim_point *at = &points[r->first_point];
  const uint64_t place = (uint64_t)uniform * at[r->point_count - 1].upto; /* in units of 2^-32 */
  for (uint32_t left = r->point_count; left > 1;) { /* until the first point whose `upto` is larger */
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

/* M-196 */
uint32_t service_draw(sim *sim, uint32_t routine, uint32_t packet) {
  const sim_routine_config *r = routine_at(sim, routine);
  if (r->drawn_kind == sim_drawn_kind_NONE) return 0;
  uint64_t number = state_of(sim)->branch_draws[routine]++; /* because it draws no branches */
  uint32_t stream = RNG_SERVICE + routine;
  const uint32_t table = sim->config.routine_tables[routine];
  if (table > 0 && packet != SIM_NONE) {
    stream = RNG_TABLE + table;
    number = packet_at(sim, packet)->number;
  }
  return service_at(r, sim->points, (uint32_t)(rng_draw(rng_key(sim->config.seed, stream), number) >> 32));
}

/* ---- budget of a routine ---- */

uint64_t offload_budget(const sim *sim, const sim_routine_config *routine, uint32_t packet) {
  if (packet == SIM_NONE) return routine->fixed;
  const sim_packet *p = packet_at(sim, packet);
  const int offloads = nic_config_at(sim, p->nic)->checksum_offload;
  const uint64_t per_byte_milli = routine->per_byte_milli + (offloads ? 0 : (uint64_t)routine->checksum_milli);
  return routine->fixed + p->size_bytes * per_byte_milli / 1000 +
         (uint64_t)packet_buffers(sim, packet) * routine->per_buffer;
}
