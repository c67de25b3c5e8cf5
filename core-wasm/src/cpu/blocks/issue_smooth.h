/* Instructions that follow one another without a miss: a load delays who reads its result by a cycle, a
 * mispredicted branch those behind it by one or two, and nothing else does. So one time says it all, that of
 * the issue. Accesses that hit commute with fetches that hit: each instruction, and each block of them, is done as a
 * whole. */
#ifndef SIM_ISSUE_SMOOTH_H
#define SIM_ISSUE_SMOOTH_H

#include "cpu/blocks/issue_draws.h"
#include "cpu/blocks/issue_end.h"
#include "cpu/blocks/issue_memory.h"

/* What the stream fetches and accesses. */
typedef struct fetcher {
  uint64_t line;
  uint64_t left;  /* of the budget */
  uint32_t index; /* of the next instruction */
  uint32_t may_be_smooth;
  uint32_t is_apart; /* bursts change no line of the data that it draws, but for the packet */
  code_port code;
  data_port data;
  draws_ahead draws;
} fetcher;

fetcher issue_fetcher(const flight *f);

/* Goes on as far as nothing else happens, if it can. What has been done ahead of time is marked in the passages.
 */
void issue_smooth(flight *f, fetcher *in, tally *t);

/* The outcome of a branch that is fetched, with what it means for those behind it. */
HOT uint64_t issue_branch(sim *sim, const core_rules *k, const runner *r, uint32_t core, uint32_t word, uint32_t index,
                          uint32_t *next) {
  const stream_rules *rules = r->rules;
  const int taken = branch_is_taken(r, word);
  const uint32_t target = rules->targets[index];
  int predicted = 0;
  if (sim->memory.has_predictor) {
    const uint32_t pc = rules->address + index * INSTRUCTION_BYTES;
    predicted = memory_predicts(sim, core, pc, target <= index);
    memory_learns(sim, core, pc, taken);
  }
  r->front->wrong_index = taken ? *next : target;
  if (taken) *next = target;
  ++*k->branches;
  const uint64_t kept = latched(taken ? word | WORD_TAKEN : word & ~WORD_TAKEN, index);
  if (taken == predicted) return kept;
  ++*k->mispredicted;
  return kept | WORD_MISPREDICTED;
}

/* Fetched until the branch is resolved. */
static inline void issue_wrong_path(const flight *f) {
  front_state *front = f->r->front;
  front->wrong_index = following(f->r->rules, front->wrong_index);
  if (f->c.resolve == IN_EXECUTE) front->wrong_index = following(f->r->rules, front->wrong_index);
}

#endif
