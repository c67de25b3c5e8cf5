/* The bus: transactions queue in the order in which they are asked for. Without caches a core's side is in pipeline.c:
 * an access begins in a cycle in which bus.free_at is not later, and holds the bus for memory_cycles. */
#ifndef SIM_BUS_H
#define SIM_BUS_H

#include "state/tell.h"

/* The first cycle from this one on in which a transaction may begin. */
uint64_t bus_on_clock(const sim *sim, uint64_t cycle);
/* A transaction of so many cycles; returns its end. */
uint64_t bus_transact(sim *sim, uint64_t cycle, uint64_t cycles);
/* The same of a core that finds in `cycle` that it needs the bus. */
static inline uint64_t bus_request(sim *sim, uint64_t cycle, uint64_t cycles) {
  return bus_transact(sim, cycle + sim->config.bus_request_cycles, cycles);
}

#endif
