/* When an instruction stands where, in five stages in order, and what the bubbles between two of them are. */
#ifndef SIM_ISSUE_TIMES_H
#define SIM_ISSUE_TIMES_H

#include "cpu/step/pipeline_run.h"

enum { IN_DECODE = 1, IN_EXECUTE, IN_ACCESS, IN_WRITE_BACK, PASSAGE_STAGES };

/* An instruction on the right path: the first cycle in each stage, SIM_NEVER while it is not known. */
typedef struct passage {
  uint64_t word; /* as in a latch; without WORD_VALID: the bubble that stood there at the begin */
  uint64_t in[PASSAGE_STAGES]; /* nobody asks when it came to IF */
  uint64_t fetched;  /* first cycle in which IF may be left */
  uint64_t accessed; /* first cycle in which the access stage may be left; 0: access not begun */
  uint64_t misses;   /* known before its access begins */
  uint64_t missed_until; /* non-blocking: it waits in ID for a miss until then */
} passage;

/* Word by word: as one copy it would be memory.copy, a call in WebAssembly, and this is done for every instruction. */
HOT void passage_copy(passage *to, const passage *from) {
  to->word = from->word;
  to->in[IN_DECODE] = from->in[IN_DECODE];
  to->in[IN_EXECUTE] = from->in[IN_EXECUTE];
  to->in[IN_ACCESS] = from->in[IN_ACCESS];
  to->in[IN_WRITE_BACK] = from->in[IN_WRITE_BACK];
  to->fetched = from->fetched;
  to->accessed = from->accessed;
  to->misses = from->misses;
  to->missed_until = from->missed_until;
}

/* Nothing but the word is known. */
HOT void passage_begin(passage *p, uint64_t word) {
  p->word = word;
  p->in[IN_DECODE] = p->in[IN_EXECUTE] = p->in[IN_ACCESS] = p->in[IN_WRITE_BACK] = SIM_NEVER;
  p->fetched = p->accessed = p->misses = p->missed_until = 0;
}

/* Where time ends, and what decides the reasons. */
typedef struct clip {
  uint64_t end;
  uint32_t memory_cycles;
  uint32_t resolve;
  int has_memory;
} clip;

static inline int is_access(uint64_t word) { return (word & (WORD_LOAD | WORD_STORE)) != 0; }

static inline uint64_t stay_in_execute(const core_rules *k, uint64_t word) {
  return word & WORD_MULTIPLY ? k->multiply_cycles : 1;
}

/* The cycle in which the mispredicted branch flushes and its target is fetched. */
static inline uint64_t redirects_at(const clip *c, const passage *branch) {
  return branch->in[c->resolve == IN_EXECUTE ? IN_ACCESS : IN_EXECUTE];
}

/* ---- bubbles between `before` and `next`, each made in a stage and cycle and moving on from there ---- */

/* In ID: nobody came, or he whom the flush has brought. */
static inline enum sim_cause decode_bubble(const clip *c, const passage *before, uint64_t cycle) {
  return (before->word & WORD_MISPREDICTED) && cycle <= redirects_at(c, before) ? sim_cause_BRANCH
                                                                                : sim_cause_FETCH_MISS;
}

/* In EX: one that cannot move on, as `before` is held in the access stage, stays what it was made. */
static inline enum sim_cause execute_bubble(const clip *c, const passage *before, const passage *next,
                                            uint64_t cycle) {
  const uint64_t made = cycle >= before->in[IN_WRITE_BACK] ? cycle : before->in[IN_ACCESS];
  if (made <= next->in[IN_DECODE]) return decode_bubble(c, before, made - 1);
  return made < next->missed_until ? sim_cause_DATA_MISS : sim_cause_LOAD_USE;
}

static inline enum sim_cause access_bubble(const clip *c, const passage *before, const passage *next, uint64_t cycle) {
  return cycle > next->in[IN_EXECUTE] ? sim_cause_MULTIPLY : execute_bubble(c, before, next, cycle - 1);
}

/* ---- the bill ---- */

/* Cycles [from, to) that come before the end. */
static inline uint32_t cycles_of(const clip *c, uint64_t from, uint64_t to) {
  to = earlier(to, c->end);
  return to > from ? (uint32_t)(to - from) : 0;
}

/* Cycles that the last stage is empty because the instruction was held in the access stage or in EX. */
static inline void bill_hold(const clip *c, uint64_t last_left, const passage *p, tally *t) {
  const uint64_t begin = p->in[IN_ACCESS], end = p->in[IN_WRITE_BACK];
  if (end != begin + 1 && begin < c->end) {
    const uint64_t on_bus = c->has_memory ? begin : p->accessed - c->memory_cycles;
    const uint64_t hit_end = earlier(on_bus + c->memory_cycles, end);
    t->lost[sim_cause_BUS] += cycles_of(c, begin + 1, on_bus + 1);
    t->lost[sim_cause_MEMORY] += cycles_of(c, on_bus + 1, hit_end);
    t->lost[sim_cause_DATA_MISS] += cycles_of(c, hit_end, end);
  }
  if (last_left < c->end)
    t->lost[sim_cause_MULTIPLY] += cycles_of(c, later(p->in[IN_EXECUTE] + 2, last_left + 1), begin + 1);
}

/* And because of the bubbles that `next` has left ahead of itself in EX. They are billed two cycles later. */
static inline void bill_bubbles(const clip *c, const passage *before, const passage *next, tally *t) {
  const uint64_t free_from = before->in[IN_WRITE_BACK];
  const uint64_t end = earlier(next->in[IN_EXECUTE], c->end - 2);
  if (end < free_from) return;
  t->lost[execute_bubble(c, before, next, free_from - 1)]++;
  uint64_t cycle = free_from;
  if (before->word & WORD_MISPREDICTED) {
    const uint64_t flushed = earlier(redirects_at(c, before) + 2, end);
    if (flushed > cycle) {
      t->lost[sim_cause_BRANCH] += (uint32_t)(flushed - cycle);
      cycle = flushed;
    }
  }
  const uint64_t decoded = next->in[IN_DECODE] < end ? next->in[IN_DECODE] + 1 : end;
  if (decoded > cycle) {
    t->lost[sim_cause_FETCH_MISS] += (uint32_t)(decoded - cycle);
    cycle = decoded;
  }
  const uint64_t missed = earlier(next->missed_until, end);
  if (missed > cycle) {
    t->lost[sim_cause_DATA_MISS] += (uint32_t)(missed - cycle);
    cycle = missed;
  }
  t->lost[sim_cause_LOAD_USE] += (uint32_t)(end - cycle);
}

#endif
