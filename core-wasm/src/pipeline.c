#include "pipeline.h"

#include "rng.h"
#include "rows.h"

void pipeline_begin(sim *sim, uint32_t stream, uint64_t budget, uint64_t done, uint32_t index) {
  assert(stream < STREAM_COUNT && done < budget);
  pipeline_state *p = &sim->state->cpu.pipeline;
  p->stream = (uint8_t)stream;
  p->budget = budget;
  p->fetched = done;
  p->retired = done;
  p->next_index = (uint16_t)index;
  p->draining = 0;
  p->fresh = 1;
}

/* The latches of the last stream stay visible until the first cycle of the next. */
static void empty(pipeline_state *p) {
  for (int stage = 0; stage < STAGE_COUNT; stage++) p->latch[stage] = sim_cause_FILL;
  for (int r = 0; r < 32; r++) p->ready[r] = 0;
  p->mem_until = 0;
  p->ex_until = 0;
  p->wrong_path = 0;
  p->wrong_index = 0;
  p->fresh = 0;
}

int pipeline_is_over(const sim *sim) {
  const pipeline_state *p = &sim->state->cpu.pipeline;
  return p->retired == (p->draining ? p->fetched : p->budget);
}

int pipeline_nullify(sim *sim) {
  pipeline_state *p = &sim->state->cpu.pipeline;
  const uint32_t word = p->latch[STAGE_IF];
  assert(!p->fresh);
  p->draining = 1;
  if ((word & WORD_VALID) && !(word & WORD_WRONG_PATH)) {
    p->fetched--;
    p->next_index = (uint16_t)word_index(word);
    if (word_operation(word) == sim_operation_BRANCH && !sim->code[p->stream].given)
      sim->state->branch_draws[p->stream]--;
    if (word & WORD_TAKEN) p->wrong_path = 0;
  }
  return p->retired != p->fetched;
}

/* ---- one cycle ---- */

typedef struct latches {
  uint64_t mem_until, ex_until;
  uint32_t fetch, decode, execute, memory, write_back;
} latches;

/* What does not change while a stream runs. */
typedef struct pipeline_rules {
  const routine_code *code;
  uint64_t *branch_draws;
  uint64_t goal; /* retired instructions at which the stream, or the drain, is over */
  uint32_t memory_cycles, multiply_cycles, load_use_cycles;
  int resolves_in_decode;
  int draining;
} pipeline_rules;

static inline int is_valid(uint32_t word) { return (int32_t)word < 0; }
static inline int is_load(uint32_t word) { return word_operation(word) == sim_operation_LOAD; }
static inline int uses_memory(uint32_t word) { return is_load(word) || word_operation(word) == sim_operation_STORE; }

_Static_assert(WORD_VALID == 1u << 31, "is_valid tests the sign");

static inline int branch_is_taken(const pipeline_rules *rules, uint32_t word) {
  if (rules->code->given) return (word & WORD_TAKEN) != 0;
  return rng_chance(rng_draw(rules->code->branch_key, (*rules->branch_draws)++), rules->code->taken_permille);
}

/* The next instruction, on the right path or, behind a taken branch that is not resolved, on the wrong
 * one; a bubble when there is none. */
static inline uint32_t fetch(pipeline_state *p, const pipeline_rules *rules) {
  const routine_code *code = rules->code;
  if (rules->draining) return sim_cause_FILL;
  if (p->wrong_path) {
    const uint32_t index = p->wrong_index;
    p->wrong_index = (uint16_t)(index + 1 == code->length ? 0 : index + 1);
    return (code->words[index] & ~WORD_TAKEN) | WORD_VALID | WORD_WRONG_PATH;
  }
  if (p->fetched == p->budget) return sim_cause_FILL;
  p->fetched++;
  const uint32_t index = p->next_index;
  const uint32_t following = index + 1 == code->length ? 0 : index + 1;
  const uint32_t word = code->words[index];
  p->next_index = (uint16_t)following;
  if (word_operation(word) != sim_operation_BRANCH) return word | WORD_VALID;
  if (!branch_is_taken(rules, word)) return (word & ~WORD_TAKEN) | WORD_VALID;
  p->next_index = code->targets[index];
  p->wrong_index = (uint16_t)following;
  p->wrong_path = 1;
  return word | WORD_TAKEN | WORD_VALID;
}

/* A load or store that stands in MEM gets the bus, if it is free, for its access. */
static inline void begin_access(pipeline_state *p, const pipeline_rules *rules, bus_state *bus, latches *l,
                                uint64_t cycle) {
  l->mem_until = SIM_NEVER;
  if (bus->free_at > cycle) return;
  l->mem_until = cycle + rules->memory_cycles;
  bus->free_at = l->mem_until;
  if (!is_load(l->memory)) return;
  const uint32_t destination = word_destination(l->memory);
  /* A younger instruction past ID may have claimed the register. */
  if (is_valid(l->execute) && word_destination(l->execute) == destination) return;
  if (destination != 0) p->ready[destination] = l->mem_until - 1 + rules->load_use_cycles;
}

static inline void flush_fetch(sim *sim, latches *l, int observed) {
  if (observed && is_valid(l->fetch)) rows_remove(sim, STAGE_IF, SIM_ROW_FLUSHED);
  l->fetch = sim_cause_BRANCH;
}

static inline void flush_decode(sim *sim, latches *l, int observed) {
  if (observed && is_valid(l->decode)) rows_remove(sim, STAGE_ID, SIM_ROW_FLUSHED);
  l->decode = sim_cause_BRANCH;
}

/* Moves everybody who can move, from the last stage back; afterwards `l` is who stands where in `cycle`. */
static inline void move(sim *sim, pipeline_state *p, const pipeline_rules *rules, bus_state *bus, latches *l,
                        uint64_t cycle, int observed) {
  if (observed) rows_move(sim, STAGE_WB);
  int execute_is_free, moves_on = l->mem_until <= cycle;
  if (moves_on) {
    if (observed) rows_move(sim, STAGE_MEM);
    l->write_back = l->memory;
    l->mem_until = 0;
    moves_on = l->ex_until <= cycle;
    if (moves_on) {
      if (observed) rows_move(sim, STAGE_EX);
      l->memory = l->execute;
      l->execute = sim_cause_FILL; /* taken by the one behind, or by its bubble */
      if (is_valid(l->memory)) {
        if (uses_memory(l->memory)) begin_access(p, rules, bus, l, cycle);
        if ((l->memory & WORD_TAKEN) && !rules->resolves_in_decode) {
          flush_decode(sim, l, observed);
          flush_fetch(sim, l, observed);
          p->wrong_path = 0;
        }
      }
    } else l->memory = sim_cause_MULTIPLY;
    execute_is_free = moves_on;
  } else {
    const int waits = l->mem_until == SIM_NEVER;
    l->write_back = waits ? sim_cause_BUS : sim_cause_MEMORY;
    if (waits) begin_access(p, rules, bus, l, cycle);
    execute_is_free = !is_valid(l->execute); /* a bubble closes up */
  }

  int decode_is_free = !is_valid(l->decode);
  if (execute_is_free) {
    const uint32_t word = l->decode;
    if (decode_is_free) {
      if (moves_on) l->execute = word; /* its bubble */
    } else if (p->ready[word_source1(word)] <= cycle && p->ready[word_source2(word)] <= cycle) {
      if (observed) rows_move(sim, STAGE_ID);
      l->execute = word;
      l->ex_until = cycle + 1;
      if (word_operation(word) == sim_operation_MULTIPLY) l->ex_until = cycle + rules->multiply_cycles;
      const uint32_t destination = word_destination(word);
      if (destination != 0) p->ready[destination] = is_load(word) ? SIM_NEVER : 0;
      decode_is_free = 1;
      if ((word & WORD_TAKEN) && rules->resolves_in_decode) {
        flush_fetch(sim, l, observed);
        p->wrong_path = 0;
      }
    } else if (moves_on) l->execute = sim_cause_LOAD_USE;
  }

  if (decode_is_free) {
    if (observed && is_valid(l->fetch)) rows_move(sim, STAGE_IF);
    l->decode = l->fetch;
    l->fetch = fetch(p, rules);
  } else if (!is_valid(l->fetch)) l->fetch = fetch(p, rules);
}

/* ---- why somebody stands still ---- */

static enum sim_cause stall_of(const pipeline_state *p, const latches *l, uint32_t load_use_cycles, uint64_t next,
                               enum stage stage) {
  enum sim_cause cause = sim_cause_BUSY;
  if (is_valid(l->memory) && l->mem_until > next)
    cause = l->mem_until == SIM_NEVER ? sim_cause_BUS : sim_cause_MEMORY;
  if (stage == STAGE_MEM) return cause;
  if (!is_valid(l->execute)) cause = sim_cause_BUSY; /* room ahead */
  else if (l->ex_until > next) cause = sim_cause_MULTIPLY;
  if (stage == STAGE_EX) return is_valid(l->execute) ? cause : sim_cause_BUSY;
  if (!is_valid(l->decode)) cause = sim_cause_BUSY;
  else if (cause == sim_cause_BUSY) {
    const uint64_t ready = later(p->ready[word_source1(l->decode)], p->ready[word_source2(l->decode)]);
    /* A load that is in EX now finishes its access in `next` at the earliest. */
    if (ready == SIM_NEVER ? load_use_cycles > 0 : ready > next) cause = sim_cause_LOAD_USE;
  }
  return cause;
}

static void load_latches(const pipeline_state *p, latches *l) {
  l->mem_until = p->mem_until;
  l->ex_until = p->ex_until;
  l->fetch = p->latch[STAGE_IF];
  l->decode = p->latch[STAGE_ID];
  l->execute = p->latch[STAGE_EX];
  l->memory = p->latch[STAGE_MEM];
  l->write_back = p->latch[STAGE_WB];
}

static void store_latches(pipeline_state *p, const latches *l) {
  p->mem_until = l->mem_until;
  p->ex_until = l->ex_until;
  p->latch[STAGE_IF] = l->fetch;
  p->latch[STAGE_ID] = l->decode;
  p->latch[STAGE_EX] = l->execute;
  p->latch[STAGE_MEM] = l->memory;
  p->latch[STAGE_WB] = l->write_back;
}

enum sim_cause pipeline_stall(const sim *sim, enum stage stage) {
  latches l;
  load_latches(&sim->state->cpu.pipeline, &l);
  if (stage == STAGE_WB) return sim_cause_BUSY;
  return stall_of(&sim->state->cpu.pipeline, &l, sim->config.load_use_cycles, sim->state->cycle, stage);
}

/* ---- running ---- */

typedef struct tally {
  uint64_t retired;
  uint32_t bubbles[SIM_CAUSE_LIMIT]; /* cycles in which WB held a bubble, by its cause */
} tally;

enum { RUN_LIMIT = 1 << 20 }; /* cycles at once, so that the tally never overflows */

static void stand(sim *sim, const pipeline_state *p, const latches *l, const enum sim_cause *stalls, uint64_t cycle) {
  const cpu_activity *now = &sim->state->cpu.now;
  const uint32_t words[STAGE_COUNT] = {l->fetch, l->decode, l->execute, l->memory, l->write_back};
  for (uint32_t i = STAGE_COUNT; i-- > 0;) {
    if (!is_valid(words[i])) continue;
    sim_view_stage who;
    rows_describe_word(sim, words[i], p->stream, now, &who);
    rows_stand(sim, cycle, i, &who, stalls[i]);
  }
}

static inline __attribute__((always_inline)) uint64_t step(sim *sim, uint64_t from, uint64_t to, int stop_retired,
                                                           tally *tally, int observed) {
  pipeline_state *p = &sim->state->cpu.pipeline;
  bus_state bus = sim->state->bus;
  const pipeline_rules rules = {
      .code = &sim->code[p->stream],
      .branch_draws = &sim->state->branch_draws[p->stream < SIM_ROUTINE_LIMIT ? p->stream : 0],
      .goal = p->draining ? p->fetched : p->budget,
      .memory_cycles = sim->config.memory_cycles,
      .multiply_cycles = sim->config.multiply_cycles,
      .load_use_cycles = sim->config.load_use_cycles,
      .resolves_in_decode = sim->config.branch_resolve_stage == STAGE_ID,
      .draining = p->draining,
  };
  const uint64_t retired_before = p->retired;
  pipeline_state local = *p;
  latches l;
  load_latches(&local, &l);
  if (rules.draining && is_valid(l.fetch)) l.fetch = sim_cause_FILL; /* nullified at recognition */
  uint64_t cycle = from;
  while (cycle < to) {
    enum sim_cause stalls[STAGE_COUNT] = {sim_cause_BUSY};
    if (observed)
      for (int i = 0; i < STAGE_WB; i++) stalls[i] = stall_of(&local, &l, rules.load_use_cycles, cycle, (enum stage)i);
    move(sim, &local, &rules, &bus, &l, cycle, observed);
    if (observed) stand(sim, &local, &l, stalls, cycle);
    cycle++;
    if (!is_valid(l.write_back)) {
      tally->bubbles[l.write_back]++;
      continue;
    }
    local.retired++;
    if (local.retired == rules.goal || stop_retired) break;
  }
  store_latches(&local, &l);
  *p = local;
  sim->state->bus.free_at = bus.free_at;
  tally->retired += local.retired - retired_before;
  return cycle;
}

static __attribute__((noinline)) uint64_t step_fast(sim *sim, uint64_t from, uint64_t to, int stop_retired, tally *t) {
  return step(sim, from, to, stop_retired, t, 0);
}

static __attribute__((noinline)) uint64_t step_observed(sim *sim, uint64_t from, uint64_t to, int stop_retired,
                                                        tally *t) {
  rows_begin(sim, from);
  const uint64_t reached = step(sim, from, to, stop_retired, t, 1);
  rows_end(sim, reached);
  return reached;
}

/* Stalls fall somewhere in [from, to): within one bin of the series that is exact. */
static void report(sim *sim, uint64_t from, uint64_t to, const tally *t, int is_layer) {
  const uint32_t context = sim->state->cpu.now.context;
  series_span(sim->observers, sim_track_kind_DETAILED, 0, 0, from, to);
  if (t->retired > 0) series_count(sim->observers, sim_track_kind_INSTRUCTIONS, 0, to - 1, (uint32_t)t->retired, 0);
  if (!is_layer) return;
  const uint32_t layer = sim->config.threads[sim->state->cpu.now.thread].layer;
  series_span(sim->observers, sim_track_kind_CONTEXT_LAYER, context, layer, from, to);
  uint64_t stalled = 0;
  for (int cause = sim_cause_LOAD_USE; cause <= sim_cause_BUS; cause++) stalled += t->bubbles[cause];
  if (stalled > 0) series_span(sim->observers, sim_track_kind_CONTEXT_STALL, context, 0, to - stalled, to);
}

static void bill(sim *sim, uint64_t from, uint64_t to, const tally *t) {
  sim_counters *c = &sim->state->counters;
  const int is_layer = sim->state->cpu.now.phase == PHASE_RUN_INSTRUCTIONS;
  c->instructions += t->retired;
  c->detailed_cycles += to - from;
  if (is_layer) {
    const uint32_t context = sim->state->cpu.now.context;
    const uint32_t layer = sim->config.threads[sim->state->cpu.now.thread].layer;
    uint64_t *by_cause = &c->cycles_by[(context * SIM_LAYER_LIMIT + layer) * SIM_CAUSE_LIMIT];
    by_cause[sim_cause_BUSY] += t->retired;
    for (int cause = 0; cause < SIM_CAUSE_LIMIT; cause++) by_cause[cause] += t->bubbles[cause];
  }
  if (sim->has_series) report(sim, from, to, t, is_layer);
}

uint64_t pipeline_run(sim *sim, uint64_t from, uint64_t to, int stop_retired) {
  assert(from < to);
  if (sim->state->cpu.pipeline.fresh) {
    empty(&sim->state->cpu.pipeline);
    rows_forget(sim);
  }
  to = earlier(to, from + RUN_LIMIT);
  if (sim->has_series) to = earlier(to, series_edge(sim->observers, from));
  uint64_t observed_from = to, observed_to = to;
  rows_overlap(sim, from, to, &observed_from, &observed_to);
  tally t = {0};
  uint64_t reached;
  if (observed_from > from) reached = step_fast(sim, from, observed_from, stop_retired, &t);
  else reached = step_observed(sim, from, observed_to, stop_retired, &t);
  if (stop_retired && t.retired > 0) sim->happened |= 1u << sim_event_kind_RETIRED;
  bill(sim, from, reached, &t);
  return reached;
}
