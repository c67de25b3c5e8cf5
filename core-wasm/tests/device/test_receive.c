/* FIFO, buffers, flow control, merge, kinds of wire, offloads, copies and filters, worked out by hand.
 * 200 MHz: 5 ns a cycle; at 200 Mb/s a bit takes a cycle. */
#include "support/machine_fixture.h"
#include "support/test.h"

enum { EVENT_LIMIT = 256, BIT_A_CYCLE = 200000000 };

static sim_config config;
static sim_event events[EVENT_LIMIT];

static sim_nic_config *start(void) {
  sim_config_defaults(&config);
  config.nics[0].rings[0].frames = 100;
  return &config.nics[0];
}

static sim_traffic_config *frames(uint64_t first, uint64_t interval, uint64_t count, uint32_t size_bytes) {
  sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, size_bytes);
  traffic->start_cycle = first;
  traffic->interval_cycles_numerator = interval;
  traffic->frame_count = count;
  return traffic;
}

/* A permanent thread that takes a frame every `cycles`. */
static void taker(uint32_t cycles) {
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 9, 0);
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, cycles));
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  fixture_step(&config, sim_step_op_DELIVER, 0);
}

static sim *run_to(uint64_t cycle) { return fixture_run_to(&config, cycle); }

static const sim_nic_counters *counters(sim *sim) { return &sim_get_counters(sim)->nics[0]; }

/* ---- wires ---- */

static void short_frames_are_padded_on_the_wire(void) {
  sim_nic_config *nic = start();
  nic->line_rate_bit_per_second = BIT_A_CYCLE;
  nic->min_frame_bytes = 64;
  frames(0, 1, 2, 10); /* (64 + 20) * 8 = 672 cycles each: the 84 bytes of F-13 */
  sim *sim = run_to(1000);
  EXPECT_EQUAL(counters(sim)->rx_wire_cycles, 1000); /* with the bytes of the second frame that have arrived */
  sim_step(sim, 2000, 0);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_FRAME_OFFERED, 0), 672);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_FRAME_OFFERED, 1), 1344);
  EXPECT_EQUAL(counters(sim)->rx_offered_bytes, 20);
  EXPECT_EQUAL(counters(sim)->rx_wire_cycles, 1344);
  fixture_free(sim);
}

/* AAL5: 100 bytes and 8 of trailer fill three cells of 48. 40 and 8 bytes fill exactly one cell. */
static void atm_cuts_frames_into_cells(void) {
  sim_nic_config *nic = start();
  nic->line_rate_bit_per_second = BIT_A_CYCLE;
  nic->frame_overhead_bytes = 0;
  nic->cell_bytes = 53;
  nic->cell_payload_bytes = 48;
  nic->cell_trailer_bytes = 8;
  frames(0, 1, 1, 100);
  frames(0, 1, 1, 40);
  sim *sim = run_to(3000);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_FRAME_OFFERED, 0), 3 * 53 * 8);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_FRAME_OFFERED, 1), 4 * 53 * 8);
  EXPECT_EQUAL(counters(sim)->rx_wire_cycles, 4 * 53 * 8);
  fixture_free(sim);
}

/* Two flags and the check sequence are overhead. About every 62nd bit is stuffed: 16 in a thousand. */
static void hdlc_stuffs_bits(void) {
  sim_nic_config *nic = start();
  nic->line_rate_bit_per_second = BIT_A_CYCLE;
  nic->frame_overhead_bytes = 4;
  nic->stuffing_permille = 16;
  frames(0, 1, 1, 1000);
  sim *sim = run_to(9000);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_FRAME_OFFERED, 0), 8000 + 128 + 32);
  EXPECT_EQUAL(counters(sim)->rx_wire_cycles, 8000 + 128 + 32);
  fixture_free(sim);
}

/* Slots of 1000 cycles. Frames of 400 cycles, due at 0 and 10, use the slots at 0 and 1000 as far as they
 * fit. The frame due at 20 no longer fits after them. */
static void frames_wait_for_their_slot(void) {
  sim_nic_config *nic = start();
  nic->line_rate_bit_per_second = BIT_A_CYCLE;
  nic->frame_overhead_bytes = 0;
  nic->slot_nanoseconds = 5000;
  frames(0, 1, 1, 50);
  frames(10, 10, 3, 50); /* 10 20 30 */
  sim *sim = run_to(4000);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_FRAME_OFFERED, 0), 400);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_FRAME_OFFERED, 1), 1400);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_FRAME_OFFERED, 2), 1800);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_FRAME_OFFERED, 3), 2400);
  EXPECT_EQUAL(counters(sim)->rx_wire_cycles, 4 * 400); /* the rest of a slot stays empty */
  fixture_free(sim);
}

/* ---- FIFO, buffers, flow control ---- */

/* 64 bytes take two bursts of 8 cycles and a gap, [100, 117), so nothing leaves the FIFO before 108. Of five frames in
 * five cycles, four fill 256 bytes. */
static void the_fifo_overflows_while_dma_works(void) {
  sim_nic_config *nic = start();
  config.dma_enabled = 1;
  nic->fifo_bytes = 256;
  frames(100, 1, 5, 64);
  sim *sim = run_to(500);
  EXPECT_EQUAL(counters(sim)->rx_dropped[sim_drop_cause_FIFO_FULL], 1);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_FRAME_DROPPED, 0), 104);
  sim_view view;
  sim_get_view(sim, &view);
  EXPECT_EQUAL(view.nics[0].fifo_bytes, 0);
  EXPECT_EQUAL(view.nics[0].rx_fill, 4);
  fixture_free(sim);
}

/* The table of packets has a place for each packet that the FIFO can hold. */
static void a_fifo_takes_as_many_short_frames_as_fit(void) {
  sim_nic_config *nic = start();
  nic->fifo_bytes = 6;
  nic->rings[0].frames = 1;
  nic->tx_queue_frames = 1;
  nic->line_rate_bit_per_second = 0;
  frames(0, 10, 12, 2); /* one in the ring, three in the FIFO */
  sim *sim = run_to(200);
  EXPECT_EQUAL(counters(sim)->rx_dropped[sim_drop_cause_FIFO_FULL], 8);
  EXPECT_EQUAL(counters(sim)->rx_dropped[sim_drop_cause_PACKET_TABLE_FULL], 0);
  fixture_free(sim);
}

static void frames_wait_in_the_fifo_for_a_ring_slot(void) {
  sim_nic_config *nic = start();
  nic->rings[0].frames = 2;
  nic->fifo_bytes = 200;
  frames(0, 1, 6, 64); /* two in the ring, three in the FIFO, one lost */
  taker(1000);
  sim *sim = run_to(900);
  sim_view view;
  sim_get_view(sim, &view);
  EXPECT_EQUAL(view.nics[0].rx_fill, 2);
  EXPECT_EQUAL(view.nics[0].fifo_frames, 3);
  EXPECT_EQUAL(view.nics[0].fifo_bytes, 192);
  EXPECT_EQUAL(counters(sim)->rx_dropped[sim_drop_cause_FIFO_FULL], 1);
  fixture_free(sim);
  sim = run_to(6000);
  EXPECT_EQUAL(counters(sim)->rx_delivered, 5);
  fixture_free(sim);
}

/* Buffers of 128 bytes: 300 bytes take three of eight. */
static void a_frame_takes_as_many_buffers_as_it_needs(void) {
  sim_nic_config *nic = start();
  nic->buffer_bytes = 128;
  nic->rings[0].buffers = 8;
  frames(0, 1, 3, 300);
  sim *sim = run_to(100);
  EXPECT_EQUAL(counters(sim)->rx_in_flight, 2);
  EXPECT_EQUAL(counters(sim)->rx_dropped[sim_drop_cause_RX_RING_FULL], 1);
  fixture_free(sim);
}

/* The ring of 2 is full at 1. The third frame, due at 2, starts when the first slot is free, at 1000. */
static void pause_holds_the_sender_and_loses_nothing(void) {
  sim_nic_config *nic = start();
  nic->rings[0].frames = 2;
  nic->pause = 1;
  frames(0, 1, 5, 64);
  taker(1000);
  sim *sim = run_to(6000);
  EXPECT_EQUAL(counters(sim)->rx_delivered, 5);
  EXPECT_EQUAL(counters(sim)->pauses, 3);
  EXPECT_EQUAL(counters(sim)->paused_cycles, (1000 - 2) + 1000 + 1000);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_FRAME_OFFERED, 2), 1000);
  fixture_free(sim);
}

/* ---- merge and segmentation ---- */

/* Frames of 100 bytes at 0, 10, .. 90, merged up to 400 bytes: 4 + 4 at this length, and 2 when the time ends. */
static void frames_of_a_flow_merge(void) {
  sim_nic_config *nic = start();
  nic->merge_bytes = 400;
  nic->merge_nanoseconds = 500; /* 100 cycles */
  frames(0, 10, 10, 100);
  taker(1000);
  sim *sim = run_to(5000);
  EXPECT_EQUAL(counters(sim)->rx_merged, 7);
  EXPECT_EQUAL(counters(sim)->rx_offered, 10);
  EXPECT_EQUAL(counters(sim)->rx_delivered, 10);
  EXPECT_EQUAL(counters(sim)->rx_delivered_bytes, 1000);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_FRAME_DELIVERED, events, EVENT_LIMIT), 3);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_RX_FILL, events, EVENT_LIMIT), 6);
  EXPECT_EQUAL(fixture_event_cycle(&events[0]), 30);
  EXPECT_EQUAL(fixture_event_cycle(&events[1]), 70);
  EXPECT_EQUAL(fixture_event_cycle(&events[2]), 180);
  fixture_free(sim);
}

static void another_flow_ends_a_merge(void) {
  sim_nic_config *nic = start();
  nic->merge_bytes = 4000;
  nic->merge_nanoseconds = 500;
  frames(0, 20, 3, 100);
  frames(10, 20, 3, 100); /* another source: another flow */
  sim *sim = run_to(500);
  EXPECT_EQUAL(counters(sim)->rx_merged, 0);
  EXPECT_EQUAL(counters(sim)->rx_in_flight, 6);
  fixture_free(sim);
}

/* A send thread sends one packet in segments of 300 bytes, each with 20 bytes of overhead. */
static sim_nic_config *segmented_send(uint32_t size_bytes) {
  sim_nic_config *nic = start();
  nic->line_rate_bit_per_second = BIT_A_CYCLE;
  nic->segment_bytes = 300;
  config.queue_count = 1;
  fixture_thread(&config, sim_thread_start_SOFT, sim_layer_SYSTEM_CALL, 2, 0);
  fixture_step(&config, sim_step_op_TAKE, 0);
  fixture_step(&config, sim_step_op_GIVE_FRAME, 0);
  for (int step = 0; step < 8; step++) config.entry_cycles[step] = 0;
  sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_SEND, size_bytes);
  traffic->thread = 0;
  traffic->frame_count = 1;
  return nic;
}

/* 300 + 300 + 300 + 100. */
static void segmentation_makes_frames_of_one_packet(void) {
  segmented_send(1000);
  sim *sim = run_to(12000);
  EXPECT_EQUAL(counters(sim)->tx_wire_frames, 4);
  const uint64_t given = fixture_nth_event_cycle(sim, sim_event_kind_HANDLER_ENTERED, 0);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_FRAME_SENT, 0), given + (1000 + 4 * 20) * 8);
  EXPECT_EQUAL(counters(sim)->tx_wire_cycles, (1000 + 4 * 20) * 8);
  fixture_free(sim);
}

/* Slots of 4000 cycles, frames of 2560 cycles: the second frame does not fit into the rest of the first one's slot. */
static void each_segment_looks_for_its_slot(void) {
  segmented_send(600)->slot_nanoseconds = 20000;
  sim *sim = run_to(12000);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_FRAME_SENT, 0), 4000 + 4000 + 2560);
  EXPECT_EQUAL(counters(sim)->tx_wire_cycles, 2 * 2560);
  fixture_free(sim);
}

/* ---- what routines cost ---- */

static uint64_t handler_cycles(int offload, uint32_t buffer_bytes) {
  sim_nic_config *nic = start();
  nic->checksum_offload = (uint8_t)offload;
  nic->buffer_bytes = buffer_bytes;
  frames(0, 1, 1, 1000);
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->bits = SIM_NIC_STATUS_RX;
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  const uint32_t routine = fixture_cycles(&config, 100);
  config.routines[routine].per_byte_milli = 250;
  config.routines[routine].checksum_milli = 500;
  config.routines[routine].per_buffer = 48;
  fixture_step(&config, sim_step_op_EXEC, routine);
  fixture_step(&config, sim_step_op_DELIVER, 0);
  sim *sim = run_to(5000);
  const uint64_t cycles = fixture_cycles_by(sim, 0, sim_layer_DRIVER_ISR, sim_cause_BUSY);
  fixture_free(sim);
  return cycles;
}

static void offload_takes_the_checksum_off_a_routine(void) {
  EXPECT_EQUAL(handler_cycles(0, 0), 100 + 250 + 500 + 48);
  EXPECT_EQUAL(handler_cycles(1, 0), 100 + 250 + 48);
  EXPECT_EQUAL(handler_cycles(1, 128), 100 + 250 + 8 * 48);
}

/* ---- copies and filters ---- */

static void a_copy_is_a_frame_of_its_own(void) {
  start();
  config.queue_count = 2;
  config.queues[1].capacity = 1;
  frames(0, 1000, 3, 100);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 9, 0);
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 1500));
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  fixture_step(&config, sim_step_op_COPY, 0);
  fixture_step(&config, sim_step_op_COPY, 1);
  fixture_step(&config, sim_step_op_DELIVER, 0);
  sim *sim = run_to(5000);
  EXPECT_EQUAL(counters(sim)->rx_offered, 3 + 6);
  EXPECT_EQUAL(counters(sim)->copied, 6);
  EXPECT_EQUAL(counters(sim)->rx_delivered, 3);
  EXPECT_EQUAL(counters(sim)->rx_dropped[sim_drop_cause_QUEUE_FULL], 2);
  EXPECT_EQUAL(counters(sim)->rx_in_flight, 3 + 1);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_FRAME_COPIED, events, EVENT_LIMIT), 6);
  EXPECT_EQUAL(events[0].value, 0);
  fixture_free(sim);
}

static void a_filtered_frame_leaves_by_its_cause(void) {
  start();
  frames(0, 1000, 3, 100);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 9, 0);
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 100));
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  fixture_step(&config, sim_step_op_DROP, 0);
  sim *sim = run_to(5000);
  EXPECT_EQUAL(counters(sim)->rx_dropped[sim_drop_cause_FILTERED], 3);
  fixture_free(sim);
}

/* ---- traffic ---- */

static void bursts_pause_between_them(void) {
  start();
  sim_traffic_config *traffic = frames(100, 10, 7, 64);
  traffic->burst_frames = 3;
  traffic->burst_pause_cycles = 1000;
  sim *sim = run_to(4000);
  static const uint64_t cycles[] = {100, 110, 120, 1130, 1140, 1150, 2160};
  for (uint32_t i = 0; i < 7; i++)
    EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_FRAME_OFFERED, i), cycles[i]);
  fixture_free(sim);
}

/* Simple IMIX: 7 of 64, 4 of 594, 1 of 1518 bytes; 12,000 draws, three standard deviations. */
static void sizes_are_drawn_by_weight(void) {
  start();
  sim_traffic_config *traffic = frames(0, 10, 12000, 1);
  static const uint32_t sizes[] = {64, 594, 1518};
  static const uint16_t weights[] = {7, 4, 1};
  traffic->size_count = 3;
  for (int i = 0; i < 3; i++) {
    traffic->sizes[i] = sizes[i];
    traffic->size_weights[i] = weights[i];
  }
  sim *sim = fixture_create(&config, NULL, &fixture_blind);
  sim_step(sim, 130000, 0);
  const double mean = (7 * 64 + 4 * 594 + 1518) / 12.0;
  const double found = (double)counters(sim)->rx_offered_bytes / 12000;
  EXPECT(found > mean - 12 && found < mean + 12); /* sigma 420 / sqrt(12000) = 3.8 */
  fixture_free(sim);
}

int main(void) {
  RUN(short_frames_are_padded_on_the_wire);
  RUN(atm_cuts_frames_into_cells);
  RUN(hdlc_stuffs_bits);
  RUN(frames_wait_for_their_slot);
  RUN(the_fifo_overflows_while_dma_works);
  RUN(a_fifo_takes_as_many_short_frames_as_fit);
  RUN(frames_wait_in_the_fifo_for_a_ring_slot);
  RUN(a_frame_takes_as_many_buffers_as_it_needs);
  RUN(pause_holds_the_sender_and_loses_nothing);
  RUN(frames_of_a_flow_merge);
  RUN(another_flow_ends_a_merge);
  RUN(segmentation_makes_frames_of_one_packet);
  RUN(each_segment_looks_for_its_slot);
  RUN(offload_takes_the_checksum_off_a_routine);
  RUN(a_copy_is_a_frame_of_its_own);
  RUN(a_filtered_frame_leaves_by_its_cause);
  RUN(bursts_pause_between_them);
  RUN(sizes_are_drawn_by_weight);
  return TEST_EXIT_CODE;
}
