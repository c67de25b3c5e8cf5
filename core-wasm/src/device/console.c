#include "device/platform.h"

#include "device/device.h"

enum { AT_DATA, AT_ENABLED, AT_CAUSE, AT_LINE_CONTROL, AT_MODEM_CONTROL, AT_LINE_STATUS, AT_MODEM_STATUS, AT_SCRATCH };
enum { CAUSE_RECEIVED = 1, CAUSE_ALL_SENT = 2, CAUSE_LOST = 4, CAUSES = 7 };
enum { CLEAR_RECEIVED = 2, CLEAR_WAITING = 4, DIVISOR_LATCH = 0x80 };
enum { STATUS_RECEIVED = 1, STATUS_LOST = 2, STATUS_NONE_WAITS = 0x20, STATUS_ALL_SENT = 0x40 };
enum { IDENTIFIES_FIFO = 0xc0, IDENTIFIES_NOTHING = 1, IDENTIFIES_ALL_SENT = 2, IDENTIFIES_RECEIVED = 4,
       IDENTIFIES_LOST = 6 };

uint64_t console_text_bytes(const sim_config *config) { return config->console_count * sizeof(sim_console_text); }

const sim_console_text *sim_console_text_of(const sim *sim, uint32_t console) {
  return console < sim->config.console_count ? &sim->console_texts[console] : NULL;
}

/* ---- FIFOs ---- */

static int put(console_fifo *fifo, uint32_t character) {
  if (fifo->count == SIM_CONSOLE_FIFO_LIMIT) return 0;
  fifo->characters[(fifo->first + fifo->count++) % SIM_CONSOLE_FIFO_LIMIT] = (uint8_t)character;
  return 1;
}

static uint32_t take(console_fifo *fifo) {
  if (fifo->count == 0) return 0;
  const uint32_t character = fifo->characters[fifo->first];
  fifo->characters[fifo->first] = 0; /* text that can no longer be read does not stay in the state */
  fifo->first = (uint8_t)((fifo->first + 1) % SIM_CONSOLE_FIFO_LIMIT);
  fifo->count--;
  return character;
}

/* Returns the number of removed characters. */
static uint32_t empty(console_fifo *fifo) {
  const uint32_t count = fifo->count;
  *fifo = (console_fifo){0};
  return count;
}

/* ---- the line ---- */

static uint32_t causes(const console_state *c) {
  const uint32_t present = (c->received.count > 0 ? CAUSE_RECEIVED : 0u) | (c->all_sent ? CAUSE_ALL_SENT : 0u) |
                           (c->lost ? CAUSE_LOST : 0u);
  return present & c->enabled;
}

/* `signalled`: causes that occurred now. */
static void drive(sim *sim, uint32_t console, uint32_t before, uint32_t signalled) {
  const console_state *c = console_at(sim, console);
  line_drive(sim, console_config_at(sim, console)->line, before, causes(c), signalled & c->enabled);
}

/* ---- arriving and leaving characters ---- */

static uint64_t due_after(const sim *sim, uint32_t console, uint32_t inputs) {
  const sim_console_config *config = console_config_at(sim, console);
  return inputs < config->input_count ? sim->config.inputs[config->first_input + inputs] >> 8 : SIM_NEVER;
}

static void console_init(sim *sim) {
  for (uint32_t i = 0; i < SIM_CONSOLE_LIMIT; i++) {
    console_state *c = console_at(sim, i);
    c->sent_at = SIM_NEVER;
    c->due = i < sim->config.console_count ? due_after(sim, i, 0) : SIM_NEVER;
    if (i < sim->config.console_count) c->enabled = console_config_at(sim, i)->enabled;
  }
}

static void receive(sim *sim, uint32_t console) {
  console_state *c = console_at(sim, console);
  sim_console_counters *counters = console_counters_at(sim, console);
  const uint32_t before = causes(c);
  const uint32_t character = sim->config.inputs[console_config_at(sim, console)->first_input + c->inputs] & 0xff;
  const int is_lost = !put(&c->received, character);
  c->due = due_after(sim, console, ++c->inputs);
  c->lost |= (uint8_t)is_lost;
  counters->arrived++;
  counters->lost += (uint64_t)is_lost;
  machine_event(sim, sim_event_kind_CONSOLE_RECEIVED, SIM_NONE_8, console, character | (uint32_t)is_lost << 8);
  drive(sim, console, before, is_lost ? CAUSE_LOST : CAUSE_RECEIVED);
}

/* Starts sending the next character of the FIFO. Returns the events. */
static uint32_t begin_sending(sim *sim, uint32_t console) {
  console_state *c = console_at(sim, console);
  if (c->waiting.count == 0 || c->sent_at != SIM_NEVER) return 0;
  c->sending = (uint8_t)take(&c->waiting);
  c->sent_at = add_saturating(sim->boundary, console_config_at(sim, console)->character_cycles);
  if (c->waiting.count > 0) return 0;
  c->all_sent = 1;
  return CAUSE_ALL_SENT;
}

static void send(sim *sim, uint32_t console) {
  console_state *c = console_at(sim, console);
  sim_console_text *text = &sim->console_texts[console];
  const uint32_t before = causes(c), character = c->sending;
  text->characters[text->sent++ % SIM_CONSOLE_TEXT_LIMIT] = sim->boundary << 8 | character;
  console_counters_at(sim, console)->sent++;
  c->sending = 0;
  c->sent_at = SIM_NEVER;
  machine_event(sim, sim_event_kind_CONSOLE_SENT, SIM_NONE_8, console, character);
  drive(sim, console, before, begin_sending(sim, console));
}

static void console_tick(sim *sim) {
  for (uint32_t i = 0; i < sim->config.console_count; i++) {
    if (console_at(sim, i)->sent_at <= sim->boundary) send(sim, i);
    if (console_at(sim, i)->due <= sim->boundary) receive(sim, i);
  }
}

static uint64_t console_next(const sim *sim) {
  uint64_t next = SIM_NEVER;
  for (uint32_t i = 0; i < sim->config.console_count; i++)
    next = earlier(next, earlier(console_at(sim, i)->sent_at, console_at(sim, i)->due));
  return next;
}

/* ---- registers ---- */

static int has_divisor(const console_state *c, uint32_t at) {
  return at <= AT_ENABLED && (c->line_control & DIVISOR_LATCH);
}

static uint32_t identify(console_state *c) {
  const uint32_t present = causes(c);
  if (present & CAUSE_LOST) return IDENTIFIES_LOST;
  if (present & CAUSE_RECEIVED) return IDENTIFIES_RECEIVED;
  if (!(present & CAUSE_ALL_SENT)) return IDENTIFIES_NOTHING;
  c->all_sent = 0;
  return IDENTIFIES_ALL_SENT;
}

static uint32_t line_status(console_state *c) {
  const uint32_t status = (c->received.count > 0 ? STATUS_RECEIVED : 0u) | (c->lost ? STATUS_LOST : 0u) |
                          (c->waiting.count == 0 ? STATUS_NONE_WAITS : 0u) |
                          (c->waiting.count == 0 && c->sent_at == SIM_NEVER ? STATUS_ALL_SENT : 0u);
  c->lost = 0;
  return status;
}

static uint32_t read_data(sim *sim, uint32_t console) {
  console_fifo *received = &console_at(sim, console)->received;
  console_counters_at(sim, console)->read += received->count > 0;
  return take(received);
}

uint32_t console_load(sim *sim, uint32_t console, uint32_t at) {
  console_state *c = console_at(sim, console);
  const uint32_t before = causes(c);
  if (has_divisor(c, at)) return c->divisor[at];
  uint32_t value = 0;
  switch (at) {
    case AT_DATA: value = read_data(sim, console); break;
    case AT_ENABLED: value = c->enabled; break;
    case AT_CAUSE: value = IDENTIFIES_FIFO | identify(c); break;
    case AT_LINE_CONTROL: value = c->line_control; break;
    case AT_MODEM_CONTROL: value = c->modem_control; break;
    case AT_LINE_STATUS: value = line_status(c); break;
    case AT_SCRATCH: value = c->scratch; break;
    default: break;
  }
  drive(sim, console, before, 0);
  return value;
}

static uint32_t write_data(sim *sim, uint32_t console, uint32_t character) {
  console_state *c = console_at(sim, console);
  sim_console_counters *counters = console_counters_at(sim, console);
  counters->written++;
  c->all_sent = 0;
  counters->unsent += !put(&c->waiting, character);
  return begin_sending(sim, console);
}

static void clear_fifos(sim *sim, uint32_t console, uint32_t which) {
  console_state *c = console_at(sim, console);
  if (which & CLEAR_RECEIVED) console_counters_at(sim, console)->lost += empty(&c->received);
  if (which & CLEAR_WAITING) console_counters_at(sim, console)->unsent += empty(&c->waiting);
}

/* Enabling the interrupt of an empty transmitter requests it at once if no character waits. */
static uint32_t enable(console_state *c, uint32_t value) {
  const int asks = (value & CAUSE_ALL_SENT) && !(c->enabled & CAUSE_ALL_SENT) && c->waiting.count == 0;
  c->enabled = value & CAUSES;
  if (asks) c->all_sent = 1;
  return asks ? CAUSE_ALL_SENT : 0;
}

void console_store(sim *sim, uint32_t console, uint32_t at, uint32_t value) {
  console_state *c = console_at(sim, console);
  const uint32_t before = causes(c);
  uint32_t signalled = 0;
  if (has_divisor(c, at)) {
    c->divisor[at] = (uint8_t)value;
    return;
  }
  switch (at) {
    case AT_DATA: signalled = write_data(sim, console, value); break;
    case AT_ENABLED: signalled = enable(c, value); break;
    case AT_CAUSE: clear_fifos(sim, console, value); break;
    case AT_LINE_CONTROL: c->line_control = (uint8_t)value; break;
    case AT_MODEM_CONTROL: c->modem_control = (uint8_t)value; break;
    case AT_SCRATCH: c->scratch = (uint8_t)value; break;
    default: return;
  }
  drive(sim, console, before, signalled);
}

/* ---- steps ---- */

/* Takes all characters that have arrived. */
static void console_acknowledge(sim *sim, const sim_step_config *step) {
  console_state *c = console_at(sim, step->index);
  const uint32_t before = causes(c);
  console_counters_at(sim, step->index)->read += empty(&c->received);
  c->lost = c->all_sent = 0;
  line_acknowledged(sim, console_config_at(sim, step->index)->line, before);
}

/* ---- the rest ---- */

static void console_count_drivers(const sim *sim, uint32_t drivers[SIM_LINE_LIMIT]) {
  for (uint32_t i = 0; i < sim->config.console_count; i++)
    drivers[console_config_at(sim, i)->line] += causes(console_at(sim, i)) != 0;
}

static uint64_t console_lines_without_frames(const sim *sim) {
  uint64_t lines = 0;
  for (uint32_t i = 0; i < sim->config.console_count; i++) lines |= line_bit(console_config_at(sim, i)->line);
  return lines;
}

static int console_is_sound(const sim *sim) {
  for (uint32_t i = 0; i < sim->config.console_count; i++) {
    const sim_console_counters *n = console_counters_at(sim, i);
    const console_state *c = console_at(sim, i);
    if (c->received.count > SIM_CONSOLE_FIFO_LIMIT || c->waiting.count > SIM_CONSOLE_FIFO_LIMIT) return 0;
    if (n->arrived != n->read + n->lost + c->received.count || n->arrived != c->inputs) return 0;
    if (n->written != n->sent + n->unsent + c->waiting.count + (c->sent_at != SIM_NEVER)) return 0;
    if (n->sent != sim->console_texts[i].sent || (c->waiting.count > 0 && c->sent_at == SIM_NEVER)) return 0;
  }
  return 1;
}

static void console_view(const sim *sim, sim_view *view) {
  for (uint32_t i = 0; i < SIM_CONSOLE_LIMIT; i++) {
    const console_state *c = console_at(sim, i);
    view->consoles[i] = (sim_view_console){.next_cycle = c->due,
                                           .sent_cycle = c->sent_at,
                                           .received = c->received.count,
                                           .waiting = c->waiting.count,
                                           .interrupts = (uint8_t)causes(c)};
  }
}

static int console_check(const check *k, uint32_t index) {
  const sim_console_config *console = &k->config->consoles[index];
  IN_RANGE(console->character_cycles, 1, UINT32_MAX);
  AT_MOST(console->input_count, SIM_INPUT_LIMIT);
  AT_MOST(console->first_input, SIM_INPUT_LIMIT - console->input_count);
  AT_MOST(console->enabled, CAUSES);
  const uint64_t *inputs = &k->config->inputs[console->first_input];
  for (uint32_t i = 1; i < console->input_count; i++) CONSISTENT(inputs[i] >> 8 > inputs[i - 1] >> 8, inputs[i]);
  REFERS(console->line, k->config->line_count);
  return 1;
}

const device_kind console_device = {
    .check = console_check,
    .init = console_init,
    .tick = console_tick,
    .next = console_next,
    .acknowledge = console_acknowledge,
    .count_drivers = console_count_drivers,
    .lines_without_frames = console_lines_without_frames,
    .is_sound = console_is_sound,
    .view = console_view,
};
