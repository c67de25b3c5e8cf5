/* The return: what runs when an activity ends or waits, and the restore. */
#include "ref/ref.h"

void ref_go_on(ref *r, int c) {
  ref_cpu *cpu = &r->cpus[c];
  ref_activity *activity = &r->activities[cpu->thread];
  cpu->phase = REF_RUN;
  cpu->resumed = 1;
  cpu->fresh_cycles = 0;
  cpu->retired_before = activity->stream.retired;
  cpu->run_cycles = 0;
  activity->waiting = REF_WAIT_NOTHING;
  ref_traffic_control_back(r, c);
  activity->slice_over = 0;
  ref_look_at_slice(r, c);
  if (!activity->begun) {
    cpu->starting = 1;
    return;
  }
  cpu->starting = 0;
  if (r->harts[cpu->thread].in_wfi) {
    if (cpu->from_idle) cpu->resumed = 0;
    cpu->from_idle = 0;
    ref_hart_resumes(r, c);
    return;
  }
  if (activity->work == REF_WORK_STREAM) ref_pipeline_start(r, c);
  const int over = activity->work == REF_WORK_NONE ||
                   (activity->work == REF_WORK_STREAM && activity->stream.retired == activity->stream.length);
  /* M-60: "After a return, recognition waits": there was no return */
  if (cpu->from_idle) cpu->resumed = 0;
  cpu->from_idle = 0;
  if (over) ref_take_steps(r, c);
}

uint32_t ref_cycles_beside_fetch(const ref *r) {
  return r->config.overlaps & SIM_OVERLAP_FETCH ? r->config.execute_stage : 0;
}

void ref_begin_restore(ref *r, int c) {
  ref_cpu *cpu = &r->cpus[c];
  ref_activity *activity = &r->activities[cpu->thread];
  if (!activity->in_memory) {
    ref_go_on(r, c);
    return;
  }
  activity->in_memory = 0;
  r->counters.restores++;
  const uint32_t amount = activity->restore_amount, beside = ref_cycles_beside_fetch(r);
  if (amount <= beside) ref_go_on(r, c);
  else ref_begin_moves(r, c, REF_RESTORE, amount - beside);
}

/* Another live activity whose registers are in the context is saved first, as before a start (M-53). */
void ref_make_room(ref *r, int c) {
  ref_cpu *cpu = &r->cpus[c];
  const int other = ref_thread_in_registers(r, r->activities[cpu->thread].context, cpu->thread);
  ref_end_ready(r, cpu->thread);
  if (other == REF_NONE) {
    ref_begin_restore(r, c);
    return;
  }
  r->counters.saves++;
  r->activities[other].in_memory = 1;
  r->activities[other].restore_amount = r->config.restore_amount;
  cpu->save_thread = other;
  cpu->resuming = 1;
  if (r->config.save_amount == 0) ref_begin_restore(r, c);
  else ref_begin_moves(r, c, REF_SAVE, r->config.save_amount);
}

static void resume(ref *r, int c, int thread) {
  ref_cpu *cpu = &r->cpus[c];
  cpu->thread = thread;
  ref_move_pointer(r, c, r->activities[thread].context);
  const uint32_t switch_cycles = ref_take_context(r, thread);
  if (switch_cycles == 0) {
    ref_make_room(r, c);
    return;
  }
  cpu->phase = REF_SWITCH;
  cpu->left = switch_cycles;
}

/* M-64 */
void ref_cpu_choose_next(ref *r, int c) {
  ref_cpu *cpu = &r->cpus[c];
  const int activity = ref_best_activity(r, c), soft = ref_best_soft(r, c), line = ref_best_line(r, c);
  cpu->phase = REF_IDLE;
  cpu->starting = 0;
  if (soft != REF_NONE &&
      (activity == REF_NONE || ref_thread_of(r, soft)->priority < r->activities[activity].priority)) {
    if (line != REF_NONE && r->config.lines[line].priority <= ref_thread_of(r, soft)->priority)
      ref_start_line(r, c, line, 0);
    else ref_start_activity(r, c, soft, REF_NONE, 0);
  } else if (activity != REF_NONE) {
    const int chains = r->config.tail_chain && line != REF_NONE &&
                       r->config.lines[line].priority < r->activities[activity].priority;
    if (chains) ref_start_line(r, c, line, 0);
    else resume(r, c, activity);
  } else if (line != REF_NONE && r->config.tail_chain) ref_start_line(r, c, line, 0);
  else ref_traffic_control_back(r, c);
}

void ref_cpu_return(ref *r, int c) {
  ref_cpu *cpu = &r->cpus[c];
  ref_activity *activity = &r->activities[cpu->thread];
  ref_record_interrupt(r, activity, 0);
  ref_event(r, sim_event_kind_RETURNED, activity->context, (uint32_t)cpu->thread, 0);
  activity->live = activity->started = 0;
  ref_pending_changed(r, cpu->thread);
  ref_cpu_choose_next(r, c);
}
