/* Properties of every machine, whatever its configuration (docs/fuzzing.md). */
#ifndef FUZZ_PROPERTIES_H
#define FUZZ_PROPERTIES_H

#include "scenario.h"

/* Number of events in a run. A machine without events proves nothing. */
typedef struct property_summary {
  uint64_t cycles;
  uint64_t frames_offered;
  uint64_t frames_delivered;
  uint64_t frames_dropped;
  uint64_t interrupts;
  uint64_t soft_interrupts;
} property_summary;

/* Runs a valid machine for this number of cycles: plain; each cycle separately; in slices, with stops and
 * observers; saved, and restored in the same and in another machine. Returns NULL, or the broken property. */
const char *broken_property(const scenario *made, uint64_t cycles, choices *from, property_summary *summary);

/* Steps once. Returns NULL, or what is wrong with the cycle at which it stopped. */
const char *broken_step(sim *sim, uint64_t until, uint32_t stop_mask);

/* Makes every query of an observed machine, so that memory errors appear. */
void query_everything(sim *sim, choices *from);

#endif
