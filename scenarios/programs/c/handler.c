/* A handler in C: the attribute makes gcc and clang save what it uses, and end it with mret. */
#include "collatz.h"
#include "machine.h"

volatile uint32_t ticks;

__attribute__((interrupt)) static void on_tick(void) { ticks++; }

void main(void) {
    csr_write("mtvec", (uintptr_t)on_tick);
    csr_write(MLINE, 1);
    csr_write("mie", MIE_LINE(0));
    csr_set("mstatus", MSTATUS_MIE);
    count_steps_for_ever();
}
