/* The bus, and the bursts of the present DMA transfer, which take bus cycles from the cores. device/dma.c starts and
 * ends transfers. Between the first and the last burst a core may reach the bus, or data that a burst writes,
 * before device/dma.c runs. The core then first runs all bursts that are due. */
#ifndef SIM_BURST_H
#define SIM_BURST_H

#include "state/tell.h"

/* Maximum bytes of a burst. */
static inline uint64_t burst_byte_limit(const sim *sim) {
  return (uint64_t)sim->config.bus_beats_per_burst * sim->config.bus_bytes_per_beat;
}
static inline int burst_transfer_is_under_way(const bus_state *b) {
  return b->packet != SIM_NONE || b->disk != SIM_NONE;
}

/* Whether the next burst of the transfer may request the bus in `cycle`. With caches requests queue, and a burst
 * takes its place in the queue. */
static inline int burst_may_begin(const sim *sim, uint64_t cycle) {
  const bus_state *b = bus_of(sim);
  return b->ready_at <= cycle && (sim->memory.is_used || b->free_at <= cycle);
}
void burst_begin(sim *sim, uint64_t cycle);
/* Ends the current burst: counts its cycles, and writes its bytes into memory if they go there. */
void burst_end(sim *sim);

/* Completes all bursts that are due by `cycle`, except the last one of the transfer. sim.burst_bytes_moved holds their
 * bytes until device/dma.c reports them to the device, whose state is not read before. */
void bursts_go_first(sim *sim, uint64_t cycle);
static inline void burst_let_go_first(sim *sim, uint64_t cycle) {
  if (burst_transfer_is_under_way(bus_of(sim))) bursts_go_first(sim, cycle);
}
/* Number of bytes from *address on that the present transfer writes to memory; 0: it writes none. */
uint64_t burst_may_write(const sim *sim, uint32_t *address);
/* First cycle in which such a burst may end or, without caches, start. */
uint64_t burst_due(const sim *sim);
/* First cycle in which the transfer may end if nothing else takes the bus from now on. */
uint64_t burst_earliest_end(const sim *sim);
/* The core has the bus, or its caches, alone until this cycle. Due bursts precede later accesses. */
static inline uint64_t burst_turn(const sim *sim) {
  const bus_state *b = bus_of(sim);
  if (sim->memory.is_used) return burst_due(sim);
  if (b->burst_end != SIM_NEVER) return 0;
  return burst_transfer_is_under_way(b) ? b->ready_at : SIM_NEVER;
}
/* First cycle from `cycle` onwards, before `end`, in which an access gets the bus, without caches. */
uint64_t burst_grant(sim *sim, uint64_t cycle, uint64_t end);

/* The bus: transactions queue in the order of their requests. Without caches, pipeline.c contains the core's
 * side: an access starts no earlier than bus.free_at, and holds the bus for memory_cycles. */

/* First cycle from `cycle` on in which a transaction may start. */
uint64_t bus_on_clock(const sim *sim, uint64_t cycle);
/* Runs a transaction of `cycles` cycles and returns its end. */
uint64_t bus_transact(sim *sim, uint64_t cycle, uint64_t cycles);
/* The same for a core that needs the bus from `cycle` onwards. */
static inline uint64_t bus_request(sim *sim, uint64_t cycle, uint64_t cycles) {
  return bus_transact(sim, cycle + sim->config.bus_request_cycles, cycles);
}

#endif
