/* The bursts of the DMA transfer under way, which steal bus cycles from the cores. device/dma.c begins and ends
 * transfers; between the first burst and the last of one a core may come first to the bus, or to what a burst has
 * written: it lets the bursts that are due go before it. */
#ifndef SIM_BURST_H
#define SIM_BURST_H

#include "memory/bus.h"

/* Bytes that a burst moves at most. */
static inline uint64_t burst_byte_limit(const sim *sim) {
  return (uint64_t)sim->config.bus_beats_per_burst * sim->config.bus_bytes_per_beat;
}
static inline int burst_transfer_is_under_way(const bus_state *b) {
  return b->packet != SIM_NONE || b->disk != SIM_NONE;
}

/* The bus may be asked for the next burst of the transfer in `cycle`. With caches requests queue, and a burst takes its
 * place in the queue. */
static inline int burst_may_begin(const sim *sim, uint64_t cycle) {
  const bus_state *b = bus_of(sim);
  return b->ready_at <= cycle && (sim->memory.is_used || b->free_at <= cycle);
}
void burst_begin(sim *sim, uint64_t cycle);
/* Ends the burst under way: its cycles are in the counters and its bytes are in memory, if they go there. */
void burst_end(sim *sim);

/* Lets the bursts that are due by `cycle`, but for the last of the transfer, go first. What they moved stands in
 * sim.burst_bytes_moved until device/dma.c passes it on to the device: nothing reads the device before that. */
void bursts_go_first(sim *sim, uint64_t cycle);
static inline void burst_let_go_first(sim *sim, uint64_t cycle) {
  if (burst_transfer_is_under_way(bus_of(sim))) bursts_go_first(sim, cycle);
}
/* How many bytes from this address on the transfer under way has in memory; 0: it changes none. */
uint64_t burst_may_write(const sim *sim, uint32_t *address);
/* First cycle in which such a burst may end; without caches, or begin. */
uint64_t burst_due(const sim *sim);
/* First cycle in which the transfer may be over, if nothing else takes the bus from now on. */
uint64_t burst_earliest_end(const sim *sim);
/* The core has the bus, or its caches, for itself before this cycle: an access from then on lets bursts go first. */
static inline uint64_t burst_turn(const sim *sim) {
  const bus_state *b = bus_of(sim);
  if (sim->memory.is_used) return burst_due(sim);
  if (b->burst_end != SIM_NEVER) return 0;
  return burst_transfer_is_under_way(b) ? b->ready_at : SIM_NEVER;
}
/* Without caches: the first cycle from this one on, before `end`, in which an access gets the bus. */
uint64_t burst_grant(sim *sim, uint64_t cycle, uint64_t end);

#endif
