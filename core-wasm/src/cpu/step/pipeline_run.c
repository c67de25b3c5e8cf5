#include "cpu/code/routine.h"
#include "cpu/step/pipeline.h"
#include "cpu/step/step_single.h"
#include "memory/burst.h"

/* Each field by itself: what a call has written the compiler takes for unknown from then on, with is_any. */
INLINE shape any_shape(const sim *sim) {
  const shape s = pipeline_shape(sim);
  return (shape){
      .execute = s.execute,
      .access = s.access,
      .last = s.last,
      .resolve = s.resolve,
      .target = s.target,
      .lanes = s.lanes,
      .is_written_first = s.is_written_first,
      .compares_early = s.compares_early,
      .stores_late = s.stores_late,
      .has_memory = s.has_memory,
      .has_programs = s.has_programs,
      .refills = s.refills,
      .has_predictor = s.has_predictor,
      .is_any = 1,
  };
}

/* Of a pipeline of any shape: inlined wherever a cycle is made they would be a twentieth of the module. */
#define ANY OPT_SIZE __attribute__((noinline))

ANY void any_begin_access(sim *sim, back_state *back, uint32_t lane, const core_rules *k, const runner *runners,
                          uint32_t core, uint64_t cycle) {
  begin_access(sim, back, pipeline_shape(sim), lane, k, runners, core, cycle);
}

ANY uint64_t fetch_split(sim *sim, const core_rules *k, const runner *r, uint32_t core, uint32_t pc, uint64_t cycle) {
  shape s = pipeline_shape(sim);
  const uint32_t second = pc + HALF_BYTES;
  const uint64_t first_line = pc >> k->fetch_line_shift, second_line = second >> k->fetch_line_shift;
  if (s.refills && first_line != second_line) { /* both pages first */
    const data_rules *data = &r->rules->data;
    const int is_first_there = first_line == r->front->fetch_line || memory_finds_code(sim, core, data, pc, cycle);
    if (!memory_finds_code(sim, core, data, second, cycle) || !is_first_there) {
      r->front->fetch_line = second_line;
      return SIM_NEVER;
    }
    s.refills = 0;
  }
  const uint64_t first = fetch_line(sim, s, k, r, core, pc, cycle);
  return later(first, fetch_line(sim, s, k, r, core, second, cycle));
}

ANY uint64_t fetch_split_again(sim *sim, const runner *r, uint32_t core, uint32_t pc, uint64_t cycle) {
  const data_rules *data = &r->rules->data;
  const uint32_t second = pc + HALF_BYTES, shift = cache_shape_at(sim, CACHE_L1I)->line_shift;
  const uint64_t first = memory_fetch(sim, core, r->index, data, pc, cycle);
  return later(first, pc >> shift != second >> shift ? memory_fetch(sim, core, r->index, data, second, cycle)
                                                     : memory_streamed(sim, core, r->index, second, cycle));
}

ANY int any_back_end(sim *sim, back_state *back, const core_rules *k, const runner *runners, uint32_t core,
                     uint64_t cycle, int observed) {
  shape s = pipeline_shape(sim);
  s.is_any = 1;
  return move_back_end(sim, s, back, k, runners, core, cycle, observed);
}

ANY void any_front_end(sim *sim, const core_rules *k, const runner *r, uint32_t core, uint64_t cycle, int issued,
                       int observed) {
  advance_front(sim, pipeline_shape(sim), k, r, core, cycle, issued, observed);
}

ANY void any_issue(sim *sim, back_state *back, uint32_t lane, const core_rules *k, const runner *r, uint32_t core,
                   uint64_t cycle, int observed) {
  issue(sim, pipeline_shape(sim), back, lane, k, r, core, cycle, observed);
}

ANY void any_step(sim *sim, back_state *back, const core_rules *k, const runner *r, uint32_t core, uint64_t cycle) {
  step_single(sim, any_shape(sim), back, k, r, core, cycle, 0);
}

stream_rules rules_of(sim *sim, uint32_t cpu) {
  stream_state *p = &cpu_at(sim, cpu)->stream;
  const routine_code *code = code_at(sim, p->stream);
  stream_rules rules = {
      .words = code->words,
      .targets = code->targets,
      .blocks = code->blocks,
      .ready = p->ready,
      .branch_key = code->branch_key,
      .budget = p->budget,
      .goal = p->front.draining ? p->front.fetched : p->budget,
      .length = code->length,
      .taken_limit = rng_chance_limit(code->taken_permille),
      .given = code->given,
      .is_program = code->is_program,
      .is_compressed = code->is_compressed,
      .is_written = code->written != NULL,
      .code = code,
      .program = code->program,
      .address = code->address,
  };
  if (uses_memory(sim)) rules.data = memory_rules(sim, cpu);
  return rules;
}

core_rules core_rules_of(sim *sim, uint32_t core, uint32_t *touched) {
  core_rules k = {
      .bus_free_at = &bus_of(sim)->free_at,
      .memory_cycles = sim->config.memory_cycles,
      .multiply_cycles = sim->config.multiply_cycles,
      .load_use_cycles = sim->config.load_use_cycles,
      .fetch_line_shift = cache_shape_at(sim, CACHE_L1I)->line_shift,
      .non_blocking = sim->config.non_blocking,
      .fetch_returns = sim->memory.has[CACHE_L1I] && sim->config.fetch_return_cycles > 0,
      .missed_until = core_at(sim, core)->missed_until,
      .branches = &state_of(sim)->counters.branches,
      .mispredicted = &state_of(sim)->counters.mispredicted,
      .touched = touched,
  };
  routine_execute_cycles(&sim->config, k.execute_cycles);
  return k;
}

/* Retired instructions at which the stream, or the drain, is over. */
static uint64_t goal_of(const sim *sim, shape s, const runner *r) {
  if (!s.has_programs || r->front->draining) return r->rules->goal;
  return cpu_at(sim, r->cpu)->stream.budget; /* a program finds its end while it runs */
}

void open_streams(sim *sim, uint32_t core, uint32_t active, runner *runners, stream_rules *rules) {
  for (uint32_t rest = active; rest != 0; rest &= rest - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(rest);
    const uint32_t cpu = core * sim->config.context_count + i;
    stream_state *p = &cpu_at(sim, cpu)->stream;
    rules[i] = rules_of(sim, cpu);
    runners[i] = (runner){
        .front = &p->front,
        .rules = &rules[i],
        .branch_draws = p->stream < SIM_ROUTINE_LIMIT ? &state_of(sim)->branch_draws[p->stream] : NULL,
        .cpu = cpu,
        .index = i,
    };
    if (p->front.draining && is_valid(p->front.latch[STAGE_IF])) p->front.latch[STAGE_IF] = sim_cause_FILL;
  }
}

/* Returns whether it is an instruction of a refill, which the stream does not count. */
INLINE int retire(shape s, front_state *f, uint64_t word) {
  const int is_of_refill = s.refills && is_refill(word);
  if (is_of_refill) f->refilling--;
  else f->retired++;
  return is_of_refill;
}

/* Asked when an instruction has retired. */
INLINE int is_finished(const sim *sim, shape s, const runner *r) {
  return r->front->retired == goal_of(sim, s, r) && (!s.refills || r->front->refilling == 0);
}

/* What bursts have done by the begin of the cycle is done. Returns when that is to be asked again. */
__attribute__((noinline)) uint64_t let_due_bursts_go(sim *sim, uint64_t cycle) {
  burst_let_go_first(sim, cycle);
  return burst_due(sim);
}

/* The cpu has the core to itself; each cycle is accounted to what the last stage holds. */
INLINE uint64_t run_alone(sim *sim, shape s, uint32_t core, uint64_t from, uint64_t to, int stop_retired,
                          stall_counts *t, int observed) {
  const uint32_t cpu = core;
  stream_state *p = &cpu_at(sim, cpu)->stream;
  const stream_rules rules = rules_of(sim, cpu);
  uint32_t touched = 0, refills = 0;
  const core_rules k = core_rules_of(sim, core, &touched);
  back_state *back = &core_at(sim, core)->back;
  front_state *front = &p->front;
  const uint64_t retired = front->retired;
  uint64_t no_draws = 0;
  uint64_t *draws = p->stream < SIM_ROUTINE_LIMIT ? &state_of(sim)->branch_draws[p->stream] : &no_draws;
  const runner r = {.front = front, .rules = &rules, .branch_draws = draws, .cpu = cpu, .index = 0};
  if (front->draining && is_valid(front->latch[STAGE_IF])) front->latch[STAGE_IF] = sim_cause_FILL; /* nullified */
  uint64_t cycle = from, due = burst_due(sim);
  while (cycle < to) {
    if (cycle >= due) due = let_due_bursts_go(sim, cycle);
    step_single(sim, s, back, &k, &r, core, cycle, observed);
    cycle++;
    const uint64_t leaving = back->latch[s.last - s.execute][0];
    if (!is_valid(leaving)) {
      t->stalls[leaving]++;
      if (s.has_programs && sim->run_ends) break;
      continue;
    }
    refills += (uint32_t)retire(s, front, leaving);
    if (is_finished(sim, s, &r) || stop_retired || (s.has_programs && sim->run_ends)) break;
  }
  t->retired += front->retired - retired + refills;
  t->busy += front->retired - retired + refills;
  return cycle;
}

/* What a context that shares the core did with its turn to issue. */
INLINE uint32_t loss_of(const sim *sim, shape s, const core_rules *k, const runner *r, uint32_t core, uint64_t cycle,
                        int is_held) {
  const uint64_t word = r->front->latch[s.execute - 1];
  if (!is_valid(word)) return (uint32_t)word;
  if (refill_waits(s, r->front, cycle)) return sim_cause_DATA_MISS;
  if (!has_operands(s, k, r, word, cycle)) return operand_cause(s, k, &core_at(sim, core)->back, r, word, cycle);
  if (!is_held) return sim_cause_READY;
  const enum sim_cause cause = back_stall(&core_at(sim, core)->back, s, s.execute, cycle);
  return cause == sim_cause_BUSY ? sim_cause_READY : cause;
}

INLINE int is_full(shape s, const front_state *f) {
  for (uint32_t stage = 0; stage < s.execute; stage++)
    if (!is_valid(f->latch[stage])) return 0;
  return 1;
}

INLINE int can_issue(const sim *sim, shape s, const core_rules *k, const runner *r, uint64_t cycle) {
  const uint64_t word = r->front->latch[s.execute - 1];
  const enum refill refill = refill_awaited(s, r->front);
  if (refill == REFILL_CODE) return refill_can_issue(sim, r->front, cycle);
  if (!is_valid(word) || !has_operands(s, k, r, word, cycle)) return 0;
  return refill == REFILL_NONE || refill_can_issue(sim, r->front, cycle);
}

/* `unable`: contexts that cannot issue in this cycle, while some other can. */
INLINE int turns_from_blocked(sim *sim, shape s, uint32_t core, const runner *runners, uint32_t unable,
                              uint64_t cycle) {
  if (sim->config.switch_blocked_cycles == 0) return 0;
  uint32_t blocked = 0;
  for (uint32_t rest = unable; rest != 0; rest &= rest - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(rest);
    if (is_valid(runners[i].front->latch[s.execute - 1])) blocked |= 1u << i;
  }
  return select_switches(sim, core_at(sim, core), blocked, cycle);
}

/* The contexts in `active` share the core; each cycle of a context is accounted at its issue. */
INLINE uint64_t run_shared(sim *sim, shape s, uint32_t core, uint32_t active, uint64_t from, uint64_t to,
                           int stop_retired, stall_counts *counts, int observed) {
  stream_rules rules[SIM_CORE_CONTEXT_LIMIT];
  runner runners[SIM_CORE_CONTEXT_LIMIT];
  back_state *back = &core_at(sim, core)->back;
  uint32_t touched = 0;
  const core_rules k = core_rules_of(sim, core, &touched);
  open_streams(sim, core, active, runners, rules);
  uint32_t able = 0; /* could issue, and still can unless the back end changes it */
  uint32_t full = 0; /* front ends that do not move before the context issues */
  uint64_t cycle = from, due = burst_due(sim);
  int is_over = 0;
  while (cycle < to && !is_over) {
    if (cycle >= due) due = let_due_bursts_go(sim, cycle);
    const int was_left = back_end(sim, s, back, &k, runners, core, cycle, observed);
    const int is_held = !was_left && is_occupied(back, s, 0);
    able &= ~touched;
    full &= ~touched;
    touched = 0;
    for (uint32_t rest = active & ~able; rest != 0; rest &= rest - 1) {
      const uint32_t i = (uint32_t)__builtin_ctz(rest);
      if (can_issue(sim, s, &k, &runners[i], cycle)) able |= 1u << i;
    }
    uint32_t issued = 0, refilled = 0;
    const int may_issue = able != 0 && !is_held && !turns_from_blocked(sim, s, core, runners, active & ~able, cycle);
    for (uint32_t lane = 0; lane < s.lanes && able != 0 && may_issue; lane++) {
      const uint32_t i = select_context(sim, core, able);
      if (refill_awaited(s, runners[i].front) != REFILL_NONE) {
        issue_refill(sim, s, back, lane, &runners[i], core, cycle, observed);
        refilled |= 1u << i;
      } else issue_one(sim, s, back, lane, &k, &runners[i], core, cycle, observed);
      if (sim->config.switch_blocked_cycles > 0) core_at(sim, core)->issuer = (uint8_t)i;
      issued |= 1u << i;
      able &= ~(1u << i);
      full &= ~(1u << i);
    }
    for (uint32_t rest = active; rest != 0; rest &= rest - 1) {
      const uint32_t i = (uint32_t)__builtin_ctz(rest);
      const int did = (int)(issued >> i & 1);
      if (did) counts[i].busy++;
      else if ((able >> i & 1) && !is_held) counts[i].stalls[sim_cause_READY]++;
      else counts[i].stalls[loss_of(sim, s, &k, &runners[i], core, cycle, is_held)]++;
      if (full >> i & 1) continue;
      front_end(sim, s, &k, &runners[i], core, cycle, did && !(refilled >> i & 1), observed);
      full |= (uint32_t)is_full(s, runners[i].front) << i;
    }
    cycle++;
    is_over = s.has_programs && sim->run_ends;
    for (uint32_t l = 0; l < s.lanes; l++) {
      if (!is_valid(back->latch[s.last - s.execute][l])) continue;
      const uint32_t i = back->owner[s.last - s.execute][l];
      retire(s, runners[i].front, back->latch[s.last - s.execute][l]);
      counts[i].retired++;
      if (is_finished(sim, s, &runners[i]) || stop_retired) is_over = 1;
    }
  }
  return cycle;
}

ANY uint64_t pipeline_run_any(sim *sim, uint32_t core, uint32_t active, uint64_t from, uint64_t to, int stop_retired,
                              stall_counts *t, int observed) {
  const shape s = any_shape(sim);
  if (is_interleaved(&sim->config)) return run_shared(sim, s, core, active, from, to, stop_retired, t, observed);
  return run_alone(sim, s, core, from, to, stop_retired, t, observed);
}

void pipeline_step_observed(sim *sim, uint32_t core, uint32_t active, uint64_t cycle, int stop_retired,
                            stall_counts *t) {
  pipeline_run_any(sim, core, active, cycle, cycle + 1, stop_retired, t, 1);
}
