/* Bounds of the configuration: each refusal names the field. */
#include <assert.h>

#include "memory_shape.h"
#include "sim.h"

enum {
  FRONT_STAGE_LIMIT = 8,
  CLOCK_HERTZ_LIMIT_EXPONENT = 34, /* 2^34 Hz */
  FRAME_BYTES_LIMIT = 1 << 18,
  FIFO_BYTES_LIMIT = 1 << 24,
  CELL_BYTES_LIMIT = 1024,
  SEGMENT_BYTES_LEAST = 64,
  REQUEST_BYTES_LIMIT = 1 << 24,
  PER_BUFFER_LIMIT = 1 << 24,
  PER_BYTE_MILLI_LIMIT = 1000000000,
  NANOSECONDS_LIMIT = 1000000000, /* times the clock it stays below 2^64 */
  MEAN_GAP_BITS = 44 /* a mean interval stays below 2^44 cycles, its denominator below 2^44 */
};
static const uint64_t line_rate_limit = 1000000000000u;
static const uint64_t interval_numerator_limit = (uint64_t)1 << 56;

typedef struct check {
  const sim_config *config;
  sim_error *error;
} check;

static int fail(const check *k, enum sim_status status, const void *field, uint64_t value) {
  *k->error = (sim_error){
      .status = (uint32_t)status,
      .field_offset = (uint32_t)((const uint8_t *)field - (const uint8_t *)k->config),
      .value = value,
  };
  return 0;
}

/* Each ends the check with an error that names the field. */
#define IN_RANGE(field, low, high)                                          \
  do {                                                                      \
    const uint64_t value_ = (field);                                        \
    if (value_ < (uint64_t)(low) || value_ > (uint64_t)(high))              \
      return fail(k, sim_status_OUT_OF_RANGE, &(field), value_);            \
  } while (0)
#define AT_MOST(field, high)                                                \
  do {                                                                      \
    const uint64_t value_ = (field);                                        \
    if (value_ > (uint64_t)(high)) return fail(k, sim_status_OUT_OF_RANGE, &(field), value_); \
  } while (0)
#define REFERS(field, count)                                                \
  do {                                                                      \
    const uint64_t value_ = (field);                                        \
    if (value_ >= (uint64_t)(count)) return fail(k, sim_status_BAD_REFERENCE, &(field), value_); \
  } while (0)
#define CONSISTENT(condition, field)                                        \
  do {                                                                      \
    if (!(condition)) return fail(k, sim_status_INCONSISTENT, &(field), (field)); \
  } while (0)

static int check_machine(const check *k) {
  const sim_config *c = k->config;
  IN_RANGE(c->clock_hertz, 1, (uint64_t)1 << CLOCK_HERTZ_LIMIT_EXPONENT);
  AT_MOST(c->policy, sim_policy_SMT);
  IN_RANGE(c->core_count, 1, SIM_CORE_LIMIT);
  IN_RANGE(c->context_count, 1, SIM_CORE_CONTEXT_LIMIT);
  CONSISTENT(c->policy != sim_policy_SINGLE || c->context_count == 1, c->context_count);
  CONSISTENT((uint32_t)c->core_count * c->context_count <= SIM_CONTEXT_LIMIT, c->core_count);
  IN_RANGE(c->issue_width, 1, SIM_ISSUE_LIMIT);
  CONSISTENT(c->policy == sim_policy_SMT || c->issue_width == 1, c->issue_width);
  IN_RANGE(c->stage_count, 5, SIM_STAGE_LIMIT);
  IN_RANGE(c->execute_stage, 2, FRONT_STAGE_LIMIT);
  CONSISTENT(c->access_stage > c->execute_stage && c->access_stage + 1 < c->stage_count, c->access_stage);
  IN_RANGE(c->bus_ratio, 1, 64);
  AT_MOST(c->tlb_entries, 64);
  AT_MOST(c->tlb_replacement, sim_replacement_RANDOM);
  AT_MOST(c->predictor_mode, sim_predictor_BIMODAL);
  AT_MOST(c->store_buffer_entries, SIM_STORE_BUFFER_LIMIT);
  AT_MOST(c->non_blocking, 1);
  AT_MOST(c->dma_places, 1);
  AT_MOST(c->has_memory, 1);
  for (int i = 0; i < 3; i++) {
    AT_MOST(c->caches[i].replacement, sim_replacement_RANDOM);
    AT_MOST(c->caches[i].write_back, 1);
    AT_MOST(c->caches[i].write_allocate, 1);
  }
  AT_MOST(c->scheduler, sim_scheduler_ROUND_ROBIN);
  IN_RANGE(c->time_slice_cycles, 1, UINT32_MAX);
  const uint32_t bad = memory_check(c);
  if (bad != SIM_NONE) return fail(k, sim_status_OUT_OF_RANGE, (const uint8_t *)c + bad, 0);
  IN_RANGE(c->branch_resolve_stage, c->execute_stage - 1, c->access_stage - 1);
  for (int i = 0; i < SIM_CONTEXT_LIMIT; i++) IN_RANGE(c->contexts[i].weight, 1, UINT8_MAX);
  AT_MOST(c->nic_count, SIM_NIC_LIMIT);
  AT_MOST(c->line_count, SIM_LINE_LIMIT);
  AT_MOST(c->timer_count, SIM_TIMER_LIMIT);
  AT_MOST(c->disk_count, SIM_DISK_LIMIT);
  AT_MOST(c->queue_count, SIM_QUEUE_LIMIT);
  AT_MOST(c->thread_count, SIM_THREAD_LIMIT);
  AT_MOST(c->routine_count, SIM_ROUTINE_LIMIT);
  AT_MOST(c->traffic_count, SIM_TRAFFIC_LIMIT);
  AT_MOST(c->step_count, SIM_STEP_LIMIT);
  AT_MOST(c->instruction_count, SIM_INSTRUCTION_LIMIT);
  AT_MOST(c->trace_entry_count, SIM_TRACE_LIMIT);
  IN_RANGE(c->multiply_cycles, 1, UINT8_MAX);
  IN_RANGE(c->memory_cycles, 1, UINT16_MAX);
  AT_MOST(c->save_kind, sim_save_kind_WORDS);
  AT_MOST(c->tail_chain, 1);
  AT_MOST(c->system_call_saves_frame, 1);
  AT_MOST(c->dma_enabled, 1);
  IN_RANGE(c->bus_bytes_per_beat, 1, UINT16_MAX);
  IN_RANGE(c->bus_cycles_per_beat, 1, UINT16_MAX);
  IN_RANGE(c->bus_beats_per_burst, 1, UINT16_MAX);
  return 1;
}

static int check_wire(const check *k, const sim_nic_config *nic) {
  AT_MOST(nic->stuffing_permille, 1000);
  AT_MOST(nic->slot_nanoseconds, NANOSECONDS_LIMIT);
  /* A slot is at least a cycle. */
  CONSISTENT(nic->slot_nanoseconds == 0 || nic->slot_nanoseconds * k->config->clock_hertz >= NANOSECONDS_LIMIT,
             nic->slot_nanoseconds);
  AT_MOST(nic->cell_bytes, CELL_BYTES_LIMIT);
  if (nic->cell_bytes == 0) return 1;
  IN_RANGE(nic->cell_payload_bytes, 1, nic->cell_bytes);
  /* The wire's bits stay countable. */
  CONSISTENT(nic->cell_payload_bytes * 8 >= nic->cell_bytes, nic->cell_payload_bytes);
  return 1;
}

static int check_offloads(const check *k, const sim_nic_config *nic) {
  AT_MOST(nic->fifo_bytes, FIFO_BYTES_LIMIT);
  AT_MOST(nic->buffer_bytes, FRAME_BYTES_LIMIT);
  AT_MOST(nic->merge_bytes, FRAME_BYTES_LIMIT);
  AT_MOST(nic->merge_nanoseconds, NANOSECONDS_LIMIT);
  CONSISTENT(nic->merge_bytes == 0 || nic->receive_mode == sim_receive_mode_RING, nic->merge_bytes);
  AT_MOST(nic->segment_bytes, FRAME_BYTES_LIMIT);
  CONSISTENT(nic->segment_bytes == 0 || nic->segment_bytes >= SEGMENT_BYTES_LEAST, nic->segment_bytes);
  AT_MOST(nic->pause, 1);
  AT_MOST(nic->checksum_offload, 1);
  return 1;
}

static int check_ring(const check *k, const sim_ring_config *ring) {
  AT_MOST(ring->absolute_nanoseconds, NANOSECONDS_LIMIT);
  AT_MOST(ring->packet_nanoseconds, NANOSECONDS_LIMIT);
  AT_MOST(ring->throttle_nanoseconds, NANOSECONDS_LIMIT);
  /* Something must make it ask. */
  CONSISTENT(ring->coalesce_frames > 0 || ring->absolute_nanoseconds > 0 || ring->packet_nanoseconds > 0,
             ring->coalesce_frames);
  IN_RANGE(ring->frames, 1, SIM_RING_LIMIT);
  REFERS(ring->line, k->config->line_count);
  AT_MOST(ring->status_mask, SIM_NIC_STATUS_RX | SIM_NIC_STATUS_TX | SIM_NIC_STATUS_OVERFLOW);
  return 1;
}

static int check_nic(const check *k, const sim_nic_config *nic) {
  AT_MOST(nic->line_rate_bit_per_second, line_rate_limit);
  IN_RANGE(nic->tx_queue_frames, 1, SIM_RING_LIMIT);
  AT_MOST(nic->receive_mode, sim_receive_mode_REMOTE);
  if (!check_wire(k, nic) || !check_offloads(k, nic)) return 0;
  IN_RANGE(nic->ring_count, 1, SIM_NIC_RING_LIMIT);
  for (uint32_t i = 0; i < nic->ring_count; i++)
    if (!check_ring(k, &nic->rings[i])) return 0;
  return 1;
}

static int check_timer(const check *k, const sim_timer_config *timer) {
  IN_RANGE(timer->period_cycles_denominator, 1, (uint64_t)1 << MEAN_GAP_BITS);
  IN_RANGE(timer->period_cycles_numerator, 1, interval_numerator_limit);
  CONSISTENT(timer->period_cycles_numerator >= timer->period_cycles_denominator, timer->period_cycles_numerator);
  REFERS(timer->line, k->config->line_count);
  return 1;
}

static int check_disk(const check *k, const sim_disk_config *disk) {
  IN_RANGE(disk->rate_bit_per_second, 1, line_rate_limit);
  AT_MOST(disk->most_seek_nanoseconds, NANOSECONDS_LIMIT);
  AT_MOST(disk->least_seek_nanoseconds, disk->most_seek_nanoseconds);
  IN_RANGE(disk->block_bytes, 1, REQUEST_BYTES_LIMIT);
  IN_RANGE(disk->queue_requests, 1, SIM_DISK_QUEUE_LIMIT);
  REFERS(disk->line, k->config->line_count);
  return 1;
}

static int check_request(const check *k, const sim_step_config *step) {
  REFERS(step->index, k->config->disk_count);
  IN_RANGE(step->target, 1, REQUEST_BYTES_LIMIT / k->config->disks[step->index].block_bytes);
  return 1;
}

static int check_line(const check *k, const sim_line_config *line) {
  AT_MOST(line->trigger, sim_trigger_MESSAGE);
  AT_MOST(line->masked, 1);
  AT_MOST(line->loses_masked, 1);
  if (line->core != SIM_NONE_8) REFERS(line->core, k->config->core_count);
  if (line->context != SIM_NONE_8) REFERS(line->context, k->config->context_count);
  return 1;
}

static int check_routine(const check *k, const sim_routine_config *routine) {
  IN_RANGE(routine->fixed, 1, UINT32_MAX);
  AT_MOST(routine->per_byte_milli, PER_BYTE_MILLI_LIMIT);
  AT_MOST(routine->checksum_milli, PER_BYTE_MILLI_LIMIT);
  AT_MOST(routine->per_buffer, PER_BUFFER_LIMIT);
  IN_RANGE(routine->body_instructions, 1, SIM_BODY_LIMIT);
  AT_MOST(routine->instruction_count, k->config->instruction_count);
  REFERS(routine->first_instruction, k->config->instruction_count - routine->instruction_count + 1);
  AT_MOST(routine->taken_permille, 1000);
  AT_MOST(routine->dependent_permille, 1000);
  AT_MOST(routine->hot_permille, 1000);
  AT_MOST(routine->packet_permille, 1000);
  CONSISTENT(routine->packet_permille + routine->uncached_permille <= 1000, routine->uncached_permille);
  IN_RANGE(routine->data_bytes, 4, 1u << 30);
  IN_RANGE(routine->hot_bytes, 4, routine->data_bytes);
  AT_MOST(routine->data_address, 0x3fffffffu);
  AT_MOST(routine->pinned, 1);
  AT_MOST(routine->kind, sim_routine_kind_INSTRUCTIONS);
  const uint32_t weights = (uint32_t)routine->mix_alu + routine->mix_load + routine->mix_store + routine->mix_branch +
                           routine->mix_multiply;
  CONSISTENT(weights > 0 || routine->instruction_count > 0, routine->mix_alu);
  return 1;
}

static int check_instruction(const check *k, const sim_instruction *instruction) {
  IN_RANGE(instruction->operation, sim_operation_ALU, sim_operation_MULTIPLY);
  AT_MOST(instruction->destination, 31);
  AT_MOST(instruction->source1, 31);
  AT_MOST(instruction->source2, 31);
  AT_MOST(instruction->taken, 1);
  const int has_result =
      instruction->operation != sim_operation_STORE && instruction->operation != sim_operation_BRANCH;
  CONSISTENT(has_result || instruction->destination == 0, instruction->destination);
  return 1;
}

static int check_ring_of_step(const check *k, const sim_step_config *step) {
  REFERS(step->index, k->config->nic_count);
  REFERS(step->ring, k->config->nics[step->index].ring_count);
  return 1;
}

static int check_condition(const check *k, const sim_step_config *step) {
  const sim_config *c = k->config;
  switch (step->condition) {
    case sim_condition_RX_NOT_EMPTY: return check_ring_of_step(k, step);
    case sim_condition_TX_DONE: REFERS(step->index, c->nic_count); return 1;
    case sim_condition_QUEUE_NOT_FULL:
    case sim_condition_QUEUE_NOT_EMPTY: REFERS(step->index, c->queue_count); return 1;
    case sim_condition_BUDGET_LEFT: return 1;
    case sim_condition_DISK_DONE: REFERS(step->index, c->disk_count); return 1;
    default: return fail(k, sim_status_OUT_OF_RANGE, &step->condition, step->condition);
  }
}

static int check_step(const check *k, const sim_thread_config *thread, const sim_step_config *step) {
  const sim_config *c = k->config;
  switch (step->op) {
    case sim_step_op_EXEC: REFERS(step->index, c->routine_count); return 1;
    case sim_step_op_ACKNOWLEDGE:
      AT_MOST(step->bits, SIM_NIC_STATUS_RX | SIM_NIC_STATUS_TX | SIM_NIC_STATUS_OVERFLOW);
      return check_ring_of_step(k, step);
    case sim_step_op_TAKE_FRAME: return check_ring_of_step(k, step);
    case sim_step_op_GIVE_FRAME:
    case sim_step_op_REAP: REFERS(step->index, c->nic_count); return 1;
    case sim_step_op_MASK:
    case sim_step_op_UNMASK: REFERS(step->index, c->line_count); return 1;
    case sim_step_op_WAIT:
      CONSISTENT(thread->start == sim_thread_start_ALWAYS, step->op);
      REFERS(step->index, step->condition == sim_condition_DISK_DONE ? c->disk_count : c->queue_count);
      return 1;
    case sim_step_op_ACKNOWLEDGE_TIMER: REFERS(step->index, c->timer_count); return 1;
    case sim_step_op_ACKNOWLEDGE_DISK:
    case sim_step_op_TAKE_DISK: REFERS(step->index, c->disk_count); return 1;
    case sim_step_op_READ_DISK:
    case sim_step_op_WRITE_DISK: return check_request(k, step);
    case sim_step_op_SLEEP: IN_RANGE(step->cycles, 1, UINT32_MAX); /* fall through */
    case sim_step_op_YIELD: CONSISTENT(thread->start == sim_thread_start_ALWAYS, step->op); return 1;
    case sim_step_op_PUT:
      AT_MOST(step->bits, 1);
      CONSISTENT(step->bits == 0 || thread->start == sim_thread_start_ALWAYS, step->bits); /* fall through */
    case sim_step_op_COPY:
    case sim_step_op_TAKE: REFERS(step->index, c->queue_count); return 1;
    case sim_step_op_RAISE:
      REFERS(step->index, c->thread_count);
      CONSISTENT(c->threads[step->index].start == sim_thread_start_SOFT, step->index);
      return 1;
    case sim_step_op_JUMP: REFERS(step->target, thread->step_count); return 1;
    case sim_step_op_JUMP_UNLESS:
      REFERS(step->target, thread->step_count);
      return check_condition(k, step);
    case sim_step_op_RETURN:
    case sim_step_op_DROP:
    case sim_step_op_DELIVER: return 1;
    default: return fail(k, sim_status_OUT_OF_RANGE, &step->op, step->op);
  }
}

static int check_thread(const check *k, uint32_t index) {
  const sim_config *c = k->config;
  const sim_thread_config *thread = &c->threads[index];
  IN_RANGE(thread->step_count, 1, c->step_count);
  REFERS(thread->first_step, c->step_count - thread->step_count + 1);
  IN_RANGE(thread->layer, sim_layer_APPLICATION, sim_layer_KERNEL_COPY);
  AT_MOST(thread->start, sim_thread_start_SOFT);
  AT_MOST(thread->interrupts_enabled, 1);
  AT_MOST(thread->system_call, 1);
  REFERS(thread->context, c->context_count);
  REFERS(thread->core, c->core_count);
  if (thread->start == sim_thread_start_LINE) REFERS(thread->line, c->line_count);
  for (uint32_t other = 0; other < index; other++) {
    const sim_thread_config *before = &c->threads[other];
    if (before->start != thread->start) continue;
    /* One thread answers a line; without a scheduler one is always live on a context. */
    if (thread->start == sim_thread_start_LINE) CONSISTENT(before->line != thread->line, thread->line);
    if (thread->start == sim_thread_start_ALWAYS && c->scheduler == sim_scheduler_NONE)
      CONSISTENT(before->context != thread->context || before->core != thread->core, thread->context);
  }
  for (uint32_t i = 0; i < thread->step_count; i++)
    if (!check_step(k, thread, &c->steps[thread->first_step + i])) return 0;
  return 1;
}

static int check_sizes(const check *k, const sim_traffic_config *traffic) {
  AT_MOST(traffic->size_count, SIM_SIZE_LIMIT);
  if (traffic->size_count == 0) IN_RANGE(traffic->size_bytes, 1, FRAME_BYTES_LIMIT);
  for (uint32_t i = 0; i < traffic->size_count; i++) {
    IN_RANGE(traffic->sizes[i], 1, FRAME_BYTES_LIMIT);
    IN_RANGE(traffic->size_weights[i], 1, UINT16_MAX);
  }
  return 1;
}

static int check_traffic(const check *k, const sim_traffic_config *traffic) {
  const sim_config *c = k->config;
  AT_MOST(traffic->kind, sim_traffic_kind_TRACE);
  AT_MOST(traffic->direction, sim_direction_SEND);
  AT_MOST(traffic->loop, sim_loop_CLOSED);
  REFERS(traffic->nic, c->nic_count);
  if (traffic->thread != SIM_NONE_8) {
    REFERS(traffic->thread, c->thread_count);
    REFERS(traffic->queue, c->queue_count);
    CONSISTENT(c->threads[traffic->thread].start == sim_thread_start_SOFT, traffic->thread);
  }
  if (traffic->kind == sim_traffic_kind_TRACE) {
    AT_MOST(traffic->trace_entry_count, c->trace_entry_count);
    AT_MOST(traffic->first_trace_entry, c->trace_entry_count - traffic->trace_entry_count);
    return 1;
  }
  if (!check_sizes(k, traffic)) return 0;
  AT_MOST(traffic->burst_pause_cycles, (uint64_t)1 << MEAN_GAP_BITS);
  IN_RANGE(traffic->flows, 1, UINT16_MAX);
  CONSISTENT(traffic->direction == sim_direction_RECEIVE || traffic->thread != SIM_NONE_8, traffic->thread);
  IN_RANGE(traffic->interval_cycles_denominator, 1, (uint64_t)1 << MEAN_GAP_BITS);
  IN_RANGE(traffic->interval_cycles_numerator, 1, interval_numerator_limit);
  /* At least a cycle between two events, so that time goes on. */
  const uint64_t mean = traffic->interval_cycles_numerator / traffic->interval_cycles_denominator;
  CONSISTENT(mean >= 1 && mean <= (uint64_t)1 << MEAN_GAP_BITS, traffic->interval_cycles_numerator);
  return 1;
}

static int check_trace(const check *k, const sim_trace_entry *trace) {
  for (uint32_t i = 0; i < k->config->trace_entry_count; i++) {
    const int size_fits = trace[i].size_bytes >= 1 && trace[i].size_bytes <= FRAME_BYTES_LIMIT;
    if (size_fits && trace[i].direction <= sim_direction_SEND) continue;
    *k->error = (sim_error){.status = sim_status_OUT_OF_RANGE, .field_offset = SIM_NONE, .value = i};
    return 0;
  }
  return 1;
}

static int check_parts(const check *k) {
  const sim_config *c = k->config;
  for (uint32_t i = 0; i < c->line_count; i++)
    if (!check_line(k, &c->lines[i])) return 0;
  for (uint32_t i = 0; i < c->nic_count; i++)
    if (!check_nic(k, &c->nics[i])) return 0;
  for (uint32_t i = 0; i < c->timer_count; i++)
    if (!check_timer(k, &c->timers[i])) return 0;
  for (uint32_t i = 0; i < c->disk_count; i++)
    if (!check_disk(k, &c->disks[i])) return 0;
  for (uint32_t i = 0; i < c->queue_count; i++) IN_RANGE(c->queues[i].capacity, 1, SIM_RING_LIMIT);
  for (uint32_t i = 0; i < c->routine_count; i++)
    if (!check_routine(k, &c->routines[i])) return 0;
  for (uint32_t i = 0; i < c->instruction_count; i++)
    if (!check_instruction(k, &c->instructions[i])) return 0;
  for (uint32_t i = 0; i < c->thread_count; i++)
    if (!check_thread(k, i)) return 0;
  for (uint32_t i = 0; i < c->traffic_count; i++)
    if (!check_traffic(k, &c->traffic[i])) return 0;
  return 1;
}

enum sim_status sim_config_check(const sim_config *config, const sim_trace_entry *trace, sim_error *error) {
  assert(config != NULL && error != NULL);
  *error = (sim_error){.status = sim_status_OK, .field_offset = SIM_NONE};
  const check k = {config, error};
  if (config->cookie != SIM_CONFIG_COOKIE) fail(&k, sim_status_BAD_COOKIE, &config->cookie, config->cookie);
  else if (check_machine(&k) && check_parts(&k) && trace != NULL) check_trace(&k, trace);
  return (enum sim_status)error->status;
}
