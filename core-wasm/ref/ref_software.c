/* The steps of a thread. Only exec takes time. */
#include <assert.h>

#include "ref.h"

static void drop_in_hand(ref *r, ref_frame *frame) {
  if (frame->packet == REF_NOBODY) return;
  const int packet = frame->packet;
  frame->packet = REF_NOBODY;
  ref_packet_drop(r, packet, sim_drop_cause_ABANDONED, frame->thread);
}

static void begin_routine(ref *r, int c, ref_frame *frame, int routine) {
  const sim_routine_config *config = &r->config.routines[routine];
  uint64_t budget = config->fixed;
  if (frame->packet != REF_NOBODY) {
    const ref_packet *packet = &r->packets[frame->packet];
    const uint64_t checksum = r->config.nics[packet->nic].checksum_offload ? 0 : config->checksum_milli;
    budget += packet->size_bytes * (config->per_byte_milli + checksum) / 1000 + config->per_buffer;
  }
  frame->routine = routine;
  if (config->kind == sim_routine_kind_CYCLES && !r->interleaved) {
    frame->work = REF_WORK_TIMED;
    frame->timed_left = budget;
  } else {
    const int counts = config->kind == sim_routine_kind_INSTRUCTIONS;
    frame->work = REF_WORK_STREAM;
    frame->stream = (ref_stream){.length = budget,
                                 .code = counts ? routine : REF_NOBODY,
                                 .plain_operation = sim_operation_ALU,
                                 .counts = counts};
    ref_pipeline_start(r, c);
  }
  r->cpus[c].run_cycles = 0;
}

static void queue_event(ref *r, int queue) {
  ref_event(r, sim_event_kind_QUEUE_FILL, REF_NOBODY, (uint32_t)queue, r->queues[queue].count);
}

static void put(ref *r, ref_frame *frame, int queue) {
  if (frame->packet == REF_NOBODY) return;
  const int packet = frame->packet;
  frame->packet = REF_NOBODY;
  if (ref_fifo_put(&r->queues[queue], packet)) {
    queue_event(r, queue);
    ref_queue_put_wakes(r, queue);
  } else ref_packet_drop(r, packet, sim_drop_cause_QUEUE_FULL, frame->thread);
}

/* "a new frame of the same NIC, offered now, whose parent is named by its event; it belongs to no source" */
static void copy(ref *r, ref_frame *frame, int queue) {
  if (frame->packet == REF_NOBODY) return;
  const ref_packet parent = r->packets[frame->packet];
  const int packet = ref_packet_new(r, parent.direction, parent.nic, parent.size_bytes, REF_NOBODY, r->moment);
  r->counters.nics[parent.nic].copied++;
  ref_event(r, sim_event_kind_FRAME_COPIED, REF_NOBODY, r->packets[packet].number, parent.number);
  if (ref_fifo_put(&r->queues[queue], packet)) {
    queue_event(r, queue);
    ref_queue_put_wakes(r, queue);
  } else ref_packet_drop(r, packet, sim_drop_cause_QUEUE_FULL, frame->thread);
}

static void give(ref *r, ref_frame *frame, int nic) {
  if (frame->packet == REF_NOBODY) return;
  const int packet = frame->packet;
  frame->packet = REF_NOBODY;
  if (r->packets[packet].direction == sim_direction_SEND) ref_packet_reach(r, packet, sim_packet_part_HANDLER);
  if (!ref_nic_give(r, nic, packet)) ref_packet_drop(r, packet, sim_drop_cause_TX_QUEUE_FULL, frame->thread);
}

/* Returns 0 when there was nothing to take. */
static int take(ref *r, ref_frame *frame, int queue) {
  drop_in_hand(r, frame);
  const int packet = ref_fifo_take(&r->queues[queue]);
  if (packet == REF_NOBODY) return 0;
  queue_event(r, queue);
  frame->packet = packet;
  frame->taken++;
  if (r->packets[packet].direction == sim_direction_RECEIVE) ref_packet_reach(r, packet, sim_packet_part_PROTOCOL);
  else if (!r->packets[packet].queue_left++)
    ref_packet_from_activity(r, packet, frame, frame->has_asserted && ref_as_engine(r, REF_KNOWN_SEND_COALESCING));
  return 1;
}

static int take_frame(ref *r, ref_frame *frame, int nic, int ring) {
  drop_in_hand(r, frame);
  const int packet = ref_nic_take(r, nic, ring);
  if (packet == REF_NOBODY) return 0;
  frame->packet = packet;
  frame->taken++;
  ref_packet_from_activity(r, packet, frame, 1);
  ref_packet_reach(r, packet, sim_packet_part_HANDLER);
  return 1;
}

static int holds(const ref *r, const ref_frame *frame, const sim_step_config *step) {
  const uint16_t budget = r->config.threads[frame->thread].budget;
  switch (step->condition) {
    case sim_condition_RX_NOT_EMPTY: return r->nics[step->index].rings[step->ring].ready.count > 0;
    case sim_condition_TX_DONE: return r->nics[step->index].tx_sent.count > 0;
    case sim_condition_QUEUE_NOT_EMPTY: return r->queues[step->index].count > 0;
    default: return budget == 0 || frame->taken < budget;
  }
}

/* The steps are over: another's activity ends; an always thread begins again, unless somebody more urgent
 * can run now. Returns whether it goes on. */
static int end_of_steps(ref *r, int c, ref_frame *frame) {
  drop_in_hand(r, frame);
  if (r->config.threads[frame->thread].start != sim_thread_start_ALWAYS) {
    ref_cpu_return(r, c);
    return 0;
  }
  frame->step = 0;
  frame->taken = 0;
  if (!ref_cpu_more_urgent(r, c, frame->priority)) return 1;
  frame->left_at = ++r->next_leaving;
  ref_cpu_choose_next(r, c);
  return 0;
}

/* Takes one step. Returns whether the next may be taken now. */
static int take_step(ref *r, int c, ref_frame *frame) {
  const sim_thread_config *thread = &r->config.threads[frame->thread];
  if (frame->step >= thread->step_count) return end_of_steps(r, c, frame);
  const sim_step_config *step = &r->config.steps[thread->first_step + frame->step];
  frame->step++;
  switch (step->op) {
    case sim_step_op_RETURN: return end_of_steps(r, c, frame);
    case sim_step_op_EXEC: begin_routine(r, c, frame, step->index); return 0;
    case sim_step_op_ACKNOWLEDGE:
      ref_nic_acknowledge(r, step->index, step->ring, step->bits);
      ref_record_interrupt(r, frame, 1);
      return 1;
    case sim_step_op_TAKE_FRAME: return take_frame(r, frame, step->index, step->ring) || end_of_steps(r, c, frame);
    case sim_step_op_GIVE_FRAME: give(r, frame, step->index); return 1;
    case sim_step_op_REAP: ref_nic_reap(r, step->index, frame->thread); return 1;
    case sim_step_op_PUT: put(r, frame, step->index); return 1;
    case sim_step_op_TAKE: return take(r, frame, step->index) || end_of_steps(r, c, frame);
    case sim_step_op_RAISE: ref_raise(r, step->index); return 1;
    case sim_step_op_MASK: ref_line_mask(r, step->index, 1); return 1;
    case sim_step_op_UNMASK: ref_line_mask(r, step->index, 0); return 1;
    case sim_step_op_DELIVER:
      if (frame->packet != REF_NOBODY) {
        const int packet = frame->packet;
        frame->packet = REF_NOBODY;
        ref_packet_deliver(r, packet, frame->thread);
      }
      return 1;
    case sim_step_op_DROP:
      if (frame->packet != REF_NOBODY) {
        const int packet = frame->packet;
        frame->packet = REF_NOBODY;
        ref_packet_drop(r, packet, sim_drop_cause_FILTERED, frame->thread);
      }
      return 1;
    case sim_step_op_COPY: copy(r, frame, step->index); return 1;
    case sim_step_op_WAIT:
      if (r->queues[step->index].count > 0) return 1;
      frame->step--; /* it looks again when it runs */
      frame->waiting = 1;
      frame->wait_queue = step->index;
      frame->left_at = ++r->next_leaving;
      ref_cpu_choose_next(r, c);
      return 0;
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
  frame->work = REF_WORK_NONE;
  frame->begun = 1;
  do {
    if (cpu->steps_taken == SIM_ZERO_TIME_STEP_LIMIT) {
      frame->work = REF_WORK_SPEND;
      return;
    }
    cpu->steps_taken++;
  } while (take_step(r, c, frame));
}
