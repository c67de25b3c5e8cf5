/* What is measured from a cycle on: nothing of it acts back on the machine. */
#include "api/machine.h"
#include "cpu/code/program.h"

#include <string.h>

const sim_marks *sim_get_marks(const sim *sim) { return sim->marks; }

const sim_tally *sim_get_tally(const sim *sim, enum sim_tally_kind kind, uint32_t index) {
  return index < machine_tally_count(&sim->config, kind) ? machine_tally(sim, kind, index) : NULL;
}

void measure_init(sim *sim) {
  sim_tally *tally = (sim_tally *)(void *)(sim->marks + 1);
  const uint8_t *end = (const uint8_t *)state_of(sim) + machine_saved_bytes(&sim->config);
  for (; (const uint8_t *)tally < end; tally++) {
    memset(tally, 0, sizeof *tally);
    summary_reset(&tally->all);
  }
}

static void mark_nic(const sim *sim, uint32_t nic) {
  sim_marks *marks = sim->marks;
  for (uint32_t ring = 0; ring < nic_config_at(sim, nic)->ring_count; ring++)
    marks->ring_frames[nic * SIM_NIC_RING_LIMIT + ring] = ring_of(sim, nic, ring)->fill;
  marks->fifo_bytes[nic] = nic_at(sim, nic)->fifo_bytes;
  marks->tx_frames[nic] = nic_at(sim, nic)->tx.count;
}

void sim_measure_again(sim *sim) {
  sim_marks *marks = sim->marks;
  const sim_config *c = &sim->config;
  memset(marks, 0, offsetof(sim_marks, released));
  memset(marks->lines, 0, sizeof *marks - offsetof(sim_marks, lines));
  measure_init(sim);
  marks->from_cycle = state_of(sim)->cycle;
  for (uint32_t nic = 0; nic < c->nic_count; nic++) mark_nic(sim, nic);
  for (uint32_t queue = 0; queue < c->queue_count; queue++) marks->queue_packets[queue] = queue_at(sim, queue)->count;
  for (uint32_t disk = 0; disk < c->disk_count; disk++) marks->disk_requests[disk] = disk_at(sim, disk)->held;
  if (sim->program_registers == NULL) return;
  for (uint32_t thread = 0; thread < c->thread_count; thread++) program_mark_stack(sim, thread);
}
