/* Timers and disks, worked out by hand. 200 MHz: 5 ns a cycle. */
#include "machine_fixture.h"
#include "test.h"

enum { EVENT_LIMIT = 64 };

static sim_config config;
static sim_event events[EVENT_LIMIT];

static void start(void) {
  sim_config_defaults(&config);
  for (int step = 0; step < 8; step++) config.entry_cycles[step] = 0;
}

static sim *run_to(uint64_t cycle) {
  sim *sim = fixture_create(&config, NULL, &fixture_watched);
  for (uint64_t c = 0; c <= cycle; c += 50) {
    sim_step(sim, c, 0);
    EXPECT_EQUAL(sim_check_laws(sim), 0);
  }
  return sim;
}

static uint64_t event_cycle(const sim *sim, enum sim_event_kind kind, uint32_t index) {
  const uint32_t count = fixture_events(sim, kind, events, EVENT_LIMIT);
  EXPECT(index < count);
  return index < count ? fixture_event_cycle(&events[index]) : 0;
}

/* ---- timers ---- */

static void timer(uint64_t numerator, uint64_t denominator, uint64_t first) {
  config.timer_count = 1;
  config.timers[0].period_cycles_numerator = numerator;
  config.timers[0].period_cycles_denominator = denominator;
  config.timers[0].start_cycle = first;
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
}

/* 1000 / 3 cycles: 333, 333, 334. */
static void a_period_carries_its_remainder(void) {
  start();
  timer(1000, 3, 100);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE_TIMER, 0);
  sim *sim = run_to(1500);
  static const uint64_t cycles[] = {100, 433, 766, 1100, 1433};
  for (uint32_t i = 0; i < 5; i++) EXPECT_EQUAL(event_cycle(sim, sim_event_kind_LINE_ASSERTED, i), cycles[i]);
  EXPECT_EQUAL(sim_get_counters(sim)->timers[0].ticks, 5);
  EXPECT_EQUAL(sim_get_counters(sim)->timers[0].overruns, 0);
  fixture_free(sim);
}

/* The handler takes 250 cycles and acknowledges at its end: of the ticks each 100 cycles, two come before
 * it has. */
static void ticks_that_nobody_acknowledged_are_overruns(void) {
  start();
  timer(100, 1, 100);
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 250));
  fixture_step(&config, sim_step_op_ACKNOWLEDGE_TIMER, 0);
  sim *sim = run_to(1000);
  EXPECT_EQUAL(sim_get_counters(sim)->interrupts, 3); /* 100, 400, 700; 1000 is not over */
  EXPECT_EQUAL(sim_get_counters(sim)->timers[0].ticks, 9);
  EXPECT_EQUAL(sim_get_counters(sim)->timers[0].overruns, 6);
  fixture_free(sim);
}

/* ---- disks ---- */

/* Seek of 1000 cycles; 512 bytes at 200 Mb/s are 4096 cycles. */
static void disk(void) {
  config.disk_count = 1;
  config.disks[0].least_seek_nanoseconds = 5000;
  config.disks[0].most_seek_nanoseconds = 5000;
  config.disks[0].rate_bit_per_second = 200000000;
}

static void reader(enum sim_step_op op, uint32_t blocks) {
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 9, 0);
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 100));
  fixture_step(&config, op, 0)->target = (uint16_t)blocks;
  fixture_step(&config, sim_step_op_WAIT, 0)->condition = sim_condition_DISK_DONE;
  fixture_step(&config, sim_step_op_TAKE_DISK, 0);
}

/* Asked at 100, seek until 1100, transfer until 5196, then the DMA: 512 bytes are 16 bursts of 8 with 15
 * gaps, 143 cycles. The thread goes on at the end of that cycle and asks again 100 later. */
static void a_read_seeks_transfers_and_moves(void) {
  start();
  disk();
  config.dma_enabled = 1;
  reader(sim_step_op_READ_DISK, 1);
  sim *sim = run_to(10000);
  EXPECT_EQUAL(event_cycle(sim, sim_event_kind_DMA_BEGIN, 0), 5196);
  EXPECT_EQUAL(event_cycle(sim, sim_event_kind_DMA_END, 0), 5196 + 143);
  EXPECT_EQUAL(event_cycle(sim, sim_event_kind_LINE_ASSERTED, 0), 5339);
  EXPECT_EQUAL(sim_get_counters(sim)->disks[0].completed, 1);
  EXPECT_EQUAL(sim_get_counters(sim)->disks[0].requested, 2);
  EXPECT_EQUAL(sim_get_counters(sim)->disks[0].dma_cycles, 128);
  EXPECT_EQUAL(sim_get_counters(sim)->disks[0].medium_cycles, 2 * 5096);
  fixture_free(sim);
}

static void a_write_moves_first(void) {
  start();
  disk();
  config.dma_enabled = 1;
  reader(sim_step_op_WRITE_DISK, 1);
  sim *sim = run_to(6000);
  EXPECT_EQUAL(event_cycle(sim, sim_event_kind_DMA_BEGIN, 0), 100);
  EXPECT_EQUAL(event_cycle(sim, sim_event_kind_LINE_ASSERTED, 0), 100 + 143 + 5096);
  fixture_free(sim);
}

/* Five requests in one cycle, room for three: two are refused, three are served in order. */
static void requests_queue_and_a_full_queue_refuses(void) {
  start();
  disk();
  config.disks[0].queue_requests = 3;
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 9, 0);
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 100));
  for (int i = 0; i < 5; i++) fixture_step(&config, sim_step_op_READ_DISK, 0)->target = 1;
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 100000));
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE_DISK, 0);
  fixture_step(&config, sim_step_op_TAKE_DISK, 0);
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 10));
  sim *sim = run_to(20000);
  EXPECT_EQUAL(sim_get_counters(sim)->disks[0].refused, 2);
  for (uint32_t i = 0; i < 3; i++)
    EXPECT_EQUAL(event_cycle(sim, sim_event_kind_LINE_ASSERTED, i), 100 + 5096 * (i + 1));
  EXPECT_EQUAL(sim_get_counters(sim)->disks[0].taken, 3);
  EXPECT_EQUAL(sim_get_counters(sim)->disks[0].completed_bytes, 3 * 512);
  fixture_free(sim);
}

/* A frame and a disk's data want the bus in the same cycle: the frame goes first. */
static void packets_move_before_disks(void) {
  start();
  disk();
  config.dma_enabled = 1;
  reader(sim_step_op_READ_DISK, 1);
  sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, 64);
  traffic->start_cycle = 5196;
  traffic->frame_count = 1;
  sim *sim = run_to(10000);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_DMA_END, events, EVENT_LIMIT), 2);
  EXPECT_EQUAL(fixture_event_cycle(&events[0]), 5196 + 17);
  EXPECT_EQUAL(events[0].subject, 0);
  EXPECT_EQUAL(fixture_event_cycle(&events[1]), 5196 + 18 + 143);
  EXPECT_EQUAL(events[1].subject, SIM_NONE);
  fixture_free(sim);
}

int main(void) {
  RUN(a_period_carries_its_remainder);
  RUN(ticks_that_nobody_acknowledged_are_overruns);
  RUN(a_read_seeks_transfers_and_moves);
  RUN(a_write_moves_first);
  RUN(requests_queue_and_a_full_queue_refuses);
  RUN(packets_move_before_disks);
  return TEST_EXIT_CODE;
}
