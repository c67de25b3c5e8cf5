/* Events at the boundary of a cycle. The reference model (ref/) once found each of these rules broken. */
#include "support/machine_fixture.h"
#include "support/test.h"

enum { EVENT_LIMIT = 16 };

static sim_config config;
static sim_event events[EVENT_LIMIT];

static void reset(void) {
  sim_config_defaults(&config);
  config.dma_enabled = 0;
  config.queue_count = 1;
  config.queues[0].capacity = 4;
  config.nics[0].line_rate_bit_per_second = 0;
}

static sim *run_to(uint64_t cycle) { return fixture_run_to(&config, cycle); }

static sim_traffic_config *one(enum sim_direction direction, uint64_t cycle) {
  sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, direction, 100);
  traffic->start_cycle = cycle;
  traffic->frame_count = 1;
  return traffic;
}

static void add(enum sim_thread_start start, uint32_t priority) {
  fixture_thread(&config, start, start == sim_thread_start_LINE ? sim_layer_DRIVER_ISR : sim_layer_APPLICATION,
                 priority, 0);
}

static void exec(uint32_t cycles) { fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, cycles)); }

static void acknowledge(void) { fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->bits = 7; }

/* Sends a packet to a soft thread that does nothing. */
static void send_to_an_empty_thread(uint64_t cycle) {
  const uint32_t empty = config.thread_count;
  add(sim_thread_start_SOFT, 9);
  fixture_step(&config, sim_step_op_RETURN, 0);
  one(sim_direction_SEND, cycle)->thread = (uint8_t)empty;
}

/* The packet arrives at the start of cycle 0, before the thread looks. */
static void first_steps_come_after_the_traffic_of_their_cycle(void) {
  reset();
  add(sim_thread_start_ALWAYS, 1);
  fixture_step(&config, sim_step_op_WAIT, 0);
  exec(1000);
  send_to_an_empty_thread(0);
  sim *sim = run_to(100);
  EXPECT_EQUAL(sim_get_counters(sim)->threads[0].waits, 0);
  fixture_free(sim);
}

/* The frame is taken and abandoned at the end of cycle 9. The next frame is due at 10. */
static void a_drop_by_software_counts_at_once(void) {
  reset();
  add(sim_thread_start_ALWAYS, 1);
  exec(10);
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  fixture_traffic(&config, sim_loop_CLOSED, sim_direction_RECEIVE, 100);
  sim *sim = run_to(25);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_FRAME_OFFERED, events, EVENT_LIMIT), 3);
  EXPECT_EQUAL(fixture_event_cycle(&events[1]), 10);
  EXPECT_EQUAL(fixture_event_cycle(&events[2]), 20);
  fixture_free(sim);
}

/* No thread takes a frame, and the ring has one slot. A drop by the card counts from the next cycle. */
static void a_drop_by_the_card_counts_in_the_next_cycle(void) {
  reset();
  config.nics[0].rings[0].frames = 1;
  one(sim_direction_RECEIVE, 0);
  fixture_traffic(&config, sim_loop_CLOSED, sim_direction_RECEIVE, 100);
  sim *sim = run_to(5);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].rx_dropped[sim_drop_cause_RX_RING_FULL], 5);
  fixture_free(sim);
}

static void an_acknowledge_names_the_line(void) {
  reset();
  config.line_count = 2;
  config.lines[1] = config.lines[0];
  config.nics[0].rings[0].line = 1;
  add(sim_thread_start_LINE, 1);
  config.threads[0].line = 1;
  acknowledge();
  one(sim_direction_RECEIVE, 5);
  sim *sim = run_to(100);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_ACKNOWLEDGED, events, EVENT_LIMIT), 1);
  EXPECT_EQUAL(events[0].subject, 1);
  fixture_free(sim);
}

static void an_acknowledge_of_a_timer_is_an_event_too(void) {
  reset();
  config.timer_count = 1;
  config.timers[0].start_cycle = 5;
  config.timers[0].period_cycles_numerator = 1000;
  add(sim_thread_start_LINE, 1);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->device = sim_device_kind_TIMER;
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->device = sim_device_kind_TIMER;
  sim *sim = run_to(100);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_ACKNOWLEDGED, events, EVENT_LIMIT), 2);
  EXPECT_EQUAL(events[0].value, 1);
  EXPECT_EQUAL(events[1].value, 0);
  fixture_free(sim);
}

/* The handler of a received frame takes a packet to send. It is recognised at the end of cycle 100. */
static void a_packet_to_send_has_no_part_coalescing(void) {
  reset();
  add(sim_thread_start_LINE, 1);
  acknowledge();
  fixture_step(&config, sim_step_op_TAKE, 0);
  exec(10);
  fixture_step(&config, sim_step_op_DELIVER, 0);
  config.lines[0].priority = 1;
  const uint32_t empty = config.thread_count;
  add(sim_thread_start_SOFT, 9);
  fixture_step(&config, sim_step_op_RETURN, 0);
  one(sim_direction_SEND, 0)->thread = (uint8_t)empty;
  one(sim_direction_RECEIVE, 100);
  sim *sim = run_to(200);
  EXPECT_EQUAL(sim_packet_part_summary(sim, sim_direction_SEND, sim_packet_part_MASKED)->count, 1);
  EXPECT_EQUAL(sim_packet_part_summary(sim, sim_direction_SEND, sim_packet_part_COALESCING)->maximum, 0);
  EXPECT_EQUAL(sim_packet_part_summary(sim, sim_direction_SEND, sim_packet_part_MASKED)->maximum, 101);
  fixture_free(sim);
}

/* The call is at 20, entry 21 to 26, save 27 to 116, work 117 to 126, restore 127 to 166. Then the packet is gone and
 * the thread waits again. The line is pending from 142 onwards: 166 belongs to the restore, and 167 is idle. */
static void nothing_is_recognised_in_the_last_cycle_of_a_restore(void) {
  reset();
  config.save_amount = 90;
  config.restore_amount = 40;
  add(sim_thread_start_ALWAYS, 2);
  exec(10);
  fixture_step(&config, sim_step_op_WAIT, 0);
  add(sim_thread_start_SOFT, 1);
  fixture_step(&config, sim_step_op_TAKE, 0);
  exec(10);
  one(sim_direction_SEND, 20)->thread = 1;
  add(sim_thread_start_LINE, 0);
  acknowledge();
  one(sim_direction_RECEIVE, 142);
  sim *sim = run_to(400);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_RECOGNISED, events, EVENT_LIMIT), 2);
  EXPECT_EQUAL(fixture_event_cycle(&events[1]), 167);
  fixture_free(sim);
}

static void what_is_given_in_cycles_counts_in_no_ipc(void) {
  reset();
  config.policy = sim_policy_ROUND_ROBIN;
  add(sim_thread_start_ALWAYS, 1);
  exec(20);
  sim *timed = run_to(200);
  EXPECT_EQUAL(sim_get_counters(timed)->instructions, 0);
  EXPECT_EQUAL(sim_get_counters(timed)->detailed_cycles, 0);
  fixture_free(timed);
}

/* One context in cycles, one in instructions: the core's cycles count, the turns of the first one do not. */
static void only_real_instructions_of_a_shared_core_count(void) {
  reset();
  config.policy = sim_policy_ROUND_ROBIN;
  config.context_count = 2;
  add(sim_thread_start_ALWAYS, 1);
  exec(1000);
  const uint32_t real = fixture_sequence(&config, "a1,0,0 a2,0,0 a3,0,0 a4,0,0");
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 1, 1);
  fixture_step(&config, sim_step_op_EXEC, real);
  sim *sim = run_to(100);
  EXPECT_EQUAL(sim_get_counters(sim)->detailed_cycles, 100);
  EXPECT_EQUAL(sim_get_counters(sim)->detailed_by[0], 100);
  EXPECT_EQUAL(sim_get_counters(sim)->instructions_by[0], 0);
  EXPECT_EQUAL(sim_get_counters(sim)->instructions, sim_get_counters(sim)->instructions_by[1]);
  EXPECT(sim_get_counters(sim)->instructions >= 20);
  fixture_free(sim);
}

/* A frame in memory at time 0. The milestone stays when the program gives it at 10. */
static void a_milestone_at_time_0_stands(void) {
  reset();
  add(sim_thread_start_ALWAYS, 1);
  exec(10);
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  fixture_step(&config, sim_step_op_GIVE_FRAME, 0);
  fixture_step(&config, sim_step_op_REAP, 0);
  one(sim_direction_RECEIVE, 0);
  sim *sim = run_to(50);
  EXPECT_EQUAL(sim_packet_part_summary(sim, sim_direction_RECEIVE, sim_packet_part_DMA)->count, 1);
  EXPECT_EQUAL(sim_packet_part_summary(sim, sim_direction_RECEIVE, sim_packet_part_DMA)->maximum, 0);
  fixture_free(sim);
}

/* The branch issues in 2. The load and its user follow it on the wrong path, in 3 and 4. In 5 they are flushed. */
static void nothing_waits_for_a_load_of_a_wrong_path(void) {
  reset();
  config.policy = sim_policy_ROUND_ROBIN;
  config.stage_count = 7;
  config.access_stage = 5;
  config.branch_resolve_stage = 4;
  const uint32_t routine = fixture_sequence(&config, "t l1,2 a3,1,1 a4,2,2 a5,2,2");
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 1, 0);
  fixture_step(&config, sim_step_op_EXEC, routine);
  sim *sim = run_to(5);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_APPLICATION, sim_cause_FILL), 2);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_APPLICATION, sim_cause_BUSY), 3);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_APPLICATION, sim_cause_LOAD_USE), 0);
  fixture_free(sim);
}

int main(void) {
  RUN(first_steps_come_after_the_traffic_of_their_cycle);
  RUN(a_drop_by_software_counts_at_once);
  RUN(a_drop_by_the_card_counts_in_the_next_cycle);
  RUN(an_acknowledge_names_the_line);
  RUN(an_acknowledge_of_a_timer_is_an_event_too);
  RUN(a_packet_to_send_has_no_part_coalescing);
  RUN(nothing_is_recognised_in_the_last_cycle_of_a_restore);
  RUN(what_is_given_in_cycles_counts_in_no_ipc);
  RUN(only_real_instructions_of_a_shared_core_count);
  RUN(a_milestone_at_time_0_stands);
  RUN(nothing_waits_for_a_load_of_a_wrong_path);
  return TEST_EXIT_CODE;
}
