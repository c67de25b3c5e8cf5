/* A core that one stream has to itself, from instruction to instruction instead of from cycle to cycle: when
 * each enters each stage follows from the one before it (docs/decisions/0009). The state at the end is that
 * of the stepped loop. For the plain five stages. */
#ifndef SIM_ISSUE_ALONE_H
#define SIM_ISSUE_ALONE_H

#include "cpu/step/pipeline_run.h"

/* IF, ID and EX hold instructions on the right path, so that every bubble to come has its reason in them. */
static inline int issue_can_begin(const front_state *f, const back_state *b, uint64_t budget) {
  const uint64_t all = f->latch[0] & f->latch[1] & b->latch[0][0];
  return is_valid(all) && !(f->latch[0] & WORD_WRONG_PATH) && b->access_until[0] != SIM_NEVER && !f->draining &&
         f->fetched != budget;
}

/* Runs the core from `from` to `to`, or to the end of the stream; returns the cycle reached. The last latch is
 * right at the end of the stream only: otherwise a stepped cycle has to follow. */
uint64_t issue_alone(sim *sim, uint32_t core, uint64_t from, uint64_t to, tally *t);

enum { ISSUE_WORTHWHILE_CYCLES = 24 };

#endif
