/* Measured values (tallies, high-water marks) and the observer part of sim.h. Nothing here changes the machine. */
#include <string.h>

#include "api/machine.h"
#include "cpu/code/program.h"
#include "observe/observers.h"

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

/* ---- the observer part of sim.h ---- */

static uint64_t first_held(uint64_t next, uint32_t capacity) { return next > capacity ? next - capacity : 0; }

const sim_event *sim_event_log(const sim *sim) { return machine_observers(sim)->events.ring; }

uint64_t sim_event_next(const sim *sim) { return machine_observers(sim)->events.next; }

uint64_t sim_event_first(const sim *sim) {
  const event_log *log = &machine_observers(sim)->events;
  return first_held(log->next, log->capacity);
}

const sim_latency *sim_latency_log(const sim *sim) { return machine_observers(sim)->latencies.ring; }

uint64_t sim_latency_next(const sim *sim) { return machine_observers(sim)->latencies.next; }

uint64_t sim_latency_first(const sim *sim) {
  const latency_log *log = &machine_observers(sim)->latencies;
  return first_held(log->next, log->capacity);
}

const sim_window_row *sim_window_rows(const sim *sim) { return machine_observers(sim)->window.rows; }

uint32_t sim_window_row_count(const sim *sim) { return machine_observers(sim)->window.count; }

int sim_window_full(const sim *sim) { return machine_observers(sim)->window.full; }

uint32_t sim_track_count(const sim *sim) {
  const series *s = &machine_observers(sim)->series;
  return s->bin_capacity > 0 ? s->track_count : 0;
}

const sim_track *sim_tracks(const sim *sim) { return machine_observers(sim)->series.ids; }

uint64_t sim_series_begin(const sim *sim) { return machine_observers(sim)->series.begin; }

uint64_t sim_series_bin_cycles(const sim *sim) { return machine_observers(sim)->series.bin_cycles; }

void sim_series_query(sim *sim, uint32_t track, uint64_t from_cycle, uint64_t to_cycle, uint32_t count,
                      sim_column *columns) {
  machine_flush(sim);
  series_query(&machine_observers(sim)->series, track, sim_cycle(sim), from_cycle, to_cycle, count, columns);
}
