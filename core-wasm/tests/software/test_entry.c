/* Recognition, the entry sequence, save and restore, masks and priorities. */
#include "state/state.h"
#include "support/machine_fixture.h"
#include "support/test.h"

enum { EVENT_LIMIT = 64 };

static sim_config config;
static sim_event events[EVENT_LIMIT];

static void reset(uint32_t contexts) { fixture_contexts(&config, contexts); }

/* An application and an ISR, both in cycles; one frame arrives at `arrival`. */
static void add_application_and_isr(uint32_t isr_context, uint64_t arrival) {
  const uint32_t loop = fixture_cycles(&config, 100000);
  const uint32_t work = fixture_cycles(&config, 50);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 5, 0);
  fixture_step(&config, sim_step_op_EXEC, loop);
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, isr_context);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->bits = SIM_NIC_STATUS_RX;
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  fixture_step(&config, sim_step_op_EXEC, work);
  fixture_step(&config, sim_step_op_DELIVER, 0);
  sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, 100);
  traffic->start_cycle = arrival;
  traffic->frame_count = 1;
}

static sim *run_to(uint64_t cycle) { return fixture_run_to(&config, cycle); }

static uint64_t only_event(const sim *sim, enum sim_event_kind kind) {
  EXPECT_EQUAL(fixture_events(sim, kind, events, EVENT_LIMIT), 1);
  return fixture_event_cycle(&events[0]);
}

/* ---- entry ---- */

static void entry_takes_drain_six_steps_and_save(void) {
  reset(1);
  add_application_and_isr(0, 100);
  sim *sim = run_to(1000);
  EXPECT_EQUAL(only_event(sim, sim_event_kind_LINE_ASSERTED), 100);
  EXPECT_EQUAL(only_event(sim, sim_event_kind_RECOGNISED), 100); /* at the end of the cycle */
  const uint32_t count = fixture_events(sim, sim_event_kind_ENTRY_STEP, events, EVENT_LIMIT);
  EXPECT_EQUAL(count, 7);
  const uint64_t last_cycles[] = {103, 104, 105, 106, 107, 108, 109}; /* drain 101..103, then one cycle each */
  for (uint32_t i = 0; i < 7; i++) {
    EXPECT_EQUAL(events[i].subject, sim_entry_step_DRAIN + i);
    EXPECT_EQUAL(fixture_event_cycle(&events[i]), last_cycles[i]);
    EXPECT_EQUAL(events[i].value, i == 0 ? 3 : 1);
  }
  EXPECT_EQUAL(only_event(sim, sim_event_kind_HANDLER_ENTERED), 110 + 93);
  EXPECT_EQUAL(only_event(sim, sim_event_kind_ACKNOWLEDGED), 110 + 93);
  EXPECT_EQUAL(only_event(sim, sim_event_kind_RETURNED), 110 + 93 + 50 - 1);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_SAVE_RESTORE, sim_cause_DRAIN), 3);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_SAVE_RESTORE, sim_cause_ENTRY), 6);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_SAVE_RESTORE, sim_cause_SAVE), 93);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_SAVE_RESTORE, sim_cause_RESTORE), 93);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_DRIVER_ISR, sim_cause_BUSY), 50);
  fixture_free(sim);
}

/* Recognised at the end of the cycle in which the frame arrives. The frame is delivered after 50 cycles of work. */
static void its_latency_and_that_of_its_packet_are_logged(void) {
  reset(1);
  add_application_and_isr(0, 100);
  sim *sim = run_to(1000);
  EXPECT_EQUAL(sim_latency_next(sim), 2);
  const sim_latency *interrupt = &sim_latency_log(sim)[0], *packet = &sim_latency_log(sim)[1];
  EXPECT_EQUAL(interrupt->is_packet, 0);
  EXPECT_EQUAL(interrupt->begin_cycle, 100);
  EXPECT_EQUAL(interrupt->end_cycle, 203);
  EXPECT_EQUAL(interrupt->parts[sim_interrupt_part_MASKED], 1);
  EXPECT_EQUAL(interrupt->parts[sim_interrupt_part_DRAIN], 3);
  EXPECT_EQUAL(interrupt->parts[sim_interrupt_part_ENTRY], 6);
  EXPECT_EQUAL(interrupt->parts[sim_interrupt_part_SAVE], 93);
  EXPECT_EQUAL(packet->is_packet, 1);
  EXPECT_EQUAL(packet->begin_cycle, 100);
  EXPECT_EQUAL(packet->end_cycle, 253);
  EXPECT_EQUAL(packet->parts[sim_packet_part_SAVE], 93);
  EXPECT_EQUAL(packet->parts[sim_packet_part_DELIVERY], 50);
  fixture_free(sim);
}

static void a_step_of_no_cycles_is_left_out(void) {
  reset(1);
  config.entry_cycles[sim_entry_step_PUSH_SR] = 0;
  config.entry_cycles[sim_entry_step_PUSH_PC] = 4;
  config.entry_cycles[sim_entry_step_LOAD_PC] = 0;
  add_application_and_isr(0, 100);
  sim *sim = run_to(1000);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_ENTRY_STEP, events, EVENT_LIMIT), 5);
  EXPECT_EQUAL(events[1].subject, sim_entry_step_CLEAR_ENABLE);
  EXPECT_EQUAL(events[2].subject, sim_entry_step_PUSH_PC);
  EXPECT_EQUAL(events[2].value, 4);
  EXPECT_EQUAL(events[4].subject, sim_entry_step_VECTOR_ADDRESS);
  EXPECT_EQUAL(only_event(sim, sim_event_kind_HANDLER_ENTERED), 104 + 7 + 93);
  fixture_free(sim);
}

static void an_own_context_needs_no_save(void) {
  reset(3);
  add_application_and_isr(1, 100);
  sim *sim = run_to(1000);
  EXPECT_EQUAL(only_event(sim, sim_event_kind_HANDLER_ENTERED), 110);
  EXPECT_EQUAL(sim_get_counters(sim)->saves, 0);
  EXPECT_EQUAL(sim_get_counters(sim)->context_switches, 2);
  /* The context pointer moves at the end of the step "vector to address", so the cycle of the step "load PC" counts for
   * the new context. */
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_CONTEXT_SWITCH, events, EVENT_LIMIT), 2);
  EXPECT_EQUAL(fixture_event_cycle(&events[0]), 108);
  EXPECT_EQUAL(events[0].context, 1);
  EXPECT_EQUAL(events[0].subject, 0);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_SAVE_RESTORE, sim_cause_ENTRY), 5);
  EXPECT_EQUAL(fixture_cycles_by(sim, 1, sim_layer_SAVE_RESTORE, sim_cause_ENTRY), 1);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_APPLICATION, sim_cause_READY), 1 + 50);
  fixture_free(sim);
}

static void nothing_drains_from_idle(void) {
  reset(1);
  add_application_and_isr(0, 100);
  config.threads[0].start = sim_thread_start_SOFT; /* never raised */
  sim *sim = run_to(1000);
  EXPECT_EQUAL(only_event(sim, sim_event_kind_RECOGNISED), 100);
  EXPECT_EQUAL(only_event(sim, sim_event_kind_HANDLER_ENTERED), 107); /* no drain, no save */
  fixture_free(sim);
}

static void the_first_cycles_drain_nothing_or_three(void) {
  reset(1);
  add_application_and_isr(0, 0); /* recognised when the only instruction is in IF */
  sim *sim = run_to(1000);
  EXPECT_EQUAL(only_event(sim, sim_event_kind_HANDLER_ENTERED), 1 + 6 + 93);
  fixture_free(sim);
  reset(1);
  add_application_and_isr(0, 1); /* one instruction is in ID: EX, MEM, WB follow */
  sim = run_to(1000);
  EXPECT_EQUAL(only_event(sim, sim_event_kind_HANDLER_ENTERED), 2 + 3 + 6 + 93);
  fixture_free(sim);
}

/* The application executes its routine once, then a long one given in cycles. */
static void run_application_once(void) {
  const uint32_t rest = fixture_cycles(&config, 100000);
  config.steps[config.step_count] = config.steps[0];
  config.steps[config.step_count + 1] = (sim_step_config){.op = sim_step_op_EXEC, .index = (uint16_t)rest};
  config.threads[0].first_step = config.step_count;
  config.threads[0].step_count = 2;
  config.step_count += 2;
}

/* The drained instructions complete and the nullified one is fetched again: none is lost or executed twice. */
static void interrupted_instructions_are_all_executed_once(void) {
  for (uint64_t arrival = 0; arrival < 40; arrival++) {
    reset(1);
    add_application_and_isr(0, arrival);
    config.routines[0].kind = sim_routine_kind_INSTRUCTIONS;
    config.routines[0].fixed = 30;
    run_application_once();
    sim *sim = run_to(2000);
    EXPECT_EQUAL(sim_get_counters(sim)->instructions, 30);
    fixture_free(sim);
  }
}

/* A nullified branch is executed again with the same outcome as in the uninterrupted run. */
static void an_interruption_changes_no_branch(void) {
  uint64_t expected = 0;
  for (uint64_t arrival = 0; arrival < 80; arrival++) {
    reset(1);
    add_application_and_isr(0, arrival == 0 ? 100000 : arrival);
    config.routines[0].kind = sim_routine_kind_INSTRUCTIONS;
    config.routines[0].fixed = 60;
    config.routines[0].mix_branch = 100;
    run_application_once();
    sim *sim = run_to(2000);
    const uint64_t branches = state_of(sim)->branch_draws[0];
    if (arrival == 0) expected = branches;
    EXPECT(branches > 10);
    EXPECT_EQUAL(branches, expected);
    fixture_free(sim);
  }
}

static void a_timed_layer_keeps_its_budget(void) {
  for (uint64_t arrival = 0; arrival < 210; arrival += 7) {
    reset(1);
    add_application_and_isr(0, arrival);
    config.routines[0].fixed = 200;
    config.threads[0].layer = sim_layer_KERNEL_COPY;
    const uint32_t rest = fixture_cycles(&config, 100000);
    config.threads[0].start = sim_thread_start_ALWAYS;
    config.steps[config.step_count] = config.steps[0];
    config.steps[config.step_count + 1] = (sim_step_config){.op = sim_step_op_EXEC, .index = (uint16_t)rest};
    config.threads[0].first_step = config.step_count;
    config.threads[0].step_count = 2;
    config.step_count += 2;
    sim *sim = run_to(3000);
    const uint64_t busy = fixture_cycles_by(sim, 0, sim_layer_KERNEL_COPY, sim_cause_BUSY);
    const uint64_t overhead = 6 + 93 + 93 + 50 + (arrival == 0 || arrival == 200 ? 0 : 3);
    EXPECT_EQUAL(busy, 3000 - overhead);
    fixture_free(sim);
  }
}

/* ---- save and restore in words ---- */

/* Runs to `cycle`. The entry saves twenty words and the return restores ten, two cycles each. */
static sim *run_in_words(uint64_t cycle) {
  reset(1);
  config.save_kind = sim_save_kind_WORDS;
  config.save_amount = 20;
  config.restore_amount = 10;
  config.memory_cycles = 2;
  add_application_and_isr(0, 100);
  return run_to(cycle);
}

static void words_are_saved_by_stores_and_restored_by_loads(void) {
  sim *sim = run_in_words(1000);
  /* n stores of two cycles each take n + 4 + n cycles. */
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_SAVE_RESTORE, sim_cause_SAVE), 20 + 4 + 20);
  EXPECT_EQUAL(fixture_cycles_by(sim, 0, sim_layer_SAVE_RESTORE, sim_cause_RESTORE), 10 + 4 + 10);
  EXPECT_EQUAL(sim_get_counters(sim)->instructions, 30);
  EXPECT_EQUAL(only_event(sim, sim_event_kind_HANDLER_ENTERED), 110 + 44);
  fixture_free(sim);
}

/* Checks the view of the frame that runs or will run at `cycle`. */
static void expect_moved(sim *sim, uint64_t cycle, uint32_t state, uint32_t done, uint32_t of) {
  static sim_view view;
  sim_step(sim, cycle, 0);
  sim_get_view(sim, &view);
  EXPECT_EQUAL(view.frames[0].run_state, state);
  EXPECT_EQUAL(view.frames[0].routine_done, done);
  EXPECT_EQUAL(view.frames[0].routine_budget, of);
}

/* A word leaves WB every second cycle, the first six cycles after the phase starts. The handler: 50 cycles from 154. */
static void the_picture_tells_how_far_save_and_restore_are(void) {
  sim *sim = run_in_words(100);
  expect_moved(sim, 110, sim_run_state_SAVING, 0, 20);
  expect_moved(sim, 115, sim_run_state_SAVING, 0, 20);
  expect_moved(sim, 116, sim_run_state_SAVING, 1, 20);
  expect_moved(sim, 131, sim_run_state_SAVING, 8, 20);
  expect_moved(sim, 164, sim_run_state_RUNNING, 10, 50);
  expect_moved(sim, 214, sim_run_state_RESTORING, 3, 10);
  fixture_free(sim);
  reset(1); /* 93 cycles each */
  add_application_and_isr(0, 100);
  sim = run_to(100);
  expect_moved(sim, 150, sim_run_state_SAVING, 40, 93);
  expect_moved(sim, 110 + 93 + 50 + 7, sim_run_state_RESTORING, 7, 93);
  fixture_free(sim);
}

/* Fetched in cycle 0, it is in WB in cycle 4, the last one of the drain, so stepping to its retirement stops there. */
static void what_drains_retires_before_the_entry_goes_on(void) {
  reset(1);
  add_application_and_isr(0, 1);
  sim *sim = run_to(0);
  EXPECT_EQUAL(sim_step(sim, 1000, 1u << sim_event_kind_RETIRED), 1u << sim_event_kind_RETIRED);
  EXPECT_EQUAL(sim_cycle(sim), 5);
  EXPECT_EQUAL(only_event(sim, sim_event_kind_RECOGNISED), 1);
  fixture_free(sim);
}

/* ---- masks, priorities, return ---- */

/* The application's steps: `before`, 300 cycles, `after`, and its loop. */
static void add_application_of_300(enum sim_step_op before, enum sim_step_op after) {
  const uint32_t part = fixture_cycles(&config, 300);
  const sim_step_config steps[] = {
      {.op = (uint8_t)before},
      {.op = sim_step_op_EXEC, .index = (uint16_t)part},
      {.op = (uint8_t)after},
      {.op = sim_step_op_EXEC, .index = 0},
  };
  config.threads[0].first_step = config.step_count;
  config.threads[0].step_count = 4;
  for (uint32_t i = 0; i < 4; i++) config.steps[config.step_count++] = steps[i];
}

/* The line is asserted at 100 and waits until boundary 300, where the critical section ends. */
static void expect_recognised_at_300(void) {
  sim *sim = run_to(1000);
  EXPECT_EQUAL(only_event(sim, sim_event_kind_LINE_ASSERTED), 100);
  EXPECT_EQUAL(only_event(sim, sim_event_kind_RECOGNISED), 299);
  EXPECT_EQUAL(sim_interrupt_part_summary(sim, sim_interrupt_part_MASKED)->maximum, 200);
  EXPECT_EQUAL(sim_interrupt_part_summary(sim, sim_interrupt_part_DRAIN)->maximum, 0);
  fixture_free(sim);
}

static void a_masked_line_waits_until_it_is_unmasked(void) {
  reset(1);
  add_application_and_isr(0, 100);
  add_application_of_300(sim_step_op_MASK, sim_step_op_UNMASK);
  expect_recognised_at_300();
}

/* M-195 */
static void a_critical_section_delays_an_interrupt(void) {
  reset(1);
  add_application_and_isr(0, 100);
  add_application_of_300(sim_step_op_DISABLE_INTERRUPTS, sim_step_op_ENABLE_INTERRUPTS);
  expect_recognised_at_300();
}

/* Interrupts are disabled at the end of the turn, at boundary 300. The next turn starts with interrupts enabled. */
static void a_critical_section_ends_with_its_thread(void) {
  reset(1);
  add_application_and_isr(0, 100);
  add_application_of_300(sim_step_op_RETURN, sim_step_op_DISABLE_INTERRUPTS);
  config.threads[0].first_step++; /* without the RETURN, and without the loop */
  config.threads[0].step_count = 2;
  config.traffic[0].start_cycle = 400;
  sim *sim = run_to(1000);
  EXPECT_EQUAL(only_event(sim, sim_event_kind_RECOGNISED), 400);
  fixture_free(sim);
}

static void a_line_must_be_more_urgent_than_what_runs(void) {
  reset(1);
  add_application_and_isr(0, 100);
  config.threads[0].priority = 1; /* the line's */
  sim *sim = run_to(1000);
  EXPECT_EQUAL(sim_get_counters(sim)->interrupts, 0);
  fixture_free(sim);
  config.threads[0].priority = 2;
  config.threads[0].interrupts_enabled = 0;
  sim = run_to(1000);
  EXPECT_EQUAL(sim_get_counters(sim)->interrupts, 0);
  fixture_free(sim);
}

static void a_resumed_frame_gets_one_instruction_done(void) {
  reset(1);
  add_application_and_isr(0, 100);
  config.traffic[0].frame_count = 2;
  config.traffic[0].interval_cycles_numerator = 150; /* the frame arrives while the first one is handled */
  sim *sim = run_to(2000);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_RECOGNISED, events, EVENT_LIMIT), 2);
  const uint64_t resumed = 100 + 1 + 3 + 6 + 93 + 50 + 93;
  EXPECT_EQUAL(fixture_event_cycle(&events[1]), resumed + 1); /* two cycles later, when one instruction has left IF */
  EXPECT_EQUAL(sim_get_counters(sim)->restores, 2);
  fixture_free(sim);
}

static void tail_chaining_skips_the_pair(void) {
  reset(1);
  add_application_and_isr(0, 100);
  config.tail_chain = 1;
  config.traffic[0].frame_count = 2;
  config.traffic[0].interval_cycles_numerator = 150;
  sim *sim = run_to(2000);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_HANDLER_ENTERED, events, EVENT_LIMIT), 2);
  const uint64_t returned = 100 + 1 + 3 + 6 + 93 + 50;
  EXPECT_EQUAL(fixture_event_cycle(&events[1]), returned + 6); /* no drain, no save */
  EXPECT_EQUAL(sim_get_counters(sim)->saves, 1);
  EXPECT_EQUAL(sim_get_counters(sim)->restores, 1);
  fixture_free(sim);
}

int main(void) {
  RUN(entry_takes_drain_six_steps_and_save);
  RUN(its_latency_and_that_of_its_packet_are_logged);
  RUN(a_step_of_no_cycles_is_left_out);
  RUN(an_own_context_needs_no_save);
  RUN(nothing_drains_from_idle);
  RUN(the_first_cycles_drain_nothing_or_three);
  RUN(interrupted_instructions_are_all_executed_once);
  RUN(an_interruption_changes_no_branch);
  RUN(a_timed_layer_keeps_its_budget);
  RUN(words_are_saved_by_stores_and_restored_by_loads);
  RUN(the_picture_tells_how_far_save_and_restore_are);
  RUN(what_drains_retires_before_the_entry_goes_on);
  RUN(a_masked_line_waits_until_it_is_unmasked);
  RUN(a_critical_section_delays_an_interrupt);
  RUN(a_critical_section_ends_with_its_thread);
  RUN(a_line_must_be_more_urgent_than_what_runs);
  RUN(a_resumed_frame_gets_one_instruction_done);
  RUN(tail_chaining_skips_the_pair);
  return TEST_EXIT_CODE;
}
