/* Lost wake-ups and receive livelock: when they start, how long they last, and which similar cases are neither. */
#include <string.h>

#include "support/machine_fixture.h"
#include "support/test.h"

static sim_config config;

/* Frames arrive every 100 cycles from 100 onwards. The handler acknowledges, masks its line and raises a poll. The
 * poll takes all frames, spends `closing` cycles, and unmasks. */
static void hybrid(enum sim_trigger trigger, uint32_t closing, uint64_t frames) {
  sim_config_defaults(&config);
  config.nics[0].rings[0].frames = 100;
  config.lines[0].trigger = (uint8_t)trigger;
  config.lines[0].loses_masked = trigger == sim_trigger_EDGE;
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->bits = SIM_NIC_STATUS_RX;
  fixture_step(&config, sim_step_op_MASK, 0);
  fixture_step(&config, sim_step_op_RAISE, 1);
  fixture_thread(&config, sim_thread_start_SOFT, sim_layer_PROTOCOL, 2, 0);
  sim_step_config *loop = fixture_step(&config, sim_step_op_JUMP_UNLESS, 0);
  loop->condition = sim_condition_RX_NOT_EMPTY;
  loop->target = 4;
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  fixture_step(&config, sim_step_op_DELIVER, 0);
  fixture_step(&config, sim_step_op_JUMP, 0)->target = 0;
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, closing));
  fixture_step(&config, sim_step_op_UNMASK, 0);
  sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, 64);
  traffic->start_cycle = 100;
  traffic->interval_cycles_numerator = 100;
  traffic->frame_count = frames;
}

static sim_nic_health health_at(uint64_t cycle, int skipping) {
  sim *sim = fixture_create(&config, NULL, &fixture_blind);
  sim_set_skipping(sim, skipping);
  sim_step(sim, cycle, 0);
  EXPECT_EQUAL(sim_check_invariants(sim), 0);
  const sim_nic_health health = sim_get_counters(sim)->health[0];
  fixture_free(sim);
  return health;
}

static sim_nic_health health(uint64_t cycle) {
  const sim_nic_health stepped = health_at(cycle, 0), skipped = health_at(cycle, 1);
  EXPECT_EQUAL(memcmp(&stepped, &skipped, sizeof stepped), 0);
  return skipped;
}

/* A frame arrives while the poll closes: its edge is lost, and when the poll returns no thread will take the frame. */
static void an_edge_lost_behind_a_mask_is_a_lost_wake_up(void) {
  hybrid(sim_trigger_EDGE, 150, 3);
  const sim_nic_health found = health(10000);
  EXPECT_EQUAL(found.lost_wake_ups, 1);
  EXPECT(found.forgotten_since > 250 && found.forgotten_since < 300);
  EXPECT_EQUAL(found.forgotten_longest, 0);
}

static void a_level_line_tells_after_the_unmask(void) {
  hybrid(sim_trigger_LEVEL, 150, 3);
  const sim_nic_health found = health(10000);
  EXPECT_EQUAL(found.lost_wake_ups, 0);
  EXPECT_EQUAL(found.forgotten_since, SIM_NEVER);
}

/* The same edge, but a thread looks at the ring periodically. */
static void who_sleeps_and_comes_back_forgets_nothing(void) {
  hybrid(sim_trigger_EDGE, 150, 3);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 9, 0);
  fixture_step(&config, sim_step_op_SLEEP, 0)->cycles = 2000;
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  fixture_step(&config, sim_step_op_DELIVER, 0);
  EXPECT_EQUAL(health(10000).lost_wake_ups, 0);
}

/* The same edge, but a press of a button starts a thread that takes the frame. */
static void a_ring_that_a_button_serves_is_not_forgotten(void) {
  hybrid(sim_trigger_EDGE, 150, 3);
  config.line_count = 2;
  config.button_count = 1;
  config.buttons[0] = (sim_button_config){.press_count = 1, .line = 1};
  config.presses[0] = 9000;
  config.lines[1].priority = 2;
  config.threads[fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0)].line = 1;
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->device = sim_device_kind_BUTTON;
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  fixture_step(&config, sim_step_op_DELIVER, 0);
  EXPECT_EQUAL(health(8000).lost_wake_ups, 0);
}

static void coalescing_that_waits_for_more_frames_is_not_lost(void) {
  hybrid(sim_trigger_LEVEL, 1, 3);
  config.nics[0].rings[0].coalesce_frames = 8;
  EXPECT_EQUAL(health(10000).lost_wake_ups, 0);
}

/* A reader puts each frame into a queue of one, and waits while it is full. */
static void reader_that_waits_for_room(void) {
  sim_config_defaults(&config);
  config.core_count = 2;
  config.queue_count = 2;
  config.queues[0].capacity = config.queues[1].capacity = 1;
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_DRIVER_ISR, 5, 0);
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 10));
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  fixture_step(&config, sim_step_op_PUT, 0)->bits = 1;
  const uint32_t consumer = fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 5, 0);
  config.threads[consumer].core = 1;
  fixture_step(&config, sim_step_op_WAIT, 0)->condition = sim_condition_QUEUE_NOT_EMPTY;
  sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, 64);
  traffic->interval_cycles_numerator = 50;
  traffic->frame_count = 20;
}

static void who_waits_for_room_is_coming(void) {
  reader_that_waits_for_room();
  fixture_step(&config, sim_step_op_TAKE, 0);
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 300));
  fixture_step(&config, sim_step_op_DELIVER, 0);
  const sim_nic_health found = health(20000);
  EXPECT_EQUAL(found.lost_wake_ups, 0);
  EXPECT_EQUAL(found.forgotten_since, SIM_NEVER);
}

/* The thread that could take from the queue waits for a queue into which no thread puts. */
static void a_thread_that_waits_for_room_never_made_is_not_coming(void) {
  reader_that_waits_for_room();
  fixture_step(&config, sim_step_op_WAIT, 1)->condition = sim_condition_QUEUE_NOT_EMPTY;
  fixture_step(&config, sim_step_op_TAKE, 0);
  fixture_step(&config, sim_step_op_DELIVER, 0);
  const sim_nic_health found = health(20000);
  EXPECT_EQUAL(found.lost_wake_ups, 1);
  EXPECT(found.forgotten_since > 50 && found.forgotten_since < 200);
}

/* It writes each frame to the disk, or waits for an idle disk. */
static void logger(int asks) {
  sim_config_defaults(&config);
  config.disk_count = 1;
  config.disks[0].rate_bit_per_second = 200000000;
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 5, 0);
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 10));
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  if (asks) fixture_step(&config, sim_step_op_WRITE_DISK, 0)->target = 1;
  fixture_step(&config, sim_step_op_WAIT, 0)->condition = sim_condition_DISK_DONE;
  fixture_step(&config, sim_step_op_TAKE_DISK, 0);
  fixture_step(&config, sim_step_op_DELIVER, 0);
  sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, 64);
  traffic->interval_cycles_numerator = 500;
  traffic->frame_count = 20;
}

static void who_waits_for_a_disk_at_work_is_coming(void) {
  logger(1);
  EXPECT_EQUAL(health(30000).lost_wake_ups, 0);
  logger(0);
  EXPECT_EQUAL(health(30000).lost_wake_ups, 1);
}

/* Each event sends a message. The message that finds the line unmasked ends the lost wake-up. */
static void the_next_message_heals(void) {
  hybrid(sim_trigger_MESSAGE, 150, 4);
  config.lines[0].loses_masked = 1;
  sim_traffic_config *later = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, 64);
  later->start_cycle = 5000;
  later->interval_cycles_numerator = 1;
  later->frame_count = 1;
  const sim_nic_health found = health(10000);
  EXPECT(found.lost_wake_ups > 0);
  EXPECT_EQUAL(found.forgotten_since, SIM_NEVER);
  EXPECT(found.forgotten_longest > 4000 && found.forgotten_longest < 5000);
  EXPECT(found.forgotten_from + found.forgotten_longest > 5000);
}

/* A thread takes every frame and puts it into a queue that no thread empties. */
static void frames_taken_and_lost_are_wasted(void) {
  sim_config_defaults(&config);
  config.queue_count = 1;
  config.queues[0].capacity = 4;
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 9, 0);
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 10));
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  fixture_step(&config, sim_step_op_PUT, 0);
  sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, 64);
  traffic->interval_cycles_numerator = 100;
  traffic->frame_count = 10;
  const sim_nic_health found = health(5000);
  EXPECT_EQUAL(found.wasted, 6);
  EXPECT_EQUAL(found.delivered, 0);
  EXPECT(found.wasteful_since > 400 && found.wasteful_since < 520);
  EXPECT_EQUAL(found.taken_undelivered, 10);
  EXPECT_EQUAL(found.delivered_at, 0);
}

/* ---- starvation ---- */

static sim_counters counters;

static void count_at(uint64_t cycle, int skipping) {
  sim *sim = fixture_create(&config, NULL, &fixture_blind);
  sim_set_skipping(sim, skipping);
  for (uint64_t reached = skipping ? cycle : 700; reached < cycle; reached += 700) sim_step(sim, reached, 0);
  sim_step(sim, cycle, 0);
  counters = *sim_get_counters(sim);
  fixture_free(sim);
}

static void two_that_always_issue(enum sim_policy policy) {
  sim_config_defaults(&config);
  config.policy = (uint8_t)policy;
  config.context_count = 2;
  config.contexts[1].priority = config.contexts[0].priority + 1;
  config.contexts[1].group = config.contexts[0].group + 1;
  for (uint32_t context = 0; context < 2; context++) {
    fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, context);
    fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 1000000)); /* could issue in each cycle */
  }
}

static void who_never_issues_is_passed_over(void) {
  for (int skipping = 0; skipping < 2; skipping++) {
    two_that_always_issue(sim_policy_FIXED_PRIORITY);
    count_at(1023, skipping);
    EXPECT_EQUAL(counters.threads[1].passed_over_since, SIM_NEVER);
    count_at(20000, skipping);
    EXPECT_EQUAL(counters.threads[0].passed_over_since, SIM_NEVER);
    EXPECT_EQUAL(counters.threads[1].passed_over_since, 0);
    EXPECT_EQUAL(counters.threads[1].ready_since, SIM_NEVER);
    two_that_always_issue(sim_policy_WEIGHTED_ROUND_ROBIN);
    count_at(20000, skipping);
    EXPECT_EQUAL(counters.threads[1].passed_over_since, 0);
    two_that_always_issue(sim_policy_ROUND_ROBIN);
    count_at(20000, skipping);
    EXPECT_EQUAL(counters.threads[1].passed_over_since, SIM_NEVER);
  }
}

/* The urgent thread loses cycles to its branches, which the other thread gets. */
static void who_issues_now_and_then_is_not_passed_over(void) {
  two_that_always_issue(sim_policy_FIXED_PRIORITY);
  config.routines[0].kind = sim_routine_kind_INSTRUCTIONS;
  config.routines[0].mix_branch = 1;
  config.routines[0].taken_permille = 1000;
  count_at(20000, 1);
  EXPECT_EQUAL(counters.threads[1].passed_over_since, SIM_NEVER);
}

/* Line 0 keeps the processor from 1,000 onwards. Line 1 rises at 2,000 and is less urgent. */
static void two_lines(uint64_t frames_of_first) {
  sim_config_defaults(&config);
  config.nic_count = config.line_count = 2;
  config.nics[1].rings[0].line = 1;
  for (uint32_t line = 0; line < 2; line++) {
    config.lines[line].priority = (uint8_t)(line + 1);
    const uint32_t thread =
        fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, (uint8_t)(line + 1), 0);
    config.threads[thread].line = (uint8_t)line;
    fixture_step(&config, sim_step_op_ACKNOWLEDGE, line)->bits = SIM_NIC_STATUS_RX;
    fixture_step(&config, sim_step_op_TAKE_FRAME, line);
    fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 1000));
    fixture_step(&config, sim_step_op_DELIVER, 0);
    sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, 64);
    traffic->nic = (uint8_t)line;
    traffic->start_cycle = 1000 * (line + 1);
    traffic->interval_cycles_numerator = 1000;
    traffic->frame_count = line == 0 ? frames_of_first : 0;
  }
}

static void a_line_that_is_never_recognised_is_pending(void) {
  for (int skipping = 0; skipping < 2; skipping++) {
    two_lines(0);
    count_at(100000, skipping);
    EXPECT_EQUAL(counters.threads[0].pending_since >= 99000, 1);
    EXPECT_EQUAL(counters.threads[1].pending_since, 2000);
    EXPECT_EQUAL(counters.health[1].interrupts_undelivered, 0);
    EXPECT_EQUAL(counters.threads[1].ended, 0);
  }
}

static void recognition_ends_that_and_a_mask_holds_it_off(void) {
  two_lines(5);
  count_at(8000, 1); /* the handler of line 1 runs, its next frame waits for the end */
  EXPECT_EQUAL(counters.threads[1].pending_since, SIM_NEVER);
  EXPECT_EQUAL(counters.health[1].interrupts_undelivered, 1);
  two_lines(0);
  config.lines[1].masked = 1;
  count_at(100000, 1);
  EXPECT_EQUAL(counters.threads[1].pending_since, SIM_NEVER);
}

/* The urgent thread runs for 9,990 cycles and sleeps for `pause`. The other thread runs during the pause. It never
 * waits, or waits after each 100 cycles. */
static void two_by_priority(uint32_t pause, int waits) {
  sim_config_defaults(&config);
  config.scheduler = sim_scheduler_PRIORITY;
  config.queue_count = 1;
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 1, 0);
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 9990));
  fixture_step(&config, sim_step_op_SLEEP, 0)->cycles = pause;
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 9, 0);
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, waits ? 100 : 1000000));
  if (waits) fixture_step(&config, sim_step_op_SLEEP, 0)->cycles = 1;
}

static void who_gets_next_to_nothing_is_short_of_cycles(void) {
  for (int skipping = 0; skipping < 2; skipping++) {
    two_by_priority(110, 0); /* less than an 80th */
    count_at(200000, skipping);
    EXPECT_EQUAL(counters.threads[1].scarce_since, 0);
    EXPECT_EQUAL(counters.threads[1].scarce_cycles, 0);
    EXPECT(counters.threads[1].cycles > 0 && counters.threads[1].cycles < 200000 / 80);
    EXPECT(counters.threads[0].scarce_since > 180000);
  }
}

/* Its time of starvation ended with its share, and the next one starts when it is ready and does not run. */
static void who_gets_a_twentieth_is_not(void) {
  for (int skipping = 0; skipping < 2; skipping++) {
    two_by_priority(800, 0);
    count_at(200000, skipping);
    EXPECT(counters.threads[1].scarce_since > 180000);
    EXPECT(counters.threads[1].scarce_cycles > 5000);
  }
}

static void who_has_what_it_wants_is_not(void) {
  two_by_priority(300, 1);
  count_at(200000, 1);
  EXPECT(counters.threads[1].scarce_since > 180000);
}

int main(void) {
  RUN(who_never_issues_is_passed_over);
  RUN(who_issues_now_and_then_is_not_passed_over);
  RUN(a_line_that_is_never_recognised_is_pending);
  RUN(recognition_ends_that_and_a_mask_holds_it_off);
  RUN(who_gets_next_to_nothing_is_short_of_cycles);
  RUN(who_gets_a_twentieth_is_not);
  RUN(who_has_what_it_wants_is_not);
  RUN(an_edge_lost_behind_a_mask_is_a_lost_wake_up);
  RUN(a_level_line_tells_after_the_unmask);
  RUN(who_sleeps_and_comes_back_forgets_nothing);
  RUN(a_ring_that_a_button_serves_is_not_forgotten);
  RUN(coalescing_that_waits_for_more_frames_is_not_lost);
  RUN(the_next_message_heals);
  RUN(who_waits_for_room_is_coming);
  RUN(a_thread_that_waits_for_room_never_made_is_not_coming);
  RUN(who_waits_for_a_disk_at_work_is_coming);
  RUN(frames_taken_and_lost_are_wasted);
  return TEST_EXIT_CODE;
}
