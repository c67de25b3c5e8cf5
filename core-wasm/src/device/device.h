/* What a device kind is to the rest of the machine. A kind is one module that defines its entry; the machine, the
 * software, the invariants, the progress checks and the view loop over all of them. The functions are called per event,
 * not per cycle: while sim.devices_rest_until lies ahead, none is called.
 *
 * docs/howto/device.md tells what a new kind has. */
#ifndef SIM_DEVICE_H
#define SIM_DEVICE_H

#include "base/check.h"
#include "state/tell.h"

typedef struct device_kind {
  /* Bounds of the device's record; the number of devices is in its bounds. */
  int (*check)(const check *k, uint32_t index);
  void (*init)(sim *sim);
  /* Does what falls due at the present cycle. */
  void (*tick)(sim *sim);
  /* First cycle in which tick has something to do; SIM_NEVER: none is known. */
  uint64_t (*next)(const sim *sim);
  /* The step names one of its devices. */
  void (*acknowledge)(sim *sim, const sim_step_config *step);
  /* Adds to each line the devices of the kind whose status drives it. */
  void (*count_drivers)(const sim *sim, uint32_t drivers[SIM_LINE_LIMIT]);
  /* Lines (bits) on which its devices interrupt also while no frame is received; NULL: none. */
  uint64_t (*lines_without_frames)(const sim *sim);
  /* Invariants of its state and counters that the packets are no part of; NULL: none. */
  int (*is_sound)(const sim *sim);
  /* Brings its counters of cycles up to the boundary `until`; NULL: it has none. */
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

#endif
