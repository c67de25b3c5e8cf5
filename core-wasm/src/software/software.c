#include "software/software.h"
#include "base/paths.h"
#include "device/packet.h"

#include "cpu/code/machine_mode.h"
#include "cpu/code/program.h"
#include "cpu/step/pipeline.h"
#include "device/device.h"
#include "device/disk.h"
#include "device/nic.h"
#include "device/traffic.h"
#include "memory/memory.h"
#include "progress/progress.h"
#include "software/interrupt.h"
#include "software/scheduler.h"
#include "thread/thread.h"

static void wait(sim *sim, activity *a, const sim_step_config *step);

static activity *present(sim *sim) { return activity_at(sim, cpu_now(sim)->now.thread); }

/* ---- choice of the thread that runs ---- */

/* A thread has control again, or the cpu is idle. Closed traffic that waits for this continues. */
static void control_is_back(sim *sim) {
  cpu_state *cpu = cpu_now(sim);
  const uint32_t sources = cpu->release;
  cpu->release = 0;
  for (uint32_t rest = sources; rest != 0; rest &= rest - 1)
    traffic_release(sim, (uint32_t)__builtin_ctz(rest), sim->boundary);
}

static void idle(sim *sim) {
  cpu_activity *now = &cpu_now(sim)->now;
  machine_contexts_changed(sim);
  now->phase = PHASE_IDLE;
  cpu_now(sim)->tick_due = 0;
  now->thread = SIM_NONE_8;
  now->resumed = 0; /* because the next thread is woken, not returned to */
  now->begin = sim->boundary;
  now->end = SIM_NEVER;
  control_is_back(sim);
}

/* M-64 */
void software_dispatch(sim *sim) {
  const candidate interrupt = sim->config.tail_chain ? interrupt_best(sim, sim->cpu) : soft_best(sim, sim->cpu);
  candidate chosen = candidate_better(activity_best(sim, sim->cpu), interrupt);
  const int is_activity = candidate_kind(chosen) == CANDIDATE_ACTIVITY;
  const int starts_again = is_activity && candidate_thread(chosen) == cpu_now(sim)->unreturned;
  if (!starts_again) scheduler_stands(sim); /* otherwise its slice continues, even if it has ended */
  if (candidate_kind(chosen) == CANDIDATE_SOFT)
    chosen = interrupt_best(sim, sim->cpu); /* no activity is resumed: the line comes first */
  if (candidate_kind(chosen) == CANDIDATE_NONE) idle(sim);
  else if (is_activity) scheduler_give(sim, candidate_thread(chosen));
  else interrupt_enter(sim, chosen);
}

/* ---- executing routines ---- */

static void run(sim *sim) {
  cpu_activity *now = &cpu_now(sim)->now;
  const activity *a = present(sim);
  const uint32_t routine = machine_routine(sim, now->thread);
  machine_contexts_changed(sim);
  sim->polls_repeating &= ~(1u << sim->cpu);
  now->begin = sim->boundary;
  now->done = a->done;
  now->budget = a->budget;
  now->nullified = a->nullified;
  now->routine = (uint8_t)routine;
  now->layer = (uint8_t)machine_layer(sim, now->thread);
  now->recognised = 0;
  const int is_timed = routine_at(sim, routine)->kind == sim_routine_kind_CYCLES;
  if (is_timed && !is_interleaved(&sim->config)) {
    now->phase = PHASE_RUN_CYCLES;
    now->end = sim->boundary + (a->budget - a->done);
  } else {
    now->phase = PHASE_RUN_INSTRUCTIONS;
    now->end = SIM_NEVER;
    pipeline_begin(sim, is_timed ? STREAM_TIMED : routine, a->budget, a->done, a->body_index);
  }
}

/* Records whether this run repeats the previous one. If so, it repeats until another step has a side effect. */
static void note_poll(sim *sim) {
  if (!HAS_PATH(PATH_POLLS)) return;
  const cpu_activity *now = &cpu_now(sim)->now;
  const activity *a = present(sim);
  poll_loop *loop = &sim->polls[sim->cpu];
  const uint32_t place = (uint32_t)now->thread << 24 | (uint32_t)a->lock_stage << 16 | a->step;
  if (loop->is_idle && loop->place == place && loop->budget == a->budget && a->packet == SIM_NONE &&
      now->phase == PHASE_RUN_CYCLES && routine_at(sim, now->routine)->drawn_kind == sim_drawn_kind_NONE)
    sim->polls_repeating |= 1u << sim->cpu;
  loop->turns = loop->activation != a->activation;
  loop->place = place;
  loop->budget = a->budget;
  loop->activation = a->activation;
}

static void mark_side_effect(sim *sim) {
  if (!HAS_PATH(PATH_POLLS)) return;
  sim->polls[sim->cpu].is_idle = 0;
  sim->polls_invalidated = 1;
}

static void execute(sim *sim) {
  activity *a = present(sim);
  const uint32_t routine = machine_routine(sim, cpu_now(sim)->now.thread);
  a->executing = 1;
  a->done = 0;
  a->budget = code_at(sim, routine)->is_program
                  ? program_begin(sim, cpu_now(sim)->now.thread, routine)
                  : offload_budget(sim, routine_at(sim, routine), a->packet) + service_draw(sim, routine, a->packet);
  a->nullified = 0;
  a->body_index = 0;
  run(sim);
  note_poll(sim);
}

/* ---- harts ---- */

/* Nothing wakes a stopped hart. */
RARE static void hart_waits(sim *sim) {
  const uint32_t thread = cpu_now(sim)->now.thread;
  program_ended(sim, thread);
  sim->acting = (uint8_t)thread;
  wait(sim, present(sim), machine_step(sim, thread));
}

/* The hart continues at its pc, with an empty pipeline. */
RARE void software_hart_goes_on(sim *sim) {
  const uint32_t thread = cpu_now(sim)->now.thread;
  hart_at(sim, thread)->waiting = 0;
  hart_handler_begins(sim, thread);
  program_go_on_at(sim, thread, sim->program_registers[thread].pc);
  if (hart_at(sim, thread)->stopped) hart_waits(sim);
  else run(sim);
}

/* WFI, or the instruction whose trap has no handler, has left the pipeline. */
RARE static void hart_stands(sim *sim) {
  const uint32_t thread = cpu_now(sim)->now.thread;
  const sim_hart *hart = hart_at(sim, thread);
  const int has_interrupt = (machine_mode_pending(sim, thread, sim->event_cycle) & hart->mie) != 0;
  if (!hart->stopped && has_interrupt) {
    software_hart_goes_on(sim);
    return;
  }
  present(sim)->done = 0;
  present(sim)->budget = SIM_NEVER;
  hart_waits(sim);
}

/* A waiting hart takes its interrupt at once, because its pipeline is empty. */
RARE static void hart_resumes(sim *sim) {
  const uint32_t thread = cpu_now(sim)->now.thread;
  if (!hart_at(sim, thread)->waiting) {
    run(sim);
    return;
  }
  if (machine_mode_interrupt(sim, thread, sim->event_cycle) != SIM_NONE) hart_takes_interrupt(sim, thread);
  software_hart_goes_on(sim);
}

static uint32_t hand_over(activity *a) {
  const uint32_t packet = a->packet;
  a->packet = SIM_NONE;
  return packet;
}

static void drop_in_hand(sim *sim, activity *a, enum sim_drop_cause cause) {
  if (a->packet != SIM_NONE) packet_drop(sim, hand_over(a), cause);
}

static void step_executed(sim *sim) {
  activity *a = present(sim);
  assert(a->executing);
  if (is_hart(sim, cpu_now(sim)->now.thread)) {
    hart_stands(sim);
    return;
  }
  if (program_ended(sim, cpu_now(sim)->now.thread)) {
    sim->acting = cpu_now(sim)->now.thread;
    drop_in_hand(sim, a, sim_drop_cause_FAULT);
  }
  a->executing = 0;
  if (machine_step(sim, cpu_now(sim)->now.thread)->op == sim_step_op_EXEC) a->step++;
  software_continue(sim);
}

void software_executed(sim *sim) {
  const cpu_activity *over = &cpu_now(sim)->now;
  sim->polls[sim->cpu].is_idle = over->phase == PHASE_RUN_CYCLES && !over->resumed;
  cpu_now(sim)->now.resumed = 0;
  step_executed(sim);
}

void software_spun(sim *sim) {
  cpu_now(sim)->now.resumed = 0;
  software_continue(sim);
}

/* The thread has taken too many steps in this cycle, so it spends a cycle. */
static void spin(sim *sim) {
  cpu_activity *now = &cpu_now(sim)->now;
  machine_contexts_changed(sim);
  mark_side_effect(sim);
  present(sim)->next = NEXT_SPIN;
  now->phase = PHASE_SPIN;
  now->begin = sim->boundary;
  now->end = sim->boundary + 1;
}

void software_resume(sim *sim) {
  cpu_state *cpu = cpu_now(sim);
  control_is_back(sim);
  if (cpu->unreturned != cpu->now.thread) cpu->now.resumed = 1;
  cpu->unreturned = SIM_NONE_8;
  scheduler_runs(sim);
  const activity *a = present(sim);
  if (a->next == NEXT_FIRST_STEPS) software_begin(sim);
  else if (a->next == NEXT_SPIN) spin(sim);
  else if (!a->executing) software_continue(sim);
  else if (a->done == a->budget) step_executed(sim); /* its last instructions have drained */
  else if (is_hart(sim, cpu->now.thread)) hart_resumes(sim);
  else run(sim);
}

/* ---- end of a thread ---- */

static void end_always(sim *sim) {
  activity *a = present(sim);
  thread_counters_at(sim, cpu_now(sim)->now.thread)->ended++;
  a->step = 0;
  a->interrupts_changed = 0;
  a->budget_left = thread_at(sim, cpu_now(sim)->now.thread)->budget;
  a->activation++;
  a->budget_from = sim->boundary;
  a->preempted_order = ++cpu_now(sim)->preemptions;
  machine_ready(sim, cpu_now(sim)->now.thread);
  cpu_now(sim)->unreturned = cpu_now(sim)->now.thread;
}

static void end_activity(sim *sim) {
  mark_side_effect(sim);
  cpu_state *cpu = cpu_now(sim);
  const uint32_t thread = cpu->now.thread;
  activity *a = present(sim);
  thread_counters_at(sim, thread)->ended++;
  machine_response_ends(sim, thread);
  interrupt_latency_close(sim, thread, 0);
  machine_event(sim, sim_event_kind_RETURNED, cpu->now.context, thread, 0);
  cpu->release |= a->finished;
  a->finished = 0;
  a->state = ACTIVITY_NONE;
  state_of(sim)->live_threads &= ~thread_bit(thread);
  progress_suspect(sim);
  progress_pending_changed(sim, thread);
  if (context_at(sim, cpu->now.context)->loaded_thread == thread)
    context_at(sim, cpu->now.context)->loaded_thread = SIM_NONE_8;
}

static void end_thread(sim *sim) {
  drop_in_hand(sim, present(sim), sim_drop_cause_ABANDONED);
  sim->acting = SIM_NONE_8;
  machine_contexts_changed(sim);
  if (thread_at(sim, cpu_now(sim)->now.thread)->start == sim_thread_start_ALWAYS) end_always(sim);
  else end_activity(sim);
  software_dispatch(sim);
}

/* ---- steps ---- */

static void use_budget(activity *a) {
  if (a->budget_left > 0) a->budget_left--;
}

/* Copies the milestones of the packet from the activity that takes it. */
static void note_entry(const activity *a, sim_packet *packet) {
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
  drop_in_hand(sim, a, sim_drop_cause_ABANDONED);
  a->packet = packet;
  a->packet_words = 0;
  packet_at(sim, packet)->milestone[sim_packet_part_COALESCING] = a->asserted;
  note_entry(a, packet_at(sim, packet));
  return 1;
}

static int take_from_queue(sim *sim, activity *a, uint32_t queue) {
  const uint32_t index = queue_take(sim, queue);
  if (index == SIM_NONE) return 0;
  use_budget(a);
  drop_in_hand(sim, a, sim_drop_cause_ABANDONED);
  a->packet = index;
  a->packet_words = 0;
  sim_packet *packet = packet_at(sim, index);
  if (packet->queued_before) return 1;
  packet->queued_before = 1;
  if (packet->direction == sim_direction_SEND) note_entry(a, packet); /* no interrupt was requested for it */
  else packet->milestone[sim_packet_part_PROTOCOL] = sim->boundary;
  return 1;
}

/* M-71 */
static void copy_to_queue(sim *sim, uint32_t packet, uint32_t queue) {
  const uint32_t copy = packet_copy(sim, packet);
  if (copy != SIM_NONE) queue_put(sim, queue, copy);
}

static void wait(sim *sim, activity *a, const sim_step_config *step) {
  mark_side_effect(sim);
  if (step->op == sim_step_op_SLEEP) scheduler_sleep(sim, sim->acting, step->cycles);
  if (step->op == sim_step_op_SLEEP || step->op == sim_step_op_WAIT || step->op == sim_step_op_EXEC)
    machine_response_ends(sim, sim->acting);
  thread_counters_at(sim, sim->acting)->waits++;
  thread_counters_at(sim, sim->acting)->scarce_since = SIM_NEVER;
  a->state = ACTIVITY_WAITING;
  progress_suspect(sim);
  a->preempted_order = ++cpu_now(sim)->preemptions;
  sim->acting = SIM_NONE_8;
  machine_contexts_changed(sim);
  software_dispatch(sim);
}

/* The thread moves behind others of its priority. Without a scheduler there are none. */
static void yield(sim *sim, activity *a) {
  mark_side_effect(sim);
  a->step++;
  scheduler_stands(sim);
  thread_requeue(sim, sim->acting);
  a->preempted_order = ++cpu_now(sim)->preemptions;
  machine_ready(sim, sim->acting);
  cpu_now(sim)->unreturned = sim->acting;
  sim->acting = SIM_NONE_8;
  software_dispatch(sim);
}

/* Steps that take no time and continue with the next step. Returns 0 when the thread ends. */
static int take_step(sim *sim, activity *a, const sim_step_config *step) {
  const uint32_t packet = a->packet;
  const int looks = step->op == sim_step_op_RETURN || step->op == sim_step_op_JUMP ||
                    (step->op == sim_step_op_JUMP_UNLESS && step->condition != sim_condition_BUDGET_LEFT);
  if (!looks) mark_side_effect(sim);
  a->step++;
  switch ((enum sim_step_op)step->op) {
    case sim_step_op_RETURN: return 0;
    case sim_step_op_ACKNOWLEDGE:
      device_acknowledge(sim, step);
      interrupt_latency_close(sim, sim->acting, sim->boundary);
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
    case sim_step_op_RAISE: thread_raise(sim, step->index); return 1;
    case sim_step_op_MASK: line_mask(sim, step->index, 1); return 1;
    case sim_step_op_UNMASK: line_mask(sim, step->index, 0); return 1;
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
    case sim_step_op_DISABLE_INTERRUPTS:
    case sim_step_op_ENABLE_INTERRUPTS: /* M-195 */
      a->interrupts_changed =
          thread_at(sim, sim->acting)->interrupts_enabled != (step->op == sim_step_op_ENABLE_INTERRUPTS);
      return 1;
    case sim_step_op_UNLOCK_CACHE: memory_unlock(sim, step->index); return 1;
    case sim_step_op_JUMP: a->step = step->target; return 1;
    case sim_step_op_JUMP_UNLESS:
      if (!condition_holds(sim, step)) a->step = step->target;
      return 1;
    case sim_step_op_EXEC:
    case sim_step_op_LOCK:
    case sim_step_op_UNLOCK:
    case sim_step_op_WAIT:
    case sim_step_op_SLEEP:
    case sim_step_op_YIELD:
      break;
  }
  assert(0); /* software_continue handles these */
  return 0;
}

/* Steps that may take time, or wait. */
enum {
  LOOKED_AT = 1 << sim_step_op_EXEC | 1 << sim_step_op_LOCK | 1 << sim_step_op_UNLOCK | 1 << sim_step_op_WAIT |
              1 << sim_step_op_SLEEP | 1 << sim_step_op_YIELD | 1 << sim_step_op_PUT
};

/* M-69 */
void software_continue(sim *sim) {
  const uint32_t thread = cpu_now(sim)->now.thread;
  const sim_thread_config *config = thread_at(sim, thread);
  activity *a = activity_at(sim, thread);
  sim->acting = (uint8_t)thread;
  a->next = NEXT_STEPS;
  machine_devices_wake(sim);
  for (;;) {
    if (sim->free_steps[sim->cpu] == SIM_ZERO_TIME_STEP_LIMIT) {
      spin(sim);
      break;
    }
    sim->free_steps[sim->cpu]++;
    sim->has_stepped = 1;
    if (a->step == config->step_count) {
      end_thread(sim);
      break;
    }
    const sim_step_config *step = machine_step(sim, thread);
    if (!(LOOKED_AT >> step->op & 1)) {
      if (take_step(sim, a, step)) continue;
      end_thread(sim);
      break;
    }
    const int uses_lock = step->op == sim_step_op_LOCK || step->op == sim_step_op_UNLOCK;
    if (uses_lock && a->lock_stage != LOCK_POLLS) mark_side_effect(sim);
    const enum lock_move move = uses_lock ? lock_step(sim, thread, step) : LOCK_GOES_ON;
    if (step->op == sim_step_op_EXEC || move == LOCK_EXECUTES) execute(sim);
    else if (move == LOCK_WAITS || (!uses_lock && condition_blocks(sim, a, step))) wait(sim, a, step);
    else if (step->op == sim_step_op_YIELD) yield(sim, a);
    else {
      if (uses_lock) continue;
      if (step->op == sim_step_op_WAIT) {
        if (step->condition == sim_condition_RAISED) state_of(sim)->soft_pending[thread]--;
        mark_side_effect(sim);
        a->step++;
      } else take_step(sim, a, step);
      continue;
    }
    break;
  }
  sim->acting = SIM_NONE_8;
}
