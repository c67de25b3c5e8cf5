/* Lines on their way into an L1: an access that finds its line there waits for it. */
#ifndef SIM_MEMORY_FILL_H
#define SIM_MEMORY_FILL_H

#include "memory/memory.h"

static inline uint64_t memory_beats(const sim *sim, uint64_t bytes) { return bus_beats(&sim->config, bytes); }

static inline uint32_t memory_line_bytes(const cache_geometry *g) { return 1u << g->line_shift; }

/* A context misses this address; the line, or the rest of it, is there in `until`. `kind`: FILL_DATA, ..; `coming`:
 * FILL_AT_ONCE, .. Returns when the address is there. */
uint64_t fill_begin(sim *sim, uint32_t core, uint32_t index, uint32_t kind, uint32_t address, uint64_t until,
                    uint32_t coming);
/* The line is brought anew, or, of code, from an earlier part on to its end: who comes to it after `cycle`, in which it
 * is asked for, waits for that alone. */
void fill_forget(sim *sim, uint32_t core, int is_code, uint32_t address, uint64_t cycle);
/* A line comes into the L2 by then. They end in the order in which they begin, as the bus is one. */
void fill_l2_begin(sim *sim, uint32_t line, uint64_t until);
/* A hit in the L2 that answers in `answer`, or when what it hits has come. */
uint64_t fill_l2_data(const sim *sim, uint32_t line, uint64_t answer);
/* A hit that is over in `until`, or when what it hits has come. */
uint64_t fill_data(const sim *sim, uint32_t core, uint32_t address, uint64_t cycle, uint64_t until);
/* The same of code, whoever missed it; the stream goes on with that fill. */
uint64_t fill_code(sim *sim, uint32_t core, uint32_t index, uint32_t address, uint64_t cycle);

#endif
