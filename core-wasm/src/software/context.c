
#include <string.h>

#include "cpu/step/pipeline.h"
#include "device/device.h"
#include "progress/progress.h"
#include "software/software.h"

OPT_SIZE void context_init(sim *sim) {
  for (uint32_t c = 0; c < SIM_CONTEXT_LIMIT; c++)
    *context_at(sim, c) = (context_state){
        .shown = sim_layer_IDLE | sim_run_state_WAITING << 8 | (uint32_t)SIM_NONE_8 << 16,
        .layer = sim_layer_IDLE,
        .cause = sim_cause_WAITING,
        .loaded_thread = SIM_NONE_8,
        .running = SIM_NONE_8,
        .owner_thread = SIM_NONE_8,
    };
  sim->cpu_count = sim->config.core_count * cpus_of_core(&sim->config);
  for (uint32_t cpu = 0; cpu < sim->cpu_count; cpu++)
    cpu_at(sim, cpu)->now.context = (uint8_t)(is_interleaved(&sim->config) ? cpu : cpu * sim->config.context_count);
  for (uint32_t t = 0; t < sim->config.thread_count; t++) {
    uint32_t first;
    sim->thread_context[t] = (uint8_t)thread_configured_context(sim, t, &first);
  }
  context_assign(sim);
}

OPT_SIZE void context_assign(sim *sim) {
  memset(sim->context_threads, 0, sizeof sim->context_threads);
  memset(sim->cpu_threads, 0, sizeof sim->cpu_threads);
  memset(sim->context_uses, 0xff, sizeof sim->context_uses);
  sim->contexts_left = UINT32_MAX;
  sim->contexts_pointed_to = 0;
  for (uint32_t cpu = 0; cpu < sim->cpu_count; cpu++) sim->contexts_pointed_to |= 1u << cpu_at(sim, cpu)->now.context;
  for (uint32_t t = 0; t < sim->config.thread_count; t++) {
    const uint32_t context = context_of(sim, t);
    sim->context_threads[context] |= thread_bit(t);
    sim->cpu_threads[cpu_of_context(sim, context)] |= thread_bit(t);
  }
}

void context_point(sim *sim, uint32_t context, uint32_t running) {
  cpu_activity *now = &cpu_now(sim)->now;
  const uint32_t left = now->context;
  if (context == left) return;
  context_set_pointer(sim, now, context);
  state_of(sim)->counters.context_switches++;
  machine_event(sim, sim_event_kind_CONTEXT_SWITCH, context, left, running);
  machine_contexts_changed(sim);
}

/* ---- save and restore ---- */

/* Thread whose registers would be lost when `thread` gets its context, or SIM_NONE_8 (M-53). */
static uint32_t victim_of(const sim *sim, uint32_t thread) {
  const uint32_t loaded_thread = context_at(sim, context_of(sim, thread))->loaded_thread;
  if (loaded_thread == SIM_NONE_8 || loaded_thread == thread) return SIM_NONE_8;
  return activity_at(sim, loaded_thread)->in_memory ? SIM_NONE_8 : loaded_thread;
}

/* Whether a system call saves its caller's registers even if its own context is free (M-54). */
OPT_SIZE static uint32_t caller_to_save(const sim *sim, uint32_t thread) {
  const uint32_t caller = cpu_now(sim)->interrupted;
  if (!sim->config.system_call_saves_frame || !thread_at(sim, thread)->system_call) return SIM_NONE_8;
  if (caller == SIM_NONE_8 || activity_at(sim, caller)->in_memory) return SIM_NONE_8;
  return caller;
}

/* Starts a phase of `amount` cycles or words. Returns 0 if it takes no time. */
static int begin_move(sim *sim, uint32_t amount, enum cpu_phase cycles, enum cpu_phase words, uint32_t stream) {
  cpu_activity *now = &cpu_now(sim)->now;
  machine_contexts_changed(sim);
  if (amount == 0) return 0;
  const int in_words = sim->config.save_kind == sim_save_kind_WORDS;
  if (is_interleaved(&sim->config)) { /* a save that takes cycles counts them as issue slots */
    now->phase = (uint8_t)words;
    now->begin = sim->boundary;
    now->end = SIM_NEVER;
    pipeline_begin(sim, in_words ? stream : STREAM_TIMED, amount, 0, 0);
    return 1;
  }
  now->phase = (uint8_t)(in_words ? words : cycles);
  now->begin = sim->boundary;
  now->end = in_words ? SIM_NEVER : sim->boundary + amount;
  if (in_words) pipeline_begin(sim, stream, amount, 0, 0);
  return 1;
}

/* In the last cycles of a move, the first instruction after it advances to EX (M-297). */
static uint32_t beside_fetch(const sim *sim, uint32_t amount) {
  const uint32_t fetch = sim->config.overlaps & SIM_OVERLAP_FETCH ? sim->config.execute_stage : 0;
  return amount > fetch ? amount - fetch : 0;
}

/* Rest of a save that started with the entry steps, at the end of these steps (M-286). */
OPT_SIZE static uint32_t save_left(const sim *sim, uint32_t amount) {
  const cpu_state *cpu = cpu_now(sim);
  const uint64_t covered = cpu->save_done + sim->boundary - activity_at(sim, cpu->now.thread)->drained;
  return covered < amount ? amount - (uint32_t)covered : 0;
}

static void begin_save(sim *sim, uint32_t victim) {
  cpu_state *cpu = cpu_now(sim);
  cpu->saving = (uint8_t)victim;
  state_of(sim)->counters.saves++;
  const uint32_t own = cpu->resuming ? 0 : sim->config.thread_saves[cpu->now.thread]; /* M-296 */
  activity_at(sim, victim)->saved_for = (uint8_t)(own != 0 ? cpu->now.thread + 1 : 0);
  uint32_t amount = own != 0 ? (own & UINT16_MAX) - 1 : sim->config.save_amount;
  if ((sim->config.overlaps & SIM_OVERLAP_ENTRY) && !cpu->resuming) amount = save_left(sim, amount);
  if (!cpu->resuming) amount = beside_fetch(sim, amount);
  if (!begin_move(sim, amount, PHASE_SAVE_CYCLES, PHASE_SAVE_WORDS, STREAM_SAVE)) context_saved(sim);
}

static void start(sim *sim) {
  const cpu_activity *now = &cpu_now(sim)->now;
  context_at(sim, now->context)->loaded_thread = now->thread;
  activity_at(sim, now->thread)->saved = sim->boundary;
  cpu_now(sim)->save_done = 0;
  software_begin(sim);
}

void context_begin(sim *sim, uint32_t thread) {
  cpu_state *cpu = cpu_now(sim);
  cpu->resuming = 0;
  uint32_t victim = victim_of(sim, thread);
  if (victim == SIM_NONE_8) victim = caller_to_save(sim, thread);
  if (victim == SIM_NONE_8) start(sim);
  else begin_save(sim, victim);
}

static void begin_restore(sim *sim) {
  cpu_state *cpu = cpu_now(sim);
  if (!activity_at(sim, cpu->now.thread)->in_memory) {
    context_restored(sim);
    return;
  }
  state_of(sim)->counters.restores++;
  const uint32_t saved_for = activity_at(sim, cpu->now.thread)->saved_for;
  const uint32_t own = saved_for != 0 ? sim->config.thread_saves[saved_for - 1] : 0;
  const uint32_t amount = beside_fetch(sim, own != 0 ? (own >> 16) - 1 : sim->config.restore_amount);
  if (!begin_move(sim, amount, PHASE_RESTORE_CYCLES, PHASE_RESTORE_WORDS, STREAM_RESTORE))
    context_restored(sim);
}

static void waited(sim *sim, uint32_t thread) {
  sim_thread_counters *counters = thread_counters_at(sim, thread);
  const uint64_t cycles = sim->boundary - counters->ready_since;
  if (cycles > counters->longest_ready) {
    counters->longest_ready = cycles;
    counters->longest_ready_from = counters->ready_since;
  }
  progress_ready_ended(sim, thread);
  counters->ready_since = SIM_NEVER;
}

void context_resume(sim *sim, uint32_t thread) {
  cpu_state *cpu = cpu_now(sim);
  machine_contexts_changed(sim);
  activity_at(sim, thread)->state = ACTIVITY_RUNNING;
  state_of(sim)->ready_threads &= ~thread_bit(thread);
  waited(sim, thread);
  cpu->now.thread = (uint8_t)thread;
  cpu->resuming = 1;
  context_point(sim, context_of(sim, thread), thread);
  const uint32_t victim = victim_of(sim, thread);
  if (victim == SIM_NONE_8) begin_restore(sim);
  else begin_save(sim, victim);
}

void context_saved(sim *sim) {
  cpu_state *cpu = cpu_now(sim);
  activity_at(sim, cpu->saving)->in_memory = 1;
  cpu->saving = SIM_NONE_8;
  if (cpu->resuming) begin_restore(sim);
  else start(sim);
}

void context_restored(sim *sim) {
  cpu_state *cpu = cpu_now(sim);
  const uint32_t thread = cpu->now.thread;
  activity_at(sim, thread)->in_memory = 0;
  context_at(sim, cpu->now.context)->loaded_thread = (uint8_t)thread;
  cpu->resuming = 0;
  machine_contexts_changed(sim);
  software_resume(sim);
}

/* ---- accounting of cycles ---- */

/* The use of a context, in one word so that it is passed in a register: layer, run state, thread, cause, and whether
 * the pipeline accounts its cycles. LAYER events contain the lower three bytes. */
typedef uint32_t context_use;

enum { USE_SHOWN = 0xffffff, USE_CAUSE_SHIFT = 24, USE_BY_PIPELINE = 1 << 30 };

static context_use use(uint32_t layer, enum sim_cause cause, enum sim_run_state run_state, uint32_t thread) {
  return layer | (uint32_t)run_state << 8 | thread << 16 | (uint32_t)cause << USE_CAUSE_SHIFT;
}

/* Use of the pointer's context, while the cpu is not idle. */
static context_use use_of_phase(const sim *sim, const cpu_activity *now) {
  const uint32_t overhead = sim_layer_SAVE_RESTORE, thread = now->thread;
  switch ((enum cpu_phase)now->phase) {
    case PHASE_DRAIN_CYCLES:
    case PHASE_DRAIN_INSTRUCTIONS: return use(overhead, sim_cause_DRAIN, sim_run_state_ENTERING, thread);
    case PHASE_ENTRY: return use(overhead, sim_cause_ENTRY, sim_run_state_ENTERING, thread);
    case PHASE_SAVE_CYCLES:
    case PHASE_SAVE_WORDS: return use(overhead, sim_cause_SAVE, sim_run_state_SAVING, thread);
    case PHASE_RESTORE_CYCLES:
    case PHASE_RESTORE_WORDS: return use(overhead, sim_cause_RESTORE, sim_run_state_RESTORING, thread);
    case PHASE_SWITCH: return use(sim_layer_SYSTEM_CALL, sim_cause_BUSY, sim_run_state_RESTORING, thread);
    case PHASE_RUN_INSTRUCTIONS:
    case PHASE_IDLE:
    case PHASE_START:
    case PHASE_RUN_CYCLES:
    case PHASE_SPIN: break;
  }
  const uint32_t by_pipeline = now->phase == PHASE_RUN_INSTRUCTIONS ? USE_BY_PIPELINE : 0;
  return use(machine_layer(sim, thread), sim_cause_BUSY, sim_run_state_RUNNING, thread) | by_pipeline;
}

static context_use use_of(const sim *sim, uint32_t context) {
  const cpu_activity *now = &cpu_at(sim, cpu_of_context(sim, context))->now;
  if (context == now->context && now->phase != PHASE_IDLE) return use_of_phase(sim, now);
  thread_set threads = sim->context_threads[context] & state_of(sim)->ready_threads;
  if (threads == 0)
    return use(sim_layer_IDLE, sim_cause_WAITING, sim_run_state_WAITING, context_at(sim, context)->loaded_thread);
  uint32_t best = thread_first(threads);
  for (threads &= threads - 1; threads != 0; threads &= threads - 1) {
    const uint32_t other = thread_first(threads);
    if (machine_priority(sim, other) < machine_priority(sim, best)) best = other;
  }
  return use(machine_layer(sim, best), sim_cause_READY, sim_run_state_READY, best);
}

/* M-56 */
static void account_context(sim *sim, uint32_t context, uint64_t until) {
  context_state *c = context_at(sim, context);
  if (c->accounted_to == until) return;
  const uint64_t from = c->accounted_to;
  assert(from < until);
  c->accounted_to = until;
  if (c->running != SIM_NONE_8) thread_counters_at(sim, c->running)->cycles += until - from;
  if (c->accounted_by_pipeline) return;
  const uint32_t index = (context * SIM_LAYER_LIMIT + c->layer) * SIM_CAUSE_LIMIT + c->cause;
  state_of(sim)->counters.cycles_by[index] += until - from;
  if (!sim->has_series || c->cause == sim_cause_WAITING) return;
  if (c->cause == sim_cause_READY) series_span(sim->observers, sim_track_kind_CONTEXT_READY, context, 0, from, until);
  else series_span(sim->observers, sim_track_kind_CONTEXT_LAYER, context, c->layer, from, until);
  if (c->cause == sim_cause_DRAIN || c->cause == sim_cause_ENTRY)
    series_span(sim->observers, sim_track_kind_CONTEXT_ENTRY, context, 0, from, until);
}

void context_account_cycles(sim *sim, uint64_t until) {
  for (uint32_t context = 0; context < context_total(&sim->config); context++) account_context(sim, context, until);
  lock_account_cycles(sim, until);
  devices_account_cycles(sim, until);
  state_of(sim)->counters.cycles = until;
}

static void update_use(sim *sim, uint32_t context, context_use now) {
  if (now == sim->context_uses[context]) return;
  sim->context_uses[context] = now;
  context_state *c = context_at(sim, context);
  const uint32_t shown = now & USE_SHOWN, layer = now & 0xff, cause = now >> USE_CAUSE_SHIFT & 0x3f;
  const uint32_t by_pipeline = (now & USE_BY_PIPELINE) != 0;
  const uint32_t running = (now >> 8 & 0xff) == sim_run_state_RUNNING ? now >> 16 & 0xff : SIM_NONE_8;
  if (layer != c->layer || cause != c->cause || by_pipeline != c->accounted_by_pipeline || running != c->running) {
    account_context(sim, context, sim->boundary);
    c->layer = (uint8_t)layer;
    c->cause = (uint8_t)cause;
    c->running = (uint8_t)running;
    c->accounted_by_pipeline = (uint8_t)by_pipeline;
  }
  if (shown == c->shown) return;
  /* The boundary, because the event cycle is equal for changes at the start and at the end of a cycle. */
  sim->events_this_step |= 1u << sim_event_kind_LAYER;
  if (sim->has_events) event_push(sim->observers, sim->boundary, sim_event_kind_LAYER, context, shown, c->shown);
  c->shown = shown;
}

static uint32_t all_contexts(const sim *sim) { return UINT32_MAX >> (SIM_CONTEXT_LIMIT - context_total(&sim->config)); }

/* The use of a context changes with the pointer and with its set of ready threads. */
void context_update_changed(sim *sim) {
  const thread_set ready = state_of(sim)->ready_threads;
  uint32_t contexts = sim->contexts_left | sim->contexts_pointed_to;
  for (thread_set threads = ready ^ sim->known_ready; threads != 0; threads &= threads - 1)
    contexts |= 1u << context_of(sim, thread_first(threads));
  sim->contexts_changed = 0;
  sim->contexts_left = 0;
  sim->known_ready = ready;
  for (contexts &= all_contexts(sim); contexts != 0; contexts &= contexts - 1) {
    const uint32_t context = (uint32_t)__builtin_ctz(contexts);
    update_use(sim, context, use_of(sim, context));
  }
}
