#include "base/paths.h"
#include "cpu/blocks/block_engine.h"
#include "cpu/blocks/pass_blocks.h"
#include "memory/burst.h"

_Static_assert(BLOCK_LIMIT <= 32 && BLOCK_LIMIT <= (int)DRAWS_AHEAD, "bits of a word, and addresses of a block");
_Static_assert((int)DRAWS_AHEAD + BLOCK_LIMIT < 0x80 && (int)OUTCOMES_AHEAD + HISTORY_LENGTH < BLOCK_LONG &&
                   (int)OUTCOMES_AHEAD + HISTORY_LENGTH + BLOCK_LONG < 0x80 &&
                   (int)TOTALS_LIMIT + 2 * BLOCK_LIMIT + 2 < 0x8000,
               "no field of a sum overflows");

enum {
  LAST_CYCLES = 4, /* cycles from the issue of an instruction to the end of what it does */
  REWOUND = 3      /* instructions in EX, ID and IF at the begin: they are passed again */
};

/* Runs once for many instructions: made small, and no part of the loops. */
#define SELDOM OPT_SIZE static __attribute__((noinline))

int block_engine_open(block_engine *e) {
  if (e->k->memory_cycles != 1 || e->k->load_use_cycles > 1) return 0;
  if (!e->has_memory) return 1;
  sim *sim = one_machine(e->sim);
  if (!sim->memory.hit_has_no_side_effects || e->k->non_blocking) return 0;
  e->data = data_port_of(sim, e->core);
  if (!e->data.fits_fast_l1) return 0;
  e->code = code_port_of(sim, e->core);
  e->draws.data = drawn_data_of(&e->rules->data, e->data.fits_fast_l1);
  e->dma_cannot_touch = memory_dma_cannot_touch_data(sim, &e->rules->data);
  e->draws.dma_cannot_touch_packet = (uint32_t)memory_dma_cannot_touch_packet(sim, &e->rules->data);
  return 1;
}

INLINE uint32_t address_of(const data_rules *rules, uint32_t index, uint64_t draw, uint32_t *words) {
  if (rules->given != NULL) return memory_given_address(&rules->given[index], rules->copy_offset);
  return memory_drawn_address(rules, draw, words);
}

/* Accesses of a run of blocks. */
typedef struct access_log {
  uint64_t draws, hits;
  uint64_t missed_from, missed_until; /* of the last miss: end of a hit in its place, and its own end */
  uint64_t stalls; /* cycles lost to misses or to the bus */
  uint32_t words; /* of the packet, accessed before those that are drawn ahead */
} access_log;

SELDOM int is_fetched_quietly(const stream_rules *rules, const code_port *code, uint32_t index, uint32_t next) {
  const uint32_t pc = rules->address + index * INSTRUCTION_BYTES, then = rules->address + next * INSTRUCTION_BYTES;
  return code->geometry == NULL || pc >> code->line_shift == then >> code->line_shift || code_port_holds(code, then);
}

/* Fetches between the issue of the instruction at `index` and its access all hit, so the access may be made before
 * them. `code` NULL: all code hits. */
SELDOM int next_are_quiet(const stream_rules *rules, const code_port *code, uint32_t index) {
  if (code == NULL) return 1;
  const uint32_t next = following(rules, index);
  if (!is_fetched_quietly(rules, code, index, next) ||
      !is_fetched_quietly(rules, code, index, following(rules, next)))
    return 0;
  return !(rules->words[next] & WORD_BRANCH) || is_fetched_quietly(rules, code, index, rules->targets[next]);
}

/* A branch behind the access would be resolved in ID while the access holds the pipeline: its bubble would be
 * hidden. */
INLINE int next_is_hidden(const block_engine *e, uint32_t index) {
  const stream_rules *rules = e->rules;
  return e->flush_cycles == 1 && (rules->words[following(rules, index)] & WORD_BRANCH);
}

/* Makes an access that may miss, after the DMA bursts that come before it. Returns its end, 0 if it cannot be made
 * yet. */
SELDOM uint64_t access_slowly(block_engine *e, const code_port *code, uint32_t index, uint32_t address, uint32_t writes,
                              int is_absent, uint64_t cycle) {
  const stream_rules *rules = e->rules;
  sim *sim = one_machine(e->sim);
  if (next_is_hidden(e, index) || !next_are_quiet(rules, code, index)) return 0;
  const uint64_t until = HAS_PATH(PATH_FAST_MISS) && is_absent && sim->memory.fits_l1_miss_fast
                             ? l1_miss_fast(sim, &rules->data, address, writes, cycle)
                             : memory_access_slowly(sim, e->core, 0, &rules->data, address,
                                                    writes ? WORD_STORE : WORD_LOAD, cycle);
  e->bus_turn = burst_turn(sim);
  return until;
}

/* access_slowly without caches: waits for the bus. */
SELDOM uint64_t access_in_turn(block_engine *e, uint64_t accessed, uint32_t index, uint64_t cycle) {
  sim *sim = one_machine(e->sim);
  if (next_is_hidden(e, index)) return 0;
  *e->k->bus_free_at = later(*e->k->bus_free_at, accessed);
  const uint64_t from = burst_grant(sim, cycle, e->end);
  e->bus_turn = burst_turn(sim);
  return from < e->end ? from + 1 : 0;
}

SELDOM void let_bursts_go_first(block_engine *e, uint64_t cycle) {
  sim *sim = one_machine(e->sim);
  burst_let_go_first(sim, cycle);
  e->bus_turn = burst_turn(sim);
}

/* Outcomes from branch number `number` on: bits of *taken. Returns the number behind the last that is known; where
 * the code has the outcomes, only that of the branch at `index` is. */
SELDOM uint64_t next_outcomes(const block_engine *e, uint32_t index, uint64_t number, uint32_t *taken) {
  const stream_rules *rules = e->rules;
  if (rules->given) {
    *taken = rules->words[index] & WORD_TAKEN ? 1u << number % OUTCOMES_AHEAD : 0;
    return number + 1;
  }
  sim *sim = one_machine(e->sim);
  drawn_outcomes *o = &sim->outcomes[cpu_at(sim, e->core)->stream.stream];
  if (o->until - number - 1 >= OUTCOMES_AHEAD) draw_outcomes(o, rules, number);
  *taken = o->taken;
  return o->until;
}

/* Commits the speculated hits that were passed, rolls back the others. */
INLINE void commit_ahead(block_engine *e, block_run *s) {
  commit_hits(&e->draws, &e->data, s->ahead, (uint32_t)s->writes);
  s->writes = 0;
  s->hits_until = s->ahead;
}

/* Draws the next DRAWS_AHEAD addresses, from the first that was not passed on: a block may need so many. */
INLINE void refill_addresses(block_engine *e, block_run *s, uint32_t *words) {
  commit_ahead(e, s);
  *words += words_ahead(&e->draws, s->ahead);
  draw_addresses(&e->draws, &e->rules->data, e->draws.address_from + s->ahead, *words);
  s->ahead = 0;
  s->hits_until = speculate_hits(&e->draws, &e->data, 0);
}

/* Begins at the address that the state counts as next. */
INLINE void begin_draws(block_engine *e, block_run *s, access_log *log) {
  if (!is_drawn_ahead(&e->draws, log->draws)) draw_addresses(&e->draws, &e->rules->data, log->draws, log->words);
  s->ahead = (uint32_t)(log->draws - e->draws.address_from);
  log->words -= words_ahead(&e->draws, s->ahead); /* of those that are drawn ahead none is counted */
  s->hits_until = speculate_hits(&e->draws, &e->data, s->ahead);
}

INLINE uint32_t next_address(const block_engine *e, const block_run_invariants *g, const block_run *s, int is_special,
                             uint32_t *words) {
  if (!g->has_memory) return 0;
  if (!is_special) return e->draws.addresses[s->ahead];
  return address_of(&e->rules->data, s->index, e->draws.address_from + s->ahead, words);
}

/* Lets DMA bursts go first if they are due before the access, which ends at `until`. Returns whether none is left. */
INLINE int settle_bursts(block_engine *e, const block_run_invariants *g, block_run *s, const code_port *code,
                         uint64_t until) {
  if (until <= e->bus_turn) return 1;
  if (!g->has_memory || !next_are_quiet(e->rules, code, s->index)) return 0;
  if (g->is_drawn) commit_ahead(e, s);
  let_bursts_go_first(e, until - 1);
  return 1;
}

/* Makes the next access, which is not a speculated hit. Returns 0 if it cannot be made yet. */
INLINE int resolve_access(block_engine *e, const block_run_invariants *g, block_run *s, block_history *c,
                          access_log *log) {
  const stream_rules *rules = e->rules;
  const uint32_t writes = (rules->words[s->index] & WORD_STORE) / WORD_STORE;
  const uint64_t plain = s->time + 2;
  uint64_t until = plain;
  uint32_t words = log->words;
  const int is_not_speculated = !g->is_drawn || s->ahead != s->hits_until; /* speculation stopped before it */
  if (g->is_drawn && is_not_speculated) commit_ahead(e, s);
  const int is_special = !g->is_drawn || e->draws.addresses[s->ahead] == DRAW_IS_SPECIAL;
  const uint32_t where = next_address(e, g, s, is_special, &words);
  const int is_absent = !is_special && !is_not_speculated; /* a line that is absent stays so until it is filled */
  const code_port *code = s->unknown != 0 ? &e->code : NULL;
  const int is_first = settle_bursts(e, g, s, code, plain);
  if (!is_first || is_absent || (g->has_memory && !access_hits(&g->data, where, writes))) {
    if (g->is_drawn) commit_ahead(e, s);
    until = g->has_memory ? access_slowly(e, code, s->index, where, writes, is_absent, plain - 1)
                          : access_in_turn(e, s->accessed, s->index, plain - 1);
    note_event(c, s->left, s->time, until, s->index, 0);
    if (until != 0) {
      if (g->has_memory && until != plain) log->missed_from = plain, log->missed_until = until;
      log->hits--;
      log->stalls += until - plain;
    }
  }
  s->time++;
  s->left--;
  if (until != 0) {
    log->words = words;
    s->ahead++;
    if (g->is_drawn) s->hits_until = speculate_hits(&e->draws, &e->data, s->ahead);
    s->accessed = until;
    s->time += until - plain + (g->blocks[s->index].waits & 1);
  }
  s->index = following(rules, s->index);
  return until != 0;
}

/* Passes blocks without calls: in WebAssembly values then stay in registers, and so does the base address of memory.
 * Returns what the next block needs. */
INLINE enum event pass_blocks(const block_run_invariants *g, block_run *s, block_history *c) {
  enum event event;
  do {
    event = g->knows_blocks && s->unknown == 0 ? pass_known_blocks(g, s, c) : GOES_ON;
    if (event == GOES_ON || (event == MORE_OUTCOMES && g->one_outcome)) event = pass_block(g, s, c);
  } while (event == GOES_ON);
  return event;
}

/* Brings what the next block needs, and passes on, until that is not possible. */
INLINE void run(block_engine *e, const block_run_invariants *g, block_run *s, block_history *c, access_log *log) {
  s->asks_from = g->asks_never ? SIM_NEVER : e->bus_turn;
  for (;;) {
    const enum event event = pass_blocks(g, s, c);
    if (event == LEAVES) return;
    if (event == NEW_LINE) {
      if (!code_port_hits_any(&e->code, pc_of(g, s->index))) return;
      s->line = line_of(g, s->index);
      s->code_hits++;
    } else if (event == MORE_ADDRESSES || (event == ACCESS && g->is_drawn && s->ahead == DRAWS_AHEAD)) {
      refill_addresses(e, s, &log->words);
    } else if (event == MORE_OUTCOMES) {
      uint32_t taken; /* its address is taken, so it is not a part of the run */
      s->outcomes_until = next_outcomes(e, s->index, s->branch_draws, &taken);
      s->taken = taken;
    } else {
      const int is_made = resolve_access(e, g, s, c, log);
      s->asks_from = g->asks_never ? SIM_NEVER : e->bus_turn;
      if (!is_made) return;
    }
  }
}

/* ---- the begin ---- */

INLINE uint32_t branch_count(uint64_t word) { return (uint32_t)(word & WORD_BRANCH) / WORD_BRANCH; }

/* Begins with the instruction in EX. The fetches and draws of those in ID and IF are taken back. */
INLINE block_run begin_at(const block_engine *e, const block_run_invariants *g, uint64_t from) {
  const front_state *f = e->front;
  const uint64_t first = e->back->latch[0][0], second = f->latch[STAGE_IF + 1], third = f->latch[STAGE_IF];
  block_run s = {
      .time = from - 1,
      .left = e->rules->budget - f->fetched + REWOUND,
      .index = word_index(first),
      .unknown = unknown_lines(g),
  };
  if (!e->rules->given)
    s.branch_draws = *e->branch_draws - branch_count(first) - branch_count(second) - branch_count(third);
  if (!g->has_code) return s;
  const uint64_t line = line_of(g, word_index(first)), line_of_second = line_of(g, word_index(second));
  s.line = line;
  s.code_hits -= line_of_second != line; /* already counted when they were fetched */
  s.code_hits -= line_of(g, word_index(third)) != line_of_second;
  return s;
}

/* ---- the end ---- */

/* Writes draws, counters, and what the bus and the access stage know of the last access, which ended at `accessed`. */
SELDOM void leave_accesses(block_engine *e, const access_log *log, uint64_t accessed) {
  const data_rules *data = &e->rules->data;
  if (accessed == 0) return; /* no access was made */
  e->back->missed_from = accessed == log->missed_until ? log->missed_from : SIM_NEVER;
  if (!e->has_memory) {
    *e->k->bus_free_at = later(*e->k->bus_free_at, accessed);
    return;
  }
  if (data->given == NULL) *data->draws = log->draws;
  *data->words = log->words;
  state_of(one_machine(e->sim))->counters.caches[CACHE_L1D].accesses[data->layer] += log->hits;
}

/* Results of accesses that the stepped access stage will ask for: of last[from] and younger. */
INLINE void hand_over_accesses(made_accesses *made, const passed_instruction *last, uint32_t from) {
  made->next = made->count = 0;
  for (uint32_t i = from; i < HISTORY_LENGTH; i++)
    if (last[i].accessed != 0) made->until[made->count++] = last[i].accessed;
}

INLINE uint64_t delay_of(const passed_instruction *p) {
  return p->accessed > p->issued + 2 ? p->accessed - p->issued - 2 : 0;
}

static void set_ready(const block_engine *e, const passed_instruction *p, int is_accessed) {
  const uint32_t destination = word_destination(p->word);
  if (destination == 0) return;
  const uint64_t there = is_accessed ? p->accessed - 1 + e->k->load_use_cycles : SIM_NEVER;
  e->rules->ready[destination] = p->word & WORD_LOAD ? there : 0;
}

/* What stands in EX and in the access stage at the end. */
typedef struct back_end_view {
  const passed_instruction *youngest; /* that was issued: the last in EX, or behind it */
  uint32_t index;   /* of it, in `last` */
  uint32_t bubbles; /* of a flush, issued behind it */
} back_end_view;

/* The boundary is the one behind the cycle in which the last instruction was fetched: last[3] is in IF. */
INLINE back_end_view view_of(const passed_instruction *last, uint32_t flush_cycles) {
  if (last[2].word & WORD_MISPREDICTED) return (back_end_view){&last[2], 2, flush_cycles - 1};
  return (back_end_view){&last[1], 1, last[1].word & WORD_MISPREDICTED ? flush_cycles : 0};
}

/* Takes off what has not come to write-back: `next` is the word behind the last instruction. */
SELDOM void take_off_younger(const block_engine *e, const passed_instruction *last, uint32_t youngest, uint64_t next,
                             uint32_t *stalls) {
  for (uint32_t i = HISTORY_LENGTH; i-- > youngest; next = last[i].word) {
    const uint64_t word = last[i].word;
    stalls[stall_of_access(e->has_memory)] -= (uint32_t)delay_of(&last[i]);
    if (word & WORD_MISPREDICTED) stalls[sim_cause_BRANCH] -= e->flush_cycles;
    if (!is_access(word) || last[i].accessed != 0)
      stalls[sim_cause_LOAD_USE] -= waits_for_register(next, load_destination(word, e->k->load_use_cycles));
    if (i == youngest) continue; /* it was issued */
    *e->k->branches -= branch_count(word);
    *e->k->mispredicted -= (word & WORD_MISPREDICTED) != 0;
  }
}

/* Writes the back end with `x` in EX and, before it, an instruction or a bubble in the access stage. */
SELDOM void leave_unflushed(block_engine *e, const passed_instruction *x, uint32_t *stalls) {
  back_state *b = e->back;
  const passed_instruction *before = x - 1;
  b->latch[0][0] = x->word;
  b->latch[1][0] = before->word;
  b->execute_until[0] = x->issued + 1;
  b->access_until[0] = before->accessed;
  if (before->word & WORD_MISPREDICTED) b->latch[1][0] = sim_cause_BRANCH;
  else if (waits_for_register(x->word, load_destination(before->word, e->k->load_use_cycles)))
    b->latch[1][0] = sim_cause_LOAD_USE;
  else if (delay_of(before) && !waits_for_register(x->word, load_destination(before->word, 1)))
    b->execute_until[0] = before->issued + 2; /* it entered EX while the access stage was held */
  if (is_valid(b->latch[1][0])) {
    if (before->accessed != 0) b->missed_from = e->has_memory && delay_of(before) ? before->issued + 2 : SIM_NEVER;
    set_ready(e, before, 1);
  } else {
    b->access_until[0] = 0;
    stalls[b->latch[1][0]]--; /* not in write-back yet */
  }
  set_ready(e, x, 0);
}

/* Writes the latches of the boundary behind the cycle in which the last instruction was fetched, and returns that
 * boundary. `t->stalls` covers everything up to the issue of the next instruction: cycles that have not come to
 * write-back are taken off. */
SELDOM uint64_t leave_latches(block_engine *e, const block_history *c, const passed_instruction *last,
                              stall_counts *t) {
  front_state *f = e->front;
  back_state *b = e->back;
  const stream_rules *rules = e->rules;
  const back_end_view v = view_of(last, e->flush_cycles);
  const uint64_t at = v.youngest->issued + 1 + v.bubbles;
  take_off_younger(e, last, v.index, rules->words[c->index], t->stalls);
  if (v.bubbles == 0) leave_unflushed(e, v.youngest, t->stalls);
  else {
    b->latch[0][0] = sim_cause_BRANCH;
    b->latch[1][0] = v.bubbles == 1 ? v.youngest->word : sim_cause_BRANCH;
    b->execute_until[0] = v.youngest->issued + 1;
    b->access_until[0] = 0;
  }
  f->latch[STAGE_IF + 1] = v.index == 2 ? sim_cause_BRANCH : last[2].word;
  f->latch[STAGE_IF] = last[3].word;
  f->wrong_path = (last[3].word & WORD_MISPREDICTED) != 0;
  if (e->has_memory) {
    f->fetch_until = v.bubbles == 0 ? b->execute_until[0] : at;
    f->fetch_line = (rules->address + word_index(last[3].word) * INSTRUCTION_BYTES) >> e->k->fetch_line_shift;
  }
  const uint32_t issued = (uint32_t)is_valid(b->latch[0][0]) + (uint32_t)is_valid(b->latch[1][0]);
  const uint64_t retired = c->count - (HISTORY_LENGTH - 1 - v.index) - issued;
  f->retired += retired;
  t->retired += retired;
  t->busy += retired;
  hand_over_accesses(e->made, last, v.index + (v.bubbles != 0));
  return at;
}

SELDOM uint64_t leave(block_engine *e, const block_run *s, const block_history *c, const access_log *log, uint64_t from,
                      uint64_t branches, stall_counts *t) {
  front_state *f = e->front;
  const stream_rules *rules = e->rules;
  passed_instruction last[HISTORY_LENGTH] = {{0}};
  history_last(c, rules, e->k->load_use_cycles, last);
  leave_accesses(e, log, s->accessed);
  if (c->count <= REWOUND) { /* nothing was passed that is not in the latches already */
    hand_over_accesses(e->made, last, 0);
    return from;
  }
  /* The access stage is left in the first cycle. A load in EX has brought its register by the end. */
  const uint64_t leaving = e->back->latch[1][0], first = e->back->latch[0][0];
  if (is_valid(leaving)) f->retired++, t->retired++, t->busy++;
  else t->stalls[leaving]++;
  if (first & WORD_LOAD) rules->ready[word_destination(first)] = 0;
  rules->ready[0] = 0;
  if (e->has_memory)
    state_of(one_machine(e->sim))->counters.caches[CACHE_L1I].accesses[rules->data.layer] += s->code_hits;
  if (!rules->given) *e->branch_draws = s->branch_draws;
  *e->k->branches += branches - branch_count(first);
  *e->k->mispredicted += s->mispredicted;
  const uint64_t lost_branch = s->mispredicted * e->flush_cycles;
  t->stalls[sim_cause_LOAD_USE] += (uint32_t)(s->time - (from - 1) - c->count - lost_branch - log->stalls);
  t->stalls[sim_cause_BRANCH] += (uint32_t)lost_branch;
  t->stalls[stall_of_access(e->has_memory)] += (uint32_t)log->stalls;
  f->fetched = rules->budget - s->left;
  f->next_index = s->index;
  if (branches != 0) {
    const uint32_t next = following(rules, s->last_branch);
    f->wrong_index = s->last_taken ? next : rules->targets[s->last_branch];
    if (s->last_taken && !(last[3].word & WORD_MISPREDICTED)) /* fetches until the branch was resolved */
      for (uint32_t i = 0; i < e->flush_cycles; i++) f->wrong_index = following(rules, f->wrong_index);
  }
  return leave_latches(e, c, last, t);
}

INLINE uint64_t run_blocks_of(block_engine *e, int has_memory, uint64_t from, stall_counts *t) {
  const stream_rules *rules = e->rules;
  const data_rules *const data = &rules->data;
  const block_run_invariants g = {
      .blocks = rules->blocks,
      .given = has_memory ? data->given : NULL,
      .copy_offset = data->copy_offset,
      .code = e->code,
      .data = e->data,
      .stop = e->end - LAST_CYCLES,
      .length = rules->length,
      .address = rules->address,
      .flush_cycles = e->flush_cycles,
      .has_memory = has_memory,
      .has_code = has_memory && e->code.geometry != NULL,
      .is_drawn = has_memory && data->given == NULL,
      .asks_never = has_memory && data->given == NULL && e->dma_cannot_touch,
      .knows_blocks = HAS_PATH(PATH_KNOWN_BLOCKS) && !(has_memory && data->given != NULL),
      .one_outcome = rules->given != 0,
  };
  access_log log = {.draws = has_memory ? *data->draws : 0, .words = has_memory ? *data->words : 0};
  block_history c;
  history_begin(&c);
  block_run s = begin_at(e, &g, from);
  const uint64_t left = s.left, branch_draws = s.branch_draws, draws = log.draws;
  e->draws.moved = 0;
  if (g.is_drawn) begin_draws(e, &s, &log);
  run(e, &g, &s, &c, &log);
  if (g.is_drawn) {
    commit_ahead(e, &s);
    log.draws = e->draws.address_from + s.ahead;
    log.words += words_ahead(&e->draws, s.ahead);
  } else log.draws += s.ahead;
  log.hits += log.draws - draws;
  history_end(&c, g.blocks, &s, left - s.left);
  return leave(e, &s, &c, &log, from, s.branch_draws - branch_draws, t);
}

#define NO_INLINE static __attribute__((noinline))
NO_INLINE uint64_t run_plain_blocks(block_engine *e, uint64_t from, stall_counts *t) {
  return run_blocks_of(e, 0, from, t);
}
NO_INLINE uint64_t run_cached_blocks(block_engine *e, uint64_t from, stall_counts *t) {
  return run_blocks_of(e, 1, from, t);
}

uint64_t run_blocks(block_engine *e, uint64_t from, stall_counts *t) {
  const sim *sim = one_machine(e->sim);
  e->bus_turn = burst_turn(sim);
  if (e->has_memory) return run_cached_blocks(e, from, t);
  if (e->bus_turn != 0 && *e->k->bus_free_at > from) return from;
  return run_plain_blocks(e, from, t);
}
