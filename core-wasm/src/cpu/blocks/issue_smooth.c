#include "cpu/blocks/issue_smooth.h"

#include "cpu/blocks/issue_blocks.h"
#include "memory/burst.h"

_Static_assert(BLOCK_LIMIT <= 32 && BLOCK_LIMIT <= (int)DRAWS_AHEAD, "bits of a word, and addresses of a block");
_Static_assert((int)DRAWS_AHEAD + BLOCK_LIMIT < 0x80 && (int)OUTCOMES_AHEAD + RING < BLOCK_LONG &&
                   (int)OUTCOMES_AHEAD + RING + BLOCK_LONG < 0x80 && (int)SUM_LIMIT + 2 * BLOCK_LIMIT + 2 < 0x8000,
               "no field of a sum overflows");

enum { LAST_CYCLES = 4 }; /* what an instruction does is over so many cycles after the next one could be issued */

/* Once for many instructions. */
#define SELDOM SMALL static __attribute__((noinline))

/* For blocking accesses that take a cycle when they hit, and a load-use delay of at most one. */
fetcher issue_fetcher(const flight *f) {
  const front_state *front = f->r->front;
  fetcher in = {.line = front->fetch_line, .left = f->r->rules->budget - front->fetched, .index = front->next_index,
                .draws = {.address_from = SIM_NEVER}};
  in.may_be_smooth = f->k->memory_cycles == 1 && f->k->load_use_cycles <= 1;
  if (!f->c.has_memory) return in;
  in.may_be_smooth &= machine_of(f)->memory.hits_are_plain && !f->k->non_blocking;
  in.code = code_port_of(machine_of(f), f->core);
  in.data = data_port_of(machine_of(f), f->core);
  in.may_be_smooth &= (uint32_t)in.data.is_usual;
  in.draws.data = drawn_data_of(&f->r->rules->data, in.data.is_usual);
  in.is_apart = memory_is_apart(machine_of(f), &f->r->rules->data);
  in.draws.packet_is_apart = (uint32_t)memory_packet_is_apart(machine_of(f), &f->r->rules->data);
  return in;
}

HOT uint32_t address_of(const data_rules *rules, uint32_t index, uint64_t draw, uint32_t *words) {
  if (rules->given != NULL) return memory_given_address(&rules->given[index], rules->copy_offset);
  return memory_drawn_address(rules, draw, words);
}

SELDOM int is_smooth(const flight *f, const fetcher *in, int has_memory) {
  const passage *at = f->at;
  const uint64_t issued = at[1].in[IN_EXECUTE];
  const routine_block *block = &f->r->rules->blocks[in->index];
  if (block_length(block) == 0 || in->left < block_length(block)) return 0;
  if (at[2].in[IN_DECODE] != issued || at[3].fetched > issued + 1 || at[0].in[IN_WRITE_BACK] > issued + 1 ||
      (at[3].word & WORD_MISPREDICTED) || issued + 3 + sum_cycles(block->sums[0]) + LAST_CYCLES > f->c.end)
    return 0;
  for (int i = 1; i < RING; i++)
    if (at[i].misses || (at[i].accessed != 0 && at[i].accessed > at[i].in[IN_EXECUTE] + 2) ||
        ((at[i].word & WORD_MULTIPLY) && f->k->multiply_cycles != 1))
      return 0;
  if (has_memory) return core_at(machine_of(f), f->core)->fills_until <= issued;
  return f->bus_turn == 0 || *f->k->bus_free_at <= issued + 1;
}

/* Accesses that were made. */
typedef struct access_log {
  uint64_t draws, hits;
  uint64_t until; /* of the last one; 0: there was none */
  uint64_t missed_from, missed_until; /* of the last that missed; a hit would have been over at the first */
  uint32_t words; /* of the packet */
} access_log;

/* Those that are on their way; returns whether the last of them is over. */
SELDOM int finish_those(flight *f, int has_memory, fetcher *in, access_log *log, uint32_t late) {
  const stream_rules *rules = f->r->rules;
  for (int i = 1; i < RING; i++) {
    passage *p = &f->at[i];
    const uint32_t destination = word_destination(p->word);
    if (p->in[IN_EXECUTE] == SIM_NEVER)
      issue_at(f, p, f->at[i - 1].in[IN_EXECUTE] + 1 + waits_for(p->word, brought_by(f->at[i - 1].word, late)));
    if (!is_access(p->word) || p->accessed != 0) continue;
    if (p->in[IN_EXECUTE] + 1 >= f->bus_turn) {
      p->misses = 1;
      return 0;
    }
    if (has_memory) {
      uint32_t words = log->words;
      const uint32_t address = address_of(&rules->data, word_index(p->word), log->draws, &words);
      if (!hits(&in->data, address, (p->word & WORD_STORE) != 0)) {
        p->misses = 1;
        return 0;
      }
      log->words = words;
      log->draws++;
      log->hits++;
    }
    p->accessed = p->in[IN_EXECUTE] + 2;
    log->until = p->accessed;
    if ((p->word & WORD_LOAD) && destination != 0) rules->ready[destination] = p->in[IN_EXECUTE] + 1 + late;
  }
  return 1;
}

SELDOM int is_fetched_quietly(const stream_rules *rules, const code_port *code, uint32_t index, uint32_t next) {
  const uint32_t pc = rules->address + index * INSTRUCTION_BYTES, then = rules->address + next * INSTRUCTION_BYTES;
  return code->geometry == NULL || pc >> code->line_shift == then >> code->line_shift || code_port_holds(code, then);
}

/* What is fetched before the access of the instruction at `index` begins changes no cache but by hits: it may be made
 * at once. `code` NULL: all of it is in place. */
SELDOM int next_are_quiet(const stream_rules *rules, const code_port *code, uint32_t index) {
  if (code == NULL) return 1;
  const uint32_t next = following(rules, index);
  if (!is_fetched_quietly(rules, code, index, next) ||
      !is_fetched_quietly(rules, code, index, following(rules, next)))
    return 0;
  return !(rules->words[next] & WORD_BRANCH) || is_fetched_quietly(rules, code, index, rules->targets[next]);
}

/* The bubble that a branch behind it makes by resolving in ID would be hidden. */
HOT int next_is_hidden(const flight *f, uint32_t index) {
  const stream_rules *rules = f->r->rules;
  return f->c.resolve != IN_EXECUTE && (rules->words[following(rules, index)] & WORD_BRANCH);
}

/* Bursts that come before it go first. Returns when it is over, 0 if it cannot be made yet. */
SELDOM uint64_t access_slowly(flight *f, const code_port *code, uint32_t index, uint32_t address, uint32_t writes,
                              int is_absent, uint64_t cycle) {
  const stream_rules *rules = f->r->rules;
  sim *sim = machine_of(f);
  if (next_is_hidden(f, index) || !next_are_quiet(rules, code, index)) return 0;
  const uint64_t until = is_absent && sim->memory.misses_are_usual
                             ? memory_usual_miss(sim, &rules->data, address, writes, cycle)
                             : memory_access_slowly(sim, f->core, 0, &rules->data, address,
                                                    writes ? WORD_STORE : WORD_LOAD, cycle);
  f->bus_turn = burst_turn(machine_of(f));
  return until;
}

/* The same without caches. */
SELDOM uint64_t access_in_turn(flight *f, const access_log *log, uint32_t index, uint64_t cycle) {
  if (next_is_hidden(f, index)) return 0;
  *f->k->bus_free_at = later(*f->k->bus_free_at, log->until);
  const uint64_t from = issue_grant(f, cycle);
  return from < f->c.end ? from + 1 : 0;
}

SELDOM void leave(flight *f, int has_memory, const access_log *log, uint64_t code_hits) {
  const stream_rules *rules = f->r->rules;
  sim_counters *counters = &state_of(machine_of(f))->counters;
  if (has_memory) counters->caches[CACHE_L1I].accesses[rules->data.layer] += code_hits;
  if (log->until == 0) return;
  f->back->missed_from = log->until == log->missed_until ? log->missed_from : SIM_NEVER;
  if (has_memory) {
    if (rules->data.given == NULL) *rules->data.draws = log->draws;
    *rules->data.words = log->words;
    counters->caches[CACHE_L1D].accesses[rules->data.layer] += log->hits;
  } else *f->k->bus_free_at = later(*f->k->bus_free_at, log->until);
}

/* Of the branch with this number and those behind it as far as they are known: of those that a predictor learns from,
 * or that carry their outcome in the code, this one alone. */
SELDOM uint64_t next_outcomes(const flight *f, uint32_t index, uint64_t number, uint32_t *taken, uint32_t *predicted) {
  const stream_rules *rules = f->r->rules;
  const uint32_t bit = 1u << number % OUTCOMES_AHEAD;
  *predicted = 0;
  if (rules->given) *taken = rules->words[index] & WORD_TAKEN ? bit : 0;
  else {
    drawn_outcomes *o = &machine_of(f)->outcomes[cpu_at(machine_of(f), f->core)->stream.stream];
    if (o->until - number - 1 >= OUTCOMES_AHEAD) draw_outcomes(o, rules, number);
    *taken = o->taken;
    if (!machine_of(f)->memory.has_predictor) return o->until;
  }
  if (machine_of(f)->memory.has_predictor) {
    const uint32_t pc = rules->address + index * INSTRUCTION_BYTES;
    if (memory_predicts(machine_of(f), f->core, pc, rules->targets[index] <= index)) *predicted = bit;
    memory_learns(machine_of(f), f->core, pc, (*taken & bit) != 0);
  }
  return number + 1;
}

/* Those that were passed are made, the others are not. */
HOT void settle(fetcher *in, stretch *s) {
  settle_hits(&in->draws, &in->data, s->ahead, (uint32_t)s->writes);
  s->writes = 0;
  s->hits_until = s->ahead;
}

/* What was drawn and not passed is drawn again: a block has as many as it may need before it. */
HOT void draw_on(fetcher *in, const data_rules *rules, stretch *s, uint32_t *words) {
  settle(in, s);
  *words += words_ahead(&in->draws, s->ahead);
  draw_addresses(&in->draws, rules, in->draws.address_from + s->ahead, *words);
  s->ahead = 0;
  s->hits_until = hit_ahead(&in->draws, &in->data, 0);
}

/* What needs a call is done between runs of a loop without any: in WebAssembly values stay in registers there, and so
 * does the address of the memory. Afterwards that loop goes on with the instruction that it came to, or the one behind
 * it. */
HOT void smooth(flight *f, int has_memory, fetcher *in, tally *t) {
  const core_rules *k = f->k;
  const stream_rules *rules = f->r->rules;
  const data_rules *const data = &rules->data;
  const uint32_t late = k->load_use_cycles;
  const ground g = {
      .blocks = rules->blocks,
      .given = has_memory ? data->given : NULL,
      .copy_offset = data->copy_offset,
      .code = in->code,
      .data = in->data,
      .stop = f->c.end - LAST_CYCLES,
      .length = rules->length,
      .address = rules->address,
      .flush_cycles = f->c.resolve == IN_EXECUTE ? 2 : 1,
      .has_memory = has_memory,
      .has_code = has_memory && in->code.geometry != NULL,
  };
  const int is_drawn = has_memory && g.given == NULL, is_apart = is_drawn && in->is_apart;
  const uint64_t branches_before = *f->r->branch_draws;
  const int one_outcome = rules->given || machine_of(f)->memory.has_predictor; /* known at its branch alone */
  uint64_t turn = f->bus_turn; /* an access of which is over by then is made at once */
  access_log log = {.draws = has_memory ? *data->draws : 0, .words = has_memory ? *data->words : 0};
  course c;
  c.mark_count = 0;
  for (uint32_t i = 0; i < RING; i++) c.passed[i].place = PLACE_MARKED;
  c.base_time = 0; /* far away */
  c.base_left = 0;
  int misses = !finish_those(f, has_memory, in, &log, late);
  log.hits -= log.draws; /* of those from now on */
  uint64_t lost_miss = 0;
  stretch s = {
      .time = f->at[3].in[IN_EXECUTE] + 1 + waits_for(rules->words[in->index], brought_by(f->at[3].word, late)),
      .left = in->left,
      .accessed = log.until,
      .asks_from = is_apart ? SIM_NEVER : turn, /* hits whatever bursts do */
      .branch_draws = branches_before,
      .line = in->line,
      .index = in->index,
      .unknown = unknown_lines(&g),
  };
  in->draws.moved = 0;
  if (is_drawn) {
    if (!is_drawn_ahead(&in->draws, log.draws)) draw_addresses(&in->draws, data, log.draws, log.words);
    s.ahead = (uint32_t)(log.draws - in->draws.address_from);
    log.words -= words_ahead(&in->draws, s.ahead); /* before those that are ahead */
    s.hits_until = hit_ahead(&in->draws, &in->data, s.ahead);
  }
  while (!misses) {
    enum event event;
    do {
      event = s.unknown == 0 && g.given == NULL ? pass_known_blocks(&g, &s, &c) : GOES_ON;
      if (event == GOES_ON || (event == MORE_OUTCOMES && one_outcome)) event = pass_block(&g, &s, &c);
    } while (event == GOES_ON);
    if (event == LEAVES) break;
    if (event == NEW_LINE) {
      if (!code_port_hits_any(&in->code, pc_of(&g, s.index))) break;
      s.line = line_of(&g, s.index);
      s.code_hits++;
    } else if (event == MORE_ADDRESSES || (event == ACCESS && is_drawn && s.ahead == DRAWS_AHEAD)) {
      draw_on(in, data, &s, &log.words);
    } else if (event == MORE_OUTCOMES) {
      uint32_t taken, predicted; /* whose addresses are taken */
      s.outcomes_until = next_outcomes(f, s.index, s.branch_draws, &taken, &predicted);
      s.taken = taken;
      s.wrong = taken ^ predicted;
    } else {
      const uint32_t word = rules->words[s.index], writes = (word & WORD_STORE) / WORD_STORE;
      const uint64_t plain = s.time + 2;
      uint64_t until = plain;
      uint32_t words = log.words;
      const int is_past = !is_drawn || s.ahead != s.hits_until; /* what could be made ahead was not asked for */
      if (is_drawn && is_past) settle(in, &s);
      const int is_special = !is_drawn || in->draws.addresses[s.ahead] == DRAWN_SPECIALLY;
      const uint32_t where = !has_memory  ? 0
                             : is_special ? address_of(data, s.index, in->draws.address_from + s.ahead, &words)
                                          : in->draws.addresses[s.ahead];
      const int is_absent = !is_special && !is_past; /* it stays so, whatever bursts do */
      const code_port *asked = s.unknown != 0 ? &in->code : NULL;
      int is_plain = until <= turn;
      if (has_memory && !is_plain && next_are_quiet(rules, asked, s.index)) {
        if (is_drawn) settle(in, &s);
        issue_let_bus_go_on(f, plain - 1);
        is_plain = 1;
      }
      if (!is_plain || is_absent || (has_memory && !hits(&g.data, where, writes))) {
        log.until = s.accessed;
        if (is_drawn) settle(in, &s);
        until = has_memory ? access_slowly(f, asked, s.index, where, writes, is_absent, plain - 1)
                           : access_in_turn(f, &log, s.index, plain - 1);
        misses = until == 0;
        set_mark(&c, s.left, s.time, until, s.index, 0);
        if (!misses) {
          if (has_memory && until != plain) log.missed_from = plain, log.missed_until = until;
          log.hits--;
          lost_miss += until - plain;
        }
      }
      turn = f->bus_turn;
      s.asks_from = is_apart ? SIM_NEVER : turn;
      s.time++;
      s.left--;
      if (!misses) {
        log.words = words;
        s.ahead++;
        if (is_drawn) s.hits_until = hit_ahead(&in->draws, &in->data, s.ahead);
        s.accessed = until;
        s.time += until - plain + (g.blocks[s.index].waits & 1);
      }
      s.index = following(rules, s.index);
    }
  }
  if (is_drawn) settle(in, &s);
  if (is_drawn) {
    log.draws = in->draws.address_from + s.ahead;
    log.words += words_ahead(&in->draws, s.ahead);
  } else log.draws += s.ahead;
  log.until = s.accessed;
  issue_new_base(&c, g.blocks, s.time, s.left);
  c.index = s.index;
  c.left = s.left;
  c.count = in->left - s.left;
  c.time = s.time;
  log.hits += log.draws;
  leave(f, has_memory, &log, s.code_hits);
  if (c.count == 0) return;
  const uint64_t branches = s.branch_draws - branches_before;
  if (!rules->given) *f->r->branch_draws = s.branch_draws;
  *k->branches += branches;
  *k->mispredicted += s.mispredicted;
  in->index = s.index;
  in->left = s.left;
  const uint64_t lost_branch = s.mispredicted * g.flush_cycles;
  t->lost[sim_cause_LOAD_USE] += (uint32_t)(c.time - f->at[3].in[IN_EXECUTE] - 1 - c.count - lost_branch - lost_miss);
  t->lost[sim_cause_LOAD_USE] += waits_for(f->at[2].word, brought_by(f->at[1].word, late)) +
                                 waits_for(f->at[3].word, brought_by(f->at[2].word, late));
  t->lost[sim_cause_BRANCH] += (uint32_t)lost_branch;
  t->lost[held_by(has_memory)] += (uint32_t)lost_miss;
  issue_hand_over(f, &c, has_memory, misses, late, g.flush_cycles, t);
  if (has_memory) in->line = (g.address + word_index(f->at[3].word) * INSTRUCTION_BYTES) >> k->fetch_line_shift;
  if (branches == 0) return;
  f->r->front->wrong_index =
      s.last_flags & WORD_TAKEN ? following(rules, s.last_branch) : rules->targets[s.last_branch];
  if ((s.last_flags & WORD_MISPREDICTED) && !(f->at[3].word & WORD_MISPREDICTED)) issue_wrong_path(f);
}

#define COLD static __attribute__((noinline))
COLD void smooth_plain(flight *f, fetcher *in, tally *t) { smooth(f, 0, in, t); }
COLD void smooth_cached(flight *f, fetcher *in, tally *t) { smooth(f, 1, in, t); }

void issue_smooth(flight *f, fetcher *in, tally *t) {
  if (!is_smooth(f, in, f->c.has_memory)) return;
  if (f->c.has_memory) smooth_cached(f, in, t);
  else smooth_plain(f, in, t);
}
