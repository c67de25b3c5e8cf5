/* What programs of harts need: control and status registers, and the CLINT (docs/model.md, machine mode). */
#ifndef MACHINE_H
#define MACHINE_H

#include <stdint.h>

#define csr_read(name)                                   \
    ({                                                   \
        uint32_t value_;                                 \
        __asm__ volatile("csrr %0, " name : "=r"(value_)); \
        value_;                                          \
    })
#define csr_write(name, value) __asm__ volatile("csrw " name ", %0" ::"r"((uint32_t)(value)) : "memory")
#define csr_set(name, bits) __asm__ volatile("csrs " name ", %0" ::"r"((uint32_t)(bits)) : "memory")
#define csr_clear(name, bits) __asm__ volatile("csrc " name ", %0" ::"r"((uint32_t)(bits)) : "memory")

#define MLINE "0x7c0"  /* lines that are bound to the hart, a bit each */
#define MLAYER "0x7c1" /* layer that its cycles are accounted to; bits 8 to 15: the one before the trap */
enum { LAYER_APPLICATION = 1, LAYER_DRIVER_ISR = 3, LAYER_PROTOCOL = 4 };

#define MSTATUS_MIE 8u
#define MIE_SOFTWARE 8u
#define MIE_LINE(n) (0x10000u << (n))
#define CAUSE_SOFTWARE 0x80000003u

#define MSIP0 (*(volatile uint32_t *)0xf2000000)

#endif
