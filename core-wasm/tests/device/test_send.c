/* The send side of a NIC, worked out by hand: coalescing, cut-through, forwarding. 200 MHz: 5 ns a cycle; at 200 Mb/s a
 * bit takes a cycle. The entry takes no time, so software sends the packet of cycle t at t + 1. */
#include "support/expect_events.h"
#include "support/test.h"

enum { NANOSECONDS_PER_CYCLE = 5, BIT_A_CYCLE = 200000000, FRAME_BYTES = 128 };

static sim_config config;

static sim_nic_config *start(void) {
  sim_config_defaults(&config);
  config.queue_count = 1;
  config.save_amount = config.restore_amount = 0;
  for (int step = 0; step < 8; step++) config.entry_cycles[step] = 0;
  fixture_thread(&config, sim_thread_start_SOFT, sim_layer_SYSTEM_CALL, 2, 0);
  fixture_step(&config, sim_step_op_TAKE, 0);
  fixture_step(&config, sim_step_op_GIVE_FRAME, 0);
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->bits = SIM_NIC_STATUS_TX;
  fixture_step(&config, sim_step_op_REAP, 0);
  return &config.nics[0];
}

static void send(uint64_t first, uint64_t interval, uint64_t count) {
  sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_SEND, FRAME_BYTES);
  traffic->thread = 0;
  traffic->start_cycle = first;
  traffic->interval_cycles_numerator = interval;
  traffic->frame_count = count;
}

static void coalesce(uint32_t frames, uint32_t absolute, uint32_t packet, uint32_t throttle) {
  sim_nic_config *nic = start();
  nic->tx_coalesce_frames = (uint16_t)frames;
  nic->tx_absolute_nanoseconds = absolute * NANOSECONDS_PER_CYCLE;
  nic->tx_packet_nanoseconds = packet * NANOSECONDS_PER_CYCLE;
  nic->tx_throttle_nanoseconds = throttle * NANOSECONDS_PER_CYCLE;
}

static sim *run_to(uint64_t cycle) { return fixture_run_to(&config, cycle); }

/* ---- coalescing ---- */

static void each_sent_frame_asks_by_default(void) {
  start();
  send(100, 100, 3);
  sim *sim = run_to(1000);
  EXPECT_EVENTS(sim, LINE_ASSERTED, 101, 201, 301);
  fixture_free(sim);
}

static void every_third_sent_frame_asks(void) {
  coalesce(3, 0, 0, 0);
  send(100, 100, 7);
  sim *sim = run_to(1000);
  EXPECT_EVENTS(sim, LINE_ASSERTED, 301, 601);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].tx_delivered, 6); /* the seventh frame waits to be reaped */
  fixture_free(sim);
}

/* Sent at 101, 131, 161 and 191. The first frame starts the timer, and the third starts it again. */
static void the_absolute_timer_of_sent_frames_is_not_restarted(void) {
  coalesce(0, 50, 0, 0);
  send(100, 30, 4);
  sim *sim = run_to(1000);
  EXPECT_EVENTS(sim, LINE_ASSERTED, 151, 211);
  fixture_free(sim);
}

static void the_packet_timer_of_sent_frames_is_restarted(void) {
  coalesce(0, 0, 50, 0);
  send(100, 30, 4);
  sim *sim = run_to(1000);
  EXPECT_EVENTS(sim, LINE_ASSERTED, 191 + 50);
  fixture_free(sim);
}

static void sent_frames_ask_no_earlier_than_the_throttle_allows(void) {
  coalesce(1, 0, 0, 500);
  send(100, 100, 3);
  sim *sim = run_to(2000);
  EXPECT_EVENTS(sim, LINE_ASSERTED, 101, 601);
  fixture_free(sim);
}

/* A timer's handler acknowledges tx at 502, which stops the frame's packet timer. An acknowledge of rx does not. */
static void acknowledging_tx_clears_what_was_sent(void) {
  for (uint32_t bit = SIM_NIC_STATUS_RX; bit <= SIM_NIC_STATUS_TX; bit++) {
    coalesce(0, 0, 1000, 0);
    send(100, 100, 1);
    config.line_count = 2;
    config.lines[1] = config.lines[0];
    config.timer_count = 1;
    config.timers[0].start_cycle = 500;
    config.timers[0].period_cycles_numerator = 1000000;
    config.timers[0].line = 1;
    const uint32_t thread = fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
    config.threads[thread].line = 1;
    fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->device = sim_device_kind_TIMER;
    fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->bits = (uint8_t)bit;
    sim *sim = run_to(2000);
    EXPECT_EQUAL(sim_get_counters(sim)->lines[0].asserted, bit == SIM_NIC_STATUS_RX);
    fixture_free(sim);
  }
}

/* ---- cut-through ---- */

/* Bursts of 32 bytes. A frame of 128 bytes and 20 of overhead takes 1184 cycles on the wire. */
static void cut_through(uint32_t bytes, uint32_t cycles_per_beat, uint32_t gap) {
  sim_nic_config *nic = start();
  nic->line_rate_bit_per_second = BIT_A_CYCLE;
  nic->tx_cut_through_bytes = bytes;
  config.dma_enabled = 1;
  config.bus_cycles_per_beat = (uint16_t)cycles_per_beat;
  config.bus_burst_gap_cycles = (uint16_t)gap;
  send(100, 100, 1);
}

/* Requested at 101, after the bus was granted: the bursts start at 102, 111, 120 and 129; the last ends at 137. */
static void stored_before_it_is_forwarded(void) {
  cut_through(0, 1, 1);
  sim *sim = run_to(2000);
  EXPECT_EVENTS(sim, FRAME_SENT, 137 + 1184);
  fixture_free(sim);
}

static void the_wire_begins_with_the_first_bytes(void) {
  cut_through(33, 1, 1); /* 64 bytes have arrived at 119 */
  sim *sim = run_to(2000);
  EXPECT_EVENTS(sim, FRAME_SENT, 119 + 1184);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].tx_delivered, 1);
  fixture_free(sim);
}

/* The wire needs a burst every 296 cycles. Bursts of 288 with a gap of 8 arrive just in time. */
static void bytes_that_come_just_in_time(void) {
  cut_through(32, 36, 8);
  sim *sim = run_to(3000);
  EXPECT_EVENTS(sim, FRAME_SENT, 102 + 288 + 1184);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].tx_delivered, 1);
  fixture_free(sim);
}

static void bytes_that_come_a_cycle_late_are_an_underrun(void) {
  cut_through(32, 36, 9);
  sim *sim = run_to(3000);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_FRAME_SENT, NULL, 0), 0);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].tx_dropped[sim_drop_cause_TX_UNDERRUN], 1);
  EXPECT_EVENTS(sim, LINE_ASSERTED, 102 + 288 + 1184); /* the driver reaps it like any other frame */
  fixture_free(sim);
}

/* With bursts of 400 the frame leaves the wire at 502 + 1184, but the last burst ends at 1705: it leaves then. */
static void an_underrun_leaves_when_its_data_have_been_moved(void) {
  cut_through(32, 50, 1);
  sim *sim = run_to(3000);
  EXPECT_EVENTS(sim, LINE_ASSERTED, 502 + 1184);
  EXPECT_EVENTS(sim, FRAME_DROPPED, 1705);
  fixture_free(sim);
}

/* ---- capacity of the queue ---- */

/* Five frames of 128 bytes in a row. None is reaped before the last one is given. */
static const sim_nic_counters *given_in_a_row(sim_nic_config *nic, sim **sim) {
  nic->tx_coalesce_frames = 100;
  send(100, 10, 5);
  *sim = run_to(1000);
  return &sim_get_counters(*sim)->nics[0];
}

static void expect_held(sim_nic_config *nic, uint64_t frames, uint32_t buffers) {
  sim *sim;
  const sim_nic_counters *counters = given_in_a_row(nic, &sim);
  EXPECT_EQUAL(counters->tx_in_flight, frames);
  EXPECT_EQUAL(counters->tx_dropped[sim_drop_cause_TX_QUEUE_FULL], 5 - frames);
  static sim_view view;
  sim_get_view(sim, &view);
  EXPECT_EQUAL(view.nics[0].tx_fill, frames);
  EXPECT_EQUAL(view.nics[0].tx_bytes, frames * FRAME_BYTES);
  EXPECT_EQUAL(view.nics[0].tx_buffers, buffers);
  fixture_free(sim);
}

static void the_queue_is_bounded_in_frames(void) {
  sim_nic_config *nic = start();
  nic->tx_queue_frames = 4;
  expect_held(nic, 4, 4);
}

static void or_in_bytes(void) {
  sim_nic_config *nic = start();
  nic->tx_queue_bytes = 3 * FRAME_BYTES - 1;
  expect_held(nic, 2, 2);
  nic = start();
  nic->tx_queue_bytes = 3 * FRAME_BYTES;
  expect_held(nic, 3, 3);
  nic = start();
  nic->tx_queue_bytes = FRAME_BYTES - 1; /* not even one */
  expect_held(nic, 0, 0);
}

/* 128 bytes take three buffers of 50. */
static void or_in_buffer_descriptors(void) {
  sim_nic_config *nic = start();
  nic->tx_buffer_bytes = 50;
  nic->tx_buffers = 11;
  expect_held(nic, 3, 9);
  nic = start();
  nic->tx_buffers = 2; /* a frame of any size takes one buffer */
  expect_held(nic, 2, 2);
}

static void reaping_makes_room(void) {
  sim_nic_config *nic = start();
  nic->tx_queue_bytes = FRAME_BYTES;
  nic->tx_buffers = 3;
  nic->tx_buffer_bytes = 50;
  send(100, 100, 5);
  sim *sim = run_to(1000);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].tx_delivered, 5);
  fixture_free(sim);
}

/* ---- forwarding ---- */

static void a_frame_goes_out_by_another_nic(void) {
  start();
  config.nic_count = 2;
  config.line_count = 2;
  config.lines[1] = config.lines[0];
  config.nics[1].line_rate_bit_per_second = BIT_A_CYCLE;
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  config.threads[2].line = 1;
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 1)->bits = SIM_NIC_STATUS_TX;
  fixture_step(&config, sim_step_op_REAP, 1);
  config.threads[1].step_count = 3;
  config.steps[config.threads[1].first_step].bits = SIM_NIC_STATUS_RX;
  config.threads[1].first_step = config.step_count;
  config.steps[config.step_count++] = (sim_step_config){.op = sim_step_op_ACKNOWLEDGE, .bits = SIM_NIC_STATUS_RX};
  config.steps[config.step_count++] = (sim_step_config){.op = sim_step_op_TAKE_FRAME};
  config.steps[config.step_count++] = (sim_step_config){.op = sim_step_op_GIVE_FRAME, .index = 1};
  sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, FRAME_BYTES);
  traffic->start_cycle = 100;
  traffic->frame_count = 1;
  sim *sim = run_to(3000);
  EXPECT_EVENTS(sim, FRAME_SENT, 101 + 1184);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].rx_delivered, 1);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[1].tx_wire_frames, 1);
  fixture_free(sim);
}

int main(void) {
  RUN(each_sent_frame_asks_by_default);
  RUN(every_third_sent_frame_asks);
  RUN(the_absolute_timer_of_sent_frames_is_not_restarted);
  RUN(the_packet_timer_of_sent_frames_is_restarted);
  RUN(sent_frames_ask_no_earlier_than_the_throttle_allows);
  RUN(acknowledging_tx_clears_what_was_sent);
  RUN(stored_before_it_is_forwarded);
  RUN(the_wire_begins_with_the_first_bytes);
  RUN(bytes_that_come_just_in_time);
  RUN(bytes_that_come_a_cycle_late_are_an_underrun);
  RUN(an_underrun_leaves_when_its_data_have_been_moved);
  RUN(the_queue_is_bounded_in_frames);
  RUN(or_in_bytes);
  RUN(or_in_buffer_descriptors);
  RUN(reaping_makes_room);
  RUN(a_frame_goes_out_by_another_nic);
  return TEST_EXIT_CODE;
}
