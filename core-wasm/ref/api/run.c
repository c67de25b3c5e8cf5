/* The machine: runs its parts in the order that docs/model.md defines for a cycle, and accounts for cycles. */
#include <assert.h>
#include <stdlib.h>

#include "ref/memory/memory.h"

const char *const ref_known_names[REF_KNOWN_COUNT + 1] = {
    "none",
};

int ref_as_engine(ref *r, enum ref_known known) {
  r->met |= (uint32_t)known;
  return (r->as_engine & known) != 0;
}

/* ---- creation ---- */

static void start_always_threads(ref *r) {
  for (int thread = 0; thread < r->config.thread_count; thread++) {
    if (r->config.threads[thread].start != sim_thread_start_ALWAYS) continue;
    r->activities[thread] = (ref_activity){.live = 1,
                                    .thread = thread,
                                    .context = ref_thread_context(r, thread),
                                    .cpu = ref_thread_cpu(r, thread),
                                    .priority = r->config.threads[thread].priority,
                                    .interrupts_enabled = r->config.threads[thread].interrupts_enabled,
                                    .packet = REF_NONE,
                                    .restore_amount = r->config.restore_amount,
                                    .layer = r->config.threads[thread].layer,
                                    .activation = ++r->next_activation};
  }
}

/* M-65: "At cycle 0 the highest-priority thread begins (ties: lower context)." */
static void begin_first(ref *r, int c) {
  ref_cpu *cpu = &r->cpus[c];
  int best = REF_NONE;
  for (int thread = 0; thread < r->config.thread_count; thread++) {
    const ref_activity *activity = &r->activities[thread];
    if (!activity->live || activity->cpu != c) continue;
    if (best == REF_NONE || ref_goes_first(r, thread, best)) best = thread;
  }
  if (best == REF_NONE) return;
  cpu->thread = best;
  cpu->phase = REF_RUN;
  cpu->starting = 1;
  cpu->active_context = r->activities[best].context;
}

ref *ref_create(const sim_config *config, const sim_trace_entry *trace) {
  ref *r = calloc(1, sizeof *r);
  assert(r != NULL);
  r->config = *config;
  r->trace = trace;
  r->code = ref_code_create(config);
  if (ref_has_memory(config)) r->memory = ref_memory_create(config, &r->counters);
  ref_predict_create(r);
  ref_programs_create(r);
  ref_harts_create(r);
  r->interleaved = config->policy >= sim_policy_ROUND_ROBIN;
  r->context_total = config->core_count * config->context_count;
  r->cpu_count = r->interleaved ? r->context_total : config->core_count;
  for (int line = 0; line < config->line_count; line++) r->lines[line].masked = config->lines[line].masked;
  r->counters.fault.cycle = r->counters.deadlock.cycle = SIM_NEVER;
  for (int core = 0; core < SIM_CORE_LIMIT; core++) r->cores[core].last_issuer = REF_NONE;
  for (int queue = 0; queue < config->queue_count; queue++) r->queues[queue].capacity = config->queues[queue].capacity;
  for (int thread = 0; thread < SIM_THREAD_LIMIT; thread++) {
    r->activities[thread].packet = REF_NONE;
    sim_thread_counters *counters = &r->counters.threads[thread];
    counters->ready_since = counters->passed_over_since = counters->pending_since = SIM_NEVER;
    counters->scarce_since = counters->lock_wait_since = SIM_NEVER;
    const int lives = thread < config->thread_count && config->threads[thread].start == sim_thread_start_ALWAYS;
    r->marks.released[thread] = lives ? 0 : SIM_NEVER;
    r->responses[thread].all.minimum = UINT64_MAX;
  }
  for (int context = 0; context < r->context_total; context++) r->shown[context] = SIM_NONE_8 << 16;
  for (int lock = 0; lock < SIM_LOCK_LIMIT; lock++) r->locks[lock].holder = REF_NONE;
  ref_nic_create(r);
  ref_hosts_create(r);
  ref_health_create(r);
  for (int disk = 0; disk < config->disk_count; disk++) r->disks[disk].medium_end = SIM_NEVER;
  ref_traffic_create(r);
  start_always_threads(r);
  ref_scheduler_create(r);
  for (int c = 0; c < r->cpu_count; c++) {
    ref_cpu *cpu = &r->cpus[c];
    cpu->context_count = r->interleaved ? 1 : config->context_count;
    cpu->first_context = c * cpu->context_count;
    cpu->core = cpu->first_context / config->context_count;
    cpu->active_context = cpu->first_context;
    cpu->thread = REF_NONE;
    ref_pipeline_start(r, c);
    begin_first(r, c);
  }
  ref_count_ready(r);
  return r;
}

void ref_free(ref *r) {
  ref_hosts_free(r);
  for (int nic = 0; nic < r->config.nic_count; nic++) free(r->nics[nic].on_wire);
  ref_code_free(r->code);
  ref_program_code_free(r);
  ref_memory_free(r->memory);
  free(r->events);
  free(r->latencies);
  free(r);
}

/* ---- billing ---- */

typedef struct account {
  uint8_t layer, cause, state, thread;
} account;

static account account_of_running(const ref *r, int c) {
  const ref_cpu *cpu = &r->cpus[c];
  const uint8_t thread = (uint8_t)cpu->thread;
  switch (cpu->phase) {
    case REF_RUN: {
      const ref_activity *activity = &r->activities[cpu->thread];
      uint8_t cause = sim_cause_BUSY;
      if (activity->work == REF_WORK_STREAM)
        cause = r->interleaved ? cpu->cause : (uint8_t)ref_last_stage_cause(r, cpu->core);
      return (account){activity->layer, cause, sim_run_state_RUNNING, thread};
    }
    case REF_DRAIN: return (account){sim_layer_SAVE_RESTORE, sim_cause_DRAIN, sim_run_state_ENTERING, thread};
    case REF_ENTRY: return (account){sim_layer_SAVE_RESTORE, sim_cause_ENTRY, sim_run_state_ENTERING, thread};
    case REF_SAVE: return (account){sim_layer_SAVE_RESTORE, sim_cause_SAVE, sim_run_state_SAVING, thread};
    case REF_TICK:
    case REF_SWITCH: return (account){sim_layer_SYSTEM_CALL, sim_cause_BUSY, sim_run_state_RESTORING, thread};
    case REF_RESTORE: return (account){sim_layer_SAVE_RESTORE, sim_cause_RESTORE, sim_run_state_RESTORING, thread};
    default: return (account){sim_layer_IDLE, sim_cause_WAITING, sim_run_state_WAITING, SIM_NONE_8};
  }
}

/* M-56: "any other as ready with the layer of its most urgent live activity, or else as waiting with the layer idle" */
static account account_of_other(const ref *r, int context) {
  int best = REF_NONE;
  uint8_t waits = SIM_NONE_8; /* a permanent thread that waits for a queue */
  for (int thread = 0; thread < r->config.thread_count; thread++) {
    const ref_activity *activity = &r->activities[thread];
    if (activity->context != context || !activity->live) continue;
    if (!ref_activity_ready(r, thread)) waits = (uint8_t)thread;
    else if (best == REF_NONE || activity->priority < r->activities[best].priority) best = thread;
  }
  if (best == REF_NONE) return (account){sim_layer_IDLE, sim_cause_WAITING, sim_run_state_WAITING, waits};
  return (account){r->activities[best].layer, sim_cause_READY, sim_run_state_READY, (uint8_t)best};
}

static void bill_context(ref *r, int c, int context) {
  const ref_cpu *cpu = &r->cpus[c];
  const int runs = context == cpu->active_context && cpu->phase != REF_IDLE;
  const account b = runs ? account_of_running(r, c) : account_of_other(r, context);
  if (runs && cpu->phase == REF_RUN) r->counters.threads[cpu->thread].cycles++;
  r->counters.cycles_by[((uint32_t)context * SIM_LAYER_LIMIT + b.layer) * SIM_CAUSE_LIMIT + b.cause]++;
  const uint32_t shown = b.layer | (uint32_t)b.state << 8 | (uint32_t)b.thread << 16;
  if (shown != r->shown[context]) ref_event(r, sim_event_kind_LAYER, context, shown, r->shown[context]);
  r->shown[context] = shown;
}

static void bill_cycle(ref *r) {
  for (int core = 0; core < r->config.core_count; core++) {
    int detailed = 0;
    for (int c = 0; c < r->cpu_count; c++) {
      const ref_cpu *cpu = &r->cpus[c];
      const ref_stream *stream = ref_cpu_stream(r, c);
      if (cpu->core != core || stream == NULL) continue;
      if (stream->counts) detailed = 1;
    }
    r->counters.detailed_cycles += (uint64_t)detailed;
    r->counters.detailed_by[core] += (uint64_t)detailed;
  }
  for (int c = 0; c < r->cpu_count; c++)
    for (int i = 0; i < r->cpus[c].context_count; i++) bill_context(r, c, r->cpus[c].first_context + i);
  ref_count_locks(r);
  ref_disks_count(r);
  r->counters.cycles++;
}

/* ---- a cycle ---- */

void ref_cycle(ref *r) {
  r->moment = r->cycle;
  ref_clint_cycle(r);
  ref_look_at_issue(r);
  ref_traffic_cycle(r);
#define DEVICE(NAME, number, kind, list) ref_##list##_cycle(r);
#include "sim_devices.def"
  ref_bus_cycle(r);
  ref_nic_timers(r);
  for (int c = 0; c < r->cpu_count; c++) ref_cpu_first_steps(r, c);
  ref_count_ready(r);
  /* Runs before register stores, which take effect at the end of the cycle and may start the next frame. */
  ref_wires_count(r);
  for (int core = 0; core < r->config.core_count; core++) ref_pipeline_cycle(r, core);
  bill_cycle(r);
  ref_show_stages(r);
  r->moment = r->cycle + 1;
  for (int core = 0; core < r->config.core_count; core++) ref_pipeline_retire(r, core);
  for (int c = 0; c < r->cpu_count; c++) ref_cpu_end_of_cycle(r, c);
  ref_wake_sleepers(r);
  ref_harts_wake(r);
  for (int c = 0; c < r->cpu_count; c++) ref_cpu_recognise(r, c);
  ref_harts_layers(r);
  ref_harts_answer(r);
  ref_count_ready(r);
  r->cycle++;
}
