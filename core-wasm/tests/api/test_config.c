/* Configurations that the core refuses, and bad programs and livelocks that must not hang it. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "support/machine_fixture.h"
#include "random/random_config.h"
#include "support/test.h"

static sim_config config;
static sim_trace_entry trace[RANDOM_TRACE_LIMIT];

/* ---- refusals ---- */

static void use_everything(void) {
  sim_config_defaults(&config);
  config.queue_count = 1;
  const uint32_t routine = fixture_sequence(&config, "a1,2,3");
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, 0);
  fixture_step(&config, sim_step_op_EXEC, routine);
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  fixture_thread(&config, sim_thread_start_SOFT, sim_layer_PROTOCOL, 2, 0);
  fixture_step(&config, sim_step_op_TAKE, 0);
  fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, 64);
}

static void expect_refusal(const char *what, size_t offset, enum sim_status status) {
  sim_error error;
  const enum sim_status actual = sim_config_check(&config, trace, &error);
  if (actual != status || error.field_offset != offset) printf("  %s\n", what);
  EXPECT_EQUAL(actual, status);
  EXPECT_EQUAL(error.status, status);
  EXPECT_EQUAL(error.field_offset, offset);
  const sim_observer_config nothing = {0};
  unsigned char *memory = aligned_alloc(16, 1 << 20);
  EXPECT(sim_create(memory, 1 << 20, &config, trace, &nothing, &error) == NULL);
  free(memory);
}

/* Sets one field out of range and expects an error that names this field. */
#define REFUSES(field, value, status)                                                     \
  do {                                                                                    \
    use_everything();                                                                     \
    config.field = (value);                                                               \
    expect_refusal(#field, offsetof(sim_config, field), sim_status_##status);             \
  } while (0)

static void each_field_out_of_range_is_named(void) {
  REFUSES(cookie, 0, BAD_COOKIE);
  REFUSES(clock_hertz, 0, OUT_OF_RANGE);
  REFUSES(clock_hertz, UINT64_MAX, OUT_OF_RANGE);
  REFUSES(policy, 6, OUT_OF_RANGE);
  REFUSES(context_count, 0, OUT_OF_RANGE);
  REFUSES(context_count, 17, OUT_OF_RANGE);
  REFUSES(context_count, 2, INCONSISTENT); /* policy single */
  REFUSES(core_count, 0, OUT_OF_RANGE);
  REFUSES(core_count, 9, OUT_OF_RANGE);
  REFUSES(issue_width, 0, OUT_OF_RANGE);
  REFUSES(issue_width, 5, OUT_OF_RANGE);
  REFUSES(issue_width, 2, INCONSISTENT); /* not smt */
  REFUSES(stage_count, 1, OUT_OF_RANGE);
  REFUSES(stage_count, SIM_STAGE_LIMIT + 1, OUT_OF_RANGE);
  REFUSES(execute_stage, 0, OUT_OF_RANGE);
  REFUSES(execute_stage, 9, OUT_OF_RANGE);
  REFUSES(access_stage, 1, INCONSISTENT);
  REFUSES(access_stage, 4, INCONSISTENT); /* write-back follows write-allocate */
  REFUSES(contexts[3].weight, 0, OUT_OF_RANGE);
  REFUSES(threads[0].core, 1, BAD_REFERENCE);
  REFUSES(nic_count, SIM_NIC_LIMIT + 1, OUT_OF_RANGE);
  REFUSES(line_count, SIM_LINE_LIMIT + 1, OUT_OF_RANGE);
  REFUSES(queue_count, 17, OUT_OF_RANGE);
  REFUSES(thread_count, SIM_THREAD_LIMIT + 1, OUT_OF_RANGE);
  REFUSES(routine_count, 65, OUT_OF_RANGE);
  REFUSES(traffic_count, SIM_TRAFFIC_LIMIT + 1, OUT_OF_RANGE);
  REFUSES(step_count, 513, OUT_OF_RANGE);
  REFUSES(instruction_count, 1025, OUT_OF_RANGE);
  REFUSES(trace_entry_count, SIM_TRACE_LIMIT + 1, OUT_OF_RANGE);
  REFUSES(branch_resolve_stage, 0, OUT_OF_RANGE);
  REFUSES(branch_resolve_stage, 4, OUT_OF_RANGE);
  REFUSES(branch_target_stage, 2, OUT_OF_RANGE);
  REFUSES(branch_operands, 2, OUT_OF_RANGE);
  REFUSES(forwarding, 2, OUT_OF_RANGE);
  REFUSES(store_forwarding, 2, OUT_OF_RANGE);
  REFUSES(multiply_cycles, 0, OUT_OF_RANGE);
  REFUSES(memory_cycles, 0, OUT_OF_RANGE);
  REFUSES(save_kind, 2, OUT_OF_RANGE);
  REFUSES(tail_chain, 2, OUT_OF_RANGE);
  REFUSES(system_call_saves_frame, 2, OUT_OF_RANGE);
  REFUSES(dma_enabled, 2, OUT_OF_RANGE);
  REFUSES(bus_bytes_per_beat, 0, OUT_OF_RANGE);
  REFUSES(bus_cycles_per_beat, 0, OUT_OF_RANGE);
  REFUSES(bus_beats_per_burst, 0, OUT_OF_RANGE);
  REFUSES(nics[0].line_rate_bit_per_second, UINT64_MAX, OUT_OF_RANGE);
  REFUSES(nics[0].rings[0].frames, 0, OUT_OF_RANGE);
  REFUSES(nics[0].rings[0].frames, 8193, OUT_OF_RANGE);
  REFUSES(nics[0].tx_queue_frames, 0, OUT_OF_RANGE);
  REFUSES(nics[0].receive_mode, 2, OUT_OF_RANGE);
  REFUSES(lines[0].trigger, 3, OUT_OF_RANGE);
  REFUSES(lines[0].masked, 2, OUT_OF_RANGE);
  REFUSES(lines[0].loses_masked, 2, OUT_OF_RANGE);
  REFUSES(lines[0].core, 1, BAD_REFERENCE);
  REFUSES(lines[0].context, 1, BAD_REFERENCE);
  REFUSES(nics[0].ring_count, 0, OUT_OF_RANGE);
  REFUSES(nics[0].rings[0].line, 1, BAD_REFERENCE);
  REFUSES(nics[0].rings[0].status_mask, 8, OUT_OF_RANGE);
  REFUSES(nics[0].stuffing_permille, 1001, OUT_OF_RANGE);
  REFUSES(nics[0].slot_nanoseconds, 4, INCONSISTENT); /* less than one cycle */
  REFUSES(nics[0].cell_bytes, 1025, OUT_OF_RANGE);
  REFUSES(nics[0].fifo_bytes, (1 << 24) + 1, OUT_OF_RANGE);
  REFUSES(nics[0].buffer_bytes, (1 << 18) + 1, OUT_OF_RANGE);
  REFUSES(nics[0].merge_bytes, (1 << 18) + 1, OUT_OF_RANGE);
  REFUSES(nics[0].merge_nanoseconds, 1000000001, OUT_OF_RANGE);
  REFUSES(nics[0].segment_bytes, 63, INCONSISTENT);
  REFUSES(nics[0].pause, 2, OUT_OF_RANGE);
  REFUSES(nics[0].checksum_offload, 2, OUT_OF_RANGE);
  REFUSES(nics[0].rings[0].coalesce_frames, 0, INCONSISTENT); /* and no timer */
  REFUSES(nics[0].tx_coalesce_frames, 0, INCONSISTENT);
  REFUSES(nics[0].tx_absolute_nanoseconds, 1000000001, OUT_OF_RANGE);
  REFUSES(nics[0].tx_packet_nanoseconds, 1000000001, OUT_OF_RANGE);
  REFUSES(nics[0].tx_throttle_nanoseconds, 1000000001, OUT_OF_RANGE);
  REFUSES(nics[0].tx_cut_through_bytes, (1 << 18) + 1, OUT_OF_RANGE);
  REFUSES(nics[0].tx_cut_through_bytes, 64, INCONSISTENT); /* ideal wire */
  REFUSES(nics[0].rx_cut_through_bytes, (1 << 18) + 1, OUT_OF_RANGE);
  REFUSES(nics[0].rx_cut_through_bytes, 64, INCONSISTENT); /* ideal wire */
  REFUSES(nics[0].rings[0].absolute_nanoseconds, 1000000001, OUT_OF_RANGE);
  REFUSES(nics[0].rings[0].packet_nanoseconds, 1000000001, OUT_OF_RANGE);
  REFUSES(nics[0].rings[0].throttle_nanoseconds, 1000000001, OUT_OF_RANGE);
  REFUSES(timer_count, SIM_TIMER_LIMIT + 1, OUT_OF_RANGE);
  REFUSES(disk_count, SIM_DISK_LIMIT + 1, OUT_OF_RANGE);
  REFUSES(queues[0].capacity, 0, OUT_OF_RANGE);
  REFUSES(queues[0].capacity, 8193, OUT_OF_RANGE);
}

static void each_bad_routine_is_named(void) {
  REFUSES(routines[0].fixed, 0, OUT_OF_RANGE);
  REFUSES(routines[0].per_byte_milli, 1000000001, OUT_OF_RANGE);
  REFUSES(routines[0].body_instructions, 0, OUT_OF_RANGE);
  REFUSES(routines[0].body_instructions, SIM_BODY_LIMIT + 1, OUT_OF_RANGE);
  REFUSES(routines[0].instruction_count, 2, OUT_OF_RANGE);
  REFUSES(routines[0].first_instruction, 1, BAD_REFERENCE);
  REFUSES(routines[0].taken_permille, 1001, OUT_OF_RANGE);
  REFUSES(routines[0].dependent_permille, 1001, OUT_OF_RANGE);
  REFUSES(routines[0].kind, 3, OUT_OF_RANGE);
  REFUSES(instructions[0].operation, 0, OUT_OF_RANGE);
  REFUSES(instructions[0].operation, 7, OUT_OF_RANGE);
  REFUSES(instructions[0].destination, 32, OUT_OF_RANGE);
  REFUSES(instructions[0].source1, 32, OUT_OF_RANGE);
  REFUSES(instructions[0].source2, 32, OUT_OF_RANGE);
  REFUSES(instructions[0].taken, 3, OUT_OF_RANGE);
  use_everything();
  config.instructions[0].operation = sim_operation_STORE;
  expect_refusal("a store with a result", offsetof(sim_config, instructions[0].destination), sim_status_INCONSISTENT);
  use_everything();
  config.routines[0].instruction_count = 0;
  config.routines[0].mix_alu = config.routines[0].mix_load = config.routines[0].mix_store = 0;
  config.routines[0].mix_branch = config.routines[0].mix_multiply = config.routines[0].mix_prefetch = 0;
  expect_refusal("no weights", offsetof(sim_config, routines[0].mix_alu), sim_status_INCONSISTENT);
}

static void a_sleeping_lock(void) {
  use_everything();
  config.lock_count = 1;
  config.locks[0].kind = sim_lock_kind_SLEEP;
  config.locks[0].order = sim_lock_order_FIFO;
}

static void each_bad_lock_is_named(void) {
  a_sleeping_lock();
  config.locks[0].order = sim_lock_order_ANY;
  expect_refusal("whoever comes wakes", offsetof(sim_config, locks[0].order), sim_status_INCONSISTENT);
  a_sleeping_lock();
  config.locks[0].protocol = sim_lock_protocol_COUNT;
  expect_refusal("an unknown protocol", offsetof(sim_config, locks[0].protocol), sim_status_OUT_OF_RANGE);
  a_sleeping_lock();
  config.locks[0].kind = sim_lock_kind_SPIN;
  expect_refusal("spinning without a routine", offsetof(sim_config, locks[0].poll), sim_status_INCONSISTENT);
  config.locks[0].poll = 0;
  config.locks[0].protocol = sim_lock_protocol_INHERIT;
  expect_refusal("a spin lock that inherits", offsetof(sim_config, locks[0].protocol), sim_status_INCONSISTENT);
}

static void each_bad_thread_is_named(void) {
  REFUSES(threads[0].step_count, 0, OUT_OF_RANGE);
  REFUSES(threads[2].first_step, 3, BAD_REFERENCE);
  REFUSES(threads[0].layer, sim_layer_IDLE, OUT_OF_RANGE);
  REFUSES(threads[0].layer, sim_layer_SAVE_RESTORE, OUT_OF_RANGE);
  REFUSES(threads[0].start, 3, OUT_OF_RANGE);
  REFUSES(threads[0].context, 1, BAD_REFERENCE);
  REFUSES(threads[1].line, 1, BAD_REFERENCE);
  REFUSES(threads[0].interrupts_enabled, 2, OUT_OF_RANGE);
  REFUSES(threads[0].system_call, 2, OUT_OF_RANGE);
  use_everything();
  config.threads[2].start = sim_thread_start_LINE;
  expect_refusal("two threads for a line", offsetof(sim_config, threads[2].line), sim_status_INCONSISTENT);
  use_everything();
  config.threads[2].start = sim_thread_start_ALWAYS;
  expect_refusal("two always", offsetof(sim_config, threads[2].context), sim_status_INCONSISTENT);
  REFUSES(steps[0].op, sim_step_op_COUNT, OUT_OF_RANGE);
  REFUSES(steps[0].index, 1, BAD_REFERENCE);
  REFUSES(steps[1].index, 1, BAD_REFERENCE);
  REFUSES(steps[2].index, 1, BAD_REFERENCE);
  use_everything();
  config.steps[1].op = sim_step_op_WAIT;
  expect_refusal("an ISR that waits", offsetof(sim_config, steps[1].op), sim_status_INCONSISTENT);
  use_everything();
  config.steps[1] = (sim_step_config){.op = sim_step_op_RAISE, .index = 1};
  expect_refusal("a raise of a handler", offsetof(sim_config, steps[1].index), sim_status_INCONSISTENT);
  use_everything();
  config.steps[1] = (sim_step_config){.op = sim_step_op_JUMP, .target = 1};
  expect_refusal("a jump out of the thread", offsetof(sim_config, steps[1].target), sim_status_BAD_REFERENCE);
  use_everything();
  config.steps[1] = (sim_step_config){.op = sim_step_op_ACKNOWLEDGE, .bits = 8};
  expect_refusal("an unknown status bit", offsetof(sim_config, steps[1].bits), sim_status_OUT_OF_RANGE);
  use_everything();
  config.steps[1] = (sim_step_config){.op = sim_step_op_JUMP_UNLESS, .condition = sim_condition_COUNT};
  expect_refusal("an unknown condition", offsetof(sim_config, steps[1].condition), sim_status_OUT_OF_RANGE);
  use_everything();
  config.steps[1] = (sim_step_config){.op = sim_step_op_JUMP_UNLESS, .condition = sim_condition_RAISED};
  expect_refusal("a jump unless raised", offsetof(sim_config, steps[1].condition), sim_status_INCONSISTENT);
}

static void refuse_device(const char *what, size_t field, enum sim_status status) {
  config.timer_count = 1;
  config.disk_count = 1;
  expect_refusal(what, (uint32_t)field, status);
}

static void each_bad_timer_and_disk_is_named(void) {
  use_everything();
  config.timers[0].period_cycles_denominator = 0;
  refuse_device("no period", offsetof(sim_config, timers[0].period_cycles_denominator), sim_status_OUT_OF_RANGE);
  use_everything();
  config.timers[0].period_cycles_numerator = 1;
  config.timers[0].period_cycles_denominator = 2;
  refuse_device("two ticks a cycle", offsetof(sim_config, timers[0].period_cycles_numerator),
                sim_status_INCONSISTENT);
  use_everything();
  config.timers[0].line = 1;
  refuse_device("a timer without a line", offsetof(sim_config, timers[0].line), sim_status_BAD_REFERENCE);
  use_everything();
  config.disks[0].rate_bit_per_second = 0;
  refuse_device("a medium that stands", offsetof(sim_config, disks[0].rate_bit_per_second), sim_status_OUT_OF_RANGE);
  use_everything();
  config.disks[0].least_seek_nanoseconds = 1;
  refuse_device("seeks", offsetof(sim_config, disks[0].least_seek_nanoseconds), sim_status_OUT_OF_RANGE);
  use_everything();
  config.disks[0].queue_requests = SIM_DISK_QUEUE_LIMIT + 1;
  refuse_device("a long queue", offsetof(sim_config, disks[0].queue_requests), sim_status_OUT_OF_RANGE);
  use_everything();
  config.steps[1] = (sim_step_config){.op = sim_step_op_READ_DISK, .target = 0};
  refuse_device("a request of nothing", offsetof(sim_config, steps[1].target), sim_status_OUT_OF_RANGE);
  use_everything();
  config.steps[1] = (sim_step_config){.op = sim_step_op_TAKE_DISK, .index = 1};
  refuse_device("another disk", offsetof(sim_config, steps[1].index), sim_status_BAD_REFERENCE);
}

static void each_bad_traffic_is_named(void) {
  REFUSES(traffic[0].kind, 3, OUT_OF_RANGE);
  REFUSES(traffic[0].direction, 2, OUT_OF_RANGE);
  REFUSES(traffic[0].loop, 2, OUT_OF_RANGE);
  REFUSES(traffic[0].nic, 1, BAD_REFERENCE);
  REFUSES(traffic[0].thread, 3, BAD_REFERENCE);
  REFUSES(traffic[0].thread, 0, INCONSISTENT); /* not a soft thread */
  REFUSES(traffic[0].size_bytes, 0, OUT_OF_RANGE);
  REFUSES(traffic[0].size_bytes, (1 << 18) + 1, OUT_OF_RANGE);
  REFUSES(traffic[0].flows, 0, OUT_OF_RANGE);
  REFUSES(traffic[0].size_count, SIM_SIZE_LIMIT + 1, OUT_OF_RANGE);
  REFUSES(traffic[0].burst_pause_cycles, UINT64_MAX, OUT_OF_RANGE);
  REFUSES(traffic[0].interval_cycles_denominator, 0, OUT_OF_RANGE);
  REFUSES(traffic[0].interval_cycles_numerator, 0, OUT_OF_RANGE);
  use_everything();
  config.traffic[0].direction = sim_direction_SEND;
  expect_refusal("a send without a path", offsetof(sim_config, traffic[0].thread), sim_status_INCONSISTENT);
  use_everything();
  config.traffic[0].interval_cycles_denominator = 2;
  expect_refusal("two frames a cycle", offsetof(sim_config, traffic[0].interval_cycles_numerator),
                 sim_status_INCONSISTENT);
  use_everything();
  config.traffic[0].kind = sim_traffic_kind_TRACE;
  config.traffic[0].trace_entry_count = 1;
  expect_refusal("a trace that is not there", offsetof(sim_config, traffic[0].trace_entry_count),
                 sim_status_OUT_OF_RANGE);
}

static void each_bad_trace_entry_is_found(void) {
  use_everything();
  config.trace_entry_count = 2;
  trace[0] = (sim_trace_entry){.size_bytes = 64};
  trace[1] = (sim_trace_entry){.size_bytes = 0};
  expect_refusal("an entry of no bytes", SIM_NONE, sim_status_OUT_OF_RANGE);
  trace[1] = (sim_trace_entry){.size_bytes = 64, .direction = 2};
  expect_refusal("an entry of no direction", SIM_NONE, sim_status_OUT_OF_RANGE);
  trace[1] = (sim_trace_entry){.size_bytes = 64, .byte_count = 1};
  expect_refusal("an entry with bytes that are not there", SIM_NONE, sim_status_OUT_OF_RANGE);
  config.trace_byte_count = 16;
  trace[1] = (sim_trace_entry){.size_bytes = 64, .first_byte = 9, .byte_count = 8};
  expect_refusal("an entry with bytes beyond the end", SIM_NONE, sim_status_OUT_OF_RANGE);
  trace[1] = (sim_trace_entry){.size_bytes = 64, .first_byte = UINT32_MAX, .byte_count = 2};
  expect_refusal("an entry with bytes elsewhere", SIM_NONE, sim_status_OUT_OF_RANGE);
  trace[1].first_byte = 14;
  config.trace_byte_count = 17;
  expect_refusal("bytes that are no words", offsetof(sim_config, trace_byte_count), sim_status_INCONSISTENT);
  config.trace_byte_count = SIM_TRACE_BYTE_LIMIT + 8;
  expect_refusal("too many bytes", offsetof(sim_config, trace_byte_count), sim_status_OUT_OF_RANGE);
  config.trace_byte_count = 16;
  sim_error error;
  EXPECT_EQUAL(sim_config_check(&config, NULL, &error), sim_status_OK);
}

static void too_little_memory_is_refused(void) {
  use_everything();
  const sim_observer_config nothing = {0};
  const size_t bytes = sim_memory_bytes(&config, &nothing);
  unsigned char *memory = aligned_alloc(16, (bytes + 15) & ~(size_t)15);
  sim_error error;
  EXPECT(sim_create(memory, bytes - 1, &config, trace, &nothing, &error) == NULL);
  EXPECT_EQUAL(error.status, sim_status_NO_MEMORY);
  EXPECT_EQUAL(error.value, bytes);
  free(memory);
}

/* The machine uses no byte beyond the size that it requested, and does not depend on earlier contents. */
static void memory_is_neither_overrun_nor_trusted(void) {
  for (uint64_t seed = 0; seed < 40; seed++) {
    random_config(seed, &config, trace);
    const size_t bytes = (sim_memory_bytes(&config, &fixture_watched) + 15) & ~(size_t)15;
    uint64_t hashes[2];
    for (int fill = 0; fill < 2; fill++) {
      unsigned char *memory = aligned_alloc(16, bytes + 64);
      memset(memory, fill ? 0xa5 : 0, bytes + 64);
      sim_error error;
      sim *sim = sim_create(memory, bytes, &config, trace, &fixture_watched, &error);
      sim_step(sim, 3000, 0);
      hashes[fill] = sim_state_hash(sim);
      for (size_t i = bytes; i < bytes + 64; i++) EXPECT(memory[i] == (fill ? 0xa5 : 0));
      free(memory);
    }
    EXPECT_EQUAL(hashes[0], hashes[1]);
  }
}

/* ---- snapshots ---- */

static void a_snapshot_fits_only_its_machine(void) {
  random_config(1, &config, trace);
  sim *sim = fixture_create(&config, trace, &fixture_blind);
  sim_step(sim, 1000, 0);
  const size_t bytes = sim_snapshot_bytes(sim);
  unsigned char *snapshot = malloc(bytes);
  sim_save(sim, snapshot);
  const uint64_t hash = sim_state_hash(sim);
  EXPECT_EQUAL(sim_restore(sim, snapshot, bytes - 1), sim_status_BAD_SNAPSHOT);
  EXPECT_EQUAL(sim_restore(sim, snapshot, bytes + 1), sim_status_BAD_SNAPSHOT);
  for (size_t at = 0; at < bytes; at += bytes / 97) { /* every kind of damage is found */
    snapshot[at] ^= 1;
    EXPECT_EQUAL(sim_restore(sim, snapshot, bytes), sim_status_BAD_SNAPSHOT);
    snapshot[at] ^= 1;
  }
  EXPECT_EQUAL(sim_state_hash(sim), hash);
  config.seed++;
  struct sim *other = fixture_create(&config, trace, &fixture_blind);
  EXPECT_EQUAL(sim_restore(other, snapshot, bytes), sim_status_BAD_SNAPSHOT);
  EXPECT_EQUAL(sim_restore(sim, snapshot, bytes), sim_status_OK);
  fixture_free(sim);
  fixture_free(other);
  free(snapshot);
}

/* ---- programs that never end ---- */

static void expect_to_end(void) {
  sim *sim = fixture_create(&config, trace, &fixture_blind);
  sim_step(sim, 5000, 0);
  EXPECT_EQUAL(sim_cycle(sim), 5000);
  EXPECT_EQUAL(sim_check_invariants(sim), 0);
  fixture_free(sim);
}

static void a_thread_that_only_jumps_spends_cycles(void) {
  sim_config_defaults(&config);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, 0);
  fixture_step(&config, sim_step_op_JUMP, 0);
  expect_to_end();
}

/* Two soft threads raise each other; entry, save and restore take no time. */
static void soft_interrupts_that_raise_each_other_spend_cycles(void) {
  sim_config_defaults(&config);
  memset(config.entry_cycles, 0, sizeof config.entry_cycles);
  config.save_amount = config.restore_amount = 0;
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, 0);
  fixture_step(&config, sim_step_op_RAISE, 1);
  fixture_thread(&config, sim_thread_start_SOFT, sim_layer_PROTOCOL, 2, 0);
  fixture_thread(&config, sim_thread_start_SOFT, sim_layer_PROTOCOL, 1, 0);
  config.step_count = 3;
  config.threads[1].first_step = 1;
  config.threads[2].first_step = 2;
  config.threads[1].step_count = config.threads[2].step_count = 1;
  config.steps[1] = (sim_step_config){.op = sim_step_op_RAISE, .index = 2};
  config.steps[2] = (sim_step_config){.op = sim_step_op_RAISE, .index = 1};
  expect_to_end();
}

/* No thread acknowledges a level line, so its ISR runs repeatedly, and the application still progresses. */
static void an_interrupt_storm_leaves_progress(void) {
  sim_config_defaults(&config);
  const uint32_t loop = fixture_sequence(&config, "a1,2,3");
  config.routines[loop].fixed = 100000;
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, 0);
  fixture_step(&config, sim_step_op_EXEC, loop);
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  fixture_step(&config, sim_step_op_RETURN, 0);
  fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, 64)->frame_count = 1;
  sim *sim = fixture_create(&config, trace, &fixture_blind);
  sim_step(sim, 100000, 0);
  const sim_counters *counters = sim_get_counters(sim);
  EXPECT(counters->interrupts > 400);
  EXPECT(counters->instructions + 1 >= counters->interrupts); /* one for each return */
  fixture_free(sim);
}

int main(void) {
  RUN(each_field_out_of_range_is_named);
  RUN(each_bad_routine_is_named);
  RUN(each_bad_lock_is_named);
  RUN(each_bad_thread_is_named);
  RUN(each_bad_timer_and_disk_is_named);
  RUN(each_bad_traffic_is_named);
  RUN(each_bad_trace_entry_is_found);
  RUN(too_little_memory_is_refused);
  RUN(memory_is_neither_overrun_nor_trusted);
  RUN(a_snapshot_fits_only_its_machine);
  RUN(a_thread_that_only_jumps_spends_cycles);
  RUN(soft_interrupts_that_raise_each_other_spend_cycles);
  RUN(an_interrupt_storm_leaves_progress);
  return TEST_EXIT_CODE;
}
