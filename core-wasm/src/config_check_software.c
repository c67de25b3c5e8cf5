/* Bounds of what the configuration says of software. */
#include "config_check.h"

enum {
  PER_BUFFER_LIMIT = 1 << 24,
  PER_BYTE_MILLI_LIMIT = 1000000000
};

static int check_request(const check *k, const sim_step_config *step) {
  REFERS(step->index, k->config->disk_count);
  IN_RANGE(step->target, 1, REQUEST_BYTES_LIMIT / k->config->disks[step->index].block_bytes);
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
  AT_MOST(routine->kind, sim_routine_kind_PROGRAM);
  const uint32_t weights = (uint32_t)routine->mix_alu + routine->mix_load + routine->mix_store + routine->mix_branch +
                           routine->mix_multiply + routine->mix_prefetch;
  CONSISTENT(weights > 0 || routine->instruction_count > 0, routine->mix_alu);
  return 1;
}

static int check_instruction(const check *k, const sim_instruction *instruction) {
  IN_RANGE(instruction->operation, sim_operation_ALU, sim_operation_PREFETCH);
  AT_MOST(instruction->destination, 31);
  AT_MOST(instruction->source1, 31);
  AT_MOST(instruction->source2, 31);
  AT_MOST(instruction->taken, SIM_TAKEN_JUMP);
  AT_MOST(instruction->words, SIM_ACCESS_WORD_LIMIT);
  const int has_result =
      instruction->operation != sim_operation_STORE && instruction->operation != sim_operation_BRANCH &&
      instruction->operation != sim_operation_PREFETCH;
  CONSISTENT(has_result || instruction->destination == 0, instruction->destination);
  return 1;
}

static int check_lock(const check *k, const sim_lock_config *lock) {
  const uint32_t count = k->config->routine_count;
  AT_MOST(lock->kind, sim_lock_kind_SLEEP);
  AT_MOST(lock->order, sim_lock_order_PRIORITY);
  if (lock->acquire != SIM_NONE_8) REFERS(lock->acquire, count);
  if (lock->poll != SIM_NONE_8) REFERS(lock->poll, count);
  if (lock->release != SIM_NONE_8) REFERS(lock->release, count);
  if (lock->kind == sim_lock_kind_SPIN) { /* whoever spins spends cycles */
    CONSISTENT(lock->acquire != SIM_NONE_8 || lock->poll != SIM_NONE_8, lock->poll);
    return 1;
  }
  CONSISTENT(lock->order != sim_lock_order_ANY, lock->order);
  CONSISTENT(lock->poll == SIM_NONE_8, lock->poll);
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
    default: return config_fail(k, sim_status_OUT_OF_RANGE, &step->condition, step->condition);
  }
}

static int check_step(const check *k, const sim_thread_config *thread, const sim_step_config *step) {
  const sim_config *c = k->config;
  switch (step->op) {
    case sim_step_op_EXEC:
      AT_MOST(step->bits, sim_layer_KERNEL_COPY);
      REFERS(step->index, c->routine_count);
      return 1;
    case sim_step_op_LOCK:
    case sim_step_op_UNLOCK:
      AT_MOST(step->bits, sim_layer_KERNEL_COPY);
      REFERS(step->index, c->lock_count);
      CONSISTENT(c->locks[step->index].kind == sim_lock_kind_SPIN || thread->start == sim_thread_start_ALWAYS, step->op);
      return 1;
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
      if (step->condition == sim_condition_RAISED) {
        REFERS(step->index, c->thread_count);
        CONSISTENT(&c->threads[step->index] == thread, step->index);
        return 1;
      }
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
      CONSISTENT(c->threads[step->index].start != sim_thread_start_LINE, step->index);
      return 1;
    case sim_step_op_JUMP: REFERS(step->target, thread->step_count); return 1;
    case sim_step_op_JUMP_UNLESS:
      REFERS(step->target, thread->step_count);
      return check_condition(k, step);
    case sim_step_op_RETURN:
    case sim_step_op_DROP:
    case sim_step_op_DELIVER: return 1;
    default: return config_fail(k, sim_status_OUT_OF_RANGE, &step->op, step->op);
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

int config_check_software(const check *k) {
  const sim_config *c = k->config;
  for (uint32_t i = 0; i < c->routine_count; i++)
    if (!check_routine(k, &c->routines[i])) return 0;
  for (uint32_t i = 0; i < c->instruction_count; i++)
    if (!check_instruction(k, &c->instructions[i])) return 0;
  for (uint32_t i = 0; i < c->lock_count; i++)
    if (!check_lock(k, &c->locks[i])) return 0;
  for (uint32_t i = 0; i < c->thread_count; i++)
    if (!check_thread(k, i)) return 0;
  return 1;
}
