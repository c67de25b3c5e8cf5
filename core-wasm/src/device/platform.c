#include "device/platform.h"

#include "cpu/code/machine_mode.h"
#include "device/disk.h"
#include "device/nic.h"
#include "thread/thread.h"

/* CLINT as in SiFive's FU540 (manual, chapter 9). Context h has the registers of hart h. */
#define CLINT_BASE 0xf2000000u
enum { CLINT_BYTES = 0x10000, MSIP_AT = 0, MTIMECMP_AT = 0x4000, MTIME_AT = 0xbff8, WORD_BYTES = 4 };

static int is_within(uint32_t at, uint32_t begin, uint32_t bytes) { return at >= begin && at - begin < bytes; }

static int is_clint(const sim *sim, uint32_t address) {
  return sim->harts != NULL && address - CLINT_BASE < CLINT_BYTES;
}

OPT_SIZE static int platform_has(const sim *sim, uint32_t address, uint32_t bytes) {
  if (!is_clint(sim, address)) return register_blocks_have(sim, address, bytes);
  const uint32_t at = address - CLINT_BASE, contexts = context_total(&sim->config);
  if (bytes != WORD_BYTES) return 0;
  return is_within(at, MSIP_AT, WORD_BYTES * contexts) || is_within(at, MTIMECMP_AT, 8 * contexts) ||
         is_within(at, MTIME_AT, 8);
}

static uint32_t half(uint64_t value, uint32_t at) { return (uint32_t)(at & WORD_BYTES ? value >> 32 : value); }

OPT_SIZE static uint32_t platform_load(sim *sim, uint32_t thread, uint32_t address, uint32_t bytes, uint64_t cycle) {
  (void)bytes;
  if (!is_clint(sim, address)) return register_blocks_load(sim, thread, address, cycle);
  const uint32_t at = address - CLINT_BASE;
  if (at >= MTIME_AT) return half(machine_mode_time(sim, cycle), at);
  const sim_hart *hart = machine_mode_hart_on(sim, at >= MTIMECMP_AT ? (at - MTIMECMP_AT) / 8 : at / WORD_BYTES);
  if (hart == NULL) return 0;
  return at >= MTIMECMP_AT ? half(hart->mtimecmp, at) : hart->msip;
}

static uint32_t thread_of(const sim *sim, const sim_hart *hart) { return (uint32_t)(hart - sim->harts); }

static uint64_t with_half(uint64_t whole, uint32_t at, uint32_t value) {
  return at & WORD_BYTES ? (whole & UINT32_MAX) | (uint64_t)value << 32 : (whole & ~(uint64_t)UINT32_MAX) | value;
}

static int is_timer_set(const sim *sim, const sim_hart *hart, uint64_t cycle) {
  return machine_mode_time(sim, cycle) >= hart->mtimecmp;
}

typedef struct timer_moment {
  int is_set;
  uint64_t since;
} timer_moment;

static timer_moment timer_of(const sim *sim, uint32_t thread, uint64_t cycle) {
  if (!is_timer_set(sim, hart_at(sim, thread), cycle)) return (timer_moment){0};
  return (timer_moment){.is_set = 1, .since = machine_mode_timer_since(sim, thread, cycle)};
}

/* Keeps the time since which MTIP is set, across a store in this cycle. */
static void note_timer(sim *sim, uint32_t thread, timer_moment before, uint64_t cycle) {
  sim_hart *hart = hart_at(sim, thread);
  hart->timer_set = !is_timer_set(sim, hart, cycle) ? SIM_NEVER : before.is_set ? before.since : cycle + 1;
}

OPT_SIZE static void store_mtimecmp(sim *sim, uint32_t of, uint32_t at, uint32_t value, uint64_t cycle) {
  const timer_moment before = timer_of(sim, of, cycle);
  hart_at(sim, of)->mtimecmp = with_half(hart_at(sim, of)->mtimecmp, at, value);
  note_timer(sim, of, before, cycle);
}

OPT_SIZE static void store_mtime(sim *sim, uint32_t at, uint32_t value, uint64_t cycle) {
  timer_moment before[SIM_THREAD_LIMIT] = {0};
  for (thread_set harts = sim->hart_threads; harts != 0; harts &= harts - 1)
    before[thread_first(harts)] = timer_of(sim, thread_first(harts), cycle);
  sim->plic->mtime_offset = with_half(machine_mode_time(sim, cycle), at, value) - cycle;
  for (thread_set harts = sim->hart_threads; harts != 0; harts &= harts - 1)
    note_timer(sim, thread_first(harts), before[thread_first(harts)], cycle);
}

OPT_SIZE static void platform_store(sim *sim, uint32_t thread, uint32_t address, uint32_t bytes, uint32_t value,
                           uint64_t cycle) {
  if (!is_clint(sim, address)) {
    register_blocks_store(sim, thread, address, bytes < WORD_BYTES ? value & ((1u << 8 * bytes) - 1) : value, cycle);
    return;
  }
  const uint32_t at = address - CLINT_BASE;
  if (at >= MTIME_AT) {
    machine_mode_attend(sim);
    store_mtime(sim, at, value, cycle);
    return;
  }
  sim_hart *hart = machine_mode_hart_on(sim, at >= MTIMECMP_AT ? (at - MTIMECMP_AT) / 8 : at / WORD_BYTES);
  if (hart == NULL) return;
  machine_mode_attend(sim);
  if (at >= MTIMECMP_AT) store_mtimecmp(sim, thread_of(sim, hart), at, value, cycle);
  else {
    if (!hart->msip && (value & 1)) hart->software_set = cycle + 1;
    hart->msip = value & 1;
  }
}

OPT_SIZE static uint32_t platform_pending(const sim *sim, uint32_t context, uint64_t cycle) {
  const sim_hart *hart = machine_mode_hart_on(sim, context);
  return (hart->msip ? (uint32_t)MIP_MSIP : 0) | (is_timer_set(sim, hart, cycle) ? (uint32_t)MIP_MTIP : 0) |
         (plic_first(sim, hart, hart->plic_threshold) != SIM_NONE ? (uint32_t)MIP_MEIP : 0);
}

static const platform_calls calls = {platform_has, platform_load, platform_store, platform_pending};

void platform_init(sim *sim) {
  if (sim->program_registers != NULL) sim->platform = &calls;
}

OPT_SIZE uint64_t platform_next(const sim *sim) {
  if (sim->harts == NULL) return SIM_NEVER;
  const uint64_t cycle = state_of(sim)->cycle, time = machine_mode_time(sim, cycle);
  uint64_t next = add_saturating(cycle, 0 - time); /* mtime restarts at 0 */
  for (thread_set harts = sim->hart_threads; harts != 0; harts &= harts - 1) {
    const sim_hart *hart = hart_at(sim, thread_first(harts));
    if (hart->mtimecmp > time && (hart->mie & MIP_MTIP))
      next = earlier(next, add_saturating(cycle, hart->mtimecmp - time));
  }
  return next;
}

/* ---- registers of devices ---- */

typedef struct register_block {
  uint32_t base;
  uint32_t pitch; /* bytes from one device to the next */
  uint32_t bytes; /* bytes of a register, and of each access to one */
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

/* The block that contains the address, with its device and register. NULL if there is none. */
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

/* Software acts at the end of the cycle, and nothing else goes beyond this time. */
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
