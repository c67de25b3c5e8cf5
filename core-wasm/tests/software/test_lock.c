/* Locks: which thread gets a lock, the cost of waiting, deadlocks. */
#include "support/machine_fixture.h"
#include "support/test.h"

static sim_config config;

static sim *run_to(uint64_t cycle) { return fixture_run_to(&config, cycle); }

static void cores(uint32_t count) {
  sim_config_defaults(&config);
  config.nic_count = 0;
  config.core_count = (uint8_t)count;
  config.queue_count = 1;
}

/* A spin lock. Its waiters poll for 10 cycles at a time. */
static void spin_lock(enum sim_lock_order order) {
  sim_lock_config *lock = &config.locks[config.lock_count++];
  lock->kind = sim_lock_kind_SPIN;
  lock->order = (uint8_t)order;
  lock->poll = (uint8_t)fixture_cycles(&config, 10);
}

static void sleep_lock(enum sim_lock_order order) {
  sim_lock_config *lock = &config.locks[config.lock_count++];
  lock->kind = sim_lock_kind_SLEEP;
  lock->order = (uint8_t)order;
}

static void add_thread(uint32_t core, uint32_t priority) {
  const uint32_t index = fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, priority, 0);
  config.threads[index].core = (uint8_t)core;
}

static void exec(uint32_t cycles) { fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, cycles)); }

/* Runs `before`, holds the lock for `held` cycles, then waits without end. */
static void add_holder(uint32_t core, uint32_t priority, uint32_t before, uint32_t held) {
  add_thread(core, priority);
  if (before > 0) exec(before);
  fixture_step(&config, sim_step_op_LOCK, 0);
  exec(held);
  fixture_step(&config, sim_step_op_UNLOCK, 0);
  fixture_step(&config, sim_step_op_WAIT, 0);
}

static const sim_lock_counters *lock(sim *sim) { return &sim_get_counters(sim)->locks[0]; }
static const sim_thread_counters *thread(sim *sim, uint32_t index) { return &sim_get_counters(sim)->threads[index]; }

/* Thread 0 holds the lock to 35. Thread 1 tries at 3, polls every 10 cycles, gets it at 43 and holds it to 63. */
static void who_spins_polls(void) {
  cores(2);
  spin_lock(sim_lock_order_ANY);
  add_holder(0, 3, 0, 35);
  add_holder(1, 3, 3, 20);
  sim *sim = run_to(200);
  EXPECT_EQUAL(lock(sim)->taken, 2);
  EXPECT_EQUAL(lock(sim)->contended, 1);
  EXPECT_EQUAL(lock(sim)->held_cycles, 35 + 20);
  EXPECT_EQUAL(lock(sim)->wait_cycles, 40);
  EXPECT_EQUAL(lock(sim)->longest_wait, 40);
  EXPECT_EQUAL(thread(sim, 1)->lock_wait_cycles, 40);
  EXPECT_EQUAL(thread(sim, 1)->cycles, 3 + 40 + 20);
  EXPECT_EQUAL(thread(sim, 0)->lock_held_cycles, 35);
  fixture_free(sim);
}

/* The same with a sleeping waiter: it wakes at 35 and holds the lock to 55. */
static void who_sleeps_is_woken(void) {
  cores(2);
  sleep_lock(sim_lock_order_FIFO);
  add_holder(0, 3, 0, 35);
  add_holder(1, 3, 3, 20);
  sim *sim = run_to(200);
  EXPECT_EQUAL(lock(sim)->wait_cycles, 32);
  EXPECT_EQUAL(lock(sim)->held_cycles, 55);
  EXPECT_EQUAL(thread(sim, 1)->cycles, 3 + 20);
  EXPECT_EQUAL(thread(sim, 1)->waits, 2);
  fixture_free(sim);
}

/* Cycle in which thread `wanted` got the lock. */
static uint64_t taken_at(const sim *sim, uint32_t wanted) {
  sim_event events[16];
  const uint32_t count = fixture_events(sim, sim_event_kind_LOCKED, events, 16);
  for (uint32_t i = 0; i < count; i++)
    if (events[i].value == wanted) return fixture_event_cycle(&events[i]);
  return SIM_NEVER;
}

/* Thread 0 holds the lock to 100. Thread 1 waits from 10 onwards, and thread 2, which is more urgent, from 20 onwards.
 * Spinning threads look every 10 cycles: both look at 100, core 1 first. The other gets the lock 50 cycles later. */
static void orders(enum sim_lock_kind kind, enum sim_lock_order order, uint64_t first, uint64_t second) {
  cores(3);
  if (kind == sim_lock_kind_SPIN) spin_lock(order);
  else sleep_lock(order);
  add_holder(0, 3, 0, 100);
  add_holder(1, 5, 10, 50);
  add_holder(2, 4, 20, 50);
  sim *sim = run_to(400);
  EXPECT_EQUAL(taken_at(sim, 1), first);
  EXPECT_EQUAL(taken_at(sim, 2), second);
  fixture_free(sim);
}

/* An event at the end of cycle t carries t. */
static void spin_any(void) { orders(sim_lock_kind_SPIN, sim_lock_order_ANY, 99, 149); }
static void spin_priority(void) {
  orders(sim_lock_kind_SPIN, sim_lock_order_PRIORITY, 159, 99);
} /* core 1 looks before core 2 releases the lock */
static void sleep_fifo(void) { orders(sim_lock_kind_SLEEP, sim_lock_order_FIFO, 99, 149); }
static void sleep_priority(void) { orders(sim_lock_kind_SLEEP, sim_lock_order_PRIORITY, 149, 99); }

/* `acquire` takes 4 cycles before each attempt, and `release` 6 before the lock is free. */
static void accesses_take_time(void) {
  cores(2);
  spin_lock(sim_lock_order_ANY);
  config.locks[0].acquire = (uint8_t)fixture_cycles(&config, 4);
  config.locks[0].release = (uint8_t)fixture_cycles(&config, 6);
  add_holder(0, 3, 0, 20); /* holds the lock from 4 to 30 */
  add_holder(1, 3, 5, 20); /* tries at 9, polls at 19, 29 and 39, tries at 43, holds it to 69 */
  sim *sim = run_to(200);
  EXPECT_EQUAL(taken_at(sim, 0), 3);
  EXPECT_EQUAL(taken_at(sim, 1), 42);
  EXPECT_EQUAL(lock(sim)->held_cycles, 26 + 26);
  EXPECT_EQUAL(lock(sim)->wait_cycles, 43 - 9);
  fixture_free(sim);
}

/* Without `poll` each attempt is an access, at 9, 13 and so on. */
static void test_and_set_tries_again(void) {
  cores(2);
  spin_lock(sim_lock_order_ANY);
  config.locks[0].poll = SIM_NONE_8;
  config.locks[0].acquire = (uint8_t)fixture_cycles(&config, 4);
  add_holder(0, 3, 0, 20); /* 4 to 24 */
  add_holder(1, 3, 5, 20);
  sim *sim = run_to(200);
  EXPECT_EQUAL(taken_at(sim, 1), 24);
  fixture_free(sim);
}

/* ---- deadlock ---- */

static void add_crossing(uint32_t core, uint32_t first, uint32_t second) {
  add_thread(core, 3);
  fixture_step(&config, sim_step_op_LOCK, first);
  exec(50);
  fixture_step(&config, sim_step_op_LOCK, second);
  exec(10);
  fixture_step(&config, sim_step_op_UNLOCK, second);
  fixture_step(&config, sim_step_op_UNLOCK, first);
  fixture_step(&config, sim_step_op_WAIT, 0);
}

static void expect_ring(sim *sim, uint64_t cycle, uint32_t length) {
  const sim_deadlock *deadlock = &sim_get_counters(sim)->deadlock;
  EXPECT_EQUAL(deadlock->cycle, cycle);
  EXPECT_EQUAL(deadlock->length, length);
  sim_event events[8];
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_DEADLOCK, events, 8), length);
}

static void a_ring_of_three(enum sim_lock_kind kind) {
  cores(3);
  for (int i = 0; i < 3; i++) {
    if (kind == sim_lock_kind_SPIN) spin_lock(sim_lock_order_FIFO);
    else sleep_lock(sim_lock_order_FIFO);
  }
  for (uint32_t core = 0; core < 3; core++) add_crossing(core, core, (core + 1) % 3);
  sim *sim = run_to(1000);
  expect_ring(sim, 50, 3);
  const sim_deadlock *deadlock = &sim_get_counters(sim)->deadlock;
  EXPECT_EQUAL(deadlock->threads[0], 2); /* the thread whose wait closes the circle */
  EXPECT_EQUAL(deadlock->locks[0], 0);
  EXPECT_EQUAL(deadlock->threads[1], 0);
  EXPECT_EQUAL(deadlock->locks[1], 1);
  EXPECT_EQUAL(deadlock->threads[2], 1);
  EXPECT_EQUAL(deadlock->locks[2], 2);
  fixture_free(sim);
}

static void spinning_in_a_ring(void) { a_ring_of_three(sim_lock_kind_SPIN); }
static void sleeping_in_a_ring(void) { a_ring_of_three(sim_lock_kind_SLEEP); }

static void in_the_same_order_there_is_none(void) {
  cores(2);
  sleep_lock(sim_lock_order_FIFO);
  sleep_lock(sim_lock_order_FIFO);
  add_crossing(0, 0, 1);
  add_crossing(1, 0, 1);
  sim *sim = run_to(1000);
  expect_ring(sim, SIM_NEVER, 0);
  EXPECT_EQUAL(lock(sim)->taken, 2);
  fixture_free(sim);
}

static void a_thread_waits_for_itself(void) {
  cores(1);
  sleep_lock(sim_lock_order_FIFO);
  add_crossing(0, 0, 0);
  sim *sim = run_to(1000);
  expect_ring(sim, 50, 1);
  fixture_free(sim);
}

/* A handler spins for the lock of the thread that it interrupted: its timer expires at 30. */
static void a_handler_spins_for_who_is_beneath(uint32_t enabled) {
  cores(1);
  spin_lock(sim_lock_order_ANY);
  config.timer_count = 1;
  config.timers[0].start_cycle = 30;
  config.line_count = 1;
  add_holder(0, 5, 0, 200);
  config.threads[0].interrupts_enabled = (uint8_t)enabled;
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->device = sim_device_kind_TIMER;
  fixture_step(&config, sim_step_op_LOCK, 0);
  exec(5);
  fixture_step(&config, sim_step_op_UNLOCK, 0);
  sim *sim = run_to(1000);
  const sim_deadlock *deadlock = &sim_get_counters(sim)->deadlock;
  EXPECT_EQUAL(deadlock->length, enabled ? 2 : 0);
  if (enabled) {
    EXPECT_EQUAL(deadlock->threads[0], 1);
    EXPECT_EQUAL(deadlock->locks[0], 0);
    EXPECT_EQUAL(deadlock->threads[1], 0);
    EXPECT_EQUAL(deadlock->locks[1], SIM_NONE_8);
  } else EXPECT_EQUAL(lock(sim)->taken, 2);
  fixture_free(sim);
}

static void an_interrupt_deadlocks(void) { a_handler_spins_for_who_is_beneath(1); }
static void with_interrupts_off_it_does_not(void) { a_handler_spins_for_who_is_beneath(0); }

/* With round robin the holder gets the cpu. With priorities alone it never does. */
static void spinning_on_one_cpu(enum sim_scheduler policy) {
  cores(1);
  spin_lock(sim_lock_order_ANY);
  config.scheduler = (uint8_t)policy;
  config.time_slice_cycles = 50;
  add_holder(0, 5, 0, 200);
  add_holder(0, 5, 0, 200);
  if (policy == sim_scheduler_PRIORITY) { /* the first thread yields while it holds the lock */
    fixture_step(&config, sim_step_op_RETURN, 0);
    config.steps[config.threads[0].first_step + 1].op = sim_step_op_YIELD;
  }
  sim *sim = run_to(20000);
  EXPECT_EQUAL(sim_get_counters(sim)->deadlock.length, policy == sim_scheduler_PRIORITY ? 2 : 0);
  EXPECT_EQUAL(lock(sim)->taken, policy == sim_scheduler_PRIORITY ? 1 : 2);
  fixture_free(sim);
}

/* The first thread yields while it holds the lock. The second runs, finds the lock taken, and sleeps. */
static void a_sleeping_thread_keeps_no_other_out(void) {
  cores(1);
  sleep_lock(sim_lock_order_FIFO);
  config.scheduler = sim_scheduler_PRIORITY;
  add_holder(0, 5, 0, 200);
  add_holder(0, 5, 0, 200);
  fixture_step(&config, sim_step_op_RETURN, 0);
  config.steps[config.threads[0].first_step + 1].op = sim_step_op_YIELD;
  sim *sim = run_to(20000);
  expect_ring(sim, SIM_NEVER, 0);
  EXPECT_EQUAL(lock(sim)->taken, 2);
  EXPECT_EQUAL(lock(sim)->contended, 1);
  fixture_free(sim);
}

static void slices_let_the_holder_run(void) { spinning_on_one_cpu(sim_scheduler_ROUND_ROBIN); }
static void without_slices_it_never_runs(void) { spinning_on_one_cpu(sim_scheduler_PRIORITY); }

/* ---- the lock's word ---- */

/* Both cores take the lock in turns by a store to one word: each time the line comes from the other cache. */
static void the_word_goes_from_cache_to_cache(void) {
  cores(2);
  config.has_memory = 1;
  config.caches[1].size_bytes = 1024;
  spin_lock(sim_lock_order_FIFO);
  config.locks[0].acquire = (uint8_t)fixture_sequence(&config, "l1,0 s,1,0");
  config.locks[0].release = (uint8_t)fixture_sequence(&config, "s,0,0");
  for (uint32_t core = 0; core < 2; core++) {
    add_thread(core, 3);
    fixture_step(&config, sim_step_op_LOCK, 0);
    exec(400);
    fixture_step(&config, sim_step_op_UNLOCK, 0);
    exec(10);
  }
  sim *sim = run_to(20000);
  const uint64_t taken = lock(sim)->taken;
  EXPECT(taken > 40);
  EXPECT(sim_get_counters(sim)->caches[1].invalidations + 4 >= taken);
  fixture_free(sim);
}

static void routines_are_billed_to_the_steps_layer(void) {
  cores(1);
  spin_lock(sim_lock_order_ANY);
  add_thread(0, 3);
  exec(10);
  exec(20);
  config.steps[1].bits = sim_layer_SYSTEM_CALL;
  exec(30);
  config.steps[2].bits = sim_layer_KERNEL_COPY;
  fixture_step(&config, sim_step_op_WAIT, 0);
  sim *sim = run_to(100);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_APPLICATION, sim_cause_BUSY), 10);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_SYSTEM_CALL, sim_cause_BUSY), 20);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_KERNEL_COPY, sim_cause_BUSY), 30);
  EXPECT_EQUAL(thread(sim, 0)->cycles, 60);
  fixture_free(sim);
}

/* Thread 0 takes the lock again whenever it releases it, for 600 cycles each time. Thread 1 waits from 3 on in vain. */
static void who_waits_is_told_and_who_takes(void) {
  cores(2);
  spin_lock(sim_lock_order_ANY);
  add_thread(0, 3);
  fixture_step(&config, sim_step_op_LOCK, 0);
  exec(600);
  fixture_step(&config, sim_step_op_UNLOCK, 0);
  add_holder(1, 3, 3, 20);
  sim *sim = run_to(9900);
  EXPECT_EQUAL(thread(sim, 1)->lock_wait_since, 3);
  EXPECT_EQUAL(thread(sim, 1)->waited_lock, 0);
  EXPECT_EQUAL(thread(sim, 0)->lock_wait_since, SIM_NEVER);
  EXPECT_EQUAL(lock(sim)->taker, 0);
  EXPECT_EQUAL(lock(sim)->taken_at, 9600);
  EXPECT_EQUAL(lock(sim)->taken, 17);
  fixture_free(sim);
}

static void a_wait_is_over_with_the_lock(void) {
  cores(2);
  sleep_lock(sim_lock_order_FIFO);
  add_holder(0, 3, 0, 35);
  add_holder(1, 3, 3, 20);
  sim *sim = run_to(30);
  EXPECT_EQUAL(thread(sim, 1)->lock_wait_since, 3);
  fixture_free(sim);
  sim = run_to(40);
  EXPECT_EQUAL(thread(sim, 1)->lock_wait_since, SIM_NEVER);
  EXPECT_EQUAL(lock(sim)->taker, 1);
  EXPECT_EQUAL(lock(sim)->taken_at, 35);
  fixture_free(sim);
}

int main(void) {
  RUN(who_waits_is_told_and_who_takes);
  RUN(a_wait_is_over_with_the_lock);
  RUN(who_spins_polls);
  RUN(who_sleeps_is_woken);
  RUN(spin_any);
  RUN(spin_priority);
  RUN(sleep_fifo);
  RUN(sleep_priority);
  RUN(accesses_take_time);
  RUN(test_and_set_tries_again);
  RUN(spinning_in_a_ring);
  RUN(sleeping_in_a_ring);
  RUN(in_the_same_order_there_is_none);
  RUN(a_thread_waits_for_itself);
  RUN(a_sleeping_thread_keeps_no_other_out);
  RUN(an_interrupt_deadlocks);
  RUN(with_interrupts_off_it_does_not);
  RUN(slices_let_the_holder_run);
  RUN(without_slices_it_never_runs);
  RUN(the_word_goes_from_cache_to_cache);
  RUN(routines_are_billed_to_the_steps_layer);
  return TEST_EXIT_CODE;
}
