/* Reasons for which an instruction waits before its issue: its operands, and the miss of its context. */
#ifndef SIM_OPERANDS_H
#define SIM_OPERANDS_H

#include "cpu/step/front_end.h"

/* First cycle in which this source allows the issue of the instruction. SIM_NEVER: not known yet (M-13). */
INLINE uint64_t operand_at(shape s, uint32_t load_use_cycles, const uint64_t *ready, uint64_t word, uint32_t source,
                           int is_stored) {
  const uint64_t at = ready[source];
  if (s.compares_early && compares_early(word)) return at == SIM_NEVER ? at : at + 1;
  if (!s.stores_late || !is_stored || !(word & WORD_STORE)) return at;
  /* The store enters the access stage after the load, so data that take one more cycle have arrived by then. */
  if (load_use_cycles <= 1) return 0;
  const uint32_t stages = s.access - s.execute;
  return at == SIM_NEVER || at < stages ? at : at - stages;
}

INLINE uint64_t operands_at(shape s, uint32_t load_use_cycles, const uint64_t *ready, uint64_t word) {
  return later(operand_at(s, load_use_cycles, ready, word, word_source1(word), 0),
               operand_at(s, load_use_cycles, ready, word, word_source2(word), 1));
}

/* With two stages, IF issues: an instruction leaves IF for EX, and takes effect then. */
INLINE int issues_from_fetch(shape s) { return s.execute == STAGE_IF + 1; }

/* A context has at most one outstanding miss. Its next access waits for the miss. */
INLINE int has_operands(shape s, const core_rules *k, const runner *r, uint64_t word, uint64_t cycle) {
  if (s.has_memory && k->non_blocking && (word & (WORD_LOAD | WORD_STORE)) && k->missed_until[r->index] > cycle)
    return 0;
  return operands_at(s, k->load_use_cycles, r->rules->ready, word) <= cycle;
}

/* First cycle in which a register no longer waits for that miss. The miss loads the register, or a load that waits for
 * the miss (SIM_NEVER). Without a load-use delay the register can be read in the last cycle of the miss, or `early`
 * cycles before it. */
INLINE uint64_t comes_from_miss_until(uint64_t ready, uint64_t missed_until, uint32_t load_use_cycles, uint32_t early) {
  if (ready == SIM_NEVER) return missed_until;
  return ready + 1 == missed_until + load_use_cycles ? earlier(ready + early, missed_until) : 0;
}

/* The same for an instruction; `others`: registers (bits) that wait for an instruction other than a load (M-130). */
INLINE uint64_t waits_for_miss_until(uint32_t load_use_cycles, const uint64_t *ready, uint64_t word,
                                     uint64_t missed_until, uint32_t others) {
  if (word & (WORD_LOAD | WORD_STORE)) return missed_until;
  const uint32_t one = word_source1(word), other = word_source2(word);
  const uint32_t early = (uint32_t)compares_early(word);
  const uint64_t first =
      others >> one & 1 ? 0 : comes_from_miss_until(ready[one], missed_until, load_use_cycles, early);
  const uint64_t second =
      others >> other & 1 ? 0 : comes_from_miss_until(ready[other], missed_until, load_use_cycles, early);
  return later(first, second);
}

/* Registers (bits) of the stream whose last writer is in the back end and is no load. */
uint32_t results_to_come(shape s, const back_state *back, uint32_t index);

static inline int waits_for_load(shape s, uint32_t load_use_cycles, const uint64_t *ready, uint64_t word,
                                 uint32_t others, uint64_t cycle) {
  const uint32_t one = word_source1(word), other = word_source2(word);
  return (operand_at(s, load_use_cycles, ready, word, one, 0) > cycle && !(others >> one & 1)) ||
         (operand_at(s, load_use_cycles, ready, word, other, 1) > cycle && !(others >> other & 1));
}

/* Why the operands are not available (M-14). */
INLINE enum sim_cause operand_cause(shape s, const core_rules *k, const back_state *back, const runner *r,
                                    uint64_t word, uint64_t cycle) {
  const uint32_t others = s.has_others ? results_to_come(s, back, r->index) : 0;
  const uint64_t missed_until = s.has_memory && k->non_blocking ? k->missed_until[r->index] : 0;
  if (missed_until > cycle && cycle < waits_for_miss_until(k->load_use_cycles, r->rules->ready, word, missed_until,
                                                           others))
    return sim_cause_DATA_MISS;
  if (!s.has_others) return sim_cause_LOAD_USE;
  return waits_for_load(s, k->load_use_cycles, r->rules->ready, word, others, cycle) ? sim_cause_LOAD_USE
                                                                                      : sim_cause_OPERAND;
}

#endif
