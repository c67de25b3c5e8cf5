#include "software.h"

#include "context.h"
#include "disk.h"
#include "interrupt.h"
#include "line.h"
#include "nic.h"
#include "offload.h"
#include "pipeline.h"
#include "queue.h"
#include "receive.h"
#include "scheduler.h"
#include "timer.h"
#include "traffic.h"

static activity *present(sim *sim) { return &sim->state->activities[cpu_now(sim)->now.thread]; }

/* ---- who runs ---- */

void software_control_is_back(sim *sim) {
  cpu_state *cpu = cpu_now(sim);
  const uint32_t sources = cpu->release;
  cpu->release = 0;
  for (uint32_t rest = sources; rest != 0; rest &= rest - 1)
    traffic_release(sim, (uint32_t)__builtin_ctz(rest), sim->time);
}

static void idle(sim *sim) {
  cpu_activity *now = &cpu_now(sim)->now;
  machine_contexts_changed(sim);
  now->phase = PHASE_IDLE;
  now->thread = SIM_NONE_8;
  now->begin = sim->time;
  now->end = SIM_NEVER;
  software_control_is_back(sim);
}

void software_dispatch(sim *sim) {
  const candidate interrupt = sim->config.tail_chain ? interrupt_best(sim, sim->cpu) : soft_best(sim, sim->cpu);
  scheduler_stands(sim);
  candidate chosen = candidate_better(frame_best(sim, sim->cpu), interrupt);
  if (chosen.kind == CANDIDATE_SOFT) chosen = interrupt_best(sim, sim->cpu); /* nobody is resumed: the line goes first */
  if (chosen.kind == CANDIDATE_NONE) idle(sim);
  else if (chosen.kind == CANDIDATE_FRAME) scheduler_give(sim, chosen.thread);
  else interrupt_enter(sim, chosen);
}

/* ---- executing routines ---- */

static void run(sim *sim) {
  cpu_activity *now = &cpu_now(sim)->now;
  const activity *a = present(sim);
  const sim_thread_config *thread = &sim->config.threads[now->thread];
  const uint32_t routine = sim->config.steps[thread->first_step + a->step].index;
  machine_contexts_changed(sim);
  now->begin = sim->time;
  now->done = a->done;
  now->budget = a->budget;
  now->nullified = a->nullified;
  now->routine = (uint8_t)routine;
  now->recognised = 0;
  const int is_timed = sim->config.routines[routine].kind == sim_routine_kind_CYCLES;
  if (is_timed && !is_interleaved(&sim->config)) {
    now->phase = PHASE_RUN_CYCLES;
    now->end = sim->time + (a->budget - a->done);
  } else {
    now->phase = PHASE_RUN_INSTRUCTIONS;
    now->end = SIM_NEVER;
    pipeline_begin(sim, is_timed ? STREAM_TIMED : routine, a->budget, a->done, a->body_index);
  }
}

static void execute(sim *sim, uint32_t routine) {
  activity *a = present(sim);
  a->executing = 1;
  a->done = 0;
  a->budget = offload_budget(sim, &sim->config.routines[routine], a->packet);
  a->nullified = 0;
  a->body_index = 0;
  run(sim);
}

static void step_executed(sim *sim) {
  activity *a = present(sim);
  assert(a->executing);
  a->executing = 0;
  a->step++;
  software_continue(sim);
}

void software_executed(sim *sim) {
  cpu_now(sim)->now.resumed = 0;
  step_executed(sim);
}

void software_resume(sim *sim) {
  cpu_state *cpu = cpu_now(sim);
  software_control_is_back(sim);
  if (cpu->unreturned != cpu->now.thread) cpu->now.resumed = 1;
  cpu->unreturned = SIM_NONE_8;
  scheduler_runs(sim);
  const activity *a = present(sim);
  if (!a->executing) software_continue(sim);
  else if (a->done == a->budget) step_executed(sim); /* its last instructions were drained */
  else run(sim);
}

/* The thread has taken too many steps in this cycle: it spends one. */
static void spin(sim *sim) {
  cpu_activity *now = &cpu_now(sim)->now;
  machine_contexts_changed(sim);
  now->phase = PHASE_SPIN;
  now->begin = sim->time;
  now->end = sim->time + 1;
  now->resumed = 0;
}

/* ---- end of a thread ---- */

static void end_always(sim *sim) {
  activity *a = present(sim);
  a->step = 0;
  a->budget_left = sim->config.threads[cpu_now(sim)->now.thread].budget;
  a->activation++;
  a->preempted_order = ++cpu_now(sim)->preemptions;
  machine_ready(sim, cpu_now(sim)->now.thread);
  cpu_now(sim)->unreturned = cpu_now(sim)->now.thread;
}

static void end_activity(sim *sim) {
  cpu_state *cpu = cpu_now(sim);
  const uint32_t thread = cpu->now.thread;
  activity *a = present(sim);
  interrupt_latency_close(sim, thread, 0);
  machine_event(sim, sim_event_kind_RETURNED, cpu->now.context, thread, 0);
  cpu->release |= a->finished;
  a->finished = 0;
  a->state = ACTIVITY_NONE;
  sim->state->live_threads &= ~(1u << thread);
  if (sim->state->contexts[cpu->now.context].resident == thread)
    sim->state->contexts[cpu->now.context].resident = SIM_NONE_8;
}

static void drop_in_hand(sim *sim, activity *a) {
  const uint32_t packet = a->packet;
  if (packet == SIM_NONE) return;
  a->packet = SIM_NONE;
  packet_drop(sim, packet, sim_drop_cause_ABANDONED);
}

static void end_thread(sim *sim) {
  drop_in_hand(sim, present(sim));
  sim->acting = SIM_NONE_8;
  machine_contexts_changed(sim);
  if (sim->config.threads[cpu_now(sim)->now.thread].start == sim_thread_start_ALWAYS) end_always(sim);
  else end_activity(sim);
  software_dispatch(sim);
}

/* ---- steps ---- */

static int budget_left(const sim *sim) {
  return sim->config.threads[sim->acting].budget == 0 || sim->state->activities[sim->acting].budget_left > 0;
}

static void use_budget(activity *a) {
  if (a->budget_left > 0) a->budget_left--;
}

static int has_room(const sim *sim, uint32_t queue) {
  return sim->state->queues[queue].count < sim->config.queues[queue].capacity;
}

static int condition_holds(const sim *sim, const sim_step_config *step) {
  switch ((enum sim_condition)step->condition) {
    case sim_condition_RX_NOT_EMPTY: return ring_of(sim, step->index, step->ring)->rx.count > 0;
    case sim_condition_TX_DONE: return sim->state->nics[step->index].tx_sent > 0;
    case sim_condition_QUEUE_NOT_EMPTY: return sim->state->queues[step->index].count > 0;
    case sim_condition_QUEUE_NOT_FULL: return has_room(sim, step->index);
    case sim_condition_BUDGET_LEFT: return budget_left(sim);
    case sim_condition_DISK_DONE: return disk_done(sim, step->index) > 0;
  }
  assert(0);
  return 0;
}

/* The packet learns how the activity that takes it was entered. */
static void note_entry(const activity *a, sim_packet *packet) {
  packet->milestone[sim_packet_part_COALESCING] = a->asserted;
  packet->milestone[sim_packet_part_MASKED] = a->recognised;
  packet->milestone[sim_packet_part_DRAIN] = a->drained;
  packet->milestone[sim_packet_part_ENTRY] = a->entered;
  packet->milestone[sim_packet_part_SAVE] = a->saved;
  packet->milestone[sim_packet_part_FIRST] = a->first;
}

static int take_frame(sim *sim, activity *a, uint32_t nic, uint32_t ring) {
  const uint32_t packet = receive_take(sim, nic, ring);
  if (packet == SIM_NONE) return 0;
  use_budget(a);
  drop_in_hand(sim, a);
  a->packet = packet;
  note_entry(a, &sim->state->packet[packet]);
  return 1;
}

static int take_from_queue(sim *sim, activity *a, uint32_t queue) {
  const uint32_t index = queue_take(sim, queue);
  if (index == SIM_NONE) return 0;
  use_budget(a);
  drop_in_hand(sim, a);
  a->packet = index;
  sim_packet *packet = &sim->state->packet[index];
  if (packet->queued_before) return 1;
  packet->queued_before = 1;
  if (packet->direction == sim_direction_SEND) note_entry(a, packet);
  else packet->milestone[sim_packet_part_PROTOCOL] = sim->time;
  return 1;
}

static uint32_t hand_over(activity *a) {
  const uint32_t packet = a->packet;
  a->packet = SIM_NONE;
  return packet;
}

static void copy_to_queue(sim *sim, uint32_t packet, uint32_t queue) {
  const uint32_t copy = packet_copy(sim, packet);
  if (copy != SIM_NONE) queue_put(sim, queue, copy);
}

/* What a step waits for: a packet in a queue, a disk's completion, room in a queue. */
static enum sim_condition waits_for(const sim_step_config *step) {
  if (step->op == sim_step_op_PUT) return sim_condition_QUEUE_NOT_FULL;
  return step->condition == sim_condition_DISK_DONE ? sim_condition_DISK_DONE : sim_condition_QUEUE_NOT_EMPTY;
}

/* The thread cannot go on: its step is taken again, or is over, when it is woken. */
static int is_blocked(const sim *sim, const activity *a, const sim_step_config *step) {
  if (step->op == sim_step_op_SLEEP) return 1;
  if (step->op == sim_step_op_PUT) return step->bits && a->packet != SIM_NONE && !has_room(sim, step->index);
  if (step->op != sim_step_op_WAIT) return 0;
  if (step->condition == sim_condition_DISK_DONE) return disk_done(sim, step->index) == 0;
  return sim->state->queues[step->index].count == 0;
}

static void wait(sim *sim, activity *a, const sim_step_config *step) {
  if (step->op == sim_step_op_SLEEP) scheduler_sleep(sim, sim->acting, step->cycles);
  sim->state->counters.threads[sim->acting].waits++;
  a->state = ACTIVITY_WAITING;
  a->preempted_order = ++cpu_now(sim)->preemptions;
  sim->acting = SIM_NONE_8;
  machine_contexts_changed(sim);
  software_dispatch(sim);
}

/* Behind the others of its priority; without a scheduler nobody else is there. */
static void yield(sim *sim, activity *a) {
  a->step++;
  scheduler_stands(sim);
  scheduler_requeue(sim, sim->acting);
  a->preempted_order = ++cpu_now(sim)->preemptions;
  machine_ready(sim, sim->acting);
  cpu_now(sim)->unreturned = sim->acting;
  sim->acting = SIM_NONE_8;
  software_dispatch(sim);
}

/* Steps that take no time and go on with the next; returns 0 when the thread is over. */
static int take_step(sim *sim, activity *a, const sim_step_config *step) {
  const uint32_t packet = a->packet;
  a->step++;
  switch ((enum sim_step_op)step->op) {
    case sim_step_op_RETURN: return 0;
    case sim_step_op_ACKNOWLEDGE:
      nic_acknowledge(sim, step->index, step->ring, step->bits);
      interrupt_latency_close(sim, sim->acting, sim->time);
      return 1;
    case sim_step_op_TAKE_FRAME: return take_frame(sim, a, step->index, step->ring);
    case sim_step_op_GIVE_FRAME:
      if (packet != SIM_NONE) nic_give_frame(sim, step->index, hand_over(a));
      return 1;
    case sim_step_op_REAP: nic_reap(sim, step->index); return 1;
    case sim_step_op_PUT:
      if (packet != SIM_NONE) queue_put(sim, step->index, hand_over(a));
      return 1;
    case sim_step_op_TAKE: return take_from_queue(sim, a, step->index);
    case sim_step_op_RAISE: soft_raise(sim, step->index); return 1;
    case sim_step_op_MASK: line_mask(sim, step->index, 1); return 1;
    case sim_step_op_UNMASK: line_mask(sim, step->index, 0); return 1;
    case sim_step_op_ACKNOWLEDGE_TIMER:
      timer_acknowledge(sim, step->index);
      interrupt_latency_close(sim, sim->acting, sim->time);
      return 1;
    case sim_step_op_ACKNOWLEDGE_DISK:
      disk_acknowledge(sim, step->index);
      interrupt_latency_close(sim, sim->acting, sim->time);
      return 1;
    case sim_step_op_READ_DISK: disk_request(sim, step->index, step->target, 0); return 1;
    case sim_step_op_WRITE_DISK: disk_request(sim, step->index, step->target, 1); return 1;
    case sim_step_op_TAKE_DISK: return disk_take(sim, step->index);
    case sim_step_op_COPY:
      if (packet != SIM_NONE) copy_to_queue(sim, packet, step->index);
      return 1;
    case sim_step_op_DROP:
      if (packet != SIM_NONE) packet_drop(sim, hand_over(a), sim_drop_cause_FILTERED);
      return 1;
    case sim_step_op_DELIVER:
      if (packet != SIM_NONE) packet_deliver(sim, hand_over(a));
      return 1;
    case sim_step_op_JUMP: a->step = step->target; return 1;
    case sim_step_op_JUMP_UNLESS:
      if (!condition_holds(sim, step)) a->step = step->target;
      return 1;
    case sim_step_op_EXEC:
    case sim_step_op_WAIT:
    case sim_step_op_SLEEP:
    case sim_step_op_YIELD:
      break;
  }
  assert(0); /* software_continue handles these */
  return 0;
}

void software_continue(sim *sim) {
  const uint32_t thread = cpu_now(sim)->now.thread;
  const sim_thread_config *config = &sim->config.threads[thread];
  activity *a = &sim->state->activities[thread];
  sim->acting = (uint8_t)thread;
  for (;;) {
    if (sim->free_steps[sim->cpu] == SIM_ZERO_TIME_STEP_LIMIT) {
      spin(sim);
      break;
    }
    sim->free_steps[sim->cpu]++;
    if (a->step == config->step_count) {
      end_thread(sim);
      break;
    }
    const sim_step_config *step = &sim->config.steps[config->first_step + a->step];
    if (step->op == sim_step_op_EXEC) {
      execute(sim, step->index);
      break;
    }
    if (is_blocked(sim, a, step)) {
      wait(sim, a, step);
      break;
    }
    if (step->op == sim_step_op_YIELD) {
      yield(sim, a);
      break;
    }
    if (step->op == sim_step_op_WAIT) a->step++;
    else if (!take_step(sim, a, step)) {
      end_thread(sim);
      break;
    }
  }
  sim->acting = SIM_NONE_8;
}

void software_start(sim *sim) {
  const cpu_activity *now = &cpu_now(sim)->now;
  while (now->phase == PHASE_START) {
    activity *a = present(sim);
    const sim_thread_config *thread = &sim->config.threads[now->thread];
    a->first = sim->time;
    machine_event(sim, sim_event_kind_HANDLER_ENTERED, now->context, now->thread, a->interrupt_number);
    if (thread->start == sim_thread_start_LINE)
      series_count(sim->observers, sim_track_kind_ENTERED, thread->line, sim->stamp, 1,
                   1u << sim_event_kind_HANDLER_ENTERED);
    software_continue(sim);
  }
}

void software_wake(sim *sim, enum sim_condition condition, uint32_t index) {
  for (uint32_t threads = sim->state->live_threads; threads != 0; threads &= threads - 1) {
    const uint32_t thread = (uint32_t)__builtin_ctz(threads);
    const activity *a = &sim->state->activities[thread];
    if (a->state != ACTIVITY_WAITING) continue;
    const sim_step_config *step = &sim->config.steps[sim->config.threads[thread].first_step + a->step];
    if (step->op == sim_step_op_SLEEP || step->index != index || waits_for(step) != condition) continue;
    scheduler_requeue(sim, thread);
    machine_ready(sim, thread);
  }
}
