/* Wire, rings, lines and cycle stealing, worked out by hand. */
#include "support/machine_fixture.h"
#include "support/test.h"

enum { STATUS_BOTH = SIM_NIC_STATUS_RX | SIM_NIC_STATUS_TX };

static sim_config config;

static sim *run_to(uint64_t cycle) { return fixture_run_to(&config, cycle); }

static sim_traffic_config *frames(uint64_t start, uint64_t interval, uint64_t count, uint32_t size_bytes) {
  sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, size_bytes);
  traffic->start_cycle = start;
  traffic->interval_cycles_numerator = interval;
  traffic->frame_count = count;
  return traffic;
}

static void application_of(uint32_t routine) {
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 5, 0);
  fixture_step(&config, sim_step_op_EXEC, routine);
}

/* ---- cycle stealing ---- */

/* 64 bytes are two bursts of 8 beats with a gap: [50, 58) and [59, 67). A stream of loads needs the bus in every cycle
 * and loses exactly these sixteen cycles. */
static void dma_steals_the_cycles_of_its_bursts(void) {
  sim_config_defaults(&config);
  config.dma_enabled = 1;
  application_of(fixture_sequence(&config, "l1"));
  config.routines[0].fixed = 100000;
  frames(50, 1, 1, 64);
  sim *sim = run_to(200);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_DMA_BEGIN, 0), 50);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_DMA_END, 0), 67);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_LINE_ASSERTED, 0), 67);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].dma_cycles, 16);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_APPLICATION, sim_cause_BUS), 16);
  EXPECT_EQUAL(sim_get_counters(sim)->instructions, 200 - 4 - 16);
  fixture_free(sim);
}

static void dma_costs_nothing_to_who_leaves_the_bus_alone(void) {
  sim_config_defaults(&config);
  config.dma_enabled = 1;
  application_of(fixture_sequence(&config, "a1,2,3"));
  config.routines[0].fixed = 100000;
  frames(50, 1, 1, 64);
  sim *sim = run_to(200);
  EXPECT_EQUAL(sim_get_counters(sim)->instructions, 200 - 4);
  fixture_free(sim);
}

/* Accesses of 5 cycles start at 3, 8, .. 48. DMA waits until 53 and takes [53, 61). The CPU gets [61, 66) in the gap,
 * and the second burst takes [66, 74). */
static void an_access_that_has_begun_is_not_broken(void) {
  sim_config_defaults(&config);
  config.dma_enabled = 1;
  config.memory_cycles = 5;
  application_of(fixture_sequence(&config, "l1"));
  config.routines[0].fixed = 100000;
  frames(50, 1, 1, 64);
  sim *sim = run_to(200);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_DMA_BEGIN, 0), 53);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_DMA_END, 0), 74);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_APPLICATION, sim_cause_BUS), 16);
  fixture_free(sim);
}

/* The load waits for the bus from 3 to 8. Meanwhile a younger instruction writes the same register, and its readers
 * must not wait for the load. load: MEM 8, alu: EX 3-8, user: ID 3-8, EX 9, WB 11. */
static void a_younger_result_replaces_a_load_that_waits(void) {
  sim_config_defaults(&config);
  config.dma_enabled = 1;
  config.load_use_cycles = 3;
  application_of(fixture_sequence(&config, "l2,1 a2,4,4 a3,2,2"));
  const uint32_t rest = fixture_cycles(&config, 100000);
  fixture_step(&config, sim_step_op_EXEC, rest);
  frames(0, 1, 1, 32); /* one burst: [0, 8) */
  sim *sim = run_to(100);
  EXPECT_EQUAL(sim_get_counters(sim)->detailed_cycles, 12);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_APPLICATION, sim_cause_BUS), 5);
  fixture_free(sim);
}

/* 30 bytes in beats of 4 bytes and 3 cycles: 8 beats, the last one not full. */
static void a_last_beat_may_be_part_full(void) {
  sim_config_defaults(&config);
  config.dma_enabled = 1;
  config.bus_cycles_per_beat = 3;
  frames(50, 1, 1, 30);
  sim *sim = run_to(200);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_DMA_END, 0), 50 + 8 * 3);
  fixture_free(sim);
}

/* ---- wire ---- */

/* 120 bytes at 70 Mb/s are 2742.857 cycles: the remainder is carried. */
static void frames_queue_on_the_wire(void) {
  sim_config_defaults(&config);
  config.nics[0].line_rate_bit_per_second = 70000000;
  frames(0, 1, 3, 100);
  sim *sim = run_to(20000);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_FRAME_OFFERED, 0), 2742);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_FRAME_OFFERED, 1), 5485);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_FRAME_OFFERED, 2), 8228);
  fixture_free(sim);
}

static void a_full_ring_drops_and_says_so(void) {
  sim_config_defaults(&config);
  config.nics[0].rings[0].frames = 2;
  frames(0, 100, 5, 100);
  sim *sim = run_to(1000);
  const sim_nic_counters *nic = &sim_get_counters(sim)->nics[0];
  EXPECT_EQUAL(nic->rx_offered, 5);
  EXPECT_EQUAL(nic->rx_in_flight, 2);
  EXPECT_EQUAL(nic->rx_dropped[sim_drop_cause_RX_RING_FULL], 3);
  sim_view view;
  sim_get_view(sim, &view);
  EXPECT_EQUAL(view.nics[0].status, SIM_NIC_STATUS_RX | SIM_NIC_STATUS_OVERFLOW);
  EXPECT_EQUAL(view.nics[0].rx_fill, 2);
  fixture_free(sim);
}

/* ---- lines ---- */

static void add_isr(int acknowledges) {
  const uint32_t work = fixture_cycles(&config, 20);
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  if (acknowledges) fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->bits = STATUS_BOTH;
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  fixture_step(&config, sim_step_op_EXEC, work);
  fixture_step(&config, sim_step_op_DELIVER, 0);
}

static uint64_t interrupts_of_three_frames(enum sim_trigger trigger, int acknowledges) {
  sim_config_defaults(&config);
  config.lines[0].trigger = (uint8_t)trigger;
  add_isr(acknowledges);
  frames(100, 1000, 3, 100);
  sim *sim = run_to(4000);
  const uint64_t interrupts = sim_get_counters(sim)->interrupts;
  fixture_free(sim);
  return interrupts;
}

static void an_acknowledged_line_asks_once_for_each_frame(void) {
  EXPECT_EQUAL(interrupts_of_three_frames(sim_trigger_LEVEL, 1), 3);
  EXPECT_EQUAL(interrupts_of_three_frames(sim_trigger_EDGE, 1), 3);
}

/* A bit that was never cleared does not rise again, so the frames after the first one are stranded. */
static void an_edge_can_be_lost_a_level_cannot(void) {
  EXPECT_EQUAL(interrupts_of_three_frames(sim_trigger_EDGE, 0), 1);
  EXPECT(interrupts_of_three_frames(sim_trigger_LEVEL, 0) > 3);
}

static void only_bits_of_the_mask_drive_the_line(void) {
  sim_config_defaults(&config);
  config.nics[0].rings[0].status_mask = SIM_NIC_STATUS_TX;
  add_isr(1);
  frames(100, 1000, 3, 100);
  sim *sim = run_to(4000);
  EXPECT_EQUAL(sim_get_counters(sim)->lines[0].asserted, 0);
  fixture_free(sim);
}

/* ---- receive modes ---- */

static uint64_t part(const sim *sim, enum sim_packet_part p) {
  return sim_packet_part_summary(sim, sim_direction_RECEIVE, (int)p)->maximum;
}

/* Ring: data first, then the interrupt. 100 bytes: bursts of 8, 8, 8 and 1 cycles with gaps of 1. */
static void ring_mode_moves_before_it_interrupts(void) {
  sim_config_defaults(&config);
  config.dma_enabled = 1;
  add_isr(1);
  frames(100, 1, 1, 100);
  sim *sim = run_to(1000);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_LINE_ASSERTED, 0), 100 + 28);
  EXPECT_EQUAL(part(sim, sim_packet_part_DMA), 28);
  EXPECT_EQUAL(part(sim, sim_packet_part_COALESCING), 0);
  EXPECT_EQUAL(part(sim, sim_packet_part_MASKED), 1);
  EXPECT_EQUAL(part(sim, sim_packet_part_ENTRY), 6);
  EXPECT_EQUAL(part(sim, sim_packet_part_DELIVERY), 20);
  EXPECT_EQUAL(sim_packet_histogram(sim, 0)->maximum, 28 + 1 + 6 + 20);
  fixture_free(sim);
}

/* Remote: the interrupt comes at once, and the driver starts the transfer. The frame is delivered when its data are in
 * memory, after the end of the handler. The step is taken when the handler's first cycle starts, at 107, after the
 * bus was granted for that cycle: the first burst starts in 108. */
static void remote_mode_moves_when_the_driver_asks(void) {
  sim_config_defaults(&config);
  config.dma_enabled = 1;
  config.nics[0].receive_mode = sim_receive_mode_REMOTE;
  add_isr(1);
  frames(100, 1, 1, 100);
  sim *sim = run_to(1000);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_LINE_ASSERTED, 0), 100);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_HANDLER_ENTERED, 0), 107);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_FRAME_DELIVERED, 0), 108 + 28);
  EXPECT_EQUAL(part(sim, sim_packet_part_DMA), 1 + 28);
  EXPECT_EQUAL(part(sim, sim_packet_part_DELIVERY), 0);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_RX_FILL, 1), 108 + 28); /* the slot is free again */
  fixture_free(sim);
}

/* With two queues `protocol` ends at the first one. The second one is part of `delivery`. */
static void the_first_queue_ends_the_protocol_part(void) {
  sim_config_defaults(&config);
  config.queue_count = 2;
  const uint32_t work = fixture_cycles(&config, 20);
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->bits = STATUS_BOTH;
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  fixture_step(&config, sim_step_op_PUT, 0);
  fixture_step(&config, sim_step_op_RAISE, 1);
  fixture_step(&config, sim_step_op_EXEC, work);
  for (uint32_t queue = 0; queue < 2; queue++) {
    fixture_thread(&config, sim_thread_start_SOFT, sim_layer_PROTOCOL, 2, 0);
    fixture_step(&config, sim_step_op_TAKE, queue);
    fixture_step(&config, sim_step_op_EXEC, work);
    fixture_step(&config, queue == 0 ? sim_step_op_PUT : sim_step_op_DELIVER, 1);
    if (queue == 0) fixture_step(&config, sim_step_op_RAISE, 2);
  }
  frames(100, 1, 1, 100);
  sim *sim = run_to(1000);
  EXPECT_EQUAL(part(sim, sim_packet_part_HANDLER), 0);
  EXPECT_EQUAL(part(sim, sim_packet_part_PROTOCOL), 20 + 6);
  EXPECT_EQUAL(part(sim, sim_packet_part_DELIVERY), 20 + 6 + 20);
  fixture_free(sim);
}

/* ---- send ---- */

static void add_sender(uint32_t frames_at_once) {
  config.queue_count = 1;
  const uint32_t sender = fixture_thread(&config, sim_thread_start_SOFT, sim_layer_SYSTEM_CALL, 2, 0);
  fixture_step(&config, sim_step_op_TAKE, 0);
  fixture_step(&config, sim_step_op_GIVE_FRAME, 0);
  sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_SEND, 100);
  traffic->frame_count = frames_at_once;
  traffic->thread = (uint8_t)sender;
}

/* 120 bytes at 200 Mb/s and 200 MHz take 960 cycles. The second frame waits for the first. */
static void frames_leave_in_order_and_are_delivered_when_reaped(void) {
  sim_config_defaults(&config);
  config.nics[0].line_rate_bit_per_second = 200000000;
  add_sender(2);
  const uint32_t work = fixture_cycles(&config, 30);
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->bits = STATUS_BOTH;
  fixture_step(&config, sim_step_op_EXEC, work);
  fixture_step(&config, sim_step_op_REAP, 0);
  sim *sim = run_to(5000);
  const uint64_t given = fixture_nth_event_cycle(sim, sim_event_kind_TX_FILL, 0);
  EXPECT_EQUAL(given, 7); /* due in cycle 0 and taken at its end, then six entry steps */
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_FRAME_SENT, 0), given + 960);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_FRAME_SENT, 1), given + 2 * 960);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_FRAME_DELIVERED, 0), given + 960 + 7 + 30 - 1);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].tx_delivered, 2);
  fixture_free(sim);
}

static void a_full_transmit_queue_drops(void) {
  sim_config_defaults(&config);
  config.nics[0].tx_queue_frames = 1;
  add_sender(3);
  sim *sim = run_to(1000);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].tx_dropped[sim_drop_cause_TX_QUEUE_FULL], 2);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].tx_in_flight, 1); /* sent, never reaped */
  fixture_free(sim);
}

/* A received frame is moved to the transmit queue before its data are in memory. */
static void a_received_frame_can_be_forwarded(void) {
  sim_config_defaults(&config);
  config.dma_enabled = 1;
  config.nics[0].receive_mode = sim_receive_mode_REMOTE;
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->bits = STATUS_BOTH;
  fixture_step(&config, sim_step_op_REAP, 0);
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  fixture_step(&config, sim_step_op_GIVE_FRAME, 0);
  frames(100, 2000, 2, 100);
  sim *sim = run_to(5000);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].rx_delivered, 2);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_FRAME_SENT, 0), 108 + 28 + 1 + 28); /* with a gap between */
  EXPECT_EQUAL(part(sim, sim_packet_part_DMA), 1 + 28); /* only the transfer into memory: the way out is delivery */
  fixture_free(sim);
}

int main(void) {
  RUN(dma_steals_the_cycles_of_its_bursts);
  RUN(dma_costs_nothing_to_who_leaves_the_bus_alone);
  RUN(an_access_that_has_begun_is_not_broken);
  RUN(a_younger_result_replaces_a_load_that_waits);
  RUN(a_last_beat_may_be_part_full);
  RUN(frames_queue_on_the_wire);
  RUN(a_full_ring_drops_and_says_so);
  RUN(an_acknowledged_line_asks_once_for_each_frame);
  RUN(an_edge_can_be_lost_a_level_cannot);
  RUN(only_bits_of_the_mask_drive_the_line);
  RUN(ring_mode_moves_before_it_interrupts);
  RUN(remote_mode_moves_when_the_driver_asks);
  RUN(the_first_queue_ends_the_protocol_part);
  RUN(frames_leave_in_order_and_are_delivered_when_reaped);
  RUN(a_full_transmit_queue_drops);
  RUN(a_received_frame_can_be_forwarded);
  return TEST_EXIT_CODE;
}
