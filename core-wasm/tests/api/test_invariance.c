/* Properties of every machine, tested on random ones: the result does not depend on slicing, skipping,
 * observers, saving or restoring, and the invariants hold in every cycle. */
#include <stdlib.h>
#include <string.h>

#include "support/machine_fixture.h"
#include "random/random_config.h"
#include "support/test.h"

enum { ALL_SEEDS = 240, SEEDS = ALL_SEEDS / TEST_ONE_IN, CYCLES = 6000, CODE = 0, SECOND = 2 };

static sim_config config;
static sim_trace_entry trace[RANDOM_TRACE_LIMIT];

static sim *create(uint64_t seed, const sim_observer_config *observers) {
  random_config(seed, &config, trace);
  return fixture_create(&config, trace, observers);
}

static uint64_t reference_hash(uint64_t seed) {
  sim *sim = create(seed, &fixture_blind);
  sim_step(sim, CYCLES, 0);
  const uint64_t hash = sim_state_hash(sim);
  fixture_free(sim);
  return hash;
}

static void expect_hash(const char *what, uint64_t seed, const sim *sim, uint64_t expected) {
  EXPECT_EQUAL(sim_cycle(sim), CYCLES);
  if (sim_state_hash(sim) == expected) return;
  printf("  %s: seed %llu differs\n", what, (unsigned long long)seed);
  EXPECT(!"same state hash");
}

static void slicing_changes_nothing(void) {
  for (uint64_t seed = 0; seed < SEEDS; seed++) {
    const uint64_t expected = reference_hash(seed);
    sim *sim = create(seed, &fixture_blind);
    test_random random = {seed};
    while (sim_cycle(sim) < CYCLES) {
      const uint64_t to = sim_cycle(sim) + test_random_in(&random, 1, seed % 2 ? 3 : 500);
      sim_step(sim, to < CYCLES ? to : CYCLES, 0);
    }
    expect_hash("slices", seed, sim, expected);
    fixture_free(sim);
  }
}

/* Two machines of one seed must agree at many cycles, because a difference may have vanished at the end. */
static void expect_same_without_skipping(uint64_t seed, sim *fast, sim *stepped) {
  sim_set_skipping(stepped, 0);
  test_random random = {seed};
  while (sim_cycle(fast) < CYCLES && !test_broken_here) {
    const uint64_t to = sim_cycle(fast) + test_random_in(&random, 1, 400);
    sim_step(fast, to, 0);
    sim_step(stepped, to, 0);
    EXPECT(fixture_same_state(fast, stepped));
    if (test_broken_here) printf("  seed %llu before cycle %llu\n", (unsigned long long)seed, (unsigned long long)to);
  }
  fixture_free(fast);
  fixture_free(stepped);
}

static void skipping_changes_nothing(void) {
  for (uint64_t seed = 0; seed < SEEDS && !test_broken_here; seed++)
    expect_same_without_skipping(seed, create(seed, &fixture_blind), create(seed, &fixture_blind));
}

/* Replacement in the L2 by a burst and in the TLB by a page take their draws from one stream. */
static void bursts_and_pages_draw_in_turn(void) {
  uint32_t tried = 0;
  for (uint64_t seed = 0; seed < 4 * SEEDS && !test_broken_here; seed++) {
    random_config(seed, &config, trace);
    if (!config.has_memory || config.nic_count == 0) continue;
    if (config.caches[CODE].size_bytes == 0) continue;
    config.l2_per_core = 0;
    config.dma_places = 1;
    config.dma_enabled = 1;
    config.caches[SECOND] = (sim_cache_config){
        .size_bytes = 512,
        .line_bytes = 64,
        .ways = 4,
        .replacement = sim_replacement_RANDOM,
        .write_back = 1,
    };
    config.tlb_entries = 2;
    config.tlb_page_bytes = 256;
    sim_error error;
    if (sim_config_check(&config, trace, &error) != sim_status_OK) continue;
    tried++;
    expect_same_without_skipping(seed, fixture_create(&config, trace, &fixture_blind),
                                 fixture_create(&config, trace, &fixture_blind));
  }
  EXPECT(tried > 20);
}

static void observers_change_nothing(void) {
  for (uint64_t seed = 0; seed < SEEDS; seed++) {
    const uint64_t expected = reference_hash(seed);
    sim *sim = create(seed, &fixture_watched);
    test_random random = {seed};
    while (sim_cycle(sim) < CYCLES) {
      const uint64_t from = sim_cycle(sim) + test_random_in(&random, 0, 300);
      sim_window_set(sim, from, from + test_random_in(&random, 0, 300));
      const uint64_t to = sim_cycle(sim) + test_random_in(&random, 1, 900);
      sim_step(sim, to < CYCLES ? to : CYCLES, 0);
      sim_view view;
      sim_get_view(sim, &view);
    }
    expect_hash("observed", seed, sim, expected);
    fixture_free(sim);
  }
}

static void stops_change_nothing(void) {
  for (uint64_t seed = 0; seed < SEEDS; seed++) {
    const uint64_t expected = reference_hash(seed);
    sim *sim = create(seed, &fixture_blind);
    const uint32_t mask = (uint32_t)(seed * 0x9e3779b9u) & 0xfffffu;
    while (sim_cycle(sim) < CYCLES) {
      const uint64_t before = sim_cycle(sim);
      const uint32_t stopped = sim_step(sim, CYCLES, mask);
      EXPECT((stopped & ~mask) == 0);
      EXPECT(stopped != 0 || sim_cycle(sim) == CYCLES);
      EXPECT(sim_cycle(sim) > before);
    }
    expect_hash("stops", seed, sim, expected);
    fixture_free(sim);
  }
}

/* Two runs stop at the same cycles in the same state. One of them steps every cycle. */
static void expect_same_stops(uint64_t seed, uint32_t mask) {
  sim *fast = create(seed, &fixture_blind);
  sim *slow = create(seed, &fixture_blind);
  sim_set_skipping(slow, 0);
  while (sim_cycle(fast) < CYCLES && !test_broken_here) {
    const uint32_t stopped = sim_step(fast, CYCLES, mask);
    EXPECT_EQUAL(sim_step(slow, CYCLES, mask), stopped);
    EXPECT_EQUAL(sim_cycle(slow), sim_cycle(fast));
    EXPECT(fixture_same_state(slow, fast));
  }
  if (test_broken_here) printf("  seed %llu, mask %x\n", (unsigned long long)seed, mask);
  fixture_free(fast);
  fixture_free(slow);
}

static void stops_are_the_same_without_skipping(void) {
  for (uint64_t seed = 0; seed < SEEDS / 4; seed++) {
    expect_same_stops(seed, (uint32_t)((seed + 7) * 0x9e3779b9u) & 0xfffffu);
    expect_same_stops(seed, 1u << seed % 20);
  }
}

static void restore_continues_the_same_run(void) {
  for (uint64_t seed = 0; seed < SEEDS; seed++) {
    const uint64_t expected = reference_hash(seed);
    sim *sim = create(seed, &fixture_watched);
    test_random random = {seed};
    sim_step(sim, test_random_in(&random, 0, CYCLES), 0);
    void *snapshot = malloc(sim_snapshot_bytes(sim));
    sim_save(sim, snapshot);
    const uint64_t hash = sim_state_hash(sim);
    sim_step(sim, CYCLES, 0);
    expect_hash("went on", seed, sim, expected);
    EXPECT_EQUAL(sim_restore(sim, snapshot, sim_snapshot_bytes(sim)), sim_status_OK);
    EXPECT_EQUAL(sim_state_hash(sim), hash);
    sim_step(sim, CYCLES, 0);
    expect_hash("restored", seed, sim, expected);
    struct sim *other = create(seed, &fixture_blind);
    EXPECT_EQUAL(sim_restore(other, snapshot, sim_snapshot_bytes(other)), sim_status_OK);
    sim_step(other, CYCLES, 0);
    expect_hash("restored elsewhere", seed, other, expected);
    free(snapshot);
    fixture_free(sim);
    fixture_free(other);
  }
}

static void views_follow_from_the_state_alone(void) {
  for (uint64_t seed = 0; seed < SEEDS / 4; seed++) {
    sim *stepped = create(seed, &fixture_blind);
    sim *jumped = create(seed, &fixture_blind);
    sim_set_skipping(stepped, 0);
    test_random random = {seed};
    for (uint64_t at = 1; at < CYCLES && !test_broken_here; at += test_random_in(&random, 1, 200)) {
      sim_view a, b;
      sim_step(stepped, at, 0);
      sim_step(jumped, at, 0);
      sim_get_view(stepped, &a);
      sim_get_view(jumped, &b);
      EXPECT(memcmp(&a, &b, sizeof a) == 0);
      if (test_broken_here) printf("  seed %llu, cycle %llu\n", (unsigned long long)seed, (unsigned long long)at);
    }
    fixture_free(stepped);
    fixture_free(jumped);
  }
}

static uint64_t series_sum(sim *sim, enum sim_track_kind kind, uint32_t level) {
  uint64_t sum = 0;
  for (uint32_t track = 0; track < sim_track_count(sim); track++) {
    const sim_track *id = &sim_tracks(sim)[track];
    if (id->kind != kind || id->a / SIM_CORE_LIMIT != level) continue;
    sim_column column;
    sim_series_query(sim, track, 0, CYCLES, 1, &column);
    sum += column.sum;
  }
  return sum;
}

/* Holds for any slicing of the run. */
static void series_of_memory_are_what_the_counters_say(void) {
  uint64_t all_misses = 0, all_bus = 0;
  for (uint64_t seed = 0; seed < SEEDS && !test_broken_here; seed++) {
    sim *whole = create(seed, &fixture_watched), *sliced = create(seed, &fixture_watched);
    test_random random = {seed};
    sim_step(whole, CYCLES, 0);
    while (sim_cycle(sliced) < CYCLES) {
      const uint64_t to = sim_cycle(sliced) + test_random_in(&random, 1, 300);
      sim_step(sliced, to < CYCLES ? to : CYCLES, 0);
    }
    for (uint32_t level = 0; level < 3; level++) {
      uint64_t misses = 0;
      for (uint32_t layer = 0; layer < SIM_LAYER_LIMIT; layer++)
        misses += sim_get_counters(whole)->caches[level].misses[layer];
      EXPECT_EQUAL(series_sum(whole, sim_track_kind_MISSES, level), misses);
      EXPECT_EQUAL(series_sum(sliced, sim_track_kind_MISSES, level), misses);
      all_misses += misses;
    }
    const uint64_t bus = series_sum(whole, sim_track_kind_BUS, 0);
    EXPECT_EQUAL(series_sum(sliced, sim_track_kind_BUS, 0), bus);
    all_bus += bus;
    if (test_broken_here) printf("  seed %llu\n", (unsigned long long)seed);
    fixture_free(whole);
    fixture_free(sliced);
  }
  EXPECT(all_misses > 1000 && all_bus > 10000);
}

static uint64_t column_sum(sim *sim, uint32_t track) {
  sim_column column;
  sim_series_query(sim, track, 0, CYCLES, 1, &column);
  return column.sum;
}

static uint64_t lost_by_card(const uint64_t *dropped) {
  uint64_t lost = 0;
  for (int cause = 0; cause < SIM_DROP_CAUSE_LIMIT; cause++)
    if (cause != sim_drop_cause_QUEUE_FULL && cause != sim_drop_cause_ABANDONED &&
        cause != sim_drop_cause_FILTERED && cause != sim_drop_cause_FAULT)
      lost += dropped[cause];
  return lost;
}

/* What this track must count, or SIM_NEVER if it is not a track of losses, of a button or of a core. */
static uint64_t counted_on(const sim_counters *c, const sim_track *track) {
  const sim_nic_counters *nic = &c->nics[track->a % SIM_NIC_LIMIT];
  switch (track->kind) {
    case sim_track_kind_DROPPED: return lost_by_card(nic->rx_dropped);
    case sim_track_kind_TX_DROPPED: return lost_by_card(nic->tx_dropped);
    case sim_track_kind_SOFTWARE_DROPPED:
      return nic->rx_dropped[sim_drop_cause_ABANDONED] + nic->rx_dropped[sim_drop_cause_FILTERED] +
             nic->rx_dropped[sim_drop_cause_FAULT] + nic->tx_dropped[sim_drop_cause_ABANDONED] +
             nic->tx_dropped[sim_drop_cause_FILTERED] + nic->tx_dropped[sim_drop_cause_FAULT];
    case sim_track_kind_QUEUE_DROPPED: return c->queue_dropped[track->a];
    case sim_track_kind_PRESSED: return track->a < SIM_BUTTON_LIMIT ? c->buttons[track->a].presses
                                                                    : c->buttons[track->a - SIM_BUTTON_LIMIT].overruns;
    case sim_track_kind_DETAILED: return c->detailed_by[track->a];
    default: return SIM_NEVER;
  }
}

static void series_of_losses_buttons_and_cores_are_what_the_counters_say(void) {
  uint64_t all[sim_track_kind_COUNT] = {0}, second_queue = 0, second_core = 0, lost_presses = 0;
  for (uint64_t seed = 0; seed < 2 * SEEDS && !test_broken_here; seed++) {
    sim *sim = create(seed, &fixture_watched);
    sim_step(sim, CYCLES, 0);
    for (uint32_t track = 0; track < sim_track_count(sim); track++) {
      const sim_track *id = &sim_tracks(sim)[track];
      const uint64_t counted = counted_on(sim_get_counters(sim), id);
      if (counted == SIM_NEVER) continue;
      EXPECT_EQUAL(column_sum(sim, track), counted);
      all[id->kind] += counted;
      if (id->kind == sim_track_kind_QUEUE_DROPPED && id->a > 0) second_queue += counted;
      if (id->kind == sim_track_kind_DETAILED && id->a > 0) second_core += counted;
      if (id->kind == sim_track_kind_PRESSED && id->a >= SIM_BUTTON_LIMIT) lost_presses += counted;
    }
    if (test_broken_here) printf("  seed %llu\n", (unsigned long long)seed);
    fixture_free(sim);
  }
  EXPECT(all[sim_track_kind_DROPPED] > 100 && all[sim_track_kind_TX_DROPPED] > 10);
  EXPECT(all[sim_track_kind_QUEUE_DROPPED] > 100 && all[sim_track_kind_SOFTWARE_DROPPED] > 100);
  EXPECT(second_queue > 10 && second_core > 1000);
  EXPECT(all[sim_track_kind_PRESSED] > 100 && lost_presses > 10);
}

static void invariants_hold_at_every_cycle(void) {
  for (uint64_t seed = 0; seed < SEEDS / 4; seed++) {
    sim *sim = create(seed, &fixture_watched);
    while (sim_cycle(sim) < CYCLES && !test_broken_here) {
      sim_step(sim, sim_cycle(sim) + 1, 0);
      EXPECT_EQUAL(sim_check_invariants(sim), 0);
      if (test_broken_here)
        printf("  seed %llu, cycle %llu\n", (unsigned long long)seed, (unsigned long long)sim_cycle(sim));
    }
    fixture_free(sim);
  }
}

static void invariants_hold_on_many_machines(void) {
  for (uint64_t seed = SEEDS; seed < 4 * SEEDS && !test_broken_here; seed++) {
    sim *sim = create(seed, &fixture_blind);
    for (uint64_t to = 1000; to <= CYCLES && !test_broken_here; to += 1000) {
      sim_step(sim, to, 0);
      EXPECT_EQUAL(sim_check_invariants(sim), 0);
    }
    if (test_broken_here) printf("  seed %llu\n", (unsigned long long)seed);
    fixture_free(sim);
  }
}

/* Random machines prove nothing if nothing happens in them. */
static void random_machines_exercise_everything(void) {
  uint64_t delivered = 0, dropped[SIM_DROP_CAUSE_LIMIT] = {0}, interrupts = 0, softs = 0, switches = 0, saves = 0;
  uint64_t sent = 0, dma = 0, causes[SIM_CAUSE_LIMIT] = {0};
  for (uint64_t seed = 0; seed < 3 * ALL_SEEDS; seed++) {
    sim *sim = create(seed, &fixture_blind);
    sim_step(sim, CYCLES, 0);
    const sim_counters *c = sim_get_counters(sim);
    delivered += c->nics[0].rx_delivered;
    sent += c->nics[0].tx_delivered;
    dma += c->nics[0].dma_cycles;
    for (int i = 0; i < SIM_DROP_CAUSE_LIMIT; i++) dropped[i] += c->nics[0].rx_dropped[i] + c->nics[0].tx_dropped[i];
    for (int i = 0; i < SIM_CYCLES_BY_LIMIT; i++) causes[i % SIM_CAUSE_LIMIT] += c->cycles_by[i];
    interrupts += c->interrupts;
    softs += c->soft_interrupts;
    switches += c->context_switches;
    saves += c->saves;
    fixture_free(sim);
  }
  EXPECT(delivered > 400 && sent > 200 && dma > 50000);
  EXPECT(interrupts > 1000 && softs > 1000 && switches > 1000 && saves > 500);
  for (int i = 0; i < sim_drop_cause_FAULT; i++) /* a fault requires a program */
    EXPECT(dropped[i] > 0 || i == sim_drop_cause_PACKET_TABLE_FULL);
  for (int i = 0; i < SIM_CAUSE_LIMIT; i++) EXPECT(causes[i] > 100);
}

int main(void) {
  RUN(random_machines_exercise_everything);
  RUN(slicing_changes_nothing);
  RUN(skipping_changes_nothing);
  RUN(bursts_and_pages_draw_in_turn);
  RUN(observers_change_nothing);
  RUN(stops_change_nothing);
  RUN(stops_are_the_same_without_skipping);
  RUN(restore_continues_the_same_run);
  RUN(views_follow_from_the_state_alone);
  RUN(series_of_memory_are_what_the_counters_say);
  RUN(series_of_losses_buttons_and_cores_are_what_the_counters_say);
  RUN(invariants_hold_at_every_cycle);
  RUN(invariants_hold_on_many_machines);
  return TEST_EXIT_CODE;
}
