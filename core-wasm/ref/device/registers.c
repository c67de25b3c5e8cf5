/* M-211: registers of devices other than the rings of cards, by their addresses; and of the PLIC. */
#include "ref/ref.h"

enum { CARDS = 0xf01, CONSOLES = 0xf02, DISKS = 0xf03, BUTTONS = 0xf04 }; /* the upper 12 bits */
enum { PLIC = 0xfc };                                                 /* 8 bits */

int ref_has_register(const ref *r, uint32_t address, uint32_t bytes) {
  const uint32_t device = address >> 8 & 0xfff, at = address & 0xff;
  if (ref_plic_has(r, address, bytes)) return 1;
  switch (address >> 20) {
    case CARDS:
      return bytes == 4 && device % 16 == 0 && device / 16 < r->config.nic_count && at % 4 == 0 && at <= 44 &&
             r->config.nics[device / 16].in_memory;
    case CONSOLES: return bytes == 1 && device < r->config.console_count && at < 8;
    case DISKS: return bytes == 4 && device < r->config.disk_count && at % 4 == 0 && at <= 20;
    case BUTTONS: return bytes == 4 && device < r->config.button_count && at % 4 == 0 && at <= 4;
    default: return 0;
  }
}

static uint32_t disk_register(ref *r, int disk, uint32_t at) {
  switch (at) {
    case 0: return (uint32_t)r->disks[disk].status;
    case 4: return (uint32_t)r->disks[disk].held;
    case 8: return r->disks[disk].done;
    case 20: return (uint32_t)ref_disk_take(r, disk);
    default: return 0;
  }
}

/* M-214: "ask for so many blocks (none, or more than a step could ask for, are no request)" */
static void ask_disk(ref *r, int disk, int is_write, uint32_t blocks) {
  const uint64_t most = (1u << 24) / r->config.disks[disk].block_bytes;
  if (blocks == 0 || blocks > 0xffff || blocks > most) return;
  ref_disk_request(r, disk, is_write, blocks);
}

/* M-211: "acts in the last cycle of its access" */
uint32_t ref_load_register(ref *r, uint32_t address) {
  const uint64_t moment = r->moment;
  const int device = (int)(address >> 8 & 0xfff);
  uint32_t value = 0;
  r->moment = r->cycle + 1;
  if (address >> 24 == PLIC) {
    value = ref_plic_read(r, address);
    r->moment = moment;
    return value;
  }
  switch (address >> 20) {
    case CARDS: value = ref_nic_load(r, device / 16, address & 0xff); break;
    case CONSOLES: value = ref_console_load(r, device, address & 0xff); break;
    case DISKS: value = disk_register(r, device, address & 0xff); break;
    default:
      value = address & 4 ? (uint32_t)r->counters.buttons[device].presses
                          : (uint32_t)r->status[sim_device_kind_BUTTON][device];
  }
  r->moment = moment;
  return value;
}

void ref_store_register(ref *r, uint32_t address, uint32_t value, int thread) {
  const uint64_t moment = r->moment;
  const int device = (int)(address >> 8 & 0xfff);
  const uint32_t at = address & 0xff;
  const sim_step_config step = {.index = (uint8_t)device};
  r->moment = r->cycle + 1;
  if (address >> 24 == PLIC) {
    ref_plic_write(r, address, value);
    r->moment = moment;
    return;
  }
  switch (address >> 20) {
    case CARDS: ref_nic_store(r, device / 16, at, value, thread); break;
    case CONSOLES: ref_console_store(r, device, at, (uint8_t)value); break;
    case DISKS:
      if (at == 0 && value % 2 == 1) ref_disk_acknowledge(r, &step);
      if (at == 12 || at == 16) ask_disk(r, device, at == 16, value);
      break;
    default:
      if (at == 0 && value % 2 == 1) ref_button_acknowledge(r, &step);
  }
  r->moment = moment;
}
