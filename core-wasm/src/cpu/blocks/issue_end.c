#include "cpu/blocks/issue_end.h"

#include "memory/burst.h"

/* ---- the begin ---- */

static const passage nobody = {.in = {SIM_NEVER, SIM_NEVER, SIM_NEVER, SIM_NEVER, SIM_NEVER}};

static void count(const core_rules *k, uint64_t word, uint64_t by) {
  if (!(word & WORD_BRANCH)) return;
  *k->branches += by;
  if (word & WORD_MISPREDICTED) *k->mispredicted += by;
}

void issue_take_up(flight *f, uint64_t from, tally *t) {
  const front_state *front = f->r->front;
  const back_state *back = f->back;
  for (int i = 0; i < 4; i++) {
    passage *p = &f->at[i];
    passage_begin(p, i < 2 ? back->latch[1 - i][0] : front->latch[3 - i]);
    if (i < 3) p->in[IN_DECODE] = from - 1;
    if (i >= 2) count(f->k, p->word, 1);
  }
  passage *in_access = &f->at[0];
  in_access->in[IN_EXECUTE] = in_access->in[IN_ACCESS] = from - 1;
  in_access->in[IN_WRITE_BACK] = later(from, back->access_until[0]);
  in_access->accessed = back->access_until[0];
  f->at[1].in[IN_EXECUTE] = back->execute_until[0] - stay_in_execute(f->k, f->at[1].word);
  f->at[3].fetched = front->fetch_until;
  if (!is_valid(in_access->word)) t->lost[in_access->word]++;
  else {
    const uint64_t left = in_access->in[IN_WRITE_BACK], missed_from = earlier(back->missed_from, left);
    t->lost[sim_cause_MEMORY] += cycles_of(&f->c, from, missed_from);
    t->lost[sim_cause_DATA_MISS] += cycles_of(&f->c, later(from, missed_from), left);
  }
}

/* ---- issue and access ---- */

/* The data of a load are there: who reads them may be issued from then on. */
static void claim(const flight *f, uint64_t word, uint64_t there) {
  const uint32_t destination = word_destination(word);
  if ((word & WORD_LOAD) && destination != 0) f->r->rules->ready[destination] = there - 1 + f->k->load_use_cycles;
}

void issue_let_bus_go_on(flight *f, uint64_t cycle) {
  burst_let_go_first(machine_of(f), cycle);
  f->bus_turn = burst_turn(machine_of(f));
}

uint64_t issue_grant(flight *f, uint64_t cycle) {
  const uint64_t from = burst_grant(machine_of(f), cycle, f->c.end);
  f->bus_turn = burst_turn(machine_of(f));
  return from;
}

int issue_access(flight *f, passage *p, uint64_t cycle) {
  if (p->accessed != 0) return 1;
  const core_rules *k = f->k;
  const int goes_first = cycle >= f->bus_turn;
  f->back->missed_from = SIM_NEVER;
  if (f->c.has_memory) {
    const uint64_t plain = cycle + k->memory_cycles;
    const data_rules *data = &f->r->rules->data;
    if (goes_first) issue_let_bus_go_on(f, cycle);
    p->accessed = memory_access(machine_of(f), f->core, 0, data, memory_address(data, p->word), p->word, cycle);
    if (p->accessed > plain) f->back->missed_from = plain;
    claim(f, p->word, later(plain, *k->missed_until));
    return 1;
  }
  const uint64_t from = goes_first ? issue_grant(f, cycle) : later(cycle, *k->bus_free_at);
  if (from >= f->c.end) return 0;
  p->accessed = from + k->memory_cycles;
  *k->bus_free_at = p->accessed;
  claim(f, p->word, p->accessed);
  return 1;
}

/* ---- the end ---- */

static void go_to_execute(flight *f, const passage *before, passage *p) {
  if (p->in[IN_EXECUTE] != SIM_NEVER) return;
  issue_waits(f, p);
  if (p->in[IN_DECODE] >= f->c.end || before->in[IN_ACCESS] >= f->c.end) return;
  const uint64_t *ready = f->r->rules->ready;
  const uint64_t operands = later(ready[word_source1(p->word)], ready[word_source2(p->word)]);
  uint64_t at = later(later(p->in[IN_DECODE] + 1, before->in[IN_ACCESS]), operands);
  if (is_access(p->word)) at = later(at, p->missed_until);
  if (at < f->c.end) issue_at(f, p, at);
}

static void go_to_access(flight *f, const passage *before, passage *p) {
  if (p->in[IN_EXECUTE] >= f->c.end || before->in[IN_WRITE_BACK] == SIM_NEVER) return;
  const uint64_t at = later(p->in[IN_EXECUTE] + stay_in_execute(f->k, p->word), before->in[IN_WRITE_BACK]);
  p->in[IN_ACCESS] = at;
  if (at >= f->c.end) return;
  if (!is_access(p->word)) p->in[IN_WRITE_BACK] = at + 1;
  else if (issue_access(f, p, at)) p->in[IN_WRITE_BACK] = later(at + 1, p->accessed);
  else p->accessed = SIM_NEVER;
}

/* What is still to be done before the end, in order. */
static void go_on(flight *f, tally *t) {
  for (int i = 1; i < 4; i++) {
    passage *before = &f->at[i - 1], *p = &f->at[i];
    if (i == 3 && before->in[IN_EXECUTE] < f->c.end) p->in[IN_DECODE] = later(p->fetched, before->in[IN_EXECUTE]);
    if (i > 1) {
      go_to_execute(f, before, p);
      bill_bubbles(&f->c, before, p, t);
    }
    go_to_access(f, before, p);
    if (p->in[IN_EXECUTE] < f->c.end) bill_hold(&f->c, before->in[IN_WRITE_BACK], p, t);
  }
}

static uint64_t wrong_path_word(front_state *front, const stream_rules *rules) {
  const uint32_t index = front->wrong_index;
  front->wrong_index = following(rules, index);
  return latched((rules->words[index] & ~WORD_TAKEN) | WORD_WRONG_PATH, index);
}

/* Who stands in the stage in the last cycle, or his bubble. */
static uint64_t who_stands(const flight *f, uint32_t stage, uint64_t end) {
  int next = 0;
  while (next < 4 && f->at[next].in[stage] < end) next++;
  assert(next > 0);
  const passage *before = &f->at[next - 1];
  if (before->in[stage + 1] >= end) return before->word;
  const passage *coming = next < 4 ? &f->at[next] : &nobody;
  enum sim_cause cause;
  if (stage == IN_DECODE) cause = decode_bubble(&f->c, before, end - 1);
  else if (stage == IN_EXECUTE) cause = execute_bubble(&f->c, before, coming, end - 1);
  else cause = access_bubble(&f->c, before, coming, end - 1);
  return next == 4 && cause == sim_cause_FETCH_MISS ? sim_cause_FILL : cause;
}

/* IF, and ID where the wrong path stands. */
static void leave_front(flight *f, uint64_t end) {
  front_state *front = f->r->front;
  const passage *last = &f->at[3];
  front->latch[STAGE_IF + 1] = who_stands(f, IN_DECODE, end);
  front->wrong_path = 0;
  if (last->in[IN_DECODE] >= end) {
    front->latch[STAGE_IF] = last->word;
    front->wrong_path = (last->word & WORD_MISPREDICTED) != 0;
    if (f->c.has_memory) front->fetch_until = last->fetched;
    return;
  }
  uint64_t came = end - 1;
  uint64_t word = sim_cause_FILL;
  if (last->word & WORD_MISPREDICTED) {
    const int is_resolved = redirects_at(&f->c, last) < end;
    front->wrong_path = !is_resolved;
    word = wrong_path_word(front, f->r->rules);
    if (!is_resolved) came = last->in[IN_DECODE];
    if (f->c.resolve == IN_EXECUTE && last->in[IN_EXECUTE] < end) {
      if (!is_resolved) {
        front->latch[STAGE_IF + 1] = word;
        came = last->in[IN_EXECUTE];
      }
      word = wrong_path_word(front, f->r->rules);
    }
    if (is_resolved) word = sim_cause_FILL;
  }
  front->latch[STAGE_IF] = word;
  if (f->c.has_memory) front->fetch_until = came + 1;
}

static void leave_back(const flight *f, uint64_t end) {
  back_state *back = f->back;
  back->latch[0][0] = who_stands(f, IN_EXECUTE, end);
  back->latch[1][0] = who_stands(f, IN_ACCESS, end);
  back->access_until[0] = 0;
  for (int i = 0; i < 4; i++) {
    const passage *p = &f->at[i];
    if (p->in[IN_EXECUTE] < end && i > 0) back->execute_until[0] = p->in[IN_EXECUTE] + stay_in_execute(f->k, p->word);
    if (p->in[IN_ACCESS] < end && p->in[IN_WRITE_BACK] >= end) back->access_until[0] = p->accessed;
    if (p->in[IN_WRITE_BACK] == end - 1) back->latch[2][0] = p->word;
  }
}

uint64_t issue_end(flight *f, tally *t) {
  front_state *front = f->r->front;
  const uint64_t retired = front->retired;
  go_on(f, t);
  uint64_t end = f->c.end;
  const passage *last = &f->at[3];
  if (front->fetched == f->r->rules->budget && last->in[IN_WRITE_BACK] < end) end = last->in[IN_WRITE_BACK] + 1;
  leave_front(f, end);
  leave_back(f, end);
  front->retired = front->fetched;
  for (int i = 0; i < 4; i++) {
    const passage *p = &f->at[i];
    if (p->in[IN_WRITE_BACK] >= end && is_valid(p->word)) front->retired--;
    if (i > 1 && p->in[IN_EXECUTE] >= end) count(f->k, p->word, UINT64_MAX);
  }
  t->retired += front->retired - retired;
  t->busy += front->retired - retired;
  return end;
}
