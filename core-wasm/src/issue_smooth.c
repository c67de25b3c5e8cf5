#include "issue_smooth.h"

#include "bus.h"

enum {
  RING = 4,
  LAST_CYCLES = 8, /* all of an instruction is over so many cycles after the issue of the one before */
  NO_REGISTER = 32
};

/* Once for many instructions. */
#define SELDOM SMALL static __attribute__((noinline))

/* For blocking accesses that take a cycle when they hit, and a load-use delay of at most one. */
fetcher issue_fetcher(const flight *f) {
  const front_state *front = f->r->front;
  fetcher in = {.line = front->fetch_line, .left = f->r->rules->budget - front->fetched, .index = front->next_index,
                .draws = {.address_from = SIM_NEVER, .outcome_from = SIM_NEVER}};
  in.may_be_smooth = f->k->memory_cycles == 1 && f->k->load_use_cycles <= 1;
  if (!f->c.has_memory) return in;
  in.may_be_smooth &= f->sim->memory.hits_are_plain && !f->k->non_blocking;
  in.code = code_port_of(f->sim, f->core);
  in.data = data_port_of(f->sim, f->core);
  in.may_be_smooth &= (uint32_t)in.data.is_usual;
  in.draws.data = drawn_data_of(&f->r->rules->data, in.data.is_usual);
  return in;
}

/* Returns whether a hit is all there is to it. */
HOT int hits(const data_port *port, uint32_t address, uint32_t writes) {
  return address < MEMORY_DEVICE_BASE && data_port_hits(port, address, writes);
}

HOT uint32_t address_of(fetcher *in, const data_rules *rules, uint32_t index, uint64_t draw, uint32_t *words) {
  if (rules->given != NULL) return rules->given[index].address;
  const uint32_t address = address_ahead(&in->draws, draw);
  return address != DRAWN_SPECIALLY ? address : memory_drawn_address(rules, draw, words);
}

/* The register that a load brings late. */
HOT uint32_t brought_by(uint64_t word, uint32_t late) {
  const uint32_t destination = word_destination(word);
  return (word & WORD_LOAD) && destination != 0 && late ? destination : NO_REGISTER;
}

HOT uint32_t waits_for(uint64_t word, uint32_t brought) {
  return word_source1(word) == brought || word_source2(word) == brought;
}

SELDOM int is_smooth(const flight *f, int has_memory) {
  const passage *at = f->at;
  const uint64_t issued = at[1].in[IN_EXECUTE];
  if (at[2].in[IN_DECODE] != issued || at[3].fetched > issued + 1 || at[0].in[IN_WRITE_BACK] > issued + 1 ||
      (at[3].word & WORD_MISPREDICTED) || issued + LAST_CYCLES >= f->c.end)
    return 0;
  for (int i = 1; i < RING; i++)
    if (at[i].misses || (at[i].accessed != 0 && at[i].accessed > at[i].in[IN_EXECUTE] + 2) ||
        ((at[i].word & WORD_MULTIPLY) && f->k->multiply_cycles != 1))
      return 0;
  if (has_memory) return f->sim->state->cores[f->core].fills_until <= issued;
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
      const uint32_t address = address_of(in, &rules->data, word_index(p->word), log->draws, &words);
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

/* What is fetched before the access of the instruction at `index` begins changes no cache but by hits: a miss may be
 * made at once. */
SELDOM int next_are_quiet(const stream_rules *rules, const code_port *code, uint32_t index) {
  if (index + 2 >= rules->length || (rules->words[index + 1] & WORD_BRANCH)) return 0;
  const uint32_t pc = rules->address + index * INSTRUCTION_BYTES, last = pc + 2 * INSTRUCTION_BYTES;
  return code->geometry == NULL || pc >> code->line_shift == last >> code->line_shift || code_port_holds(code, last);
}

/* Returns when it is over, 0 if it cannot be made yet. */
SELDOM uint64_t access_slowly(flight *f, const code_port *code, uint32_t index, uint32_t address, uint32_t writes,
                              uint64_t cycle) {
  const stream_rules *rules = f->r->rules;
  if (!next_are_quiet(rules, code, index)) return 0;
  const uint64_t until =
      memory_access_slowly(f->sim, f->core, 0, &rules->data, address, writes ? WORD_STORE : WORD_LOAD, cycle);
  f->bus_turn = bus_turn(f->sim);
  return until;
}

/* The same without caches. The bubble that a branch behind it makes by resolving in ID would be hidden. */
SELDOM uint64_t access_in_turn(flight *f, const access_log *log, uint32_t index, uint64_t cycle) {
  const stream_rules *rules = f->r->rules;
  if (f->c.resolve != IN_EXECUTE && (rules->words[following(rules, index)] & WORD_BRANCH)) return 0;
  *f->k->bus_free_at = later(*f->k->bus_free_at, log->until);
  const uint64_t from = issue_grant(f, cycle);
  return from < f->c.end ? from + 1 : 0;
}

/* What the cycles are lost to in which an access takes longer. */
HOT enum sim_cause held_by(int has_memory) { return has_memory ? sim_cause_DATA_MISS : sim_cause_BUS; }

SELDOM void leave(flight *f, int has_memory, const access_log *log, uint64_t code_hits) {
  const stream_rules *rules = f->r->rules;
  sim_counters *counters = &f->sim->state->counters;
  if (has_memory) counters->caches[CACHE_L1I].accesses[rules->data.layer] += code_hits;
  if (log->until == 0) return;
  f->back->missed_from = log->until == log->missed_until ? log->missed_from : SIM_NEVER;
  if (has_memory) {
    if (rules->data.given == NULL) *rules->data.draws = log->draws;
    *rules->data.words = log->words;
    counters->caches[CACHE_L1D].accesses[rules->data.layer] += log->hits;
  } else *f->k->bus_free_at = later(*f->k->bus_free_at, log->until);
}

/* A branch, or an access that missed. */
typedef struct mark {
  uint64_t left; /* of the budget, before it */
  uint64_t issued, accessed;
  uint32_t index, flags; /* WORD_TAKEN, WORD_MISPREDICTED */
} mark;

/* What was done last: from the marks on every instruction has followed the one before it. */
typedef struct course {
  mark marks[RING]; /* by number modulo RING */
  uint32_t mark_count;
  uint32_t index; /* of the next instruction */
  uint64_t left;
  uint64_t time;  /* in which it would be issued */
  uint64_t count;
} course;

HOT void set_mark(course *c, uint64_t left, uint64_t issued, uint64_t accessed, uint32_t index, uint32_t flags) {
  c->marks[c->mark_count++ % RING] =
      (mark){.left = left, .issued = issued, .accessed = accessed, .index = index, .flags = flags};
}

static uint32_t before(const stream_rules *rules, uint32_t index) { return (index == 0 ? rules->length : index) - 1; }

/* The last four of the course, as far as it has so many, from the last back. */
SELDOM void go_back(const flight *f, const course *c, uint32_t late, passage *at) {
  const stream_rules *rules = f->r->rules;
  uint32_t index = c->index, marks = c->mark_count;
  uint64_t time = c->time, word = rules->words[index];
  for (uint32_t i = 0; i < RING && i < c->count; i++) {
    passage *p = &at[RING - 1 - i];
    *p = issue_unknown;
    const mark *m = &c->marks[(marks - 1) % RING];
    if (marks > 0 && m->left == c->left + 1 + i) {
      marks--;
      index = m->index;
      p->word = latched((rules->words[index] & ~WORD_TAKEN) | m->flags, index);
      p->accessed = m->accessed;
      time = m->issued;
    } else {
      index = before(rules, index);
      p->word = latched(rules->words[index], index);
      time -= 1 + waits_for(word, brought_by(p->word, late));
      p->accessed = is_access(p->word) ? time + 2 : 0;
    }
    p->in[IN_EXECUTE] = time;
    word = p->word;
  }
}

/* What the last three have lost is billed by who goes on. */
SELDOM void hand_over(flight *f, const course *c, int has_memory, int misses, uint32_t late, uint32_t flush_cycles, tally *t) {
  passage at[RING];
  const uint32_t old = c->count < RING ? RING - (uint32_t)c->count : 0;
  for (uint32_t i = 0; i < old; i++) at[i] = f->at[c->count + i];
  go_back(f, c, late, at);
  at[0].in[IN_DECODE] = at[0].in[IN_EXECUTE] - 1;
  at[0].in[IN_ACCESS] = at[0].in[IN_EXECUTE] + 1;
  at[0].in[IN_WRITE_BACK] = later(at[0].in[IN_EXECUTE] + 2, at[0].accessed);
  uint64_t time_before = at[0].in[IN_EXECUTE];
  for (uint32_t i = 1; i < RING; i++) {
    const passage *before = &at[i - 1];
    const uint64_t time = at[i].in[IN_EXECUTE];
    const uint32_t waits = waits_for(at[i].word, brought_by(before->word, late));
    const int was_flushed = (before->word & WORD_MISPREDICTED) != 0;
    if (at[i].accessed > time + 2) t->lost[held_by(has_memory)] -= (uint32_t)(at[i].accessed - time - 2);
    if (i > 1) t->lost[sim_cause_LOAD_USE] -= waits;
    if (i > 1 && was_flushed) t->lost[sim_cause_BRANCH] -= flush_cycles;
    if (i >= old) at[i].fetched = was_flushed ? time - 1 - waits : 0;
    if (at[i].in[IN_DECODE] == SIM_NEVER) at[i].in[IN_DECODE] = was_flushed ? time - 1 - waits : before->in[IN_EXECUTE];
    /* Behind a miss he has come to EX already, unless he needs its data. */
    if (before->accessed > time_before + 2 && !waits_for(at[i].word, brought_by(before->word, 1)))
      at[i].in[IN_EXECUTE] = time_before + 1;
    time_before = time;
  }
  at[3].in[IN_DECODE] = SIM_NEVER;
  at[3].misses = (uint64_t)misses;
  if (at[3].word & WORD_MISPREDICTED) t->lost[sim_cause_BRANCH] -= flush_cycles;
  if (!misses) t->lost[sim_cause_LOAD_USE] -= waits_for(f->r->rules->words[c->index], brought_by(at[3].word, late));
  for (uint32_t i = 0; i < RING; i++) f->at[i] = at[i];
}

/* The instruction at `index` is issued in the cycle `epoch` + `index`, and `origin` - `index` are left of the budget
 * then: while one follows the other in the body without losing a cycle, nothing is to be done. */
HOT void smooth(flight *f, int has_memory, int shares_bus, fetcher *in, tally *t) {
  sim *const sim = f->sim;
  const core_rules *k = f->k;
  const stream_rules *rules = f->r->rules;
  const code_port code = in->code;
  const data_port port = in->data;
  const data_rules *const data = &rules->data;
  const uint32_t late = k->load_use_cycles;
  const uint32_t flush_cycles = f->c.resolve == IN_EXECUTE ? 2 : 1;
  const int has_code = has_memory && code.geometry != NULL;
  const int has_predictor = sim->memory.has_predictor;
  const uint64_t stop = f->c.end - LAST_CYCLES;
  const routine_stretch *const stretches = rules->stretches;
  const uint32_t length = rules->length, address = rules->address;
  uint64_t *const ready = rules->ready;
  uint64_t turn = f->bus_turn; /* an access of which is over by then is made at once */
  uint64_t branch_draws = *f->r->branch_draws;
  uint64_t line = in->line, code_hits = 0, branches = 0, mispredicted = 0, lost_miss = 0;
  uint32_t index = in->index, looked_up = SIM_NONE, wrong_index = 0, was_wrong = 0;
  access_log log = {.draws = has_memory ? *data->draws : 0, .words = has_memory ? *data->words : 0};
  course c = {.mark_count = 0};
  int misses = !finish_those(f, has_memory, in, &log, late);
  log.hits -= log.draws; /* of those from now on */
  uint32_t past = f->past;
  const uint32_t waits = waits_for(rules->words[index], brought_by(f->at[3].word, late));
  uint64_t origin = in->left + index, epoch = f->at[3].in[IN_EXECUTE] + 1 + waits - index;
  while (!misses) {
    const uint32_t rest = stretches[index].rest, end = index + rest;
    if (origin < end || epoch + end + rest > stop) break;
    if (has_code) {
      const uint32_t pc = address + index * INSTRUCTION_BYTES;
      if (pc >> code.line_shift != line) {
        if (!code_port_hits(&code, pc)) break;
        line = pc >> code.line_shift;
        code_hits++;
        looked_up = index;
      }
    }
    routine_stretch s;
    for (;; index++) {
      s = stretches[index];
      past |= s.written;
      index += s.length;
      if (s.kind & STRETCH_ACCESS) {
        const uint32_t writes = (s.kind & STRETCH_STORE) / STRETCH_STORE;
        uint64_t until = epoch + index + 2;
        uint32_t words = log.words;
        const uint32_t where = has_memory ? address_of(in, data, index, log.draws, &words) : 0;
        if ((shares_bus && until > turn) || (has_memory && !hits(&port, where, writes))) {
          const uint64_t plain = until;
          until = has_memory ? access_slowly(f, &code, index, where, writes, plain - 1)
                             : access_in_turn(f, &log, index, plain - 1);
          turn = f->bus_turn;
          misses = until == 0;
          set_mark(&c, origin - index, plain - 2, until, index, 0);
          past &= ~(1u << s.destination);
          if (misses) {
            if (s.destination != 0) ready[s.destination] = SIM_NEVER;
            break;
          }
          if (has_memory && until != plain) log.missed_from = plain, log.missed_until = until;
          log.hits--;
          lost_miss += until - plain;
          epoch += until - plain;
          if (until != plain && epoch + end + (end - index) > stop) s.kind |= STRETCH_STOPS;
        }
        log.words = words;
        log.draws++;
        log.until = until;
        if (s.destination != 0) {
          past &= ~(1u << s.destination);
          ready[s.destination] = until - 1 + late;
          epoch += s.kind / STRETCH_USED;
        }
      }
      if (s.kind & (STRETCH_ENDS | STRETCH_STOPS)) break;
    }
    if (s.kind & STRETCH_HALTS) {
      code_hits -= index == looked_up; /* who goes on looks it up again */
      break;
    }
    if (s.kind & STRETCH_BRANCH) {
      const uint64_t issued = epoch + index, left = origin - index;
      const uint32_t target = rules->targets[index], next = following(rules, index);
      const uint32_t taken = rules->given ? (rules->words[index] & WORD_TAKEN) != 0
                                          : outcome_ahead(&in->draws, rules, branch_draws++);
      uint32_t predicted = 0;
      if (has_predictor) {
        const uint32_t pc = address + index * INSTRUCTION_BYTES;
        predicted = memory_predicts(sim, f->core, pc, target <= index) != 0;
        memory_learns(sim, f->core, pc, (int)taken);
      }
      was_wrong = taken != predicted;
      set_mark(&c, left, issued, 0, index, (taken ? WORD_TAKEN : 0) | (was_wrong ? WORD_MISPREDICTED : 0));
      branches++;
      mispredicted += was_wrong;
      wrong_index = taken ? next : target;
      index = taken ? target : next;
      epoch = issued + 1 + (was_wrong ? flush_cycles : 0) - index;
      origin = left - 1 + index;
    } else {
      index++;
      if (index == length) {
        index = 0;
        epoch += length;
        origin -= length;
      }
      if (s.kind & STRETCH_STOPS) break;
    }
  }
  f->past = past;
  c.index = index;
  c.left = origin - index;
  c.count = in->left - c.left;
  c.time = epoch + index;
  log.hits += log.draws;
  leave(f, has_memory, &log, code_hits);
  if (c.count == 0) return;
  *f->r->branch_draws = branch_draws;
  *k->branches += branches;
  *k->mispredicted += mispredicted;
  in->index = index;
  in->left = c.left;
  const uint64_t lost_branch = mispredicted * flush_cycles;
  t->lost[sim_cause_LOAD_USE] += (uint32_t)(c.time - f->at[3].in[IN_EXECUTE] - 1 - c.count - lost_branch - lost_miss);
  t->lost[sim_cause_LOAD_USE] += waits_for(f->at[2].word, brought_by(f->at[1].word, late)) +
                                 waits_for(f->at[3].word, brought_by(f->at[2].word, late));
  t->lost[sim_cause_BRANCH] += (uint32_t)lost_branch;
  t->lost[held_by(has_memory)] += (uint32_t)lost_miss;
  hand_over(f, &c, has_memory, misses, late, flush_cycles, t);
  if (has_memory) in->line = (address + word_index(f->at[3].word) * INSTRUCTION_BYTES) >> k->fetch_line_shift;
  if (branches == 0) return;
  f->r->front->wrong_index = wrong_index;
  if (was_wrong && !(f->at[3].word & WORD_MISPREDICTED)) issue_wrong_path(f);
}

#define COLD static __attribute__((noinline))
COLD void smooth_plain(flight *f, fetcher *in, tally *t) { smooth(f, 0, 0, in, t); }
COLD void smooth_sharing(flight *f, fetcher *in, tally *t) { smooth(f, 0, 1, in, t); }
COLD void smooth_cached(flight *f, fetcher *in, tally *t) { smooth(f, 1, 1, in, t); }

void issue_smooth(flight *f, fetcher *in, tally *t) {
  if (!is_smooth(f, f->c.has_memory)) return;
  if (f->c.has_memory) smooth_cached(f, in, t);
  else if (f->bus_turn < f->c.end) smooth_sharing(f, in, t);
  else smooth_plain(f, in, t);
}
