/* What an instruction waits for before it is issued: its operands, and its context's miss. */
#ifndef SIM_OPERANDS_H
#define SIM_OPERANDS_H

#include "front_end.h"

/* A context has at most one miss under way: its next access waits for it. */
HOT int has_operands(shape s, const core_rules *k, const runner *r, uint64_t word, uint64_t cycle) {
  if (s.has_memory && k->non_blocking && (word & (WORD_LOAD | WORD_STORE)) && k->missed_until[r->index] > cycle) return 0;
  return r->rules->ready[word_source1(word)] <= cycle && r->rules->ready[word_source2(word)] <= cycle;
}

/* The register comes from the miss that is under way, or from a load that waits for it. */
HOT int comes_from_miss(uint64_t ready, uint64_t missed_until, uint32_t load_use_cycles) {
  return ready == SIM_NEVER || ready + 1 == missed_until + load_use_cycles;
}

/* First cycle in which it does not wait for that miss any more; `conditions`: registers (bits) that wait for a
 * comparison instead. */
HOT uint64_t waits_for_miss_until(uint32_t load_use_cycles, const uint64_t *ready, uint64_t word, uint64_t missed_until,
                                  uint32_t conditions) {
  const uint32_t one = word_source1(word), other = word_source2(word);
  const int misses = (word & (WORD_LOAD | WORD_STORE)) ||
                     (comes_from_miss(ready[one], missed_until, load_use_cycles) && !(conditions >> one & 1)) ||
                     (comes_from_miss(ready[other], missed_until, load_use_cycles) && !(conditions >> other & 1));
  return misses ? missed_until : 0;
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
