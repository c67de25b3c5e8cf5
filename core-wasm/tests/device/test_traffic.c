/* Random numbers, arrivals and closed loops. */
#include "base/rng.h"
#include "support/machine_fixture.h"
#include "support/test.h"

enum { EVENT_LIMIT = 256, DRAWS = 1 << 20 };

static sim_config config;
static sim_event events[EVENT_LIMIT];

/* ---- the exponential distribution ---- */

static uint64_t draw(uint64_t k) { return rng_exponential_q32(rng_draw(rng_key(1, RNG_TRAFFIC), k)); }

/* Mean and variance are 1; with 2^20 draws the standard errors are 0.001 and 0.003. */
static void exponential_has_mean_and_variance_of_one(void) {
  uint64_t sum = 0, squares = 0; /* in 2^-16 and 2^-16 */
  for (uint64_t k = 0; k < DRAWS; k++) {
    const uint64_t x = draw(k) >> 16;
    sum += x;
    squares += x * x >> 16;
  }
  const uint64_t mean = sum / DRAWS, second = squares / DRAWS;
  EXPECT(mean > 65536 * 995 / 1000 && mean < 65536ull * 1005 / 1000);
  EXPECT(second > 2 * 65536 * 985 / 1000 && second < 2 * 65536ull * 1015 / 1000);
}

/* P(x > t) = e^-t. The thresholds are ln(2), ln(4), ln(10), ln(100) and ln(10/9), in 2^-32. */
static void exponential_has_its_quantiles(void) {
  static const struct {
    uint64_t threshold_q32;
    uint64_t above_permille;
  } quantiles[] = {{2977044472u, 500}, {5954088943u, 250}, {9889527670u, 100}, {19779055341u, 10}, {452524118u, 900}};
  for (int i = 0; i < 5; i++) {
    uint64_t above = 0;
    for (uint64_t k = 0; k < DRAWS; k++) above += draw(k) > quantiles[i].threshold_q32;
    const uint64_t expected = DRAWS * quantiles[i].above_permille / 1000;
    EXPECT(above + 3000 > expected && above < expected + 3000); /* six standard errors */
  }
}

/* The logarithm is exact, except for rounding, if u is a power of two: u = 2^-k gives k ln 2. */
static void exponential_is_exact_at_powers_of_two(void) {
  for (uint32_t k = 1; k < 63; k++) {
    const uint64_t x = rng_exponential_q32((uint64_t)1 << (64 - k));
    const uint64_t expected = k * (uint64_t)2977044472u;
    const uint64_t error = x > expected ? x - expected : expected - x;
    EXPECT(k > 37 || error < 64); /* then the lowest bit is visible, which is always set */
  }
  EXPECT(rng_exponential_q32(UINT64_MAX) < 16);
  EXPECT(rng_exponential_q32(0) >= 64 * (uint64_t)2977044471u);
}

/* u = 2^-k gives a power of two if k is a multiple of the shape. */
static void pareto_is_exact_at_powers_of_two(void) {
  for (uint32_t k = 0; k < 15; k++) {
    const uint64_t draws[] = {(uint64_t)1 << (63 - k), (uint64_t)1 << (62 - 2 * k)};
    const uint64_t once = rng_pareto_q32(draws[0], 1000), root = rng_pareto_q32(draws[1], 2000);
    const uint64_t power = (uint64_t)1 << (33 + k), of_root = (uint64_t)1 << (33 + k);
    EXPECT(once + (power >> 24) > power && once < power + (power >> 24));
    EXPECT(root + (of_root >> 24) > of_root && root < of_root + (of_root >> 24));
  }
  EXPECT(rng_pareto_q32(UINT64_MAX, 1050) >= (uint64_t)1 << 32);
  EXPECT_EQUAL(rng_pareto_q32(0, 1050), UINT64_MAX);
}

/* P(x > t) = t^-shape: 4^-1.5 = 1/8, 100^-1.5 = 1/1000, 10^-2 = 1/100, 2^-2 = 1/4, 16^-1.25 = 1/32. */
static void pareto_has_its_tail(void) {
  static const struct {
    uint32_t shape_milli;
    uint64_t threshold, expected;
  } tails[] = {{1500, 4, DRAWS / 8}, {1500, 100, DRAWS / 1000}, {2000, 10, DRAWS / 100},
               {2000, 2, DRAWS / 4}, {1250, 16, DRAWS / 32}};
  for (int i = 0; i < 5; i++) {
    uint64_t above = 0;
    for (uint64_t k = 0; k < DRAWS; k++)
      above += rng_pareto_q32(rng_draw(rng_key(1, RNG_BURST), k), tails[i].shape_milli) > tails[i].threshold << 32;
    const uint64_t off = above > tails[i].expected ? above - tails[i].expected : tails[i].expected - above;
    EXPECT(off * off < 25 * tails[i].expected); /* five standard errors */
  }
}

static void multiplication_saturates(void) {
  EXPECT_EQUAL(rng_multiply_q32((uint64_t)3 << 32, 7), 21);
  EXPECT_EQUAL(rng_multiply_q32((uint64_t)1 << 31, 9), 4);
  EXPECT_EQUAL(rng_multiply_q32(UINT64_MAX, (uint64_t)1 << 32), UINT64_MAX);
  EXPECT_EQUAL(rng_multiply_q32(UINT64_MAX, UINT64_MAX), UINT64_MAX);
  EXPECT_EQUAL(rng_multiply_q32(0x123456789abcdefu, 0xfedcba987u), 0x121fa00ad70a3d5fu);
}

static void streams_share_no_draws(void) {
  for (uint64_t k = 0; k < 1000; k++) {
    EXPECT(rng_draw(rng_key(1, RNG_TRAFFIC), k) != rng_draw(rng_key(1, RNG_TRAFFIC + 1), k));
    EXPECT(rng_draw(rng_key(1, RNG_TRAFFIC), k) != rng_draw(rng_key(2, RNG_TRAFFIC), k));
  }
}

/* ---- arrivals ---- */

static sim *run_to(uint64_t cycle, const sim_trace_entry *trace) {
  sim *sim = fixture_create(&config, trace, &fixture_watched);
  sim_step(sim, cycle, 0);
  EXPECT_EQUAL(sim_check_invariants(sim), 0);
  return sim;
}

static void a_rational_interval_never_drifts(void) {
  sim_config_defaults(&config);
  sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, 64);
  traffic->interval_cycles_numerator = 100;
  traffic->interval_cycles_denominator = 7;
  traffic->start_cycle = 5;
  sim *sim = run_to(1500, NULL);
  const uint32_t count = fixture_events(sim, sim_event_kind_FRAME_OFFERED, events, EVENT_LIMIT);
  EXPECT_EQUAL(count, 105);
  for (uint32_t k = 0; k < count && k < EVENT_LIMIT; k++)
    EXPECT_EQUAL(fixture_event_cycle(&events[k]), 5 + 100 * (uint64_t)k / 7);
  fixture_free(sim);
}

static void poisson_arrivals_have_their_mean(void) {
  sim_config_defaults(&config);
  sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, 64);
  traffic->kind = sim_traffic_kind_POISSON;
  traffic->interval_cycles_numerator = 401;
  traffic->interval_cycles_denominator = 4;
  sim *sim = fixture_create(&config, NULL, &fixture_blind);
  sim_step(sim, 10025000, 0); /* 100,000 expected; standard deviation 316 */
  const uint64_t offered = sim_get_counters(sim)->nics[0].rx_offered;
  EXPECT(offered > 98800 && offered < 101200);
  fixture_free(sim);
}

static void a_source_ends_after_its_frames(void) {
  sim_config_defaults(&config);
  fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, 64)->frame_count = 3;
  sim *sim = run_to(1000, NULL);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].rx_offered, 3);
  fixture_free(sim);
}

static const sim_trace_entry entries[] = {
    {.time_cycles = 10, .size_bytes = 100, .direction = sim_direction_RECEIVE},
    {.time_cycles = 10, .size_bytes = 200, .direction = sim_direction_SEND},
    {.time_cycles = 50, .size_bytes = 300, .direction = sim_direction_RECEIVE},
    {.time_cycles = 60, .size_bytes = 400, .direction = sim_direction_SEND},
};

static sim_traffic_config *add_trace(enum sim_loop loop) {
  sim_config_defaults(&config);
  config.trace_entry_count = 4;
  sim_traffic_config *traffic = fixture_traffic(&config, loop, sim_direction_RECEIVE, 1);
  traffic->kind = sim_traffic_kind_TRACE;
  traffic->trace_entry_count = 4;
  return traffic;
}

static void a_trace_runs_at_its_times_in_both_directions(void) {
  sim_traffic_config *traffic = add_trace(sim_loop_OPEN);
  traffic->start_cycle = 1000;
  traffic->thread = (uint8_t)fixture_thread(&config, sim_thread_start_SOFT, sim_layer_SYSTEM_CALL, 2, 0);
  fixture_step(&config, sim_step_op_RETURN, 0);
  config.queue_count = 1;
  sim *sim = run_to(5000, entries);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_FRAME_OFFERED, events, EVENT_LIMIT), 4);
  for (uint32_t i = 0; i < 4; i++) {
    EXPECT_EQUAL(fixture_event_cycle(&events[i]), 1000 + entries[i].time_cycles);
    EXPECT_EQUAL(events[i].value, entries[i].size_bytes);
  }
  fixture_free(sim);
}

static void sends_without_a_path_are_not_offered(void) {
  add_trace(sim_loop_OPEN);
  sim *sim = run_to(5000, entries);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].rx_offered, 2);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].tx_offered, 0);
  fixture_free(sim);
}

/* ---- closed loops ---- */

static void add_driver(uint32_t cycles) {
  const uint32_t work = fixture_cycles(&config, cycles);
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->bits = SIM_NIC_STATUS_RX;
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  fixture_step(&config, sim_step_op_EXEC, work);
  fixture_step(&config, sim_step_op_DELIVER, 0);
}

static void expect_offers(const sim *sim, const uint64_t *cycles, uint32_t count) {
  EXPECT(fixture_events(sim, sim_event_kind_FRAME_OFFERED, events, EVENT_LIMIT) >= count);
  for (uint32_t i = 0; i < count; i++) EXPECT_EQUAL(fixture_event_cycle(&events[i]), cycles[i]);
}

/* From idle: offered in t, taken at its end, 6 cycles of entry, 40 of work. Then the source thinks for 1000. */
static void the_next_event_waits_for_the_work_of_the_one_before(void) {
  sim_config_defaults(&config);
  add_driver(40);
  fixture_traffic(&config, sim_loop_CLOSED, sim_direction_RECEIVE, 64)->think_cycles = 1000;
  sim *sim = run_to(10000, NULL);
  const uint64_t round = 1 + 6 + 40 + 1000;
  const uint64_t expected[] = {0, round, 2 * round, 3 * round};
  expect_offers(sim, expected, 4);
  fixture_free(sim);
}

/* The same with 31 other sources before it, of which one is due in time. */
static void the_last_of_all_sources_goes_on(void) {
  sim_config_defaults(&config);
  add_driver(40);
  for (uint32_t i = 0; i < SIM_TRAFFIC_LIMIT - 1; i++) {
    sim_traffic_config *other = fixture_traffic(&config, sim_loop_CLOSED, sim_direction_RECEIVE, 64);
    other->start_cycle = i == 9 ? 500 : 20000;
    other->frame_count = 1;
  }
  fixture_traffic(&config, sim_loop_CLOSED, sim_direction_RECEIVE, 64)->think_cycles = 1000;
  sim *sim = run_to(10000, NULL);
  const uint64_t round = 1 + 6 + 40 + 1000;
  const uint64_t expected[] = {0, 500, round, 2 * round, 3 * round};
  expect_offers(sim, expected, 5);
  fixture_free(sim);
}

static void a_restore_belongs_to_the_work(void) {
  sim_config_defaults(&config);
  add_driver(40);
  const uint32_t loop = fixture_cycles(&config, 100000);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 5, 0);
  fixture_step(&config, sim_step_op_EXEC, loop);
  sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_CLOSED, sim_direction_RECEIVE, 64);
  traffic->think_cycles = 1000;
  traffic->start_cycle = 500;
  sim *sim = run_to(10000, NULL);
  const uint64_t round = 1 + 3 + 6 + 93 + 40 + 93 + 1000;
  const uint64_t expected[] = {500, 500 + round, 500 + 2 * round};
  expect_offers(sim, expected, 3);
  fixture_free(sim);
}

/* Each entry has its think time before it. An entry that cannot be sent only adds its think time. */
static void a_closed_trace_thinks_before_each_entry(void) {
  add_trace(sim_loop_CLOSED);
  add_driver(40);
  sim *sim = run_to(10000, entries);
  const uint64_t expected[] = {10, 10 + 1 + 6 + 40 + 10 + 50};
  expect_offers(sim, expected, 2);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].rx_offered, 2);
  fixture_free(sim);
}

/* No thread takes the frames. Each drop is followed by the next offer, one cycle later, without end. */
static void a_dropped_frame_releases_the_loop(void) {
  sim_config_defaults(&config);
  config.nics[0].rings[0].frames = 1;
  fixture_traffic(&config, sim_loop_CLOSED, sim_direction_RECEIVE, 64);
  fixture_traffic(&config, sim_loop_CLOSED, sim_direction_RECEIVE, 64);
  sim *sim = run_to(100, NULL);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].rx_offered, 1 + 100);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].rx_dropped[sim_drop_cause_RX_RING_FULL], 100);
  fixture_free(sim);
}

/* A precomputed limit gives the same result as the multiplication, even for draws next to the limit. */
static void a_chance_has_a_limit(void) {
  for (uint32_t permille = 0; permille <= 1000; permille++) {
    const uint64_t limit = rng_chance_limit(permille);
    for (uint64_t k = 0; k < 20; k++) {
      const uint64_t any = rng_draw(rng_key(3, RNG_BRANCH), k * 1001 + permille);
      EXPECT_EQUAL(rng_is_below(any, limit), rng_chance(any, permille));
    }
    for (uint64_t upper = limit > 2 ? limit - 2 : 0; upper <= UINT32_MAX && upper < limit + 2; upper++)
      EXPECT_EQUAL(rng_is_below(upper << 32 | 5, limit), rng_chance(upper << 32 | 5, permille));
  }
}

int main(void) {
  RUN(a_chance_has_a_limit);
  RUN(exponential_has_mean_and_variance_of_one);
  RUN(exponential_has_its_quantiles);
  RUN(exponential_is_exact_at_powers_of_two);
  RUN(pareto_is_exact_at_powers_of_two);
  RUN(pareto_has_its_tail);
  RUN(multiplication_saturates);
  RUN(streams_share_no_draws);
  RUN(a_rational_interval_never_drifts);
  RUN(poisson_arrivals_have_their_mean);
  RUN(a_source_ends_after_its_frames);
  RUN(a_trace_runs_at_its_times_in_both_directions);
  RUN(sends_without_a_path_are_not_offered);
  RUN(the_next_event_waits_for_the_work_of_the_one_before);
  RUN(the_last_of_all_sources_goes_on);
  RUN(a_restore_belongs_to_the_work);
  RUN(a_closed_trace_thinks_before_each_entry);
  RUN(a_dropped_frame_releases_the_loop);
  return TEST_EXIT_CODE;
}
