/* The back end of a core: from issue through the access to memory to write-back. */
#ifndef SIM_BACK_END_H
#define SIM_BACK_END_H

#include "cpu/step/access_stage.h"

/* Cause of the lost cycle if the access stage is held in `cycle`. */
INLINE enum sim_cause hold_cause(uint64_t missed_from, uint64_t cycle) {
  return cycle < missed_from ? sim_cause_MEMORY : sim_cause_DATA_MISS;
}

INLINE int is_occupied(const back_state *back, shape s, uint32_t i) {
  for (uint32_t l = 0; l < s.lanes; l++)
    if (is_valid(back->latch[i][l])) return 1;
  return 0;
}

/* The slowest instruction in EX decides (M-19). */
INLINE uint64_t executes_until(const back_state *back, shape s) {
  uint64_t until = 0;
  for (uint32_t l = 0; l < s.lanes; l++) until = later(until, back->execute_until[l]);
  return until;
}

/* With at most three stages, an instruction retires in its last cycle in EX. */
INLINE int ends_in_execute(shape s) { return s.last == s.execute; }

/* Reason why the instruction in stage `i` could not leave it in cycle `next` if the next stage were free, or BUSY. */
INLINE enum sim_cause held_in(const back_state *back, shape s, uint32_t i, uint64_t next) {
  if (i == 0 && executes_until(back, s) > next) return sim_cause_MULTIPLY;
  if (i != s.access - s.execute) return sim_cause_BUSY;
  uint64_t until = 0;
  for (uint32_t l = 0; l < s.lanes; l++) until = later(until, back->access_until[l]);
  if (until <= next) return sim_cause_BUSY;
  return until == SIM_NEVER && !s.has_memory ? sim_cause_BUS : hold_cause(back->missed_from, next);
}

/* A mispredicted branch is resolved: flushes the later instructions. */
INLINE void flush(sim *sim, shape s, back_state *back, const core_rules *k, const runner *r, uint32_t core,
                  uint32_t front_stages, int observed) {
  *k->touched |= 1u << r->index;
  flush_front(sim, r, front_stages, observed);
  if (s.resolve <= s.execute) return;
  for (uint32_t i = 0; i < s.resolve - s.execute; i++)
    for (uint32_t l = 0; l < s.lanes; l++) {
      const uint64_t word = back->latch[i][l];
      if (!is_valid(word) || back->owner[i][l] != r->index || !(word & WORD_WRONG_PATH)) continue;
      if (observed) rows_remove(sim, rows_back(sim, core, l, i), SIM_ROW_FLUSHED);
      back->latch[i][l] = sim_cause_BRANCH;
      if (i == 0) back->execute_until[l] = 0;
    }
}

/* Moves all lanes from the previous stage to stage `to`. */
INLINE void shift(sim *sim, shape s, back_state *back, uint32_t core, uint32_t to, int observed) {
  for (uint32_t l = 0; l < s.lanes; l++) {
    if (observed) rows_shift(rows_back(sim, core, l, to), rows_back(sim, core, l, to - 1));
    back->latch[to][l] = back->latch[to - 1][l];
    if (!s.is_alone) back->owner[to][l] = back->owner[to - 1][l];
  }
}

INLINE void fill_with(back_state *back, shape s, uint32_t i, uint64_t bubble) {
  for (uint32_t l = 0; l < s.lanes; l++) back->latch[i][l] = bubble;
}

/* If EX is the last stage, this latch keeps the last instruction that left: a branch may take an operand from it. */
enum { LEFT_EX = 1 };

INLINE void leave_last(sim *sim, shape s, back_state *back, uint32_t core, int observed) {
  for (uint32_t l = 0; l < s.lanes; l++) {
    if (observed) rows_leave(rows_back(sim, core, l, 0));
    back->latch[LEFT_EX][l] = back->latch[0][l];
    back->owner[LEFT_EX][l] = back->owner[0][l];
  }
}

/* A CSR instruction is executed when it leaves EX, or in its last cycle there if no stage follows (M-39). */
void any_read_in_execute(sim *sim, const back_state *back, const runner *runners, uint64_t cycle);

/* Moves the access stage. Returns whether its instruction left it. */
INLINE int move_access(sim *sim, shape s, back_state *back, const core_rules *k, const runner *runners, uint32_t core,
                       uint64_t cycle, int observed) {
  const uint32_t access = s.access - s.execute;
  const enum sim_cause held = held_in(back, s, access, cycle);
  if (held == sim_cause_BUSY) {
    if (ends_in_execute(s)) leave_last(sim, s, back, core, observed);
    else {
      if (access == 0 && s.has_programs) any_read_in_execute(sim, back, runners, cycle);
      shift(sim, s, back, core, access + 1, observed);
    }
    for (uint32_t l = 0; l < s.lanes; l++) back->access_until[l] = 0;
    if (s.resolve == s.access)
      for (uint32_t l = 0; l < s.lanes; l++) {
        const uint64_t word = back->latch[access][l];
        if (is_valid(word) && (word & WORD_MISPREDICTED))
          flush(sim, s, back, k, &runners[back->owner[access][l]], core, s.execute, observed);
      }
    if (access == 0) fill_with(back, s, 0, sim_cause_FILL); /* valid until an instruction or a bubble is issued */
    return 1;
  }
  if (!ends_in_execute(s)) fill_with(back, s, access + 1, held);
  for (uint32_t l = 0; l < s.lanes; l++) read_in_access(sim, s, back, l, runners, cycle);
  for (uint32_t l = 0; l < s.lanes; l++)
    if (back->access_until[l] == SIM_NEVER) access_of(sim, back, s, l, k, runners, core, cycle);
  return 0;
}

/* Starts the work of the instructions that have entered the stage. */
INLINE void arrive(sim *sim, shape s, back_state *back, uint32_t i, const core_rules *k, const runner *runners,
                   uint32_t core, uint64_t cycle, int observed) {
  for (uint32_t l = 0; l < s.lanes; l++) {
    const uint64_t word = back->latch[i][l]; /* a bubble has none of these bits */
    if (i == s.access - s.execute && (word & (WORD_LOAD | WORD_STORE | WORD_PREFETCH)))
      access_of(sim, back, s, l, k, runners, core, cycle);
    if (s.has_programs && i == 1 && word_class(word) == EXECUTE_READ && !(word & WORD_LOAD))
      program_read(sim, runners[back->owner[i][l]].cpu, word, cycle);
    if (s.resolve == s.execute + i - 1 && (word & WORD_MISPREDICTED))
      flush(sim, s, back, k, &runners[back->owner[i][l]], core, s.execute, observed);
  }
}

/* If EX is the access stage, an instruction starts its access in the cycle of its issue. */
INLINE void begin_in_execute(sim *sim, shape s, back_state *back, const core_rules *k, const runner *runners,
                             uint32_t core, uint64_t cycle, int issued) {
  for (uint32_t l = 0; l < s.lanes && s.access == s.execute && issued; l++)
    if (is_valid(back->latch[0][l]) && (back->latch[0][l] & (WORD_LOAD | WORD_STORE | WORD_PREFETCH)))
      access_of(sim, back, s, l, k, runners, core, cycle);
  if (s.has_programs && ends_in_execute(s) && held_in(back, s, 0, cycle + 1) == sim_cause_BUSY)
    any_read_in_execute(sim, back, runners, cycle);
}

/* True if the instruction in the last stage retires after this cycle. */
INLINE int retires(const back_state *back, shape s, uint64_t cycle) {
  return !ends_in_execute(s) || held_in(back, s, 0, cycle + 1) == sim_cause_BUSY;
}

/* An instruction can read a register in the cycle of its write-back, so readers are issued in the next cycle. */
INLINE void write_registers(const back_state *back, shape s, const runner *runners, uint64_t cycle) {
  const uint32_t last = s.last - s.execute;
  for (uint32_t l = 0; l < s.lanes; l++) {
    const uint64_t word = back->latch[last][l];
    const uint32_t destination = word_destination(word), index = back->owner[last][l];
    if (is_valid(word) && destination != 0 && !is_claimed(back, s, last, index, destination))
      runners[index].rules->ready[destination] = cycle + 1;
  }
}

/* Moves the stages from EX onwards, the last one first. Returns whether EX was left. */
INLINE int move_stages(sim *sim, shape s, back_state *back, const core_rules *k, const runner *runners, uint32_t core,
                       uint64_t cycle, int observed) {
  const uint32_t last = s.last - s.execute, access = s.access - s.execute;
  if (observed && !ends_in_execute(s))
    for (uint32_t l = 0; l < s.lanes; l++) rows_leave(rows_back(sim, core, l, last));
  UNROLL
  for (uint32_t i = last; i > access + 1; i--) shift(sim, s, back, core, i, observed);
  int is_free = move_access(sim, s, back, k, runners, core, cycle, observed);
  UNROLL
  for (uint32_t i = access; i > 0; i--) {
    if (!is_free) {
      is_free = i > 1 && !is_occupied(back, s, i - 1); /* bubbles close up */
      continue;
    }
    if (i == 1 && executes_until(back, s) > cycle) {
      fill_with(back, s, 1, sim_cause_MULTIPLY);
      return 0;
    }
    shift(sim, s, back, core, i, observed);
    fill_with(back, s, i - 1, sim_cause_FILL); /* valid until an instruction or a bubble is issued */
    arrive(sim, s, back, i, k, runners, core, cycle, observed);
  }
  return is_free;
}

INLINE int move_back_end(sim *sim, shape s, back_state *back, const core_rules *k, const runner *runners, uint32_t core,
                         uint64_t cycle, int observed) {
  const int was_left = move_stages(sim, s, back, k, runners, core, cycle, observed);
  if (s.is_written_first && !ends_in_execute(s)) write_registers(back, s, runners, cycle);
  return was_left;
}

/* Issues the instruction in the last front stage to this lane of EX. */
INLINE void issue(sim *sim, shape s, back_state *back, uint32_t lane, const core_rules *k, const runner *r,
                  uint32_t core, uint64_t cycle, int observed) {
  const uint64_t word = r->front->latch[s.execute - 1];
  if (observed) rows_shift(rows_back(sim, core, lane, 0), rows_front(sim, r->cpu, s.execute - 1));
  back->latch[0][lane] = word;
  if (!s.is_alone) back->owner[0][lane] = (uint8_t)r->index;
  const uint64_t until = cycle + k->execute_cycles[word_class(word)];
  back->execute_until[lane] = until;
  /* An instruction that will be flushed reserves no register. The host could not predict a branch on this. */
  const int is_right = !(word & WORD_WRONG_PATH), is_late = (word & WORD_LOAD) || s.is_written_first;
  const uint64_t at = word & WORD_CONDITION ? until + !s.compares_early : 0;
  uint64_t *ready = r->rules->ready;
  ready[is_right ? word_destination(word) : 0] = is_late ? SIM_NEVER : at;
  ready[0] = 0;
  const int is_branch = is_right && (word & WORD_BRANCH) != 0;
  *k->branches += (uint64_t)is_branch;
  *k->mispredicted += (uint64_t)(is_branch && (word & WORD_MISPREDICTED) != 0);
  if ((word & WORD_MISPREDICTED) && s.resolve + 1 == s.execute)
    flush(sim, s, back, k, r, core, s.execute - 1, observed);
  else if (s.target + 1 == s.execute && redirects(word))
    redirect(sim, r, word, s.execute - 1, observed);
}

/* Why the instruction cannot leave the stage in cycle `next`; BUSY: it can. */
static inline enum sim_cause back_stall(const back_state *back, shape s, uint32_t stage, uint64_t next) {
  enum sim_cause cause = sim_cause_BUSY;
  for (uint32_t i = s.access - s.execute + 1; i-- > stage - s.execute;) {
    const enum sim_cause held = held_in(back, s, i, next);
    if (!is_occupied(back, s, i)) cause = sim_cause_BUSY; /* room */
    else if (held != sim_cause_BUSY) cause = held;
  }
  return cause;
}

#endif
