/* The back end of a core: from issue through the access to memory to write-back. */
#ifndef SIM_BACK_END_H
#define SIM_BACK_END_H

#include "operands.h"

/* What the access stage is lost to, if it is held in `cycle`. */
HOT enum sim_cause hold_cause(uint64_t missed_from, uint64_t cycle) {
  return cycle < missed_from ? sim_cause_MEMORY : sim_cause_DATA_MISS;
}

/* The load or store of the lane that stands in the access stage gets the bus, if it is free, for its access. */
HOT void begin_access(sim *sim, back_state *back, shape s, uint32_t lane, const core_rules *k, const runner *runners,
                      uint32_t core, uint64_t cycle) {
  const uint32_t access = s.access - s.execute;
  const uint64_t word = back->latch[access][lane];
  if (word & WORD_PREFETCH) {
    const runner *r = &runners[back->owner[access][lane]];
    if (s.has_memory) memory_prefetch(sim, core, r->index, &r->rules->data, word, cycle);
    return;
  }
  uint64_t until = cycle + (uint64_t)k->memory_cycles * (1 + word_more(word)); /* the data are there */
  if (s.has_memory) {
    for (uint32_t l = 0; l < s.lanes && s.lanes > 1; l++) /* the L1D has one port */
      if (l != lane && back->access_until[l] != SIM_NEVER && back->access_until[l] > cycle) {
        back->access_until[lane] = SIM_NEVER;
        return;
      }
    const runner *r = &runners[back->owner[access][lane]];
    if (k->non_blocking && k->missed_until[r->index] > cycle) { /* it was issued before the miss */
      back->access_until[lane] = SIM_NEVER;
      back->missed_from = cycle;
      return;
    }
    *k->touched |= 1u << r->index;
    const uint32_t address = s.has_programs && r->rules->is_program
                                 ? program_flight_take(&sim->program_flights[r->cpu])
                                 : memory_address(&r->rules->data, word);
    back->access_until[lane] = memory_access(sim, core, r->index, &r->rules->data, address, word, cycle);
    if (word_more(word))
      back->access_until[lane] =
          later(until, memory_access_more(sim, core, r->index, &r->rules->data, address, word, cycle));
    back->missed_from = back->access_until[lane] > until ? until : SIM_NEVER;
    until = later(until, k->missed_until[r->index]);
  } else {
    back->access_until[lane] = SIM_NEVER;
    back->missed_from = SIM_NEVER;
    if (*k->bus_free_at > cycle) return;
    back->access_until[lane] = until;
    *k->bus_free_at = until;
  }
  const uint32_t destination = word_destination(word);
  if (!(word & WORD_LOAD) || destination == 0) return;
  /* A younger instruction that was issued may have claimed the register. */
  const uint32_t index = back->owner[access][lane];
  UNROLL
  for (uint32_t i = 0; i < access; i++)
    for (uint32_t l = 0; l < s.lanes; l++)
      if (is_valid(back->latch[i][l]) && back->owner[i][l] == index && !(back->latch[i][l] & WORD_WRONG_PATH) &&
          word_destination(back->latch[i][l]) == destination)
        return;
  runners[index].rules->ready[destination] = until - 1 + k->load_use_cycles;
}

/* The same for a pipeline of any shape. */
void any_begin_access(sim *sim, back_state *back, uint32_t lane, const core_rules *k, const runner *runners,
                      uint32_t core, uint64_t cycle);

HOT void access_of(sim *sim, back_state *back, shape s, uint32_t lane, const core_rules *k, const runner *runners,
                   uint32_t core, uint64_t cycle) {
  if (s.is_any) any_begin_access(sim, back, lane, k, runners, core, cycle);
  else begin_access(sim, back, s, lane, k, runners, core, cycle);
}

HOT int is_occupied(const back_state *back, shape s, uint32_t i) {
  for (uint32_t l = 0; l < s.lanes; l++)
    if (is_valid(back->latch[i][l])) return 1;
  return 0;
}

/* The longest of what is in EX decides. */
HOT uint64_t executes_until(const back_state *back, shape s) {
  uint64_t until = 0;
  for (uint32_t l = 0; l < s.lanes; l++) until = later(until, back->execute_until[l]);
  return until;
}

/* A mispredicted branch is resolved: what was fetched behind it is flushed. */
HOT void flush(sim *sim, shape s, back_state *back, const core_rules *k, const runner *r, uint32_t core,
               uint32_t front_stages, int observed) {
  *k->touched |= 1u << r->index;
  UNROLL
  for (uint32_t stage = front_stages; stage-- > STAGE_IF;) {
    if (observed && is_valid(r->front->latch[stage]))
      rows_remove(sim, rows_front(sim, r->cpu, stage), SIM_ROW_FLUSHED);
    r->front->latch[stage] = sim_cause_BRANCH;
  }
  r->front->wrong_path = 0;
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

/* Everybody in the stage goes to the next. */
HOT void shift(sim *sim, shape s, back_state *back, uint32_t core, uint32_t to, int observed) {
  for (uint32_t l = 0; l < s.lanes; l++) {
    if (observed) rows_shift(rows_back(sim, core, l, to), rows_back(sim, core, l, to - 1));
    back->latch[to][l] = back->latch[to - 1][l];
    back->owner[to][l] = back->owner[to - 1][l];
  }
}

HOT void fill_with(back_state *back, shape s, uint32_t i, uint64_t bubble) {
  for (uint32_t l = 0; l < s.lanes; l++) back->latch[i][l] = bubble;
}

/* The access stage; returns whether it was left. */
HOT int move_access(sim *sim, shape s, back_state *back, const core_rules *k, const runner *runners, uint32_t core,
                    uint64_t cycle, int observed) {
  const uint32_t access = s.access - s.execute;
  uint64_t until = 0;
  for (uint32_t l = 0; l < s.lanes; l++) until = later(until, back->access_until[l]);
  if (until <= cycle) {
    shift(sim, s, back, core, access + 1, observed);
    for (uint32_t l = 0; l < s.lanes; l++) back->access_until[l] = 0;
    return 1;
  }
  fill_with(back, s, access + 1,
            until == SIM_NEVER && !s.has_memory ? sim_cause_BUS : hold_cause(back->missed_from, cycle));
  for (uint32_t l = 0; l < s.lanes; l++)
    if (back->access_until[l] == SIM_NEVER) access_of(sim, back, s, l, k, runners, core, cycle);
  return 0;
}

/* Who has come to the stage begins what he does there. */
HOT void arrive(sim *sim, shape s, back_state *back, uint32_t i, const core_rules *k, const runner *runners,
                uint32_t core, uint64_t cycle, int observed) {
  for (uint32_t l = 0; l < s.lanes; l++) {
    const uint64_t word = back->latch[i][l];
    if (!is_valid(word)) continue;
    if (i == s.access - s.execute && (word & (WORD_LOAD | WORD_STORE | WORD_PREFETCH)))
      access_of(sim, back, s, l, k, runners, core, cycle);
    if (s.resolve == s.execute + i - 1 && (word & WORD_MISPREDICTED))
      flush(sim, s, back, k, &runners[back->owner[i][l]], core, s.execute, observed);
  }
}

/* Who is behind EX moves on, if possible, from the last stage back. Returns whether EX was left. */
HOT int move_back_end(sim *sim, shape s, back_state *back, const core_rules *k, const runner *runners, uint32_t core,
                      uint64_t cycle, int observed) {
  const uint32_t last = s.last - s.execute, access = s.access - s.execute;
  if (observed)
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
    fill_with(back, s, i - 1, sim_cause_FILL); /* taken by who is behind, or by his bubble */
    arrive(sim, s, back, i, k, runners, core, cycle, observed);
  }
  return is_free;
}

/* Who is in the last front stage enters EX, in this lane. */
HOT void issue(sim *sim, shape s, back_state *back, uint32_t lane, const core_rules *k, const runner *r, uint32_t core,
               uint64_t cycle, int observed) {
  const uint64_t word = r->front->latch[s.execute - 1];
  if (observed) rows_shift(rows_back(sim, core, lane, 0), rows_front(sim, r->cpu, s.execute - 1));
  back->latch[0][lane] = word;
  back->owner[0][lane] = (uint8_t)r->index;
  const uint64_t until = cycle + k->execute_cycles[word_class(word)];
  back->execute_until[lane] = until;
  const uint32_t destination = word_destination(word);
  if (destination != 0 && !(word & WORD_WRONG_PATH)) /* who will be flushed claims nothing */
    r->rules->ready[destination] = word & WORD_LOAD ? SIM_NEVER : word & WORD_CONDITION ? until + 1 : 0;
  if ((word & WORD_BRANCH) && !(word & WORD_WRONG_PATH)) {
    ++*k->branches;
    *k->mispredicted += (word & WORD_MISPREDICTED) != 0;
  }
  if ((word & WORD_MISPREDICTED) && s.resolve + 1 == s.execute)
    flush(sim, s, back, k, r, core, s.execute - 1, observed);
}

/* Of who stands in the stage, in the cycle `next`. */
static inline enum sim_cause back_stall(const back_state *back, shape s, uint32_t stage, uint64_t next) {
  const uint32_t access = s.access - s.execute;
  enum sim_cause cause = sim_cause_BUSY;
  for (uint32_t i = access + 1; i-- > stage - s.execute;) {
    uint64_t until = 0;
    if (!is_occupied(back, s, i)) cause = sim_cause_BUSY; /* room */
    else if (i == access) {
      for (uint32_t l = 0; l < s.lanes; l++) until = later(until, back->access_until[l]);
      if (until > next)
        cause = until == SIM_NEVER && !s.has_memory ? sim_cause_BUS : hold_cause(back->missed_from, next);
    } else if (i == 0 && executes_until(back, s) > next) cause = sim_cause_MULTIPLY;
  }
  return cause;
}

#endif
