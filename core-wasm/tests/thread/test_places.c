/* Threads that any context of their core may run: on which context each starts, worked out by hand. */
#include <stddef.h>

#include "support/machine_fixture.h"
#include "support/test.h"

enum { EVENT_LIMIT = 16, WORK = 1000, FAR = 100000 };

static sim_config config;
static sim_event events[EVENT_LIMIT];

static void machine(enum sim_policy policy, uint32_t cores, uint32_t contexts) {
  sim_config_defaults(&config);
  config.policy = (uint8_t)policy;
  config.core_count = (uint8_t)cores;
  config.context_count = (uint8_t)contexts;
  config.queue_count = 1;
}

static void application(uint32_t context, uint32_t priority) {
  const uint32_t loop = fixture_cycles(&config, FAR);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, priority, context);
  fixture_step(&config, sim_step_op_EXEC, loop);
}

/* A soft thread of a core, raised in that cycle. */
static uint32_t raised(uint32_t core, uint32_t priority, uint64_t cycle) {
  const uint32_t work = fixture_cycles(&config, WORK);
  const uint32_t thread = fixture_thread(&config, sim_thread_start_SOFT, sim_layer_PROTOCOL, priority, SIM_NONE_8);
  config.threads[thread].core = (uint8_t)core;
  fixture_step(&config, sim_step_op_EXEC, work);
  sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_SEND, 64);
  traffic->thread = (uint8_t)thread;
  traffic->start_cycle = cycle;
  traffic->frame_count = 1;
  return thread;
}

/* The contexts on which handlers started, in order. */
static void expect_places(const sim *sim, const uint32_t *contexts, uint32_t count) {
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_HANDLER_ENTERED, events, EVENT_LIMIT), count);
  for (uint32_t i = 0; i < count; i++) EXPECT_EQUAL(events[i].context, contexts[i]);
}
#define EXPECT_PLACES(sim, ...)                                                       \
  do {                                                                                \
    static const uint32_t contexts_[] = {__VA_ARGS__};                                \
    expect_places(sim, contexts_, sizeof contexts_ / sizeof contexts_[0]);            \
  } while (0)

/* Each is more urgent than the one before: two find a free context, the third takes the application's context. */
static void a_free_context_comes_first(void) {
  machine(sim_policy_ON_EVENT, 1, 3);
  application(0, 9);
  raised(0, 5, 100);
  raised(0, 4, 200);
  raised(0, 3, 300);
  sim *sim = fixture_run_to(&config, 600);
  EXPECT_PLACES(sim, 1, 2, 0);
  EXPECT_EQUAL(sim_get_counters(sim)->saves, 1);
  fixture_free(sim);
}

static void the_least_urgent_makes_room(void) {
  machine(sim_policy_ON_EVENT, 1, 2);
  application(0, 6);
  application(1, 9);
  raised(0, 3, 100);
  sim *sim = fixture_run_to(&config, 600);
  EXPECT_PLACES(sim, 1);
  fixture_free(sim);
}

/* The thread is urgent, but it waits. */
static void who_waits_makes_room_before_who_runs(void) {
  machine(sim_policy_ON_EVENT, 1, 2);
  application(0, 9);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_PROTOCOL, 4, 1);
  config.queue_count = 2;
  fixture_step(&config, sim_step_op_WAIT, 1);
  raised(0, 5, 100);
  sim *sim = fixture_run_to(&config, 600);
  EXPECT_PLACES(sim, 1);
  EXPECT_EQUAL(sim_get_counters(sim)->saves, 1); /* context of the waiting thread */
  fixture_free(sim);
}

/* If contexts share the pipeline both run at once. With a fixed place the second would wait. */
static void two_run_side_by_side(void) {
  machine(sim_policy_ROUND_ROBIN, 1, 4);
  application(0, 9);
  raised(0, 5, 100);
  raised(0, 5, 110);
  sim *sim = fixture_run_to(&config, 600);
  EXPECT_PLACES(sim, 1, 2);
  EXPECT_EQUAL(sim_get_counters(sim)->saves, 0);
  fixture_free(sim);
}

static void the_core_is_its_own(void) {
  machine(sim_policy_ON_EVENT, 2, 2);
  application(0, 9);
  raised(1, 5, 100);
  raised(1, 4, 200);
  sim *sim = fixture_run_to(&config, 600);
  EXPECT_PLACES(sim, 2, 3);
  fixture_free(sim);
}

/* It returns to the context of its start, though another context is free by then. The next start chooses again. */
static void a_start_chooses_and_a_return_does_not(void) {
  machine(sim_policy_ON_EVENT, 1, 2);
  application(0, 9);
  const uint32_t thread = raised(0, 5, 100);
  raised(0, 3, 200);
  config.traffic[0].frame_count = 2;
  config.traffic[0].interval_cycles_numerator = 5000;
  sim *sim = fixture_run_to(&config, 6000);
  EXPECT_PLACES(sim, 1, 0, 1);
  EXPECT_EQUAL(sim_get_counters(sim)->threads[thread].ended, 1);
  EXPECT_EQUAL(sim_get_counters(sim)->saves, 1); /* the application made room for the second thread */
  EXPECT_EQUAL(sim_get_counters(sim)->restores, 1);
  fixture_free(sim);
}

/* A line that is steered to a context always uses it. */
static void steering_goes_before(void) {
  machine(sim_policy_ON_EVENT, 1, 3);
  application(0, 9);
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, SIM_NONE_8);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->bits = SIM_NIC_STATUS_RX;
  config.lines[0].context = 2;
  fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, 64)->frame_count = 1;
  sim *sim = fixture_run_to(&config, 600);
  EXPECT_PLACES(sim, 2);
  fixture_free(sim);
}

static void what_always_lives_has_a_place(void) {
  machine(sim_policy_ON_EVENT, 1, 2);
  application(0, 9);
  config.threads[0].context = SIM_NONE_8;
  sim_error error;
  EXPECT_EQUAL(sim_config_check(&config, NULL, &error), sim_status_BAD_REFERENCE);
  EXPECT_EQUAL(error.field_offset, offsetof(sim_config, threads[0].context));
}

int main(void) {
  RUN(a_free_context_comes_first);
  RUN(the_least_urgent_makes_room);
  RUN(who_waits_makes_room_before_who_runs);
  RUN(two_run_side_by_side);
  RUN(the_core_is_its_own);
  RUN(a_start_chooses_and_a_return_does_not);
  RUN(steering_goes_before);
  RUN(what_always_lives_has_a_place);
  return TEST_EXIT_CODE;
}
