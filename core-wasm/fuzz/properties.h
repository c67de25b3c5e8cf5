/* Properties of every machine, whatever its configuration (docs/fuzzing.md). */
#ifndef FUZZ_PROPERTIES_H
#define FUZZ_PROPERTIES_H

#include "scenario.h"

/* Events of a run. A machine in which nothing happens proves nothing. */
typedef struct property_summary {
  uint64_t cycles;
  uint64_t frames_offered;
  uint64_t frames_delivered;
  uint64_t frames_dropped;
  uint64_t interrupts;
  uint64_t soft_interrupts;
} property_summary;

/* Runs a valid machine for so many cycles: plain; every cycle by itself; in slices, stopped and observed;
 * saved, restored and restored elsewhere. Returns NULL, or the property that is broken. */
const char *broken_property(const scenario *made, uint64_t cycles, choices *from, property_summary *summary);

/* Steps once and returns NULL, or what is wrong with where it stopped. */
const char *broken_step(sim *sim, uint64_t until, uint32_t stop_mask);

/* Asks for everything that can be asked of an observed machine: a memory error shows itself. */
void query_everything(sim *sim, choices *from);

#endif
