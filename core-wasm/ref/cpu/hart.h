/* Threads in machine mode (docs/model.md, Machine mode). */
#ifndef REF_HART_H
#define REF_HART_H

#include "ref/device/devices.h"

/* An interrupt of a line that a hart has taken. */
typedef struct ref_taken {
  int is_open, thread, has_begun;
  uint32_t number;
  uint64_t asserted, recognised, begun;
} ref_taken;

/* One source of the PLIC. The source of a line = its number + 1. */
typedef struct ref_source_of_plic {
  int priority, pending, claimed;
  int told; /* whether the latency of its line's request is recorded */
} ref_source_of_plic;

typedef struct ref_hart {
  int exists;
  int enabled, enabled_before; /* MIE, MPIE */
  uint32_t mie, mtvec, mscratch, mepc, mcause, mtval, lines;
  uint8_t layer, layer_before;
  uint64_t cycles_ahead, instructions_ahead; /* whether it is included in the machine's counts */
  uint64_t mtimecmp;
  int software_interrupt;    /* msip */
  int has_timer; /* MTIP */
  uint64_t timer_from, software_from; /* moments at which they were set */
  ref_taken timer, software;          /* taken interrupts without an answer */
  int threshold;
  uint8_t enables[SIM_LINE_LIMIT + 1]; /* indexed by source */
  ref_taken external;                  /* its last external interrupt, from any line */
  int in_wfi, stopped;
  uint64_t exceptions, interrupts;
  uint64_t externals; /* interrupts taken through the PLIC */
} ref_hart;

void ref_harts_create(ref *r);
int ref_is_hart(const ref *r, int thread);
/* The hart on the context, or REF_NONE. */
int ref_hart_on(const ref *r, int context);

/* ---- registers ---- */
int ref_csr_is_there(uint32_t number, int is_written);
uint32_t ref_csr_read(const ref *r, int thread, uint32_t number, uint64_t executed);
void ref_csr_write(ref *r, int thread, uint32_t number, uint32_t value, uint64_t executed);

/* ---- traps ---- */
uint32_t ref_hart_pending(const ref *r, int thread); /* mip */
int ref_hart_interrupt_code(const ref *r, int thread); /* code of the interrupt to be taken, or -1 */
uint32_t ref_hart_trap(ref *r, int thread, int is_interrupt, uint32_t code, uint32_t pc, uint32_t value);
uint32_t ref_hart_return(ref *r, int thread);

/* ---- what runs ---- */
void ref_hart_goes_on(ref *r, int cpu);
void ref_hart_stands(ref *r, int cpu);
void ref_hart_resumes(ref *r, int cpu);
void ref_hart_take_interrupt(ref *r, int cpu);
void ref_hart_drained(ref *r, int cpu);
void ref_harts_wake(ref *r);
void ref_harts_answer(ref *r);  /* likewise */
void ref_harts_layers(ref *r); /* called at the end of a cycle */

/* ---- device/platform.c: CLINT and PLIC ---- */
int ref_clint_has(const ref *r, uint32_t address, uint32_t bytes);
uint32_t ref_clint_read(const ref *r, uint32_t address);
void ref_clint_write(ref *r, uint32_t address, uint32_t value);
void ref_clint_cycle(ref *r); /* called at the start of a cycle */

int ref_plic_has(const ref *r, uint32_t address, uint32_t bytes);
uint32_t ref_plic_read(ref *r, uint32_t address); /* called at the end of a cycle; may claim */
void ref_plic_write(ref *r, uint32_t address, uint32_t value);
int ref_plic_best(const ref *r, int thread); /* source that a claim would take, or 0 */
int ref_plic_interrupts(const ref *r, int thread);
void ref_plic_gateway(ref *r, int line); /* accepts a request if the gateway is open */
void ref_plic_rises(ref *r, int line);   /* a new interrupt of the line */

#endif
