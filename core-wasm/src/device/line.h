/* Interrupt lines: devices drive them, the interrupt controller latches and masks them. */
#ifndef SIM_LINE_H
#define SIM_LINE_H

#include "state/tell.h"

static inline uint64_t line_bit(uint32_t line) { return (uint64_t)1 << line; }

void line_init(sim *sim);

/* The status bits of a device that drive the line changed from `before` to `after`. `signalled`: bits of events that
 * happened now, also where the bit was set already. */
void line_drive(sim *sim, uint32_t line, uint32_t before, uint32_t after, uint32_t signalled);
/* A device with a single status bit was acknowledged; `status`: the bit before. */
void line_acknowledged(sim *sim, uint32_t line, uint32_t status);
void line_mask(sim *sim, uint32_t line, int masked);
/* The interrupt that the line asks for was recognised. */
void line_taken(sim *sim, uint32_t line);

/* The latency of an interrupt, by boundaries: from its assertion over the ends of the parts; 0 = absent.
 * `source`: sim_interrupt_source. `index`: its line, or the thread of its hart. */
void interrupt_responded(sim *sim, uint32_t source, uint32_t index, uint32_t number, uint64_t asserted,
                         const uint64_t ends[sim_interrupt_part_COUNT]);

/* A thread can be started by the line now. */
static inline int line_wants(const sim *sim, uint32_t line) {
  const line_state *l = line_at(sim, line);
  return l->pending && !l->masked;
}

#endif
