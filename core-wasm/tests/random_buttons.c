/* Buttons of random machines. */
#include "random_maker.h"

/* Returns the place behind its presses. */
static uint32_t make_presses(maker *m, sim_button_config *button, uint32_t first) {
  uint64_t cycle = in(m, 0, 1500);
  button->first_press = (uint16_t)first;
  button->press_count = half_in(m, 0, 12);
  for (uint32_t i = 0; i < button->press_count; i++) {
    m->config->presses[first + i] = cycle;
    cycle += in(m, 1, chance(m, 30) ? 20 : 600);
  }
  return first + button->press_count;
}

/* Some steps that acknowledge another device acknowledge a button. */
void make_buttons(maker *m) {
  sim_config *c = m->config;
  if (c->line_count == 0 || !chance(m, 20)) return;
  c->button_count = byte_in(m, 1, 3);
  uint32_t first = 0;
  for (uint32_t i = 0; i < c->button_count; i++) {
    if (i > 0 && chance(m, 20)) c->buttons[i] = c->buttons[i - 1]; /* pressed together */
    else first = make_presses(m, &c->buttons[i], first);
    c->buttons[i].line = byte_in(m, 0, c->line_count - 1u);
  }
  for (uint32_t i = 0; i < c->step_count; i++) {
    if (c->steps[i].op != sim_step_op_ACKNOWLEDGE || !chance(m, 40)) continue;
    make_acknowledge(m, &c->steps[i], sim_device_kind_BUTTON, c->button_count);
  }
}
