#include "cpu/contexts/issue_contest.h"

/* ---- the bill ---- */

void contest_settle(contest *all, uint32_t i, uint64_t cycle) {
  contender *own = &all->of[i];
  uint32_t *lost = own->tally->lost;
  if (own->reason == OPERANDS) {
    const uint64_t missed_until = earlier(later(own->missed_until, own->billed), cycle);
    lost[sim_cause_DATA_MISS] += (uint32_t)(missed_until - own->billed);
    lost[sim_cause_LOAD_USE] += (uint32_t)(cycle - missed_until);
  } else if (own->reason != sim_cause_READY) lost[own->reason] += (uint32_t)(cycle - own->billed);
  own->billed = cycle;
}

SMALL void contest_bill_hold(contest *all, uint64_t cycle, uint64_t cycles) {
  const uint32_t first = all->ex_until > cycle ? (uint32_t)sim_cause_MULTIPLY : contest_hold_cause(all, cycle);
  const uint64_t hit = first == sim_cause_MEMORY ? earlier(all->missed_from - cycle, cycles) : cycles;
  for (uint32_t rest = all->able; rest != 0; rest &= rest - 1) {
    uint32_t *lost = all->tallies[__builtin_ctz(rest)].lost;
    lost[first] += (uint32_t)hit;
    lost[sim_cause_DATA_MISS] += (uint32_t)(cycles - hit);
  }
}

/* ---- when a context is looked at again ---- */

static void wake(contest *all, uint32_t i, uint64_t at) {
  all->of[i].at = at;
  all->waiting |= 1u << i;
  all->wake_at = earlier(all->wake_at, at);
}

void contest_reconsider(contest *all, int waits_for_miss, uint32_t i, uint64_t next) {
  contender *own = &all->of[i];
  const uint32_t bit = 1u << i;
  all->able &= ~bit;
  own->billed = next;
  if (!is_valid(own->in_id)) {
    own->reason = (uint32_t)own->in_id;
    own->at = next;
    if (is_valid(own->in_if)) wake(all, i, own->in_id == sim_cause_FETCH_MISS ? later(next, own->fetch_until) : next);
    else if (own->in_id != own->in_if) wake(all, i, next);
    return; /* else the stream has no more */
  }
  own->at = has_operands_at(all, waits_for_miss, own, i);
  if (own->at <= next) {
    own->reason = sim_cause_READY;
    all->able |= bit;
    return;
  }
  own->reason = OPERANDS;
  own->missed_until =
      waits_for_miss ? waits_for_miss_until(all->k.load_use_cycles, own->ready, own->in_id, all->k.missed_until[i], 0)
                     : 0;
  if (own->at != SIM_NEVER) wake(all, i, own->at);
}

void contest_wake_up(contest *all, uint64_t cycle) {
  all->wake_at = SIM_NEVER;
  for (uint32_t rest = all->waiting; rest != 0; rest &= rest - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(rest), bit = 1u << i;
    contender *own = &all->of[i];
    if (own->at > cycle) {
      all->wake_at = earlier(all->wake_at, own->at);
      continue;
    }
    all->waiting &= ~bit;
    if (is_valid(own->in_id)) {
      contest_settle(all, i, cycle);
      own->reason = sim_cause_READY;
      all->able |= bit;
    } else {
      contest_settle(all, i, cycle + 1);
      all->moving |= bit;
    }
  }
}

/* ---- the back end ---- */

void contest_access_has_begun(contest *all, int waits_for_miss, uint32_t i, uint64_t cycle) {
  contender *own = &all->of[i];
  if (!is_valid(own->in_id)) return;
  const int waits = own->reason == OPERANDS;
  if (!(waits && own->at == SIM_NEVER) &&
      !(waits_for_miss && (waits || (own->in_id & (WORD_LOAD | WORD_STORE)))))
    return;
  contest_settle(all, i, cycle);
  all->waiting &= ~(1u << i);
  contest_reconsider(all, waits_for_miss, i, cycle);
}

void contest_flush(contest *all, uint32_t i, uint64_t cycle) {
  contender *own = &all->of[i];
  contest_settle(all, i, cycle);
  all->able &= ~(1u << i);
  all->waiting &= ~(1u << i);
  all->moving |= 1u << i;
  own->in_id = sim_cause_BRANCH;
  own->in_if = sim_cause_BRANCH;
  own->at = cycle;
  leave_wrong_path(own);
  own->tally->lost[sim_cause_BRANCH]++; /* this cycle */
}

SMALL uint64_t contest_still_until(const contest *all, uint64_t cycle) {
  const uint64_t next = cycle + 1;
  const int is_empty = !is_valid(all->ex);
  if (all->mem_until > next) {
    const uint64_t left = all->mem_until == SIM_NEVER ? *all->k.bus_free_at : all->mem_until;
    return later(next, !is_empty && all->ex_until > cycle ? earlier(left, all->ex_until) : left);
  }
  const uint64_t cause = is_empty ? sim_cause_FILL : sim_cause_MULTIPLY;
  if (all->mem != all->wb || without_number(all->mem) != cause) return next;
  if (!is_empty) return later(next, all->ex_until);
  return all->ex == all->mem ? SIM_NEVER : next;
}

SMALL uint32_t contest_under_way(const contest *all, uint32_t i) {
  return (is_valid(all->ex) && number_of(all->ex) == i) + (uint32_t)(is_valid(all->mem) && number_of(all->mem) == i);
}

SMALL int contest_is_last(const contest *all) {
  if (!is_valid(all->wb)) return 0;
  const uint32_t i = number_of(all->wb);
  return all->of[i].unissued == 0 && !(is_valid(all->ex) && number_of(all->ex) == i) &&
         !(is_valid(all->mem) && number_of(all->mem) == i);
}

SMALL void contest_open_back(contest *all, const back_state *state) {
  all->ex = state->latch[0][0] | (uint64_t)state->owner[0][0] << NUMBER_SHIFT;
  all->mem = state->latch[1][0] | (uint64_t)state->owner[1][0] << NUMBER_SHIFT;
  all->wb = state->latch[2][0] | (uint64_t)state->owner[2][0] << NUMBER_SHIFT;
  all->ex_until = state->execute_until[0];
  all->mem_until = state->access_until[0];
  all->missed_from = state->missed_from;
}

SMALL void contest_close_back(const contest *all, back_state *state) {
  const uint64_t words[] = {all->ex, all->mem, all->wb};
  for (int stage = 0; stage < 3; stage++) {
    state->latch[stage][0] = without_number(words[stage]);
    state->owner[stage][0] = (uint8_t)number_of(words[stage]);
  }
  state->execute_until[0] = all->ex_until;
  state->access_until[0] = all->mem_until;
  state->missed_from = all->missed_from;
}
