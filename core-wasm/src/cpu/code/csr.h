/* Control and status registers of programs (M-47), and in machine mode (M-207). */
#ifndef SIM_CSR_H
#define SIM_CSR_H

#include "state/tell.h"

enum { CSR_MSTATUS = 0x300 }; /* the others: csr.c */

/* The thread's program may access the register so; else the instruction is illegal. */
int csr_is_there(const sim *sim, uint32_t thread, uint32_t csr, int writes);
/* Of one that is there, in this cycle, behind so many instructions; the program runs on that context. */
uint32_t csr_read(const sim *sim, uint32_t thread, uint32_t context, uint32_t csr, uint64_t cycle, uint64_t executed);
/* By a thread in machine mode. */
void csr_write(sim *sim, uint32_t thread, uint32_t csr, uint32_t value, uint64_t cycle, uint64_t executed);

#endif
