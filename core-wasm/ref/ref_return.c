/* The way back: what runs when an activity is over or waits, and the restore. */
#include "ref.h"

static int first_steps_at_once(ref *r, int thread) {
  const sim_thread_config *config = ref_thread_of(r, thread);
  const int only_exec = config->step_count > 0 && r->config.steps[config->first_step].op == sim_step_op_EXEC;
  return !only_exec && ref_as_engine(r, REF_KNOWN_FIRST_STEPS);
}

void ref_go_on(ref *r, int c) {
  ref_cpu *cpu = &r->cpus[c];
  ref_frame *frame = &r->frames[cpu->thread];
  cpu->phase = REF_RUN;
  cpu->resumed = 1;
  cpu->fresh_cycles = 0;
  cpu->run_cycles = 0;
  frame->waiting = 0;
  ref_traffic_control_back(r, c);
  if (!frame->begun && !first_steps_at_once(r, cpu->thread)) {
    cpu->starting = 1;
    return;
  }
  cpu->starting = 0;
  if (frame->work == REF_WORK_STREAM) ref_pipeline_start(r, c);
  const int over = frame->work == REF_WORK_NONE ||
                   (frame->work == REF_WORK_STREAM && frame->stream.retired == frame->stream.length);
  const int after_restore = cpu->restored;
  cpu->restored = 0;
  const int from_idle = cpu->from_idle; /* "After a return, recognition waits": there was none */
  cpu->from_idle = 0;
  if (from_idle) cpu->resumed = 0;
  const int spends = frame->work == REF_WORK_SPEND;
  if (over || (spends && ref_as_engine(r, REF_KNOWN_ONLY_STEPS))) ref_take_steps(r, c);
  const int no_routine = cpu->phase == REF_IDLE || (cpu->phase == REF_RUN && frame->work == REF_WORK_SPEND);
  if ((no_routine || (from_idle && after_restore)) && ref_as_engine(r, REF_KNOWN_ONLY_STEPS)) {
    cpu->resumed = 0;
    cpu->ran |= after_restore;
  }
}

void ref_begin_restore(ref *r, int c) {
  ref_cpu *cpu = &r->cpus[c];
  ref_frame *frame = &r->frames[cpu->thread];
  if (!frame->in_memory) {
    ref_go_on(r, c);
    return;
  }
  frame->in_memory = 0;
  r->counters.restores++;
  if (r->config.restore_amount == 0) ref_go_on(r, c);
  else ref_begin_moves(r, c, REF_RESTORE, r->config.restore_amount);
}

/* Another live frame whose registers stand in the context makes room first, as for a start. */
static void resume(ref *r, int c, int thread) {
  ref_cpu *cpu = &r->cpus[c];
  cpu->thread = thread;
  ref_move_pointer(r, c, r->frames[thread].context);
  const int other = ref_frame_in_registers(r, r->frames[thread].context, thread);
  if (other == REF_NOBODY) {
    ref_begin_restore(r, c);
    return;
  }
  r->counters.saves++;
  r->frames[other].in_memory = 1;
  cpu->resuming = 1;
  if (r->config.save_amount == 0) ref_begin_restore(r, c);
  else ref_begin_moves(r, c, REF_SAVE, r->config.save_amount);
}

void ref_cpu_choose_next(ref *r, int c) {
  ref_cpu *cpu = &r->cpus[c];
  const int frame = ref_best_frame(r, c), soft = ref_best_soft(r, c), line = ref_best_line(r, c);
  cpu->phase = REF_IDLE;
  cpu->starting = 0;
  if (soft != REF_NOBODY && (frame == REF_NOBODY || ref_thread_of(r, soft)->priority < r->frames[frame].priority)) {
    if (line != REF_NOBODY && r->config.lines[line].priority <= ref_thread_of(r, soft)->priority) ref_start_line(r, c, line, 0);
    else ref_start_activity(r, c, soft, REF_NOBODY, 0);
  } else if (frame != REF_NOBODY) {
    const int chains = r->config.tail_chain && line != REF_NOBODY &&
                       r->config.lines[line].priority < r->frames[frame].priority;
    if (chains) ref_start_line(r, c, line, 0);
    else resume(r, c, frame);
  } else if (line != REF_NOBODY && r->config.tail_chain) ref_start_line(r, c, line, 0);
  else ref_traffic_control_back(r, c);
}

void ref_cpu_return(ref *r, int c) {
  ref_cpu *cpu = &r->cpus[c];
  ref_frame *frame = &r->frames[cpu->thread];
  ref_record_interrupt(r, frame, 0);
  ref_event(r, sim_event_kind_RETURNED, frame->context, (uint32_t)cpu->thread, 0);
  frame->live = 0;
  ref_cpu_choose_next(r, c);
}
