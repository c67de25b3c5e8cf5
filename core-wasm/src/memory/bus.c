#include "memory/bus.h"

/* M-136 */
uint64_t bus_on_clock(const sim *sim, uint64_t cycle) {
  const uint64_t ratio = sim->config.bus_ratio;
  if ((ratio & (ratio - 1)) == 0) return (cycle + ratio - 1) & -ratio;
  return (cycle + ratio - 1) / ratio * ratio;
}

__attribute__((noinline)) uint64_t bus_transact(sim *sim, uint64_t cycle, uint64_t cycles) {
  bus_state *b = bus_of(sim);
  const uint64_t from = bus_on_clock(sim, later(cycle, b->free_at));
  b->free_at = from + cycles;
  state_of(sim)->counters.bus_transactions++;
  state_of(sim)->counters.bus_cycles += cycles;
  series_span(sim->observers, sim_track_kind_BUS, 0, 0, from, b->free_at);
  return b->free_at;
}
