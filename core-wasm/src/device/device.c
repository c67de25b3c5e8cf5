#include "device/device.h"

static const device_kind *const kinds[sim_device_kind_COUNT] = {
#define DEVICE(NAME, number, kind, list) [sim_device_kind_##NAME] = &kind##_device,
#include "sim_devices.def"
};

/* Kinds (bits) of the machine's devices. */
static uint32_t kinds_present(const sim_config *config) {
  uint32_t present = 0;
#define DEVICE(NAME, number, kind, list) present |= (uint32_t)(config->kind##_count > 0) << number;
#include "sim_devices.def"
  return present;
}

static inline uint32_t first_of(uint32_t present) { return (uint32_t)__builtin_ctz(present); }

#define EACH_PRESENT(kind, sim) \
  for (uint32_t left = (sim)->device_kinds, kind; left != 0 && (kind = first_of(left), 1); left &= left - 1)

_Static_assert(SIM_LINE_LIMIT <= 64, "lines_without_frames holds a bit each");

int devices_check(const check *k) {
  const uint32_t counts[sim_device_kind_COUNT] = {
#define DEVICE(NAME, number, kind, list) k->config->kind##_count,
#include "sim_devices.def"
  };
  for (uint32_t kind = 0; kind < sim_device_kind_COUNT; kind++)
    for (uint32_t i = 0; i < counts[kind]; i++)
      if (!kinds[kind]->check(k, i)) return 0;
  return 1;
}

void devices_init(sim *sim) {
  sim->device_kinds = kinds_present(&sim->config);
  for (uint32_t kind = 0; kind < sim_device_kind_COUNT; kind++) {
    kinds[kind]->init(sim);
    if (kinds[kind]->lines_without_frames != NULL) sim->lines_without_frames |= kinds[kind]->lines_without_frames(sim);
  }
}

void devices_tick(sim *sim) {
  EACH_PRESENT(kind, sim) kinds[kind]->tick(sim);
}

uint64_t devices_next(const sim *sim) {
  uint64_t next = SIM_NEVER;
  EACH_PRESENT(kind, sim) next = earlier(next, kinds[kind]->next(sim));
  return next;
}

void device_acknowledge(sim *sim, const sim_step_config *step) { kinds[step->device]->acknowledge(sim, step); }

void devices_count_drivers(const sim *sim, uint32_t drivers[SIM_LINE_LIMIT]) {
  EACH_PRESENT(kind, sim) kinds[kind]->count_drivers(sim, drivers);
}

int devices_are_sound(const sim *sim) {
  EACH_PRESENT(kind, sim)
    if (kinds[kind]->is_sound != NULL && !kinds[kind]->is_sound(sim)) return 0;
  return 1;
}

void devices_account_cycles(sim *sim, uint64_t until) {
  EACH_PRESENT(kind, sim)
    if (kinds[kind]->account_cycles != NULL) kinds[kind]->account_cycles(sim, until);
}

void devices_view(const sim *sim, sim_view *view) {
  for (uint32_t kind = 0; kind < sim_device_kind_COUNT; kind++) kinds[kind]->view(sim, view);
}
