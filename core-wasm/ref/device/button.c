/* Buttons. M-171: "A press sets its status bit, which drives its line; the acknowledge clears it. A press that finds
 * the bit set is an overrun." */
#include "ref/ref.h"

enum { PRESSED = 1 };

void ref_buttons_cycle(ref *r) {
  for (int button = 0; button < r->config.button_count; button++) {
    const sim_button_config *config = &r->config.buttons[button];
    for (int i = 0; i < config->press_count; i++) {
      if (r->config.presses[config->first_press + i] != r->cycle) continue;
      const int was = r->status[sim_device_kind_BUTTON][button];
      r->counters.buttons[button].presses++;
      if (was) r->counters.buttons[button].overruns++;
      r->status[sim_device_kind_BUTTON][button] = PRESSED;
      ref_event(r, sim_event_kind_BUTTON_PRESSED, REF_NONE, (uint32_t)button, (uint32_t)was);
      ref_line_status(r, config->line, was, 1, !was, 1);
    }
  }
}

void ref_button_acknowledge(ref *r, const sim_step_config *step) {
  const int button = step->index;
  const int was = r->status[sim_device_kind_BUTTON][button], line = r->config.buttons[button].line;
  if (was) r->counters.buttons[button].acknowledged++;
  r->status[sim_device_kind_BUTTON][button] = 0;
  ref_event(r, sim_event_kind_ACKNOWLEDGED, REF_NONE, (uint32_t)line, was ? PRESSED : 0);
  ref_line_status(r, line, was, 0, 0, 0);
}
