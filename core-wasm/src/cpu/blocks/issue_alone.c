#include "cpu/blocks/issue_alone.h"

#include "cpu/blocks/issue_smooth.h"
#include "memory/burst.h"

HOT uint64_t registers_at(const runner *r, uint64_t word) {
  const uint64_t *ready = r->rules->ready;
  return later(ready[word_source1(word)], ready[word_source2(word)]);
}

/* The next instruction enters IF. */
static void fetch_by(flight *f, fetcher *in, uint64_t cycle) {
  sim *sim = machine_of(f);
  const stream_rules *rules = f->r->rules;
  const uint32_t index = in->index;
  const uint32_t word = rules->words[index];
  in->left--;
  in->index = following(rules, index);
  passage *p = &f->at[3];
  passage_begin(p, word & WORD_BRANCH ? issue_branch(sim, f->k, f->r, f->core, word, index, &in->index)
                                      : latched(word, index));
  p->fetched = cycle + 1;
  if (!f->c.has_memory) return;
  const uint32_t pc = rules->address + index * INSTRUCTION_BYTES;
  const uint64_t line = pc >> f->k->fetch_line_shift;
  if (line != in->line) {
    in->line = line;
    p->fetched = memory_fetch(sim, f->core, 0, &rules->data, pc, cycle);
  } else if (core_at(sim, f->core)->fills_until > cycle)
    p->fetched = memory_streamed(sim, f->core, 0, pc, cycle);
}

/* In each turn the one before the last that was fetched is issued, the one before that enters the access
 * stage, and the next is fetched: at that time, or later, all that come before it have begun their accesses
 * but perhaps the last three. */
/* A branch that goes elsewhere than was fetched keeps the next from being fetched until then. */
uint64_t issue_alone(sim *sim, uint32_t core, uint64_t from, uint64_t to, tally *t) {
  const int has_memory = uses_memory(sim);
  stream_state *p = &cpu_at(sim, core)->stream;
  front_state *front = &p->front;
  back_state *const back = &core_at(sim, core)->back;
  const stream_rules rules = rules_of(sim, core);
  uint32_t touched = 0;
  const core_rules k = core_rules_of(sim, core, &touched);
  uint64_t no_draws = 0;
  uint64_t *const draws = p->stream < SIM_ROUTINE_LIMIT ? &state_of(sim)->branch_draws[p->stream] : &no_draws;
  const runner r = {.front = front, .rules = &rules, .branch_draws = draws, .cpu = core, .index = 0};
  const uint32_t resolve = sim->config.branch_resolve_stage;
  flight f = {.sim = sim, .back = back, .k = &k, .r = &r, .core = core, .bus_turn = burst_turn(sim),
              .c = {.end = to, .memory_cycles = k.memory_cycles, .resolve = resolve, .has_memory = has_memory}};
  passage *const in_access = &f.at[0], *const in_execute = &f.at[1], *const in_decode = &f.at[2],
                 *const in_fetch = &f.at[3];
  issue_take_up(&f, from, t);
  fetcher in = issue_fetcher(&f);

  for (;;) {
    if (in.may_be_smooth) issue_smooth(&f, &in, t);
    if (in.left == 0) break;
    const uint64_t accesses = later(in_execute->in[IN_EXECUTE] + stay_in_execute(&k, in_execute->word),
                                    in_access->in[IN_WRITE_BACK]);
    if (accesses >= to) break;
    uint64_t leaves = accesses + 1;
    if (is_access(in_execute->word)) {
      if (!issue_access(&f, in_execute, accesses)) in_execute->accessed = SIM_NEVER;
      leaves = later(leaves, in_execute->accessed);
    }
    uint64_t issues = in_decode->in[IN_EXECUTE];
    if (issues == SIM_NEVER) {
      issue_waits(&f, in_decode);
      issues = later(later(in_decode->in[IN_DECODE] + 1, accesses), registers_at(&r, in_decode->word));
      if (is_access(in_decode->word)) issues = later(issues, in_decode->missed_until);
    }
    const uint64_t decodes = later(in_fetch->fetched, issues);
    if (decodes >= to) break;
    issue_at(&f, in_decode, issues);

    uint64_t fetches = decodes;
    if (in_fetch->word & WORD_MISPREDICTED) {
      const uint64_t enters = later(issues + stay_in_execute(&k, in_decode->word), leaves);
      if (enters >= to) break;
      uint64_t is_left = enters + 1;
      if (is_access(in_decode->word)) {
        is_left = issue_access(&f, in_decode, enters) ? later(is_left, in_decode->accessed) : SIM_NEVER;
      }
      uint64_t resolves = in_fetch->in[IN_EXECUTE];
      if (resolves == SIM_NEVER) resolves = later(later(decodes + 1, enters), registers_at(&r, in_fetch->word));
      fetches = resolve == IN_EXECUTE ? later(resolves + 1, is_left) : resolves;
      if (fetches >= to) break;
      issue_wrong_path(&f);
    } else if (has_memory && decodes != issues && is_access(in_decode->word)) {
      const uint64_t enters = later(issues + 1, leaves);
      if (enters <= decodes) issue_access(&f, in_decode, enters);
    }

    in_execute->in[IN_ACCESS] = accesses;
    in_execute->in[IN_WRITE_BACK] = leaves;
    bill_hold(&f.c, in_access->in[IN_WRITE_BACK], in_execute, t);
    bill_bubbles(&f.c, in_execute, in_decode, t);

    passage_copy(in_access, in_execute);
    passage_copy(in_execute, in_decode);
    passage_copy(in_decode, in_fetch);
    in_decode->in[IN_DECODE] = decodes;
    fetch_by(&f, &in, fetches);
  }
  front->fetched = rules.budget - in.left;
  front->next_index = in.index;
  front->fetch_line = in.line;
  return issue_end(&f, t);
}
