/* The table of interrupt lines: sharing, triggers, masks, steering. */
#include "support/machine_fixture.h"
#include "support/test.h"

enum { EVENT_LIMIT = 64 };

static sim_config config;
static sim_event events[EVENT_LIMIT];

static sim *run_to(uint64_t cycle) { return fixture_run_to(&config, cycle); }

static void frames(uint32_t nic, uint64_t start, uint64_t interval, uint64_t count) {
  sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, 64);
  traffic->nic = (uint8_t)nic;
  traffic->start_cycle = start;
  traffic->interval_cycles_numerator = interval;
  traffic->frame_count = count;
}

/* A handler of `cycles` that starts by acknowledging the NICs whose bits are in `nics`. */
static void handler(uint32_t line, uint32_t cycles, uint32_t nics) {
  const uint32_t thread = fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  config.threads[thread].line = (uint8_t)line;
  for (uint32_t nic = 0; nic < 2; nic++)
    if (nics >> nic & 1) fixture_step(&config, sim_step_op_ACKNOWLEDGE, nic)->bits = SIM_NIC_STATUS_RX;
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, cycles));
}

static void two_nics(void) {
  sim_config_defaults(&config);
  config.nic_count = 2;
  config.line_count = 2;
}

/* Both cards drive line 0. The handler serves only the first card, so the line stays asserted. */
static void a_shared_level_line_is_up_while_one_device_drives_it(void) {
  two_nics();
  config.nics[1].rings[0].line = 0;
  frames(0, 100, 1, 1);
  frames(1, 105, 1, 1);
  handler(0, 50, 1);
  sim *sim = run_to(1000);
  sim_view view;
  sim_get_view(sim, &view);
  EXPECT_EQUAL(sim_get_counters(sim)->lines[0].asserted, 1);
  EXPECT_EQUAL(sim_get_counters(sim)->lines[1].asserted, 0);
  EXPECT_EQUAL(view.lines[0].pending, 1);
  EXPECT_EQUAL(view.lines[0].asserted_since_cycle, 100);
  EXPECT(sim_get_counters(sim)->interrupts > 5); /* nothing clears the line, so it interrupts repeatedly */
  fixture_free(sim);
}

static void a_shared_level_line_falls_with_the_last_device(void) {
  two_nics();
  config.nics[1].rings[0].line = 0;
  frames(0, 100, 1, 1);
  frames(1, 105, 1, 1);
  handler(0, 50, 3);
  sim *sim = run_to(1000);
  EXPECT_EQUAL(sim_get_counters(sim)->interrupts, 1); /* at 100; after 6 cycles of entry both frames have arrived */
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_LINE_CLEARED, events, EVENT_LIMIT), 1);
  EXPECT_EQUAL(fixture_event_cycle(&events[0]), 107);
  fixture_free(sim);
}

static void each_nic_may_have_a_line_with_a_priority_of_its_own(void) {
  two_nics();
  config.lines[0].priority = 3;
  config.lines[1].priority = 2;
  frames(0, 100, 1, 1);
  frames(1, 100, 1, 1);
  handler(0, 50, 1);
  handler(1, 50, 2);
  sim *sim = run_to(1000);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_RECOGNISED, events, EVENT_LIMIT), 2);
  EXPECT_EQUAL(events[0].subject, 1); /* the thread of line 1, which is more urgent */
  EXPECT_EQUAL(events[1].subject, 0);
  fixture_free(sim);
}

/* The first handler acknowledges nothing, so the status bit stays set: no second edge, but a second
 * message. */
static uint64_t interrupts_without_acknowledge(enum sim_trigger trigger) {
  sim_config_defaults(&config);
  config.lines[0].trigger = (uint8_t)trigger;
  frames(0, 100, 300, 3);
  handler(0, 50, 0);
  sim *sim = run_to(2000);
  const uint64_t interrupts = sim_get_counters(sim)->interrupts;
  fixture_free(sim);
  return interrupts;
}

static void a_message_comes_with_every_event(void) {
  EXPECT_EQUAL(interrupts_without_acknowledge(sim_trigger_EDGE), 1);
  EXPECT_EQUAL(interrupts_without_acknowledge(sim_trigger_MESSAGE), 3);
}

/* The line is masked from the start; the second thread unmasks it at 500. */
static uint64_t interrupts_after_unmask(int loses, uint64_t *lost) {
  sim_config_defaults(&config);
  config.lines[0].trigger = sim_trigger_EDGE;
  config.lines[0].masked = 1;
  config.lines[0].loses_masked = (uint8_t)loses;
  frames(0, 100, 1, 1);
  handler(0, 50, 1);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 9, 0);
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 500));
  fixture_step(&config, sim_step_op_UNMASK, 0);
  sim *sim = run_to(2000);
  const uint64_t interrupts = sim_get_counters(sim)->interrupts;
  *lost = sim_get_counters(sim)->lines[0].lost;
  fixture_free(sim);
  return interrupts;
}

static void an_edge_while_masked_is_kept_or_lost(void) {
  uint64_t lost;
  EXPECT_EQUAL(interrupts_after_unmask(0, &lost), 1);
  EXPECT_EQUAL(lost, 0);
  EXPECT_EQUAL(interrupts_after_unmask(1, &lost), 0);
  EXPECT_EQUAL(lost, 1);
}

static void steering_places_the_thread_that_answers(void) {
  sim_config_defaults(&config);
  config.policy = sim_policy_ON_EVENT;
  config.context_count = 3;
  config.lines[0].context = 2;
  frames(0, 100, 1, 1);
  handler(0, 50, 1);
  sim *sim = run_to(1000);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_HANDLER_ENTERED, events, EVENT_LIMIT), 1);
  EXPECT_EQUAL(events[0].context, 2);
  fixture_free(sim);
}

static void sixteen_nics_have_sixteen_rings(void) {
  sim_config_defaults(&config);
  config.nic_count = SIM_NIC_LIMIT;
  config.line_count = SIM_NIC_LIMIT;
  for (uint32_t nic = 0; nic < SIM_NIC_LIMIT; nic++) config.nics[nic].rings[0].frames = (uint16_t)(nic + 1);
  for (uint32_t i = 0; i < SIM_NIC_LIMIT; i++) frames(SIM_NIC_LIMIT - 1 - i, 10, 1, 100);
  sim *sim = run_to(1000);
  for (uint32_t i = 0; i < SIM_NIC_LIMIT; i++) {
    const uint32_t nic = SIM_NIC_LIMIT - 1 - i;
    EXPECT_EQUAL(sim_get_counters(sim)->nics[nic].rx_in_flight, nic + 1);
    EXPECT_EQUAL(sim_get_counters(sim)->nics[nic].rx_dropped[sim_drop_cause_RX_RING_FULL], 100 - (nic + 1));
    EXPECT_EQUAL(sim_get_counters(sim)->lines[nic].asserted, 1);
  }
  fixture_free(sim);
}

int main(void) {
  RUN(a_shared_level_line_is_up_while_one_device_drives_it);
  RUN(a_shared_level_line_falls_with_the_last_device);
  RUN(each_nic_may_have_a_line_with_a_priority_of_its_own);
  RUN(a_message_comes_with_every_event);
  RUN(an_edge_while_masked_is_kept_or_lost);
  RUN(steering_places_the_thread_that_answers);
  RUN(sixteen_nics_have_sixteen_rings);
  return TEST_EXIT_CODE;
}
