/* Interface of a device kind. A kind is one module that defines its entry. Machine, software, invariants, progress
 * checks and view loop over all kinds. They call the functions for events, not in every cycle: no function is called
 * before sim.devices_rest_until. docs/howto/device.md lists the parts of a new kind. */
#ifndef SIM_DEVICE_H
#define SIM_DEVICE_H

#include <stdint.h>

#include "base/check.h"
#include "state/tell.h"

typedef struct device_kind {
  /* Checks the bounds of the device's record. The number of devices was checked before. */
  int (*check)(const check *k, uint32_t index);
  void (*init)(sim *sim);
  /* Does the work that is due in the present cycle. */
  void (*tick)(sim *sim);
  /* First cycle in which tick has work; SIM_NEVER if unknown. */
  uint64_t (*next)(const sim *sim);
  /* Acknowledges the device that the step names. */
  void (*acknowledge)(sim *sim, const sim_step_config *step);
  /* Adds to each line the number of devices of the kind whose status drives it. */
  void (*count_drivers)(const sim *sim, uint32_t drivers[SIM_LINE_LIMIT]);
  /* Lines (bits) on which its devices interrupt even while no frame arrives. NULL: none. */
  uint64_t (*lines_without_frames)(const sim *sim);
  /* Checks the invariants of its state and counters, but not of packets. NULL: none. */
  int (*is_sound)(const sim *sim);
  /* Brings the device's cycle counters up to the boundary `until`. NULL: it has none. */
  void (*account_cycles)(sim *sim, uint64_t until);
  void (*view)(const sim *sim, sim_view *view);
} device_kind;

#define DEVICE(NAME, number, kind, list) extern const device_kind kind##_device;
#include "sim_devices.def"

int devices_check(const check *k);
void devices_init(sim *sim);
void devices_tick(sim *sim);
uint64_t devices_next(const sim *sim);
void device_acknowledge(sim *sim, const sim_step_config *step);
void devices_count_drivers(const sim *sim, uint32_t drivers[SIM_LINE_LIMIT]);
int devices_are_sound(const sim *sim);
void devices_account_cycles(sim *sim, uint64_t until);
void devices_view(const sim *sim, sim_view *view);

/* Bounds of fields that occur in several devices, or in traffic. */

enum {
  FRAME_BYTES_LIMIT = 1 << 18,
  REQUEST_BYTES_LIMIT = 1 << 24,  /* bytes of a disk request */
  NANOSECONDS_LIMIT = 1000000000, /* its product with the clock stays below 2^64 */
  MEAN_GAP_BITS = 44              /* a mean interval stays below 2^44 cycles, and so does its denominator */
};
#define LINE_RATE_LIMIT 1000000000000u /* bit/s */
#define INTERVAL_NUMERATOR_LIMIT ((uint64_t)1 << 56)

/* Interrupt lines: devices drive them; the interrupt controller latches and masks them. */

static inline uint64_t line_bit(uint32_t line) { return (uint64_t)1 << line; }

void line_init(sim *sim);

/* The status bits that drive the line changed from `before` to `after`. `signalled`: bits of events that happened
 * now, even if the bit was set already. */
void line_drive(sim *sim, uint32_t line, uint32_t before, uint32_t after, uint32_t signalled);
/* Software acknowledged a device with a single status bit. `status` is the bit before that. */
void line_acknowledged(sim *sim, uint32_t line, uint32_t status);
void line_mask(sim *sim, uint32_t line, int masked);
/* The core recognised the interrupt of the line. */
void line_taken(sim *sim, uint32_t line);

/* Records the latency of an interrupt, from its assertion over the ends of its parts, all as boundaries; 0 =
 * absent. `source`: sim_interrupt_source. `index`: its line, or the thread of its hart. */
void interrupt_responded(sim *sim, uint32_t source, uint32_t index, uint32_t number, uint64_t asserted,
                         const uint64_t ends[sim_interrupt_part_COUNT]);

/* Whether the line can start a thread now. */
static inline int line_wants(const sim *sim, uint32_t line) {
  const line_state *l = line_at(sim, line);
  return l->pending && !l->masked;
}

/* The DMA engine: its current transfer, and its reports to the devices. Bursts are in memory/burst.h. */

void dma_init(sim *sim);
/* Moves the packet's data to memory (RECEIVE) or into the NIC (SEND), then calls receive_moved or nic_fetched. If
 * DMA takes no time, it calls them at once. */
void dma_move(sim *sim, uint32_t packet, enum sim_direction to);
/* The bytes of the packet's next burst have arrived from the wire. */
void dma_ask_again(sim *sim, uint32_t packet);
/* Moves the data of the disk's present request, after the data of all packets. Then calls disk_moved. */
void dma_move_disk(sim *sim, uint32_t disk, uint32_t bytes);

/* Ends and starts bursts in the present cycle, before a core may request the bus. */
void dma_tick(sim *sim);
/* First cycle in which dma_tick does something that others can observe, or an earlier cycle. */
uint64_t dma_next(const sim *sim);
/* Reports to the device what bursts have moved between ticks. */
void dma_pass_on(sim *sim);

#endif
