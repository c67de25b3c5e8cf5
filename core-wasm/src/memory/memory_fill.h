/* Lines on their way into an L1: an access that finds its line there waits for it. */
#ifndef SIM_MEMORY_FILL_H
#define SIM_MEMORY_FILL_H

#include "base/compile.h"
#include "memory/memory.h"

static inline uint64_t memory_beats(const sim *sim, uint64_t bytes) { return bus_beats(&sim->config, bytes); }

static inline uint32_t memory_line_bytes(const cache_geometry *g) { return 1u << g->line_shift; }

/* Drops the fill of a line that is fetched again, or, of code, from an earlier part on to its end: accesses after
 * `cycle`, in which it is requested, wait for the new fill alone. */
void fill_forget(sim *sim, uint32_t core, int is_code, uint32_t address, uint64_t cycle);
/* A line is in the L2 from `until` on. These fills end in the order of their begin, as there is one bus. `victim`: the
 * line that has left the L2 for it, whose fill counts no longer; `line` itself: none. */
void fill_l2_begin(sim *sim, uint32_t line, uint32_t victim, uint64_t until);
/* Returns when a hit in the L2 answers: in `answer`, or when the line has come. */
uint64_t fill_l2_data(const sim *sim, uint32_t line, uint64_t answer);
/* Returns when a hit in the L1D is over: in `until`, or when the word has come. */
uint64_t fill_data(const sim *sim, uint32_t core, uint32_t address, uint64_t cycle, uint64_t until);
/* The same of code, in the fill of any context; the stream goes on with that fill. */
uint64_t fill_code(sim *sim, uint32_t core, uint32_t index, uint32_t address, uint64_t cycle);

/* First byte that the bus brings of the line, or of the line of the L2 that holds it: FILL_BY_WORDS. */
uint8_t fill_first_byte(const sim *sim, uint32_t level, uint32_t address);
/* Cycle in which the word of this address is there: FILL_BY_WORDS, of data. */
uint64_t fill_word_arrival(const sim *sim, const fill_state *fill, uint32_t level, uint32_t address);
/* Cycle in which the part of a line of code with this address is there; 0: the fill does not bring it. */
uint64_t fill_code_arrival(const sim *sim, const fill_state *fill, uint32_t address);

/* A context misses this address; its line, or the missing rest of it, is complete in `until`. `kind`: FILL_DATA, ..;
 * `coming`: FILL_AT_ONCE, .. Returns the cycle in which the address is there. */
INLINE uint64_t fill_begin(sim *sim, const memory_shape *m, uint32_t core, uint32_t index, uint32_t kind,
                           uint32_t address, uint64_t until, uint32_t coming) {
  core_state *state = core_at(sim, core);
  const int is_code = kind == FILL_CODE;
  const uint32_t level = is_code ? CACHE_L1I : CACHE_L1D;
  if (kind == FILL_DATA && m->restarts[level] &&
      state->fills[FILL_DATA][index].until > state->fills[FILL_REST][index].until)
    state->fills[FILL_REST][index] = state->fills[FILL_DATA][index];
  for (uint32_t i = FILL_CODE; is_code && i < FILL_KINDS; i++) /* replaces the one that ends first */
    if (state->fills[i][index].until < state->fills[kind][index].until) kind = i;
  fill_state *fill = &state->fills[kind][index];
  fill->until = until;
  fill->line = cache_line_address(&m->caches[level], address);
  fill->from_part = is_code ? (uint8_t)cache_sub_block(&m->caches[level], address) : 0;
  fill->coming = (uint8_t)coming;
  fill->from_byte = coming == FILL_BY_WORDS ? fill_first_byte(sim, level, address) : 0;
  state->fills_until = later(state->fills_until, until);
  if (!is_code) return coming == FILL_BY_WORDS ? fill_word_arrival(sim, fill, level, address) : until;
  state->fills[FILL_STREAM][index] = *fill;
  state->code_until[index] = until;
  return fill_code_arrival(sim, fill, address);
}

#endif
