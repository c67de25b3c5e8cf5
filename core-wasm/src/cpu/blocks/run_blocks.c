#include "base/paths.h"
#include "cpu/blocks/block_run.h"
#include "cpu/blocks/pass_blocks.h"
#include "memory/burst.h"

_Static_assert(BLOCK_LIMIT <= 32 && BLOCK_LIMIT <= (int)DRAWS_AHEAD, "bits of a word, and addresses of a block");
_Static_assert((int)DRAWS_AHEAD + BLOCK_LIMIT < 0x80 && (int)OUTCOMES_AHEAD + HISTORY_LENGTH < BLOCK_LONG &&
                   (int)OUTCOMES_AHEAD + HISTORY_LENGTH + BLOCK_LONG < 0x80 &&
                   (int)TOTALS_LIMIT + 2 * BLOCK_LIMIT + 2 < 0x8000,
               "no field of a sum overflows");

enum { LAST_CYCLES = 4 }; /* cycles from the issue of an instruction to its last effect */

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

RARE static int is_fetched_quietly(const stream_rules *rules, const code_port *code, uint32_t index, uint32_t next) {
  const uint32_t pc = rules->address + index * INSTRUCTION_BYTES, then = rules->address + next * INSTRUCTION_BYTES;
  return code->geometry == NULL || pc >> code->line_shift == then >> code->line_shift || code_port_holds(code, then);
}

/* All fetches between the issue of the instruction at `index` and its access hit, so the access may be made before
 * them. `code` NULL: all code hits. */
RARE static int next_are_quiet(const stream_rules *rules, const code_port *code, uint32_t index) {
  if (code == NULL) return 1;
  const uint32_t next = following(rules, index);
  if (!is_fetched_quietly(rules, code, index, next) ||
      !is_fetched_quietly(rules, code, index, following(rules, next)))
    return 0;
  return !(rules->words[next] & WORD_BRANCH) || is_fetched_quietly(rules, code, index, rules->targets[next]);
}

/* A branch after the access would be resolved in ID while the access holds the pipeline, and its bubble would be
 * hidden. */
INLINE int next_is_hidden(const block_engine *e, uint32_t index) {
  const stream_rules *rules = e->rules;
  return e->flush_cycles == 1 && (rules->words[following(rules, index)] & WORD_BRANCH);
}

/* Makes an access that may miss, after the earlier DMA bursts. Returns the end of the access, or 0 if it
 * cannot be made yet. */
RARE static uint64_t access_slowly(block_engine *e, const code_port *code, uint32_t index, uint32_t address,
                                   uint32_t writes, uint64_t cycle) {
  const stream_rules *rules = e->rules;
  sim *sim = one_machine(e->sim);
  if (next_is_hidden(e, index) || !next_are_quiet(rules, code, index)) return 0;
  const uint64_t until =
      memory_access_slowly(sim, e->core, 0, &rules->data, address, writes ? WORD_STORE : WORD_LOAD, cycle);
  e->bus_turn = burst_turn(sim);
  return until;
}

/* access_slowly without caches: waits for the bus. */
RARE static uint64_t access_in_turn(block_engine *e, uint64_t accessed, uint32_t index, uint64_t cycle) {
  sim *sim = one_machine(e->sim);
  if (next_is_hidden(e, index)) return 0;
  *e->k->bus_free_at = later(*e->k->bus_free_at, accessed);
  const uint64_t from = burst_grant(sim, cycle, e->end);
  e->bus_turn = burst_turn(sim);
  return from < e->end ? from + 1 : 0;
}

RARE static void let_bursts_go_first(block_engine *e, uint64_t cycle) {
  sim *sim = one_machine(e->sim);
  burst_let_go_first(sim, cycle);
  e->bus_turn = burst_turn(sim);
}

/* Outcomes from branch number `number` onwards, as bits of *taken. Returns the number after the last known outcome. If
 * the code contains the outcomes, only the outcome of the branch at `index` is known. */
RARE static uint64_t next_outcomes(const block_engine *e, uint32_t index, uint64_t number, uint32_t *taken) {
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

/* Commits the passed speculated hits and rolls back the others. */
INLINE void commit_ahead(block_engine *e, block_run *s) {
  commit_hits(&e->draws, &e->data, s->ahead, (uint32_t)s->writes);
  s->writes = 0;
  s->hits_until = s->ahead;
}

/* Draws the next DRAWS_AHEAD addresses, starting with the first unused one, because a block may need this many. */
INLINE void refill_addresses(block_engine *e, block_run *s, uint32_t *words) {
  commit_ahead(e, s);
  *words += words_ahead(&e->draws, s->ahead);
  draw_addresses(&e->draws, &e->rules->data, e->draws.address_from + s->ahead, *words);
  s->ahead = 0;
  s->hits_until = speculate_hits(&e->draws, &e->data, 0);
}

/* Starts with the address that is next in the state. */
INLINE void begin_draws(block_engine *e, block_run *s, access_log *log) {
  if (!is_drawn_ahead(&e->draws, log->draws)) draw_addresses(&e->draws, &e->rules->data, log->draws, log->words);
  s->ahead = (uint32_t)(log->draws - e->draws.address_from);
  log->words -= words_ahead(&e->draws, s->ahead); /* the accesses that are drawn ahead have not been made */
  s->hits_until = speculate_hits(&e->draws, &e->data, s->ahead);
}

INLINE uint32_t next_address(const block_engine *e, const block_run_invariants *g, const block_run *s, int is_special,
                             uint32_t *words) {
  if (!g->has_memory) return 0;
  if (!is_special) return e->draws.addresses[s->ahead];
  return address_of(&e->rules->data, s->index, e->draws.address_from + s->ahead, words);
}

/* Runs the DMA bursts that are due before the access, which ends at `until`. Returns whether none is left. */
INLINE int settle_bursts(block_engine *e, const block_run_invariants *g, block_run *s, const code_port *code,
                         uint64_t until) {
  if (until <= e->bus_turn) return 1;
  if (!g->has_memory || !next_are_quiet(e->rules, code, s->index)) return 0;
  if (g->is_drawn) commit_ahead(e, s);
  let_bursts_go_first(e, until - 1);
  return 1;
}

/* Makes the next access, which is no speculated hit. Returns 0 if it cannot be made yet. */
INLINE int resolve_access(block_engine *e, const block_run_invariants *g, block_run *s, block_history *c,
                          access_log *log) {
  const stream_rules *rules = e->rules;
  const uint32_t writes = (rules->words[s->index] & WORD_STORE) / WORD_STORE;
  const uint64_t plain = s->time + 2;
  uint64_t until = plain;
  uint32_t words = log->words;
  const int is_not_speculated = !g->is_drawn || s->ahead != s->hits_until; /* speculation stopped before this access */
  if (g->is_drawn && is_not_speculated) commit_ahead(e, s);
  const int is_special = !g->is_drawn || e->draws.addresses[s->ahead] == DRAW_IS_SPECIAL;
  const uint32_t where = next_address(e, g, s, is_special, &words);
  const int is_absent = !is_special && !is_not_speculated; /* an absent line stays absent until it is filled */
  const code_port *code = s->unknown != 0 ? &e->code : NULL;
  const int is_first = settle_bursts(e, g, s, code, plain);
  if (!is_first || is_absent || (g->has_memory && !access_hits(&g->data, where, writes))) {
    if (g->is_drawn) commit_ahead(e, s);
    until = g->has_memory ? access_slowly(e, code, s->index, where, writes, plain - 1)
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

/* Passes blocks without calls, so in WebAssembly values and the base address of memory stay in registers. Returns
 * what the next block needs. */
INLINE enum event pass_blocks(const block_run_invariants *g, block_run *s, block_history *c) {
  enum event event;
  do {
    event = g->knows_blocks && s->unknown == 0 ? pass_known_blocks(g, s, c) : GOES_ON;
    if (event == GOES_ON || (event == MORE_OUTCOMES && g->one_outcome)) event = pass_block(g, s, c);
  } while (event == GOES_ON);
  return event;
}

/* Provides what the next block needs, and passes blocks until that is not possible. */
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
      uint32_t taken; /* code takes its address, so it is not a member of the run */
      s->outcomes_until = next_outcomes(e, s->index, s->branch_draws, &taken);
      s->taken = taken;
    } else {
      const int is_made = resolve_access(e, g, s, c, log);
      s->asks_from = g->asks_never ? SIM_NEVER : e->bus_turn;
      if (!is_made) return;
    }
  }
}

/* ---- the start ---- */

/* Starts with the instruction in EX. Undoes the fetches and draws of the instructions in ID and IF. */
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
  s.code_hits -= line_of_second != line; /* they were counted when they were fetched */
  s.code_hits -= line_of(g, word_index(third)) != line_of_second;
  return s;
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
  return leave_blocks(e, &s, &c, &log, from, s.branch_draws - branch_draws, t);
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
