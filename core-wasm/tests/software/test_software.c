/* Threads and their steps: waiting, queues, current packets, budgets, which thread runs next. */
#include "support/machine_fixture.h"
#include "support/test.h"

enum { EVENT_LIMIT = 64 };

static sim_config config;
static sim_event events[EVENT_LIMIT];

static sim *run_to(uint64_t cycle) { return fixture_run_to(&config, cycle); }

static uint64_t busy(sim *sim, uint32_t context, enum sim_layer layer) {
  return fixture_cycles_by(sim, context, (uint32_t)layer, sim_cause_BUSY);
}

static sim_traffic_config *one_frame(uint64_t cycle, uint32_t size_bytes) {
  sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, size_bytes);
  traffic->start_cycle = cycle;
  traffic->frame_count = 1;
  return traffic;
}

/* An ISR on the context that takes the frame and puts it into queue 0. */
static void add_isr(uint32_t context, uint32_t cycles) {
  const uint32_t work = fixture_cycles(&config, cycles);
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, context);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->bits = SIM_NIC_STATUS_RX;
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  fixture_step(&config, sim_step_op_PUT, 0);
  fixture_step(&config, sim_step_op_EXEC, work);
}

/* A permanent thread that waits for queue 0, processes each packet and delivers it. */
static void add_waiter(uint32_t context, uint32_t priority, uint32_t cycles) {
  const uint32_t work = fixture_cycles(&config, cycles);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_PROTOCOL, priority, context);
  fixture_step(&config, sim_step_op_WAIT, 0);
  fixture_step(&config, sim_step_op_TAKE, 0);
  fixture_step(&config, sim_step_op_EXEC, work);
  fixture_step(&config, sim_step_op_DELIVER, 0);
}

static void add_application(uint32_t context, uint32_t priority) {
  const uint32_t loop = fixture_cycles(&config, 100000);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, priority, context);
  fixture_step(&config, sim_step_op_EXEC, loop);
}

static void contexts(uint32_t count) {
  sim_config_defaults(&config);
  config.queue_count = 1;
  config.context_count = (uint8_t)count;
  config.policy = count > 1 ? sim_policy_ON_EVENT : sim_policy_SINGLE;
}

/* ---- waiting ---- */

static void who_waits_runs_when_something_comes(void) {
  contexts(2);
  add_waiter(0, 5, 30);
  add_isr(1, 20);
  one_frame(100, 64);
  sim *sim = run_to(1000);
  /* Recognised at 100, entry 101 to 106, ISR 107 to 126, waiter 127 to 156. */
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_FRAME_DELIVERED, events, EVENT_LIMIT), 1);
  EXPECT_EQUAL(fixture_event_cycle(&events[0]), 156);
  EXPECT_EQUAL(busy(sim, 0, sim_layer_PROTOCOL), 30);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_PROTOCOL, sim_cause_READY), 20);
  fixture_free(sim);
}

/* With one context the waiter's registers are saved for the ISR, as for any other thread. */
static void a_frame_that_waits_is_saved_too(void) {
  contexts(1);
  add_waiter(0, 5, 30);
  add_isr(0, 20);
  one_frame(100, 64);
  sim *sim = run_to(1000);
  EXPECT_EQUAL(sim_get_counters(sim)->saves, 1);
  EXPECT_EQUAL(sim_get_counters(sim)->restores, 1);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_FRAME_DELIVERED, events, EVENT_LIMIT), 1);
  EXPECT_EQUAL(fixture_event_cycle(&events[0]), 100 + 6 + 93 + 20 + 93 + 30);
  fixture_free(sim);
}

/* A packet from outside wakes a thread while nothing runs: the thread starts in the next cycle. */
static void idle_ends_when_a_thread_is_woken(void) {
  contexts(1);
  add_waiter(0, 5, 30);
  const uint32_t empty = fixture_thread(&config, sim_thread_start_SOFT, sim_layer_SYSTEM_CALL, 9, 0);
  fixture_step(&config, sim_step_op_RETURN, 0);
  sim_traffic_config *send = fixture_traffic(&config, sim_loop_OPEN, sim_direction_SEND, 64);
  send->start_cycle = 100;
  send->frame_count = 1;
  send->thread = (uint8_t)empty;
  sim *sim = run_to(1000);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_FRAME_DELIVERED, events, EVENT_LIMIT), 1);
  EXPECT_EQUAL(fixture_event_cycle(&events[0]), 130); /* the waiter is more urgent than the call */
  fixture_free(sim);
}

/* The woken thread does not preempt. When the ISR returns, the most urgent thread runs. */
static void the_most_urgent_runs_after_a_return(void) {
  for (uint32_t priority = 4; priority <= 6; priority += 2) {
    contexts(3);
    add_application(0, 5);
    add_waiter(2, priority, 30);
    add_isr(1, 20);
    one_frame(100, 64);
    sim *sim = run_to(1000);
    EXPECT_EQUAL(busy(sim, 2, sim_layer_PROTOCOL), priority < 5 ? 30 : 0);
    fixture_free(sim);
  }
}

static void the_most_urgent_begins_and_others_starve(void) {
  contexts(3);
  add_application(0, 5);
  add_application(1, 4);
  add_application(2, 4);
  sim *sim = run_to(1000);
  EXPECT_EQUAL(busy(sim, 1, sim_layer_APPLICATION), 1000);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_APPLICATION, sim_cause_READY), 1000);
  EXPECT_EQUAL(fixture_cycles_by(sim, 2, sim_layer_APPLICATION, sim_cause_READY), 1000);
  EXPECT_EQUAL(sim_get_counters(sim)->context_switches, 0);
  fixture_free(sim);
}

/* ---- packets ---- */

static void a_packet_left_in_hand_is_abandoned(void) {
  contexts(1);
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->bits = SIM_NIC_STATUS_RX;
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  one_frame(100, 64);
  sim *sim = run_to(1000);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].rx_dropped[sim_drop_cause_ABANDONED], 1);
  fixture_free(sim);
}

static void a_second_packet_in_hand_displaces_the_first(void) {
  contexts(1);
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  fixture_step(&config, sim_step_op_DELIVER, 0);
  config.lines[0].trigger = sim_trigger_EDGE;
  one_frame(100, 64)->frame_count = 2;
  sim *sim = run_to(1000);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].rx_dropped[sim_drop_cause_ABANDONED], 1);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].rx_delivered, 1);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_FRAME_DROPPED, events, EVENT_LIMIT), 1);
  EXPECT_EQUAL(events[0].subject, 0); /* the number of the first packet */
  fixture_free(sim);
}

static void a_full_queue_drops(void) {
  contexts(1);
  config.queues[0].capacity = 2;
  add_isr(0, 20);
  one_frame(100, 64)->frame_count = 5;
  config.traffic[0].interval_cycles_numerator = 100;
  sim *sim = run_to(1000);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].rx_dropped[sim_drop_cause_QUEUE_FULL], 3);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].rx_in_flight, 2);
  fixture_free(sim);
}

/* fixed + size * perByteMilli / 1000 = 10 + 64 * 1570 / 1000 = 10 + 100; without a packet 10. */
static void a_budget_counts_the_bytes_in_hand(void) {
  contexts(1);
  const uint32_t work = fixture_cycles(&config, 10);
  config.routines[work].per_byte_milli = 1570;
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->bits = SIM_NIC_STATUS_RX;
  fixture_step(&config, sim_step_op_EXEC, work);
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  fixture_step(&config, sim_step_op_EXEC, work);
  fixture_step(&config, sim_step_op_DELIVER, 0);
  one_frame(100, 64);
  sim *sim = run_to(1000);
  EXPECT_EQUAL(busy(sim, 0, sim_layer_DRIVER_ISR), 10 + 110);
  fixture_free(sim);
}

/* ---- steps ---- */

static void a_loop_drains_the_ring(void) {
  contexts(1);
  config.lines[0].trigger = sim_trigger_EDGE;
  const uint32_t work = fixture_cycles(&config, 20);
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  fixture_step(&config, sim_step_op_JUMP_UNLESS, 0)->target = 5;
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  fixture_step(&config, sim_step_op_EXEC, work);
  fixture_step(&config, sim_step_op_DELIVER, 0);
  fixture_step(&config, sim_step_op_JUMP, 0)->target = 0;
  fixture_step(&config, sim_step_op_RETURN, 0);
  one_frame(100, 64)->frame_count = 4;
  sim *sim = run_to(1000);
  EXPECT_EQUAL(sim_get_counters(sim)->interrupts, 1);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].rx_delivered, 4);
  fixture_free(sim);
}

/* Each cycle executes 63 steps and the jump back. All cycles are accounted to the thread's layer. */
static void a_spinning_thread_spends_a_cycle_for_64_steps(void) {
  contexts(1);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 5, 0);
  for (int i = 0; i < 63; i++) fixture_step(&config, sim_step_op_RAISE, 1);
  fixture_step(&config, sim_step_op_JUMP, 0);
  fixture_thread(&config, sim_thread_start_SOFT, sim_layer_PROTOCOL, 9, 0); /* never its turn */
  fixture_step(&config, sim_step_op_RETURN, 0);
  sim *sim = run_to(100);
  EXPECT_EQUAL(busy(sim, 0, sim_layer_APPLICATION), 100);
  sim_view view;
  sim_get_view(sim, &view);
  /* At the start of cycle 0, at whose end no steps are left, and at the end of every other cycle. */
  EXPECT_EQUAL(view.soft_pending[1], 63 * 100);
  fixture_free(sim);
}

/* A permanent thread yields, when it ends, to a thread that became more urgent while it ran. */
static void the_end_of_a_round_is_a_chance_for_others(void) {
  contexts(2);
  const uint32_t round = fixture_cycles(&config, 50);
  const uint32_t work = fixture_cycles(&config, 10);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 5, 0);
  config.threads[0].interrupts_enabled = 0;
  fixture_step(&config, sim_step_op_RAISE, 1);
  fixture_step(&config, sim_step_op_EXEC, round);
  fixture_thread(&config, sim_thread_start_SOFT, sim_layer_PROTOCOL, 2, 1);
  fixture_step(&config, sim_step_op_EXEC, work);
  sim *sim = run_to(3 * (50 + 6 + 10));
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_HANDLER_ENTERED, events, EVENT_LIMIT), 3);
  for (uint32_t i = 0; i < 3; i++) EXPECT_EQUAL(fixture_event_cycle(&events[i]), i * 66 + 56);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_RETURNED, events, EVENT_LIMIT), 3); /* priority of the soft thread */
  fixture_free(sim);
}

int main(void) {
  RUN(who_waits_runs_when_something_comes);
  RUN(a_frame_that_waits_is_saved_too);
  RUN(idle_ends_when_a_thread_is_woken);
  RUN(the_most_urgent_runs_after_a_return);
  RUN(the_most_urgent_begins_and_others_starve);
  RUN(a_packet_left_in_hand_is_abandoned);
  RUN(a_second_packet_in_hand_displaces_the_first);
  RUN(a_full_queue_drops);
  RUN(a_budget_counts_the_bytes_in_hand);
  RUN(a_loop_drains_the_ring);
  RUN(a_spinning_thread_spends_a_cycle_for_64_steps);
  RUN(the_end_of_a_round_is_a_chance_for_others);
  return TEST_EXIT_CODE;
}
