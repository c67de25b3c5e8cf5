/* Disks: at their bounds, and worked out by hand. Random disks are made together with the timers
 * (random_devices.c). 200 MHz: 5 ns a cycle. */
#include "device/kinds.h"
#include "support/machine_fixture.h"
#include "support/test.h"

/* ---- at their bounds ---- */

void largest_disks(sim_config *c, uint32_t first_line) {
  c->disk_count = SIM_DISK_LIMIT;
  for (uint32_t i = 0; i < SIM_DISK_LIMIT; i++) c->disks[i].line = (uint8_t)(first_line + i);
}

int largest_disk_worked(const sim_counters *c, uint32_t disk) { return c->disks[disk].taken > 0; }

/* ---- by hand ---- */

enum { EVENT_LIMIT = 64 };

static sim_event events[EVENT_LIMIT];
static sim_config config;

static void start(void) {
  sim_config_defaults(&config);
  for (int step = 0; step < 8; step++) config.entry_cycles[step] = 0;
}

static sim *run_to(uint64_t cycle) { return fixture_run_to(&config, cycle); }

/* The seek takes 1000 cycles. 512 bytes at 200 Mb/s take 4096 cycles. */
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

/* Requested at 100, the disk seeks until 1100 and transfers until 5196. DMA takes 143 cycles: 16 bursts of 8 and 15
 * gaps for 512 bytes. At its end the thread continues, and makes its next request 100 cycles later. */
static void a_read_seeks_transfers_and_moves(void) {
  start();
  disk();
  config.dma_enabled = 1;
  reader(sim_step_op_READ_DISK, 1);
  sim *sim = run_to(10000);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_DMA_BEGIN, 0), 5196);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_DMA_END, 0), 5196 + 143);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_LINE_ASSERTED, 0), 5339);
  EXPECT_EQUAL(sim_get_counters(sim)->disks[0].completed, 1);
  EXPECT_EQUAL(sim_get_counters(sim)->disks[0].requested, 2);
  EXPECT_EQUAL(sim_get_counters(sim)->disks[0].dma_cycles, 128);
  EXPECT_EQUAL(sim_get_counters(sim)->disks[0].medium_cycles, 5096 + (10000 - 5440)); /* the second request continues */
  fixture_free(sim);
}

static void a_write_moves_first(void) {
  start();
  disk();
  config.dma_enabled = 1;
  reader(sim_step_op_WRITE_DISK, 1);
  sim *sim = run_to(6000);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_DMA_BEGIN, 0), 100);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_LINE_ASSERTED, 0), 100 + 143 + 5096);
  fixture_free(sim);
}

/* Five requests in one cycle, with room for three: two are refused, three are served in order. */
static void requests_queue_and_a_full_queue_refuses(void) {
  start();
  disk();
  config.disks[0].queue_requests = 3;
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 9, 0);
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 100));
  for (int i = 0; i < 5; i++) fixture_step(&config, sim_step_op_READ_DISK, 0)->target = 1;
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 100000));
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->device = sim_device_kind_DISK;
  fixture_step(&config, sim_step_op_TAKE_DISK, 0);
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 10));
  sim *sim = run_to(20000);
  EXPECT_EQUAL(sim_get_counters(sim)->disks[0].refused, 2);
  for (uint32_t i = 0; i < 3; i++)
    EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_LINE_ASSERTED, i), 100 + 5096 * (i + 1));
  EXPECT_EQUAL(sim_get_counters(sim)->disks[0].taken, 3);
  EXPECT_EQUAL(sim_get_counters(sim)->disks[0].completed_bytes, 3 * 512);
  fixture_free(sim);
}

/* A frame and the data of a disk request the bus in the same cycle: the frame comes first. */
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

/* The thread repeatedly reads the 16 words to which a read of 64 bytes writes: two misses, then hits. DMA invalidates
 * both lines, which costs two more misses. With place-in-l2 the L2 has the lines. */
static void what_a_disk_writes_leaves_the_caches(void) {
  for (int places = 0; places <= 1; places++) {
    start();
    disk();
    config.dma_enabled = 1;
    config.dma_places = (uint8_t)places;
    config.disks[0].block_bytes = 64;
    config.disks[0].buffer_address = 0x2000;
    config.caches[1].size_bytes = 1024;
    config.caches[2].size_bytes = 8192;
    const uint32_t words = fixture_sequence(&config, "l1,0 l2,0 l3,0 l4,0 l5,0 l6,0 l7,0 l8,0 l9,0 l10,0 l11,0 l12,0 "
                                                     "l13,0 l14,0 l15,0 l16,0");
    for (uint32_t i = 0; i < 16; i++) config.instructions[i].address = 0x2000 + 4 * i;
    fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 9, 0);
    fixture_step(&config, sim_step_op_EXEC, words);
    fixture_step(&config, sim_step_op_READ_DISK, 0)->target = 1;
    fixture_step(&config, sim_step_op_WAIT, 0)->condition = sim_condition_DISK_DONE;
    fixture_step(&config, sim_step_op_TAKE_DISK, 0);
    sim *sim = run_to(2500); /* one read: 1000 cycles of seek and 512 of transfer */
    const sim_cache_counters *l1 = &sim_get_counters(sim)->caches[1], *l2 = &sim_get_counters(sim)->caches[2];
    EXPECT_EQUAL(sim_get_counters(sim)->disks[0].completed, 1);
    EXPECT_EQUAL(l1->invalidations, 2);
    EXPECT_EQUAL(l1->misses[sim_layer_APPLICATION], 4);
    EXPECT_EQUAL(l2->invalidations, places ? 0 : 2);
    EXPECT_EQUAL(l2->misses[sim_layer_APPLICATION], places ? 2 : 4);
    fixture_free(sim);
  }
}

int test_disks(void) {
  RUN(a_read_seeks_transfers_and_moves);
  RUN(a_write_moves_first);
  RUN(requests_queue_and_a_full_queue_refuses);
  RUN(packets_move_before_disks);
  RUN(what_a_disk_writes_leaves_the_caches);
  return TEST_EXIT_CODE;
}
