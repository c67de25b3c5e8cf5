#include "state/tell.h"

static int has_harts(const sim_config *c) {
  for (uint32_t t = 0; t < c->thread_count && t < SIM_THREAD_LIMIT; t++)
    if (c->threads[t].machine_mode) return 1;
  return 0;
}

static int has_hosts(const sim_config *c) {
  for (uint32_t nic = 0; nic < c->nic_count && nic < SIM_NIC_LIMIT; nic++)
    if (c->nics[nic].host_answer_cycles != 0) return 1;
  return 0;
}

uint32_t machine_tally_count(const sim_config *c, uint32_t kind) {
  switch (kind) {
    case sim_tally_kind_LINE: return c->line_count;
    case sim_tally_kind_NIC: return 2u * c->nic_count;
    case sim_tally_kind_TRAFFIC: return c->traffic_count;
    case sim_tally_kind_THREAD: return c->thread_count;
    case sim_tally_kind_REQUEST: return has_hosts(c) ? c->nic_count : 0;
    default: return has_harts(c) ? c->thread_count : 0;
  }
}

sim_tally *machine_tally(const sim *sim, uint32_t kind, uint32_t index) {
  for (uint32_t before = 0; before < kind; before++) index += machine_tally_count(&sim->config, before);
  return (sim_tally *)(void *)(sim->marks + 1) + index;
}

void machine_responded(sim *sim, uint32_t kind, uint32_t index, uint64_t from, uint64_t to) {
  const uint64_t cycles = to - from;
  tally_record(machine_tally(sim, kind, index), cycles);
  if (kind >= sim_tally_kind_TIMER) return;
  const int is_line = kind == sim_tally_kind_LINE;
  sim_response_marks *marks = (is_line ? sim->marks->lines : sim->marks->threads) + index;
  const uint32_t deadline = (is_line ? sim->config.line_deadlines : sim->config.thread_deadlines)[index];
  if (cycles > marks->longest) {
    marks->longest = cycles;
    marks->longest_from = from;
  }
  if (deadline > 0 && cycles > deadline && marks->missed++ == 0) marks->first_missed_from = from;
}

void machine_response_ends(sim *sim, uint32_t thread) {
  uint64_t *released = &sim->marks->released[thread];
  machine_responded(sim, sim_tally_kind_THREAD, thread, *released, sim->boundary);
  *released = SIM_NEVER;
}

uint32_t machine_routine_of_lock(const sim *sim, uint32_t thread) {
  const sim_step_config *step = machine_step(sim, thread);
  const sim_lock_config *lock = &sim->config.locks[step->index];
  assert(step->op == sim_step_op_LOCK || step->op == sim_step_op_UNLOCK);
  if (step->op == sim_step_op_UNLOCK) return lock->release;
  return activity_at(sim, thread)->lock_stage == LOCK_POLLS ? lock->poll : lock->acquire;
}
