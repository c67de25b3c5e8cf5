/* Lines on their way into an L1: an access that finds its line there waits for it. */
#ifndef SIM_MEMORY_FILL_H
#define SIM_MEMORY_FILL_H

#include "memory/memory.h"

static inline uint64_t memory_beats(const sim *sim, uint64_t bytes) { return bus_beats(&sim->config, bytes); }

static inline uint32_t memory_line_bytes(const cache_geometry *g) { return 1u << g->line_shift; }

/* A context misses this address; its line, or the missing rest of it, is complete in `until`. `kind`: FILL_DATA, ..;
 * `coming`: FILL_AT_ONCE, .. Returns the cycle in which the address is there. */
uint64_t fill_begin(sim *sim, uint32_t core, uint32_t index, uint32_t kind, uint32_t address, uint64_t until,
                    uint32_t coming);
/* Drops the fill of a line that is fetched again, or, of code, from an earlier part on to its end: accesses after
 * `cycle`, in which it is requested, wait for the new fill alone. */
void fill_forget(sim *sim, uint32_t core, int is_code, uint32_t address, uint64_t cycle);
/* A line is in the L2 from `until` on. These fills end in the order of their begin, as there is one bus. */
void fill_l2_begin(sim *sim, uint32_t line, uint64_t until);
/* Returns when a hit in the L2 answers: in `answer`, or when the line has come. */
uint64_t fill_l2_data(const sim *sim, uint32_t line, uint64_t answer);
/* Returns when a hit in the L1D is over: in `until`, or when the word has come. */
uint64_t fill_data(const sim *sim, uint32_t core, uint32_t address, uint64_t cycle, uint64_t until);
/* The same of code, in the fill of any context; the stream goes on with that fill. */
uint64_t fill_code(sim *sim, uint32_t core, uint32_t index, uint32_t address, uint64_t cycle);

#endif
