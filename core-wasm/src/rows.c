#include "rows.h"

void rows_forget(sim *sim) {
  for (int i = 0; i < STAGE_COUNT; i++) sim->row[i] = SIM_NONE;
  sim->block_row = SIM_NONE;
}

void rows_begin(sim *sim, uint64_t from) {
  if (sim->rows_next != from) rows_forget(sim);
}

void rows_end(sim *sim, uint64_t to) { sim->rows_next = to; }

void rows_overlap(const sim *sim, uint64_t from, uint64_t to, uint64_t *begin, uint64_t *end) {
  *begin = to;
  *end = to;
  const uint64_t first = later(from, window_from(sim->observers));
  if (first >= to || !window_active(sim->observers, first)) return;
  *begin = first;
  *end = earlier(to, window_to(sim->observers));
}

/* ---- moving through the stages ---- */

void rows_move(sim *sim, uint32_t stage) {
  if (stage < STAGE_WB) sim->row[stage + 1] = sim->row[stage];
  sim->row[stage] = SIM_NONE;
}

void rows_remove(sim *sim, uint32_t stage, uint32_t flags) {
  if (sim->row[stage] != SIM_NONE) window_at(sim->observers, sim->row[stage])->flags |= (uint8_t)flags;
  sim->row[stage] = SIM_NONE;
}

void rows_nullify(sim *sim) {
  if (sim->rows_next == sim->time) rows_remove(sim, STAGE_IF, SIM_ROW_NULLIFIED);
}

static uint32_t thread_of_phase(const sim *sim, const cpu_activity *phase) {
  const int drains = phase->phase == PHASE_DRAIN_CYCLES || phase->phase == PHASE_DRAIN_INSTRUCTIONS;
  return drains ? sim->state->cpu.interrupted : phase->thread;
}

static sim_window_row *open_row(sim *sim, uint64_t cycle, const sim_view_stage *who) {
  sim_window_row *row = window_open(sim->observers, cycle);
  if (row == NULL) return NULL;
  row->pc = who->pc;
  row->kind = who->row_kind;
  row->context = who->context;
  row->layer = who->layer;
  row->thread = (uint8_t)thread_of_phase(sim, &sim->state->cpu.now);
  row->routine = who->routine;
  row->operation = who->operation;
  row->destination = who->destination;
  row->source1 = who->source1;
  row->source2 = who->source2;
  row->flags = who->flags;
  return row;
}

void rows_stand(sim *sim, uint64_t cycle, uint32_t stage, const sim_view_stage *who, uint32_t stall) {
  sim_window_row *row;
  if (sim->row[stage] == SIM_NONE) {
    row = open_row(sim, cycle, who);
    if (row == NULL) return;
    sim->row[stage] = window_index(sim->observers, row);
  } else row = window_at(sim->observers, sim->row[stage]);
  const uint32_t offset = (uint32_t)(cycle - row->first_cycle);
  if (row->enter[stage] == SIM_NONE) row->enter[stage] = offset;
  else row->stall[stage] = (uint8_t)stall;
  row->end = offset + 1;
}

/* ---- phases that are not stepped ---- */

static void stand_illustrated(sim *sim, uint64_t cycle) {
  const cpu_activity *now = &sim->state->cpu.now;
  if (now->phase == PHASE_RUN_CYCLES && cycle == now->begin) rows_forget(sim);
  for (uint32_t stage = STAGE_COUNT; stage-- > 0;) rows_move(sim, stage);
  for (uint32_t stage = STAGE_COUNT; stage-- > 0;) {
    sim_view_stage who;
    if (rows_illustrate(sim, now, cycle, stage, &who)) rows_stand(sim, cycle, stage, &who, sim_cause_BUSY);
  }
}

static void stand_block(sim *sim, uint64_t cycle) {
  const cpu_activity *now = &sim->state->cpu.now;
  if (sim->block_row == SIM_NONE || sim->block_begin != now->begin) {
    sim_view_stage who;
    if (!rows_describe_block(now, &who)) return;
    sim_window_row *opened = open_row(sim, cycle, &who);
    if (opened == NULL) return;
    opened->enter[STAGE_IF] = 0;
    sim->block_row = window_index(sim->observers, opened);
    sim->block_begin = now->begin;
  }
  sim_window_row *row = window_at(sim->observers, sim->block_row);
  row->end = (uint32_t)(cycle - row->first_cycle) + 1;
}

void rows_phase(sim *sim, uint64_t from, uint64_t to) {
  uint64_t begin, end;
  rows_overlap(sim, from, to, &begin, &end);
  if (begin == end) return;
  const uint32_t phase = sim->state->cpu.now.phase;
  rows_begin(sim, begin);
  for (uint64_t cycle = begin; cycle < end; cycle++) {
    if (phase == PHASE_RUN_CYCLES || phase == PHASE_DRAIN_CYCLES) stand_illustrated(sim, cycle);
    else stand_block(sim, cycle);
  }
  rows_end(sim, end);
}

/* ---- what a stage shows ---- */

void rows_describe_word(const sim *sim, uint32_t word, uint32_t stream, const cpu_activity *phase,
                        sim_view_stage *out) {
  const int is_routine = stream < SIM_ROUTINE_LIMIT;
  uint32_t flags = 0;
  if (word & WORD_WRONG_PATH) flags |= SIM_ROW_FLUSHED;
  if (word & WORD_TAKEN) flags |= SIM_ROW_TAKEN;
  *out = (sim_view_stage){
      .pc = routine_pc(&sim->code[stream], word_index(word)),
      .occupied = 1,
      .row_kind = sim_row_kind_INSTRUCTION,
      .operation = (uint8_t)word_operation(word),
      .destination = (uint8_t)word_destination(word),
      .source1 = (uint8_t)word_source1(word),
      .source2 = (uint8_t)word_source2(word),
      .context = phase->context,
      .layer = (uint8_t)(is_routine ? sim->config.threads[thread_of_phase(sim, phase)].layer : sim_layer_SAVE_RESTORE),
      .flags = (uint8_t)flags,
      .routine = (uint8_t)(is_routine ? stream : SIM_NONE_8),
  };
}

/* A run of `budget` cycles fetches so many instructions that the last one leaves WB at its end. */
static uint64_t last_fetch(uint64_t budget) { return budget > STAGE_COUNT ? budget - STAGE_COUNT : 0; }

int rows_illustrate(const sim *sim, const cpu_activity *phase, uint64_t cycle, uint32_t stage, sim_view_stage *out) {
  const int drains = phase->phase == PHASE_DRAIN_CYCLES;
  const uint64_t age = cycle - phase->begin + (drains ? phase->ran : 0); /* cycles since start or resume */
  if (age < stage) return 0;
  const uint64_t fetched_at = age - stage;
  if (drains && fetched_at + 2 > phase->ran) return 0; /* the last fetch was nullified */
  const uint64_t done = drains ? phase->done - phase->ran : phase->done;
  if (fetched_at > 0 && done + fetched_at > last_fetch(phase->budget)) return 0;
  const uint64_t lost = drains ? phase->nullified - 1 : phase->nullified;
  const uint64_t number = done + fetched_at - lost;
  const routine_code *code = &sim->code[phase->routine];
  rows_describe_word(sim, code->words[number % code->length] & ~WORD_TAKEN, phase->routine, phase, out);
  out->flags |= SIM_ROW_ILLUSTRATIVE;
  return 1;
}

uint64_t rows_illustrated_retirement(const cpu_activity *phase, uint64_t cycle) {
  const uint64_t ran = phase->phase == PHASE_DRAIN_CYCLES ? phase->ran : 0;
  return later(cycle, phase->begin + (ran < STAGE_WB ? STAGE_WB - ran : 0));
}

int rows_describe_block(const cpu_activity *phase, sim_view_stage *out) {
  uint32_t kind;
  if (phase->phase == PHASE_ENTRY) kind = sim_row_kind_ENTRY_STEP;
  else if (phase->phase == PHASE_SAVE_CYCLES) kind = sim_row_kind_SAVE;
  else if (phase->phase == PHASE_RESTORE_CYCLES) kind = sim_row_kind_RESTORE;
  else return 0;
  *out = (sim_view_stage){
      .occupied = 1,
      .row_kind = (uint8_t)kind,
      .operation = phase->phase == PHASE_ENTRY ? phase->entry_step : 0,
      .context = phase->context,
      .layer = sim_layer_SAVE_RESTORE,
      .routine = SIM_NONE_8,
  };
  return 1;
}
