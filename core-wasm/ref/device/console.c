/* Consoles, M-212 and M-213. */
#include <string.h>

#include "ref/ref.h"

enum { RECEIVED = 1, EMPTIED = 2, LOST = 4 };

/* Bits that drive the line because they are enabled and pending. */
static int asks_for(const ref *r, int console) {
  const ref_console *c = &r->consoles[console];
  int what = 0;
  if (c->in_count > 0) what += RECEIVED;
  if (c->emptied) what += EMPTIED;
  if (c->lost) what += LOST;
  return what & c->interrupts;
}

static void tell_line(ref *r, int console, int before, int happened) {
  const int now = asks_for(r, console);
  ref_line_status(r, r->config.consoles[console].line, before != 0, now != 0, (now & ~before) != 0,
                  (happened & r->consoles[console].interrupts) != 0);
}

static uint8_t first_out_of(uint8_t *characters, int *count) {
  const uint8_t first = characters[0];
  *count -= 1;
  memmove(characters, characters + 1, (size_t)*count);
  return first;
}

/* Returns the bits of the events that occurred. */
static int send_next(ref *r, int console) {
  ref_console *c = &r->consoles[console];
  if (c->out_end != 0 || c->out_count == 0) return 0;
  c->out_now = first_out_of(c->out, &c->out_count);
  c->out_end = r->moment + r->config.consoles[console].character_cycles;
  if (c->out_count == 0) c->emptied = 1;
  return c->out_count == 0 ? EMPTIED : 0;
}

static void is_out(ref *r, int console) {
  ref_console *c = &r->consoles[console];
  const int before = asks_for(r, console);
  r->counters.consoles[console].sent++;
  ref_event(r, sim_event_kind_CONSOLE_SENT, REF_NONE, (uint32_t)console, c->out_now);
  c->out_end = 0;
  tell_line(r, console, before, send_next(r, console));
}

static void comes_in(ref *r, int console, uint8_t character) {
  ref_console *c = &r->consoles[console];
  const int before = asks_for(r, console), has_room = c->in_count < SIM_CONSOLE_FIFO_LIMIT;
  r->counters.consoles[console].arrived++;
  if (has_room) c->in[c->in_count++] = character;
  else {
    c->lost = 1;
    r->counters.consoles[console].lost++;
  }
  ref_event(r, sim_event_kind_CONSOLE_RECEIVED, REF_NONE, (uint32_t)console, character + (has_room ? 0u : 256u));
  tell_line(r, console, before, has_room ? RECEIVED : LOST);
}

void ref_consoles_cycle(ref *r) {
  for (int console = 0; console < r->config.console_count; console++) {
    const sim_console_config *config = &r->config.consoles[console];
    ref_console *c = &r->consoles[console];
    if (r->cycle == 0) c->interrupts = config->enabled;
    if (c->out_end != 0 && c->out_end == r->cycle) is_out(r, console);
    if (c->come == config->input_count) continue;
    const uint64_t input = r->config.inputs[config->first_input + c->come];
    if (input >> 8 != r->cycle) continue;
    c->come++;
    comes_in(r, console, (uint8_t)input);
  }
}

void ref_console_acknowledge(ref *r, const sim_step_config *step) {
  const int console = step->index, before = asks_for(r, console);
  ref_console *c = &r->consoles[console];
  r->counters.consoles[console].read += (uint64_t)c->in_count;
  c->in_count = 0;
  c->lost = c->emptied = 0;
  ref_event(r, sim_event_kind_ACKNOWLEDGED, REF_NONE, r->config.consoles[console].line, (uint32_t)before);
  ref_line_status(r, r->config.consoles[console].line, before != 0, 0, 0, 0);
}

/* ---- registers ---- */

/* M-213: "IIR names the first of lost" */
static uint32_t why(ref *r, int console) {
  const int what = asks_for(r, console);
  if (what & LOST) return 0xc6;
  if (what & RECEIVED) return 0xc4;
  if (what == 0) return 0xc1;
  r->consoles[console].emptied = 0;
  return 0xc2;
}

uint32_t ref_console_load(ref *r, int console, uint32_t at) {
  ref_console *c = &r->consoles[console];
  const int before = asks_for(r, console), shows_divisor = c->kept[3] >> 7;
  uint32_t value = 0;
  if (shows_divisor && at < 2) return c->divisor[at];
  if (at == 0 && c->in_count > 0) {
    value = first_out_of(c->in, &c->in_count);
    r->counters.consoles[console].read++;
  } else if (at == 1) value = c->interrupts;
  else if (at == 2) value = why(r, console);
  else if (at == 3 || at == 4 || at == 7) value = c->kept[at];
  else if (at == 5) {
    if (c->in_count > 0) value |= 1;
    if (c->lost) value |= 2;
    if (c->out_count == 0) value |= c->out_end == 0 ? 0x60 : 0x20;
    c->lost = 0;
  }
  tell_line(r, console, before, 0);
  return value;
}

static int written(ref *r, int console, uint8_t character) {
  ref_console *c = &r->consoles[console];
  c->emptied = 0;
  r->counters.consoles[console].written++;
  if (c->out_count < SIM_CONSOLE_FIFO_LIMIT) c->out[c->out_count++] = character;
  else r->counters.consoles[console].unsent++;
  return send_next(r, console);
}

void ref_console_store(ref *r, int console, uint32_t at, uint8_t value) {
  ref_console *c = &r->consoles[console];
  const int before = asks_for(r, console), shows_divisor = c->kept[3] >> 7;
  int happened = 0;
  if (shows_divisor && at < 2) {
    c->divisor[at] = value;
    return;
  }
  if (at == 0) happened = written(r, console, value);
  else if (at == 1) {
    if ((value & EMPTIED) && !(c->interrupts & EMPTIED) && c->out_count == 0) c->emptied = happened = EMPTIED;
    c->interrupts = value & 7;
  } else if (at == 2) {
    if (value & 2) {
      r->counters.consoles[console].lost += (uint64_t)c->in_count;
      c->in_count = 0;
    }
    if (value & 4) {
      r->counters.consoles[console].unsent += (uint64_t)c->out_count;
      c->out_count = 0;
    }
  } else if (at == 5 || at == 6) return;
  else c->kept[at] = value;
  tell_line(r, console, before, happened);
}
