/* High-water marks, worked out by hand. They restart on request and survive a snapshot. The state hash ignores them. */
#include <stdlib.h>
#include <string.h>

#include "random/random_config.h"
#include "support/machine_fixture.h"
#include "support/test.h"

enum { BURST = 5, PAUSE = 50000 };

static sim_config config;

/* Bursts of five and of four frames arrive at 0 and at 50000. Every 1000 cycles a thread takes one frame and puts it
 * into a queue from which no thread takes. */
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
  EXPECT_EQUAL(sim_get_marks(sim)->queue_packets[0], BURST); /* the mark stays */
  sim_step(sim, 2 * PAUSE, 0);
  EXPECT_EQUAL(sim_get_marks(sim)->ring_frames[0], BURST - 1);
  EXPECT_EQUAL(sim_get_marks(sim)->queue_packets[0], 2 * BURST - 1);
  EXPECT_EQUAL(sim_restore(sim, snapshot, sim_snapshot_bytes(sim)), sim_status_OK);
  EXPECT_EQUAL(sim_get_marks(sim)->ring_frames[0], BURST);
  EXPECT_EQUAL(sim_get_marks(sim)->from_cycle, 0);
  free(snapshot);
  fixture_free(sim);
}

/* sp goes down by 32, then by 16, and then up. */
static void a_stack_is_as_deep_as_sp_was_low(void) {
  static const uint32_t words[] = {0xfe010113, 0xff010113, 0x03010113, 0x00008067 /* ret */};
  sim_config_defaults(&config);
  config.program_memory_bytes = 1024;
  sim *sim = fixture_run_program(&config, words, 4, 0x1000, 400);
  EXPECT_EQUAL(sim_get_marks(sim)->stack_bytes[0], 48);
  fixture_free(sim);
}

static uint32_t depth_of(const uint32_t *words, uint32_t count) {
  sim_config_defaults(&config);
  config.program_memory_bytes = 1024;
  sim *sim = fixture_run_program(&config, words, count, 0x1000, 200);
  const uint32_t depth = sim_get_marks(sim)->stack_bytes[0];
  fixture_free(sim);
  return depth;
}

/* A task has its own stack at 0x20000100. A return to the first stack by a load or a computation counts again. */
static void another_stack_is_none_of_it(void) {
  static const uint32_t other[] = {0xff010113 /* down by 16 */, 0x20000137, 0x10010113, 0xff010113, 0x0000006f};
  static const uint32_t back[] = {0x00010513 /* mv a0, sp */, 0x20000137, 0xff010113, 0xfe050113 /* sp = a0 - 32 */,
                                  0xff010113, 0x0000006f};
  EXPECT_EQUAL(depth_of(other, 5), 16);
  EXPECT_EQUAL(depth_of(back, 6), 48);
}

/* The stack has 256 bytes. Below these, additions still count as this stack, but a constant does not. */
static void what_is_too_deep_is_told(void) {
  static const uint32_t constant[] = {0xe0010113 /* down by 512 */, 0xff010113, 0x0000006f};
  static const uint32_t by_register[] = {0x20000513, 0x40a10133 /* sub */, 0x00010513, 0xff050113, 0x0000006f};
  EXPECT_EQUAL(depth_of(constant, 3), 528);
  EXPECT_EQUAL(depth_of(by_register, 5), 512);
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

/* A deadline as long as the longest time is met. A deadline one cycle shorter is missed by the longest response.
 * Neither changes the machine. */
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
  RUN(another_stack_is_none_of_it);
  RUN(what_is_too_deep_is_told);
  RUN(deadlines_are_missed_by_what_takes_longer);
  RUN(slices_skipping_and_new_beginnings_change_nothing);
  return TEST_EXIT_CODE;
}
