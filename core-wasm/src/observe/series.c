/* Series: each track has a row of bins. When the row is full, the width of its bins doubles, so memory is
 * constant. Recording changes base bins only; series_query folds them into the pyramid. */
#include <assert.h>
#include <string.h>

#include "base/topology.h"
#include "observe/observers.h"

enum { NO_TRACK = 0xffff };

_Static_assert((int)SIM_QUEUE_LIMIT <= (int)TRACK_INDEX_LIMIT &&
                   (int)SIM_NIC_LIMIT + (int)SIM_DISK_LIMIT <= (int)TRACK_INDEX_LIMIT &&
                   2 * (int)SIM_BUTTON_LIMIT <= (int)TRACK_INDEX_LIMIT &&
                   (int)SIM_LINE_LIMIT <= (int)TRACK_INDEX_LIMIT && (int)SIM_CONTEXT_LIMIT <= (int)TRACK_INDEX_LIMIT,
               "track_of is indexed by context, NIC, button, line or queue");

/* ---- list of tracks ---- */

static const uint8_t nic_kinds[] = {
    sim_track_kind_RX_FILL, sim_track_kind_TX_FILL,   sim_track_kind_OFFERED,
    sim_track_kind_DROPPED, sim_track_kind_DELIVERED, sim_track_kind_DMA,
    sim_track_kind_TX_DROPPED, sim_track_kind_SOFTWARE_DROPPED,
};

static void add_track(sim_track *ids, uint32_t *count, uint32_t kind, uint32_t a, uint32_t b) {
  if (ids) ids[*count] = (sim_track){.kind = (uint8_t)kind, .a = (uint8_t)a, .b = (uint8_t)b};
  (*count)++;
}

uint32_t series_list_tracks(const sim_config *config, sim_track *ids) {
  uint32_t count = 0;
  for (uint32_t context = 0; context < context_total(config); context++) {
    for (uint32_t layer = 0; layer < SIM_LAYER_LIMIT; layer++)
      add_track(ids, &count, sim_track_kind_CONTEXT_LAYER, context, layer);
    add_track(ids, &count, sim_track_kind_CONTEXT_STALL, context, 0);
    add_track(ids, &count, sim_track_kind_CONTEXT_READY, context, 0);
    add_track(ids, &count, sim_track_kind_CONTEXT_ENTRY, context, 0);
  }
  for (uint32_t nic = 0; nic < config->nic_count; nic++)
    for (size_t i = 0; i < sizeof nic_kinds; i++) add_track(ids, &count, nic_kinds[i], nic, 0);
  for (uint32_t disk = 0; disk < config->disk_count; disk++)
    add_track(ids, &count, sim_track_kind_DMA, SIM_NIC_LIMIT + disk, 0);
  for (uint32_t line = 0; line < config->line_count; line++) {
    add_track(ids, &count, sim_track_kind_ASSERTED, line, 0);
    add_track(ids, &count, sim_track_kind_ENTERED, line, 0);
  }
  for (uint32_t button = 0; button < config->button_count; button++) {
    add_track(ids, &count, sim_track_kind_PRESSED, button, 0);
    add_track(ids, &count, sim_track_kind_PRESSED, SIM_BUTTON_LIMIT + button, 0);
  }
  for (uint32_t queue = 0; queue < config->queue_count; queue++) {
    add_track(ids, &count, sim_track_kind_QUEUE_FILL, queue, 0);
    add_track(ids, &count, sim_track_kind_QUEUE_DROPPED, queue, 0);
  }
  for (uint32_t core = 0; core < config->core_count; core++) {
    add_track(ids, &count, sim_track_kind_INSTRUCTIONS, core, 0);
    add_track(ids, &count, sim_track_kind_DETAILED, core, 0);
    for (uint32_t level = 0; level < sizeof config->caches / sizeof config->caches[0]; level++)
      if (config->caches[level].size_bytes > 0)
        add_track(ids, &count, sim_track_kind_MISSES, level * SIM_CORE_LIMIT + core, 0);
  }
  add_track(ids, &count, sim_track_kind_BUS, 0, 0);
  assert(count <= SIM_TRACK_LIMIT);
  return count;
}

static series_form form_of(uint32_t kind) {
  switch (kind) {
    case sim_track_kind_RX_FILL:
    case sim_track_kind_TX_FILL:
    case sim_track_kind_QUEUE_FILL:
      return SERIES_LEVEL;
    case sim_track_kind_OFFERED:
    case sim_track_kind_DROPPED:
    case sim_track_kind_TX_DROPPED:
    case sim_track_kind_QUEUE_DROPPED:
    case sim_track_kind_SOFTWARE_DROPPED:
    case sim_track_kind_DELIVERED:
    case sim_track_kind_ASSERTED:
    case sim_track_kind_ENTERED:
    case sim_track_kind_PRESSED:
    case sim_track_kind_INSTRUCTIONS:
    case sim_track_kind_MISSES:
      return SERIES_COUNT;
    default:
      return SERIES_SPAN;
  }
}

uint32_t series_shape(series *s, uint32_t bin_capacity) {
  s->bin_capacity = bin_capacity;
  s->level_count = 0;
  s->bins_per_track = 0;
  for (uint32_t bins = bin_capacity; bins > 0; bins = bins == 1 ? 0 : (bins + PYRAMID_FAN_OUT - 1) / PYRAMID_FAN_OUT) {
    assert(s->level_count < PYRAMID_LEVEL_LIMIT);
    s->level_first[s->level_count++] = s->bins_per_track;
    s->bins_per_track += bins;
  }
  return s->bins_per_track;
}

void series_create(series *s) {
  memset(s->track_of, 0xff, sizeof s->track_of); /* NO_TRACK */
  for (uint32_t i = 0; i < s->track_count; i++) {
    const sim_track *id = &s->ids[i];
    s->track_of[id->kind][id->a][id->b] = (uint16_t)i;
    s->tracks[i].form = form_of(id->kind);
  }
}

/* ---- bins ---- */

void series_bin_clear(series_bin *bin) {
  *bin = (series_bin){.minimum = UINT32_MAX};
}

void series_bin_join(series_bin *into, const series_bin *from) {
  into->sum += from->sum;
  if (from->minimum < into->minimum) into->minimum = from->minimum;
  if (from->maximum > into->maximum) into->maximum = from->maximum;
  into->kind_mask |= from->kind_mask;
}

static series_bin *base_bins(series *s, uint32_t track) {
  return &s->bins[(size_t)track * s->bins_per_track];
}

static void merge_pairs(series *s, uint32_t track) {
  series_track *t = &s->tracks[track];
  series_bin *bins = base_bins(s, track);
  for (uint32_t i = 0; 2 * i < t->used; i++) {
    series_bin pair = bins[2 * i];
    if (2 * i + 1 < t->used) series_bin_join(&pair, &bins[2 * i + 1]);
    bins[i] = pair;
  }
  t->used = (t->used + 1) / 2;
  t->folded = 0;
  t->bin_end = s->begin + t->used * s->bin_cycles;
}

/* Widens the bins until one contains `cycle`. */
static void make_room(series *s, uint64_t cycle) {
  while (cycle >= s->end) {
    s->bin_cycles *= 2;
    s->end = s->begin + s->bin_capacity * s->bin_cycles;
    for (uint32_t track = 0; track < s->track_count; track++) merge_pairs(s, track);
  }
}

/* The bin of `cycle`; all bins up to it are in use afterwards. */
static series_bin *bin_at(series *s, uint32_t track, uint64_t cycle) {
  series_track *t = &s->tracks[track];
  series_bin *bins = base_bins(s, track);
  if (cycle < t->bin_end && cycle >= t->bin_end - s->bin_cycles && t->used > 0) return &bins[t->used - 1];
  const uint32_t index = (uint32_t)((cycle - s->begin) / s->bin_cycles);
  assert(index < s->bin_capacity);
  if (index < t->folded) t->folded = index + 1; /* folding restarts here */
  while (t->used <= index) series_bin_clear(&bins[t->used++]);
  t->bin_end = s->begin + t->used * s->bin_cycles;
  return &bins[index];
}

static void touch(series_bin *bin, uint32_t value) {
  if (value < bin->minimum) bin->minimum = value;
  if (value > bin->maximum) bin->maximum = value;
}

/* Records `value` for each cycle of [known_to, to). */
static void hold(series *s, uint32_t track, uint64_t to, uint32_t value) {
  series_track *t = &s->tracks[track];
  if (to <= t->known_to) return;
  make_room(s, to - 1);
  while (t->known_to < to) {
    series_bin *bin = bin_at(s, track, t->known_to);
    const uint64_t until = to < t->bin_end ? to : t->bin_end;
    bin->sum += (until - t->known_to) * value;
    touch(bin, value);
    t->known_to = until;
  }
}

static uint32_t track_index(const series *s, uint32_t kind, uint32_t a, uint32_t b) {
  assert(kind < sim_track_kind_COUNT && a < TRACK_INDEX_LIMIT && b < SIM_LAYER_LIMIT);
  const uint32_t track = s->track_of[kind][a][b];
  assert(track != NO_TRACK);
  return track;
}

/* ---- recording ---- */

void series_reset(sim_observers *o, uint64_t cycle, uint32_t bin_cycles) {
  series *s = &o->series;
  if (s->bin_capacity == 0) return;
  assert(bin_cycles > 0);
  s->begin = cycle;
  s->bin_cycles = bin_cycles;
  s->end = cycle + (uint64_t)s->bin_capacity * bin_cycles;
  s->counts_known_to = cycle;
  for (uint32_t i = 0; i < s->track_count; i++) {
    const series_form form = s->tracks[i].form;
    s->tracks[i] = (series_track){.known_to = cycle, .bin_end = cycle, .form = form};
  }
}

void series_level(sim_observers *o, uint32_t track_kind, uint32_t a, uint64_t cycle, uint32_t value) {
  series *s = &o->series;
  if (s->bin_capacity == 0) return;
  const uint32_t track = track_index(s, track_kind, a, 0);
  series_track *t = &s->tracks[track];
  assert(t->form == SERIES_LEVEL);
  if (cycle < t->known_to) return; /* re-executed */
  hold(s, track, cycle, t->level);
  make_room(s, cycle);
  touch(bin_at(s, track, cycle), value); /* counts even if the value changes again in this cycle */
  t->level = value;
}

void series_count(sim_observers *o, uint32_t track_kind, uint32_t a, uint64_t cycle, uint32_t amount,
                  uint32_t kind_mask) {
  series *s = &o->series;
  if (s->bin_capacity == 0 || cycle < s->counts_known_to) return;
  const uint32_t track = track_index(s, track_kind, a, 0);
  assert(s->tracks[track].form == SERIES_COUNT && cycle >= s->begin);
  make_room(s, cycle);
  series_bin *bin = bin_at(s, track, cycle);
  bin->sum += amount;
  touch(bin, amount);
  bin->kind_mask |= kind_mask;
}

void series_span(sim_observers *o, uint32_t track_kind, uint32_t a, uint32_t b, uint64_t from, uint64_t to) {
  series *s = &o->series;
  if (s->bin_capacity == 0) return;
  assert(from <= to);
  const uint32_t track = track_index(s, track_kind, a, b);
  series_track *t = &s->tracks[track];
  assert(t->form == SERIES_SPAN);
  if (from > t->known_to) t->known_to = from; /* off in between */
  hold(s, track, to, 1);
}

uint64_t series_edge(const sim_observers *o, uint64_t cycle) {
  const series *s = &o->series;
  if (s->bin_capacity == 0) return SIM_NEVER;
  if (cycle < s->begin) return s->begin;
  const uint64_t bin_end = s->begin + ((cycle - s->begin) / s->bin_cycles + 1) * s->bin_cycles;
  return cycle < s->counts_known_to && s->counts_known_to < bin_end ? s->counts_known_to : bin_end;
}

void series_advance(series *s, uint32_t track, uint64_t present) {
  if (present <= s->begin) return;
  make_room(s, present - 1);
  series_track *t = &s->tracks[track];
  if (t->form == SERIES_LEVEL) hold(s, track, present, t->level);
}

/* Series queries: a column of pixels joins few bins of the pyramid, however many cycles it covers. */

static uint32_t divide_up(uint32_t value, uint32_t divisor) { return (value + divisor - 1) / divisor; }

static uint32_t minimum_of(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* Brings the upper levels up to date with the base bins that were used since the last fold. */
static void fold(const series *s, series_track *t, series_bin *bins) {
  uint32_t first = t->folded > 0 ? t->folded - 1 : 0; /* the last folded bin may have changed since */
  uint32_t used = t->used;
  for (uint32_t level = 1; level < s->level_count; level++) {
    const series_bin *children = &bins[s->level_first[level - 1]];
    series_bin *parents = &bins[s->level_first[level]];
    first /= PYRAMID_FAN_OUT;
    for (uint32_t i = first; i < divide_up(used, PYRAMID_FAN_OUT); i++) {
      series_bin_clear(&parents[i]);
      const uint32_t end = minimum_of((i + 1) * PYRAMID_FAN_OUT, used);
      for (uint32_t child = i * PYRAMID_FAN_OUT; child < end; child++)
        series_bin_join(&parents[i], &children[child]);
    }
    used = divide_up(used, PYRAMID_FAN_OUT);
  }
  t->folded = t->used;
}

/* Joins the base bins [from, to). */
static series_bin join_range(const series *s, const series_bin *bins, uint32_t from, uint32_t to) {
  series_bin total;
  series_bin_clear(&total);
  for (uint32_t level = 0; from < to; level++) {
    const series_bin *row = &bins[s->level_first[level]];
    const int top = level + 1 == s->level_count;
    while (from < to && (top || from % PYRAMID_FAN_OUT != 0)) series_bin_join(&total, &row[from++]);
    while (from < to && to % PYRAMID_FAN_OUT != 0) series_bin_join(&total, &row[--to]);
    from /= PYRAMID_FAN_OUT;
    to /= PYRAMID_FAN_OUT;
  }
  return total;
}

/* First base bin of `cycle`, or the number of bins if it lies beyond them. */
static uint32_t bin_index(const series *s, uint64_t cycle) {
  if (cycle >= s->end) return s->bin_capacity;
  return cycle < s->begin ? 0 : (uint32_t)((cycle - s->begin) / s->bin_cycles);
}

static sim_column column_of(const series *s, const series_track *t, const series_bin *bins, uint64_t known_to,
                            uint64_t from_cycle, uint64_t to_cycle) {
  sim_column column;
  memset(&column, 0, sizeof column);
  if (to_cycle <= s->begin || from_cycle >= known_to) return column;
  const uint32_t from = bin_index(s, from_cycle);
  const uint32_t to = to_cycle > from_cycle ? bin_index(s, to_cycle - 1) + 1 : from + 1;
  const uint64_t covered_from = s->begin + from * s->bin_cycles;
  const uint64_t covered_to = s->begin + to * s->bin_cycles;
  column.cycles = (covered_to < known_to ? covered_to : known_to) - covered_from;
  const series_bin bin = join_range(s, bins, minimum_of(from, t->used), minimum_of(to, t->used));
  column.sum = bin.sum;
  column.maximum = bin.maximum;
  column.kind_mask = bin.kind_mask;
  if (t->form == SERIES_LEVEL && bin.minimum != UINT32_MAX) column.minimum = bin.minimum;
  if (t->form == SERIES_SPAN) column.minimum = bin.sum == column.cycles;
  return column;
}

void series_query(series *s, uint32_t track, uint64_t present, uint64_t from_cycle, uint64_t to_cycle,
                  uint32_t count, sim_column *columns) {
  assert(track < s->track_count && from_cycle <= to_cycle && columns != NULL);
  series_track *t = &s->tracks[track];
  const uint64_t known_to = present > s->counts_known_to ? present : s->counts_known_to;
  series_advance(s, track, present);
  series_bin *bins = &s->bins[(size_t)track * s->bins_per_track];
  fold(s, t, bins);
  const uint64_t whole = count > 0 ? (to_cycle - from_cycle) / count : 0;
  const uint64_t rest = count > 0 ? (to_cycle - from_cycle) % count : 0;
  uint64_t from = from_cycle;
  for (uint32_t i = 0; i < count; i++) {
    const uint64_t to = from_cycle + (i + 1) * whole + (i + 1) * rest / count;
    columns[i] = column_of(s, t, bins, known_to, from, to);
    from = to;
  }
}
