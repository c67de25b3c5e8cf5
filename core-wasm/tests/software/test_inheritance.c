/* Priority inversion, and threads that inherit the priority of threads that wait for their lock (M-227). Small
 * numbers are urgent. Routines are in cycles, a preemption drains 3 cycles, and nothing else takes time. */
#include <stdlib.h>

#include "support/machine_fixture.h"
#include "support/test.h"

static sim_config config;

static void cores(uint32_t count) {
  sim_config_defaults(&config);
  config.nic_count = 0;
  config.core_count = (uint8_t)count;
  config.scheduler = sim_scheduler_PRIORITY;
  config.save_amount = config.restore_amount = 0;
  config.queue_count = 1;
}

static sim *run_to(uint64_t cycle) { return fixture_run_to(&config, cycle); }

static void add_lock(enum sim_lock_protocol protocol) {
  sim_lock_config *lock = &config.locks[config.lock_count++];
  lock->kind = sim_lock_kind_SLEEP;
  lock->order = sim_lock_order_PRIORITY;
  lock->protocol = (uint8_t)protocol;
}

/* Sleeps until that time, if it is not 0. */
static void add_thread(uint32_t core, uint32_t priority, uint32_t begin) {
  const uint32_t index = fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, priority, 0);
  config.threads[index].core = (uint8_t)core;
  if (begin > 0) fixture_step(&config, sim_step_op_SLEEP, 0)->cycles = begin;
}
static void exec(uint32_t cycles) { fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, cycles)); }
static void take(uint32_t lock) { fixture_step(&config, sim_step_op_LOCK, lock); }
static void give(uint32_t lock) { fixture_step(&config, sim_step_op_UNLOCK, lock); }
static void for_ever(void) { fixture_step(&config, sim_step_op_WAIT, 0); }

static void add_holder(uint32_t core, uint32_t priority, uint32_t begin, uint32_t held, uint32_t behind) {
  add_thread(core, priority, begin);
  take(0);
  exec(held);
  give(0);
  if (behind > 0) exec(behind);
  for_ever();
}

static void add_worker(uint32_t core, uint32_t priority, uint32_t begin, uint32_t cycles) {
  add_thread(core, priority, begin);
  exec(cycles);
  for_ever();
}

static const sim_lock_counters *lock(sim *sim) { return &sim_get_counters(sim)->locks[0]; }
static const sim_thread_counters *thread(sim *sim, uint32_t index) { return &sim_get_counters(sim)->threads[index]; }

/* The boundary at which the thread got the lock. An event at the end of cycle t carries t. */
static uint64_t taken_at(const sim *sim, uint32_t lock, uint32_t wanted) {
  sim_event events[32];
  const uint32_t count = fixture_events(sim, sim_event_kind_LOCKED, events, 32);
  for (uint32_t i = 0; i < count; i++)
    if (events[i].value == wanted && events[i].subject == lock) return fixture_event_cycle(&events[i]) + 1;
  return SIM_NEVER;
}

enum { LOW, MIDDLE, HIGH };

/* The threads of Mars Pathfinder: the weather task (low) holds the lock of the bus, the bus task (high) needs it, and a
 * thread of priority in between runs. Low is interrupted at 50 and drains to 53. Then high asks in vain, and low
 * continues with 50 of its 100 cycles left. Middle is ready at 60. */
static sim *pathfinder(enum sim_lock_protocol protocol, uint32_t middle_cycles) {
  cores(1);
  add_lock(protocol);
  add_holder(0, 5, 0, 100, 40);
  add_worker(0, 3, 60, middle_cycles);
  add_holder(0, 1, 50, 20, 0);
  return run_to(20000);
}

/* Middle preempts low, which drains from 60 to 63. After middle, low has 43 cycles left. */
static void without_it_the_middle_one_decides(uint32_t middle_cycles) {
  sim *sim = pathfinder(sim_lock_protocol_NONE, middle_cycles);
  const uint64_t expected = 63 + middle_cycles + 43;
  EXPECT_EQUAL(taken_at(sim, 0, HIGH), expected);
  EXPECT_EQUAL(lock(sim)->longest_wait, expected - 53);
  EXPECT_EQUAL(lock(sim)->inverted_cycles, expected - 53);
  EXPECT_EQUAL(thread(sim, LOW)->boosts, 0);
  EXPECT_EQUAL(thread(sim, LOW)->boosted_cycles, 0);
  fixture_free(sim);
}
static void an_inversion_is_as_long_as_the_middle_one(void) {
  without_it_the_middle_one_decides(1000);
  without_it_the_middle_one_decides(9000);
}

/* Low is as urgent as high from 53 until it releases the lock at 103. High runs to 123, then middle, then low. */
static void with_it_only_the_holder_decides(uint32_t middle_cycles) {
  sim *sim = pathfinder(sim_lock_protocol_INHERIT, middle_cycles);
  EXPECT_EQUAL(taken_at(sim, 0, HIGH), 103);
  EXPECT_EQUAL(lock(sim)->longest_wait, 50);
  EXPECT_EQUAL(lock(sim)->inverted_cycles, 50);
  EXPECT_EQUAL(thread(sim, LOW)->boosts, 1);
  EXPECT_EQUAL(thread(sim, LOW)->boosted_cycles, 50);
  EXPECT_EQUAL(thread(sim, MIDDLE)->cycles, middle_cycles);
  EXPECT_EQUAL(thread(sim, MIDDLE)->longest_ready, 123 - 60);
  /* low had lost its inherited priority: high and middle ran first */
  EXPECT_EQUAL(thread(sim, LOW)->longest_ready, 20 + middle_cycles);
  EXPECT_EQUAL(thread(sim, HIGH)->boosts, 0);
  fixture_free(sim);
}
static void with_inheritance_it_is_bounded(void) {
  with_it_only_the_holder_decides(1000);
  with_it_only_the_holder_decides(9000);
}

/* A waiter that is at most as urgent as the holder changes nothing. */
static void who_waits_is_no_more_urgent(uint32_t priority) {
  cores(2);
  add_lock(sim_lock_protocol_INHERIT);
  add_holder(0, 3, 0, 100, 0);
  add_holder(1, priority, 10, 20, 0);
  sim *sim = run_to(1000);
  EXPECT_EQUAL(taken_at(sim, 0, 1), 100);
  EXPECT_EQUAL(thread(sim, 0)->boosts, 0);
  EXPECT_EQUAL(thread(sim, 0)->boosted_cycles, 0);
  EXPECT_EQUAL(lock(sim)->inverted_cycles, 0);
  fixture_free(sim);
}
static void equals_inherit_nothing(void) {
  who_waits_is_no_more_urgent(3);
  who_waits_is_no_more_urgent(4);
}

/* Thread 0 has the first lock. Thread 1 has the second, and waits for the first from 23 onwards. Thread 2 waits for the
 * second from 43 onwards. Thread 3 is ready at 60. */
static sim *chain(enum sim_lock_protocol first, enum sim_lock_protocol second) {
  cores(1);
  add_lock(first);
  add_lock(second);
  add_holder(0, 6, 0, 100, 0);
  add_thread(0, 5, 20);
  take(1);
  take(0);
  exec(10);
  give(0);
  give(1);
  for_ever();
  add_thread(0, 1, 40);
  take(1);
  exec(10);
  give(1);
  for_ever();
  add_worker(0, 3, 60, 1000);
  return run_to(5000);
}

/* Thread 0 runs 20 cycles to 20, 17 from 23 to 40, and 63 from 43 to 106. Thread 1 runs from 106 to 116. */
static void along_a_chain(void) {
  sim *sim = chain(sim_lock_protocol_INHERIT, sim_lock_protocol_INHERIT);
  EXPECT_EQUAL(taken_at(sim, 0, 1), 106);
  EXPECT_EQUAL(taken_at(sim, 1, 2), 116);
  EXPECT_EQUAL(thread(sim, 0)->boosts, 2); /* to 5 at 23, to 1 at 43 */
  EXPECT_EQUAL(thread(sim, 0)->boosted_cycles, 106 - 23);
  EXPECT_EQUAL(thread(sim, 1)->boosts, 1);
  EXPECT_EQUAL(thread(sim, 1)->boosted_cycles, 116 - 43);
  EXPECT_EQUAL(lock(sim)->inverted_cycles, 106 - 23);
  EXPECT_EQUAL(thread(sim, 3)->longest_ready, 126 - 60);
  fixture_free(sim);
}

/* If the first lock does not inherit, thread 3 runs from 63 to 1063, and thread 0 has 46 cycles left. If the second
 * does not, thread 0 inherits only the priority of thread 1, below that of thread 3: the result is the same. */
static void a_chain_ends_where_a_link_does_not_inherit(void) {
  sim *sim = chain(sim_lock_protocol_NONE, sim_lock_protocol_INHERIT);
  EXPECT_EQUAL(taken_at(sim, 0, 1), 1063 + 46);
  EXPECT_EQUAL(thread(sim, 0)->boosts, 0);
  EXPECT_EQUAL(thread(sim, 1)->boosts, 1);
  fixture_free(sim);
  sim = chain(sim_lock_protocol_INHERIT, sim_lock_protocol_NONE);
  EXPECT_EQUAL(taken_at(sim, 0, 1), 1063 + 46);
  EXPECT_EQUAL(thread(sim, 0)->boosts, 1);
  EXPECT_EQUAL(thread(sim, 1)->boosts, 0);
  fixture_free(sim);
}

/* Low was preempted at 10 and has 90 cycles left. High asks from the other core at 30. At once the worker is preempted,
 * and drains to 33. */
static void a_waiter_on_another_core_raises_it(void) {
  cores(2);
  add_lock(sim_lock_protocol_INHERIT);
  add_holder(1, 5, 0, 100, 0);
  add_worker(1, 3, 10, 1000);
  add_holder(0, 1, 30, 20, 0);
  sim *sim = run_to(5000);
  EXPECT_EQUAL(taken_at(sim, 0, HIGH), 33 + 90);
  EXPECT_EQUAL(thread(sim, LOW)->boosted_cycles, 33 + 90 - 30);
  EXPECT_EQUAL(thread(sim, MIDDLE)->longest_ready, 33 + 90 - 30);
  fixture_free(sim);
}

/* When low is lowered again, it runs before the worker of the same priority, which was ready before low was raised. Low
 * has the lock to 103, and high runs to 123. Then low runs its other 40 cycles, and the worker follows. */
static void who_is_lowered_goes_on_before_its_equals(void) {
  cores(1);
  add_lock(sim_lock_protocol_INHERIT);
  add_holder(0, 5, 0, 100, 40);
  add_worker(0, 5, 0, 1000);
  add_holder(0, 1, 50, 20, 0);
  sim *sim = run_to(5000);
  EXPECT_EQUAL(taken_at(sim, 0, HIGH), 103);
  EXPECT_EQUAL(thread(sim, 1)->longest_ready, 163);
  EXPECT_EQUAL(thread(sim, 0)->longest_ready, 20);
  fixture_free(sim);
}

/* A raised thread queues behind threads of its new priority. High asks on the other core at 30, while the worker runs,
 * as urgent as high. Low continues only when the worker is done at 1,013, even though another thread interrupts it. */
static void who_is_raised_goes_behind_its_new_equals(void) {
  cores(2);
  add_lock(sim_lock_protocol_INHERIT);
  add_holder(1, 5, 0, 100, 0);
  add_worker(1, 1, 10, 1000);
  add_holder(0, 1, 30, 20, 0);
  add_worker(1, 0, 500, 7); /* from 503 to 510 */
  sim *sim = run_to(5000);
  EXPECT_EQUAL(thread(sim, 3)->cycles, 7);
  EXPECT_EQUAL(taken_at(sim, 0, HIGH), 1013 + 3 + 7 + 90);
  fixture_free(sim);
}

/* A thread that is raised while it runs continues to run. Thread 1 waits for lock 1 from 23 onwards. At 102 thread 2
 * releases lock 1 and waits for lock 0. Thread 0, with 101 cycles left, is now as urgent as thread 1, which is ready. A
 * handler interrupts at that moment, and returns to thread 0. */
static void who_is_raised_as_it_runs_goes_on(void) {
  cores(2);
  add_lock(sim_lock_protocol_INHERIT);
  add_lock(sim_lock_protocol_INHERIT);
  add_holder(1, 5, 0, 200, 0);
  add_thread(1, 1, 20);
  take(1);
  exec(1000);
  for_ever();
  add_thread(0, 1, 0);
  take(1);
  exec(102);
  give(1);
  take(0);
  for_ever();
  config.timer_count = 1;
  config.timers[0].start_cycle = 101;
  config.line_count = 1;
  config.lines[0].priority = 0;
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 0, 0);
  config.threads[3].core = 1;
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->device = sim_device_kind_TIMER;
  exec(1);
  sim *sim = run_to(5000);
  EXPECT_EQUAL(taken_at(sim, 1, 1), 102);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_RECOGNISED, 0) + 1, 102);
  const uint64_t returned = fixture_nth_event_cycle(sim, sim_event_kind_RETURNED, 0) + 1;
  EXPECT_EQUAL(taken_at(sim, 0, 2), returned + 101);
  fixture_free(sim);
}

/* What a thread inherits through one lock lasts until it releases that lock. Thread 1, of priority 3, asks for the
 * first lock at 33, and thread 2, of priority 1, for the second at 43. Thread 0 runs 100 cycles with both locks, 30
 * with one, and 50 without. */
static sim *two_locks(uint32_t first_given) {
  cores(3);
  add_lock(sim_lock_protocol_INHERIT);
  add_lock(sim_lock_protocol_INHERIT);
  add_thread(0, 6, 0);
  take(0);
  take(1);
  exec(100);
  give(first_given);
  exec(30);
  give(1 - first_given);
  exec(50);
  for_ever();
  add_holder(1, 3, 33, 10, 0);
  add_thread(2, 1, 43);
  take(1);
  exec(10);
  give(1);
  for_ever();
  add_worker(0, 2, 60, 200);
  return run_to(5000);
}

/* The more urgent waiter gets its lock first. From 100 on the worker, more urgent than thread 0, runs for 200. */
static void each_lock_gives_back_its_own(void) {
  sim *sim = two_locks(1);
  EXPECT_EQUAL(taken_at(sim, 1, 2), 100);
  EXPECT_EQUAL(taken_at(sim, 0, 1), 100 + 200 + 30);
  EXPECT_EQUAL(thread(sim, 0)->boosts, 2);
  EXPECT_EQUAL(thread(sim, 0)->boosted_cycles, 330 - 33);
  EXPECT_EQUAL(thread(sim, 3)->longest_ready, 100 - 60);
  fixture_free(sim);
}

/* The less urgent waiter gets its lock first. Thread 0 is as urgent as thread 2 until 130. Then the worker runs. */
static void the_more_urgent_may_be_the_last(void) {
  sim *sim = two_locks(0);
  EXPECT_EQUAL(taken_at(sim, 0, 1), 100);
  EXPECT_EQUAL(taken_at(sim, 1, 2), 130);
  EXPECT_EQUAL(thread(sim, 0)->boosts, 2);
  EXPECT_EQUAL(thread(sim, 0)->boosted_cycles, 130 - 33);
  EXPECT_EQUAL(thread(sim, 3)->longest_ready, 130 - 60);
  EXPECT_EQUAL(thread(sim, 0)->longest_ready, 200);
  fixture_free(sim);
}

/* Three threads have a core each. Thread 0 has lock 0, and the worker preempted it at 10 with 90 cycles left. Thread 1
 * has lock 1 and waits for lock 0 from 20 onwards. Thread 2 waits for lock 1 from 30 onwards. Then thread 0 inherits
 * the priority of thread 2 through thread 1, and the worker drains to 33. */
static void along_a_chain_of_three_cores(void) {
  cores(3);
  add_lock(sim_lock_protocol_INHERIT);
  add_lock(sim_lock_protocol_INHERIT);
  add_holder(0, 6, 0, 100, 0);
  add_thread(1, 5, 0);
  exec(20);
  take(1);
  take(0);
  exec(10);
  give(0);
  give(1);
  for_ever();
  add_thread(2, 1, 0);
  exec(30);
  take(1);
  exec(10);
  give(1);
  for_ever();
  add_worker(0, 3, 10, 1000);
  sim *sim = run_to(5000);
  EXPECT_EQUAL(taken_at(sim, 0, 1), 33 + 90);
  EXPECT_EQUAL(taken_at(sim, 1, 2), 33 + 90 + 10);
  EXPECT_EQUAL(thread(sim, 0)->boosts, 2); /* to 5 at 20, which is below the worker, and to 1 at 30 */
  EXPECT_EQUAL(thread(sim, 0)->boosted_cycles, 123 - 20);
  EXPECT_EQUAL(thread(sim, 1)->boosts, 1);
  EXPECT_EQUAL(thread(sim, 1)->boosted_cycles, 133 - 30);
  EXPECT_EQUAL(thread(sim, 3)->longest_ready, 123 - 30);
  fixture_free(sim);
}

/* A lock stays taken when its thread ends without releasing it, and the thread keeps what it inherits. Low has the lock
 * from 10 onwards, and 60 cycles left at 53, when high asks. It ends at 113, starts again, and runs 10 cycles as urgent
 * as high. Then it asks for its own lock, and waits for ever. Middle is ready at 60 and runs only then. */
static void who_ends_with_a_lock_keeps_what_it_inherits(void) {
  enum { END = 3000 };
  cores(1);
  add_lock(sim_lock_protocol_INHERIT);
  add_thread(0, 5, 0);
  exec(10);
  take(0);
  exec(100);
  add_worker(0, 3, 60, 1000);
  add_holder(0, 1, 50, 20, 0);
  sim *sim = run_to(END);
  EXPECT_EQUAL(thread(sim, LOW)->ended, 1);
  EXPECT_EQUAL(thread(sim, LOW)->cycles, 120);
  EXPECT_EQUAL(thread(sim, MIDDLE)->longest_ready, 123 - 60);
  EXPECT_EQUAL(thread(sim, LOW)->boosts, 1);
  EXPECT_EQUAL(thread(sim, LOW)->boosted_cycles, END - 53);
  EXPECT_EQUAL(taken_at(sim, 0, HIGH), SIM_NEVER);
  EXPECT_EQUAL(sim_get_counters(sim)->deadlock.cycle, 123);
  fixture_free(sim);
}

/* Thread 1, of priority 5, inherits priority 1 through lock 1. So it gets lock 0 before thread 2, of priority 3. */
static void waiters_stand_by_what_they_inherit(enum sim_lock_protocol protocol) {
  cores(4);
  add_lock(sim_lock_protocol_NONE);
  add_lock(protocol);
  add_holder(0, 7, 0, 100, 0);
  add_thread(1, 5, 0);
  take(1);
  exec(10);
  take(0);
  exec(10);
  give(0);
  give(1);
  for_ever();
  add_holder(2, 3, 20, 10, 0);
  add_thread(3, 1, 30);
  take(1);
  give(1);
  for_ever();
  sim *sim = run_to(1000);
  const int inherits = protocol == sim_lock_protocol_INHERIT;
  EXPECT_EQUAL(taken_at(sim, 0, 1), inherits ? 100 : 110);
  EXPECT_EQUAL(taken_at(sim, 0, 2), inherits ? 110 : 100);
  fixture_free(sim);
}
static void the_order_of_waiters(void) {
  waiters_stand_by_what_they_inherit(sim_lock_protocol_INHERIT);
  waiters_stand_by_what_they_inherit(sim_lock_protocol_NONE);
}

/* In a ring of waiting threads each is as urgent as the most urgent of them, and the machine continues. */
static void a_ring_ends_the_search(void) {
  cores(3);
  add_lock(sim_lock_protocol_INHERIT);
  add_lock(sim_lock_protocol_INHERIT);
  for (uint32_t i = 0; i < 2; i++) {
    add_thread(i, 5 - i, 0);
    take(i);
    exec(50);
    take(1 - i);
    give(1 - i);
    give(i);
    for_ever();
  }
  add_holder(2, 1, 100, 10, 0);
  sim *sim = run_to(1000);
  EXPECT_EQUAL(sim_get_counters(sim)->deadlock.length, 2);
  EXPECT_EQUAL(thread(sim, 0)->boosts, 2); /* to 4 at 50, to 1 at 100 */
  EXPECT_EQUAL(thread(sim, 1)->boosts, 1);
  EXPECT_EQUAL(thread(sim, 0)->boosted_cycles, 950);
  EXPECT_EQUAL(thread(sim, 1)->boosted_cycles, 900);
  fixture_free(sim);
}

/* The timer's handler, due at 60, waits while low is as urgent as high, to 103, and while high runs, to 123. */
static void interrupts_wait_for_it_too(enum sim_lock_protocol protocol) {
  cores(1);
  add_lock(protocol);
  config.timer_count = 1;
  config.timers[0].start_cycle = 60;
  config.line_count = 1;
  config.lines[0].priority = 2;
  add_holder(0, 5, 0, 100, 0);
  add_holder(0, 1, 50, 20, 0);
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 2, 0);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->device = sim_device_kind_TIMER;
  exec(5);
  sim *sim = run_to(1000);
  const uint64_t recognised = fixture_nth_event_cycle(sim, sim_event_kind_RECOGNISED, 0) + 1;
  EXPECT_EQUAL(recognised, protocol == sim_lock_protocol_INHERIT ? 123 : 61);
  fixture_free(sim);
}
static void interrupts_of_less_urgency_wait(void) {
  interrupts_wait_for_it_too(sim_lock_protocol_INHERIT);
  interrupts_wait_for_it_too(sim_lock_protocol_NONE);
}

/* ---- the same result for all sizes of steps ---- */

static sim *fresh(void) { return fixture_create(&config, NULL, &fixture_blind); }

/* At each of these cycles the machine is saved, and another machine continues from there: before a priority is
 * inherited, during it, and after it. */
static void expect_the_same_from_snapshots(uint64_t first, uint64_t last) {
  enum { END = 1400 };
  sim *whole = fresh(), *other = fresh();
  sim_step(whole, END, 0);
  const uint64_t hash = sim_state_hash(whole);
  uint8_t *saved = malloc(sim_snapshot_bytes(whole));
  for (uint64_t at = first; at <= last; at++) {
    sim *sim = fresh();
    sim_step(sim, at, 0);
    sim_save(sim, saved);
    EXPECT(sim_restore(other, saved, sim_snapshot_bytes(other)) == sim_status_OK);
    EXPECT(sim_state_hash(other) == sim_state_hash(sim));
    for (uint64_t to = at; to < END; to += 13) sim_step(other, to, 0);
    sim_step(other, END, 0);
    EXPECT(sim_state_hash(other) == hash);
    EXPECT_EQUAL(thread(other, LOW)->boosts, thread(whole, LOW)->boosts);
    EXPECT_EQUAL(thread(other, LOW)->boosted_cycles, thread(whole, LOW)->boosted_cycles);
    fixture_free(sim);
  }
  free(saved);
  fixture_free(whole);
  fixture_free(other);
}

/* Uses the machine of the previous test. The comments say when low inherits. */
static void snapshots_change_nothing(void) {
  fixture_free(pathfinder(sim_lock_protocol_INHERIT, 1000)); /* from 53 to 103 */
  expect_the_same_from_snapshots(48, 126);
  fixture_free(two_locks(0)); /* from 33 to 130 */
  expect_the_same_from_snapshots(30, 135);
  fixture_free(chain(sim_lock_protocol_INHERIT, sim_lock_protocol_INHERIT)); /* from 23 to 106 */
  expect_the_same_from_snapshots(18, 120);
}

/* The snapshot is taken at a third of the run, while a priority is inherited. */
static void steps_change_nothing(void) {
  enum { A_THIRD = 3 };
  fixture_free(pathfinder(sim_lock_protocol_INHERIT, 1000));
  fixture_free(fixture_run_in_any_steps(&config, A_THIRD * 80));
  fixture_free(two_locks(1));
  fixture_free(fixture_run_in_any_steps(&config, A_THIRD * 200));
  fixture_free(chain(sim_lock_protocol_INHERIT, sim_lock_protocol_INHERIT));
  fixture_free(fixture_run_in_any_steps(&config, A_THIRD * 60));
  a_ring_ends_the_search();
  fixture_free(fixture_run_in_any_steps(&config, A_THIRD * 120));
  along_a_chain_of_three_cores();
  fixture_free(fixture_run_in_any_steps(&config, A_THIRD * 32));
}

int main(void) {
  RUN(an_inversion_is_as_long_as_the_middle_one);
  RUN(with_inheritance_it_is_bounded);
  RUN(equals_inherit_nothing);
  RUN(along_a_chain);
  RUN(a_chain_ends_where_a_link_does_not_inherit);
  RUN(a_waiter_on_another_core_raises_it);
  RUN(who_is_lowered_goes_on_before_its_equals);
  RUN(who_is_raised_goes_behind_its_new_equals);
  RUN(who_is_raised_as_it_runs_goes_on);
  RUN(each_lock_gives_back_its_own);
  RUN(the_more_urgent_may_be_the_last);
  RUN(along_a_chain_of_three_cores);
  RUN(who_ends_with_a_lock_keeps_what_it_inherits);
  RUN(the_order_of_waiters);
  RUN(a_ring_ends_the_search);
  RUN(interrupts_of_less_urgency_wait);
  RUN(snapshots_change_nothing);
  RUN(steps_change_nothing);
  return TEST_EXIT_CODE;
}
