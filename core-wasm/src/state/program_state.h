/* FIFO of load and store addresses between IF and the access stage. Used by programs, and by all streams if the TLB is
 * refilled in software. */
#ifndef SIM_PROGRAM_STATE_H
#define SIM_PROGRAM_STATE_H

#include <assert.h>
#include <stdint.h>

#include "sim.h"

enum {
  PROGRAM_FLIGHT_LIMIT = 16,
  AWAITED_INTERRUPT = sim_cause_DRAIN /* the value is there, and an interrupt goes before what is in IF (M-208) */
};

typedef struct program_flight {
  uint32_t address[PROGRAM_FLIGHT_LIMIT];
  uint32_t first;
  uint32_t count;
  /* An instruction whose value is taken behind IF (docs/decisions/0002); none of the stream leaves IF before. */
  uint64_t executed;      /* instructions before it */
  uint32_t read_address;  /* a load or store of a device register */
  uint16_t awaited;       /* 0: there is none; else the sim_cause of those behind it, or AWAITED_INTERRUPT */
  uint16_t reserved_word; /* 1 + the word of the memory that LR has reserved; 0: none */
  uint32_t operand;       /* of a hart: what a CSR instruction reads, or a store stores */
  uint32_t raw;           /* the instruction */
} program_flight;

/* The interrupt of a line, or of the CLINT, that a hart has taken and not answered yet. */
typedef struct hart_interrupt {
  uint64_t asserted;
  uint64_t recognised;
  uint64_t drained; /* and the handler is fetched; 0: not yet */
  uint32_t number;
  uint32_t thread;
} hart_interrupt;

/* Of a machine with harts: by line, as far as they can be bound to one, and by thread. */
typedef struct hart_interrupts {
  uint64_t open; /* lines (bits) that have one */
  hart_interrupt lines[SIM_HART_LINE_LIMIT];
  uint64_t timer_open, software_open; /* threads (bits) whose hart has one */
  hart_interrupt timers[SIM_THREAD_LIMIT], software[SIM_THREAD_LIMIT];
} hart_interrupts;

_Static_assert((int)PROGRAM_FLIGHT_LIMIT >= (int)SIM_STAGE_LIMIT, "each stage holds one of a stream");

static inline void program_flight_put(program_flight *f, uint32_t address) {
  assert(f->count < PROGRAM_FLIGHT_LIMIT);
  f->address[(f->first + f->count++) % PROGRAM_FLIGHT_LIMIT] = address;
}

static inline uint32_t program_flight_last(const program_flight *f) {
  assert(f->count > 0);
  return f->address[(f->first + f->count - 1) % PROGRAM_FLIGHT_LIMIT];
}

static inline uint32_t program_flight_take(program_flight *f) {
  assert(f->count > 0);
  const uint32_t address = f->address[f->first];
  f->address[f->first] = 0; /* what cannot be seen any more does not stay in the state */
  f->first = (f->first + 1) % PROGRAM_FLIGHT_LIMIT;
  f->count--;
  return address;
}

#endif
