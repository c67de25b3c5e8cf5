/* Lays the observers out in memory and implements the observer part of sim.h. */
#include "observe/observers.h"

#include <assert.h>
#include <string.h>

static int is_power_of_two(uint32_t value) { return (value & (value - 1)) == 0; }

uint32_t observers_check(const sim_observer_config *observers) {
  const sim_observer_config *c = observers;
  if (c->event_capacity > EVENT_CAPACITY_LIMIT || !is_power_of_two(c->event_capacity))
    return offsetof(sim_observer_config, event_capacity);
  if (c->row_capacity > ROW_CAPACITY_LIMIT) return offsetof(sim_observer_config, row_capacity);
  if (c->latency_capacity > LATENCY_CAPACITY_LIMIT || !is_power_of_two(c->latency_capacity))
    return offsetof(sim_observer_config, latency_capacity);
  if (c->bin_capacity > BIN_CAPACITY_LIMIT || c->bin_capacity % 2 != 0)
    return offsetof(sim_observer_config, bin_capacity);
  if (c->bin_capacity > 0 && c->bin_cycles == 0) return offsetof(sim_observer_config, bin_cycles);
  return SIM_NONE;
}

static uint64_t aligned(uint64_t bytes) { return (bytes + 15) & ~(uint64_t)15; }

/* Hands out consecutive aligned blocks. With base NULL it only measures their size. */
typedef struct arena {
  uint8_t *base;
  uint64_t used;
} arena;

static void *arena_take(arena *a, uint64_t count, uint64_t size) {
  void *block = a->base ? a->base + a->used : NULL;
  a->used += aligned(count * size);
  return block;
}

static void lay_out(sim_observers *o, arena *a, const sim_config *config, const sim_observer_config *observers) {
  o->events.capacity = observers->event_capacity;
  o->events.ring = arena_take(a, observers->event_capacity, sizeof(sim_event));
  o->latencies.capacity = observers->latency_capacity;
  o->latencies.ring = arena_take(a, observers->latency_capacity, sizeof(sim_latency));
  o->window.capacity = observers->row_capacity;
  o->window.rows = arena_take(a, observers->row_capacity, sizeof(sim_window_row));
  series *s = &o->series;
  s->track_count = series_list_tracks(config, NULL);
  s->ids = arena_take(a, s->track_count, sizeof(sim_track));
  s->tracks = arena_take(a, s->track_count, sizeof(series_track));
  const uint64_t bins = (uint64_t)s->track_count * series_shape(s, observers->bin_capacity);
  s->bins = arena_take(a, bins, sizeof(series_bin));
}

size_t observers_bytes(const sim_config *config, const sim_observer_config *observers) {
  assert(config != NULL && observers != NULL && observers_check(observers) == SIM_NONE);
  sim_observers measured;
  memset(&measured, 0, sizeof measured);
  arena a = {NULL, aligned(sizeof(sim_observers))};
  lay_out(&measured, &a, config, observers);
  return a.used <= SIZE_MAX ? (size_t)a.used : SIZE_MAX;
}

sim_observers *observers_create(void *memory, const sim_config *config, const sim_observer_config *observers) {
  assert(memory != NULL && ((uintptr_t)memory & 15) == 0);
  assert(observers_check(observers) == SIM_NONE);
  sim_observers *o = memory;
  memset(o, 0, sizeof *o);
  arena a = {memory, aligned(sizeof *o)};
  lay_out(o, &a, config, observers);
  series_list_tracks(config, o->series.ids);
  series_create(&o->series);
  series_reset(o, 0, observers->bin_cycles);
  return o;
}

void observers_restored(sim_observers *o, uint64_t cycle_before) {
  series *s = &o->series;
  if (s->bin_capacity == 0) return;
  for (uint32_t track = 0; track < s->track_count; track++) series_advance(s, track, cycle_before);
  if (cycle_before > s->counts_known_to) s->counts_known_to = cycle_before;
}

/* ---- events ---- */

void event_push(sim_observers *o, uint64_t cycle, uint32_t kind, uint32_t context, uint32_t subject,
                uint32_t value) {
  event_log *log = &o->events;
  if (log->capacity == 0) return;
  assert(kind < 32 && context <= SIM_NONE_8 && cycle >> 48 == 0);
  log->ring[log->next & (log->capacity - 1)] = (sim_event){
      .cycle_low = (uint32_t)cycle,
      .cycle_high = (uint16_t)(cycle >> 32),
      .kind = (uint8_t)kind,
      .context = (uint8_t)context,
      .subject = subject,
      .value = value,
  };
  log->next++;
}

/* ---- latencies ---- */

static uint64_t sum_of_parts(const sim_latency *record) {
  uint64_t sum = 0;
  for (int part = 0; part < SIM_PART_LIMIT; part++) sum += record->parts[part];
  return sum;
}

void latency_push(sim_observers *o, const sim_latency *record) {
  latency_log *log = &o->latencies;
  if (log->capacity == 0) return;
  assert(record->end_cycle >= record->begin_cycle);
  assert(sum_of_parts(record) == record->end_cycle - record->begin_cycle);
  log->ring[log->next & (log->capacity - 1)] = *record;
  log->next++;
}

/* ---- pipeline window ---- */

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
  memset(row->enter, 0xff, sizeof row->enter); /* SIM_NONE: the instruction never entered the stage */
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
