/* What runs after a return, and the guarantees for a resumed frame. */
#include "support/machine_fixture.h"
#include "support/test.h"

enum { EVENT_LIMIT = 64 };

static sim_config config;
static sim_event events[EVENT_LIMIT];

static void reset(uint32_t contexts) { fixture_contexts(&config, contexts); }

static sim *run_to(uint64_t cycle) { return fixture_run_to(&config, cycle); }

static sim_traffic_config *frames(uint64_t first, uint64_t gap, uint64_t count) {
  sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, 100);
  traffic->start_cycle = first;
  traffic->interval_cycles_numerator = gap;
  traffic->frame_count = count;
  return traffic;
}

/* The application's four instructions retire during the drain (6 and 7), so its next routine is resumed at 34. It gets
 * two cycles before the line, which no thread acknowledges, interrupts again. */
static void a_resumed_frame_progresses_into_its_next_routine(void) {
  reset(1);
  config.save_amount = config.restore_amount = 10;
  const uint32_t four = fixture_sequence(&config, "a1,0,0 a2,0,0 a3,0,0 a4,0,0");
  const uint32_t loop = fixture_cycles(&config, 1000);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 5, 0);
  fixture_step(&config, sim_step_op_EXEC, four);
  fixture_step(&config, sim_step_op_EXEC, loop);
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  fixture_step(&config, sim_step_op_RETURN, 0);
  frames(5, 1, 1);
  sim *sim = run_to(60);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_RECOGNISED, events, EVENT_LIMIT), 2);
  EXPECT_EQUAL(fixture_event_cycle(&events[0]), 5);
  EXPECT_EQUAL(fixture_event_cycle(&events[1]), 7 + 6 + 10 + 10 + 2);
  fixture_free(sim);
}

/* An application that starts its loop again is not resumed, so no interrupt is delayed. */
static void a_loop_that_begins_again_holds_nothing_off(void) {
  reset(1);
  const uint32_t loop = fixture_cycles(&config, 10);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 5, 0);
  fixture_step(&config, sim_step_op_EXEC, loop);
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->bits = SIM_NIC_STATUS_RX;
  frames(100, 1, 1);
  sim *sim = run_to(400);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_RECOGNISED, events, EVENT_LIMIT), 1);
  EXPECT_EQUAL(fixture_event_cycle(&events[0]), 100);
  fixture_free(sim);
}

/* The first entry takes cycles 6 to 14 (drain 3, six steps), and the ISR 15 to 34. The second frame arrives at 20. */
static void a_pending_line_goes_before_a_less_urgent_soft_interrupt(void) {
  reset(3);
  const uint32_t loop = fixture_cycles(&config, 100000);
  const uint32_t work = fixture_cycles(&config, 20);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 5, 0);
  fixture_step(&config, sim_step_op_EXEC, loop);
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 1);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->bits = SIM_NIC_STATUS_RX;
  fixture_step(&config, sim_step_op_EXEC, work);
  fixture_step(&config, sim_step_op_RAISE, 2);
  fixture_thread(&config, sim_thread_start_SOFT, sim_layer_PROTOCOL, 3, 2);
  fixture_step(&config, sim_step_op_EXEC, work);
  frames(5, 15, 2);
  sim *sim = run_to(400);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_RECOGNISED, events, EVENT_LIMIT), 4);
  EXPECT_EQUAL(fixture_event_cycle(&events[1]), 34);
  EXPECT_EQUAL(events[1].subject, 1);
  EXPECT_EQUAL(events[2].subject, 2);
  EXPECT_EQUAL(events[3].subject, 2);
  fixture_free(sim);
}

/* The application takes the call at cycle 50 without an interrupt, works 100 cycles, and passes it on. */
static void the_first_taker_gives_a_sent_packet_its_milestones(void) {
  reset(2);
  config.queue_count = 2;
  config.queues[0].capacity = config.queues[1].capacity = 4;
  const uint32_t work = fixture_cycles(&config, 100);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 5, 0);
  fixture_step(&config, sim_step_op_WAIT, 0);
  fixture_step(&config, sim_step_op_TAKE, 0);
  fixture_step(&config, sim_step_op_EXEC, work);
  fixture_step(&config, sim_step_op_PUT, 1);
  fixture_step(&config, sim_step_op_RAISE, 1);
  fixture_step(&config, sim_step_op_EXEC, work);
  fixture_thread(&config, sim_thread_start_SOFT, sim_layer_SYSTEM_CALL, 2, 1);
  fixture_step(&config, sim_step_op_TAKE, 1);
  fixture_step(&config, sim_step_op_GIVE_FRAME, 0);
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 1);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->bits = SIM_NIC_STATUS_TX;
  fixture_step(&config, sim_step_op_REAP, 0);
  sim_traffic_config *call = fixture_traffic(&config, sim_loop_OPEN, sim_direction_SEND, 500);
  call->start_cycle = 50;
  call->frame_count = 1;
  call->queue = 0;
  call->thread = 1; /* finds queue 1 empty and returns */
  sim *sim = run_to(2000);
  EXPECT_EQUAL(sim_packet_histogram(sim, sim_direction_SEND)->count, 1);
  EXPECT_EQUAL(sim_packet_part_summary(sim, sim_direction_SEND, sim_packet_part_MASKED)->maximum, 0);
  EXPECT_EQUAL(sim_packet_part_summary(sim, sim_direction_SEND, sim_packet_part_ENTRY)->maximum, 0);
  EXPECT(sim_packet_part_summary(sim, sim_direction_SEND, sim_packet_part_HANDLER)->maximum >= 100);
  fixture_free(sim);
}

int main(void) {
  RUN(a_resumed_frame_progresses_into_its_next_routine);
  RUN(a_loop_that_begins_again_holds_nothing_off);
  RUN(a_pending_line_goes_before_a_less_urgent_soft_interrupt);
  RUN(the_first_taker_gives_a_sent_packet_its_milestones);
  return TEST_EXIT_CODE;
}
