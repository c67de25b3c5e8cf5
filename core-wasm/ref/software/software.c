/* The steps of a thread. Only exec takes time. */
#include <assert.h>

#include "ref/memory/memory.h"

static void drop_in_hand(ref *r, ref_frame *frame) {
  if (frame->packet == REF_NONE) return;
  const int packet = frame->packet;
  frame->packet = REF_NONE;
  ref_packet_drop(r, packet, sim_drop_cause_ABANDONED, frame->thread);
}

void ref_begin_routine(ref *r, int c, ref_frame *frame, int routine) {
  const sim_routine_config *config = &r->config.routines[routine];
  uint64_t budget = config->fixed;
  if (frame->packet != REF_NONE) {
    const ref_packet *packet = &r->packets[frame->packet];
    const uint64_t checksum = r->config.nics[packet->nic].checksum_offload ? 0 : config->checksum_milli;
    budget += packet->size_bytes * (config->per_byte_milli + checksum) / 1000;
    budget += (uint64_t)config->per_buffer * ref_buffers_of(&r->config.nics[packet->nic], packet->size_bytes);
  }
  frame->routine = routine;
  frame->layer = frame->step_layer;
  if (config->kind == sim_routine_kind_CYCLES && !r->interleaved) {
    frame->work = REF_WORK_TIMED;
    frame->timed_left = budget;
  } else {
    const int counts = config->kind != sim_routine_kind_CYCLES, is_program = config->kind == sim_routine_kind_PROGRAM;
    frame->work = REF_WORK_STREAM;
    frame->stream = (ref_stream){.length = is_program ? UINT64_MAX : budget,
                                 .code = counts ? routine : REF_NONE,
                                 .plain_operation = sim_operation_ALU,
                                 .counts = counts};
    if (is_program) ref_program_begin(r, frame);
    ref_pipeline_start(r, c);
  }
  r->cpus[c].run_cycles = 0;
}

static void queue_event(ref *r, int queue) {
  ref_event(r, sim_event_kind_QUEUE_FILL, REF_NONE, (uint32_t)queue, r->queues[queue].count);
}

static int is_full(const ref_fifo *fifo) { return fifo->count == fifo->capacity; }

static void put(ref *r, ref_frame *frame, int queue) {
  if (frame->packet == REF_NONE) return;
  const int packet = frame->packet;
  frame->packet = REF_NONE;
  if (ref_fifo_put(&r->queues[queue], packet)) {
    queue_event(r, queue);
    ref_wake(r, REF_WAIT_PACKET, queue);
  } else ref_packet_turn_away(r, packet, queue, frame->thread);
}

/* "a new frame of the same NIC, offered now, whose parent is named by its event; it belongs to no source" */
static void copy(ref *r, ref_frame *frame, int queue) {
  if (frame->packet == REF_NONE) return;
  const ref_packet parent = r->packets[frame->packet];
  const int packet = ref_packet_new(r, parent.direction, parent.nic, parent.size_bytes, REF_NONE, r->moment);
  r->counters.nics[parent.nic].copied++;
  ref_event(r, sim_event_kind_FRAME_COPIED, REF_NONE, r->packets[packet].number, parent.number);
  if (ref_fifo_put(&r->queues[queue], packet)) {
    queue_event(r, queue);
    ref_wake(r, REF_WAIT_PACKET, queue);
  } else ref_packet_turn_away(r, packet, queue, frame->thread);
}

static void give(ref *r, ref_frame *frame, int nic) {
  if (frame->packet == REF_NONE) return;
  const int packet = frame->packet;
  frame->packet = REF_NONE;
  if (r->packets[packet].direction == sim_direction_SEND) ref_packet_reach(r, packet, sim_packet_part_HANDLER);
  if (!ref_nic_give(r, nic, packet)) ref_packet_drop(r, packet, sim_drop_cause_TX_QUEUE_FULL, frame->thread);
}

/* Returns 0 when there was nothing to take. */
static int take(ref *r, ref_frame *frame, int queue) {
  drop_in_hand(r, frame);
  const int packet = ref_fifo_take(&r->queues[queue]);
  r->counters.queue_taken[queue] += packet != REF_NONE;
  if (packet == REF_NONE) return 0;
  queue_event(r, queue);
  ref_wake(r, REF_WAIT_ROOM, queue);
  frame->packet = packet;
  frame->packet_words = 0;
  frame->taken++;
  if (r->packets[packet].direction == sim_direction_RECEIVE) ref_packet_reach(r, packet, sim_packet_part_PROTOCOL);
  else if (!r->packets[packet].queue_left++)
    ref_packet_from_activity(r, packet, frame, 0);
  return 1;
}

static int take_frame(ref *r, ref_frame *frame, int nic, int ring) {
  drop_in_hand(r, frame);
  const int packet = ref_nic_take(r, nic, ring);
  if (packet == REF_NONE) return 0;
  frame->packet = packet;
  frame->packet_words = 0;
  frame->taken++;
  ref_packet_from_activity(r, packet, frame, 1);
  ref_packet_reach(r, packet, sim_packet_part_HANDLER);
  return 1;
}

/* M-67: "since its first, or since the turn of an always thread began (whatever ran in them)" */
static int time_left(const ref *r, const ref_frame *frame) {
  const uint32_t cycles = r->config.threads[frame->thread].budget_cycles;
  return cycles == 0 || r->moment - frame->turn_began < cycles;
}

static int holds(const ref *r, const ref_frame *frame, const sim_step_config *step) {
  const uint16_t budget = r->config.threads[frame->thread].budget;
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
    default: return (budget == 0 || frame->taken < budget) && time_left(r, frame);
  }
}

/* The steps are over: another's activity ends; an always thread begins again, unless a more urgent one
 * can run now. Returns whether it goes on. */
static int end_of_steps(ref *r, int c, ref_frame *frame) {
  drop_in_hand(r, frame);
  r->counters.threads[frame->thread].ended++;
  if (r->config.threads[frame->thread].start != sim_thread_start_ALWAYS) {
    ref_cpu_return(r, c);
    return 0;
  }
  frame->step = 0;
  frame->taken = 0;
  frame->turn_began = r->moment;
  if (!ref_cpu_more_urgent(r, c, frame->priority)) return 1;
  frame->left_at = ++r->next_leaving;
  ref_cpu_choose_next(r, c);
  return 0;
}

/* "A step that executes may name the layer that its routines are accounted to; without one it is the thread's." */
static uint8_t layer_of(const sim_thread_config *thread, const sim_step_config *step) {
  const int executes = step->op == sim_step_op_EXEC || step->op == sim_step_op_LOCK || step->op == sim_step_op_UNLOCK;
  return executes && step->bits ? step->bits : thread->layer;
}

/* M-68: "`wait-raise` takes one, or waits" */
static int take_raise(ref *r, int c, ref_frame *frame) {
  if (r->soft_pending[frame->thread] > 0) {
    r->soft_pending[frame->thread]--;
    return 1;
  }
  frame->step--;
  ref_wait(r, c, REF_WAIT_RAISE, frame->thread);
  return 0;
}

static void acknowledge(ref *r, const sim_step_config *step) {
  switch (step->device) {
#define DEVICE(NAME, number, kind, list) \
  case sim_device_kind_##NAME: ref_##kind##_acknowledge(r, step); return;
#include "sim_devices.def"
  }
}

/* Takes one step. Returns whether the next may be taken now. */
static int take_step(ref *r, int c, ref_frame *frame) {
  const sim_thread_config *thread = &r->config.threads[frame->thread];
  if (frame->lock_phase != REF_LOCK_NONE) return ref_lock_goes_on(r, c, frame);
  if (frame->step >= thread->step_count) return end_of_steps(r, c, frame);
  const sim_step_config *step = &r->config.steps[thread->first_step + frame->step];
  frame->step++;
  frame->step_layer = layer_of(thread, step);
  switch (step->op) {
    case sim_step_op_RETURN: return end_of_steps(r, c, frame);
    case sim_step_op_EXEC: ref_begin_routine(r, c, frame, step->index); return 0;
    case sim_step_op_LOCK: return ref_lock(r, c, frame, step->index);
    case sim_step_op_UNLOCK: return ref_unlock(r, c, frame, step->index);
    case sim_step_op_ACKNOWLEDGE:
      acknowledge(r, step);
      ref_record_interrupt(r, frame, 1);
      return 1;
    case sim_step_op_TAKE_FRAME: return take_frame(r, frame, step->index, step->ring) || end_of_steps(r, c, frame);
    case sim_step_op_GIVE_FRAME: give(r, frame, step->index); return 1;
    case sim_step_op_REAP: ref_nic_reap(r, step->index, frame->thread); return 1;
    case sim_step_op_PUT:
      if (step->bits && frame->packet != REF_NONE && is_full(&r->queues[step->index])) {
        frame->step--;
        ref_wait(r, c, REF_WAIT_ROOM, step->index);
        return 0;
      }
      put(r, frame, step->index);
      return 1;
    case sim_step_op_TAKE: return take(r, frame, step->index) || end_of_steps(r, c, frame);
    case sim_step_op_RAISE: ref_raise(r, step->index); return 1;
    case sim_step_op_MASK: ref_line_mask(r, step->index, 1); return 1;
    case sim_step_op_UNMASK: ref_line_mask(r, step->index, 0); return 1;
    case sim_step_op_UNLOCK_CACHE:
      if (r->memory != NULL) ref_memory_unlock(r, r->cpus[c].core, step->index);
      return 1;
    case sim_step_op_DELIVER:
      if (frame->packet != REF_NONE) {
        const int packet = frame->packet;
        frame->packet = REF_NONE;
        ref_packet_deliver(r, packet, frame->thread);
      }
      return 1;
    case sim_step_op_DROP:
      if (frame->packet != REF_NONE) {
        const int packet = frame->packet;
        frame->packet = REF_NONE;
        ref_packet_drop(r, packet, sim_drop_cause_FILTERED, frame->thread);
      }
      return 1;
    case sim_step_op_READ_DISK: ref_disk_request(r, step->index, 0, step->target); return 1;
    case sim_step_op_WRITE_DISK: ref_disk_request(r, step->index, 1, step->target); return 1;
    case sim_step_op_TAKE_DISK: return ref_disk_take(r, step->index) || end_of_steps(r, c, frame);
    case sim_step_op_COPY: copy(r, frame, step->index); return 1;
    case sim_step_op_WAIT:
      if (step->condition == sim_condition_RAISED) return take_raise(r, c, frame);
      if (step->condition == sim_condition_DISK_DONE ? r->disks[step->index].done > 0
                                                     : r->queues[step->index].count > 0)
        return 1;
      frame->step--; /* it looks again when it runs */
      ref_wait(r, c, step->condition == sim_condition_DISK_DONE ? REF_WAIT_DISK : REF_WAIT_PACKET, step->index);
      return 0;
    case sim_step_op_YIELD: return ref_yield(r, c);
    case sim_step_op_SLEEP: ref_sleep(r, c, step->cycles); return 0;
    case sim_step_op_JUMP: frame->step = step->target; return 1;
    default:
      assert(step->op == sim_step_op_JUMP_UNLESS);
      if (!holds(r, frame, step)) frame->step = step->target;
      return 1;
  }
}

void ref_take_steps(ref *r, int c) {
  ref_cpu *cpu = &r->cpus[c];
  ref_frame *frame = &r->frames[cpu->thread];
  if (frame->work == REF_WORK_STREAM && ref_is_program(r, frame->stream.code)) ref_program_end(r, frame);
  frame->work = REF_WORK_NONE;
  frame->layer = r->config.threads[frame->thread].layer;
  if (!frame->begun) frame->turn_began = r->moment;
  frame->begun = 1;
  do {
    if (cpu->steps_taken == SIM_ZERO_TIME_STEP_LIMIT) {
      frame->work = REF_WORK_SPEND;
      return;
    }
    cpu->steps_taken++;
  } while (take_step(r, c, frame));
}
