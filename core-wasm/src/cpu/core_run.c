#include "cpu/core_run.h"

#include <string.h>

#include "base/paths.h"
#include "cpu/blocks/block_engine.h"
#include "cpu/code/routine.h"
#include "cpu/contexts/multi_context.h"
#include "cpu/programs/program_loop.h"
#include "cpu/step/pipeline.h"
#include "cpu/step/stepper.h"

enum { RUN_LIMIT = 1 << 20 }; /* most cycles of one run, so that no count overflows */

/* Whether the context waits for late data of a load in its previous stream. */
static void take_registers(sim *sim, uint32_t cpu) {
  stream_state *p = &cpu_at(sim, cpu)->stream;
  const uint32_t before = p->context, context = cpu_at(sim, cpu)->now.context;
  if (before != context) {
    if (cpu_of_context(sim, before) == cpu) memcpy(state_of(sim)->context_ready[before], p->ready, sizeof p->ready);
    memcpy(p->ready, state_of(sim)->context_ready[context], sizeof p->ready);
    p->context = (uint8_t)context;
  }
  for (int r = 0; r < 32; r++)
    if (p->ready[r] == SIM_NEVER) p->ready[r] = 0;
}

/* The latches of the previous stream stay visible until the first cycle of the next. */
static void empty_front(sim *sim, uint32_t cpu) {
  stream_state *p = &cpu_at(sim, cpu)->stream;
  if (!p->fresh) return;
  for (int stage = 0; stage < FRONT_LIMIT; stage++) p->front.latch[stage] = sim_cause_FILL;
  take_registers(sim, cpu);
  p->front.fetch_until = 0;
  p->front.refill_at = p->front.refilled = 0;
  p->front.fetch_line = UINT64_MAX;
  p->front.wrong_path = 0;
  p->front.wrong_index = 0;
  p->front.predicted_index = 0;
  p->fresh = 0;
  rows_forget_front(sim, cpu);
}

static void empty_back(sim *sim, uint32_t core) {
  back_state *back = &core_at(sim, core)->back;
  for (int l = 0; l < LANE_LIMIT; l++) {
    back->access_until[l] = 0;
    back->execute_until[l] = 0;
    for (int i = 0; i < BACK_LIMIT; i++) back->latch[i][l] = sim_cause_FILL;
  }
  rows_forget_back(sim, core);
}

/* ---- accounts ---- */

static uint64_t stalled(const stall_counts *t) {
  uint64_t cycles = 0;
  for (int cause = sim_cause_LOAD_USE; cause <= sim_cause_BUS; cause++) cycles += t->stalls[cause];
  return cycles + t->stalls[sim_cause_FETCH_MISS] + t->stalls[sim_cause_DATA_MISS] + t->stalls[sim_cause_OPERAND];
}

/* Reports spans somewhere in [from, to), which is exact if both lie in one bin of the series. */
static void report(sim *sim, const cpu_activity *now, uint64_t from, uint64_t to, const stall_counts *t) {
  const uint32_t layer = now->layer;
  const uint64_t passed_over = t->stalls[sim_cause_READY];
  series_span(sim->observers, sim_track_kind_CONTEXT_LAYER, now->context, layer, from + passed_over, to);
  if (passed_over > 0)
    series_span(sim->observers, sim_track_kind_CONTEXT_READY, now->context, 0, to - passed_over, to);
  if (stalled(t) > 0) series_span(sim->observers, sim_track_kind_CONTEXT_STALL, now->context, 0, to - stalled(t), to);
}

/* Routines in cycles do not count in IPC. They come here only if contexts share the pipeline. */
static int is_counted(const sim *sim, uint32_t cpu) { return cpu_at(sim, cpu)->stream.stream != STREAM_TIMED; }

/* Returns the number of instructions that count. */
static uint64_t account_cpu(sim *sim, uint32_t cpu, uint64_t from, uint64_t to, const stall_counts *t) {
  sim_counters *c = &state_of(sim)->counters;
  const cpu_activity *now = &cpu_at(sim, cpu)->now;
  const uint64_t counted = is_counted(sim, cpu) ? t->retired : 0;
  c->instructions += counted;
  c->instructions_by[now->context] += counted;
  const int drains = now->phase == PHASE_DRAIN_INSTRUCTIONS;
  const uint32_t thread = drains ? cpu_at(sim, cpu)->interrupted : now->thread;
  const int runs = drains || now->phase == PHASE_RUN_INSTRUCTIONS;
  c->instructions_of[runs ? machine_layer(sim, thread) : sim_layer_SAVE_RESTORE] += counted;
  if (runs) c->threads[thread].instructions += counted;
  if (now->phase != PHASE_RUN_INSTRUCTIONS) return counted;
  const uint32_t layer = now->layer;
  uint64_t *by_cause = &c->cycles_by[(now->context * SIM_LAYER_LIMIT + layer) * SIM_CAUSE_LIMIT];
  by_cause[sim_cause_BUSY] += t->busy;
  for (int cause = 0; cause < SIM_CAUSE_LIMIT; cause++) by_cause[cause] += t->stalls[cause];
  if (sim->has_series) report(sim, now, from, to, t);
  return counted;
}

static uint32_t active_on(const sim *sim, uint32_t core) {
  uint32_t active = 0;
  for (uint32_t i = 0; i < cpus_of_core(&sim->config); i++)
    if (pipeline_is_used(cpu_at(sim, cpu_of_index(sim, core, i)))) active |= 1u << i;
  return active;
}

static void empty_fresh(sim *sim, uint32_t core, uint32_t active) {
  for (uint32_t rest = active; rest != 0; rest &= rest - 1) {
    const uint32_t cpu = cpu_of_index(sim, core, (uint32_t)__builtin_ctz(rest));
    if (!cpu_at(sim, cpu)->stream.fresh) continue;
    if (!is_interleaved(&sim->config)) empty_back(sim, core);
    empty_front(sim, cpu);
  }
}

static stall_counts *counts_at(const sim *sim, stepped_cores *all, uint32_t core) {
  return &all->counts[cpu_of_index(sim, core, 0)];
}

/* Returns the active streams (bits) of the core, with their counts set to zero. */
static uint32_t begin_run(sim *sim, stepped_cores *all, uint32_t core) {
  const uint32_t active = active_on(sim, core);
  empty_fresh(sim, core, active);
  for (uint32_t rest = active; rest != 0; rest &= rest - 1)
    counts_at(sim, all, core)[__builtin_ctz(rest)] = (stall_counts){0};
  return active;
}

/* Longest run whose cycles all belong to one account. */
static uint64_t run_edge(const sim *sim, uint64_t from, uint64_t to) {
  to = earlier(to, from + RUN_LIMIT);
  return sim->has_series ? earlier(to, series_edge(sim->observers, from)) : to;
}

static __attribute__((noinline)) void report_misses(sim *sim, uint32_t core, uint64_t cycle) {
  for (uint32_t level = 0; level < CACHE_COUNT; level++) {
    uint32_t *missed = &sim->missed[core][level];
    if (*missed > 0)
      series_count(sim->observers, sim_track_kind_MISSES, level * SIM_CORE_LIMIT + core, cycle, *missed, 0);
    *missed = 0;
  }
}

/* Runs the cycles [from, reached) of the core. */
static void account_core(sim *sim, uint32_t core, uint32_t active, uint64_t from, uint64_t reached, int stop_retired,
                      const stall_counts *counts) {
  uint64_t retired = 0, counted = 0;
  int is_detailed = 0;
  for (uint32_t rest = active; rest != 0; rest &= rest - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(rest);
    const uint32_t cpu = cpu_of_index(sim, core, i);
    is_detailed |= is_counted(sim, cpu);
    retired += counts[i].retired;
    counted += account_cpu(sim, cpu, from, reached, &counts[i]);
  }
  if (is_detailed) {
    state_of(sim)->counters.detailed_cycles += reached - from;
    state_of(sim)->counters.detailed_by[core] += reached - from;
  }
  if (stop_retired && retired > 0) sim->events_this_step |= 1u << sim_event_kind_RETIRED;
  if (sim->has_series && sim->memory.is_used) report_misses(sim, core, reached - 1);
  if (sim->has_series && is_detailed) {
    series_span(sim->observers, sim_track_kind_DETAILED, core, 0, from, reached);
    if (counted > 0)
      series_count(sim->observers, sim_track_kind_INSTRUCTIONS, core, reached - 1, (uint32_t)counted, 0);
  }
}

/* ---- which engine ---- */

static int is_stepped(const sim *sim, uint32_t core, uint32_t active) {
  if (sim->memory.is_stepped) return 1;
  for (uint32_t rest = active; rest != 0; rest &= rest - 1)
    if (code_at(sim, cpu_at(sim, cpu_of_index(sim, core, (uint32_t)__builtin_ctz(rest)))->stream.stream)->is_stepped)
      return 1;
  return 0;
}

/* The fast engines support only five stages, forwarding to all stages that need results, and branches that are
 * predicted not taken. */
static int fits_fast_engines(const sim *sim) {
  const sim_config *c = &sim->config;
  return c->execute_stage == 2 && c->access_stage == 3 && c->stage_count == 5 && c->issue_width == 1 &&
         c->branch_resolve_stage != c->access_stage && c->forwarding == sim_forwarding_FULL && !c->store_forwarding &&
         !sim->memory.has_predictor && !routine_branches_compare_early(c);
}

/* Contexts that share the pipeline are stepped if branches are resolved in ID or blocked contexts switch. */
static int fits_multi_context(const sim_config *c) {
  return HAS_PATH(PATH_CONTEXTS) && c->branch_resolve_stage == c->execute_stage && c->switch_blocked_cycles == 0;
}

static int fits_program_loop(const sim *sim, uint32_t core) {
  return HAS_PATH(PATH_PROGRAMS) && sim->skipping && fits_fast_engines(sim) && !sim->memory.refills &&
         code_at(sim, cpu_at(sim, core)->stream.stream)->is_program;
}

/* The machine has one core. */
static uint64_t run_fast(sim *sim, stepped_cores *all, uint32_t core, uint32_t active, uint64_t from, uint64_t to,
                         int stop_retired) {
  const int is_shared = is_interleaved(&sim->config);
  stall_counts *t = counts_at(sim, all, core);
  if (!is_shared && !stop_retired && fits_program_loop(sim, core)) return program_loop_run(sim, core, from, to, t);
  if (!fits_fast_engines(sim) || is_stepped(sim, core, active) || stop_retired || !sim->skipping ||
      (is_shared && !fits_multi_context(&sim->config))) {
    stepper_open(sim, all, core, active, stop_retired);
    return steppers_run(sim, all, 1u << core, from, to);
  }
  return is_shared ? multi_context_run(sim, core, active, from, to, t) : single_context_run(sim, core, from, to, t);
}

/* ---- running ---- */

__attribute__((noinline)) uint64_t core_run(sim *sim, uint32_t core, uint64_t from, uint64_t to, int stop_retired) {
  assert(from < to);
  stepped_cores all;
  const uint32_t active = begin_run(sim, &all, core);
  to = run_edge(sim, from, to);
  uint64_t observed_from = to, observed_to = to;
  rows_overlap(sim, from, to, &observed_from, &observed_to);
  uint64_t reached;
  if (observed_from > from) reached = run_fast(sim, &all, core, active, from, observed_from, stop_retired);
  else {
    stepper_open(sim, &all, core, active, stop_retired);
    reached = pipeline_run_observed(sim, &all.cores[core], from, observed_to);
  }
  account_core(sim, core, active, from, reached, stop_retired, counts_at(sim, &all, core));
  return reached;
}

__attribute__((noinline)) uint64_t cores_run_together(sim *sim, uint32_t cores, uint64_t from, uint64_t to) {
  assert(from < to);
  stepped_cores all;
  for (uint32_t rest = cores; rest != 0; rest &= rest - 1) {
    const uint32_t core = (uint32_t)__builtin_ctz(rest);
    stepper_open(sim, &all, core, begin_run(sim, &all, core), 0);
  }
  const uint64_t reached = steppers_run(sim, &all, cores, from, run_edge(sim, from, to));
  for (uint32_t rest = cores; rest != 0; rest &= rest - 1) {
    const uint32_t core = (uint32_t)__builtin_ctz(rest);
    account_core(sim, core, all.cores[core].active, from, reached, 0, counts_at(sim, &all, core));
  }
  return reached;
}
