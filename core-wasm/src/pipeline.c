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
    if ((word & WORD_BRANCH) && !sim->code[p->stream].given)
      sim->state->branch_draws[p->stream]--;
    if (word & WORD_TAKEN) p->wrong_path = 0;
  }
  return p->retired != p->fetched;
}

/* ---- one cycle ---- */

/* All of a cycle is compiled into one loop, once without the window and once with it. What changes from
 * cycle to cycle and what does not are both copied into locals: no store of the loop can alias them. */
#define HOT static inline __attribute__((always_inline))

typedef struct running {
  uint64_t mem_until, ex_until, bus_free_at;
  uint64_t fetched, retired, branch_draws;
  uint32_t fetch, decode, execute, memory, write_back;
  uint32_t next_index, wrong_index, wrong_path;
} running;

typedef struct rules {
  const uint32_t *words;
  const uint16_t *targets;
  uint64_t *ready;
  uint64_t branch_key;
  uint64_t budget;
  uint64_t goal; /* retired instructions at which the stream, or the drain, is over */
  uint32_t length, taken_permille, given;
  uint32_t memory_cycles, multiply_cycles, load_use_cycles;
  uint32_t resolves_in_decode, draining;
} rules;

HOT int is_valid(uint32_t word) { return (int32_t)word < 0; }

_Static_assert(WORD_VALID == 1u << 31, "is_valid tests the sign");

HOT uint32_t following(const rules *k, uint32_t index) { return index + 1 == k->length ? 0 : index + 1; }

HOT int branch_is_taken(running *r, const rules *k, uint32_t word) {
  if (k->given) return (word & WORD_TAKEN) != 0;
  return rng_chance(rng_draw(k->branch_key, r->branch_draws++), k->taken_permille);
}

/* The next instruction, on the right path or, behind a taken branch that is not resolved, on the wrong
 * one; a bubble when there is none. */
HOT uint32_t fetch(running *r, const rules *k) {
  if (k->draining) return sim_cause_FILL;
  if (r->wrong_path) {
    const uint32_t word = k->words[r->wrong_index] & ~WORD_TAKEN;
    r->wrong_index = following(k, r->wrong_index);
    return word | WORD_VALID | WORD_WRONG_PATH;
  }
  if (r->fetched == k->budget) return sim_cause_FILL;
  r->fetched++;
  const uint32_t index = r->next_index;
  const uint32_t word = k->words[index];
  r->next_index = following(k, index);
  if (!(word & WORD_BRANCH)) return word | WORD_VALID;
  if (!branch_is_taken(r, k, word)) return (word & ~WORD_TAKEN) | WORD_VALID;
  r->wrong_index = r->next_index;
  r->next_index = k->targets[index];
  r->wrong_path = 1;
  return word | WORD_TAKEN | WORD_VALID;
}

/* A load or store that stands in MEM gets the bus, if it is free, for its access. */
HOT void begin_access(running *r, const rules *k, uint64_t cycle) {
  r->mem_until = SIM_NEVER;
  if (r->bus_free_at > cycle) return;
  r->mem_until = cycle + k->memory_cycles;
  r->bus_free_at = r->mem_until;
  if (!(r->memory & WORD_LOAD)) return;
  const uint32_t destination = word_destination(r->memory);
  /* A younger instruction past ID may have claimed the register. */
  if (is_valid(r->execute) && word_destination(r->execute) == destination) return;
  if (destination != 0) k->ready[destination] = r->mem_until - 1 + k->load_use_cycles;
}

HOT void flush_fetch(sim *sim, running *r, int observed) {
  if (observed && is_valid(r->fetch)) rows_remove(sim, STAGE_IF, SIM_ROW_FLUSHED);
  r->fetch = sim_cause_BRANCH;
}

HOT void flush_decode(sim *sim, running *r, int observed) {
  if (observed && is_valid(r->decode)) rows_remove(sim, STAGE_ID, SIM_ROW_FLUSHED);
  r->decode = sim_cause_BRANCH;
}

/* Who was in MEM and EX moves on, if possible. Returns whether EX was left. */
HOT int move_back_end(sim *sim, running *r, const rules *k, uint64_t cycle, int observed) {
  if (r->mem_until > cycle) {
    const int waits = r->mem_until == SIM_NEVER;
    r->write_back = waits ? sim_cause_BUS : sim_cause_MEMORY;
    if (waits) begin_access(r, k, cycle);
    return 0;
  }
  if (observed) rows_move(sim, STAGE_MEM);
  r->write_back = r->memory;
  r->mem_until = 0;
  if (r->ex_until > cycle) {
    r->memory = sim_cause_MULTIPLY;
    return 0;
  }
  if (observed) rows_move(sim, STAGE_EX);
  r->memory = r->execute;
  r->execute = sim_cause_FILL; /* taken by the one behind, or by its bubble */
  if (!is_valid(r->memory)) return 1;
  if (r->memory & (WORD_LOAD | WORD_STORE)) begin_access(r, k, cycle);
  if ((r->memory & WORD_TAKEN) && !k->resolves_in_decode) {
    flush_decode(sim, r, observed);
    flush_fetch(sim, r, observed);
    r->wrong_path = 0;
  }
  return 1;
}

/* Who is in ID enters EX, if its operands are there. Returns whether it did. */
HOT int issue(sim *sim, running *r, const rules *k, uint64_t cycle, int observed) {
  const uint32_t word = r->decode;
  if (k->ready[word_source1(word)] > cycle || k->ready[word_source2(word)] > cycle) return 0;
  if (observed) rows_move(sim, STAGE_ID);
  r->execute = word;
  r->ex_until = cycle + (word & WORD_MULTIPLY ? k->multiply_cycles : 1);
  const uint32_t destination = word_destination(word);
  if (destination != 0) k->ready[destination] = word & WORD_LOAD ? SIM_NEVER : 0;
  if ((word & WORD_TAKEN) && k->resolves_in_decode) {
    flush_fetch(sim, r, observed);
    r->wrong_path = 0;
  }
  return 1;
}

/* Moves everybody who can move, from the last stage back; afterwards `r` is who stands where in `cycle`. */
HOT void move(sim *sim, running *r, const rules *k, uint64_t cycle, int observed) {
  if (observed) rows_move(sim, STAGE_WB);
  const int execute_was_left = move_back_end(sim, r, k, cycle, observed);
  int decode_is_free = !is_valid(r->decode);
  if (decode_is_free) {
    if (execute_was_left) r->execute = r->decode; /* its bubble */
  } else if (execute_was_left || !is_valid(r->execute)) { /* a bubble in EX closes up */
    decode_is_free = issue(sim, r, k, cycle, observed);
    if (!decode_is_free && execute_was_left) r->execute = sim_cause_LOAD_USE;
  }
  if (decode_is_free) {
    if (observed && is_valid(r->fetch)) rows_move(sim, STAGE_IF);
    r->decode = r->fetch;
    r->fetch = fetch(r, k);
  } else if (!is_valid(r->fetch)) r->fetch = fetch(r, k);
}

/* ---- why somebody stands still ---- */

static enum sim_cause stall_of(const uint64_t *ready, const running *r, uint32_t load_use_cycles, uint64_t next,
                               enum stage stage) {
  enum sim_cause cause = sim_cause_BUSY;
  if (is_valid(r->memory) && r->mem_until > next)
    cause = r->mem_until == SIM_NEVER ? sim_cause_BUS : sim_cause_MEMORY;
  if (stage == STAGE_MEM) return cause;
  if (!is_valid(r->execute)) cause = sim_cause_BUSY; /* room ahead */
  else if (r->ex_until > next) cause = sim_cause_MULTIPLY;
  if (stage == STAGE_EX) return is_valid(r->execute) ? cause : sim_cause_BUSY;
  if (!is_valid(r->decode)) cause = sim_cause_BUSY;
  else if (cause == sim_cause_BUSY) {
    const uint64_t both = later(ready[word_source1(r->decode)], ready[word_source2(r->decode)]);
    /* A load that is in EX now finishes its access in `next` at the earliest. */
    if (both == SIM_NEVER ? load_use_cycles > 0 : both > next) cause = sim_cause_LOAD_USE;
  }
  return cause;
}

static void load(const sim *sim, running *r) {
  const pipeline_state *p = &sim->state->cpu.pipeline;
  *r = (running){
      .mem_until = p->mem_until,
      .ex_until = p->ex_until,
      .bus_free_at = sim->state->bus.free_at,
      .fetched = p->fetched,
      .retired = p->retired,
      .fetch = p->latch[STAGE_IF],
      .decode = p->latch[STAGE_ID],
      .execute = p->latch[STAGE_EX],
      .memory = p->latch[STAGE_MEM],
      .write_back = p->latch[STAGE_WB],
      .next_index = p->next_index,
      .wrong_index = p->wrong_index,
      .wrong_path = p->wrong_path,
  };
  if (p->stream < SIM_ROUTINE_LIMIT) r->branch_draws = sim->state->branch_draws[p->stream];
}

static void store(sim *sim, const running *r) {
  pipeline_state *p = &sim->state->cpu.pipeline;
  p->mem_until = r->mem_until;
  p->ex_until = r->ex_until;
  sim->state->bus.free_at = r->bus_free_at;
  p->fetched = r->fetched;
  p->retired = r->retired;
  p->latch[STAGE_IF] = r->fetch;
  p->latch[STAGE_ID] = r->decode;
  p->latch[STAGE_EX] = r->execute;
  p->latch[STAGE_MEM] = r->memory;
  p->latch[STAGE_WB] = r->write_back;
  p->next_index = (uint16_t)r->next_index;
  p->wrong_index = (uint16_t)r->wrong_index;
  p->wrong_path = (uint8_t)r->wrong_path;
  if (p->stream < SIM_ROUTINE_LIMIT) sim->state->branch_draws[p->stream] = r->branch_draws;
}

static rules rules_of(sim *sim) {
  pipeline_state *p = &sim->state->cpu.pipeline;
  const routine_code *code = &sim->code[p->stream];
  return (rules){
      .words = code->words,
      .targets = code->targets,
      .ready = p->ready,
      .branch_key = code->branch_key,
      .budget = p->budget,
      .goal = p->draining ? p->fetched : p->budget,
      .length = code->length,
      .taken_permille = code->taken_permille,
      .given = code->given,
      .memory_cycles = sim->config.memory_cycles,
      .multiply_cycles = sim->config.multiply_cycles,
      .load_use_cycles = sim->config.load_use_cycles,
      .resolves_in_decode = sim->config.branch_resolve_stage == STAGE_ID,
      .draining = p->draining,
  };
}

enum sim_cause pipeline_stall(const sim *sim, enum stage stage) {
  if (stage == STAGE_WB) return sim_cause_BUSY;
  running r;
  load(sim, &r);
  return stall_of(sim->state->cpu.pipeline.ready, &r, sim->config.load_use_cycles, sim->state->cycle, stage);
}

/* ---- running ---- */

typedef struct tally {
  uint64_t retired;
  uint32_t bubbles[SIM_CAUSE_LIMIT]; /* cycles in which WB held a bubble, by its cause */
} tally;

enum { RUN_LIMIT = 1 << 20 }; /* cycles at once, so that the tally never overflows */

static void stand(sim *sim, const running *r, const enum sim_cause *stalls, uint64_t cycle) {
  const cpu_activity *now = &sim->state->cpu.now;
  const uint32_t words[STAGE_COUNT] = {r->fetch, r->decode, r->execute, r->memory, r->write_back};
  for (uint32_t i = STAGE_COUNT; i-- > 0;) {
    if (!is_valid(words[i])) continue;
    sim_view_stage who;
    rows_describe_word(sim, words[i], sim->state->cpu.pipeline.stream, now, &who);
    rows_stand(sim, cycle, i, &who, stalls[i]);
  }
}

HOT uint64_t step(sim *sim, uint64_t from, uint64_t to, int stop_retired, tally *tally, int observed) {
  const rules k = rules_of(sim);
  running r;
  load(sim, &r);
  const uint64_t retired_before = r.retired;
  if (k.draining && is_valid(r.fetch)) r.fetch = sim_cause_FILL; /* nullified at recognition */
  uint64_t cycle = from;
  while (cycle < to) {
    enum sim_cause stalls[STAGE_COUNT] = {sim_cause_BUSY};
    if (observed) {
      const running before = r;
      for (int i = 0; i < STAGE_WB; i++)
        stalls[i] = stall_of(k.ready, &before, k.load_use_cycles, cycle, (enum stage)i);
    }
    move(sim, &r, &k, cycle, observed);
    if (observed) {
      const running after = r;
      stand(sim, &after, stalls, cycle);
    }
    cycle++;
    if (!is_valid(r.write_back)) {
      tally->bubbles[r.write_back]++;
      continue;
    }
    r.retired++;
    if (r.retired == k.goal || stop_retired) break;
  }
  store(sim, &r);
  tally->retired += r.retired - retired_before;
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
