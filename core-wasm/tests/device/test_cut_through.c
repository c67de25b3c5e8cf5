/* Receive cut-through, worked out by hand. 200 MHz and 200 Mb/s: a bit takes a cycle, a frame of 128 bytes and 20 of
 * overhead 1184, so its first n bytes have arrived after 9.25 n cycles, rounded up. Bursts of 32 bytes take 8
 * cycles, with a gap of 1. The frame starts at 100, its last bit arrives at 1284. */
#include "support/expect_events.h"
#include "support/test.h"

enum { BIT_A_CYCLE = 200000000, FRAME_BYTES = 128 };

static sim_config config;

static void frames(uint32_t nic, uint64_t first, uint64_t interval, uint64_t count) {
  sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, FRAME_BYTES);
  traffic->nic = (uint8_t)nic;
  traffic->start_cycle = first;
  traffic->interval_cycles_numerator = interval;
  traffic->frame_count = count;
}

static sim_nic_config *start(uint32_t bytes) {
  sim_config_defaults(&config);
  config.dma_enabled = 1;
  config.nics[0].line_rate_bit_per_second = BIT_A_CYCLE;
  config.nics[0].rx_cut_through_bytes = bytes;
  return &config.nics[0];
}

static void with_driver(void) {
  config.save_amount = config.restore_amount = 0;
  for (int step = 0; step < 8; step++) config.entry_cycles[step] = 0;
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->bits = SIM_NIC_STATUS_RX;
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  fixture_step(&config, sim_step_op_DELIVER, 0);
}

/* All bursts follow the last bit: 1284, 1293, 1302, 1311. */
static void stored_before_it_is_moved(void) {
  start(0);
  frames(0, 100, 5000, 1);
  sim *sim = fixture_run_to(&config, 2000);
  EXPECT_EVENTS(sim, RX_FILL, 1284);
  EXPECT_EVENTS(sim, DMA_BEGIN, 1284);
  EXPECT_EVENTS(sim, DMA_END, 1319);
  fixture_free(sim);
}

/* 32 bytes have arrived at 396, 64 at 692, 96 at 988: after the last bit only the last burst remains. */
static void its_bursts_follow_the_wire(void) {
  start(32);
  with_driver();
  frames(0, 100, 5000, 1);
  sim *sim = fixture_run_to(&config, 990);
  EXPECT_EVENTS(sim, RX_FILL, 396);
  EXPECT_EVENTS(sim, DMA_BEGIN, 396);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].dma_cycles, 16); /* two bursts; the third one started at 988 */
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].rx_offered, 0);
  sim_step(sim, 2000, 0);
  EXPECT_EVENTS(sim, FRAME_OFFERED, 1284);
  EXPECT_EVENTS(sim, DMA_BEGIN, 396);
  EXPECT_EVENTS(sim, DMA_END, 1292);
  EXPECT_EVENTS(sim, LINE_ASSERTED, 1292);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].rx_delivered, 1);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].dma_cycles, 32);
  EXPECT_EQUAL(sim_packet_part_summary(sim, sim_direction_RECEIVE, sim_packet_part_DMA)->sum, 8);
  fixture_free(sim);
}

/* At 285, 20 bytes have arrived: the frame gets its slot; its burst waits for 32. With 40, at 470, it does not wait. */
static void the_slot_comes_with_the_threshold(void) {
  for (uint32_t bytes = 20; bytes <= 40; bytes += 20) {
    start(bytes);
    frames(0, 100, 5000, 1);
    sim *sim = fixture_run_to(&config, 2000);
    EXPECT_EVENTS(sim, RX_FILL, bytes == 20 ? 285 : 470);
    EXPECT_EVENTS(sim, DMA_BEGIN, bytes == 20 ? 396 : 470);
    EXPECT_EVENTS(sim, DMA_END, 1292);
    fixture_free(sim);
  }
}

static void a_frame_that_is_no_longer_than_the_threshold_is_stored(void) {
  start(FRAME_BYTES);
  frames(0, 100, 5000, 1);
  sim *sim = fixture_run_to(&config, 2000);
  EXPECT_EVENTS(sim, RX_FILL, 1284);
  fixture_free(sim);
}

/* The first frame has the only slot until the driver takes it. The second starts at 1284, its 32 bytes have arrived
 * at 1580, and its last bit at 2468. */
static void without_a_slot_it_waits_for_the_last_bit(void) {
  start(32)->rings[0].frames = 1;
  frames(0, 100, 1, 2);
  sim *lost = fixture_run_to(&config, 4000);
  EXPECT_EVENTS(lost, RX_FILL, 396);
  EXPECT_EVENTS(lost, FRAME_DROPPED, 2468);
  fixture_free(lost);
  start(32)->rings[0].frames = 1;
  config.nics[0].rings[0].absolute_nanoseconds = (1600 - 1292) * 5; /* the driver takes the frame at 1600 */
  config.nics[0].rings[0].coalesce_frames = 0;
  with_driver();
  frames(0, 100, 1, 2);
  sim *kept = fixture_run_to(&config, 2600);
  EXPECT_EQUAL(fixture_nth_event_cycle(kept, sim_event_kind_DMA_BEGIN, 1), 2468);
  EXPECT_EQUAL(fixture_nth_event_cycle(kept, sim_event_kind_DMA_END, 1), 2503);
  fixture_free(kept);
}

/* A frame occupies its whole room in the FIFO as soon as it has a slot. */
static void the_fifo_holds_what_is_not_in_memory(void) {
  start(32)->fifo_bytes = 200;
  frames(0, 100, 5000, 1);
  sim *sim = fixture_run_to(&config, 400);
  static sim_view view;
  sim_get_view(sim, &view);
  EXPECT_EQUAL(view.nics[0].fifo_bytes, 128);
  sim_step(sim, 404, 0);
  sim_step(sim, 405, 0);
  sim_get_view(sim, &view);
  EXPECT_EQUAL(view.nics[0].fifo_bytes, 96);
  fixture_free(sim);
}

/* A frame of another card that arrives at 400 has the bus from 405 to 440, between two bursts. A frame that
 * arrives at 690 precedes the second burst, which requests the bus at 692 and starts at 726. */
static void others_have_the_bus_between_its_bursts(void) {
  for (uint64_t at = 400; at <= 690; at += 290) {
    start(32);
    config.nic_count = config.line_count = 2;
    config.lines[1] = config.lines[0];
    frames(0, 100, 5000, 1);
    frames(1, at, 5000, 1);
    sim *sim = fixture_run_to(&config, 734);
    EXPECT_EVENTS(sim, DMA_BEGIN, 396, at == 400 ? 405 : 690);
    EXPECT_EVENTS(sim, DMA_END, at == 400 ? 440 : 725);
    EXPECT_EQUAL(sim_get_counters(sim)->nics[0].dma_cycles, at == 400 ? 16 : 8);
    sim_step(sim, 735, 0);
    EXPECT_EQUAL(sim_get_counters(sim)->nics[0].dma_cycles, 16);
    sim_step(sim, 2000, 0);
    EXPECT_EVENTS(sim, DMA_END, at == 400 ? 440 : 725, 1292);
    fixture_free(sim);
  }
}

/* The wire is faster than the bus, so there is one transfer, and the bus decides when it ends. At four bytes a cycle
 * the frame and its overhead take 37 cycles from 100 onwards. 32 bytes have arrived at 110. */
static void a_fast_wire_is_ahead_of_the_bus(void) {
  start(32)->line_rate_bit_per_second = 32 * (uint64_t)BIT_A_CYCLE;
  frames(0, 100, 5000, 1);
  sim *sim = fixture_run_to(&config, 2000);
  EXPECT_EVENTS(sim, FRAME_OFFERED, 137);
  EXPECT_EVENTS(sim, DMA_BEGIN, 110);
  EXPECT_EVENTS(sim, DMA_END, 110 + 4 * 9 - 1);
  fixture_free(sim);
}

static void where_data_moves_in_no_time_it_changes_nothing(void) {
  start(32);
  config.dma_enabled = 0;
  frames(0, 100, 5000, 1);
  sim *sim = fixture_run_to(&config, 2000);
  EXPECT_EVENTS(sim, RX_FILL, 1284);
  fixture_free(sim);
}

int main(void) {
  RUN(stored_before_it_is_moved);
  RUN(its_bursts_follow_the_wire);
  RUN(the_slot_comes_with_the_threshold);
  RUN(a_frame_that_is_no_longer_than_the_threshold_is_stored);
  RUN(without_a_slot_it_waits_for_the_last_bit);
  RUN(the_fifo_holds_what_is_not_in_memory);
  RUN(others_have_the_bus_between_its_bursts);
  RUN(a_fast_wire_is_ahead_of_the_bus);
  RUN(where_data_moves_in_no_time_it_changes_nothing);
  return TEST_EXIT_CODE;
}
