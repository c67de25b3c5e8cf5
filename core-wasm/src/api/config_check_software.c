/* Bounds of the software's configuration. */
#include "api/machine.h"
#include "device/device.h"

enum {
  PER_BUFFER_LIMIT = 1 << 24,
  PER_BYTE_MILLI_LIMIT = 1000000000
};

static const bound routine_bounds[] = {
    BOUND(sim_routine_config, fixed, 1, UINT32_MAX),
    BOUND(sim_routine_config, per_byte_milli, 0, PER_BYTE_MILLI_LIMIT),
    BOUND(sim_routine_config, checksum_milli, 0, PER_BYTE_MILLI_LIMIT),
    BOUND(sim_routine_config, per_buffer, 0, PER_BUFFER_LIMIT),
    BOUND(sim_routine_config, body_instructions, 1, SIM_BODY_LIMIT),
    BOUND(sim_routine_config, taken_permille, 0, 1000),
    BOUND(sim_routine_config, dependent_permille, 0, 1000),
    BOUND(sim_routine_config, hot_permille, 0, 1000),
    BOUND(sim_routine_config, packet_permille, 0, 1000),
    BOUND(sim_routine_config, data_bytes, 4, 1u << 30),
    BOUND(sim_routine_config, data_address, 0, 0x3fffffffu),
    BOUND(sim_routine_config, copies_address, 0, 0x3fffffffu),
    BOUND(sim_routine_config, copy_bytes, 0, 1u << 30),
    BOUND(sim_routine_config, pinned, 0, 1),
    ONE_OF(sim_routine_config, kind, sim_routine_kind),
    ONE_OF(sim_routine_config, drawn_kind, sim_drawn_kind),
};

static int check_points(const check *k, const sim_routine_config *routine) {
  const int is_linear = routine->drawn_kind == sim_drawn_kind_QUANTILES;
  CONSISTENT(routine->kind == sim_routine_kind_CYCLES, routine->drawn_kind);
  IN_RANGE(routine->point_count, is_linear ? 2 : 1, k->config->point_count);
  REFERS(routine->first_point, k->config->point_count - routine->point_count + 1);
  const sim_point *points = &k->config->points[routine->first_point];
  CONSISTENT(is_linear ? points->upto == 0 : points->upto > 0, points->upto);
  for (uint32_t i = 1; i < routine->point_count; i++) {
    CONSISTENT(points[i].upto > points[i - 1].upto, points[i].upto);
    CONSISTENT(!is_linear || points[i].cycles >= points[i - 1].cycles, points[i].cycles);
  }
  return 1;
}

static int check_routine(const check *k, const sim_routine_config *routine) {
  BOUNDED(routine, routine_bounds);
  AT_MOST(routine->instruction_count, k->config->instruction_count);
  REFERS(routine->first_instruction, k->config->instruction_count - routine->instruction_count + 1);
  CONSISTENT(routine->packet_permille + routine->uncached_permille <= 1000, routine->uncached_permille);
  IN_RANGE(routine->hot_bytes, 4, routine->data_bytes);
  /* The table of targets finds a branch by its address. Bit 0 of an entry says that the entry is used. */
  CONSISTENT(routine->code_address % 4 == 0 || k->config->predictor_targets == 0, routine->code_address);
  const uint32_t weights = (uint32_t)routine->mix_alu + routine->mix_load + routine->mix_store + routine->mix_branch +
                           routine->mix_multiply + routine->mix_prefetch;
  CONSISTENT(weights > 0 || routine->instruction_count > 0, routine->mix_alu);
  return routine->drawn_kind == sim_drawn_kind_NONE || check_points(k, routine);
}

static const bound instruction_bounds[] = {
    BOUND(sim_instruction, operation, sim_operation_ALU, sim_operation_COUNT - 1),
    BOUND(sim_instruction, destination, 0, 31),
    BOUND(sim_instruction, source1, 0, 31),
    BOUND(sim_instruction, source2, 0, 31),
    BOUND(sim_instruction, taken, 0, SIM_TAKEN_JUMP),
    BOUND(sim_instruction, words, 0, SIM_ACCESS_WORD_LIMIT),
    BOUND(sim_instruction, in_data, 0, 1),
};

static int check_instruction(const check *k, const sim_instruction *instruction) {
  BOUNDED(instruction, instruction_bounds);
  const int has_result =
      instruction->operation != sim_operation_STORE && instruction->operation != sim_operation_BRANCH &&
      instruction->operation != sim_operation_PREFETCH;
  CONSISTENT(has_result || instruction->destination == 0, instruction->destination);
  return 1;
}

static int check_lock(const check *k, const sim_lock_config *lock) {
  const uint32_t count = k->config->routine_count;
  AT_MOST(lock->kind, sim_lock_kind_COUNT - 1);
  AT_MOST(lock->order, sim_lock_order_COUNT - 1);
  AT_MOST(lock->protocol, sim_lock_protocol_COUNT - 1);
  if (lock->acquire != SIM_NONE_8) REFERS(lock->acquire, count);
  if (lock->poll != SIM_NONE_8) REFERS(lock->poll, count);
  if (lock->release != SIM_NONE_8) REFERS(lock->release, count);
  if (lock->kind == sim_lock_kind_SPIN) { /* a spinning thread must spend cycles */
    CONSISTENT(lock->acquire != SIM_NONE_8 || lock->poll != SIM_NONE_8, lock->poll);
    CONSISTENT(lock->protocol == sim_lock_protocol_NONE, lock->protocol);
    return 1;
  }
  CONSISTENT(lock->order != sim_lock_order_ANY, lock->order);
  CONSISTENT(lock->poll == SIM_NONE_8, lock->poll);
  return 1;
}

/* Offset of the count that limits the index of a step; 0 = the step has no index. */
#define COUNT(field) (uint16_t) offsetof(sim_config, field)
static const uint16_t counted_by_op[sim_step_op_COUNT] = {
    [sim_step_op_EXEC] = COUNT(routine_count),
    [sim_step_op_LOCK] = COUNT(lock_count),
    [sim_step_op_UNLOCK] = COUNT(lock_count),
    [sim_step_op_TAKE_FRAME] = COUNT(nic_count),
    [sim_step_op_GIVE_FRAME] = COUNT(nic_count),
    [sim_step_op_REAP] = COUNT(nic_count),
    [sim_step_op_MASK] = COUNT(line_count),
    [sim_step_op_UNMASK] = COUNT(line_count),
    [sim_step_op_WAIT] = COUNT(queue_count),
    [sim_step_op_TAKE_DISK] = COUNT(disk_count),
    [sim_step_op_READ_DISK] = COUNT(disk_count),
    [sim_step_op_WRITE_DISK] = COUNT(disk_count),
    [sim_step_op_PUT] = COUNT(queue_count),
    [sim_step_op_COPY] = COUNT(queue_count),
    [sim_step_op_TAKE] = COUNT(queue_count),
    [sim_step_op_RAISE] = COUNT(thread_count),
};
static const uint16_t counted_by_device[sim_device_kind_COUNT] = {
#define DEVICE(NAME, number, kind, list) [sim_device_kind_##NAME] = COUNT(kind##_count),
#include "sim_devices.def"
};
static const uint16_t counted_by_condition[sim_condition_COUNT] = {
    [sim_condition_RX_NOT_EMPTY] = COUNT(nic_count),     [sim_condition_TX_DONE] = COUNT(nic_count),
    [sim_condition_QUEUE_NOT_EMPTY] = COUNT(queue_count), [sim_condition_QUEUE_NOT_FULL] = COUNT(queue_count),
    [sim_condition_STATUS_SET] = COUNT(nic_count),       [sim_condition_STATUS_CLEAR] = COUNT(nic_count),
    [sim_condition_DISK_DONE] = COUNT(disk_count),       [sim_condition_RAISED] = COUNT(thread_count),
};

static int check_step(const check *k, const sim_thread_config *thread, const sim_step_config *step) {
  const sim_config *c = k->config;
  AT_MOST(step->op, sim_step_op_COUNT - 1);
  uint32_t count_at = counted_by_op[step->op];
  int names_ring = step->op == sim_step_op_TAKE_FRAME;
  if (step->op == sim_step_op_ACKNOWLEDGE) {
    AT_MOST(step->device, sim_device_kind_COUNT - 1);
    count_at = counted_by_device[step->device];
    names_ring = step->device == sim_device_kind_NIC;
  }
  if (step->op == sim_step_op_JUMP_UNLESS) {
    AT_MOST(step->condition, sim_condition_COUNT - 1);
    CONSISTENT(step->condition != sim_condition_RAISED, step->condition); /* WAIT only */
    count_at = counted_by_condition[step->condition];
    const int asks_status =
        step->condition == sim_condition_STATUS_SET || step->condition == sim_condition_STATUS_CLEAR;
    names_ring = step->condition == sim_condition_RX_NOT_EMPTY || asks_status;
    if (asks_status) IN_RANGE(step->bits, 1, SIM_NIC_STATUS_RX | SIM_NIC_STATUS_TX | SIM_NIC_STATUS_OVERFLOW);
  }
  if (step->op == sim_step_op_WAIT &&
      (step->condition == sim_condition_DISK_DONE || step->condition == sim_condition_RAISED))
    count_at = counted_by_condition[step->condition];
  if (count_at != 0) REFERS(step->index, ((const uint8_t *)c)[count_at]);
  if (names_ring) REFERS(step->ring, c->nics[step->index].ring_count);
  const int may_wait = thread->start == sim_thread_start_ALWAYS;
  if (step->op == sim_step_op_TAKE_FRAME || step->op == sim_step_op_GIVE_FRAME || step->op == sim_step_op_REAP)
    CONSISTENT(!c->nics[step->index].in_memory, step->index);
  switch (step->op) {
    case sim_step_op_LOCK:
    case sim_step_op_UNLOCK:
      CONSISTENT(may_wait || c->locks[step->index].kind == sim_lock_kind_SPIN, step->op); /* fall through */
    case sim_step_op_EXEC: AT_MOST(step->bits, sim_layer_KERNEL_COPY); return 1;
    case sim_step_op_ACKNOWLEDGE:
      AT_MOST(step->bits, SIM_NIC_STATUS_RX | SIM_NIC_STATUS_TX | SIM_NIC_STATUS_OVERFLOW);
      return 1;
    case sim_step_op_READ_DISK:
    case sim_step_op_WRITE_DISK:
      IN_RANGE(step->target, 1, REQUEST_BYTES_LIMIT / c->disks[step->index].block_bytes);
      return 1;
    case sim_step_op_UNLOCK_CACHE: AT_MOST(step->index, 2); return 1;
    case sim_step_op_SLEEP: IN_RANGE(step->cycles, 1, UINT32_MAX); /* fall through */
    case sim_step_op_YIELD: CONSISTENT(may_wait, step->op); return 1;
    case sim_step_op_WAIT:
      CONSISTENT(may_wait, step->op);
      CONSISTENT(step->condition != sim_condition_RAISED || &c->threads[step->index] == thread, step->index);
      return 1;
    case sim_step_op_PUT:
      AT_MOST(step->bits, 1);
      CONSISTENT(may_wait || step->bits == 0, step->bits);
      return 1;
    case sim_step_op_RAISE:
      CONSISTENT(c->threads[step->index].start != sim_thread_start_LINE, step->index);
      return 1;
    case sim_step_op_JUMP:
    case sim_step_op_JUMP_UNLESS: REFERS(step->target, thread->step_count); return 1;
    default: return 1;
  }
}

static const bound thread_bounds[] = {
    BOUND(sim_thread_config, layer, sim_layer_APPLICATION, sim_layer_KERNEL_COPY),
    ONE_OF(sim_thread_config, start, sim_thread_start),
    BOUND(sim_thread_config, interrupts_enabled, 0, 1),
    BOUND(sim_thread_config, system_call, 0, 1),
    BOUND(sim_thread_config, machine_mode, 0, 1),
};

/* A hart is alone on its context, and executes one program. */
static int check_hart(const check *k, uint32_t index) {
  const sim_config *c = k->config;
  const sim_thread_config *thread = &c->threads[index];
  CONSISTENT(thread->start == sim_thread_start_ALWAYS && thread->interrupts_enabled && !thread->system_call &&
                 c->scheduler == sim_scheduler_NONE,
             thread->machine_mode);
  const sim_step_config *step = &c->steps[thread->first_step];
  const int is_exec = step->op == sim_step_op_EXEC && step->bits == 0;
  CONSISTENT(is_exec && c->routines[step->index].kind == sim_routine_kind_PROGRAM, step->op);
  for (uint32_t i = 1; i < thread->step_count; i++) CONSISTENT(step[i].op == sim_step_op_RETURN, step[i].op);
  for (uint32_t other = 0; other < c->thread_count; other++) {
    const sim_thread_config *its = &c->threads[other];
    uint32_t core = its->core, context = its->context;
    if (its->start == sim_thread_start_LINE && its->line < c->line_count) {
      if (c->lines[its->line].core != SIM_NONE_8) core = c->lines[its->line].core;
      if (c->lines[its->line].context != SIM_NONE_8) context = c->lines[its->line].context;
    }
    if (other == index || core != thread->core) continue;
    CONSISTENT(c->policy != sim_policy_SINGLE && context != SIM_NONE_8 && context != thread->context, its->context);
  }
  return 1;
}

static int check_thread(const check *k, uint32_t index) {
  const sim_config *c = k->config;
  const sim_thread_config *thread = &c->threads[index];
  IN_RANGE(thread->step_count, 1, c->step_count);
  REFERS(thread->first_step, c->step_count - thread->step_count + 1);
  BOUNDED(thread, thread_bounds);
  /* A permanent thread keeps its context. */
  if (thread->context != SIM_NONE_8 || thread->start == sim_thread_start_ALWAYS)
    REFERS(thread->context, c->context_count);
  REFERS(thread->core, c->core_count);
  if (thread->start == sim_thread_start_LINE) REFERS(thread->line, c->line_count);
  const uint32_t saves = c->thread_saves[index];
  const int has_both = (saves & UINT16_MAX) != 0 && saves > UINT16_MAX;
  CONSISTENT(saves == 0 || (has_both && thread->start == sim_thread_start_LINE), c->thread_saves[index]);
  for (uint32_t other = 0; other < index; other++) {
    const sim_thread_config *before = &c->threads[other];
    if (before->start != thread->start) continue;
    /* One thread answers a line. Without a scheduler, a context has at most one permanent thread. */
    if (thread->start == sim_thread_start_LINE) CONSISTENT(before->line != thread->line, thread->line);
    if (thread->start == sim_thread_start_ALWAYS && c->scheduler == sim_scheduler_NONE)
      CONSISTENT(before->context != thread->context || before->core != thread->core, thread->context);
  }
  for (uint32_t i = 0; i < thread->step_count; i++)
    if (!check_step(k, thread, &c->steps[thread->first_step + i])) return 0;
  return !thread->machine_mode || check_hart(k, index);
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
