/* The steps of a thread. Only exec takes time. */
#include <assert.h>

#include "ref/memory/memory.h"

static void drop_in_hand(ref *r, ref_activity *activity) {
  if (activity->packet == REF_NONE) return;
  const int packet = activity->packet;
  activity->packet = REF_NONE;
  ref_packet_drop(r, packet, sim_drop_cause_ABANDONED, activity->thread);
}

/* M-196: "Each run of the routine draws a number u of 32 bits" */
static uint64_t drawn_cycles(ref *r, int routine, int packet) {
  const sim_routine_config *config = &r->config.routines[routine];
  if (config->drawn_kind == sim_drawn_kind_NONE) return 0;
  const uint64_t run = r->service_draws[routine]++;
  const int has_row = r->config.routine_tables[routine] != 0 && packet != REF_NONE;
  const uint64_t u = has_row ? ref_draw_row(&r->config, r->config.routine_tables[routine], r->packets[packet].number)
                             : ref_draw_uniform(&r->config, routine, run);
  const sim_point *points = &r->config.points[config->first_point];
  const int count = (int)config->point_count;
  const uint64_t whole = points[count - 1].upto;
  if (config->drawn_kind == sim_drawn_kind_VALUES) {
    for (int i = 0; i < count; i++)
      if (u * whole >> 32 < points[i].upto) return points[i].cycles;
    assert(0);
  }
  for (int i = 0; i + 1 < count; i++) {
    const uint64_t from = points[i].upto, width = points[i + 1].upto - from;
    if (u * whole >> 32 >= points[i + 1].upto) continue;
    const ref_wide way = (((ref_wide)u * whole) - ((ref_wide)from << 32)) / width; /* of 2^32 */
    const uint64_t least = points[i].cycles, rise = points[i + 1].cycles - least;
    const ref_wide twice = 2 * way * rise; /* rounded to the nearest integer, halves up */
    return least + (uint64_t)((twice + ((ref_wide)1 << 32)) >> 33);
  }
  assert(0);
  return 0;
}

void ref_begin_routine(ref *r, int c, ref_activity *activity, int routine) {
  const sim_routine_config *config = &r->config.routines[routine];
  uint64_t budget = config->fixed + drawn_cycles(r, routine, activity->packet);
  if (activity->packet != REF_NONE) {
    const ref_packet *packet = &r->packets[activity->packet];
    const uint64_t checksum = r->config.nics[packet->nic].checksum_offload ? 0 : config->checksum_milli;
    budget += packet->size_bytes * (config->per_byte_milli + checksum) / 1000;
    budget += (uint64_t)config->per_buffer * ref_buffers_of(&r->config.nics[packet->nic], packet->size_bytes);
  }
  activity->routine = routine;
  activity->layer = activity->step_layer;
  if (config->kind == sim_routine_kind_CYCLES && !r->interleaved) {
    activity->work = REF_WORK_TIMED;
    activity->timed_left = budget;
  } else {
    const int counts = config->kind != sim_routine_kind_CYCLES, is_program = config->kind == sim_routine_kind_PROGRAM;
    activity->work = REF_WORK_STREAM;
    activity->stream = (ref_stream){.length = is_program ? UINT64_MAX : budget,
                                 .code = counts ? routine : REF_NONE,
                                 .plain_operation = sim_operation_ALU,
                                 .counts = counts};
    if (is_program) ref_program_begin(r, activity);
    ref_pipeline_start(r, c);
  }
  r->cpus[c].run_cycles = 0;
  r->cpus[c].retired_before = 0;
}

static void queue_event(ref *r, int queue) {
  ref_event(r, sim_event_kind_QUEUE_FILL, REF_NONE, (uint32_t)queue, r->queues[queue].count);
  ref_mark(&r->marks.queue_packets[queue], r->queues[queue].count);
}

static int is_full(const ref_fifo *fifo) { return fifo->count == fifo->capacity; }

static void put(ref *r, ref_activity *activity, int queue) {
  if (activity->packet == REF_NONE) return;
  const int packet = activity->packet;
  activity->packet = REF_NONE;
  if (ref_fifo_put(&r->queues[queue], packet)) {
    queue_event(r, queue);
    ref_wake(r, REF_WAIT_PACKET, queue);
  } else ref_packet_turn_away(r, packet, queue, activity->thread);
}

/* M-71: "a new frame of the same NIC, offered now, whose parent is named by its event" */
static void copy(ref *r, ref_activity *activity, int queue) {
  if (activity->packet == REF_NONE) return;
  const ref_packet parent = r->packets[activity->packet];
  const int packet = ref_packet_new(r, parent.direction, parent.nic, parent.size_bytes, REF_NONE, r->moment);
  r->counters.nics[parent.nic].copied++;
  ref_event(r, sim_event_kind_FRAME_COPIED, REF_NONE, r->packets[packet].number, parent.number);
  if (ref_fifo_put(&r->queues[queue], packet)) {
    queue_event(r, queue);
    ref_wake(r, REF_WAIT_PACKET, queue);
  } else ref_packet_turn_away(r, packet, queue, activity->thread);
}

static void give(ref *r, ref_activity *activity, int nic) {
  if (activity->packet == REF_NONE) return;
  const int packet = activity->packet;
  activity->packet = REF_NONE;
  if (r->packets[packet].direction == sim_direction_SEND) ref_packet_reach(r, packet, sim_packet_part_HANDLER);
  if (!ref_nic_give(r, nic, packet)) ref_packet_drop(r, packet, sim_drop_cause_TX_QUEUE_FULL, activity->thread);
}

/* Returns 0 if there is no frame to take. */
static int take(ref *r, ref_activity *activity, int queue) {
  drop_in_hand(r, activity);
  const int packet = ref_fifo_take(&r->queues[queue]);
  r->counters.queue_taken[queue] += packet != REF_NONE;
  if (packet == REF_NONE) return 0;
  queue_event(r, queue);
  ref_wake(r, REF_WAIT_ROOM, queue);
  activity->packet = packet;
  activity->packet_words = 0;
  activity->taken++;
  if (r->packets[packet].direction == sim_direction_RECEIVE) ref_packet_reach(r, packet, sim_packet_part_PROTOCOL);
  else if (!r->packets[packet].queue_left++)
    ref_packet_from_activity(r, packet, activity, 0);
  return 1;
}

static int take_frame(ref *r, ref_activity *activity, int nic, int ring) {
  drop_in_hand(r, activity);
  const int packet = ref_nic_take(r, nic, ring);
  if (packet == REF_NONE) return 0;
  activity->packet = packet;
  activity->packet_words = 0;
  activity->taken++;
  ref_packet_from_activity(r, packet, activity, 1);
  ref_packet_reach(r, packet, sim_packet_part_HANDLER);
  return 1;
}

/* M-67: "since its first, or since the turn of an always thread began (whatever ran in them)" */
static int time_left(const ref *r, const ref_activity *activity) {
  const uint32_t cycles = r->config.threads[activity->thread].budget_cycles;
  return cycles == 0 || r->moment - activity->turn_began < cycles;
}

static int holds(const ref *r, const ref_activity *activity, const sim_step_config *step) {
  const uint16_t budget = r->config.threads[activity->thread].budget;
  switch (step->condition) {
    case sim_condition_RX_NOT_EMPTY: return r->nics[step->index].rings[step->ring].ready.count > 0;
    case sim_condition_TX_DONE: return r->nics[step->index].tx_sent.count > 0;
    case sim_condition_QUEUE_NOT_FULL: return !is_full(&r->queues[step->index]);
    case sim_condition_STATUS_SET:
    case sim_condition_STATUS_CLEAR: {
      const int is_set = (r->nics[step->index].rings[step->ring].status & step->bits) > 0;
      return step->condition == sim_condition_STATUS_SET ? is_set : !is_set;
    }
    case sim_condition_DISK_DONE: return r->disks[step->index].done > 0;
    case sim_condition_QUEUE_NOT_EMPTY: return r->queues[step->index].count > 0;
    default: return (budget == 0 || activity->taken < budget) && time_left(r, activity);
  }
}

/* Called when the steps have ended. The activity of a handler ends. A permanent thread starts again, unless a more
 * urgent one can run now. Returns whether it continues. */
static int end_of_steps(ref *r, int c, ref_activity *activity) {
  drop_in_hand(r, activity);
  r->counters.threads[activity->thread].ended++;
  if (r->config.threads[activity->thread].start != sim_thread_start_ALWAYS) {
    ref_response_ends(r, activity->thread);
    ref_cpu_return(r, c);
    return 0;
  }
  activity->step = 0;
  activity->taken = 0;
  activity->turn_began = r->moment;
  activity->interrupts_enabled = r->config.threads[activity->thread].interrupts_enabled;
  if (!ref_cpu_more_urgent(r, c, activity->priority)) return 1;
  activity->left_at = ++r->next_leaving;
  ref_cpu_choose_next(r, c);
  return 0;
}

/* M-83: "may name the layer that its routines are accounted to" */
static uint8_t layer_of(const sim_thread_config *thread, const sim_step_config *step) {
  const int executes = step->op == sim_step_op_EXEC || step->op == sim_step_op_LOCK || step->op == sim_step_op_UNLOCK;
  return executes && step->bits ? step->bits : thread->layer;
}

/* M-68: "`wait-raise` takes one, or waits" */
static int take_raise(ref *r, int c, ref_activity *activity) {
  if (r->soft_pending[activity->thread] > 0) {
    r->soft_pending[activity->thread]--;
    return 1;
  }
  activity->step--;
  ref_wait(r, c, REF_WAIT_RAISE, activity->thread);
  return 0;
}

static void acknowledge(ref *r, const sim_step_config *step) {
  switch (step->device) {
#define DEVICE(NAME, number, kind, list) \
  case sim_device_kind_##NAME: ref_##kind##_acknowledge(r, step); return;
#include "sim_devices.def"
  }
}

/* Takes one step. Returns whether the next step may be taken now. */
static int take_step(ref *r, int c, ref_activity *activity) {
  const sim_thread_config *thread = &r->config.threads[activity->thread];
  if (activity->lock_phase != REF_LOCK_NONE) return ref_lock_goes_on(r, c, activity);
  if (activity->step >= thread->step_count) return end_of_steps(r, c, activity);
  const sim_step_config *step = &r->config.steps[thread->first_step + activity->step];
  activity->step++;
  activity->step_layer = layer_of(thread, step);
  switch (step->op) {
    case sim_step_op_RETURN: return end_of_steps(r, c, activity);
    case sim_step_op_EXEC: ref_begin_routine(r, c, activity, step->index); return 0;
    case sim_step_op_LOCK: return ref_lock(r, c, activity, step->index);
    case sim_step_op_UNLOCK: return ref_unlock(r, c, activity, step->index);
    case sim_step_op_ACKNOWLEDGE:
      acknowledge(r, step);
      ref_record_interrupt(r, activity, 1);
      return 1;
    case sim_step_op_TAKE_FRAME:
      return take_frame(r, activity, step->index, step->ring) || end_of_steps(r, c, activity);
    case sim_step_op_GIVE_FRAME: give(r, activity, step->index); return 1;
    case sim_step_op_REAP: ref_nic_reap(r, step->index, activity->thread); return 1;
    case sim_step_op_PUT:
      if (step->bits && activity->packet != REF_NONE && is_full(&r->queues[step->index])) {
        activity->step--;
        ref_wait(r, c, REF_WAIT_ROOM, step->index);
        return 0;
      }
      put(r, activity, step->index);
      return 1;
    case sim_step_op_TAKE: return take(r, activity, step->index) || end_of_steps(r, c, activity);
    case sim_step_op_RAISE: ref_raise(r, step->index); return 1;
    case sim_step_op_MASK: ref_line_mask(r, step->index, 1); return 1;
    case sim_step_op_UNMASK: ref_line_mask(r, step->index, 0); return 1;
    case sim_step_op_DISABLE_INTERRUPTS: activity->interrupts_enabled = 0; return 1;
    case sim_step_op_ENABLE_INTERRUPTS: activity->interrupts_enabled = 1; return 1;
    case sim_step_op_UNLOCK_CACHE:
      if (r->memory != NULL) ref_memory_unlock(r, r->cpus[c].core, step->index);
      return 1;
    case sim_step_op_DELIVER:
      if (activity->packet != REF_NONE) {
        const int packet = activity->packet;
        activity->packet = REF_NONE;
        ref_packet_deliver(r, packet, activity->thread);
      }
      return 1;
    case sim_step_op_DROP:
      if (activity->packet != REF_NONE) {
        const int packet = activity->packet;
        activity->packet = REF_NONE;
        ref_packet_drop(r, packet, sim_drop_cause_FILTERED, activity->thread);
      }
      return 1;
    case sim_step_op_READ_DISK: ref_disk_request(r, step->index, 0, step->target); return 1;
    case sim_step_op_WRITE_DISK: ref_disk_request(r, step->index, 1, step->target); return 1;
    case sim_step_op_TAKE_DISK: return ref_disk_take(r, step->index) || end_of_steps(r, c, activity);
    case sim_step_op_COPY: copy(r, activity, step->index); return 1;
    case sim_step_op_WAIT:
      if (step->condition == sim_condition_RAISED) return take_raise(r, c, activity);
      if (step->condition == sim_condition_DISK_DONE ? ref_disk_lets_go(r, step->index, step->bits)
                                                     : r->queues[step->index].count > 0)
        return 1;
      activity->step--; /* it looks again when it runs */
      ref_wait(r, c, step->condition == sim_condition_DISK_DONE ? REF_WAIT_DISK : REF_WAIT_PACKET, step->index);
      return 0;
    case sim_step_op_YIELD: return ref_yield(r, c);
    case sim_step_op_SLEEP: ref_sleep(r, c, step->cycles); return 0;
    case sim_step_op_JUMP: activity->step = step->target; return 1;
    default:
      assert(step->op == sim_step_op_JUMP_UNLESS);
      if (!holds(r, activity, step)) activity->step = step->target;
      return 1;
  }
}

/* M-69 */
void ref_take_steps(ref *r, int c) {
  ref_cpu *cpu = &r->cpus[c];
  ref_activity *activity = &r->activities[cpu->thread];
  if (ref_is_hart(r, cpu->thread) && activity->work == REF_WORK_STREAM) {
    ref_hart_stands(r, c);
    return;
  }
  if (activity->work == REF_WORK_STREAM && ref_is_program(r, activity->stream.code)) ref_program_end(r, activity);
  activity->work = REF_WORK_NONE;
  activity->layer = r->config.threads[activity->thread].layer;
  if (!activity->begun) activity->turn_began = r->moment;
  activity->begun = 1;
  do {
    if (cpu->steps_taken == SIM_ZERO_TIME_STEP_LIMIT) {
      activity->work = REF_WORK_SPEND;
      return;
    }
    cpu->steps_taken++;
  } while (take_step(r, c, activity));
}
