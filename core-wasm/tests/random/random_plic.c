#include "random_plic.h"

#include "support/machine_code.h"

enum { PLACE = 21, VALUE = 22, DEVICES = 23, SOURCE = 25 };
enum { PLIC = 0xfc000, PENDING = 1, ENABLE = 2, TARGET = 0x200, BUTTONS = 0xf0400 }; /* upper 20 bits */

/* ---- lines ---- */

static uint8_t add_line(choices *from, sim_config *c) {
  const uint8_t line = c->line_count++;
  c->lines[line] = (sim_line_config){.priority = (uint8_t)choose(from, 0, 5),
                                     .trigger = (uint8_t)choose(from, sim_trigger_LEVEL, sim_trigger_MESSAGE),
                                     .masked = choose(from, 0, 9) == 0,
                                     .loses_masked = choose(from, 0, 2) == 0,
                                     .core = SIM_NONE_8,
                                     .context = SIM_NONE_8};
  if (choose(from, 0, 1)) c->line_deadlines[line] = choose(from, 1, 300);
  return line;
}

static uint32_t presses(const sim_config *c) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < c->button_count; i++) {
    const uint32_t end = (uint32_t)c->buttons[i].first_press + c->buttons[i].press_count;
    if (end > count) count = end;
  }
  return count;
}

static void add_button(choices *from, sim_config *c, uint8_t line) {
  const uint32_t first = presses(c), count = choose(from, 1, 20);
  if (c->button_count == SIM_BUTTON_LIMIT || first + count > SIM_PRESS_LIMIT) return;
  c->buttons[c->button_count++] =
      (sim_button_config){.first_press = (uint16_t)first, .press_count = (uint16_t)count, .line = line};
  uint64_t cycle = choose(from, 0, 300);
  for (uint32_t i = 0; i < count; i++) {
    c->presses[first + i] = cycle;
    cycle += choose(from, 1, choose(from, 0, 1) ? 60 : 600);
  }
}

static void add_timer(choices *from, sim_config *c, uint8_t line) {
  if (c->timer_count == SIM_TIMER_LIMIT) return;
  c->timers[c->timer_count++] = (sim_timer_config){.period_cycles_numerator = choose(from, 50, 1500),
                                                   .period_cycles_denominator = 1,
                                                   .start_cycle = choose(from, 0, 400),
                                                   .line = line};
}

static void move_devices(choices *from, sim_config *c, uint8_t line) {
  for (uint32_t i = 0; i < c->console_count; i++)
    if (choose(from, 0, 1)) c->consoles[i].line = line;
  for (uint32_t i = 0; i < c->disk_count; i++)
    if (choose(from, 0, 1)) c->disks[i].line = line;
  for (uint32_t i = 0; i < c->nic_count; i++)
    if (choose(from, 0, 2) == 0) c->nics[i].rings[choose(from, 0, c->nics[i].ring_count - 1u)].line = line;
}

void random_plic_lines(choices *from, sim_config *c) {
  for (uint32_t left = choose(from, 0, 4); left > 0 && c->line_count < SIM_LINE_LIMIT; left--) {
    const uint8_t line = add_line(from, c);
    if (choose(from, 0, 3)) add_button(from, c, line);
    if (choose(from, 0, 2) == 0) add_timer(from, c, line);
    if (choose(from, 0, 2) == 0) move_devices(from, c, line);
  }
}

/* ---- what programs do ---- */

uint32_t random_plic_begin(choices *from, uint32_t *words, uint32_t context) {
  uint32_t n = 0;
  words[n++] = LUI(PLACE, PLIC);
  for (uint32_t source = 1; source <= 6; source++) {
    words[n++] = LI(VALUE, choose(from, 0, 5) ? choose(from, 1, 7) : choose(from, 0, 15));
    words[n++] = SW(VALUE, 4 * source, PLACE);
  }
  words[n++] = LUI(PLACE, PLIC + ENABLE);
  words[n++] = LI(VALUE, choose(from, 0, 3) ? -1 : (int)choose(from, 0, 127));
  words[n++] = SW(VALUE, 0x80 * (context % 8), PLACE);
  if (choose(from, 0, 3)) return n;
  words[n++] = LUI(PLACE, PLIC + TARGET + context);
  words[n++] = LI(VALUE, choose(from, 0, 9));
  words[n++] = SW(VALUE, 0, PLACE);
  return n;
}

static uint32_t any_register(choices *from, uint32_t *offset) {
  switch (choose(from, 0, 9)) {
    case 0:
    case 1: *offset = 4 * (choose(from, 0, 9) ? choose(from, 0, 8) : choose(from, 60, 70)); return PLIC;
    case 2: *offset = 4 * choose(from, 0, 3); return PLIC + PENDING;
    case 3:
    case 4:
      *offset = 0x80 * choose(from, 0, 4) + 4 * (choose(from, 0, 3) ? 0 : choose(from, 0, 3));
      return PLIC + ENABLE;
    case 5: *offset = 4 * choose(from, 0, 2); return PLIC + TARGET + choose(from, 0, 5);
    case 6: *offset = 0; return PLIC + TARGET + choose(from, 0, 3);
    default: *offset = 4; return PLIC + TARGET + choose(from, 0, 3);
  }
}

uint32_t random_plic_access(choices *from, uint32_t *words) {
  uint32_t n = 0, offset;
  if (choose(from, 0, 5) == 0) {
    words[n++] = LUI(PLACE, BUTTONS);
    words[n++] = LI(VALUE, 1);
    words[n++] = SW(VALUE, 0x100 * choose(from, 0, 2), PLACE);
    return n;
  }
  words[n++] = LUI(PLACE, any_register(from, &offset));
  if (choose(from, 0, 40) == 0) offset += choose(from, 1, 3);
  if (choose(from, 0, 1)) {
    words[n++] = LW(choose(from, 12, 15), offset, PLACE);
    return n;
  }
  words[n++] = LI(VALUE, choose(from, 0, 2) ? choose(from, 0, 8) : choose(from, 0, 1) ? UINT32_MAX : 65);
  words[n++] = SW(VALUE, offset, PLACE);
  return n;
}

uint32_t random_plic_service(choices *from, uint32_t *words, uint32_t context) {
  uint32_t n = 0;
  words[n++] = LUI(DEVICES, PLIC + TARGET + context);
  words[n++] = LW(SOURCE, 4, DEVICES);
  if (choose(from, 0, 3)) {
    words[n++] = LUI(PLACE, BUTTONS);
    words[n++] = LI(VALUE, 1);
    words[n++] = SW(VALUE, 0x100 * choose(from, 0, 1), PLACE);
  }
  if (choose(from, 0, 3) == 0) words[n++] = LW(SOURCE, 4, DEVICES); /* claims another source meanwhile */
  if (choose(from, 0, 6)) words[n++] = SW(SOURCE, 4, DEVICES);
  return n;
}
