/* The bus and the DMA engine that steals its cycles. The CPU's side is in pipeline.c: an access begins
 * in a cycle in which bus.free_at is not later, and holds the bus for memory_cycles. */
#ifndef SIM_BUS_H
#define SIM_BUS_H

#include "state/tell.h"

void bus_init(sim *sim);
/* The first cycle from this one on in which a transaction may begin. */
uint64_t bus_on_clock(const sim *sim, uint64_t cycle);
/* Requests queue in the order in which they come: a transaction of so many cycles; returns its end. */
uint64_t bus_transact(sim *sim, uint64_t cycle, uint64_t cycles);
/* The same of a core that finds in `cycle` that it needs the bus. */
static inline uint64_t bus_request(sim *sim, uint64_t cycle, uint64_t cycles) {
  return bus_transact(sim, cycle + sim->config.bus_request_cycles, cycles);
}
/* Ends and begins bursts at the present cycle, before the CPU may ask. */
void bus_tick(sim *sim);
/* The bursts between the first and the last of a transfer need no tick: whoever asks for the bus in `cycle`, or for
 * what a burst may have written, lets them go first as far as they have come by then, and so does the end of a run
 * whose last cycle it is. */
void bus_goes_on(sim *sim, uint64_t cycle);
static inline int bus_is_under_way(const bus_state *b) { return b->packet != SIM_NONE || b->disk != SIM_NONE; }
static inline void bus_go_on(sim *sim, uint64_t cycle) {
  if (bus_is_under_way(bus_of(sim))) bus_goes_on(sim, cycle);
}
/* How many bytes from this address on the transfer under way has in memory; 0: it changes none. */
uint64_t bus_may_write(const sim *sim, uint32_t *address);
/* First cycle in which such a burst may end; without caches, or begin. */
uint64_t bus_due(const sim *sim);
/* The core has the bus, or its caches, for itself before this cycle: an access from then on lets bursts go first. */
static inline uint64_t bus_turn(const sim *sim) {
  const bus_state *b = bus_of(sim);
  if (sim->memory.is_used) return bus_due(sim);
  if (b->burst_end != SIM_NEVER) return 0;
  return bus_is_under_way(b) ? b->ready_at : SIM_NEVER;
}
/* Without caches: the first cycle from this one on, before `end`, in which an access gets the bus. */
uint64_t bus_grant(sim *sim, uint64_t cycle, uint64_t end);
/* First cycle at which bus_tick has something to do that somebody is told, not later than that. */
uint64_t bus_next(const sim *sim);
/* Moves the packet's data to memory (RECEIVE) or into the NIC (SEND); calls receive_moved or nic_fetched
 * when that is done, at once where DMA takes no time. */
void bus_move(sim *sim, uint32_t packet, enum sim_direction to);
/* The bytes of its next burst have come. */
void bus_ask_again(sim *sim, uint32_t packet);
/* Bytes that a burst moves at most. */
static inline uint64_t bus_burst_limit(const sim *sim) {
  return (uint64_t)sim->config.bus_beats_per_burst * sim->config.bus_bytes_per_beat;
}
/* Likewise for the disk's request under way, after all packets; calls disk_moved. */
void bus_move_disk(sim *sim, uint32_t disk, uint32_t bytes);

#endif
