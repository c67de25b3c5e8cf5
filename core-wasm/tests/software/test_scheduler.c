/* Several threads on one context: turns, switches, priorities, sleep, blocked puts. */
#include "support/machine_fixture.h"
#include "support/test.h"

static sim_config config;

static sim *run_to(uint64_t cycle) { return fixture_run_to(&config, cycle); }

static void scheduler(enum sim_scheduler policy, uint32_t slice, uint32_t switch_cycles) {
  sim_config_defaults(&config);
  config.nic_count = 0;
  config.queue_count = 2;
  config.scheduler = (uint8_t)policy;
  config.time_slice_cycles = slice;
  config.switch_cycles = switch_cycles;
}

static void add_worker(uint32_t priority, uint32_t cycles) {
  const uint32_t work = fixture_cycles(&config, cycles);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, priority, 0);
  fixture_step(&config, sim_step_op_EXEC, work);
}

static const sim_thread_counters *thread(sim *sim, uint32_t index) { return &sim_get_counters(sim)->threads[index]; }

/* A turn takes 1000 cycles of slice, 3 of drain, 10 of switch, and 93 each of save and restore. */
static void slices_take_turns(void) {
  scheduler(sim_scheduler_ROUND_ROBIN, 1000, 10);
  add_worker(5, 100000);
  add_worker(5, 100000);
  sim *sim = run_to(4 * 1199);
  for (uint32_t t = 0; t < 2; t++) {
    EXPECT_EQUAL(thread(sim, t)->cycles, 2000);
    EXPECT_EQUAL(thread(sim, t)->switches, 2);
  }
  EXPECT_EQUAL(thread(sim, 0)->longest_ready, 2212 - 1000); /* until its restore starts */
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_APPLICATION, sim_cause_BUSY), 4000);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_SYSTEM_CALL, sim_cause_BUSY), 4 * 10);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_SAVE_RESTORE, sim_cause_DRAIN), 4 * 3);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_SAVE_RESTORE, sim_cause_SAVE), 4 * 93);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_SAVE_RESTORE, sim_cause_RESTORE), 4 * 93);
  fixture_free(sim);
}

/* With a tick of 700 a slice of 1000 that starts at 0 ends at 1400. */
static void slices_end_at_ticks(void) {
  scheduler(sim_scheduler_ROUND_ROBIN, 1000, 0);
  config.tick_cycles = 700;
  add_worker(5, 100000);
  add_worker(5, 100000);
  sim *sim = run_to(1400 + 3 + 186);
  EXPECT_EQUAL(thread(sim, 0)->cycles, 1400);
  sim_step(sim, 2800, 0); /* it started at 1589, expires at 2589, and ends with the tick at 2800 */
  EXPECT_EQUAL(thread(sim, 1)->cycles, 2800 - 1589);
  sim_step(sim, 2900, 0);
  EXPECT_EQUAL(thread(sim, 1)->cycles, 2800 - 1589);
  fixture_free(sim);
}

static void by_priority_alone_the_first_keeps_the_cpu(void) {
  scheduler(sim_scheduler_PRIORITY, 1000, 10);
  add_worker(5, 100);
  add_worker(5, 100);
  sim *sim = run_to(50000);
  EXPECT_EQUAL(thread(sim, 0)->cycles, 50000);
  EXPECT_EQUAL(thread(sim, 1)->cycles, 0);
  EXPECT_EQUAL(thread(sim, 1)->ready_since, 0);
  fixture_free(sim);
}

static void a_thread_without_rivals_keeps_its_slice(void) {
  scheduler(sim_scheduler_ROUND_ROBIN, 100, 10);
  add_worker(5, 1000);
  add_worker(6, 1000);
  sim *sim = run_to(5000);
  EXPECT_EQUAL(thread(sim, 0)->cycles, 5000);
  fixture_free(sim);
}

/* The sleeper works for 10 cycles, sleeps to 510. The other starts at 10 + 10 + 186. The wake-up costs 3 + 10 + 186. */
static void who_wakes_preempts_the_less_urgent(void) {
  scheduler(sim_scheduler_PRIORITY, 1, 10);
  add_worker(1, 10);
  fixture_step(&config, sim_step_op_SLEEP, 0)->cycles = 500;
  add_worker(2, 100000);
  sim *sim = run_to(510);
  EXPECT_EQUAL(thread(sim, 1)->cycles, 510 - 206);
  EXPECT_EQUAL(thread(sim, 0)->waits, 1);
  sim_step(sim, 709, 0);
  EXPECT_EQUAL(thread(sim, 0)->cycles, 10);
  EXPECT_EQUAL(thread(sim, 1)->cycles, 510 - 206);
  sim_step(sim, 720, 0);
  EXPECT_EQUAL(thread(sim, 0)->cycles, 20);
  EXPECT_EQUAL(thread(sim, 0)->waits, 2);
  fixture_free(sim);
}

/* A sleeper wakes while a handler runs (100 to 706). The handler must execute each step once. */
static void who_wakes_leaves_handlers_alone(void) {
  scheduler(sim_scheduler_PRIORITY, 1, 0);
  config.timer_count = 1;
  config.timers[0].start_cycle = 100;
  config.line_count = 1;
  add_worker(5, 10);
  fixture_step(&config, sim_step_op_SLEEP, 0)->cycles = 300;
  const uint32_t work = fixture_cycles(&config, 200);
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->device = sim_device_kind_TIMER;
  for (int i = 0; i < 3; i++) fixture_step(&config, sim_step_op_EXEC, work);
  sim *sim = run_to(1100);
  EXPECT_EQUAL(thread(sim, 1)->cycles, 600);
  fixture_free(sim);
}

/* A tick every 100 cycles costs 3 cycles of drain and 20 of the kernel, even with one thread. The first one ends at
 * 123, and the thread runs 77 cycles to the second. */
static void a_tick_costs_its_work(void) {
  scheduler(sim_scheduler_NONE, 1, 0);
  config.tick_cycles = 100;
  config.tick_work_cycles = 20;
  add_worker(5, 100000);
  sim *sim = run_to(1000);
  EXPECT_EQUAL(sim_get_counters(sim)->ticks, 9); /* that of 1000 drains */
  EXPECT_EQUAL(thread(sim, 0)->cycles, 100 + 9 * 77);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_SYSTEM_CALL, sim_cause_BUSY), 9 * 20);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_SAVE_RESTORE, sim_cause_DRAIN), 9 * 3);
  fixture_free(sim);
}

/* The thread works 10 cycles and sleeps to the next tick, so the cpu is idle at each tick. */
static void an_idle_cpu_has_no_ticks(void) {
  scheduler(sim_scheduler_NONE, 1, 0);
  config.tick_cycles = 100;
  config.tick_work_cycles = 20;
  add_worker(5, 10);
  fixture_step(&config, sim_step_op_SLEEP, 0)->cycles = 1;
  sim *sim = run_to(1000);
  EXPECT_EQUAL(sim_get_counters(sim)->ticks, 0);
  EXPECT_EQUAL(thread(sim, 0)->cycles, 100);
  fixture_free(sim);
}

/* A handler that starts at 90 disables interrupts from 96 to 246. The ticks of 100 and 200 become one, after it. */
static void a_tick_waits_for_interrupts_to_be_on(void) {
  scheduler(sim_scheduler_NONE, 1, 0);
  config.save_amount = 0;
  config.restore_amount = 0;
  config.tick_cycles = 100;
  config.tick_work_cycles = 20;
  config.timer_count = 1;
  config.timers[0].start_cycle = 86; /* recognised at 87, drained at 90 */
  config.line_count = 1;
  add_worker(5, 100000);
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  config.threads[1].interrupts_enabled = 0;
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->device = sim_device_kind_TIMER;
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 150));
  sim *sim = run_to(299);
  EXPECT_EQUAL(sim_get_counters(sim)->ticks, 1);
  EXPECT_EQUAL(thread(sim, 1)->cycles, 150);
  EXPECT_EQUAL(thread(sim, 0)->cycles, 87 + 2 + (299 - (248 + 23)));
  fixture_free(sim);
}

/* With a slice and a tick of 100 cycles, the tick's work precedes the other thread's turn. */
static void a_tick_ends_a_slice(void) {
  scheduler(sim_scheduler_ROUND_ROBIN, 100, 7);
  config.save_amount = 0;
  config.restore_amount = 0;
  config.tick_cycles = 100;
  config.tick_work_cycles = 20;
  add_worker(5, 100000);
  add_worker(5, 100000);
  sim *sim = run_to(200);
  EXPECT_EQUAL(thread(sim, 0)->cycles, 100);
  EXPECT_EQUAL(thread(sim, 1)->cycles, 200 - (100 + 3 + 20 + 7));
  fixture_free(sim);
}

/* A softirq with a budget of 100 cycles looks again while some of it is left: at 60, but not at 120. Then it hands
 * over to a thread of the user's priority. */
static void a_time_budget_ends(void) {
  scheduler(sim_scheduler_ROUND_ROBIN, 1000, 0);
  config.save_amount = 0;
  config.restore_amount = 0;
  add_worker(5, 10);
  fixture_step(&config, sim_step_op_RAISE, 1);
  fixture_step(&config, sim_step_op_SLEEP, 0)->cycles = 100000;
  fixture_thread(&config, sim_thread_start_SOFT, sim_layer_PROTOCOL, 2, 0);
  config.threads[1].budget_cycles = 100;
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 60));
  sim_step_config *test = fixture_step(&config, sim_step_op_JUMP_UNLESS, 0);
  test->condition = sim_condition_BUDGET_LEFT;
  test->target = 3;
  fixture_step(&config, sim_step_op_JUMP, 0)->target = 0;
  fixture_step(&config, sim_step_op_RAISE, 2);
  add_worker(5, 1);
  config.steps[config.threads[2].first_step] =
      (sim_step_config){.op = sim_step_op_WAIT, .condition = sim_condition_RAISED, .index = 2};
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 30));
  sim *sim = run_to(5000);
  EXPECT_EQUAL(thread(sim, 1)->cycles, 120);
  EXPECT_EQUAL(thread(sim, 2)->cycles, 30);
  EXPECT_EQUAL(thread(sim, 2)->waits, 1); /* another thread raised it before it looked */
  fixture_free(sim);
}

/* Polls of one cycle are skipped together, and must leave the same state as separate polls. */
static void polls_leave_the_same_state(void) {
  for (int cores = 1; cores <= 2; cores++) {
    uint64_t hashes[2];
    for (int skips = 0; skips < 2; skips++) {
      scheduler(sim_scheduler_NONE, 1, 0);
      config.core_count = (uint8_t)cores;
      config.nic_count = 1;
      config.lines[0].masked = 1;
      for (int core = 0; core < cores; core++) {
        add_worker(5, core == 0 ? 1 : 3);
        config.threads[core].core = (uint8_t)core;
        sim_step_config *test = fixture_step(&config, sim_step_op_JUMP_UNLESS, 0);
        test->condition = sim_condition_RX_NOT_EMPTY;
        test->target = 5;
        fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
        fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 100));
        fixture_step(&config, sim_step_op_DELIVER, 0);
        fixture_step(&config, sim_step_op_RETURN, 0);
      }
      sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, 64);
      traffic->interval_cycles_numerator = 777;
      sim *sim = fixture_create(&config, NULL, &fixture_blind);
      sim_set_skipping(sim, skips);
      sim_step(sim, 50000, 0);
      EXPECT(sim_get_counters(sim)->nics[0].rx_delivered > 60);
      hashes[skips] = sim_state_hash(sim);
      fixture_free(sim);
    }
    EXPECT(hashes[0] == hashes[1]);
  }
}

/* Alone it needs no scheduler. */
static void a_lone_thread_sleeps(void) {
  scheduler(sim_scheduler_NONE, 1, 0);
  add_worker(1, 10);
  fixture_step(&config, sim_step_op_SLEEP, 0)->cycles = 40;
  sim *sim = run_to(1000);
  EXPECT_EQUAL(thread(sim, 0)->cycles, 200);
  EXPECT_EQUAL(thread(sim, 0)->waits, 20);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_IDLE, sim_cause_WAITING), 800);
  fixture_free(sim);
}

static void a_yield_is_a_turn(void) {
  scheduler(sim_scheduler_PRIORITY, 1, 0);
  config.save_amount = 0;
  config.restore_amount = 0;
  for (uint32_t cycles = 10; cycles <= 30; cycles += 20) {
    add_worker(3, cycles);
    fixture_step(&config, sim_step_op_YIELD, 0);
  }
  sim *sim = run_to(400);
  EXPECT_EQUAL(thread(sim, 0)->cycles, 100);
  EXPECT_EQUAL(thread(sim, 1)->cycles, 300);
  fixture_free(sim);
}

/* Ten frames arrive at once and pass through a queue of one. If the put waits, none is lost. */
static void a_put_waits_for_room(int waits) {
  scheduler(sim_scheduler_PRIORITY, 1, 5);
  config.nic_count = 1;
  config.queues[1].capacity = 1;
  const uint32_t work = fixture_cycles(&config, 700);
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 0, 0);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->bits = SIM_NIC_STATUS_RX;
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  fixture_step(&config, sim_step_op_PUT, 0);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_PROTOCOL, 4, 0);
  fixture_step(&config, sim_step_op_WAIT, 0);
  fixture_step(&config, sim_step_op_TAKE, 0);
  fixture_step(&config, sim_step_op_PUT, 1)->bits = (uint8_t)waits;
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 5, 0);
  fixture_step(&config, sim_step_op_WAIT, 1);
  fixture_step(&config, sim_step_op_TAKE, 1);
  fixture_step(&config, sim_step_op_EXEC, work);
  fixture_step(&config, sim_step_op_DELIVER, 0);
  sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, 64);
  traffic->frame_count = 10;
  traffic->interval_cycles_numerator = 400;
  sim *sim = run_to(100000);
  const sim_nic_counters *nic = &sim_get_counters(sim)->nics[0];
  EXPECT_EQUAL(nic->rx_delivered + nic->rx_dropped[sim_drop_cause_QUEUE_FULL], 10);
  if (waits) EXPECT_EQUAL(nic->rx_delivered, 10);
  else EXPECT(nic->rx_dropped[sim_drop_cause_QUEUE_FULL] > 0);
  fixture_free(sim);
}

static void a_full_queue_holds_who_waits(void) { a_put_waits_for_room(1); }
static void a_full_queue_drops_of_who_does_not(void) { a_put_waits_for_room(0); }

int main(void) {
  RUN(slices_take_turns);
  RUN(slices_end_at_ticks);
  RUN(by_priority_alone_the_first_keeps_the_cpu);
  RUN(a_thread_without_rivals_keeps_its_slice);
  RUN(who_wakes_preempts_the_less_urgent);
  RUN(who_wakes_leaves_handlers_alone);
  RUN(a_tick_costs_its_work);
  RUN(an_idle_cpu_has_no_ticks);
  RUN(a_tick_waits_for_interrupts_to_be_on);
  RUN(a_tick_ends_a_slice);
  RUN(a_time_budget_ends);
  RUN(polls_leave_the_same_state);
  RUN(a_lone_thread_sleeps);
  RUN(a_yield_is_a_turn);
  RUN(a_full_queue_holds_who_waits);
  RUN(a_full_queue_drops_of_who_does_not);
  return TEST_EXIT_CODE;
}
