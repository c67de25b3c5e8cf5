/* High-water marks, worked out by hand: they begin anew when asked to, come back with a snapshot, and the state hash
 * does not know of them. */
#include <stdlib.h>
#include <string.h>

#include "random/random_config.h"
#include "support/machine_fixture.h"
#include "support/test.h"

enum { BURST = 5, PAUSE = 50000 };

static sim_config config;

/* Bursts of five and of four frames, at 0 and at 50000; a thread takes one each 1000 cycles and leaves it in a queue
 * from which no thread takes. */
static void bursts(void) {
  sim_config_defaults(&config);
  config.nics[0].rings[0].frames = 100;
  config.queue_count = 1;
  config.queues[0].capacity = 100;
  for (int i = 0; i < 2; i++) {
    sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, 100);
    traffic->start_cycle = (uint64_t)i * PAUSE;
    traffic->interval_cycles_numerator = 1;
    traffic->frame_count = BURST - (uint64_t)i;
  }
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 9, 0);
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 1000));
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  fixture_step(&config, sim_step_op_PUT, 0);
}

static void rings_and_queues_tell_the_most_they_held(void) {
  bursts();
  sim *sim = fixture_run_to(&config, PAUSE - 1);
  EXPECT_EQUAL(sim_get_marks(sim)->ring_frames[0], BURST);
  EXPECT_EQUAL(sim_get_marks(sim)->queue_packets[0], BURST);
  EXPECT_EQUAL(sim_get_marks(sim)->from_cycle, 0);
  fixture_free(sim);
}

static void they_begin_anew_at_what_is_there(void) {
  bursts();
  sim *sim = fixture_run_to(&config, PAUSE - 1);
  const uint64_t hash = sim_state_hash(sim);
  void *snapshot = malloc(sim_snapshot_bytes(sim));
  sim_save(sim, snapshot);
  sim_measure_again(sim);
  EXPECT_EQUAL(sim_state_hash(sim), hash);
  EXPECT_EQUAL(sim_get_marks(sim)->from_cycle, PAUSE - 1);
  EXPECT_EQUAL(sim_get_marks(sim)->ring_frames[0], 0);       /* all were taken */
  EXPECT_EQUAL(sim_get_marks(sim)->queue_packets[0], BURST); /* they stand there still */
  sim_step(sim, 2 * PAUSE, 0);
  EXPECT_EQUAL(sim_get_marks(sim)->ring_frames[0], BURST - 1);
  EXPECT_EQUAL(sim_get_marks(sim)->queue_packets[0], 2 * BURST - 1);
  EXPECT_EQUAL(sim_restore(sim, snapshot, sim_snapshot_bytes(sim)), sim_status_OK);
  EXPECT_EQUAL(sim_get_marks(sim)->ring_frames[0], BURST);
  EXPECT_EQUAL(sim_get_marks(sim)->from_cycle, 0);
  free(snapshot);
  fixture_free(sim);
}

/* Down by 32, by 16 more, and up. */
static void a_stack_is_as_deep_as_sp_was_low(void) {
  static const uint32_t words[] = {0xfe010113, 0xff010113, 0x03010113, 0x00008067 /* ret */};
  sim_config_defaults(&config);
  config.program_memory_bytes = 1024;
  sim *sim = fixture_run_program(&config, words, 4, 0x1000, 400);
  EXPECT_EQUAL(sim_get_marks(sim)->stack_bytes[0], 48);
  fixture_free(sim);
}

enum { SEEDS = 100, CYCLES = 6000 };

static sim_trace_entry trace[RANDOM_TRACE_LIMIT];

static sim *random_machine(uint64_t seed) {
  random_config(seed, &config, trace);
  return fixture_create(&config, trace, &fixture_blind);
}

static void slices_skipping_and_new_beginnings_change_nothing(void) {
  for (uint64_t seed = 0; seed < SEEDS && !test_broken_here; seed++) {
    sim *whole = random_machine(seed), *sliced = random_machine(seed), *anew = random_machine(seed);
    sim_set_skipping(sliced, 0);
    sim_step(whole, CYCLES, 0);
    for (uint64_t to = 700; sim_cycle(sliced) < CYCLES; to += 700) {
      sim_step(sliced, to < CYCLES ? to : CYCLES, 0);
      sim_step(anew, to < CYCLES ? to : CYCLES, 0);
      sim_measure_again(anew);
    }
    EXPECT(memcmp(sim_get_marks(whole), sim_get_marks(sliced), sizeof(sim_marks)) == 0);
    EXPECT_EQUAL(sim_state_hash(anew), sim_state_hash(whole));
    if (test_broken_here) printf("  seed %llu\n", (unsigned long long)seed);
    fixture_free(whole);
    fixture_free(sliced);
    fixture_free(anew);
  }
}

/* The same machine with another deadline for each thread and line. Returns how many missed it. */
static uint64_t missed_with(uint64_t seed, const sim_marks *longest, uint32_t less, uint64_t hash) {
  random_config(seed, &config, trace);
  for (int i = 0; i < SIM_THREAD_LIMIT; i++) {
    config.thread_deadlines[i] = longest ? (uint32_t)longest->threads[i].longest - less : 0;
    config.line_deadlines[i] = longest ? (uint32_t)longest->lines[i].longest - less : 0;
  }
  sim *sim = fixture_create(&config, trace, &fixture_blind);
  sim_step(sim, CYCLES, 0);
  EXPECT_EQUAL(sim_state_hash(sim), hash);
  uint64_t missed = 0;
  for (int i = 0; i < SIM_THREAD_LIMIT; i++)
    missed += sim_get_marks(sim)->threads[i].missed + sim_get_marks(sim)->lines[i].missed;
  fixture_free(sim);
  return missed;
}

_Static_assert((int)SIM_THREAD_LIMIT == (int)SIM_LINE_LIMIT, "one loop for both");

/* A deadline of the longest time is kept, one of a cycle less is missed by what took the longest; neither changes the
 * machine. */
static void deadlines_are_missed_by_what_takes_longer(void) {
  uint64_t all = 0;
  for (uint64_t seed = 0; seed < SEEDS && !test_broken_here; seed++) {
    random_config(seed, &config, trace);
    sim *sim = fixture_create(&config, trace, &fixture_blind);
    sim_step(sim, CYCLES, 0);
    const sim_marks marks = *sim_get_marks(sim);
    const uint64_t hash = sim_state_hash(sim);
    fixture_free(sim);
    uint64_t measured = 0;
    for (int i = 0; i < SIM_THREAD_LIMIT; i++)
      measured += (marks.threads[i].longest > 1) + (marks.lines[i].longest > 1);
    EXPECT_EQUAL(missed_with(seed, &marks, 0, hash), 0);
    EXPECT(missed_with(seed, &marks, 1, hash) >= measured);
    all += measured;
    if (test_broken_here) printf("  seed %llu\n", (unsigned long long)seed);
  }
  EXPECT(all > SEEDS);
}

int main(void) {
  RUN(rings_and_queues_tell_the_most_they_held);
  RUN(they_begin_anew_at_what_is_there);
  RUN(a_stack_is_as_deep_as_sp_was_low);
  RUN(deadlines_are_missed_by_what_takes_longer);
  RUN(slices_skipping_and_new_beginnings_change_nothing);
  return TEST_EXIT_CODE;
}
