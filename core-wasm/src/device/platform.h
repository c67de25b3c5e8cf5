/* Addresses of devices for harts and programs: the CLINT (timer and software interrupts), the PLIC, and the registers
 * of devices. Also finds the interrupts that are pending for a hart. */
#ifndef SIM_PLATFORM_H
#define SIM_PLATFORM_H

#include "state/tell.h"

void platform_init(sim *sim);
/* First cycle after the present one in which an interrupt of a hart becomes pending without further action. */
uint64_t platform_next(const sim *sim);

/* The interrupt controller of harts, after the RISC-V PLIC specification 1.0.0 (M-222 to M-226). Source s is line s
 * - 1, if that line starts no thread. */

enum { PLIC_REGISTERS = 0x400000 / 4 }; /* number of words in its address range; not all of them exist */

int plic_has(const sim *sim, uint32_t at);
uint32_t plic_load(sim *sim, uint32_t device, uint32_t at);
void plic_store(sim *sim, uint32_t device, uint32_t at, uint32_t value);

/* The most urgent line that requests an interrupt of the hart with a priority above `above`, or SIM_NONE. */
uint32_t plic_first(const sim *sim, const sim_hart *hart, uint32_t above);

/* The line requests a new interrupt, in a machine with harts. */
void plic_asserted(sim *sim, uint32_t line);
/* The line may request again: it was unmasked, or its interrupt was completed. */
void plic_request(sim *sim, uint32_t line);

/* Valid for any machine: no source is both pending and claimed, and none belongs to a line that starts a thread. */
int plic_is_sound(const sim *sim);

/* Registers that programs load and store, block by block: one entry for each kind of device with registers (M-211). */

/* Whether a device answers an access of `bytes` bytes to this address. */
int register_blocks_have(const sim *sim, uint32_t address, uint32_t bytes);
/* Accesses an existing register in the last cycle of the access. `thread` is the thread that accesses it. */
uint32_t register_blocks_load(sim *sim, uint32_t thread, uint32_t address, uint64_t cycle);
void register_blocks_store(sim *sim, uint32_t thread, uint32_t address, uint32_t value, uint64_t cycle);

/* Registers of a button for programs (M-214). */

enum { BUTTON_REGISTERS = 2 };

uint32_t button_load(sim *sim, uint32_t button, uint32_t at);
void button_store(sim *sim, uint32_t button, uint32_t at, uint32_t value);

/* Registers of a console for programs, as in a 16550 (M-212). */

enum { CONSOLE_REGISTERS = 8 };

uint32_t console_load(sim *sim, uint32_t console, uint32_t at);
void console_store(sim *sim, uint32_t console, uint32_t at, uint32_t value);
/* Bytes in the machine's state for the output of its consoles. */
uint64_t console_text_bytes(const sim_config *config);

#endif
