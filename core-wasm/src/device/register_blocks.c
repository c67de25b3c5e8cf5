#include "device/register_blocks.h"

#include "device/button.h"
#include "device/console.h"
#include "device/disk.h"
#include "device/nic_memory.h"
#include "device/plic.h"

typedef struct register_block {
  uint32_t base;
  uint32_t pitch; /* from one device to the next */
  uint32_t bytes; /* of a register, and of each access to one */
  uint32_t registers;
  uint32_t (*load)(sim *sim, uint32_t device, uint32_t at);
  void (*store)(sim *sim, uint32_t device, uint32_t at, uint32_t value);
} register_block;

enum { OF_NICS, OF_CONSOLES, OF_DISKS, OF_BUTTONS, OF_PLIC, BLOCKS };

static const register_block blocks[BLOCKS] = {
    [OF_NICS] = {0xf0100000u, 0x1000, 4, NIC_REGISTERS, nic_load, nic_store},
    [OF_CONSOLES] = {0xf0200000u, 0x100, 1, CONSOLE_REGISTERS, console_load, console_store},
    [OF_DISKS] = {0xf0300000u, 0x100, 4, DISK_REGISTERS, disk_load, disk_store},
    [OF_BUTTONS] = {0xf0400000u, 0x100, 4, BUTTON_REGISTERS, button_load, button_store},
    [OF_PLIC] = {SIM_PLIC_BASE, 0x4000000, 4, PLIC_REGISTERS, plic_load, plic_store},
};

static uint32_t devices_of(const sim *sim, uint32_t block) {
  const uint32_t counts[BLOCKS] = {
      [OF_NICS] = sim->config.nic_count,
      [OF_CONSOLES] = sim->config.console_count,
      [OF_DISKS] = sim->config.disk_count,
      [OF_BUTTONS] = sim->config.button_count,
      [OF_PLIC] = sim->plic != NULL,
  };
  return counts[block];
}

/* The block that the address lies in, or NULL; which device and register of it. */
static const register_block *block_at(const sim *sim, uint32_t address, uint32_t *device, uint32_t *at) {
  for (uint32_t i = 0; i < BLOCKS; i++) {
    const register_block *b = &blocks[i];
    const uint32_t offset = address - b->base;
    *device = offset / b->pitch;
    *at = offset % b->pitch / b->bytes;
    if (i == OF_NICS && (*device >= SIM_NIC_LIMIT || !nic_config_at(sim, *device)->in_memory)) continue;
    if (i == OF_PLIC && !plic_has(sim, *at)) continue;
    if (address >= b->base && *device < devices_of(sim, i) && *at < b->registers) return b;
  }
  return NULL;
}

int register_blocks_have(const sim *sim, uint32_t address, uint32_t bytes) {
  uint32_t device, at;
  const register_block *b = block_at(sim, address, &device, &at);
  return b != NULL && bytes == b->bytes && address % bytes == 0;
}

/* Software acts at the end of the cycle; whatever else runs by itself does no further than to there. */
typedef struct moment {
  uint64_t event_cycle, boundary;
  uint8_t acting;
} moment;

static moment begin_to_act(sim *sim, uint32_t thread, uint64_t cycle) {
  const moment before = {sim->event_cycle, sim->boundary, sim->acting};
  sim->event_cycle = cycle;
  sim->boundary = cycle + 1;
  sim->acting = (uint8_t)thread;
  sim->run_ends = 1;
  sim->polls_invalidated = 1;
  machine_devices_wake(sim);
  return before;
}

static void end_to_act(sim *sim, const moment *before) {
  sim->event_cycle = before->event_cycle;
  sim->boundary = before->boundary;
  sim->acting = before->acting;
}

uint32_t register_blocks_load(sim *sim, uint32_t thread, uint32_t address, uint64_t cycle) {
  uint32_t device, at;
  const register_block *b = block_at(sim, address, &device, &at);
  const moment before = begin_to_act(sim, thread, cycle);
  const uint32_t value = b->load(sim, device, at);
  end_to_act(sim, &before);
  return value;
}

void register_blocks_store(sim *sim, uint32_t thread, uint32_t address, uint32_t value, uint64_t cycle) {
  uint32_t device, at;
  const register_block *b = block_at(sim, address, &device, &at);
  const moment before = begin_to_act(sim, thread, cycle);
  b->store(sim, device, at, value);
  end_to_act(sim, &before);
}
