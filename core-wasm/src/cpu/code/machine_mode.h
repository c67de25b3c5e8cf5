/* Threads in machine mode (harts): their traps, and the next interrupt. Source: The RISC-V Instruction Set Manual,
 * Volume II: Privileged Architecture, 20211203, the machine level only. */
#ifndef SIM_MACHINE_MODE_H
#define SIM_MACHINE_MODE_H

#include "state/tell.h"

enum {
  MSTATUS_MIE = 1 << 3,
  MSTATUS_MPIE = 1 << 7,
  MSTATUS_MPP = 3 << 11, /* always machine level */
  SOFTWARE_INTERRUPT = 3, /* causes */
  TIMER_INTERRUPT = 7,
  EXTERNAL_INTERRUPT = 11,
  MIP_MSIP = 1 << SOFTWARE_INTERRUPT,
  MIP_MTIP = 1 << TIMER_INTERRUPT,
  MIP_MEIP = 1 << EXTERNAL_INTERRUPT,
  MIP_LINE_SHIFT = 16, /* bit and cause of line n, which mline binds: 16 + n */
  MTVEC_VECTORED = 1,
  LAYER_MASK = 0xff, /* of mlayer */
  LAYER_BEFORE_SHIFT = 8
};
#define MCAUSE_INTERRUPT 0x80000000u

uint64_t machine_mode_bytes(const sim_config *config);
void machine_mode_init(sim *sim);

static inline int is_hart(const sim *sim, uint32_t thread) { return thread_at(sim, thread)->machine_mode; }
INLINE sim_hart *hart_at(const sim *sim, uint32_t thread) { return opaque_pointer(&sim->harts[thread]); }
/* The hart on the context; NULL: none. */
sim_hart *machine_mode_hart_on(const sim *sim, uint32_t context);

/* An instruction may change the next interrupt or a layer, so the run of the pipelines ends with this
 * cycle. */
static inline void machine_mode_attend(sim *sim) {
  sim->run_ends = 1;
  machine_devices_wake(sim);
}

/* Value of mip in this cycle. */
uint32_t machine_mode_pending(const sim *sim, uint32_t thread, uint64_t cycle);
/* mcause of the interrupt that would be taken in this cycle, or SIM_NONE. */
uint32_t machine_mode_interrupt(const sim *sim, uint32_t thread, uint64_t cycle);
/* Enters the handler and returns its address. Reports the trap in the cycle of events. */
uint32_t machine_mode_trap(sim *sim, uint32_t thread, uint32_t cause, uint32_t pc, uint32_t value);
/* MRET: returns the address of the next instruction. */
uint32_t machine_mode_return(sim *sim, uint32_t thread);
/* Reports the effect of the instruction at this address, in the cycle of events. */
void machine_mode_tell(sim *sim, uint32_t thread, uint32_t what, uint32_t pc);
/* Ends the program. Nothing wakes or interrupts the hart afterwards. */
void machine_mode_end(sim *sim, uint32_t thread, uint32_t exit_code);

/* Value of mtime in this cycle. Stores can change mtime. */
static inline uint64_t machine_mode_time(const sim *sim, uint64_t cycle) { return cycle + sim->plic->mtime_offset; }
/* MTIP is set in this cycle. Returns the boundary at which it was set. */
uint64_t machine_mode_timer_since(const sim *sim, uint32_t thread, uint64_t cycle);

/* Control and status registers of programs (M-47), and in machine mode (M-207). */

enum { CSR_MSTATUS = 0x300 }; /* the others: csr.c */

/* True if the thread's program may access the register in this way. Otherwise the instruction is illegal. */
int csr_is_there(const sim *sim, uint32_t thread, uint32_t csr, int writes);
/* Value of an existing CSR in this cycle, after `executed` instructions of the program on this context. */
uint32_t csr_read(const sim *sim, uint32_t thread, uint32_t context, uint32_t csr, uint64_t cycle, uint64_t executed);
/* A write by a thread in machine mode. */
void csr_write(sim *sim, uint32_t thread, uint32_t csr, uint32_t value, uint64_t cycle, uint64_t executed);

#endif
