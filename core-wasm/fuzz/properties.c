#include "properties.h"

#include <stdlib.h>
#include <string.h>

#include "support/machine_fixture.h"

enum { COLUMN_COUNT = 64, LAST_SLICE = 40, HASHED_STOPS = 8 };

/* Small logs: they wrap and fill up. */
static const sim_observer_config watched = {
    .event_capacity = 64,
    .row_capacity = 48,
    .latency_capacity = 8,
    .bin_capacity = 16,
    .bin_cycles = 3,
};

typedef struct trial {
  const scenario *made;
  uint64_t cycles;
  choices *from;
  property_summary *summary;
  uint64_t hash; /* results of the plain run */
} trial;

static sim *create(const trial *t, const sim_observer_config *observers) {
  return fixture_create(&t->made->config, t->made->trace, observers);
}

static uint32_t choose_mask(choices *from) {
  if (choose(from, 0, 2) == 0) return 0;
  return (uint32_t)1 << choose(from, 0, sim_event_kind_RETIRED) | (uint32_t)1
                                                                      << choose(from, 0, sim_event_kind_RETIRED);
}

const char *broken_step(sim *sim, uint64_t until, uint32_t stop_mask) {
  const uint64_t before = sim_cycle(sim);
  const uint32_t stopped = sim_step(sim, until, stop_mask);
  const uint64_t now = sim_cycle(sim);
  if (before < until && now <= before) return "time goes on";
  if (before < until && now > until) return "a step ends where it was told to";
  if (before >= until && now != before) return "a step to the past does nothing";
  if ((stopped & ~stop_mask) != 0) return "only what is in the mask stops";
  if (stopped == 0 && now < until) return "a step ends early only when something stops it";
  if (sim_check_invariants(sim) != 0) return "the invariants hold";
  return NULL;
}

static const char *ends_as_plain(const trial *t, const sim *sim, const char *property) {
  return sim_cycle(sim) == t->cycles && sim_state_hash(sim) == t->hash ? NULL : property;
}

/* ---- the runs, each with a fresh machine ---- */

static void summarise(const trial *t, sim *sim) {
  const sim_counters *c = sim_get_counters(sim);
  t->summary->cycles += c->cycles;
  t->summary->interrupts += c->interrupts;
  t->summary->soft_interrupts += c->soft_interrupts;
  for (uint32_t nic = 0; nic < t->made->config.nic_count; nic++) {
    const sim_nic_counters *n = &c->nics[nic];
    t->summary->frames_offered += n->rx_offered + n->tx_offered;
    t->summary->frames_delivered += n->rx_delivered + n->tx_delivered;
    for (int i = 0; i < SIM_DROP_CAUSE_LIMIT; i++) t->summary->frames_dropped += n->rx_dropped[i] + n->tx_dropped[i];
  }
}

static const char *run_plain(trial *t, sim *sim) {
  const char *broken = broken_step(sim, t->cycles, 0);
  t->hash = sim_state_hash(sim);
  summarise(t, sim);
  return broken;
}

/* Runs next to a machine that skips cycles: both must stop at the same events in the same state. */
static const char *step_beside(trial *t, sim *slow, sim *fast) {
  sim_set_skipping(slow, 0);
  const uint32_t mask = choose_mask(t->from);
  while (sim_cycle(fast) < t->cycles) {
    const char *broken = broken_step(fast, t->cycles, mask);
    if (broken) return broken;
    broken = broken_step(slow, t->cycles, mask);
    if (broken) return broken;
    if (sim_cycle(slow) != sim_cycle(fast)) return "skipping stops at the same events";
    sim_view a, b;
    sim_get_view(slow, &a);
    sim_get_view(fast, &b);
    if (memcmp(&a, &b, sizeof a) != 0) return "skipping leaves the same view";
    const int is_hashed = sim_cycle(slow) % HASHED_STOPS == 0; /* because it takes longer than all other runs */
    if (is_hashed && sim_state_hash(slow) != sim_state_hash(fast)) return "skipping leaves the same state";
  }
  return ends_as_plain(t, slow, "skipping changes nothing");
}

static const char *run_every_cycle(trial *t, sim *slow) {
  sim *fast = create(t, &fixture_blind);
  const char *broken = step_beside(t, slow, fast);
  fixture_free(fast);
  return broken;
}

void query_everything(sim *sim, choices *from) {
  sim_view view;
  sim_column columns[COLUMN_COUNT];
  sim_get_view(sim, &view);
  const uint64_t begin = choose(from, 0, 3) == 0 ? choose_magnitude(from, 0, UINT64_MAX) : choose(from, 0, 20000);
  const uint64_t end = begin + choose_magnitude(from, 0, UINT64_MAX - begin);
  const uint32_t tracks = sim_track_count(sim);
  if (tracks > 0)
    sim_series_query(sim, choose(from, 0, tracks - 1), begin, end, choose(from, 0, COLUMN_COUNT), columns);
  uint64_t seen = 0;
  for (uint32_t row = 0; row < sim_window_row_count(sim); row++) seen += sim_window_rows(sim)[row].first_cycle;
  for (int direction = 0; direction < 2; direction++) seen += sim_packet_histogram(sim, direction)->count;
  seen += sim_interrupt_histogram(sim)->count + sim_event_first(sim) + sim_latency_first(sim);
  if (seen == SIM_NEVER) abort(); /* so that the compiler keeps the reads */
  const uint32_t pick = choose(from, 0, 7);
  if (pick == 0) sim_window_set(sim, begin, end);
  else if (pick <= 3) sim_window_set(sim, sim_cycle(sim), sim_cycle(sim) + choose(from, 0, 400));
  else if (pick == 4) sim_series_reset(sim, (uint32_t)choose_magnitude(from, 1, UINT32_MAX));
}

static const char *run_in_slices(trial *t, sim *sim) {
  for (int slice = 0; sim_cycle(sim) < t->cycles; slice++) {
    const uint64_t left = t->cycles - sim_cycle(sim);
    const uint64_t length = slice < LAST_SLICE ? choose_magnitude(t->from, 0, left) : left;
    const char *broken = broken_step(sim, sim_cycle(sim) + length, slice < LAST_SLICE ? choose_mask(t->from) : 0);
    if (broken) return broken;
    if (slice < LAST_SLICE) query_everything(sim, t->from);
  }
  return ends_as_plain(t, sim, "slices, stops and observers change nothing");
}

static const char *continue_from(trial *t, sim *sim, const void *snapshot, uint64_t hash) {
  if (sim_restore(sim, snapshot, sim_snapshot_bytes(sim)) != sim_status_OK) return "a snapshot is taken back";
  if (sim_state_hash(sim) != hash) return "restoring gives the saved state";
  const char *broken = broken_step(sim, t->cycles, 0);
  return broken ? broken : ends_as_plain(t, sim, "restoring changes nothing");
}

static const char *save_and_restore(trial *t, sim *sim, void *snapshot) {
  sim_save(sim, snapshot);
  const uint64_t hash = sim_state_hash(sim);
  const char *broken = broken_step(sim, t->cycles, 0);
  if (!broken) broken = ends_as_plain(t, sim, "saving changes nothing");
  if (!broken) broken = continue_from(t, sim, snapshot, hash);
  if (broken) return broken;
  struct sim *other = create(t, &fixture_blind);
  broken = continue_from(t, other, snapshot, hash);
  fixture_free(other);
  return broken;
}

static const char *run_restored(trial *t, sim *sim) {
  const char *broken = broken_step(sim, choose(t->from, 0, (uint32_t)t->cycles), 0);
  if (broken) return broken;
  void *snapshot = malloc(sim_snapshot_bytes(sim));
  if (snapshot == NULL) abort();
  broken = save_and_restore(t, sim, snapshot);
  free(snapshot);
  return broken;
}

const char *broken_property(const scenario *made, uint64_t cycles, choices *from, property_summary *summary) {
  static const struct {
    const char *(*run)(trial *t, sim *sim);
    const sim_observer_config *observers;
  } runs[] = {
      {run_plain, &fixture_blind},
      {run_every_cycle, &fixture_blind},
      {run_in_slices, &watched},
      {run_restored, &watched},
  };
  trial t = {.made = made, .cycles = cycles, .from = from, .summary = summary};
  for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
    sim *sim = create(&t, runs[i].observers);
    const char *broken = runs[i].run(&t, sim);
    fixture_free(sim);
    if (broken) return broken;
  }
  return NULL;
}
