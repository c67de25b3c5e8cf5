/* The phases of a cpu: recognition, drain, entry, save, return, restore, idle. */
#include <assert.h>

#include "ref/ref.h"

const sim_thread_config *ref_thread_of(const ref *r, int thread) { return &r->config.threads[thread]; }

int ref_activity_ready(const ref *r, int thread) {
  const ref_activity *activity = &r->activities[thread];
  return activity->live && !activity->waiting;
}

/* ---- candidates ---- */

int ref_best_activity(const ref *r, int c) {
  int best = REF_NONE;
  for (int thread = 0; thread < r->config.thread_count; thread++) {
    const ref_activity *activity = &r->activities[thread];
    if (!ref_activity_ready(r, thread) || activity->cpu != c) continue;
    if (best == REF_NONE || ref_goes_first(r, thread, best)) best = thread;
  }
  return best;
}

/* True if the thread is live or in its entry. */
static int is_there(const ref *r, int thread) { return r->activities[thread].live || r->activities[thread].started; }

int ref_best_soft(const ref *r, int c) {
  int best = REF_NONE;
  for (int thread = 0; thread < r->config.thread_count; thread++) {
    if (r->soft_pending[thread] == 0 || is_there(r, thread) || ref_thread_cpu(r, thread) != c) continue;
    if (best == REF_NONE || ref_thread_of(r, thread)->priority < ref_thread_of(r, best)->priority) best = thread;
  }
  return best;
}

int ref_best_line(const ref *r, int c) {
  int best = REF_NONE;
  for (int line = 0; line < r->config.line_count; line++) {
    if (!r->lines[line].pending || r->lines[line].masked) continue;
    const int thread = ref_line_thread(r, line);
    if (thread == REF_NONE || is_there(r, thread) || ref_thread_cpu(r, thread) != c) continue;
    if (best == REF_NONE || r->config.lines[line].priority < r->config.lines[best].priority) best = line;
  }
  return best;
}

/* M-58 */
int ref_cpu_more_urgent(const ref *r, int c, uint8_t priority) {
  const int activity = ref_best_activity(r, c), soft = ref_best_soft(r, c), line = ref_best_line(r, c);
  return (r->config.tail_chain && line != REF_NONE && r->config.lines[line].priority < priority) ||
         (activity != REF_NONE && r->activities[activity].priority < priority) ||
         (soft != REF_NONE && ref_thread_of(r, soft)->priority < priority);
}

/* ---- from recognition to the handler: drain, entry steps, save, first handler cycle ---- */

void ref_move_pointer(ref *r, int c, int context) {
  ref_cpu *cpu = &r->cpus[c];
  const int from = cpu->active_context;
  if (from == context) return;
  cpu->active_context = context;
  r->counters.context_switches++;
  ref_event(r, sim_event_kind_CONTEXT_SWITCH, context, (uint32_t)from, (uint32_t)cpu->thread);
}

/* The live activity whose registers are in the context, or REF_NONE. */
int ref_thread_in_registers(const ref *r, int context, int except) {
  for (int thread = 0; thread < r->config.thread_count; thread++) {
    const ref_activity *activity = &r->activities[thread];
    if (thread != except && activity->live && activity->context == context && !activity->in_memory) return thread;
  }
  return REF_NONE;
}

void ref_begin_moves(ref *r, int c, enum ref_phase phase, uint32_t amount) {
  ref_cpu *cpu = &r->cpus[c];
  cpu->phase = phase;
  cpu->left = 0;
  cpu->moves = (ref_stream){0};
  const int words = r->config.save_kind == sim_save_kind_WORDS;
  if (!words && !r->interleaved) cpu->left = amount;
  else {
    const uint8_t operation = !words                   ? (uint8_t)sim_operation_ALU
                              : phase == REF_SAVE ? (uint8_t)sim_operation_STORE
                                                  : (uint8_t)sim_operation_LOAD;
    cpu->moves = (ref_stream){.length = amount, .code = REF_NONE, .plain_operation = operation, .counts = words};
    ref_pipeline_start(r, c);
  }
}

static void enter(ref *r, int c) {
  ref_cpu *cpu = &r->cpus[c];
  ref_activity *activity = &r->activities[cpu->thread];
  activity->live = 1;
  activity->saved = activity->first = r->moment;
  cpu->phase = REF_RUN;
  cpu->starting = 1;
  cpu->resumed = 0;
}

/* Thread whose registers must be saved before this one starts (M-54). */
static int to_be_saved(const ref *r, int c, int thread) {
  const int context = r->activities[thread].context;
  const int in_registers = ref_thread_in_registers(r, context, thread);
  if (in_registers != REF_NONE) return in_registers;
  if (!ref_thread_of(r, thread)->system_call || !r->config.system_call_saves_frame) return REF_NONE;
  const int interrupted = r->cpus[c].switched_from;
  return interrupted != REF_NONE && !r->activities[interrupted].in_memory ? interrupted
                                                                                                   : REF_NONE;
}

static void begin_save(ref *r, int c) {
  ref_cpu *cpu = &r->cpus[c];
  r->activities[cpu->thread].entered = r->moment;
  cpu->resuming = 0;
  cpu->save_thread = to_be_saved(r, c, cpu->thread);
  if (cpu->save_thread == REF_NONE) {
    enter(r, c);
    return;
  }
  r->counters.saves++;
  r->activities[cpu->save_thread].in_memory = 1;
  const uint32_t own = r->config.thread_saves[cpu->thread];
  const uint32_t amount = own == 0 ? r->config.save_amount : own % 65536 - 1;
  r->activities[cpu->save_thread].restore_amount = own == 0 ? r->config.restore_amount : own / 65536 - 1;
  const uint64_t done = (r->config.overlaps & SIM_OVERLAP_ENTRY ? cpu->since_drain : 0) + ref_cycles_beside_fetch(r);
  if (amount <= done) enter(r, c);
  else ref_begin_moves(r, c, REF_SAVE, amount - (uint32_t)done);
}

static int last_kept_step(const ref *r) {
  for (int step = sim_entry_step_LOAD_PC; step >= sim_entry_step_PUSH_SR; step--)
    if (r->config.entry_cycles[step] > 0) return step;
  return sim_entry_step_NONE;
}

/* M-62: "(of the last kept step, if that one is left out)" */
static int pointer_step(const ref *r) {
  return r->config.entry_cycles[sim_entry_step_VECTOR_ADDRESS] > 0 ? (int)sim_entry_step_VECTOR_ADDRESS
                                                                   : last_kept_step(r);
}

static void next_entry_step(ref *r, int c, int step) {
  ref_cpu *cpu = &r->cpus[c];
  while (step <= sim_entry_step_LOAD_PC && r->config.entry_cycles[step] == 0) step++;
  if (step > sim_entry_step_LOAD_PC) {
    begin_save(r, c);
    return;
  }
  cpu->phase = REF_ENTRY;
  cpu->entry_step = step;
  cpu->left = r->config.entry_cycles[step];
}

static void begin_entry(ref *r, int c) {
  ref_cpu *cpu = &r->cpus[c];
  ref_activity *activity = &r->activities[cpu->thread];
  activity->drained = r->moment;
  cpu->since_drain = 0;
  if (pointer_step(r) == sim_entry_step_NONE) ref_move_pointer(r, c, activity->context);
  next_entry_step(r, c, sim_entry_step_PUSH_SR);
}

/* A new activity of the thread. It becomes live in its first handler cycle. */
static void new_activity(ref *r, int thread, int line) {
  ref_activity *activity = &r->activities[thread];
  const int is_first = activity->activation == 0 || (line != REF_NONE && activity->number != r->lines[line].number);
  const uint64_t since = r->counters.threads[thread].pending_since;
  uint64_t released = since < r->moment ? since : r->moment;
  *activity = (ref_activity){.thread = thread,
                       .context = ref_thread_context(r, thread),
                       .cpu = ref_thread_cpu(r, thread),
                       .priority = ref_thread_of(r, thread)->priority,
                       .interrupts_enabled = ref_thread_of(r, thread)->interrupts_enabled,
                       .packet = REF_NONE,
                       .layer = ref_thread_of(r, thread)->layer,
                       .activation = ++r->next_activation,
                       .number = SIM_NONE,
                       .recognised = r->moment,
                       .started = 1,
                       .has_entry = 1};
  if (line != REF_NONE) {
    activity->is_line = activity->has_asserted = 1;
    activity->record_open = is_first; /* M-168 */
    activity->number = r->lines[line].number;
    activity->asserted = r->lines[line].asserted;
    if (is_first) released = activity->asserted;
  }
  ref_released(r, thread, released);
}

/* Interrupts the running activity. Returns the number of drain cycles; UINT64_MAX: until the last instruction has left.
 */
static uint64_t stop(ref *r, int c) {
  ref_cpu *cpu = &r->cpus[c];
  ref_activity *activity = &r->activities[cpu->thread];
  activity->left_at = ++r->next_leaving;
  if (activity->work == REF_WORK_TIMED && r->config.abandons && !r->interleaved) {
    const uint64_t again = r->config.stage_count - 1u;
    activity->timed_left += cpu->run_cycles < again ? cpu->run_cycles : again;
    return 0;
  }
  if (activity->work == REF_WORK_TIMED) return cpu->run_cycles > 1 ? r->config.stage_count - 2u : 0;
  if (activity->work != REF_WORK_STREAM) return 0;
  ref_pipeline_nullify(r, c);
  return ref_pipeline_in_flight(r, c) > 0 ? UINT64_MAX : 0;
}

/* Another user thread will run, so the pipeline drains first. */
void ref_begin_preemption(ref *r, int c, int by) {
  ref_cpu *cpu = &r->cpus[c];
  const uint64_t drain = stop(r, c);
  cpu->spent = 0;
  cpu->save_thread = cpu->thread;
  cpu->thread = by;
  if (drain == 0) {
    ref_cpu_choose_next(r, c);
    return;
  }
  cpu->preempted = 1;
  cpu->phase = REF_DRAIN;
  cpu->left = drain;
}

void ref_begin_tick(ref *r, int c) {
  ref_cpu *cpu = &r->cpus[c];
  const uint64_t drain = stop(r, c);
  cpu->spent = 0;
  cpu->save_thread = cpu->thread;
  cpu->phase = drain == 0 ? REF_TICK : REF_DRAIN;
  cpu->left = drain == 0 ? r->config.tick_work_cycles : drain;
  cpu->ticked = drain != 0;
  cpu->tick_waits = drain != 0; /* until its work starts, another tick is lost */
  r->counters.ticks += drain == 0;
}

static void count_interrupt(ref *r, int line) {
  r->counters.interrupts++;
  ref_health_interrupt(r, line);
  ref_line_recognise(r, line);
}

/* Runs at the recognition of a line, or of a soft interrupt (line REF_NONE). Drain or entry cycles follow. */
void ref_start_activity(ref *r, int c, int thread, int line, int with_drain) {
  ref_cpu *cpu = &r->cpus[c];
  cpu->from_idle = 0;
  const int interrupted = with_drain && cpu->phase == REF_RUN ? cpu->thread : REF_NONE;
  new_activity(r, thread, line);
  if (line != REF_NONE) {
    ref_event(r, sim_event_kind_RECOGNISED, cpu->active_context, (uint32_t)thread, r->activities[thread].number);
    if (!r->config.late_arrival) count_interrupt(r, line);
  } else {
    r->counters.soft_interrupts++;
    r->soft_pending[thread]--;
    ref_event(r, sim_event_kind_RECOGNISED, cpu->active_context, (uint32_t)thread, SIM_NONE);
  }
  ref_pending_changed(r, thread);
  cpu->switched_from = interrupted != REF_NONE ? interrupted : ref_best_activity(r, c);
  const uint64_t drain = interrupted != REF_NONE ? stop(r, c) : 0;
  cpu->thread = thread;
  cpu->spent = 0;
  if (drain == 0) {
    begin_entry(r, c);
    return;
  }
  cpu->phase = REF_DRAIN;
  cpu->save_thread = interrupted;
  cpu->left = drain;
}

void ref_start_line(ref *r, int c, int line, int with_drain) {
  ref_start_activity(r, c, ref_line_thread(r, line), line, with_drain);
}

/* ---- a cycle ---- */

/* M-4: "A thread that starts takes its first steps when its first cycle begins." */
void ref_cpu_first_steps(ref *r, int c) {
  ref_cpu *cpu = &r->cpus[c];
  cpu->steps_taken = 0;
  while (cpu->phase == REF_RUN && cpu->starting) {
    const ref_activity *activity = &r->activities[cpu->thread];
    cpu->starting = 0;
    if (activity->is_line && r->config.late_arrival) count_interrupt(r, ref_thread_of(r, cpu->thread)->line);
    if (activity->has_entry)
      ref_event(r, sim_event_kind_HANDLER_ENTERED, activity->context, (uint32_t)cpu->thread, activity->number);
    ref_take_steps(r, c);
  }
}

/* Counts a cycle of the phase. Returns whether it was the last one. */
static int moves_over(ref *r, int c) {
  ref_cpu *cpu = &r->cpus[c];
  if (cpu->moves.length > 0) return cpu->moves.retired == cpu->moves.length;
  return --cpu->left == 0;
}

static void end_of_run_cycle(ref *r, int c) {
  ref_cpu *cpu = &r->cpus[c];
  ref_activity *activity = &r->activities[cpu->thread];
  cpu->run_cycles++;
  cpu->fresh_cycles++;
  activity->slice_used++;
  ref_look_at_slice(r, c);
  int over = 0;
  if (activity->work == REF_WORK_TIMED) over = --activity->timed_left == 0;
  else if (activity->work == REF_WORK_SPEND) over = 1;
  else over = activity->stream.retired == activity->stream.length;
  if (!over) return;
  cpu->resumed = 0; /* it has progressed */
  ref_take_steps(r, c);
}

void ref_cpu_end_of_cycle(ref *r, int c) {
  ref_cpu *cpu = &r->cpus[c];
  cpu->ran = cpu->phase == REF_IDLE || cpu->phase == REF_RUN;
  cpu->spent++;
  switch (cpu->phase) {
    case REF_IDLE: break;
    case REF_RUN: end_of_run_cycle(r, c); break;
    case REF_TICK:
      if (--cpu->left > 0) break;
      ref_cpu_choose_next(r, c);
      break;
    case REF_SWITCH:
      if (--cpu->left == 0) ref_make_room(r, c);
      break;
    case REF_DRAIN:
      if (cpu->left == UINT64_MAX ? ref_pipeline_in_flight(r, c) == 0 : --cpu->left == 0) {
        if (cpu->ticked) {
          cpu->ticked = cpu->tick_waits = 0;
          cpu->phase = REF_TICK;
          r->counters.ticks++;
          cpu->left = r->config.tick_work_cycles;
          break;
        }
        if (cpu->trapped) {
          ref_hart_drained(r, c);
          break;
        }
        if (cpu->preempted) {
          cpu->preempted = 0;
          ref_cpu_choose_next(r, c);
          break;
        }
        ref_event(r, sim_event_kind_ENTRY_STEP, cpu->active_context, sim_entry_step_DRAIN, (uint32_t)cpu->spent);
        begin_entry(r, c);
      }
      break;
    case REF_ENTRY:
      cpu->since_drain++;
      if (--cpu->left > 0) break;
      ref_event(r, sim_event_kind_ENTRY_STEP, cpu->active_context, (uint32_t)cpu->entry_step,
                r->config.entry_cycles[cpu->entry_step]);
      if (cpu->entry_step == pointer_step(r)) ref_move_pointer(r, c, r->activities[cpu->thread].context);
      next_entry_step(r, c, cpu->entry_step + 1);
      break;
    case REF_SAVE:
      cpu->since_drain++;
      if (!moves_over(r, c)) break;
      if (cpu->resuming) ref_begin_restore(r, c);
      else enter(r, c);
      break;
    case REF_RESTORE:
      if (moves_over(r, c)) ref_go_on(r, c);
      break;
  }
}

/* M-292: "a line of strictly higher priority takes over the entry" */
static void take_over(ref *r, int c) {
  ref_cpu *cpu = &r->cpus[c];
  const int line = ref_best_line(r, c), is_idle = cpu->phase == REF_IDLE;
  if (line == REF_NONE || is_idle || !r->activities[cpu->thread].is_line) return;
  ref_activity *activity = &r->activities[cpu->thread];
  const int drains = cpu->phase == REF_DRAIN && !cpu->preempted && !cpu->ticked && !cpu->trapped;
  const int saves = cpu->phase == REF_SAVE && !cpu->resuming && (r->config.overlaps & SIM_OVERLAP_ENTRY);
  const int is_over = cpu->phase == REF_RUN && cpu->starting && !activity->begun;
  if (!drains && !saves && !is_over && cpu->phase != REF_ENTRY) return;
  if (r->config.lines[line].priority >= r->config.lines[ref_thread_of(r, cpu->thread)->line].priority) return;
  const int thread = ref_line_thread(r, line);
  if (ref_thread_context(r, thread) != activity->context) return;
  if (r->config.thread_saves[thread] != r->config.thread_saves[cpu->thread]) return;
  if (saves) {
    r->counters.saves--;
    r->activities[cpu->save_thread].in_memory = 0;
  }
  activity->live = activity->started = 0;
  if (activity->record_open) activity->number = SIM_NONE; /* M-294: "as if it had not been recognised" */
  r->marks.released[cpu->thread] = SIM_NEVER;
  ref_pending_changed(r, cpu->thread);
  new_activity(r, thread, line);
  ref_event(r, sim_event_kind_RECOGNISED, cpu->active_context, (uint32_t)thread, r->activities[thread].number);
  ref_pending_changed(r, thread);
  cpu->thread = thread;
  r->late_arrivals++;
  if (drains) return;
  cpu->starting = 0;
  r->activities[thread].drained = r->moment;
  if (cpu->phase == REF_ENTRY && cpu->entry_step < sim_entry_step_VECTOR_ACKNOWLEDGE) return;
  next_entry_step(r, c, sim_entry_step_VECTOR_ACKNOWLEDGE);
}

/* M-60: "until one instruction of the resumed activity is beyond IF"; M-290 where instructions are abandoned */
static int has_progressed(const ref *r, int c) {
  const ref_cpu *cpu = &r->cpus[c];
  const ref_activity *activity = &r->activities[cpu->thread];
  const int is_stream = activity->work == REF_WORK_STREAM;
  if (!r->config.abandons || (is_stream && ref_is_program(r, activity->stream.code))) return cpu->fresh_cycles >= 2;
  if (is_stream) return activity->stream.retired > cpu->retired_before;
  return cpu->fresh_cycles >= r->config.stage_count;
}

/* M-59 */
void ref_cpu_recognise(ref *r, int c) {
  ref_cpu *cpu = &r->cpus[c];
  if (r->config.late_arrival) take_over(r, c);
  if (cpu->phase == REF_IDLE) cpu->tick_waits = 0;
  else if (r->config.tick_work_cycles > 0 && r->moment % r->config.tick_cycles == 0) cpu->tick_waits = 1;
  if (!cpu->ran) ref_schedule(r, c, 0); /* control may just have returned: then an expired slice is noticed */
  if (!cpu->ran || (cpu->phase != REF_IDLE && cpu->phase != REF_RUN)) return;
  const int line = ref_best_line(r, c), soft = ref_best_soft(r, c);
  const int woken = cpu->phase == REF_IDLE ? ref_best_activity(r, c) : REF_NONE;
  /* a queue has made it ready: this equals a return, but a more urgent line comes first */
  if (woken != REF_NONE) {
    if (line != REF_NONE && r->config.lines[line].priority < r->activities[woken].priority &&
        (soft == REF_NONE || r->config.lines[line].priority <= ref_thread_of(r, soft)->priority))
      ref_start_line(r, c, line, 0);
    else {
      cpu->from_idle = 1;
      ref_cpu_choose_next(r, c);
    }
    return;
  }
  const uint32_t line_priority = line == REF_NONE ? UINT32_MAX : r->config.lines[line].priority;
  const uint32_t soft_priority = soft == REF_NONE ? UINT32_MAX : ref_thread_of(r, soft)->priority;
  const uint32_t best = line_priority <= soft_priority ? line_priority : soft_priority;
  int taken = best != UINT32_MAX, now = 1;
  if (cpu->phase == REF_RUN) {
    now = !cpu->starting && (!cpu->resumed || has_progressed(r, c));
    taken &= now && r->activities[cpu->thread].interrupts_enabled && best < r->activities[cpu->thread].priority;
  }
  if (!taken && ref_take_tick(r, c, now)) return;
  /* M-262 */
  if (!taken && cpu->phase == REF_RUN && !cpu->starting && ref_is_hart(r, cpu->thread) && !cpu->awaits &&
      ref_hart_interrupt_code(r, cpu->thread) >= 0) {
    ref_hart_take_interrupt(r, c);
    return;
  }
  if (!taken) ref_schedule(r, c, now);
  else if (line_priority <= soft_priority) ref_start_line(r, c, line, 1);
  else ref_start_activity(r, c, soft, REF_NONE, 1);
}
