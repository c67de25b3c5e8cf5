/* Cycles that a routine draws. */
#include "base/rng.h"
#include "software/software.h"
#include "support/machine_fixture.h"
#include "support/test.h"

enum { DRAWS = 200000, QUARTER = 1 << 30 };

static sim_config config;

/* A routine of `fixed` cycles and three points. */
static uint32_t add_routine(uint32_t fixed, enum sim_drawn_kind kind, const sim_point points[3]) {
  fixture_contexts(&config, 1);
  const uint32_t routine = fixture_cycles(&config, fixed);
  config.routines[routine].drawn_kind = (uint8_t)kind;
  config.routines[routine].point_count = config.point_count = 3;
  for (int i = 0; i < 3; i++) config.points[i] = points[i];
  return routine;
}

static const sim_point values[3] = {{.upto = 1, .cycles = 7}, {.upto = 3, .cycles = 3}, {.upto = 4, .cycles = 900}};
static const sim_point quantiles[3] = {{.upto = 0, .cycles = 10}, {.upto = 1, .cycles = 20},
                                       {.upto = 2, .cycles = 120}};

/* With weights 1, 2, 1 the first value has the first quarter, the second value the next two, and the third the last. */
static void values_are_drawn_by_weight(void) {
  const uint32_t routine = add_routine(1, sim_drawn_kind_VALUES, values);
  EXPECT_EQUAL(service_at(&config.routines[routine], config.points, 0), 7);
  EXPECT_EQUAL(service_at(&config.routines[routine], config.points, QUARTER - 1), 7);
  EXPECT_EQUAL(service_at(&config.routines[routine], config.points, QUARTER), 3);
  EXPECT_EQUAL(service_at(&config.routines[routine], config.points, 3u * QUARTER - 1), 3);
  EXPECT_EQUAL(service_at(&config.routines[routine], config.points, 3u * QUARTER), 900);
  EXPECT_EQUAL(service_at(&config.routines[routine], config.points, UINT32_MAX), 900);
}

/* The points are the minimum, the median and the maximum: a quarter lies half of the way from 10 to 20. */
static void quantiles_are_linear_between_points(void) {
  const uint32_t routine = add_routine(1, sim_drawn_kind_QUANTILES, quantiles);
  EXPECT_EQUAL(service_at(&config.routines[routine], config.points, 0), 10);
  EXPECT_EQUAL(service_at(&config.routines[routine], config.points, QUARTER), 15);
  EXPECT_EQUAL(service_at(&config.routines[routine], config.points, 2u * QUARTER), 20);
  EXPECT_EQUAL(service_at(&config.routines[routine], config.points, 3u * QUARTER), 70);
  EXPECT_EQUAL(service_at(&config.routines[routine], config.points, 3u * QUARTER + QUARTER / 100 * 2), 71);
  EXPECT_EQUAL(service_at(&config.routines[routine], config.points, UINT32_MAX), 120);
}

static uint32_t nth(uint32_t routine, uint64_t k) {
  const uint64_t draw = rng_draw(rng_key(config.seed, RNG_SERVICE + routine), k);
  return service_at(&config.routines[routine], config.points, (uint32_t)(draw >> 32));
}

/* Shares must be within four standard deviations. The standard deviation of a share p is sqrt(p (1 - p) / DRAWS). */
static void shares_are_those_of_the_weights(void) {
  const uint32_t routine = add_routine(1, sim_drawn_kind_VALUES, values);
  int64_t sevens = 0, threes = 0;
  for (uint64_t k = 0; k < DRAWS; k++) {
    sevens += nth(routine, k) == 7;
    threes += nth(routine, k) == 3;
  }
  EXPECT((sevens - DRAWS / 4) * (sevens - DRAWS / 4) < 16 * (int64_t)DRAWS * 3 / 16);
  EXPECT((threes - DRAWS / 2) * (threes - DRAWS / 2) < 16 * (int64_t)DRAWS / 4);
}

/* Means of the halves: 15 and 70. Variance 1177: 100 / 12 and 10000 / 12 within them, 27.5 squared between them. */
static void the_mean_is_that_of_the_trapezoids(void) {
  const uint32_t routine = add_routine(1, sim_drawn_kind_QUANTILES, quantiles);
  int64_t sum = 0, below = 0;
  for (uint64_t k = 0; k < DRAWS; k++) {
    const uint32_t cycles = nth(routine, k);
    EXPECT(cycles >= 10 && cycles <= 120);
    sum += cycles;
    below += cycles < 70;
  }
  const int64_t off = sum - (int64_t)DRAWS * 85 / 2;
  EXPECT(off * off < 16 * (int64_t)DRAWS * 1177);
  const int64_t off_below = below - (int64_t)DRAWS * 3 / 4 + DRAWS / 400; /* .5 %: half of those at 69.5 round to 70 */
  EXPECT(off_below * off_below < 16 * (int64_t)DRAWS * 3 / 16);
}

/* Each point of a full table is found. */
static void a_full_table_is_drawn_from(void) {
  const uint32_t routine = add_routine(1, sim_drawn_kind_VALUES, values);
  config.routines[routine].point_count = config.point_count = SIM_POINT_LIMIT;
  for (uint32_t i = 0; i < SIM_POINT_LIMIT; i++) config.points[i] = (sim_point){.upto = i + 1, .cycles = 3 * i};
  for (uint32_t i = 0; i < SIM_POINT_LIMIT; i++) {
    const uint32_t first = (uint32_t)((uint64_t)i * (UINT32_MAX / SIM_POINT_LIMIT + 1ull));
    if (service_at(&config.routines[routine], config.points, first) != 3 * i) EXPECT_EQUAL(i, SIM_NONE);
  }
  EXPECT_EQUAL(service_at(&config.routines[routine], config.points, UINT32_MAX), 3 * (SIM_POINT_LIMIT - 1));
}

/* The table is not part of the state, and a machine has only the part of it that it uses. */
static void a_table_is_kept_once(void) {
  const uint32_t routine = add_routine(1, sim_drawn_kind_VALUES, values);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 5, 0);
  fixture_step(&config, sim_step_op_EXEC, routine);
  const sim_observer_config nothing = {0};
  const size_t with_few = sim_memory_bytes(&config, &nothing);
  sim *few = fixture_run_to(&config, 100);
  const size_t snapshot = sim_snapshot_bytes(few);
  const uint64_t hash = sim_state_hash(few);
  fixture_free(few);
  config.points[3] = (sim_point){.upto = 77, .cycles = 9}; /* not used */
  sim *same = fixture_run_to(&config, 100);
  EXPECT_EQUAL(sim_state_hash(same), hash);
  fixture_free(same);
  config.points[1].cycles++;
  sim *other = fixture_run_to(&config, 100);
  EXPECT(sim_state_hash(other) != hash);
  fixture_free(other);
  config.routines[routine].point_count = config.point_count = 1003;
  for (uint32_t i = 3; i < 1003; i++) config.points[i] = (sim_point){.upto = 2 + i, .cycles = i};
  EXPECT_EQUAL(sim_memory_bytes(&config, &nothing), with_few + 1000 * sizeof(sim_point));
  sim *many = fixture_run_to(&config, 100);
  EXPECT_EQUAL(sim_snapshot_bytes(many), snapshot);
  fixture_free(many);
}

/* The n-th run takes 100 cycles plus the n-th draw. */
static void each_run_draws_the_next(void) {
  const uint32_t routine = add_routine(100, sim_drawn_kind_VALUES, values);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 5, 0);
  fixture_step(&config, sim_step_op_EXEC, routine);
  uint64_t runs = 0, cycles = 0;
  for (; cycles + 100 + nth(routine, runs) <= 100000; runs++) cycles += 100 + nth(routine, runs);
  sim *sim = fixture_run_to(&config, 100000);
  EXPECT(runs > 200);
  EXPECT_EQUAL(sim_get_counters(sim)->threads[0].ended, runs);
  fixture_free(sim);
}

/* Two routines of a table take the same row for a packet, and another row for the next packet. Without a current
 * packet, and without a table, each routine makes its own draws. */
static void routines_of_a_table_share_the_row_of_a_packet(void) {
  const uint32_t first = add_routine(1, sim_drawn_kind_VALUES, values), second = fixture_cycles(&config, 1);
  config.routines[second] = config.routines[first];
  config.routine_tables[first] = config.routine_tables[second] = 1;
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 5, 0);
  fixture_step(&config, sim_step_op_EXEC, first);
  sim *sim = fixture_run_to(&config, 1);
  uint32_t equal = 0, other_rows = 0, alone = 0;
  for (uint32_t number = 0; number < 100; number++) {
    packet_at(sim, 0)->number = number;
    const uint32_t cycles = service_draw(sim, first, 0);
    equal += service_draw(sim, second, 0) == cycles;
    packet_at(sim, 0)->number = number + 1;
    other_rows += service_draw(sim, second, 0) != cycles;
    alone += service_draw(sim, first, SIM_NONE) == service_draw(sim, second, SIM_NONE);
  }
  EXPECT_EQUAL(equal, 100);
  EXPECT(other_rows > 30);
  EXPECT(alone < 70);
  fixture_free(sim);
}

int main(void) {
  RUN(values_are_drawn_by_weight);
  RUN(quantiles_are_linear_between_points);
  RUN(shares_are_those_of_the_weights);
  RUN(the_mean_is_that_of_the_trapezoids);
  RUN(each_run_draws_the_next);
  RUN(a_full_table_is_drawn_from);
  RUN(a_table_is_kept_once);
  RUN(routines_of_a_table_share_the_row_of_a_packet);
  return TEST_EXIT_CODE;
}
