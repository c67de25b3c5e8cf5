/* The observers against brute force: one value for each cycle, kept in arrays. */
#include <stdlib.h>
#include <string.h>

#include "observe/observers.h"
#include "support/test.h"

enum { CYCLES = 5000 };

static uint64_t random_state;

static uint32_t random_below(uint32_t limit) { /* xorshift64* */
  random_state ^= random_state >> 12;
  random_state ^= random_state << 25;
  random_state ^= random_state >> 27;
  return (uint32_t)((random_state * 2685821657736338717u) >> 33) % limit;
}

static sim_config config;

static sim_observers *create(const sim_observer_config *capacities) {
  sim_config_defaults(&config);
  config.queue_count = 2;
  void *memory = aligned_alloc(16, (observers_bytes(&config, capacities) + 15) & ~(size_t)15);
  return observers_create(memory, &config, capacities);
}

static uint32_t find_track(const sim_observers *o, uint32_t kind, uint32_t a, uint32_t b) {
  for (uint32_t i = 0; i < o->series.track_count; i++) {
    const sim_track *id = &o->series.ids[i];
    if (id->kind == kind && id->a == a && id->b == b) return i;
  }
  return SIM_NONE;
}

/* ---- histogram ---- */

static void buckets_are_contiguous_and_ordered(void) {
  for (uint32_t bucket = 0; bucket < SIM_BUCKET_LIMIT - 1; bucket++) {
    const uint64_t low = sim_bucket_low(bucket);
    const uint64_t next = sim_bucket_low(bucket + 1);
    EXPECT(low < next);
    EXPECT_EQUAL(sim_bucket_of(low), bucket);
    EXPECT_EQUAL(sim_bucket_of(next - 1), bucket);
  }
  EXPECT_EQUAL(sim_bucket_of(UINT64_MAX), SIM_BUCKET_LIMIT - 1);
  EXPECT_EQUAL(sim_bucket_low(SIM_BUCKET_LIMIT), (uint64_t)1 << 36);
  EXPECT_EQUAL(sim_bucket_of(1023), 1023);
  EXPECT_EQUAL(sim_bucket_of(1024), 1024);
  EXPECT_EQUAL(sim_bucket_of(1025), 1024);
  EXPECT_EQUAL(sim_bucket_low(1024 + 512), 2048);
}

static void buckets_are_less_than_a_500th_wide(void) {
  for (uint32_t bucket = 1024; bucket < SIM_BUCKET_LIMIT; bucket++) {
    const uint64_t low = sim_bucket_low(bucket);
    EXPECT((sim_bucket_low(bucket + 1) - low) * 500 < low);
  }
}

/* Up to 2^26 in cycles, then in units of 1/65536 of a bucket. */
static void buckets_know_their_least_and_greatest(void) {
  static const uint64_t at[] = {1024, 65000, ((uint64_t)1 << 26) - 5, (uint64_t)1 << 26, (uint64_t)1 << 35};
  for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
    const uint32_t bucket = sim_bucket_of(at[i]);
    const uint64_t low = sim_bucket_low(bucket), end = sim_bucket_low(bucket + 1), unit = sim_bucket_unit(bucket);
    EXPECT_EQUAL(unit, end - low <= 65536 ? 1 : (end - low) / 65536);
    sim_histogram h;
    histogram_reset(&h);
    histogram_record(&h, end - 1);
    EXPECT_EQUAL(low + h.least[bucket] * unit, end - unit);
    EXPECT_EQUAL(h.greatest[bucket], h.least[bucket]);
    histogram_record(&h, low);
    histogram_record(&h, low + (end - low) / 2);
    EXPECT_EQUAL(h.least[bucket], 0);
    EXPECT_EQUAL(low + h.greatest[bucket] * unit, end - unit);
    EXPECT_EQUAL(h.buckets[bucket], 3);
  }
}

static void what_is_beyond_the_last_bucket_is_in_it(void) {
  sim_histogram h;
  histogram_reset(&h);
  histogram_record(&h, UINT64_MAX);
  EXPECT_EQUAL(h.buckets[SIM_BUCKET_LIMIT - 1], 1);
  EXPECT_EQUAL(h.greatest[SIM_BUCKET_LIMIT - 1], UINT16_MAX);
}

static void histogram_keeps_exact_ends(void) {
  sim_histogram h;
  histogram_reset(&h);
  EXPECT_EQUAL(h.minimum, UINT64_MAX);
  histogram_record(&h, 1000003);
  histogram_record(&h, 7);
  histogram_record(&h, 7);
  EXPECT_EQUAL(h.count, 3);
  EXPECT_EQUAL(h.sum, 1000017);
  EXPECT_EQUAL(h.minimum, 7);
  EXPECT_EQUAL(h.maximum, 1000003);
  EXPECT_EQUAL(h.buckets[7], 2);
  EXPECT_EQUAL(h.buckets[sim_bucket_of(1000003)], 1);
  EXPECT_EQUAL(sim_bucket_low(sim_bucket_of(1000003)) + h.least[sim_bucket_of(1000003)], 1000003);
}

/* ---- rings and rows ---- */

static void event_ring_overwrites_the_oldest(void) {
  const sim_observer_config capacities = {.event_capacity = 8};
  sim_observers *o = create(&capacities);
  const uint64_t late = (uint64_t)1 << 40;
  for (uint32_t i = 0; i < 11; i++) event_push(o, late + i, sim_event_kind_RECOGNISED, 255, i, 2 * i);
  EXPECT_EQUAL(o->events.next, 11);
  for (uint32_t i = 3; i < 11; i++) {
    const sim_event *event = &o->events.ring[i % 8];
    EXPECT_EQUAL(event->cycle_low | (uint64_t)event->cycle_high << 32, late + i);
    EXPECT_EQUAL(event->subject, i);
    EXPECT_EQUAL(event->value, 2 * i);
    EXPECT_EQUAL(event->kind, sim_event_kind_RECOGNISED);
    EXPECT_EQUAL(event->context, 255);
  }
  free(o);
}

static void everything_off_records_nothing(void) {
  const sim_observer_config nothing = {0};
  sim_observers *o = create(&nothing);
  const sim_latency latency = {.begin_cycle = 1, .end_cycle = 3, .parts = {2}};
  event_push(o, 1, 0, 0, 0, 0);
  latency_push(o, &latency);
  series_level(o, sim_track_kind_RX_FILL, 0, 5, 1);
  series_count(o, sim_track_kind_OFFERED, 0, 5, 1, 1);
  series_span(o, sim_track_kind_DMA, 0, 0, 5, 9);
  observers_restored(o, 9);
  window_set(o, 0, 10);
  EXPECT(window_open(o, 5) == NULL);
  EXPECT_EQUAL(o->events.next, 0);
  EXPECT_EQUAL(o->latencies.next, 0);
  EXPECT_EQUAL(o->window.count, 0);
  free(o);
}

static void latency_ring_keeps_the_last(void) {
  const sim_observer_config capacities = {.latency_capacity = 4};
  sim_observers *o = create(&capacities);
  for (uint32_t i = 0; i < 6; i++) {
    const sim_latency record = {.begin_cycle = 10, .end_cycle = 10 + i, .parts = {[3] = i}, .number = i};
    latency_push(o, &record);
  }
  EXPECT_EQUAL(o->latencies.next, 6);
  EXPECT_EQUAL(o->latencies.ring[5 % 4].number, 5);
  EXPECT_EQUAL(o->latencies.ring[2 % 4].parts[3], 2);
  free(o);
}

static void window_holds_its_range_and_tells_when_full(void) {
  const sim_observer_config capacities = {.row_capacity = 2};
  sim_observers *o = create(&capacities);
  EXPECT(!window_active(o, 0));
  window_set(o, 100, 200);
  EXPECT(!window_active(o, 99) && window_active(o, 100) && window_active(o, 199) && !window_active(o, 200));
  sim_window_row *first = window_open(o, 100);
  EXPECT(first != NULL && first->first_cycle == 100 && first->enter[0] == SIM_NONE && first->flags == 0);
  sim_window_row *second = window_open(o, 101);
  EXPECT_EQUAL(window_index(o, second), 1);
  EXPECT(window_at(o, 0) == first && !o->window.full);
  EXPECT(window_open(o, 102) == NULL && o->window.full && !window_active(o, 150));
  window_set(o, 300, 400);
  EXPECT(o->window.count == 0 && window_active(o, 300));
  free(o);
}

static void capacities_out_of_range_are_named(void) {
  const sim_observer_config good = {.event_capacity = 16, .bin_capacity = 64, .bin_cycles = 1};
  EXPECT_EQUAL(observers_check(&good), SIM_NONE);
  sim_observer_config bad = good;
  bad.event_capacity = 24;
  EXPECT_EQUAL(observers_check(&bad), offsetof(sim_observer_config, event_capacity));
  bad = good;
  bad.latency_capacity = 1u << 31;
  EXPECT_EQUAL(observers_check(&bad), offsetof(sim_observer_config, latency_capacity));
  bad = good;
  bad.row_capacity = UINT32_MAX;
  EXPECT_EQUAL(observers_check(&bad), offsetof(sim_observer_config, row_capacity));
  bad = good;
  bad.bin_capacity = 63;
  EXPECT_EQUAL(observers_check(&bad), offsetof(sim_observer_config, bin_capacity));
  bad = good;
  bad.bin_cycles = 0;
  EXPECT_EQUAL(observers_check(&bad), offsetof(sim_observer_config, bin_cycles));
}

/* ---- series ---- */

typedef struct brute {
  uint32_t level_low[CYCLES]; /* least and greatest fill seen in the cycle */
  uint32_t level_high[CYCLES];
  uint32_t level_held[CYCLES]; /* fill at the end of the cycle, which the sum counts */
  uint32_t span[CYCLES];
  uint32_t count[CYCLES];
  uint32_t count_most[CYCLES];
  uint32_t mask[CYCLES];
} brute;

static brute truth;

static void start_brute(void) { memset(&truth, 0, sizeof truth); }

/* One random cycle, reported to the observers and to the arrays. `known`: first cycle that is new to the
 * arrays, so that a repetition with the same draws changes nothing in them. */
static void random_cycle(sim_observers *o, uint32_t cycle, uint32_t *level, uint32_t *span_since) {
  const uint32_t before = *level;
  truth.level_low[cycle] = truth.level_high[cycle] = before;
  const uint32_t changes = random_below(20) == 0 ? 1 + random_below(3) : 0;
  for (uint32_t i = 0; i < changes; i++) {
    *level = random_below(100);
    series_level(o, sim_track_kind_QUEUE_FILL, 1, cycle, *level);
    /* A change at the start of the cycle replaces the old value, which held to the cycle before. */
    if (i == 0) truth.level_low[cycle] = truth.level_high[cycle] = *level;
    if (*level < truth.level_low[cycle]) truth.level_low[cycle] = *level;
    if (*level > truth.level_high[cycle]) truth.level_high[cycle] = *level;
  }
  truth.level_held[cycle] = *level;
  truth.count[cycle] = truth.count_most[cycle] = truth.mask[cycle] = 0;
  const uint32_t reports = random_below(50) == 0 ? 1 + random_below(2) : 0;
  for (uint32_t i = 0; i < reports; i++) {
    const uint32_t amount = 1 + random_below(5);
    const uint32_t bit = 1u << random_below(20);
    series_count(o, sim_track_kind_DROPPED, 0, cycle, amount, bit);
    truth.count[cycle] += amount;
    if (amount > truth.count_most[cycle]) truth.count_most[cycle] = amount;
    truth.mask[cycle] |= bit;
  }
  const int on = random_below(2000) < 1000 && cycle % 7 != 0;
  truth.span[cycle] = (uint32_t)on;
  if (on && *span_since == SIM_NONE) *span_since = cycle;
  if (!on && *span_since != SIM_NONE) {
    series_span(o, sim_track_kind_DMA, 0, 0, *span_since, cycle);
    *span_since = SIM_NONE;
  }
}

static void flush_span(sim_observers *o, uint32_t cycle, uint32_t *span_since) {
  if (*span_since == SIM_NONE) return;
  series_span(o, sim_track_kind_DMA, 0, 0, *span_since, cycle);
  *span_since = cycle;
}

static sim_column brute_column(const sim_observers *o, uint32_t kind, uint64_t present, uint64_t from, uint64_t to) {
  sim_column column;
  memset(&column, 0, sizeof column);
  const uint64_t bin = o->series.bin_cycles;
  const uint64_t begin = o->series.begin;
  if (to <= begin || from >= present) return column;
  if (from < begin) from = begin;
  if (to <= from) to = from + 1;
  from = begin + (from - begin) / bin * bin;
  to = begin + (to - begin + bin - 1) / bin * bin;
  if (to > present) to = present;
  column.minimum = UINT32_MAX;
  for (uint64_t cycle = from; cycle < to; cycle++) {
    uint32_t low = 0, high = 0, sum = 0;
    if (kind == sim_track_kind_QUEUE_FILL)
      low = truth.level_low[cycle], high = truth.level_high[cycle], sum = truth.level_held[cycle];
    if (kind == sim_track_kind_DMA) low = high = sum = truth.span[cycle];
    if (kind == sim_track_kind_DROPPED) {
      high = truth.count_most[cycle], sum = truth.count[cycle];
      column.kind_mask |= truth.mask[cycle];
    }
    column.sum += sum;
    if (low < column.minimum) column.minimum = low;
    if (high > column.maximum) column.maximum = high;
  }
  column.cycles = to - from;
  return column;
}

static void expect_equal_to_brute(sim_observers *o, uint32_t present) {
  static const struct { uint32_t kind, a; } queried[] = {
      {sim_track_kind_QUEUE_FILL, 1}, {sim_track_kind_DMA, 0}, {sim_track_kind_DROPPED, 0}};
  static sim_column columns[300];
  for (int i = 0; i < 3; i++) {
    const uint32_t track = find_track(o, queried[i].kind, queried[i].a, 0);
    for (int trial = 0; trial < 6; trial++) {
      const uint64_t from = trial == 0 ? 0 : random_below(present + 50);
      const uint64_t to = trial == 0 ? present : from + random_below(CYCLES);
      const uint32_t count = 1 + random_below(300);
      series_query(&o->series, track, present, from, to, count, columns);
      for (uint32_t c = 0; c < count; c++) {
        const uint64_t column_from = from + c * (to - from) / count;
        const uint64_t column_to = from + (c + 1) * (to - from) / count;
        const sim_column want = brute_column(o, queried[i].kind, present, column_from, column_to);
        EXPECT_EQUAL(columns[c].sum, want.sum);
        EXPECT_EQUAL(columns[c].cycles, want.cycles);
        EXPECT_EQUAL(columns[c].minimum, want.minimum);
        EXPECT_EQUAL(columns[c].maximum, want.maximum);
        EXPECT_EQUAL(columns[c].kind_mask, want.kind_mask);
      }
    }
  }
}

static void series_equal_brute_force(void) {
  for (uint32_t seed = 1; seed <= 30; seed++) {
    random_state = seed;
    start_brute();
    const sim_observer_config capacities = {.bin_capacity = 2u << random_below(8), .bin_cycles = 1 + random_below(9)};
    sim_observers *o = create(&capacities);
    uint32_t level = 0, span_since = SIM_NONE;
    for (uint32_t cycle = 0; cycle < CYCLES; cycle++) {
      random_cycle(o, cycle, &level, &span_since);
      if (random_below(700) > 0) continue;
      flush_span(o, cycle + 1, &span_since);
      expect_equal_to_brute(o, cycle + 1);
    }
    EXPECT(o->series.bin_capacity * o->series.bin_cycles >= CYCLES);
    free(o);
  }
}

/* The same cycles twice, as after a restore: none may be counted again. */
static void series_survive_re_execution(void) {
  for (uint32_t seed = 1; seed <= 20; seed++) {
    random_state = seed;
    start_brute();
    const sim_observer_config capacities = {.bin_capacity = 64, .bin_cycles = 3};
    sim_observers *o = create(&capacities);
    uint32_t level = 0, span_since = SIM_NONE, cycle = 0;
    const uint32_t saved_at = 500 + random_below(1000), restored_at = saved_at + random_below(1500);
    while (cycle < saved_at) random_cycle(o, cycle++, &level, &span_since);
    const uint64_t saved_random = random_state;
    const uint32_t saved_level = level, saved_since = span_since;
    while (cycle < restored_at) random_cycle(o, cycle++, &level, &span_since);
    flush_span(o, cycle, &span_since);
    observers_restored(o, cycle);
    random_state = saved_random, level = saved_level, span_since = saved_since, cycle = saved_at;
    while (cycle < CYCLES) random_cycle(o, cycle++, &level, &span_since);
    flush_span(o, CYCLES, &span_since);
    expect_equal_to_brute(o, CYCLES);
    free(o);
  }
}

static void series_begin_again_where_they_are_reset(void) {
  const sim_observer_config capacities = {.bin_capacity = 16, .bin_cycles = 10};
  sim_observers *o = create(&capacities);
  series_count(o, sim_track_kind_OFFERED, 0, 50, 3, 1);
  series_reset(o, 1000, 4);
  series_level(o, sim_track_kind_RX_FILL, 0, 1000, 5);
  series_count(o, sim_track_kind_OFFERED, 0, 1004, 7, 1);
  sim_column columns[3];
  series_query(&o->series, find_track(o, sim_track_kind_OFFERED, 0, 0), 1012, 996, 1008, 3, columns);
  EXPECT_EQUAL(columns[0].cycles, 0);
  EXPECT_EQUAL(columns[1].sum, 0);
  EXPECT_EQUAL(columns[1].cycles, 4);
  EXPECT_EQUAL(columns[2].sum, 7);
  series_query(&o->series, find_track(o, sim_track_kind_RX_FILL, 0, 0), 1012, 1000, 1012, 3, columns);
  for (int i = 0; i < 3; i++) EXPECT_EQUAL(columns[i].sum, 20);
  EXPECT_EQUAL(columns[0].minimum, 5);
  free(o);
}

/* This would take hours if the cost of a constant level or a span grew with its cycles. */
static void long_levels_and_spans_cost_by_bins(void) {
  const sim_observer_config capacities = {.bin_capacity = 1024, .bin_cycles = 1};
  sim_observers *o = create(&capacities);
  const uint64_t end = (uint64_t)1 << 45;
  series_level(o, sim_track_kind_RX_FILL, 0, 0, 3);
  series_span(o, sim_track_kind_CONTEXT_LAYER, 0, 1, 0, end);
  sim_column column;
  series_query(&o->series, find_track(o, sim_track_kind_RX_FILL, 0, 0), end, 0, end, 1, &column);
  EXPECT_EQUAL(column.sum, 3 * end);
  EXPECT_EQUAL(column.minimum, 3);
  series_query(&o->series, find_track(o, sim_track_kind_CONTEXT_LAYER, 0, 1), end, 0, end, 1, &column);
  EXPECT_EQUAL(column.sum, end);
  EXPECT_EQUAL(column.minimum, 1);
  EXPECT_EQUAL(o->series.bin_cycles, end / 1024);
  free(o);
}

int main(void) {
  RUN(buckets_are_contiguous_and_ordered);
  RUN(buckets_are_less_than_a_500th_wide);
  RUN(buckets_know_their_least_and_greatest);
  RUN(what_is_beyond_the_last_bucket_is_in_it);
  RUN(histogram_keeps_exact_ends);
  RUN(event_ring_overwrites_the_oldest);
  RUN(everything_off_records_nothing);
  RUN(latency_ring_keeps_the_last);
  RUN(window_holds_its_range_and_tells_when_full);
  RUN(capacities_out_of_range_are_named);
  RUN(series_equal_brute_force);
  RUN(series_survive_re_execution);
  RUN(series_begin_again_where_they_are_reset);
  RUN(long_levels_and_spans_cost_by_bins);
  return TEST_EXIT_CODE;
}
