/* Coalescing, receive-side scaling and budgets, worked out by hand. 200 MHz: 5 ns a cycle. */
#include "support/machine_fixture.h"
#include "support/test.h"

enum { EVENT_LIMIT = 256, NANOSECONDS_PER_CYCLE = 5 };

static sim_config config;
static sim_event events[EVENT_LIMIT];

static void start(uint32_t frames, uint32_t absolute, uint32_t packet, uint32_t throttle) {
  sim_config_defaults(&config);
  sim_ring_config *ring = &config.nics[0].rings[0];
  ring->frames = 512;
  ring->coalesce_frames = (uint16_t)frames;
  ring->absolute_nanoseconds = absolute * NANOSECONDS_PER_CYCLE;
  ring->packet_nanoseconds = packet * NANOSECONDS_PER_CYCLE;
  ring->throttle_nanoseconds = throttle * NANOSECONDS_PER_CYCLE;
}

static sim_traffic_config *frames(uint64_t first, uint64_t interval, uint64_t count) {
  sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, 64);
  traffic->start_cycle = first;
  traffic->interval_cycles_numerator = interval;
  traffic->frame_count = count;
  return traffic;
}

/* Acknowledges in its first cycle and takes all frames. */
static void driver(void) {
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->bits = SIM_NIC_STATUS_RX;
  sim_step_config *test = fixture_step(&config, sim_step_op_JUMP_UNLESS, 0);
  test->condition = sim_condition_RX_NOT_EMPTY;
  test->target = 5;
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  fixture_step(&config, sim_step_op_DELIVER, 0);
  fixture_step(&config, sim_step_op_JUMP, 0)->target = 1;
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 1));
}

static sim *run_to(uint64_t cycle) { return fixture_run_to(&config, cycle); }

static void expect_assertions(sim *sim, const uint64_t *cycles, uint32_t count) {
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_LINE_ASSERTED, events, EVENT_LIMIT), count);
  for (uint32_t i = 0; i < count; i++) EXPECT_EQUAL(fixture_event_cycle(&events[i]), cycles[i]);
  fixture_free(sim);
}
#define EXPECT_ASSERTIONS(sim, ...)                                               \
  do {                                                                            \
    const uint64_t cycles_[] = {__VA_ARGS__};                                     \
    expect_assertions(sim, cycles_, sizeof cycles_ / sizeof cycles_[0]);          \
  } while (0)

static void the_fourth_frame_asks(void) {
  start(4, 0, 0, 0);
  frames(100, 100, 12);
  driver();
  EXPECT_ASSERTIONS(run_to(3000), 400, 800, 1200);
}

/* The frame at 100 starts the timer. The frames at 160 and 220 do not restart it. The frame at 280, the first
 * after the acknowledge, starts it again. */
static void the_absolute_timer_runs_from_the_first_frame(void) {
  start(0, 150, 0, 0);
  frames(100, 60, 6); /* 100 160 220 280 340 400 */
  driver();
  EXPECT_ASSERTIONS(run_to(3000), 250, 280 + 150);
}

static void the_packet_timer_is_restarted_by_every_frame(void) {
  start(0, 0, 150, 0);
  frames(100, 60, 6);
  driver();
  EXPECT_ASSERTIONS(run_to(3000), 400 + 150);
}

static void both_timers_bound_each_other(void) {
  start(0, 200, 150, 0);
  frames(100, 60, 6); /* the absolute timers of 100 and of 340 end before any packet timer */
  driver();
  EXPECT_ASSERTIONS(run_to(3000), 300, 340 + 200);
}

static void frames_in_the_cycle_of_the_packet_timer_restart_it(void) {
  start(0, 0, 60, 0);
  frames(100, 60, 3);
  driver();
  EXPECT_ASSERTIONS(run_to(3000), 220 + 60);
}

/* Every frame requests an interrupt. The line rises at 100, then not before 1100 for the frames that arrived
 * meanwhile. */
static void the_throttle_keeps_its_gap(void) {
  start(1, 0, 0, 1000);
  frames(100, 300, 8); /* 100 400 700 1000 1300 1600 1900 2200 */
  driver();
  EXPECT_ASSERTIONS(run_to(5000), 100, 1100, 2100, 3100);
}

/* 7 ns at 200 MHz are 1.4 cycles: 1, then 1, then 2 (4.2 in all), then 1, then 2. */
static void times_carry_their_remainder(void) {
  start(0, 0, 0, 0);
  config.nics[0].rings[0].absolute_nanoseconds = 7;
  frames(100, 100, 5);
  driver();
  EXPECT_ASSERTIONS(run_to(2000), 101, 201, 302, 401, 502);
}

/* The acknowledge of another interrupt clears the count: frames 1 and 2 no longer count when frame 3 arrives. */
static void an_acknowledge_clears_the_count(void) {
  start(3, 0, 0, 0);
  frames(100, 100, 5); /* 100 200 300 400 500 */
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 9, 0);
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 250));
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->bits = SIM_NIC_STATUS_RX;
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 5000));
  EXPECT_ASSERTIONS(run_to(2000), 500);
}

static void the_wait_is_the_coalescing_part(void) {
  start(4, 0, 0, 0);
  frames(100, 100, 8);
  driver();
  sim *sim = run_to(3000);
  const sim_summary *part = sim_packet_part_summary(sim, sim_direction_RECEIVE, sim_packet_part_COALESCING);
  EXPECT_EQUAL(part->count, 8);
  EXPECT_EQUAL(part->sum, 2 * (300 + 200 + 100 + 0));
  fixture_free(sim);
}

/* Number of interrupts for 4000 frames at a constant rate. Without coalescing every frame interrupts. A count of n
 * divides the number of interrupts by n, and the throttle limits it. */
static uint64_t interrupts(uint32_t by_count, uint32_t throttle) {
  start(by_count, 0, 0, throttle);
  frames(0, 250, 4000);
  driver();
  sim *sim = fixture_create(&config, NULL, &fixture_blind);
  sim_step(sim, 1000000, 0);
  const uint64_t count = sim_get_counters(sim)->interrupts;
  if (throttle == 0) EXPECT_EQUAL(sim_get_counters(sim)->nics[0].rx_delivered, 4000);
  fixture_free(sim);
  return count;
}

static void closed_forms_at_a_constant_rate(void) {
  EXPECT_EQUAL(interrupts(1, 0), 4000);
  EXPECT_EQUAL(interrupts(2, 0), 2000);
  EXPECT_EQUAL(interrupts(16, 0), 250);
  EXPECT_EQUAL(interrupts(1, 10000), 100);
}

/* ---- receive-side scaling ---- */

static void a_flow_stays_on_its_ring_and_many_flows_spread(void) {
  start(1, 0, 0, 0);
  config.nics[0].ring_count = 4;
  config.line_count = 4;
  for (uint32_t ring = 0; ring < 4; ring++) {
    config.nics[0].rings[ring].line = (uint8_t)ring;
    config.nics[0].rings[ring].frames = 1000;
  }
  frames(0, 10, 400);               /* one flow */
  frames(0, 10, 400)->flows = 1000; /* a thousand */
  sim *sim = run_to(5000);
  sim_view view;
  sim_get_view(sim, &view);
  uint32_t rings_above_400 = 0;
  for (uint32_t ring = 0; ring < 4; ring++) {
    const uint32_t fill = view.nics[0].ring_fill[ring];
    rings_above_400 += fill > 400;
    EXPECT(fill > 60 && fill < 560); /* 100 for each, and 400 for one interrupt */
    EXPECT_EQUAL(sim_get_counters(sim)->lines[ring].asserted, 1);
  }
  EXPECT_EQUAL(rings_above_400, 1);
  EXPECT_EQUAL(view.nics[0].rx_fill, 800);
  fixture_free(sim);
}

/* ---- budget ---- */

/* The first activation finds 10 frames and takes 4. The second, which it raised itself, takes 4, and the third 2. */
static void a_budget_bounds_what_an_activation_takes(void) {
  start(10, 0, 0, 0);
  frames(0, 1, 10);
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->bits = SIM_NIC_STATUS_RX;
  fixture_step(&config, sim_step_op_RAISE, 1);
  const uint32_t poll = fixture_thread(&config, sim_thread_start_SOFT, sim_layer_PROTOCOL, 3, 0);
  config.threads[poll].budget = 4;
  sim_step_config *test = fixture_step(&config, sim_step_op_JUMP_UNLESS, 0);
  test->condition = sim_condition_RX_NOT_EMPTY;
  test->target = 6;
  test = fixture_step(&config, sim_step_op_JUMP_UNLESS, 0);
  test->condition = sim_condition_BUDGET_LEFT;
  test->target = 6;
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 10));
  fixture_step(&config, sim_step_op_DELIVER, 0);
  fixture_step(&config, sim_step_op_JUMP, 0)->target = 0;
  test = fixture_step(&config, sim_step_op_JUMP_UNLESS, 0);
  test->condition = sim_condition_RX_NOT_EMPTY;
  test->target = 8;
  fixture_step(&config, sim_step_op_RAISE, poll);
  fixture_step(&config, sim_step_op_RETURN, 0);
  sim *sim = run_to(1000);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].rx_delivered, 10);
  EXPECT_EQUAL(sim_get_counters(sim)->soft_interrupts, 3);
  fixture_free(sim);
}

int main(void) {
  RUN(the_fourth_frame_asks);
  RUN(the_absolute_timer_runs_from_the_first_frame);
  RUN(the_packet_timer_is_restarted_by_every_frame);
  RUN(both_timers_bound_each_other);
  RUN(frames_in_the_cycle_of_the_packet_timer_restart_it);
  RUN(the_throttle_keeps_its_gap);
  RUN(times_carry_their_remainder);
  RUN(an_acknowledge_clears_the_count);
  RUN(the_wait_is_the_coalescing_part);
  RUN(closed_forms_at_a_constant_rate);
  RUN(a_flow_stays_on_its_ring_and_many_flows_spread);
  RUN(a_budget_bounds_what_an_activation_takes);
  return TEST_EXIT_CODE;
}
