/* Buttons: each press, at a listed cycle, sets a status bit that drives a line. */
#include "device/platform.h"

#include "device/device.h"

/* Cycle of the press after the first `pressed` ones. */
static uint64_t due_after(const sim *sim, uint32_t button, uint64_t pressed) {
  const sim_button_config *config = button_config_at(sim, button);
  return pressed < config->press_count ? sim->presses[config->first_press + pressed] : SIM_NEVER;
}

static void button_init(sim *sim) {
  for (uint32_t i = 0; i < SIM_BUTTON_LIMIT; i++)
    button_at(sim, i)->due = i < sim->config.button_count ? due_after(sim, i, 0) : SIM_NEVER;
}

/* M-171 */
static void press(sim *sim, uint32_t button) {
  button_state *b = button_at(sim, button);
  sim_button_counters *counters = button_counters_at(sim, button);
  const uint32_t before = b->status;
  counters->presses++;
  counters->overruns += before;
  b->due = due_after(sim, button, counters->presses);
  b->status = 1;
  machine_event(sim, sim_event_kind_BUTTON_PRESSED, SIM_NONE_8, button, before);
  machine_count(sim, sim_track_kind_PRESSED, button, 1, 1u << sim_event_kind_BUTTON_PRESSED);
  if (before) machine_count(sim, sim_track_kind_PRESSED, SIM_BUTTON_LIMIT + button, 1, 0);
  line_drive(sim, button_config_at(sim, button)->line, before, 1, 1);
}

static void button_tick(sim *sim) {
  for (uint32_t i = 0; i < sim->config.button_count; i++)
    if (button_at(sim, i)->due <= sim->boundary) press(sim, i);
}

static uint64_t button_next(const sim *sim) {
  uint64_t due = SIM_NEVER;
  for (uint32_t i = 0; i < sim->config.button_count; i++) due = earlier(due, button_at(sim, i)->due);
  return due;
}

static void button_acknowledge(sim *sim, const sim_step_config *step) {
  button_state *b = button_at(sim, step->index);
  const uint32_t before = b->status;
  b->status = 0;
  button_counters_at(sim, step->index)->acknowledged += before;
  line_acknowledged(sim, button_config_at(sim, step->index)->line, before);
}

enum { AT_STATUS, AT_PRESSES };

uint32_t button_load(sim *sim, uint32_t button, uint32_t at) {
  return at == AT_STATUS ? button_at(sim, button)->status : (uint32_t)button_counters_at(sim, button)->presses;
}

void button_store(sim *sim, uint32_t button, uint32_t at, uint32_t value) {
  const sim_step_config step = {.device = sim_device_kind_BUTTON, .index = (uint8_t)button};
  if (at == AT_STATUS && (value & 1)) button_acknowledge(sim, &step);
}

static void button_count_drivers(const sim *sim, uint32_t drivers[SIM_LINE_LIMIT]) {
  for (uint32_t i = 0; i < sim->config.button_count; i++)
    drivers[button_config_at(sim, i)->line] += button_at(sim, i)->status;
}

static uint64_t button_lines_without_frames(const sim *sim) {
  uint64_t lines = 0;
  for (uint32_t i = 0; i < sim->config.button_count; i++) lines |= line_bit(button_config_at(sim, i)->line);
  return lines;
}

/* Each press was acknowledged, came before the acknowledge of the previous one, or waits for its acknowledge. */
static int button_is_sound(const sim *sim) {
  for (uint32_t i = 0; i < sim->config.button_count; i++) {
    const sim_button_counters *c = button_counters_at(sim, i);
    if (c->presses != c->acknowledged + c->overruns + button_at(sim, i)->status) return 0;
  }
  return 1;
}

static void button_view(const sim *sim, sim_view *view) {
  for (uint32_t i = 0; i < SIM_BUTTON_LIMIT; i++)
    view->buttons[i] = (sim_view_button){.next_cycle = button_at(sim, i)->due, .status = button_at(sim, i)->status};
}

static int button_check(const check *k, uint32_t index) {
  const sim_button_config *button = &k->config->buttons[index];
  AT_MOST(button->press_count, SIM_PRESS_LIMIT);
  AT_MOST(button->first_press, SIM_PRESS_LIMIT - button->press_count);
  const uint64_t *presses = &k->config->presses[button->first_press];
  for (uint32_t i = 1; i < button->press_count; i++) CONSISTENT(presses[i] > presses[i - 1], presses[i]);
  REFERS(button->line, k->config->line_count);
  return 1;
}

const device_kind button_device = {
    .check = button_check,
    .init = button_init,
    .tick = button_tick,
    .next = button_next,
    .acknowledge = button_acknowledge,
    .count_drivers = button_count_drivers,
    .lines_without_frames = button_lines_without_frames,
    .is_sound = button_is_sound,
    .view = button_view,
};
