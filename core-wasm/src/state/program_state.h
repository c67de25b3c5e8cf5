/* FIFO of load and store addresses between IF and the access stage. Used by programs, and by all streams if the TLB is
 * refilled in software. */
#ifndef SIM_PROGRAM_STATE_H
#define SIM_PROGRAM_STATE_H

#include <assert.h>
#include <stdint.h>

#include "sim.h"

enum {
  PROGRAM_FLIGHT_LIMIT = 16,
  /* the value is available; an interrupt precedes the instruction in IF (M-208) */
  AWAITED_INTERRUPT = sim_cause_DRAIN
};

typedef struct program_flight {
  uint32_t address[PROGRAM_FLIGHT_LIMIT];
  uint32_t first;
  uint32_t count;
  /* An instruction that gets its value after IF (docs/decisions/0002). Until then no later instruction of the
   * stream leaves IF. */
  uint64_t executed;      /* number of instructions executed before it */
  uint32_t read_address;  /* address of a load from or store to a device register */
  uint16_t awaited;       /* sim_cause of the later instructions, or AWAITED_INTERRUPT; 0: no instruction waits */
  uint16_t reserved_word; /* 1 + index of the memory word that LR has reserved; 0: none */
  uint32_t operand;       /* harts: the value that a CSR instruction reads or a store writes */
  uint32_t raw;           /* the instruction */
} program_flight;

/* The interrupt of a line or of the CLINT that a hart has taken and not yet answered. */
typedef struct hart_interrupt {
  uint64_t asserted;
  uint64_t recognised;
  uint64_t drained; /* cycle in which the pipeline has drained and the handler is fetched; 0: not yet */
  uint32_t number;
  uint32_t thread;
} hart_interrupt;

/* Open interrupts of a machine with harts, by line (if a line can be bound to one) and by thread. */
typedef struct hart_interrupts {
  uint64_t open; /* lines (bits) with an open interrupt */
  hart_interrupt lines[SIM_HART_LINE_LIMIT];
  uint64_t timer_open, software_open; /* threads (bits) whose hart has an open interrupt */
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
  f->address[f->first] = 0; /* the state must not keep a value that can no longer be read */
  f->first = (f->first + 1) % PROGRAM_FLIGHT_LIMIT;
  f->count--;
  return address;
}

/* Device registers of programs. The rooms of the processor are below the rooms of devices, and call devices
 * through this table (device/platform.c). A machine without programs has no table. */

typedef struct platform_calls {
  /* Whether a device answers an access to this address, a multiple of `bytes`. Does not change the state. */
  int (*has)(const sim *sim, uint32_t address, uint32_t bytes);
  /* Called in the last cycle of the access. The byte at the address is the lowest byte of the value. */
  uint32_t (*load)(sim *sim, uint32_t thread, uint32_t address, uint32_t bytes, uint64_t cycle);
  void (*store)(sim *sim, uint32_t thread, uint32_t address, uint32_t bytes, uint32_t value, uint64_t cycle);
  /* Interrupts (bits of mip) that are pending for the hart of the context in this cycle, without bound lines. */
  uint32_t (*pending)(const sim *sim, uint32_t context, uint64_t cycle);
} platform_calls;

#endif
