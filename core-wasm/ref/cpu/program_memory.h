/* The memory and devices at a program's addresses (M-46, M-203, M-211). */
#ifndef REF_PROGRAM_MEMORY_H
#define REF_PROGRAM_MEMORY_H

#include "ref/cpu/rv32.h"
#include "ref/ref.h"

enum cause { /* cause of an exception, as in mcause */
  FETCH_MISALIGNED = 0,
  FETCH_FAULT = 1,
  ILLEGAL = 2,
  BREAKPOINT = 3,
  LOAD_MISALIGNED = 4,
  LOAD_FAULT = 5,
  STORE_MISALIGNED = 6,
  STORE_FAULT = 7,
  CALL = 11,
};

static inline int ref_lies_in(uint32_t address, uint32_t bytes, uint32_t begin, uint32_t length) {
  return address >= begin && (uint64_t)address + bytes <= (uint64_t)begin + length;
}

/* True if the address belongs to a ring; also the present value of its register. */
int ref_is_nic_register(const ref *r, uint32_t address, uint32_t bytes);
uint32_t ref_nic_register(const ref *r, uint32_t address);
/* Whether a device that acts on loads and stores is at the address. */
int ref_device_acts(const ref *r, uint32_t address, uint32_t bytes);

/* Each returns the cause of its exception, or -1. */
int ref_program_load(const ref *r, const ref_activity *activity, const ref_rv32 *i, uint32_t address, uint32_t *value);
int ref_program_store(ref *r, int cpu, const ref_activity *activity, const ref_rv32 *i, uint32_t address,
                      uint32_t value);
int ref_program_access_atomically(ref *r, int cpu, const ref_rv32 *i, uint32_t address, uint32_t operand,
                                  uint32_t *result); /* LR, SC and AMOs */

#endif
