/* One cycle of a core that one stream has to itself. */
#ifndef SIM_STEP_SINGLE_H
#define SIM_STEP_SINGLE_H

#include "cpu/step/pipeline_run.h"
#include "cpu/step/refill.h"

/* Copies what a pipeline of this shape uses: a run may be a few cycles long. */
INLINE void copy_back(back_state *to, const back_state *from, shape s) {
  to->missed_from = from->missed_from;
  UNROLL
  for (uint32_t l = 0; l < s.lanes; l++) {
    to->access_until[l] = from->access_until[l];
    to->execute_until[l] = from->execute_until[l];
    UNROLL
    for (uint32_t i = 0; i <= s.last - s.execute; i++) {
      to->latch[i][l] = from->latch[i][l];
      to->owner[i][l] = from->owner[i][l];
    }
  }
}

INLINE int back_end(sim *sim, shape s, back_state *back, const core_rules *k, const runner *runners, uint32_t core,
                    uint64_t cycle, int observed) {
  return s.is_any ? any_back_end(sim, back, k, runners, core, cycle, observed)
                  : move_back_end(sim, s, back, k, runners, core, cycle, observed);
}

INLINE void front_end(sim *sim, shape s, const core_rules *k, const runner *r, uint32_t core, uint64_t cycle,
                      int issued, int observed) {
  if (s.is_any) any_front_end(sim, k, r, core, cycle, issued, observed);
  else advance_front(sim, s, k, r, core, cycle, issued, observed);
}

INLINE void issue_one(sim *sim, shape s, back_state *back, uint32_t lane, const core_rules *k, const runner *r,
                      uint32_t core, uint64_t cycle, int observed) {
  if (s.is_any) any_issue(sim, back, lane, k, r, core, cycle, observed);
  else issue(sim, s, back, lane, k, r, core, cycle, observed);
}

INLINE void step_single(sim *sim, shape s, back_state *back, const core_rules *k, const runner *r, uint32_t core,
                        uint64_t cycle, int observed) {
  const int was_left = back_end(sim, s, back, k, r, core, cycle, observed);
  const uint64_t word = r->front->latch[s.execute - 1];
  const enum refill refill = refill_awaited(s, r->front);
  int issued = 0;
  if (refill != REFILL_NONE && (refill == REFILL_CODE || has_operands(s, k, r, word, cycle))) {
    const int can = refill_can_issue(sim, r->front, cycle), is_free = was_left || !is_valid(back->latch[0][0]);
    if (can && is_free) issue_refill(sim, s, back, 0, r, core, cycle, observed);
    else if (was_left) back->latch[0][0] = refill == REFILL_CODE ? word : sim_cause_DATA_MISS;
  } else if (!is_valid(word)) {
    if (was_left) back->latch[0][0] = word; /* its bubble */
  } else if (was_left || !is_valid(back->latch[0][0])) { /* a bubble in EX closes up */
    issued = has_operands(s, k, r, word, cycle);
    if (issued) issue_one(sim, s, back, 0, k, r, core, cycle, observed);
    else if (was_left) back->latch[0][0] = operand_cause(s, k, back, r, word, cycle);
  }
  front_end(sim, s, k, r, core, cycle, issued, observed);
}

#endif
