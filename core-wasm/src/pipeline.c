#include "pipeline.h"

#include "rng.h"
#include "rows.h"
#include "select.h"

int pipeline_is_used(const cpu_state *cpu) {
  const uint32_t phase = cpu->now.phase;
  return phase == PHASE_RUN_INSTRUCTIONS || phase == PHASE_DRAIN_INSTRUCTIONS || phase == PHASE_SAVE_WORDS ||
         phase == PHASE_RESTORE_WORDS;
}

void pipeline_begin(sim *sim, uint32_t stream, uint64_t budget, uint64_t done, uint32_t index) {
  assert(stream < STREAM_COUNT && done < budget);
  stream_state *p = &cpu_now(sim)->stream;
  p->stream = (uint8_t)stream;
  p->budget = budget;
  p->front.fetched = done;
  p->front.retired = done;
  p->front.next_index = index;
  p->front.draining = 0;
  p->fresh = 1;
}

int pipeline_is_over(const cpu_state *cpu) {
  const front_state *f = &cpu->stream.front;
  return f->retired == (f->draining ? f->fetched : cpu->stream.budget);
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
    if ((word & WORD_BRANCH) && !sim->code[p->stream].given) sim->state->branch_draws[p->stream]--;
    if (word & WORD_MISPREDICTED) f->wrong_path = 0;
  }
  return f->retired != f->fetched;
}

/* ---- one cycle ---- */

/* All of a cycle is compiled into one loop, for the pipelines that are worth it. What changes from cycle to
 * cycle and what does not are both copied into locals: no store of the loop can alias them. */
#define HOT static inline __attribute__((always_inline))
#ifdef __clang__
#define UNROLL /* it does so by itself */
#else
#define UNROLL _Pragma("GCC unroll 12")
#endif

typedef struct shape {
  uint32_t execute, access, last; /* stages */
  uint32_t resolve;               /* a branch leaves it resolved */
  uint32_t lanes;
} shape;

typedef struct stream_rules {
  const uint32_t *words;
  const uint16_t *targets;
  uint64_t *ready;
  uint64_t branch_key;
  uint64_t budget;
  uint64_t goal; /* retired instructions at which the stream, or the drain, is over */
  uint32_t length, taken_permille, given;
} stream_rules;

typedef struct core_rules {
  uint64_t *bus_free_at;
  uint32_t memory_cycles, multiply_cycles, load_use_cycles;
} core_rules;

/* A stream while it runs; a lane names its owner by its index among those of the core. */
typedef struct runner {
  front_state *front;
  const stream_rules *rules;
  uint64_t *branch_draws;
  uint32_t cpu;
  uint32_t index;
} runner;

HOT int is_valid(uint64_t word) { return (int32_t)word < 0; }

_Static_assert(WORD_VALID == 1u << 31, "is_valid tests the sign of the lower half");

HOT uint32_t following(const stream_rules *k, uint32_t index) { return index + 1 == k->length ? 0 : index + 1; }

HOT int branch_is_taken(const runner *r, uint32_t word) {
  const stream_rules *k = r->rules;
  if (k->given) return (word & WORD_TAKEN) != 0;
  return rng_chance(rng_draw(k->branch_key, (*r->branch_draws)++), k->taken_permille);
}

/* The next instruction, on the right path or, behind a mispredicted branch that is not resolved, on the
 * wrong one; a bubble when there is none. */
HOT uint64_t fetch(const runner *r) {
  front_state *f = r->front;
  const stream_rules *k = r->rules;
  if (f->draining) return sim_cause_FILL;
  if (f->wrong_path) {
    const uint32_t index = f->wrong_index;
    f->wrong_index = following(k, index);
    return latched((k->words[index] & ~WORD_TAKEN) | WORD_WRONG_PATH, index);
  }
  if (f->fetched == k->budget) return sim_cause_FILL;
  f->fetched++;
  const uint32_t index = f->next_index;
  const uint32_t word = k->words[index];
  f->next_index = following(k, index);
  if (!(word & WORD_BRANCH)) return latched(word, index);
  if (!branch_is_taken(r, word)) return latched(word & ~WORD_TAKEN, index);
  f->wrong_index = f->next_index;
  f->next_index = k->targets[index];
  f->wrong_path = 1;
  return latched(word | WORD_TAKEN | WORD_MISPREDICTED, index);
}

/* The bubble or instruction of the front end goes where it can; `issued`: the last front stage was left. */
HOT void advance_front(sim *sim, shape s, const runner *r, int issued, int observed) {
  front_state *f = r->front;
  int is_free = issued || !is_valid(f->latch[s.execute - 1]);
  UNROLL
  for (uint32_t stage = s.execute - 1; stage > STAGE_IF; stage--) {
    const int is_held = is_valid(f->latch[stage - 1]);
    if (is_free) {
      if (observed && is_held) rows_shift(rows_front(sim, r->cpu, stage), rows_front(sim, r->cpu, stage - 1));
      f->latch[stage] = f->latch[stage - 1];
    } else is_free = !is_held;
  }
  if (is_free) f->latch[STAGE_IF] = fetch(r);
}

/* The load or store of the lane that stands in the access stage gets the bus, if it is free, for its access. */
HOT void begin_access(back_state *back, shape s, uint32_t lane, const core_rules *k, const runner *runners,
                      uint64_t cycle) {
  const uint32_t access = s.access - s.execute;
  back->access_until[lane] = SIM_NEVER;
  if (*k->bus_free_at > cycle) return;
  const uint64_t until = cycle + k->memory_cycles;
  back->access_until[lane] = until;
  *k->bus_free_at = until;
  const uint64_t word = back->latch[access][lane];
  const uint32_t destination = word_destination(word);
  if (!(word & WORD_LOAD) || destination == 0) return;
  /* A younger instruction that was issued may have claimed the register. */
  const uint32_t index = back->owner[access][lane];
  UNROLL
  for (uint32_t i = 0; i < access; i++)
    for (uint32_t l = 0; l < s.lanes; l++)
      if (is_valid(back->latch[i][l]) && back->owner[i][l] == index && word_destination(back->latch[i][l]) == destination)
        return;
  runners[index].rules->ready[destination] = until - 1 + k->load_use_cycles;
}

/* A mispredicted branch is resolved: what was fetched behind it is flushed. */
HOT void flush(sim *sim, shape s, back_state *back, const runner *r, uint32_t core, uint32_t front_stages,
               int observed) {
  UNROLL
  for (uint32_t stage = front_stages; stage-- > STAGE_IF;) {
    if (observed && is_valid(r->front->latch[stage]))
      rows_remove(sim, rows_front(sim, r->cpu, stage), SIM_ROW_FLUSHED);
    r->front->latch[stage] = sim_cause_BRANCH;
  }
  r->front->wrong_path = 0;
  if (s.resolve <= s.execute) return;
  for (uint32_t i = 0; i < s.resolve - s.execute; i++)
    for (uint32_t l = 0; l < s.lanes; l++) {
      const uint64_t word = back->latch[i][l];
      if (!is_valid(word) || back->owner[i][l] != r->index || !(word & WORD_WRONG_PATH)) continue;
      if (observed) rows_remove(sim, rows_back(sim, core, l, i), SIM_ROW_FLUSHED);
      back->latch[i][l] = sim_cause_BRANCH;
    }
}

HOT int is_occupied(const back_state *back, shape s, uint32_t i) {
  for (uint32_t l = 0; l < s.lanes; l++)
    if (is_valid(back->latch[i][l])) return 1;
  return 0;
}

/* Everybody in the stage goes to the next. */
HOT void shift(sim *sim, shape s, back_state *back, uint32_t core, uint32_t to, int observed) {
  for (uint32_t l = 0; l < s.lanes; l++) {
    if (observed) rows_shift(rows_back(sim, core, l, to), rows_back(sim, core, l, to - 1));
    back->latch[to][l] = back->latch[to - 1][l];
    back->owner[to][l] = back->owner[to - 1][l];
  }
}

HOT void fill_with(back_state *back, shape s, uint32_t i, uint64_t bubble) {
  for (uint32_t l = 0; l < s.lanes; l++) back->latch[i][l] = bubble;
}

/* The access stage; returns whether it was left. */
HOT int move_access(sim *sim, shape s, back_state *back, const core_rules *k, const runner *runners, uint32_t core,
                    uint64_t cycle, int observed) {
  const uint32_t access = s.access - s.execute;
  uint64_t until = 0;
  for (uint32_t l = 0; l < s.lanes; l++) until = later(until, back->access_until[l]);
  if (until <= cycle) {
    shift(sim, s, back, core, access + 1, observed);
    for (uint32_t l = 0; l < s.lanes; l++) back->access_until[l] = 0;
    return 1;
  }
  fill_with(back, s, access + 1, until == SIM_NEVER ? sim_cause_BUS : sim_cause_MEMORY);
  for (uint32_t l = 0; l < s.lanes; l++)
    if (back->access_until[l] == SIM_NEVER) begin_access(back, s, l, k, runners, cycle);
  return 0;
}

/* Who has come to the stage begins what he does there. */
HOT void arrive(sim *sim, shape s, back_state *back, uint32_t i, const core_rules *k, const runner *runners,
                uint32_t core, uint64_t cycle, int observed) {
  for (uint32_t l = 0; l < s.lanes; l++) {
    const uint64_t word = back->latch[i][l];
    if (!is_valid(word)) continue;
    if (i == s.access - s.execute && (word & (WORD_LOAD | WORD_STORE)))
      begin_access(back, s, l, k, runners, cycle);
    if (s.resolve == s.execute + i - 1 && (word & WORD_MISPREDICTED))
      flush(sim, s, back, &runners[back->owner[i][l]], core, s.execute, observed);
  }
}

/* Who is behind EX moves on, if possible, from the last stage back. Returns whether EX was left. */
HOT int move_back_end(sim *sim, shape s, back_state *back, const core_rules *k, const runner *runners, uint32_t core,
                      uint64_t cycle, int observed) {
  const uint32_t last = s.last - s.execute, access = s.access - s.execute;
  if (observed)
    for (uint32_t l = 0; l < s.lanes; l++) rows_leave(rows_back(sim, core, l, last));
  UNROLL
  for (uint32_t i = last; i > access + 1; i--) shift(sim, s, back, core, i, observed);
  int is_free = move_access(sim, s, back, k, runners, core, cycle, observed);
  UNROLL
  for (uint32_t i = access; i > 0; i--) {
    if (!is_free) {
      is_free = i > 1 && !is_occupied(back, s, i - 1); /* bubbles close up */
      continue;
    }
    if (i == 1 && back->execute_until > cycle) {
      fill_with(back, s, 1, sim_cause_MULTIPLY);
      return 0;
    }
    shift(sim, s, back, core, i, observed);
    fill_with(back, s, i - 1, sim_cause_FILL); /* taken by who is behind, or by his bubble */
    arrive(sim, s, back, i, k, runners, core, cycle, observed);
  }
  return is_free;
}

HOT int has_operands(const runner *r, uint64_t word, uint64_t cycle) {
  return r->rules->ready[word_source1(word)] <= cycle && r->rules->ready[word_source2(word)] <= cycle;
}

/* Who is in the last front stage enters EX, in this lane. */
HOT void issue(sim *sim, shape s, back_state *back, uint32_t lane, const core_rules *k, const runner *r, uint32_t core,
               uint64_t cycle, int observed) {
  const uint64_t word = r->front->latch[s.execute - 1];
  if (observed) rows_shift(rows_back(sim, core, lane, 0), rows_front(sim, r->cpu, s.execute - 1));
  back->latch[0][lane] = word;
  back->owner[0][lane] = (uint8_t)r->index;
  const uint64_t until = cycle + (word & WORD_MULTIPLY ? k->multiply_cycles : 1);
  back->execute_until = lane == 0 ? until : later(back->execute_until, until);
  const uint32_t destination = word_destination(word);
  if (destination != 0) r->rules->ready[destination] = word & WORD_LOAD ? SIM_NEVER : 0;
  if ((word & WORD_MISPREDICTED) && s.resolve + 1 == s.execute)
    flush(sim, s, back, r, core, s.execute - 1, observed);
}

/* One stream has the pipeline to itself. Afterwards everybody stands where he is in `cycle`. */
HOT void move_alone(sim *sim, shape s, back_state *back, const core_rules *k, const runner *r, uint32_t core,
                    uint64_t cycle, int observed) {
  const int was_left = move_back_end(sim, s, back, k, r, core, cycle, observed);
  const uint64_t word = r->front->latch[s.execute - 1];
  int issued = 0;
  if (!is_valid(word)) {
    if (was_left) back->latch[0][0] = word; /* its bubble */
  } else if (was_left || !is_valid(back->latch[0][0])) { /* a bubble in EX closes up */
    issued = has_operands(r, word, cycle);
    if (issued) issue(sim, s, back, 0, k, r, core, cycle, observed);
    else if (was_left) back->latch[0][0] = sim_cause_LOAD_USE;
  }
  advance_front(sim, s, r, issued, observed);
}

/* ---- why somebody stands still ---- */

static shape shape_of(const sim_config *c) {
  return (shape){
      .execute = c->execute_stage,
      .access = c->access_stage,
      .last = c->stage_count - 1u,
      .resolve = c->branch_resolve_stage,
      .lanes = c->issue_width,
  };
}

/* Of who stands in the stage, in the cycle `next`. */
static enum sim_cause back_stall(const back_state *back, shape s, uint32_t stage, uint64_t next) {
  const uint32_t access = s.access - s.execute;
  enum sim_cause cause = sim_cause_BUSY;
  for (uint32_t i = access + 1; i-- > stage - s.execute;) {
    uint64_t until = 0;
    if (!is_occupied(back, s, i)) cause = sim_cause_BUSY; /* room */
    else if (i == access) {
      for (uint32_t l = 0; l < s.lanes; l++) until = later(until, back->access_until[l]);
      if (until > next) cause = until == SIM_NEVER ? sim_cause_BUS : sim_cause_MEMORY;
    } else if (i == 0 && back->execute_until > next) cause = sim_cause_MULTIPLY;
  }
  return cause;
}

enum sim_cause pipeline_back_stall(const sim *sim, uint32_t core, uint32_t stage) {
  return back_stall(&sim->state->cores[core].back, shape_of(&sim->config), stage, sim->state->cycle);
}

enum sim_cause pipeline_front_stall(const sim *sim, uint32_t cpu, uint32_t stage) {
  const stream_state *p = &sim->state->cpus[cpu].stream;
  const uint64_t next = sim->state->cycle;
  const back_state *back = &sim->state->cores[core_of_cpu(sim, cpu)].back;
  enum sim_cause cause = back_stall(back, shape_of(&sim->config), sim->config.execute_stage, next);
  for (uint32_t i = sim->config.execute_stage; i-- > stage;) {
    const uint64_t word = p->front.latch[i];
    if (!is_valid(word)) cause = sim_cause_BUSY;
    else if (i + 1 == sim->config.execute_stage && cause == sim_cause_BUSY) {
      const uint64_t both = later(p->ready[word_source1(word)], p->ready[word_source2(word)]);
      /* A load that stands before MEM finishes its access in `next` at the earliest. */
      if (both == SIM_NEVER ? sim->config.load_use_cycles > 0 : both > next) cause = sim_cause_LOAD_USE;
    }
  }
  return cause;
}

/* ---- running ---- */

enum { RUN_LIMIT = 1 << 20 }; /* cycles at once, so that the tally never overflows */

/* What a context did with its cycles. */
typedef struct tally {
  uint64_t retired;
  uint64_t busy;
  uint32_t lost[SIM_CAUSE_LIMIT];
} tally;

/* The latches of the last stream stay visible until the first cycle of the next. */
static void empty_front(sim *sim, uint32_t cpu) {
  stream_state *p = &sim->state->cpus[cpu].stream;
  if (!p->fresh) return;
  for (int stage = 0; stage < FRONT_LIMIT; stage++) p->front.latch[stage] = sim_cause_FILL;
  for (int r = 0; r < 32; r++) p->ready[r] = 0;
  p->front.fetch_until = 0;
  p->front.wrong_path = 0;
  p->front.wrong_index = 0;
  p->fresh = 0;
  rows_forget_front(sim, cpu);
}

static void empty_back(sim *sim, uint32_t core) {
  back_state *back = &sim->state->cores[core].back;
  back->execute_until = 0;
  for (int l = 0; l < LANE_LIMIT; l++) {
    back->access_until[l] = 0;
    for (int i = 0; i < BACK_LIMIT; i++) back->latch[i][l] = sim_cause_FILL;
  }
  rows_forget_back(sim, core);
}

static stream_rules rules_of(sim *sim, uint32_t cpu) {
  stream_state *p = &sim->state->cpus[cpu].stream;
  const routine_code *code = &sim->code[p->stream];
  return (stream_rules){
      .words = code->words,
      .targets = code->targets,
      .ready = p->ready,
      .branch_key = code->branch_key,
      .budget = p->budget,
      .goal = p->front.draining ? p->front.fetched : p->budget,
      .length = code->length,
      .taken_permille = code->taken_permille,
      .given = code->given,
  };
}

static core_rules core_rules_of(sim *sim) {
  return (core_rules){
      .bus_free_at = &sim->state->bus.free_at,
      .memory_cycles = sim->config.memory_cycles,
      .multiply_cycles = sim->config.multiply_cycles,
      .load_use_cycles = sim->config.load_use_cycles,
  };
}

/* The cpu has the core to itself; each cycle is billed to what the last stage holds. */
HOT uint64_t run_alone(sim *sim, shape s, uint32_t core, uint64_t from, uint64_t to, int stop_retired, tally *t,
                       int observed) {
  const uint32_t cpu = core;
  stream_state *p = &sim->state->cpus[cpu].stream;
  const stream_rules rules = rules_of(sim, cpu);
  const core_rules k = core_rules_of(sim);
  front_state front = p->front;
  back_state back = sim->state->cores[core].back;
  const int is_routine = p->stream < SIM_ROUTINE_LIMIT;
  uint64_t draws = is_routine ? sim->state->branch_draws[p->stream] : 0;
  const runner r = {.front = &front, .rules = &rules, .branch_draws = &draws, .cpu = cpu, .index = 0};
  if (front.draining && is_valid(front.latch[STAGE_IF])) front.latch[STAGE_IF] = sim_cause_FILL; /* nullified */
  uint64_t cycle = from;
  while (cycle < to) {
    move_alone(sim, s, &back, &k, &r, core, cycle, observed);
    cycle++;
    const uint64_t leaving = back.latch[s.last - s.execute][0];
    if (!is_valid(leaving)) {
      t->lost[leaving]++;
      continue;
    }
    front.retired++;
    if (front.retired == rules.goal || stop_retired) break;
  }
  t->retired += front.retired - p->front.retired;
  t->busy += front.retired - p->front.retired;
  p->front = front;
  sim->state->cores[core].back = back;
  if (is_routine) sim->state->branch_draws[p->stream] = draws;
  return cycle;
}

/* What a context that shares the core did with its turn to issue. */
HOT uint32_t loss_of(const sim *sim, shape s, const runner *r, uint32_t core, uint64_t cycle, int is_held) {
  const uint64_t word = r->front->latch[s.execute - 1];
  if (!is_valid(word)) return (uint32_t)word;
  if (!has_operands(r, word, cycle)) return sim_cause_LOAD_USE;
  if (!is_held) return sim_cause_READY;
  const enum sim_cause cause = back_stall(&sim->state->cores[core].back, s, s.execute, cycle);
  return cause == sim_cause_BUSY ? sim_cause_READY : cause;
}

/* The contexts in `active` share the core; each cycle of each is billed to its issue. */
HOT uint64_t run_shared(sim *sim, shape s, uint32_t core, uint32_t active, uint64_t from, uint64_t to,
                        int stop_retired, tally *tallies, int observed) {
  stream_rules rules[SIM_CORE_CONTEXT_LIMIT];
  runner runners[SIM_CORE_CONTEXT_LIMIT];
  back_state *back = &sim->state->cores[core].back;
  const core_rules k = core_rules_of(sim);
  for (uint32_t rest = active; rest != 0; rest &= rest - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(rest);
    const uint32_t cpu = core * sim->config.context_count + i;
    stream_state *p = &sim->state->cpus[cpu].stream;
    rules[i] = rules_of(sim, cpu);
    runners[i] = (runner){
        .front = &p->front,
        .rules = &rules[i],
        .branch_draws = p->stream < SIM_ROUTINE_LIMIT ? &sim->state->branch_draws[p->stream] : NULL,
        .cpu = cpu,
        .index = i,
    };
    if (p->front.draining && is_valid(p->front.latch[STAGE_IF])) p->front.latch[STAGE_IF] = sim_cause_FILL;
  }
  uint64_t cycle = from;
  int is_over = 0;
  while (cycle < to && !is_over) {
    const int was_left = move_back_end(sim, s, back, &k, runners, core, cycle, observed);
    const int is_held = !was_left && is_occupied(back, s, 0);
    uint32_t able = 0;
    for (uint32_t rest = active; rest != 0; rest &= rest - 1) {
      const uint32_t i = (uint32_t)__builtin_ctz(rest);
      const uint64_t word = runners[i].front->latch[s.execute - 1];
      if (is_valid(word) && has_operands(&runners[i], word, cycle)) able |= 1u << i;
    }
    uint32_t issued = 0;
    for (uint32_t lane = 0; lane < s.lanes && able != 0 && !is_held; lane++) {
      const uint32_t i = select_context(sim, core, able);
      issue(sim, s, back, lane, &k, &runners[i], core, cycle, observed);
      issued |= 1u << i;
      able &= ~(1u << i);
    }
    for (uint32_t rest = active; rest != 0; rest &= rest - 1) {
      const uint32_t i = (uint32_t)__builtin_ctz(rest);
      const int did = (int)(issued >> i & 1);
      if (did) tallies[i].busy++;
      else tallies[i].lost[loss_of(sim, s, &runners[i], core, cycle, is_held)]++;
      advance_front(sim, s, &runners[i], did, observed);
    }
    cycle++;
    for (uint32_t l = 0; l < s.lanes; l++) {
      if (!is_valid(back->latch[s.last - s.execute][l])) continue;
      const uint32_t i = back->owner[s.last - s.execute][l];
      runners[i].front->retired++;
      tallies[i].retired++;
      if (runners[i].front->retired == rules[i].goal || stop_retired) is_over = 1;
    }
  }
  return cycle;
}

static int is_plain(const sim_config *c) {
  return c->execute_stage == 2 && c->access_stage == 3 && c->stage_count == 5 && c->branch_resolve_stage == 2;
}

static const shape plain = {.execute = 2, .access = 3, .last = 4, .resolve = 2, .lanes = 1};

#define COLD __attribute__((noinline)) static

COLD uint64_t alone_plain(sim *sim, uint32_t core, uint64_t from, uint64_t to, int stop_retired, tally *t) {
  return run_alone(sim, plain, core, from, to, stop_retired, t, 0);
}

COLD uint64_t alone_any(sim *sim, uint32_t core, uint64_t from, uint64_t to, int stop_retired, tally *t) {
  return run_alone(sim, shape_of(&sim->config), core, from, to, stop_retired, t, 0);
}

COLD uint64_t shared_plain(sim *sim, uint32_t core, uint32_t active, uint64_t from, uint64_t to, int stop_retired,
                           tally *t) {
  return run_shared(sim, plain, core, active, from, to, stop_retired, t, 0);
}

COLD uint64_t shared_any(sim *sim, uint32_t core, uint32_t active, uint64_t from, uint64_t to, int stop_retired,
                         tally *t) {
  return run_shared(sim, shape_of(&sim->config), core, active, from, to, stop_retired, t, 0);
}

static uint64_t run_fast(sim *sim, uint32_t core, uint32_t active, uint64_t from, uint64_t to, int stop_retired,
                         tally *t) {
  if (!is_interleaved(&sim->config)) {
    if (is_plain(&sim->config)) return alone_plain(sim, core, from, to, stop_retired, t);
    return alone_any(sim, core, from, to, stop_retired, t);
  }
  if (is_plain(&sim->config) && sim->config.issue_width == 1)
    return shared_plain(sim, core, active, from, to, stop_retired, t);
  return shared_any(sim, core, active, from, to, stop_retired, t);
}

/* ---- with the rows of the window ---- */

/* Why each instruction could not move, before the cycle. */
typedef struct stalls {
  uint8_t front[SIM_CORE_CONTEXT_LIMIT][FRONT_LIMIT];
  uint8_t back[BACK_LIMIT];
} stalls;

static uint32_t cpu_of_index(const sim *sim, uint32_t core, uint32_t index) {
  return is_interleaved(&sim->config) ? core * sim->config.context_count + index : core;
}

static void note_stalls(const sim *sim, uint32_t core, uint32_t active, stalls *out) {
  for (uint32_t rest = active; rest != 0; rest &= rest - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(rest);
    const uint32_t cpu = cpu_of_index(sim, core, i);
    for (uint32_t stage = 0; stage < sim->config.execute_stage; stage++) {
      const enum sim_cause cause = pipeline_front_stall(sim, cpu, stage);
      /* Who could have issued was not chosen. */
      out->front[i][stage] = is_interleaved(&sim->config) && cause == sim_cause_BUSY ? sim_cause_READY : (uint8_t)cause;
    }
  }
  for (uint32_t stage = sim->config.execute_stage; stage < sim->config.stage_count; stage++)
    out->back[stage - sim->config.execute_stage] = (uint8_t)pipeline_back_stall(sim, core, stage);
}

static void stand(sim *sim, uint32_t core, uint32_t active, uint64_t cycle, const stalls *why) {
  const sim_config *c = &sim->config;
  sim_view_stage who;
  const back_state *back = &sim->state->cores[core].back;
  for (uint32_t i = c->stage_count - c->execute_stage; i-- > 0;)
    for (uint32_t l = 0; l < c->issue_width; l++) {
      if (!is_valid(back->latch[i][l])) continue;
      const cpu_state *cpu = &sim->state->cpus[cpu_of_index(sim, core, back->owner[i][l])];
      rows_describe_word(sim, back->latch[i][l], cpu->stream.stream, &cpu->now, &who);
      rows_stand(sim, cycle, rows_back(sim, core, l, i), c->execute_stage + i, &who, why->back[i]);
    }
  for (uint32_t rest = active; rest != 0; rest &= rest - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(rest);
    const uint32_t number = cpu_of_index(sim, core, i);
    const cpu_state *cpu = &sim->state->cpus[number];
    for (uint32_t stage = c->execute_stage; stage-- > 0;) {
      const uint64_t word = cpu->stream.front.latch[stage];
      if (!is_valid(word)) continue;
      rows_describe_word(sim, word, cpu->stream.stream, &cpu->now, &who);
      rows_stand(sim, cycle, rows_front(sim, number, stage), stage, &who, why->front[i][stage]);
    }
  }
}

static int is_any_over(const sim *sim, uint32_t core, uint32_t active) {
  for (uint32_t rest = active; rest != 0; rest &= rest - 1)
    if (pipeline_is_over(&sim->state->cpus[cpu_of_index(sim, core, (uint32_t)__builtin_ctz(rest))])) return 1;
  return 0;
}

static int has_retired(const tally *t, uint32_t active) {
  for (uint32_t rest = active; rest != 0; rest &= rest - 1)
    if (t[__builtin_ctz(rest)].retired > 0) return 1;
  return 0;
}

/* One cycle after the other, from latch to latch. */
COLD uint64_t run_observed(sim *sim, uint32_t core, uint32_t active, uint64_t from, uint64_t to, int stop_retired,
                           tally *t) {
  const shape s = shape_of(&sim->config);
  const uint64_t cycle_before = sim->state->cycle;
  uint64_t cycle = from;
  rows_begin(sim, core, from);
  while (cycle < to) {
    stalls why;
    sim->state->cycle = cycle; /* the stalls are those of the boundary before */
    note_stalls(sim, core, active, &why);
    sim->state->cycle = cycle_before;
    if (is_interleaved(&sim->config)) run_shared(sim, s, core, active, cycle, cycle + 1, stop_retired, t, 1);
    else run_alone(sim, s, core, cycle, cycle + 1, stop_retired, t, 1);
    stand(sim, core, active, cycle, &why);
    cycle++;
    if (is_any_over(sim, core, active)) break;
    if (stop_retired && has_retired(t, active)) break;
  }
  rows_end(sim, core, cycle);
  return cycle;
}

/* ---- the bill ---- */

static uint64_t stalled(const tally *t) {
  uint64_t cycles = 0;
  for (int cause = sim_cause_LOAD_USE; cause <= sim_cause_BUS; cause++) cycles += t->lost[cause];
  return cycles;
}

/* What falls somewhere in [from, to): within one bin of the series that is exact. */
static void report(sim *sim, const cpu_activity *now, uint64_t from, uint64_t to, const tally *t) {
  const uint32_t layer = sim->config.threads[now->thread].layer;
  series_span(sim->observers, sim_track_kind_CONTEXT_LAYER, now->context, layer, from, to);
  if (stalled(t) > 0) series_span(sim->observers, sim_track_kind_CONTEXT_STALL, now->context, 0, to - stalled(t), to);
}

static uint64_t bill(sim *sim, uint32_t cpu, uint64_t from, uint64_t to, const tally *t) {
  sim_counters *c = &sim->state->counters;
  const cpu_activity *now = &sim->state->cpus[cpu].now;
  c->instructions += t->retired;
  c->instructions_by[now->context] += t->retired;
  if (now->phase != PHASE_RUN_INSTRUCTIONS) return t->retired;
  const uint32_t layer = sim->config.threads[now->thread].layer;
  uint64_t *by_cause = &c->cycles_by[(now->context * SIM_LAYER_LIMIT + layer) * SIM_CAUSE_LIMIT];
  by_cause[sim_cause_BUSY] += t->busy;
  for (int cause = 0; cause < SIM_CAUSE_LIMIT; cause++) by_cause[cause] += t->lost[cause];
  if (sim->has_series) report(sim, now, from, to, t);
  return t->retired;
}

static uint32_t active_on(const sim *sim, uint32_t core) {
  uint32_t active = 0;
  for (uint32_t i = 0; i < cpus_of_core(&sim->config); i++)
    if (pipeline_is_used(&sim->state->cpus[cpu_of_index(sim, core, i)])) active |= 1u << i;
  return active;
}

static void empty_fresh(sim *sim, uint32_t core, uint32_t active) {
  for (uint32_t rest = active; rest != 0; rest &= rest - 1) {
    const uint32_t cpu = cpu_of_index(sim, core, (uint32_t)__builtin_ctz(rest));
    if (!sim->state->cpus[cpu].stream.fresh) continue;
    if (!is_interleaved(&sim->config)) empty_back(sim, core);
    empty_front(sim, cpu);
  }
}

uint64_t pipeline_run(sim *sim, uint32_t core, uint64_t from, uint64_t to, int stop_retired) {
  assert(from < to);
  const uint32_t active = active_on(sim, core);
  empty_fresh(sim, core, active);
  to = earlier(to, from + RUN_LIMIT);
  if (sim->has_series) to = earlier(to, series_edge(sim->observers, from));
  uint64_t observed_from = to, observed_to = to;
  rows_overlap(sim, from, to, &observed_from, &observed_to);
  tally tallies[SIM_CORE_CONTEXT_LIMIT];
  for (uint32_t rest = active; rest != 0; rest &= rest - 1) tallies[__builtin_ctz(rest)] = (tally){0};
  uint64_t reached;
  if (observed_from > from) reached = run_fast(sim, core, active, from, observed_from, stop_retired, tallies);
  else reached = run_observed(sim, core, active, from, observed_to, stop_retired, tallies);
  uint64_t retired = 0;
  for (uint32_t rest = active; rest != 0; rest &= rest - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(rest);
    retired += bill(sim, cpu_of_index(sim, core, i), from, reached, &tallies[i]);
  }
  sim->state->counters.detailed_cycles += reached - from;
  if (stop_retired && retired > 0) sim->happened |= 1u << sim_event_kind_RETIRED;
  if (sim->has_series) {
    series_span(sim->observers, sim_track_kind_DETAILED, core, 0, from, reached);
    if (retired > 0)
      series_count(sim->observers, sim_track_kind_INSTRUCTIONS, core, reached - 1, (uint32_t)retired, 0);
  }
  return reached;
}
