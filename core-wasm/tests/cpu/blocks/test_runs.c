/* A run of instructions skips times that nothing observes, but must end in the state of stepping every cycle. */
#include "support/machine_fixture.h"
#include "support/test.h"

static sim_config config;

/* Two open sources and a closed one take turns on a wire while a long routine runs. Transfers start on the bus clock. A
 * run skips what nothing observes; in whatever cycle it ends, all of it must be done. The driver takes a frame in no
 * time: then the closed source has its next frame ready, and paused frames have room for one. */
static void expect_begins_within_a_run(int pause) {
  enum { UNTIL = 3000 };
  fixture_contexts(&config, 2);
  config.dma_enabled = 1;
  config.has_memory = 1;
  config.bus_ratio = 3;
  config.nics[0].line_rate_bit_per_second = config.clock_hertz * 14;
  config.nics[0].rings[0].frames = 2;
  config.nics[0].pause = (uint8_t)pause;
  const uint32_t routine = fixture_instructions(&config, 400);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 5, 0);
  fixture_step(&config, sim_step_op_EXEC, routine);
  for (uint32_t i = 0; i < 3; i++) {
    sim_traffic_config *traffic = fixture_traffic(&config, i < 2 ? sim_loop_OPEN : sim_loop_CLOSED,
                                                  sim_direction_RECEIVE, 70 + 31 * i);
    traffic->start_cycle = 40 + 13 * i;
    traffic->interval_cycles_numerator = 91 + 30 * i;
  }
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 1);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->bits = SIM_NIC_STATUS_RX;
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  fixture_step(&config, sim_step_op_DELIVER, 0);
  sim *stepped = fixture_create(&config, NULL, &fixture_blind);
  sim_set_skipping(stepped, 0);
  for (uint64_t to = 1; to < UNTIL && !test_broken_here; to++) {
    sim *fast = fixture_create(&config, NULL, &fixture_blind);
    sim_step(fast, to, 0);
    sim_step(stepped, to, 0);
    EXPECT(fixture_same_state(fast, stepped));
    if (test_broken_here) printf("  before cycle %llu\n", (unsigned long long)to);
    fixture_free(fast);
  }
  EXPECT(sim_get_counters(stepped)->nics[0].dma_cycles > 0);
  EXPECT_EQUAL(sim_get_counters(stepped)->nics[0].pauses > 0, pause);
  fixture_free(stepped);
}

static void frames_and_transfers_begin_within_a_run(void) {
  expect_begins_within_a_run(0);
  expect_begins_within_a_run(1);
}

/* The soft interrupt takes and drops the packet in no time. This frees the source, which offers the next packet in the
 * next cycle (found by lock-step, seed 2360018). */
static void a_source_that_software_frees_waits_for_its_turn(void) {
  enum { LIMIT = 8 };
  sim_event offered[LIMIT];
  sim_config_defaults(&config);
  const uint32_t thread = fixture_thread(&config, sim_thread_start_SOFT, sim_layer_DRIVER_ISR, 1, 0);
  fixture_step(&config, sim_step_op_TAKE, 0);
  config.queue_count = 1;
  config.queues[0].capacity = 6;
  fixture_traffic(&config, sim_loop_CLOSED, sim_direction_SEND, 1500)->thread = (uint8_t)thread;
  sim *sim = fixture_run_to(&config, 30);
  EXPECT(fixture_events(sim, sim_event_kind_FRAME_OFFERED, offered, LIMIT) >= 2);
  const uint64_t dropped = fixture_nth_event_cycle(sim, sim_event_kind_FRAME_DROPPED, 0);
  EXPECT_EQUAL(fixture_event_cycle(&offered[1]), dropped + 1);
  fixture_free(sim);
}

int main(void) {
  RUN(frames_and_transfers_begin_within_a_run);
  RUN(a_source_that_software_frees_waits_for_its_turn);
  return TEST_EXIT_CODE;
}
