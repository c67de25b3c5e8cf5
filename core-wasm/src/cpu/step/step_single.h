/* One cycle of a core with a single stream. */
#ifndef SIM_STEP_SINGLE_H
#define SIM_STEP_SINGLE_H

#include "cpu/step/operands.h"
#include "cpu/step/pipeline.h"

/* TLB refill by software: if the page of an instruction is missing, its context first issues the instructions of
 * the refill routine. */

enum refill { REFILL_NONE, REFILL_CODE, REFILL_DATA };

/* The page for which the next instruction waits. If the page of its code is missing, the instruction is still in IF. */
static inline enum refill refill_awaited(shape s, const front_state *f) {
  if (!s.refills) return REFILL_NONE;
  const uint64_t next = f->latch[s.execute - 1];
  if (is_valid(next)) return needs_refill(next) ? REFILL_DATA : REFILL_NONE;
  if (f->fetch_until != SIM_NEVER || !is_valid(f->latch[STAGE_IF])) return REFILL_NONE;
  for (uint32_t stage = s.execute - 1; stage > STAGE_IF; stage--)
    if (is_valid(f->latch[stage])) return REFILL_NONE;
  return REFILL_CODE;
}

/* Whether the refill can issue in this cycle. The time of the exception starts in the first cycle in which the
 * caller asks. */
static inline int refill_can_issue(const sim *sim, front_state *f, uint64_t cycle) {
  if (f->refill_at == 0) f->refill_at = cycle + sim->config.tlb_miss_cycles;
  return cycle >= f->refill_at;
}

/* Whether it is still in the exception, which is no wait for operands. */
static inline int refill_waits(shape s, const front_state *f, uint64_t cycle) {
  return refill_awaited(s, f) == REFILL_DATA && f->refill_at > cycle;
}

/* Puts the next instruction of the refill into this lane of EX. After the last one the access is repeated. */
static inline void issue_refill(sim *sim, shape s, back_state *back, uint32_t lane, const runner *r, uint32_t core,
                                uint64_t cycle, int observed) {
  front_state *f = r->front;
  const enum refill refill = refill_awaited(s, f);
  if (observed) rows_leave(rows_back(sim, core, lane, 0));
  back->latch[0][lane] = latched(WORD_REFILL, f->refilled);
  back->owner[0][lane] = (uint8_t)r->index;
  back->execute_until[lane] = cycle + 1;
  f->refilling++;
  if (++f->refilled < sim->config.tlb_refill_instructions) return;
  f->refilled = 0;
  f->refill_at = 0;
  if (refill == REFILL_DATA) {
    f->latch[s.execute - 1] &= ~(uint64_t)WORD_REFILLS;
    return;
  }
  const uint32_t pc = routine_pc(r->rules->code, word_index(f->latch[STAGE_IF]));
  f->fetch_until = is_split_in_fetch(r->rules, f)
                       ? fetch_split_again(sim, r, core, pc, cycle)
                       : memory_fetch(sim, core, r->index, &r->rules->data, pc, cycle);
}

/* Copies only what a pipeline of this shape uses, because a run may be a few cycles long. */
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

INLINE uint32_t issue_hold(const sim *sim, shape s, const runner *r, uint64_t cycle) {
  return issues_from_fetch(s) ? any_issue_hold(sim, r, cycle) : (uint32_t)sim_cause_BUSY;
}

/* Returns whether an instruction was issued. */
INLINE int step_single(sim *sim, shape s, back_state *back, const core_rules *k, const runner *r, uint32_t core,
                        uint64_t cycle, int observed) {
  const int was_left = back_end(sim, s, back, k, r, core, cycle, observed);
  const uint64_t word = r->front->latch[s.execute - 1];
  const enum refill refill = refill_awaited(s, r->front);
  int issued = 0, has_refilled = 0;
  if (refill != REFILL_NONE && (refill == REFILL_CODE || has_operands(s, k, r, word, cycle))) {
    const int can = refill_can_issue(sim, r->front, cycle), is_free = was_left || !is_valid(back->latch[0][0]);
    if (can && is_free) {
      issue_refill(sim, s, back, 0, r, core, cycle, observed);
      has_refilled = 1;
    } else if (was_left) back->latch[0][0] = refill == REFILL_CODE ? word : sim_cause_DATA_MISS;
  } else if (!is_valid(word)) {
    if (was_left) back->latch[0][0] = word; /* its bubble */
  } else if (issue_hold(sim, s, r, cycle) != sim_cause_BUSY) {
    if (was_left) back->latch[0][0] = issue_hold(sim, s, r, cycle);
  } else if (was_left || !is_valid(back->latch[0][0])) { /* a bubble in EX disappears */
    issued = has_operands(s, k, r, word, cycle);
    if (issued) issue_one(sim, s, back, 0, k, r, core, cycle, observed);
    else if (was_left) back->latch[0][0] = operand_cause(s, k, back, r, word, cycle);
  }
  if (s.access == s.execute) any_begin_in_execute(sim, back, k, r, core, cycle, issued);
  front_end(sim, s, k, r, core, cycle, issued, observed);
  return issued | has_refilled;
}

#endif
