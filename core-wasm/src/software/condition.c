#include "software/condition.h"

#include "device/disk.h"

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
    case sim_condition_DISK_DONE: return disk_done(sim, step->index) > 0;
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
