#include "cpu/trace/rows.h"
#include "cpu/code/routine.h"

void rows_forget_front(sim *sim, uint32_t cpu) {
  for (int i = 0; i < FRONT_LIMIT; i++) sim->rows.front[cpu][i] = SIM_NONE;
}

void rows_forget_back(sim *sim, uint32_t core) {
  for (int lane = 0; lane < LANE_LIMIT; lane++)
    for (int i = 0; i < BACK_LIMIT; i++) sim->rows.back[core][lane][i] = SIM_NONE;
}

static void forget_core(sim *sim, uint32_t core) {
  const uint32_t cpus = cpus_of_core(&sim->config);
  for (uint32_t cpu = core * cpus; cpu < (core + 1) * cpus; cpu++) rows_forget_front(sim, cpu);
  rows_forget_back(sim, core);
}

void rows_forget(sim *sim) {
  for (uint32_t core = 0; core < sim->config.core_count; core++) {
    forget_core(sim, core);
    sim->rows.next[core] = SIM_NEVER;
  }
  for (int cpu = 0; cpu < SIM_CONTEXT_LIMIT; cpu++) sim->rows.block[cpu] = SIM_NONE;
}

void rows_begin(sim *sim, uint32_t core, uint64_t from) {
  if (sim->rows.next[core] != from) forget_core(sim, core);
}

void rows_end(sim *sim, uint32_t core, uint64_t to) { sim->rows.next[core] = to; }

void rows_overlap_window(const sim *sim, uint64_t from, uint64_t to, uint64_t *begin, uint64_t *end) {
  const uint64_t first = later(from, window_from(sim->observers));
  if (first >= to || !window_active(sim->observers, first)) return;
  *begin = first;
  *end = earlier(to, window_to(sim->observers));
}

/* ---- movement through the stages ---- */

void rows_remove(sim *sim, uint32_t *slot, uint32_t flags) {
  if (*slot != SIM_NONE) window_at(sim->observers, *slot)->flags |= (uint8_t)flags;
  *slot = SIM_NONE;
}

/* Slots of the current cpu. After issue they are valid only if the core is one cpu: the stage of its one lane. */
static uint32_t *slot_of(sim *sim, uint32_t stage) {
  const uint32_t execute = sim->config.execute_stage;
  return stage < execute ? rows_front(sim, sim->cpu, stage) : rows_back(sim, sim->cpu, 0, stage - execute);
}

void rows_nullify(sim *sim) {
  const cpu_state *cpu = cpu_now(sim);
  if (sim->rows.next[core_of_cpu(sim, sim->cpu)] != sim->boundary) return;
  for (uint32_t stage = STAGE_IF; stage < cpu->last.recognised; stage++)
    rows_remove(sim, slot_of(sim, stage), SIM_ROW_NULLIFIED);
}

/* The activity whose instructions are in the pipeline. */
static uint32_t thread_of_phase(const sim *sim, const cpu_activity *phase) {
  const int drains = phase->phase == PHASE_DRAIN_CYCLES || phase->phase == PHASE_DRAIN_INSTRUCTIONS;
  return drains ? cpu_at(sim, cpu_of_context(sim, phase->context))->interrupted : phase->thread;
}

static sim_window_row *open_row(sim *sim, uint64_t cycle, const sim_view_stage *shown) {
  sim_window_row *row = window_open(sim->observers, cycle);
  if (row == NULL) return NULL;
  row->pc = shown->pc;
  row->kind = shown->row_kind;
  row->context = shown->context;
  row->layer = shown->layer;
  const cpu_state *cpu = cpu_at(sim, cpu_of_context(sim, shown->context));
  row->thread = (uint8_t)thread_of_phase(sim, &cpu->now);
  row->routine = shown->routine;
  row->operation = shown->operation;
  row->destination = shown->destination;
  row->source1 = shown->source1;
  row->source2 = shown->source2;
  row->flags = shown->flags;
  return row;
}

void rows_stand(sim *sim, uint64_t cycle, uint32_t *slot, uint32_t stage, const sim_view_stage *shown, uint32_t stall) {
  sim_window_row *row;
  if (*slot == SIM_NONE) {
    row = open_row(sim, cycle, shown);
    if (row == NULL) return;
    *slot = window_index(sim->observers, row);
  } else row = window_at(sim->observers, *slot);
  const uint32_t offset = (uint32_t)(cycle - row->first_cycle);
  if (row->enter[stage] == SIM_NONE) row->enter[stage] = offset;
  else row->stall[stage] = (uint8_t)stall;
  row->end = offset + 1;
}

/* ---- phases that are not stepped ---- */

static void stand_illustrated(sim *sim, uint64_t cycle) {
  const cpu_activity *now = &cpu_now(sim)->now;
  const uint32_t last = sim->config.stage_count - 1u;
  if (now->phase == PHASE_RUN_CYCLES && cycle == now->begin) forget_core(sim, sim->cpu);
  rows_leave(slot_of(sim, last));
  for (uint32_t stage = last; stage > 0; stage--) rows_shift(slot_of(sim, stage), slot_of(sim, stage - 1));
  for (uint32_t stage = last + 1; stage-- > 0;) {
    sim_view_stage shown;
    if (rows_illustrate(sim, now, cycle, stage, &shown))
      rows_stand(sim, cycle, slot_of(sim, stage), stage, &shown, sim_cause_BUSY);
  }
}

static void stand_block(sim *sim, uint64_t cycle) {
  const cpu_activity *now = &cpu_now(sim)->now;
  uint32_t *block = &sim->rows.block[sim->cpu];
  if (*block == SIM_NONE || sim->rows.block_begin[sim->cpu] != now->begin) {
    sim_view_stage shown;
    if (!rows_describe_block(now, &shown)) return;
    sim_window_row *opened = open_row(sim, cycle, &shown);
    if (opened == NULL) return;
    opened->enter[STAGE_IF] = 0;
    *block = window_index(sim->observers, opened);
    sim->rows.block_begin[sim->cpu] = now->begin;
  }
  sim_window_row *row = window_at(sim->observers, *block);
  row->end = (uint32_t)(cycle - row->first_cycle) + 1;
}

void rows_phase(sim *sim, uint64_t from, uint64_t to) {
  uint64_t begin, end;
  rows_overlap(sim, from, to, &begin, &end);
  if (begin == end) return;
  const uint32_t phase = cpu_now(sim)->now.phase;
  const int is_illustrated = phase == PHASE_RUN_CYCLES || phase == PHASE_DRAIN_CYCLES;
  const int owns_core = !is_interleaved(&sim->config);
  if (owns_core) rows_begin(sim, sim->cpu, begin);
  for (uint64_t cycle = begin; cycle < end; cycle++) {
    if (is_illustrated) stand_illustrated(sim, cycle);
    else stand_block(sim, cycle);
  }
  if (owns_core) rows_end(sim, sim->cpu, end);
}

/* ---- what a stage shows ---- */

/* Vector of the refill routine: MIPS32 Architecture for Programmers, Volume III (MD00090), exception vectors. */
#define REFILL_ADDRESS 0x80000000u

void rows_describe_word(const sim *sim, uint64_t word, uint32_t stream, const cpu_activity *phase,
                        sim_view_stage *out) {
  const int is_routine = stream < SIM_ROUTINE_LIMIT;
  const int is_timed = stream == STREAM_TIMED &&
                       (phase->phase == PHASE_RUN_INSTRUCTIONS || phase->phase == PHASE_DRAIN_INSTRUCTIONS);
  uint32_t flags = 0;
  if (word & WORD_WRONG_PATH) flags |= SIM_ROW_FLUSHED;
  if (word & WORD_TAKEN) flags |= SIM_ROW_TAKEN;
  if (is_timed) flags |= SIM_ROW_ILLUSTRATIVE;
  if (is_refill(word)) {
    *out = (sim_view_stage){
        .pc = REFILL_ADDRESS + word_index(word) * INSTRUCTION_BYTES,
        .row_kind = sim_row_kind_INSTRUCTION,
        .operation = sim_operation_NONE,
        .context = phase->context,
        .layer = is_routine || is_timed ? phase->layer : sim_layer_SAVE_RESTORE,
        .routine = SIM_NONE_8,
    };
    return;
  }
  *out = (sim_view_stage){
      .pc = routine_pc(code_at(sim, stream), word_index(word)),
      .row_kind = sim_row_kind_INSTRUCTION,
      .operation = (uint8_t)word_operation(word),
      .destination = (uint8_t)word_destination(word),
      .source1 = (uint8_t)word_source1(word),
      .source2 = (uint8_t)word_source2(word),
      .context = phase->context,
      .layer = is_routine || is_timed ? phase->layer : sim_layer_SAVE_RESTORE,
      .flags = (uint8_t)flags,
      .routine = (uint8_t)(is_routine ? stream : is_timed ? phase->routine : SIM_NONE_8),
  };
}

/* A run of `budget` cycles fetches as many instructions as leave WB by its end. */
static uint64_t last_fetch(const sim *sim, uint64_t budget) {
  return budget > sim->config.stage_count ? budget - sim->config.stage_count : 0;
}

int rows_illustrate(const sim *sim, const cpu_activity *phase, uint64_t cycle, uint32_t stage, sim_view_stage *out) {
  const int drains = phase->phase == PHASE_DRAIN_CYCLES;
  const uint64_t age = cycle - phase->begin + (drains ? phase->ran : 0); /* cycles since start or resume */
  if (age < stage) return 0;
  const uint64_t fetched_at = age - stage;
  if (drains && fetched_at + 2 > phase->ran) return 0; /* the last fetch is nullified */
  const uint64_t done = drains ? phase->done - phase->ran : phase->done;
  if (fetched_at > 0 && done + fetched_at > last_fetch(sim, phase->budget)) return 0;
  const uint64_t stalls = drains ? phase->nullified - 1 : phase->nullified;
  const uint64_t number = done + fetched_at - stalls;
  const routine_code *code = code_at(sim, phase->routine);
  const uint32_t index = (uint32_t)(number % code->length);
  rows_describe_word(sim, latched(code->words[index] & ~WORD_TAKEN, index), phase->routine, phase, out);
  out->flags |= SIM_ROW_ILLUSTRATIVE;
  return 1;
}

uint64_t rows_illustrated_retirement(const sim *sim, const cpu_activity *phase, uint64_t cycle) {
  const uint64_t ran = phase->phase == PHASE_DRAIN_CYCLES ? phase->ran : 0;
  const uint64_t last = sim->config.stage_count - 1u;
  const uint64_t first = later(cycle, phase->begin + (ran < last ? last - ran : 0));
  sim_view_stage shown;
  return rows_illustrate(sim, phase, first, (uint32_t)last, &shown) ? first : SIM_NEVER;
}

int rows_describe_block(const cpu_activity *phase, sim_view_stage *out) {
  uint32_t kind;
  if (phase->phase == PHASE_ENTRY) kind = sim_row_kind_ENTRY_STEP;
  else if (phase->phase == PHASE_SAVE_CYCLES) kind = sim_row_kind_SAVE;
  else if (phase->phase == PHASE_RESTORE_CYCLES) kind = sim_row_kind_RESTORE;
  else return 0;
  *out = (sim_view_stage){
      .row_kind = (uint8_t)kind,
      .operation = phase->phase == PHASE_ENTRY ? phase->entry_step : 0,
      .context = phase->context,
      .layer = sim_layer_SAVE_RESTORE,
      .routine = SIM_NONE_8,
  };
  return 1;
}
