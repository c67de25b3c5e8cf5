/* What an instruction waits for before it is issued: its operands, and its context's miss. */
#ifndef SIM_OPERANDS_H
#define SIM_OPERANDS_H

#include "front_end.h"

/* A context has at most one miss under way: its next access waits for it. */
HOT int has_operands(shape s, const core_rules *k, const runner *r, uint64_t word, uint64_t cycle) {
  if (s.has_memory && k->non_blocking && (word & (WORD_LOAD | WORD_STORE)) && k->missed_until[r->index] > cycle)
    return 0;
  return r->rules->ready[word_source1(word)] <= cycle && r->rules->ready[word_source2(word)] <= cycle;
}

/* First cycle in which a register does not wait for that miss any more: it comes from it, or from a load that waits for
 * it (SIM_NEVER). Without a load-use delay it can be read in the last cycle of the miss. */
HOT uint64_t comes_from_miss_until(uint64_t ready, uint64_t missed_until, uint32_t load_use_cycles) {
  if (ready == SIM_NEVER) return missed_until;
  return ready + 1 == missed_until + load_use_cycles ? earlier(ready, missed_until) : 0;
}

/* The same of an instruction; `conditions`: registers (bits) that wait for a comparison instead. */
HOT uint64_t waits_for_miss_until(uint32_t load_use_cycles, const uint64_t *ready, uint64_t word, uint64_t missed_until,
                                  uint32_t conditions) {
  if (word & (WORD_LOAD | WORD_STORE)) return missed_until;
  const uint32_t one = word_source1(word), other = word_source2(word);
  const uint64_t first = conditions >> one & 1 ? 0 : comes_from_miss_until(ready[one], missed_until, load_use_cycles);
  const uint64_t second =
      conditions >> other & 1 ? 0 : comes_from_miss_until(ready[other], missed_until, load_use_cycles);
  return later(first, second);
}

/* Results that the branch of the stream has to wait for, as registers. */
static inline uint32_t conditions_of(shape s, const back_state *back, uint32_t index) {
  uint32_t registers = 0;
  for (uint32_t i = 0; i < 2; i++)
    for (uint32_t l = 0; l < s.lanes; l++)
      if (is_valid(back->latch[i][l]) && back->owner[i][l] == index && (back->latch[i][l] & WORD_CONDITION))
        registers |= 1u << word_destination(back->latch[i][l]);
  return registers;
}

/* Why it has not. */
HOT enum sim_cause operand_cause(shape s, const core_rules *k, const back_state *back, const runner *r, uint64_t word,
                                 uint64_t cycle) {
  const uint64_t missed_until = k->missed_until[r->index];
  if (!s.has_memory || !k->non_blocking || missed_until <= cycle) return sim_cause_LOAD_USE;
  const uint32_t conditions = conditions_of(s, back, r->index);
  const uint64_t until = waits_for_miss_until(k->load_use_cycles, r->rules->ready, word, missed_until, conditions);
  return cycle < until ? sim_cause_DATA_MISS : sim_cause_LOAD_USE;
}

#endif
