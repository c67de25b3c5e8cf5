/* The view of disks, coalescing, bus and caches, worked out by hand. 200 MHz: 5 ns a
 * cycle. */
#include "support/machine_fixture.h"
#include "support/test.h"

enum { EVENT_LIMIT = 64, WHOLE = 15 << 4 };

static sim_config config;
static sim_view view;
static sim_view_cache cache;

static void start(void) {
  sim_config_defaults(&config);
  for (int step = 0; step < 8; step++) config.entry_cycles[step] = 0;
}

static void look(sim *sim, uint64_t cycle) {
  sim_step(sim, cycle, 0);
  sim_get_view(sim, &view);
}

/* The seek takes 1000 cycles. 512 bytes at 200 Mb/s take 4096 cycles. The request is at 100. */
static void reading_disk(void) {
  start();
  config.dma_enabled = 1;
  config.disk_count = 1;
  config.disks[0].least_seek_nanoseconds = 5000;
  config.disks[0].most_seek_nanoseconds = 5000;
  config.disks[0].rate_bit_per_second = 200000000;
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 9, 0);
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 100));
  fixture_step(&config, sim_step_op_READ_DISK, 0)->target = 1;
  fixture_step(&config, sim_step_op_WAIT, 0)->condition = sim_condition_DISK_DONE;
}

static void a_disk_seeks_then_transfers_then_moves_its_data(void) {
  reading_disk();
  sim *sim = fixture_create(&config, NULL, &fixture_blind);
  look(sim, 50);
  EXPECT_EQUAL(view.disks[0].phase, sim_disk_phase_IDLE);
  EXPECT_EQUAL(view.disks[0].seek_until_cycle, SIM_NEVER);
  look(sim, 600);
  EXPECT_EQUAL(view.disks[0].phase, sim_disk_phase_MEDIUM);
  EXPECT_EQUAL(view.disks[0].held, 1);
  EXPECT_EQUAL(view.disks[0].bytes, 512);
  EXPECT_EQUAL(view.disks[0].writes, 0);
  EXPECT_EQUAL(view.disks[0].seek_until_cycle, 1100);
  EXPECT_EQUAL(view.disks[0].medium_until_cycle, 5196);
  look(sim, 5196 + 40);
  EXPECT_EQUAL(view.disks[0].phase, sim_disk_phase_STORE);
  EXPECT_EQUAL(view.disks[0].dma_bytes_done, 4 * 32);
  fixture_free(sim);
}

/* 16 bursts of 8 cycles, each but the last followed by a free cycle. */
static void the_bus_is_held_in_the_cycles_of_a_burst(void) {
  reading_disk();
  sim *sim = fixture_create(&config, NULL, &fixture_blind);
  uint32_t held = 0, changes = 0, before = sim_bus_holder_NOBODY;
  for (uint64_t cycle = 5150; cycle < 5400; cycle++) {
    look(sim, cycle);
    EXPECT(view.bus.holder != sim_bus_holder_CPU);
    held += view.bus.holder == sim_bus_holder_DMA;
    changes += view.bus.holder != before;
    before = view.bus.holder;
  }
  EXPECT_EQUAL(held, 128);
  EXPECT_EQUAL(changes, 32);
  fixture_free(sim);
}

static void a_ring_tells_when_it_will_ask(void) {
  start();
  config.nics[0].rings[0].coalesce_frames = 4;
  config.nics[0].rings[0].absolute_nanoseconds = 1000;
  config.nics[0].rings[0].throttle_nanoseconds = 10000;
  sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, 64);
  traffic->start_cycle = 100;
  traffic->interval_cycles_numerator = 50;
  traffic->frame_count = 7;
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->bits = SIM_NIC_STATUS_RX;
  sim *sim = fixture_create(&config, NULL, &fixture_watched);
  look(sim, 160);
  EXPECT_EQUAL(view.nics[0].ring_unsignalled[0], 2);
  EXPECT_EQUAL(view.nics[0].ring_asks_at[0], 300);
  EXPECT_EQUAL(view.nics[0].ring_held_back, 0);
  look(sim, 260); /* the fourth frame arrived at 250 */
  EXPECT_EQUAL(view.nics[0].ring_unsignalled[0], 0);
  EXPECT_EQUAL(view.nics[0].ring_asks_at[0], SIM_NEVER);
  look(sim, 1000); /* three more at 300, 350 and 400; 500 is too early for the next interrupt */
  EXPECT_EQUAL(view.nics[0].ring_unsignalled[0], 3);
  EXPECT_EQUAL(view.nics[0].ring_held_back, 1);
  EXPECT_EQUAL(view.nics[0].ring_asks_at[0], 2250);
  look(sim, 3000);
  static sim_event events[EVENT_LIMIT];
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_LINE_ASSERTED, events, EVENT_LIMIT), 2);
  EXPECT_EQUAL(fixture_event_cycle(&events[0]), 250);
  EXPECT_EQUAL(fixture_event_cycle(&events[1]), 2250);
  fixture_free(sim);
}

/* Three threads of one priority have slices of 100 cycles, so the third cannot run before the second. */
static void frames_stand_in_the_order_of_their_turns(void) {
  start();
  config.scheduler = sim_scheduler_ROUND_ROBIN;
  config.time_slice_cycles = 100;
  config.save_amount = config.restore_amount = 0;
  const uint32_t loop = fixture_cycles(&config, 100000);
  for (int i = 0; i < 3; i++) {
    fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 5, 0);
    fixture_step(&config, sim_step_op_EXEC, loop);
  }
  sim *sim = fixture_create(&config, NULL, &fixture_blind);
  look(sim, 30);
  EXPECT_EQUAL(view.frame_count, 3);
  for (uint32_t i = 0; i < 3; i++) EXPECT_EQUAL(view.frames[i].thread, i);
  EXPECT_EQUAL(view.frames[0].slice_left, 70);
  EXPECT_EQUAL(view.frames[1].slice_left, 100);
  look(sim, 130); /* after a drain of three cycles the first is at the end of the queue */
  EXPECT_EQUAL(view.frames[0].thread, 1);
  EXPECT_EQUAL(view.frames[1].thread, 2);
  EXPECT_EQUAL(view.frames[2].thread, 0);
  EXPECT_EQUAL(view.frames[0].slice_left, 73);
  fixture_free(sim);
}

/* A softirq with a budget of three packets and 500 cycles takes one of two. */
static void a_frame_says_what_is_left_of_its_budgets(void) {
  start();
  config.queue_count = 1;
  for (int step = 0; step < 8; step++) config.entry_cycles[step] = 0;
  const uint32_t work = fixture_cycles(&config, 200);
  fixture_thread(&config, sim_thread_start_SOFT, sim_layer_PROTOCOL, 3, 0);
  config.threads[0].budget = 3;
  config.threads[0].budget_cycles = 500;
  fixture_step(&config, sim_step_op_EXEC, work);
  fixture_step(&config, sim_step_op_TAKE, 0);
  fixture_step(&config, sim_step_op_EXEC, work);
  fixture_step(&config, sim_step_op_EXEC, work);
  sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_SEND, 64);
  traffic->thread = 0;
  traffic->start_cycle = 99; /* it starts in cycle 100 */
  traffic->frame_count = 1;
  sim *sim = fixture_create(&config, NULL, &fixture_blind);
  look(sim, 150);
  EXPECT_EQUAL(view.frames[0].budget_left, 3);
  EXPECT_EQUAL(view.frames[0].budget_cycles_left, 450);
  look(sim, 350);
  EXPECT_EQUAL(view.frames[0].budget_left, 2);
  EXPECT_EQUAL(view.frames[0].budget_cycles_left, 250);
  look(sim, 650);
  EXPECT_EQUAL(view.frames[0].budget_cycles_left, 0);
  fixture_free(sim);
}

/* Two ways of four lines. The lines at 0, 32 and 128 are loaded; those at 0 and 128 share a set. */
static void a_cache_shows_whose_lines_are_where(void) {
  start();
  config.caches[1] = (sim_cache_config){
      .size_bytes = 256, .line_bytes = 32, .ways = 2, .write_back = 1, .write_allocate = 1};
  const uint32_t routine = fixture_sequence(&config, "l2,1 l3,1 l4,1");
  const uint32_t first = config.routines[routine].first_instruction;
  config.instructions[first + 1].address = 32;
  config.instructions[first + 2].address = 128;
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_PROTOCOL, 9, 0);
  fixture_step(&config, sim_step_op_EXEC, routine);
  sim *sim = fixture_create(&config, NULL, &fixture_blind);
  sim_step(sim, 10, 0);
  EXPECT_EQUAL(sim_get_cache_view(sim, 1, 0, &cache), 1);
  EXPECT_EQUAL(cache.filling, 0);
  look(sim, 10);
  EXPECT_EQUAL(view.cores[0].fills[1], 1);
  EXPECT_EQUAL(view.cores[0].fills[0], 0);
  EXPECT_EQUAL(view.bus.holder, sim_bus_holder_CPU);
  sim_step(sim, 1000, 0);
  EXPECT_EQUAL(sim_get_cache_view(sim, 1, 0, &cache), 1);
  EXPECT_EQUAL(cache.columns, 4);
  EXPECT_EQUAL(cache.lines[sim_layer_PROTOCOL], 3);
  EXPECT_EQUAL(cache.filling, UINT16_MAX);
  static const uint8_t expected[] = {WHOLE | sim_layer_PROTOCOL, WHOLE | sim_layer_PROTOCOL, 0, 0,
                                     WHOLE | sim_layer_PROTOCOL, 0, 0, 0};
  for (uint32_t i = 0; i < 8; i++) EXPECT_EQUAL(cache.cells[i], expected[i]);
  EXPECT_EQUAL(sim_get_cache_view(sim, 0, 0, &cache), 0);
  EXPECT_EQUAL(sim_get_cache_view(sim, 2, 0, &cache), 0);
  fixture_free(sim);
}

/* The same lines. The routine is pinned, and a set may have one mark: in the first set the later line has it. */
static void a_cache_shows_which_lines_are_marked(void) {
  start();
  config.caches[1] = (sim_cache_config){
      .size_bytes = 256, .line_bytes = 32, .ways = 2, .write_back = 1, .write_allocate = 1, .pinned_lines = 1};
  const uint32_t routine = fixture_sequence(&config, "l2,1 l3,1 l4,1");
  config.routines[routine].pinned = 1;
  const uint32_t first = config.routines[routine].first_instruction;
  config.instructions[first + 1].address = 32;
  config.instructions[first + 2].address = 128;
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_PROTOCOL, 9, 0);
  fixture_step(&config, sim_step_op_EXEC, routine);
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 10000));
  sim *sim = fixture_create(&config, NULL, &fixture_blind);
  sim_step(sim, 1000, 0);
  EXPECT_EQUAL(sim_get_cache_view(sim, 1, 0, &cache), 1);
  EXPECT_EQUAL(cache.lines[sim_layer_PROTOCOL], 3);
  EXPECT_EQUAL(cache.marked, 2);
  EXPECT_EQUAL(cache.marks[0], 1 << 1 | 1 << 4); /* marked: set 1 in way 0, and set 0 in way 1 */
  fixture_free(sim);
}

/* Frames arrive at 100, 150, 200, ... The handler takes the first one, puts it into a queue, and continues. */
static void places_say_which_packets_they_hold(void) {
  static sim_view_held held;
  start();
  sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, 64);
  traffic->start_cycle = 100;
  traffic->interval_cycles_numerator = 50;
  traffic->frame_count = 40;
  config.nics[0].rings[0].frames = 36;
  config.queue_count = 1;
  config.queues[0].capacity = 4;
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 0, 0);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->bits = SIM_NIC_STATUS_RX;
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  fixture_step(&config, sim_step_op_PUT, 0);
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 100000));
  sim *sim = fixture_create(&config, NULL, &fixture_blind);
  sim_get_held(sim, sim_held_place_OLDEST, 0, 0, &held);
  EXPECT_EQUAL(held.count, 0);
  sim_step(sim, 320, 0);
  sim_get_held(sim, sim_held_place_QUEUE, 0, 0, &held);
  EXPECT_EQUAL(held.count, 1);
  EXPECT_EQUAL(held.number[0], 0);
  EXPECT_EQUAL(held.offered_cycle[0], 100);
  sim_get_held(sim, sim_held_place_RING, 0, 0, &held);
  EXPECT_EQUAL(held.count, 4);
  EXPECT_EQUAL(held.number[3], 4);
  EXPECT_EQUAL(held.offered_cycle[3], 300);
  sim_get_held(sim, sim_held_place_OLDEST, 0, 0, &held);
  EXPECT_EQUAL(held.count, 1);
  EXPECT_EQUAL(held.number[0], 0);
  sim_step(sim, 10000, 0); /* 37 are in the machine, the others were lost */
  sim_get_held(sim, sim_held_place_OLDEST, 0, 0, &held);
  EXPECT_EQUAL(held.count, 1);
  EXPECT_EQUAL(held.number[0], 0);
  sim_get_held(sim, sim_held_place_RING, 0, 0, &held);
  EXPECT_EQUAL(held.count, SIM_VIEW_HELD_LIMIT);
  EXPECT_EQUAL(held.number[0], 1);
  fixture_free(sim);
}

int main(void) {
  RUN(a_disk_seeks_then_transfers_then_moves_its_data);
  RUN(the_bus_is_held_in_the_cycles_of_a_burst);
  RUN(a_ring_tells_when_it_will_ask);
  RUN(frames_stand_in_the_order_of_their_turns);
  RUN(a_frame_says_what_is_left_of_its_budgets);
  RUN(a_cache_shows_whose_lines_are_where);
  RUN(a_cache_shows_which_lines_are_marked);
  RUN(places_say_which_packets_they_hold);
  return TEST_EXIT_CODE;
}
