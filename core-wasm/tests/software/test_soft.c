/* Soft interrupts, and the orders of contexts that figures 4 and 5 of source 000 show. */
#include "support/machine_fixture.h"
#include "support/test.h"

enum { EVENT_LIMIT = 64 };

static sim_config config;
static sim_event events[EVENT_LIMIT];

static void reset(uint32_t contexts) { fixture_contexts(&config, contexts); }

static sim *run_to(uint64_t cycle) { return fixture_run_to(&config, cycle); }

static void each_raise_is_one_activation(void) {
  reset(2);
  const uint32_t loop = fixture_cycles(&config, 100000);
  const uint32_t work = fixture_cycles(&config, 10);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 5, 0);
  for (int i = 0; i < 3; i++) fixture_step(&config, sim_step_op_RAISE, 1);
  fixture_step(&config, sim_step_op_EXEC, loop);
  fixture_thread(&config, sim_thread_start_SOFT, sim_layer_PROTOCOL, 2, 1);
  fixture_step(&config, sim_step_op_EXEC, work);
  sim *sim = run_to(1000);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_SOFT_RAISED, events, EVENT_LIMIT), 3);
  EXPECT_EQUAL(events[2].value, 3);
  EXPECT_EQUAL(sim_get_counters(sim)->soft_interrupts, 3);
  EXPECT_EQUAL(fixture_cycles_by(sim, 1, sim_layer_PROTOCOL, sim_cause_BUSY), 30);
  fixture_free(sim);
}

/* Raised at 21, the last cycle of the turn's first routine: entry from 22, save from 28, handler 38 to 40, restore from
 * 41. Raised again at 45: the second routine ends the turn in 51 and 52, then entry from 53, save from 59, handler 69
 * to 71. */
static void a_handler_that_follows_a_turn_ends(void) {
  reset(1);
  config.save_amount = config.restore_amount = 10;
  config.queue_count = 1;
  config.queues[0].capacity = 2;
  const uint32_t two = fixture_cycles(&config, 2), three = fixture_cycles(&config, 3);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 5, 0);
  fixture_step(&config, sim_step_op_EXEC, two);
  fixture_step(&config, sim_step_op_EXEC, two);
  const uint32_t soft = fixture_thread(&config, sim_thread_start_SOFT, sim_layer_PROTOCOL, 2, 0);
  fixture_step(&config, sim_step_op_EXEC, three);
  sim_traffic_config *raises = fixture_traffic(&config, sim_loop_OPEN, sim_direction_SEND, 100);
  raises->thread = (uint8_t)soft;
  raises->start_cycle = 21;
  raises->interval_cycles_numerator = 45 - 21;
  raises->frame_count = 2;
  sim *sim = run_to(95);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_RETURNED, events, EVENT_LIMIT), 2);
  EXPECT_EQUAL(fixture_event_cycle(&events[0]), 40);
  EXPECT_EQUAL(fixture_event_cycle(&events[1]), 71);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_PROTOCOL, sim_cause_BUSY), 6);
  EXPECT_EQUAL(sim_get_counters(sim)->saves, 2);
  EXPECT_EQUAL(sim_get_counters(sim)->restores, 2);
  fixture_free(sim);
}

/* The threads of source 000: application in C1, driver ISR in C2, protocol in C3 (contexts 0, 1, 2). */
enum { APPLICATION, DRIVER_ISR, PROTOCOL };
static uint32_t protocol_work; /* routine */

static void add_three_layers(void) {
  reset(3);
  config.queue_count = 1;
  const uint32_t loop = fixture_cycles(&config, 100000);
  const uint32_t isr = fixture_cycles(&config, 100);
  protocol_work = fixture_cycles(&config, 1000);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, 0);
  fixture_step(&config, sim_step_op_EXEC, loop);
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 1);
  config.threads[DRIVER_ISR].interrupts_enabled = 0;
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->bits = SIM_NIC_STATUS_RX | SIM_NIC_STATUS_TX;
  fixture_step(&config, sim_step_op_EXEC, isr);
  fixture_step(&config, sim_step_op_REAP, 0);
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0); /* after a send the queue is empty, so it returns */
  fixture_step(&config, sim_step_op_PUT, 0);
  fixture_step(&config, sim_step_op_RAISE, PROTOCOL);
  fixture_thread(&config, sim_thread_start_SOFT, sim_layer_PROTOCOL, 2, 2);
}

/* The threads that got the processor, in order. */
static uint32_t order_of_switches(const sim *sim, uint32_t *threads) {
  const uint32_t count = fixture_events(sim, sim_event_kind_CONTEXT_SWITCH, events, EVENT_LIMIT);
  for (uint32_t i = 0; i < count && i < EVENT_LIMIT; i++) threads[i] = events[i].value;
  return count;
}

/* Figure 4: a frame arrives, and while its protocol layer runs the NIC reports that an earlier send is
 * complete: C1 -> C2 -> C3 -> C2 -> C3 -> C1. */
static void figure_4_receive_then_transmit_done(void) {
  add_three_layers();
  fixture_step(&config, sim_step_op_TAKE, 0);
  fixture_step(&config, sim_step_op_EXEC, protocol_work);
  fixture_step(&config, sim_step_op_DELIVER, 0);
  config.nics[0].line_rate_bit_per_second = 200000000; /* one bit a cycle */
  config.nics[0].frame_overhead_bytes = 0;
  config.queue_count = 2;
  const uint32_t sender = fixture_thread(&config, sim_thread_start_SOFT, sim_layer_SYSTEM_CALL, 2, 2);
  fixture_step(&config, sim_step_op_TAKE, 1);
  fixture_step(&config, sim_step_op_GIVE_FRAME, 0);
  sim_traffic_config *send = fixture_traffic(&config, sim_loop_OPEN, sim_direction_SEND, 125); /* 1000 cycles */
  send->frame_count = 1;
  send->queue = 1;
  send->thread = (uint8_t)sender;
  sim_traffic_config *receive = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, 50);
  receive->frame_count = 1;
  receive->start_cycle = 200; /* arrives at 600 */
  sim *sim = run_to(5000);
  uint32_t order[EVENT_LIMIT];
  const uint32_t expected[] = {3, APPLICATION, DRIVER_ISR, PROTOCOL, DRIVER_ISR, PROTOCOL, APPLICATION};
  EXPECT_EQUAL(order_of_switches(sim, order), 7); /* the first two belong to the send itself */
  for (int i = 0; i < 7; i++) EXPECT_EQUAL(order[i], expected[i]);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].rx_delivered, 1);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].tx_delivered, 1);
  EXPECT_EQUAL(sim_get_counters(sim)->saves, 0);
  fixture_free(sim);
}

/* Figure 5: a system call, and a transmission that completes during it: C1 -> C3 -> C2 -> C3 ->
 * C1. */
static void figure_5_system_call_and_transmit_done(void) {
  add_three_layers();
  fixture_step(&config, sim_step_op_TAKE, 0);
  fixture_step(&config, sim_step_op_GIVE_FRAME, 0); /* ideal wire: sent at once */
  fixture_step(&config, sim_step_op_EXEC, protocol_work);
  sim_traffic_config *call = fixture_traffic(&config, sim_loop_OPEN, sim_direction_SEND, 500);
  call->start_cycle = 100;
  call->frame_count = 1;
  call->thread = PROTOCOL;
  sim *sim = run_to(5000);
  uint32_t order[EVENT_LIMIT];
  const uint32_t expected[] = {PROTOCOL, DRIVER_ISR, PROTOCOL, APPLICATION};
  EXPECT_EQUAL(order_of_switches(sim, order), 4);
  for (int i = 0; i < 4; i++) EXPECT_EQUAL(order[i], expected[i]);
  fixture_free(sim);
}

/* With one context, the ISR and the protocol together need one save and one restore for the same frame. */
static void a_queued_soft_interrupt_saves_nothing_more(void) {
  add_three_layers();
  config.policy = sim_policy_SINGLE;
  config.context_count = 1;
  for (int i = 0; i < config.thread_count; i++) config.threads[i].context = 0;
  fixture_step(&config, sim_step_op_TAKE, 0);
  fixture_step(&config, sim_step_op_EXEC, protocol_work);
  fixture_step(&config, sim_step_op_DELIVER, 0);
  sim_traffic_config *receive = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, 50);
  receive->frame_count = 1;
  receive->start_cycle = 100;
  sim *sim = run_to(5000);
  EXPECT_EQUAL(sim_get_counters(sim)->saves, 1);
  EXPECT_EQUAL(sim_get_counters(sim)->restores, 1);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_HANDLER_ENTERED, events, EVENT_LIMIT), 2);
  const uint64_t isr = 100 + 1 + 3 + 6 + 93;
  EXPECT_EQUAL(fixture_event_cycle(&events[0]), isr);
  EXPECT_EQUAL(fixture_event_cycle(&events[1]), isr + 100 + 6); /* entry, no drain, no save */
  fixture_free(sim);
}

static void a_more_urgent_interrupt_nests(void) {
  add_three_layers();
  fixture_step(&config, sim_step_op_TAKE, 0);
  fixture_step(&config, sim_step_op_EXEC, protocol_work);
  fixture_step(&config, sim_step_op_DELIVER, 0);
  config.policy = sim_policy_SINGLE;
  config.context_count = 1;
  for (int i = 0; i < config.thread_count; i++) config.threads[i].context = 0;
  sim_traffic_config *receive = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, 50);
  receive->frame_count = 2;
  receive->start_cycle = 100;
  receive->interval_cycles_numerator = 600; /* during the protocol layer of the first frame */
  sim *sim = run_to(8000);
  EXPECT_EQUAL(sim_get_counters(sim)->saves, 2);
  EXPECT_EQUAL(sim_get_counters(sim)->restores, 2);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].rx_delivered, 2);
  fixture_free(sim);
}

/* The system call keeps its caller's frame in memory. An ISR on the caller's context does not save it again. */
static void a_kept_frame_is_saved_once(void) {
  add_three_layers();
  config.system_call_saves_frame = 1;
  config.threads[PROTOCOL].system_call = 1;
  config.threads[DRIVER_ISR].context = 0; /* the application's */
  fixture_step(&config, sim_step_op_TAKE, 0);
  fixture_step(&config, sim_step_op_GIVE_FRAME, 0);
  fixture_step(&config, sim_step_op_EXEC, protocol_work);
  sim_traffic_config *call = fixture_traffic(&config, sim_loop_OPEN, sim_direction_SEND, 500);
  call->start_cycle = 100;
  call->frame_count = 1;
  call->thread = PROTOCOL;
  sim *sim = run_to(5000);
  EXPECT_EQUAL(sim_get_counters(sim)->interrupts, 1);
  EXPECT_EQUAL(sim_get_counters(sim)->saves, 1);
  EXPECT_EQUAL(sim_get_counters(sim)->restores, 1);
  fixture_free(sim);
}

int main(void) {
  RUN(each_raise_is_one_activation);
  RUN(a_handler_that_follows_a_turn_ends);
  RUN(figure_4_receive_then_transmit_done);
  RUN(figure_5_system_call_and_transmit_done);
  RUN(a_queued_soft_interrupt_saves_nothing_more);
  RUN(a_more_urgent_interrupt_nests);
  RUN(a_kept_frame_is_saved_once);
  return TEST_EXIT_CODE;
}
