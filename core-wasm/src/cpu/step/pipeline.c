#include "cpu/step/pipeline.h"
#include "cpu/code/routine.h"

#include <string.h>

#include "cpu/step/pipeline_run.h"

void pipeline_begin(sim *sim, uint32_t stream, uint64_t budget, uint64_t done, uint32_t index) {
  assert(stream < STREAM_COUNT && done < budget);
  stream_state *p = &cpu_now(sim)->stream;
  p->stream = (uint8_t)stream;
  p->budget = budget;
  p->front.fetched = done;
  p->front.retired = done;
  p->front.next_index = index;
  p->front.draining = 0;
  p->moved = 0;
  p->fresh = 1;
}

int pipeline_is_over(const cpu_state *cpu) {
  const front_state *f = &cpu->stream.front;
  return f->retired == (f->draining ? f->fetched : cpu->stream.budget) && f->refilling == 0;
}

int pipeline_nullify(sim *sim) {
  stream_state *p = &cpu_now(sim)->stream;
  front_state *f = &p->front;
  const uint64_t word = f->latch[STAGE_IF];
  assert(!p->fresh);
  f->draining = 1;
  if ((word & WORD_VALID) && !(word & WORD_WRONG_PATH)) {
    f->fetched--;
    f->next_index = word_index(word);
    if ((word & WORD_BRANCH) && !code_at(sim, p->stream)->given) state_of(sim)->branch_draws[p->stream]--;
    if ((word & WORD_MISPREDICTED) || redirects(word)) f->wrong_path = 0;
  }
  f->fetch_line = UINT64_MAX;
  if (!(f->latch[sim->config.execute_stage - 1] & WORD_VALID)) f->refill_at = f->refilled = 0; /* it was for a fetch */
  return f->retired != f->fetched || f->refilling > 0;
}

/* ---- why somebody stands still ---- */

shape pipeline_shape(const sim *sim) {
  const sim_config *c = &sim->config;
  const int has_memory = uses_memory(sim);
  const int is_forwarded = c->forwarding == sim_forwarding_FULL;
  return (shape){
      .execute = c->execute_stage,
      .access = c->access_stage,
      .last = c->stage_count - 1u,
      .resolve = c->branch_resolve_stage,
      .target = c->branch_target_stage,
      .lanes = c->issue_width,
      .is_written_first = !is_forwarded,
      .compares_early = routine_branches_compare_early(c),
      .stores_late = c->store_forwarding,
      .has_memory = has_memory,
      .has_programs = sim->program_frames != NULL,
      .refills = sim->memory.refills,
      .has_predictor = sim->memory.has_predictor,
  };
}

enum sim_cause pipeline_back_stall(const sim *sim, uint32_t core, uint32_t stage) {
  return back_stall(&core_at(sim, core)->back, pipeline_shape(sim), stage, state_of(sim)->cycle);
}

uint32_t results_to_come(shape s, const back_state *back, uint32_t index) {
  uint32_t results = 0, claimed = 0;
  for (uint32_t i = 0; i <= s.last - s.execute; i++)
    for (uint32_t l = 0; l < s.lanes; l++) {
      const uint64_t word = back->latch[i][l];
      if (!is_valid(word) || back->owner[i][l] != index || (word & WORD_WRONG_PATH)) continue;
      const uint32_t bit = 1u << word_destination(word);
      if (!(word & WORD_LOAD)) results |= bit & ~claimed;
      claimed |= bit;
    }
  return results & ~1u;
}

/* A load that stands before MEM finishes its access in the next cycle at the earliest: then they are there. */
static int may_come(shape s, uint32_t late, const uint64_t *ready, uint64_t word, uint64_t next) {
  if (s.is_written_first || compares_early(word)) return 0;
  if (late == 0) return 1;
  const int is_stored_late = s.stores_late && (word & WORD_STORE) && late <= s.access - s.execute;
  return is_stored_late && operand_at(s, late, ready, word, word_source1(word), 0) <= next;
}

/* Of who stands in the stage that issues, as far as it is up to him. */
static enum sim_cause operand_stall(const sim *sim, uint32_t cpu, uint64_t word) {
  const stream_state *p = &cpu_at(sim, cpu)->stream;
  const uint64_t next = state_of(sim)->cycle;
  const uint32_t core = core_of_cpu(sim, cpu),
                 index = is_interleaved(&sim->config) ? cpu % sim->config.context_count : 0;
  if (needs_refill(word)) return sim_cause_DATA_MISS;
  const int waits = uses_memory(sim) && sim->config.non_blocking;
  const uint64_t missed_until = waits ? core_at(sim, core)->missed_until[index] : 0;
  if ((word & (WORD_LOAD | WORD_STORE)) && missed_until > next) return sim_cause_DATA_MISS;
  const shape s = pipeline_shape(sim);
  const uint32_t late = sim->config.load_use_cycles;
  const uint64_t both = operands_at(s, late, p->ready, word);
  if (both == SIM_NEVER ? may_come(s, late, p->ready, word, next) : both <= next) return sim_cause_BUSY;
  const uint32_t others = results_to_come(s, &core_at(sim, core)->back, index);
  if (next < waits_for_miss_until(late, p->ready, word, missed_until, others))
    return sim_cause_DATA_MISS;
  return waits_for_load(s, late, p->ready, word, others, next) ? sim_cause_LOAD_USE : sim_cause_OPERAND;
}

/* A read that the stream awaits has its value in the next cycle at the earliest. */
static int is_read_next(const sim *sim, uint32_t cpu) {
  const shape s = pipeline_shape(sim);
  const uint32_t core = core_of_cpu(sim, cpu), access = s.access - s.execute;
  const uint32_t index = is_interleaved(&sim->config) ? cpu % sim->config.context_count : 0;
  const back_state *back = &core_at(sim, core)->back;
  for (uint32_t i = 0; i <= access; i++)
    for (uint32_t l = 0; l < s.lanes; l++) {
      const uint64_t word = back->latch[i][l], until = back->access_until[l];
      if (!is_valid(word) || back->owner[i][l] != index || word_class(word) != EXECUTE_READ) continue;
      if (!(word & WORD_LOAD)) return i == 0;
      if (i == access) return until == SIM_NEVER || until <= state_of(sim)->cycle + 1;
      return i + 1 == access;
    }
  return 0;
}

static enum sim_cause fetch_stall(const sim *sim, uint32_t cpu) {
  const front_state *f = &cpu_at(sim, cpu)->stream.front;
  if (f->fetch_until > state_of(sim)->cycle) return sim_cause_FETCH_MISS;
  if (sim->program_flights == NULL || is_read_next(sim, cpu)) return sim_cause_BUSY;
  return (enum sim_cause)sim->program_flights[cpu].awaited;
}

enum sim_cause pipeline_front_stall(const sim *sim, uint32_t cpu, uint32_t stage) {
  const stream_state *p = &cpu_at(sim, cpu)->stream;
  const uint64_t next = state_of(sim)->cycle;
  const back_state *back = &core_at(sim, core_of_cpu(sim, cpu))->back;
  enum sim_cause cause = back_stall(back, pipeline_shape(sim), sim->config.execute_stage, next);
  for (uint32_t i = sim->config.execute_stage; i-- > stage;) {
    const uint64_t word = p->front.latch[i];
    if (!is_valid(word)) cause = sim_cause_BUSY;
    else if (i == STAGE_IF && cause == sim_cause_BUSY) cause = fetch_stall(sim, cpu);
    else if (i + 1 == sim->config.execute_stage && cause == sim_cause_BUSY) cause = operand_stall(sim, cpu, word);
  }
  return cause;
}

/* ---- running ---- */

enum { RUN_LIMIT = 1 << 20 }; /* cycles at once, so that the tally never overflows */

/* What a load of the context's stream before still brings is waited for. */
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

static void forget(uint64_t ready[32], uint64_t cycle) {
  for (int r = 0; r < 32; r++)
    if (ready[r] < cycle) ready[r] = 0;
}

void pipeline_forget(sim *sim) {
  for (uint32_t cpu = 0; cpu < sim->cpu_count; cpu++) forget(cpu_at(sim, cpu)->stream.ready, state_of(sim)->cycle);
  for (uint32_t c = 0; c < SIM_CONTEXT_LIMIT; c++) forget(state_of(sim)->context_ready[c], state_of(sim)->cycle);
}

/* The latches of the last stream stay visible until the first cycle of the next. */
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

/* ---- the bill ---- */

static uint64_t stalled(const tally *t) {
  uint64_t cycles = 0;
  for (int cause = sim_cause_LOAD_USE; cause <= sim_cause_BUS; cause++) cycles += t->lost[cause];
  return cycles + t->lost[sim_cause_FETCH_MISS] + t->lost[sim_cause_DATA_MISS] + t->lost[sim_cause_OPERAND];
}

/* What falls somewhere in [from, to): within one bin of the series that is exact. */
static void report(sim *sim, const cpu_activity *now, uint64_t from, uint64_t to, const tally *t) {
  const uint32_t layer = now->layer;
  series_span(sim->observers, sim_track_kind_CONTEXT_LAYER, now->context, layer, from, to);
  if (stalled(t) > 0) series_span(sim->observers, sim_track_kind_CONTEXT_STALL, now->context, 0, to - stalled(t), to);
}

/* What is given in cycles counts in no IPC; it comes here only where contexts share the pipeline. */
static int is_counted(const sim *sim, uint32_t cpu) { return cpu_at(sim, cpu)->stream.stream != STREAM_TIMED; }

/* Returns the instructions that count. */
static uint64_t bill(sim *sim, uint32_t cpu, uint64_t from, uint64_t to, const tally *t) {
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
  for (int cause = 0; cause < SIM_CAUSE_LIMIT; cause++) by_cause[cause] += t->lost[cause];
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

/* How far one bill may go. */
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

/* The cycles [from, reached) of the core. */
static void bill_core(sim *sim, uint32_t core, uint32_t active, uint64_t from, uint64_t reached, int stop_retired,
                      const tally *tallies) {
  uint64_t retired = 0, counted = 0;
  int is_detailed = 0;
  for (uint32_t rest = active; rest != 0; rest &= rest - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(rest);
    const uint32_t cpu = cpu_of_index(sim, core, i);
    is_detailed |= is_counted(sim, cpu);
    retired += tallies[i].retired;
    counted += bill(sim, cpu, from, reached, &tallies[i]);
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

__attribute__((noinline)) uint64_t pipeline_run(sim *sim, uint32_t core, uint64_t from, uint64_t to, int stop_retired) {
  assert(from < to);
  const uint32_t active = active_on(sim, core);
  empty_fresh(sim, core, active);
  to = run_edge(sim, from, to);
  uint64_t observed_from = to, observed_to = to;
  rows_overlap(sim, from, to, &observed_from, &observed_to);
  tally tallies[SIM_CORE_CONTEXT_LIMIT];
  for (uint32_t rest = active; rest != 0; rest &= rest - 1) tallies[__builtin_ctz(rest)] = (tally){0};
  uint64_t reached;
  if (observed_from > from) reached = pipeline_run_fast(sim, core, active, from, observed_from, stop_retired, tallies);
  else reached = pipeline_run_observed(sim, core, active, from, observed_to, stop_retired, tallies);
  bill_core(sim, core, active, from, reached, stop_retired, tallies);
  return reached;
}

int pipeline_is_any_over(const sim *sim, uint32_t core, uint32_t active) {
  for (uint32_t rest = active; rest != 0; rest &= rest - 1)
    if (pipeline_is_over(cpu_at(sim, cpu_of_index(sim, core, (uint32_t)__builtin_ctz(rest))))) return 1;
  return 0;
}

__attribute__((noinline)) uint64_t pipeline_run_together(sim *sim, uint32_t cores, uint64_t from, uint64_t to) {
  assert(from < to);
  uint32_t active[SIM_CORE_LIMIT];
  tally tallies[SIM_CORE_LIMIT][SIM_CORE_CONTEXT_LIMIT];
  for (uint32_t rest = cores; rest != 0; rest &= rest - 1) {
    const uint32_t core = (uint32_t)__builtin_ctz(rest);
    active[core] = active_on(sim, core);
    empty_fresh(sim, core, active[core]);
    for (uint32_t i = 0; i < cpus_of_core(&sim->config); i++) tallies[core][i] = (tally){0};
  }
  to = run_edge(sim, from, to);
  uint64_t cycle = from;
  for (int is_over = 0; cycle < to && !is_over; cycle++)
    for (uint32_t rest = cores; rest != 0; rest &= rest - 1) {
      const uint32_t core = (uint32_t)__builtin_ctz(rest);
      pipeline_step_fast(sim, core, active[core], cycle, tallies[core]);
      is_over |= pipeline_is_any_over(sim, core, active[core]);
    }
  for (uint32_t rest = cores; rest != 0; rest &= rest - 1) {
    const uint32_t core = (uint32_t)__builtin_ctz(rest);
    bill_core(sim, core, active[core], from, cycle, 0, tallies[core]);
  }
  return cycle;
}
