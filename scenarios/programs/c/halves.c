/* Top half and software interrupt: the timer's line is noted at once, its work done with interrupts let in. */
#include "collatz.h"
#include "machine.h"

volatile uint32_t noted;  /* ticks that the top half has seen */
volatile uint32_t worked; /* and those that the bottom half is through with */

static void work(void) {
    for (uint32_t i = 0; i < 130; i++) __asm__ volatile("");
}

static void bottom_half(void) {
    uint32_t epc = csr_read("mepc"), status = csr_read("mstatus");
    MSIP0 = 0;
    csr_clear("mie", MIE_SOFTWARE);
    csr_write(MLAYER, LAYER_PROTOCOL);
    csr_set("mstatus", MSTATUS_MIE);
    while (worked != noted) {
        work();
        worked++;
    }
    csr_clear("mstatus", MSTATUS_MIE);
    csr_set("mie", MIE_SOFTWARE);
    csr_write("mepc", epc);
    csr_write("mstatus", status);
    csr_write(MLAYER, LAYER_APPLICATION << 8 | LAYER_APPLICATION);
}

__attribute__((interrupt)) static void on_trap(void) {
    if (csr_read("mcause") == CAUSE_SOFTWARE) {
        bottom_half();
        return;
    }
    noted++;
    MSIP0 = 1;
}

void main(void) {
    csr_write("mtvec", (uintptr_t)on_trap);
    csr_write(MLINE, 1);
    csr_write("mie", MIE_LINE(0) | MIE_SOFTWARE);
    csr_set("mstatus", MSTATUS_MIE);
    count_steps_for_ever();
}
