#include <assert.h>
#include <string.h>

#include "observe/observers.h"

void window_set(sim_observers *o, uint64_t from_cycle, uint64_t to_cycle) {
  assert(from_cycle <= to_cycle);
  o->window.count = 0;
  o->window.full = 0;
  o->window.from = from_cycle;
  o->window.to = to_cycle;
}

int window_active(const sim_observers *o, uint64_t cycle) {
  const row_window *w = &o->window;
  return cycle < w->to && cycle >= w->from && !w->full;
}

sim_window_row *window_open(sim_observers *o, uint64_t first_cycle) {
  row_window *w = &o->window;
  if (w->count == w->capacity) {
    w->full = 1;
    return NULL;
  }
  sim_window_row *row = &w->rows[w->count++];
  memset(row, 0, sizeof *row);
  memset(row->enter, 0xff, sizeof row->enter); /* SIM_NONE: never entered */
  row->first_cycle = first_cycle;
  return row;
}

uint32_t window_index(const sim_observers *o, const sim_window_row *row) {
  assert(row >= o->window.rows && row < o->window.rows + o->window.count);
  return (uint32_t)(row - o->window.rows);
}

sim_window_row *window_at(sim_observers *o, uint32_t index) {
  assert(index < o->window.count);
  return &o->window.rows[index];
}

uint64_t window_from(const sim_observers *o) { return o->window.from; }

uint64_t window_to(const sim_observers *o) { return o->window.to; }
