/* The observer half of sim.h. */
#include "api/machine.h"
#include "observe/observers.h"

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
