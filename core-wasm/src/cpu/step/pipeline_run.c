#include "cpu/code/routine.h"
#include "cpu/step/pipeline.h"
#include "cpu/step/step_single.h"
#include "memory/burst.h"

/* Functions for any shape. If they were always inlined, they would take a twentieth of the module. */
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
  const shape s = pipeline_shape(sim);
  if (issues_from_fetch(s)) r->front->latch[STAGE_IF] = leave_fetch(sim, s, r, core, r->front->latch[STAGE_IF], cycle);
  issue(sim, s, back, lane, k, r, core, cycle, observed);
}

ANY uint32_t any_issue_hold(const sim *sim, const runner *r, uint64_t cycle) {
  return fetch_hold(sim, pipeline_shape(sim), r, cycle);
}

ANY void any_begin_in_execute(sim *sim, back_state *back, const core_rules *k, const runner *runners, uint32_t core,
                              uint64_t cycle, int issued) {
  begin_in_execute(sim, any_shape(pipeline_shape(sim)), back, k, runners, core, cycle, issued);
}

ANY void any_read_in_execute(sim *sim, const back_state *back, const runner *runners, uint64_t cycle) {
  for (uint32_t l = 0; l < sim->config.issue_width; l++) {
    const uint64_t word = back->latch[0][l]; /* a bubble has no class */
    if (word_class(word) == EXECUTE_READ && !(word & WORD_LOAD))
      program_read(sim, runners[back->owner[0][l]].cpu, word, cycle);
  }
}

ANY void any_write_registers(const sim *sim, const back_state *back, const runner *runners, uint64_t cycle) {
  write_registers(back, pipeline_shape(sim), runners, cycle);
}

ANY void any_step(sim *sim, back_state *back, const core_rules *k, const runner *r, uint32_t core, uint64_t cycle) {
  step_single(sim, any_shape(pipeline_shape(sim)), back, k, r, core, cycle, 0);
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

OPT_SIZE void pipeline_empty_nullified(sim *sim, uint32_t core, front_state *f) {
  back_state *back = &core_at(sim, core)->back;
  const uint32_t execute = sim->config.execute_stage, access = sim->config.access_stage;
  for (uint32_t stage = 0; stage < f->draining; stage++) {
    uint64_t *latch = stage < execute ? &f->latch[stage] : &back->latch[stage - execute][0];
    if (is_valid(*latch)) *latch = sim_cause_FILL;
    if (stage == execute) back->execute_until[0] = 0;
    if (stage == access) back->access_until[0] = 0;
  }
}

void open_streams(sim *sim, uint32_t core, uint32_t active, runner *runners, stream_rules *rules) {
  for (uint32_t rest = active; rest != 0; rest &= rest - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(rest);
    const uint32_t cpu = cpu_of_index(sim, core, i);
    stream_state *p = &cpu_at(sim, cpu)->stream;
    rules[i] = rules_of(sim, cpu);
    runners[i] = (runner){
        .front = &p->front,
        .rules = &rules[i],
        .branch_draws = p->stream < SIM_ROUTINE_LIMIT ? &state_of(sim)->branch_draws[p->stream] : NULL,
        .cpu = cpu,
        .index = i,
    };
    if (p->front.draining) pipeline_empty_nullified(sim, core, &p->front);
  }
}
