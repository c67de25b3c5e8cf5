/* Series queries: a column of pixels is the join of few pyramid bins, however many cycles it spans. */
#include <assert.h>
#include <string.h>

#include "observe/observers.h"

static uint32_t divide_up(uint32_t value, uint32_t divisor) { return (value + divisor - 1) / divisor; }

static uint32_t minimum_of(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* Brings the upper levels up to date with the base bins used since the last fold. */
static void fold(const series *s, series_track *t, series_bin *bins) {
  uint32_t first = t->folded > 0 ? t->folded - 1 : 0; /* the last bin folded may have grown since */
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

/* The join of base bins [from, to). */
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

/* First base bin of `cycle`, or the bin count when it lies beyond. */
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
