#include "software/interrupt.h"

#include "cpu/code/machine_mode.h"
#include "cpu/step/pipeline.h"
#include "cpu/trace/rows.h"
#include "device/device.h"
#include "progress/progress.h"
#include "software/scheduler.h"
#include "software/software.h"
#include "thread/thread.h"

/* Number of stages after fetch: the cycles of a drain without stalls. */
static uint32_t drain_stages(const sim *sim) { return sim->config.stage_count - 2u; }

/* ---- soft interrupts ---- */

OPT_SIZE static void soft_take(sim *sim, uint32_t thread) {
  assert(state_of(sim)->soft_pending[thread] > 0);
  if (--state_of(sim)->soft_pending[thread] == 0) state_of(sim)->soft_threads &= ~thread_bit(thread);
  state_of(sim)->counters.soft_interrupts++;
}

/* ---- candidates ---- */

/* Whether the thread is not live, and would start on that cpu. */
static int can_start(const sim *sim, uint32_t thread, uint32_t cpu) {
  return !(state_of(sim)->live_threads >> thread & 1) && cpu_of_context(sim, context_of(sim, thread)) == cpu;
}

static candidate line_best(const sim *sim, uint32_t cpu) {
  candidate best = candidate_none();
  for (uint32_t line = 0; line < sim->config.line_count; line++) {
    const uint32_t thread = sim->line_thread[line];
    if (!line_wants(sim, line) || thread == SIM_NONE_8) continue;
    if (!can_start(sim, thread, cpu)) continue;
    best = candidate_better(best, candidate_of(CANDIDATE_LINE, thread, line, line_config_at(sim, line)->priority));
  }
  return best;
}

candidate soft_best(const sim *sim, uint32_t cpu) {
  candidate best = candidate_none();
  for (thread_set threads = state_of(sim)->soft_threads; threads != 0; threads &= threads - 1) {
    const uint32_t thread = thread_first(threads);
    if (!can_start(sim, thread, cpu)) continue;
    const uint32_t priority = thread_at(sim, thread)->priority;
    best = candidate_better(best, candidate_of(CANDIDATE_SOFT, thread, SIM_NONE_8, priority));
  }
  return best;
}

candidate interrupt_best(const sim *sim, uint32_t cpu) {
  const candidate line = line_best(sim, cpu);
  return state_of(sim)->soft_threads == 0 ? line : candidate_better(line, soft_best(sim, cpu));
}

candidate activity_best(const sim *sim, uint32_t cpu) {
  candidate best = candidate_none();
  thread_set threads = state_of(sim)->ready_threads & sim->cpu_threads[cpu];
  for (; threads != 0; threads &= threads - 1) {
    const uint32_t thread = thread_first(threads);
    const uint32_t priority = machine_priority(sim, thread);
    if (priority > candidate_priority(best)) continue;
    if (priority == candidate_priority(best) && !scheduler_goes_before(sim, thread, candidate_thread(best))) continue;
    best = candidate_of(CANDIDATE_ACTIVITY, thread, SIM_NONE_8, priority);
  }
  return best;
}

/* ---- entry ---- */

void interrupt_begins(sim *sim, uint32_t line) {
  state_of(sim)->counters.interrupts++;
  line_taken(sim, line);
  progress_interrupt_recognised(sim, line);
}

static void start_activity(sim *sim, candidate chosen) {
  const uint32_t thread = candidate_thread(chosen), line = candidate_line(chosen);
  activity *a = activity_at(sim, thread);
  const uint32_t activation = a->activation + 1;
  const int any_context = thread_at(sim, thread)->context == SIM_NONE_8;
  const uint32_t context = any_context ? context_of(sim, thread) : 0;
  const int is_soft = candidate_kind(chosen) == CANDIDATE_SOFT;
  const int is_again = !is_soft && a->activation > 0 && a->interrupt_number == line_at(sim, line)->number;
  *a = (activity){
      .recognised = sim->boundary,
      .wake_at = SIM_NEVER,
      .packet = SIM_NONE,
      .interrupt_number = SIM_NONE,
      .activation = activation,
      .budget_left = thread_at(sim, thread)->budget,
      .state = ACTIVITY_RUNNING,
      .context = (uint8_t)context,
  };
  state_of(sim)->live_threads |= thread_bit(thread);
  if (any_context) context_assign(sim);
  uint64_t *released = &sim->marks->released[thread];
  if (is_soft || is_again) *released = earlier(thread_counters_at(sim, thread)->pending_since, sim->boundary);
  if (is_soft) {
    soft_take(sim, thread);
    progress_pending_changed(sim, thread);
    return;
  }
  const line_state *l = line_at(sim, line);
  a->asserted = l->asserted_at;
  if (!is_again) *released = a->asserted;
  a->interrupt_number = l->number;
  a->latency_open = !is_again; /* M-168 */
  progress_pending_changed(sim, thread);
  if (!sim->config.late_arrival) interrupt_begins(sim, line);
}

/* The pointer moves at the end of the step "vector to address" or, without it, of the last step. */
OPT_SIZE void interrupt_init(sim *sim) {
  const uint16_t *cycles = sim->config.entry_cycles;
  uint32_t next = sim_entry_step_COUNT, last = sim_entry_step_NONE;
  for (uint32_t step = sim_entry_step_LOAD_PC; step >= sim_entry_step_DRAIN; step--) {
    sim->entry_next[step] = (uint8_t)next;
    if (step == sim_entry_step_DRAIN || cycles[step] == 0) continue;
    next = step;
    if (last == sim_entry_step_NONE) last = step;
  }
  sim->pointer_step = (uint8_t)(cycles[sim_entry_step_VECTOR_ADDRESS] > 0 ? sim_entry_step_VECTOR_ADDRESS : last);
}

static void begin_entry_step(sim *sim, uint32_t step) {
  cpu_state *cpu = cpu_now(sim);
  if (step > sim_entry_step_LOAD_PC) {
    activity *a = activity_at(sim, cpu->now.thread);
    if (sim->pointer_step == sim_entry_step_NONE) context_point(sim, context_of(sim, cpu->now.thread), cpu->now.thread);
    a->entered = sim->boundary;
    context_begin(sim, cpu->now.thread);
    return;
  }
  if (cpu->now.phase != PHASE_ENTRY) machine_contexts_changed(sim);
  cpu->now.phase = PHASE_ENTRY;
  cpu->now.entry_step = (uint8_t)step;
  cpu->now.begin = sim->boundary;
  cpu->now.end = sim->boundary + sim->config.entry_cycles[step];
}

/* M-62 */
static void begin_entry(sim *sim) {
  activity_at(sim, cpu_now(sim)->now.thread)->drained = sim->boundary;
  begin_entry_step(sim, sim->entry_next[sim_entry_step_DRAIN]);
}

/* Whether the current entry or switch is for this thread. */
static void promise(sim *sim, uint32_t thread) {
  cpu_state *cpu = cpu_now(sim);
  cpu->now.thread = (uint8_t)thread;
  cpu->now.resumed = 0;
  cpu->unreturned = SIM_NONE_8;
  for (int i = 0; i <= sim_entry_step_LOAD_PC; i++) cpu->entry_taken[i] = 0;
}

static void recognised(sim *sim, candidate chosen) {
  const uint32_t thread = candidate_thread(chosen);
  start_activity(sim, chosen);
  machine_event(sim, sim_event_kind_RECOGNISED, cpu_now(sim)->now.context, thread,
                activity_at(sim, thread)->interrupt_number);
}

/* The core recognises the interrupt: the cpu will run the candidate's thread. */
static void admit(sim *sim, candidate chosen) {
  assert(candidate_kind(chosen) == CANDIDATE_LINE || candidate_kind(chosen) == CANDIDATE_SOFT);
  recognised(sim, chosen);
  promise(sim, candidate_thread(chosen));
}

void interrupt_enter(sim *sim, candidate chosen) {
  cpu_now(sim)->interrupted = (uint8_t)candidate_thread(activity_best(sim, sim->cpu));
  admit(sim, chosen);
  begin_entry(sim);
}

static void step_over(sim *sim, uint32_t step) {
  cpu_state *cpu = cpu_now(sim);
  const uint64_t cycles = sim->boundary - cpu->now.begin;
  cpu->entry_taken[step] = (uint16_t)earlier(cycles, UINT16_MAX);
  machine_event(sim, sim_event_kind_ENTRY_STEP, cpu->now.context, step, cpu->entry_taken[step]);
}

void interrupt_drained(sim *sim) {
  cpu_state *cpu = cpu_now(sim);
  if (sim->harts != NULL) machine_mode_attend(sim);
  if (cpu->switching == SWITCHING_TO_TRAP) {
    step_over(sim, sim_entry_step_DRAIN);
    cpu->switching = SWITCHING_NOT;
    software_hart_goes_on(sim);
    return;
  }
  if (cpu->switching != SWITCHING_NOT) {
    scheduler_drained(sim);
    return;
  }
  step_over(sim, sim_entry_step_DRAIN);
  begin_entry(sim);
}

void interrupt_entry_step_over(sim *sim) {
  const uint32_t step = cpu_now(sim)->now.entry_step;
  const uint32_t thread = cpu_now(sim)->now.thread;
  step_over(sim, step);
  if (step == sim->pointer_step) context_point(sim, context_of(sim, thread), thread);
  begin_entry_step(sim, sim->entry_next[step]);
}

void interrupt_pass_steps(sim *sim, uint64_t until) {
  cpu_state *cpu = cpu_now(sim);
  cpu_activity *now = &cpu->now;
  uint32_t passed = sim_entry_step_NONE;
  while (now->end < until && now->entry_step != sim->pointer_step) {
    const uint32_t next = sim->entry_next[now->entry_step];
    if (next > sim_entry_step_LOAD_PC) break;
    passed = now->entry_step;
    cpu->entry_taken[passed] = sim->config.entry_cycles[passed];
    now->entry_step = (uint8_t)next;
    now->begin = now->end;
    now->end += sim->config.entry_cycles[next];
  }
  if (passed == sim_entry_step_NONE) return;
  sim->events_this_step |= 1u << sim_event_kind_ENTRY_STEP;
  sim->boundary = state_of(sim)->cycle = now->begin;
  sim->event_cycle = sim->boundary - 1;
  cpu->last = *now;
  cpu->last.entry_step = (uint8_t)passed;
  cpu->last.begin = now->begin - sim->config.entry_cycles[passed];
  cpu->last.end = now->begin;
}

/* ---- late arrival (M-292) ---- */

static int is_draining(uint32_t phase) { return phase == PHASE_DRAIN_CYCLES || phase == PHASE_DRAIN_INSTRUCTIONS; }

/* The line that takes over the current entry of the cpu, or CANDIDATE_NONE. */
RARE static candidate late_arrival(const sim *sim, uint32_t number) {
  const cpu_state *cpu = cpu_at(sim, number);
  const uint32_t phase = cpu->now.phase, thread = cpu->now.thread;
  const int enters = phase == PHASE_ENTRY || phase == PHASE_START || (is_draining(phase) && !cpu->switching) ||
                     (phase == PHASE_SAVE_CYCLES && (sim->config.overlaps & SIM_OVERLAP_ENTRY) && !cpu->resuming);
  if (!enters || thread_at(sim, thread)->start != sim_thread_start_LINE) return candidate_none();
  const candidate best = line_best(sim, number);
  if (candidate_priority(best) >= line_config_at(sim, thread_at(sim, thread)->line)->priority) return candidate_none();
  const uint32_t late = candidate_thread(best), *saves = sim->config.thread_saves;
  const int is_same = context_of(sim, late) == context_of(sim, thread) && saves[late] == saves[thread];
  return is_same ? best : candidate_none();
}

/* The thread of the current entry does not start. Its line stays pending. */
OPT_SIZE static void give_up_entry(sim *sim) {
  cpu_state *cpu = cpu_now(sim);
  const uint32_t thread = cpu->now.thread, phase = cpu->now.phase;
  context_state *context = context_at(sim, context_of(sim, thread));
  activity *a = activity_at(sim, thread);
  if (phase == PHASE_SAVE_CYCLES) state_of(sim)->counters.saves--; /* counted later, at its end */
  if ((sim->config.overlaps & SIM_OVERLAP_ENTRY) && !is_draining(phase))
    cpu->save_done = (uint16_t)earlier(cpu->save_done + sim->boundary - a->drained, UINT16_MAX);
  if (context->loaded_thread == thread) context->loaded_thread = SIM_NONE_8;
  a->state = ACTIVITY_NONE;
  if (a->latency_open) a->interrupt_number = SIM_NONE; /* its next start is the first */
  a->latency_open = 0;
  sim->marks->released[thread] = SIM_NEVER;
  state_of(sim)->live_threads &= ~thread_bit(thread);
  progress_pending_changed(sim, thread);
}

RARE static void take_over(sim *sim) {
  const candidate chosen = late_arrival(sim, sim->cpu);
  cpu_state *cpu = cpu_now(sim);
  if (candidate_kind(chosen) == CANDIDATE_NONE) return;
  give_up_entry(sim);
  recognised(sim, chosen);
  cpu->now.thread = (uint8_t)candidate_thread(chosen);
  machine_contexts_changed(sim);
  if (is_draining(cpu->now.phase)) return;
  activity_at(sim, cpu->now.thread)->drained = sim->boundary;
  const int has_vector = cpu->now.phase != PHASE_ENTRY || cpu->now.entry_step >= sim_entry_step_VECTOR_ACKNOWLEDGE;
  if (has_vector) begin_entry_step(sim, sim->entry_next[sim_entry_step_PUSH_PC]);
}

/* ---- recognition ---- */

static int is_running(uint32_t phase) {
  return phase == PHASE_RUN_CYCLES || phase == PHASE_RUN_INSTRUCTIONS || phase == PHASE_SPIN;
}

/* Depends on the phase of the finished cycle (M-60). */
static int may_recognise(const cpu_state *cpu) { return is_running(cpu->last.phase) || cpu->last.phase == PHASE_IDLE; }

/* Entries, drains, saves and restores are not interrupted, nor are threads that disable interrupts (M-58). */
static int gives_way(const sim *sim, const cpu_activity *now) {
  return now->phase == PHASE_IDLE || (is_running(now->phase) && machine_interruptible(sim, now->thread));
}

/* True if the running hart takes an interrupt. It first completes its CSR instruction or device access (M-208). */
RARE static int hart_is_interrupted(const sim *sim, uint32_t cpu) {
  const cpu_activity *now = &cpu_at(sim, cpu)->now;
  const uint32_t awaited = sim->program_flights[cpu].awaited;
  return now->phase == PHASE_RUN_INSTRUCTIONS && is_hart(sim, now->thread) &&
         (awaited == sim_cause_BUSY || awaited == AWAITED_INTERRUPT) &&
         machine_mode_interrupt(sim, now->thread, sim->event_cycle) != SIM_NONE;
}

/* Interrupts that the running hart takes itself. */
static candidate own_interrupt(const sim *sim, uint32_t cpu) {
  if (sim->harts == NULL || !hart_is_interrupted(sim, cpu)) return candidate_none();
  return candidate_of(CANDIDATE_TRAP, cpu_at(sim, cpu)->now.thread, SIM_NONE_8, 0);
}

static candidate preemptor(const sim *sim, uint32_t cpu) {
  const cpu_activity *now = &cpu_at(sim, cpu)->now;
  assert(gives_way(sim, now));
  if (now->phase == PHASE_IDLE) return candidate_better(activity_best(sim, cpu), interrupt_best(sim, cpu));
  const candidate best = interrupt_best(sim, cpu);
  if (candidate_priority(best) < machine_priority(sim, now->thread)) return best;
  if (cpu_at(sim, cpu)->tick_due) return candidate_of(CANDIDATE_TICK, now->thread, SIM_NONE_8, 0);
  const candidate own = own_interrupt(sim, cpu);
  return candidate_kind(own) != CANDIDATE_NONE ? own : scheduler_preemptor(sim, cpu);
}

int interrupt_waiting(const sim *sim, uint32_t cpu) {
  if (!gives_way(sim, &cpu_at(sim, cpu)->now))
    return sim->config.late_arrival && candidate_kind(late_arrival(sim, cpu)) != CANDIDATE_NONE;
  return candidate_kind(preemptor(sim, cpu)) != CANDIDATE_NONE;
}

/* Records in the activity where it will continue. Returns the phase of its drain, or PHASE_IDLE if nothing drains. */
static enum cpu_phase stop_running(sim *sim) {
  cpu_state *cpu = cpu_now(sim);
  activity *a = activity_at(sim, cpu->now.thread);
  const uint64_t ran = sim->boundary - cpu->now.begin;
  cpu->last.recognised = 1;
  if (cpu->now.phase == PHASE_RUN_INSTRUCTIONS && ran > 0) {
    cpu->last.recognised = (uint8_t)pipeline_nullify(sim);
    a->done = cpu->stream.front.fetched;
    a->body_index = (uint16_t)cpu->stream.front.next_index;
    return pipeline_is_over(cpu) ? PHASE_IDLE : PHASE_DRAIN_INSTRUCTIONS;
  }
  if (cpu->now.phase == PHASE_RUN_CYCLES && ran > 0) {
    const uint32_t refill = sim->config.abandons ? sim->config.stage_count - 1u : 0; /* cycles repeated later */
    a->done += ran - earlier(ran, refill);
    if (refill > 0) cpu->last.recognised = (uint8_t)refill;
    else a->nullified++;
    return ran > 1 && refill == 0 && drain_stages(sim) > 0 ? PHASE_DRAIN_CYCLES : PHASE_IDLE;
  }
  return PHASE_IDLE;
}

/* Starts draining the interrupted activity. */
static void begin_drain(sim *sim, enum cpu_phase drain, uint64_t ran) {
  cpu_state *cpu = cpu_now(sim);
  const activity *a = activity_at(sim, cpu->interrupted);
  machine_contexts_changed(sim);
  cpu->now.phase = (uint8_t)drain;
  cpu->now.entry_step = sim_entry_step_DRAIN;
  cpu->now.begin = sim->boundary;
  cpu->now.end = drain == PHASE_DRAIN_CYCLES ? sim->boundary + drain_stages(sim) : SIM_NEVER;
  cpu->now.done = a->done;
  cpu->now.budget = a->budget;
  cpu->now.nullified = a->nullified;
  cpu->now.ran = ran;
}

/* The running hart continues at its handler, after the draining instructions. */
RARE static void begin_trap(sim *sim) {
  cpu_state *cpu = cpu_now(sim);
  const uint64_t ran = sim->boundary - cpu->now.begin;
  const enum cpu_phase drain = stop_running(sim);
  rows_nullify(sim);
  hart_takes_interrupt(sim, cpu->now.thread);
  cpu->interrupted = cpu->now.thread;
  promise(sim, cpu->now.thread);
  if (drain == PHASE_IDLE) {
    software_hart_goes_on(sim);
    return;
  }
  cpu->switching = SWITCHING_TO_TRAP;
  begin_drain(sim, drain, ran);
}

/* M-78 */
static void preempt(sim *sim, candidate chosen) {
  cpu_state *cpu = cpu_now(sim);
  const uint32_t thread = cpu->now.thread;
  activity *a = activity_at(sim, thread);
  const uint64_t ran = sim->boundary - cpu->now.begin;
  const enum cpu_phase drain = stop_running(sim);
  const enum candidate_kind kind = candidate_kind(chosen);
  const int by_tick = kind == CANDIDATE_TICK, by_scheduler = by_tick || kind == CANDIDATE_ACTIVITY;
  if (by_scheduler && scheduler_slice_is_over(sim, sim->cpu)) thread_requeue(sim, thread);
  else scheduler_stands(sim);
  cpu->slice_end = SIM_NEVER;
  machine_ready(sim, thread);
  a->preempted_order = ++cpu->preemptions;
  rows_nullify(sim);
  if (by_scheduler) promise(sim, candidate_thread(chosen));
  else admit(sim, chosen);
  cpu->interrupted = (uint8_t)thread;
  if (by_scheduler) cpu->switching = by_tick ? SWITCHING_AT_TICK : SWITCHING_THREADS;
  if (drain == PHASE_IDLE) {
    if (by_scheduler) scheduler_drained(sim);
    else begin_entry(sim);
    return;
  }
  begin_drain(sim, drain, ran);
}

/* The resumed thread has progressed (M-60, M-287). */
static int has_progressed(const sim *sim, const cpu_state *cpu) {
  const uint64_t ran = sim->boundary - cpu->now.begin;
  if (!sim->config.abandons || code_at(sim, cpu->now.routine)->is_program) return ran >= 2;
  if (cpu->now.phase == PHASE_RUN_INSTRUCTIONS) return cpu->stream.front.retired > cpu->now.done;
  return ran >= sim->config.stage_count;
}

/* M-59 */
void interrupt_recognise(sim *sim) {
  if (sim->config.late_arrival) take_over(sim);
  const cpu_activity *now = &cpu_now(sim)->now;
  candidate chosen = gives_way(sim, now) ? preemptor(sim, sim->cpu) : candidate_none();
  if (candidate_kind(chosen) != CANDIDATE_NONE && now->resumed && !has_progressed(sim, cpu_now(sim)))
    chosen = own_interrupt(sim, sim->cpu); /* it does not need progress: M-262 */
  if (candidate_kind(chosen) == CANDIDATE_NONE) {
    scheduler_renew(sim);
    return;
  }
  if (!may_recognise(cpu_now(sim))) return;
  if (now->phase == PHASE_IDLE) {
    if (candidate_kind(chosen) == CANDIDATE_ACTIVITY) {
      cpu_now(sim)->unreturned = (uint8_t)candidate_thread(chosen); /* it was woken */
      scheduler_give(sim, candidate_thread(chosen));
    } else interrupt_enter(sim, chosen);
    return;
  }
  if (candidate_kind(chosen) == CANDIDATE_TRAP) begin_trap(sim);
  else preempt(sim, chosen);
}

/* ---- latency ---- */

void interrupt_latency_closes(sim *sim, uint32_t thread, uint64_t acknowledged) {
  activity *a = activity_at(sim, thread);
  const uint64_t ends[sim_interrupt_part_COUNT] = {a->recognised, a->drained, a->entered,
                                                   a->saved,      a->first,   acknowledged};
  a->latency_open = 0;
  interrupt_responded(sim, sim_interrupt_source_LINE, thread_at(sim, thread)->line, a->interrupt_number, a->asserted,
                      ends);
}
