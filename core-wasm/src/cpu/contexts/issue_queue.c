#include "cpu/contexts/issue_queue.h"

/* ---- accounts ---- */

void slot_account(issue_queue *q, uint32_t i, uint64_t cycle) {
  context_slot *own = &q->of[i];
  uint32_t *stalls = own->stall_counts->stalls;
  if (own->reason == OPERANDS) {
    const uint64_t missed_until = earlier(later(own->missed_until, own->accounted_until), cycle);
    stalls[sim_cause_DATA_MISS] += (uint32_t)(missed_until - own->accounted_until);
    stalls[sim_cause_LOAD_USE] += (uint32_t)(cycle - missed_until);
  } else if (own->reason != sim_cause_READY) stalls[own->reason] += (uint32_t)(cycle - own->accounted_until);
  own->accounted_until = cycle;
}

OPT_SIZE void queue_account_hold(issue_queue *q, uint64_t cycle, uint64_t cycles) {
  const uint32_t first = q->ex_until > cycle ? (uint32_t)sim_cause_MULTIPLY : queue_hold_cause(q, cycle);
  const uint64_t hit = first == sim_cause_MEMORY ? earlier(q->missed_from - cycle, cycles) : cycles;
  for (uint32_t rest = q->issuable; rest != 0; rest &= rest - 1) {
    uint32_t *stalls = q->counts[__builtin_ctz(rest)].stalls;
    stalls[first] += (uint32_t)hit;
    stalls[sim_cause_DATA_MISS] += (uint32_t)(cycles - hit);
  }
}

/* ---- when the run examines a slot again ---- */

static void wake(issue_queue *q, uint32_t i, uint64_t at) {
  q->of[i].at = at;
  q->timed |= 1u << i;
  q->wake_at = earlier(q->wake_at, at);
}

void slot_reconsider(issue_queue *q, int waits_for_miss, uint32_t i, uint64_t next) {
  context_slot *own = &q->of[i];
  const uint32_t bit = 1u << i;
  q->issuable &= ~bit;
  own->accounted_until = next;
  if (!is_valid(own->in_id)) {
    own->reason = (uint32_t)own->in_id;
    own->at = next;
    if (is_valid(own->in_if)) wake(q, i, own->in_id == sim_cause_FETCH_MISS ? later(next, own->fetch_until) : next);
    else if (own->in_id != own->in_if) wake(q, i, next);
    return; /* otherwise the stream has no more instructions */
  }
  own->at = has_operands_at(q, waits_for_miss, own, i);
  if (own->at <= next) {
    own->reason = sim_cause_READY;
    q->issuable |= bit;
    return;
  }
  own->reason = OPERANDS;
  own->missed_until =
      waits_for_miss ? waits_for_miss_until(q->k.load_use_cycles, own->ready, own->in_id, q->k.missed_until[i], 0)
                     : 0;
  if (own->at != SIM_NEVER) wake(q, i, own->at);
}

void queue_wake_up(issue_queue *q, uint64_t cycle) {
  q->wake_at = SIM_NEVER;
  for (uint32_t rest = q->timed; rest != 0; rest &= rest - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(rest), bit = 1u << i;
    context_slot *own = &q->of[i];
    if (own->at > cycle) {
      q->wake_at = earlier(q->wake_at, own->at);
      continue;
    }
    q->timed &= ~bit;
    if (is_valid(own->in_id)) {
      slot_account(q, i, cycle);
      own->reason = sim_cause_READY;
      q->issuable |= bit;
    } else {
      slot_account(q, i, cycle + 1);
      q->front_end_active |= bit;
    }
  }
}

/* ---- the back end ---- */

void slot_access_has_begun(issue_queue *q, int waits_for_miss, uint32_t i, uint64_t cycle) {
  context_slot *own = &q->of[i];
  if (!is_valid(own->in_id)) return;
  const int waits = own->reason == OPERANDS;
  if (!(waits && own->at == SIM_NEVER) &&
      !(waits_for_miss && (waits || (own->in_id & (WORD_LOAD | WORD_STORE)))))
    return;
  slot_account(q, i, cycle);
  q->timed &= ~(1u << i);
  slot_reconsider(q, waits_for_miss, i, cycle);
}

void slot_flush(issue_queue *q, uint32_t i, uint64_t cycle) {
  context_slot *own = &q->of[i];
  slot_account(q, i, cycle);
  q->issuable &= ~(1u << i);
  q->timed &= ~(1u << i);
  q->front_end_active |= 1u << i;
  own->in_id = sim_cause_BRANCH;
  own->in_if = sim_cause_BRANCH;
  own->at = cycle;
  leave_wrong_path(own);
  own->stall_counts->stalls[sim_cause_BRANCH]++; /* this cycle */
}

OPT_SIZE uint64_t queue_still_until(const issue_queue *q, uint64_t cycle) {
  const uint64_t next = cycle + 1;
  const int is_empty = !is_valid(q->ex);
  if (q->mem_until > next) {
    const uint64_t left = q->mem_until == SIM_NEVER ? *q->k.bus_free_at : q->mem_until;
    return later(next, !is_empty && q->ex_until > cycle ? earlier(left, q->ex_until) : left);
  }
  const uint64_t cause = is_empty ? sim_cause_FILL : sim_cause_MULTIPLY;
  if (q->mem != q->wb || without_number(q->mem) != cause) return next;
  if (!is_empty) return later(next, q->ex_until);
  return q->ex == q->mem ? SIM_NEVER : next;
}

OPT_SIZE uint32_t queue_under_way(const issue_queue *q, uint32_t i) {
  return (is_valid(q->ex) && number_of(q->ex) == i) + (uint32_t)(is_valid(q->mem) && number_of(q->mem) == i);
}

OPT_SIZE int queue_is_over(const issue_queue *q) {
  if (!is_valid(q->wb)) return 0;
  const uint32_t i = number_of(q->wb);
  return q->of[i].unissued == 0 && !(is_valid(q->ex) && number_of(q->ex) == i) &&
         !(is_valid(q->mem) && number_of(q->mem) == i);
}

OPT_SIZE void queue_load_back_end(issue_queue *q, const back_state *state) {
  q->ex = state->latch[0][0] | (uint64_t)state->owner[0][0] << CONTEXT_NUMBER_SHIFT;
  q->mem = state->latch[1][0] | (uint64_t)state->owner[1][0] << CONTEXT_NUMBER_SHIFT;
  q->wb = state->latch[2][0] | (uint64_t)state->owner[2][0] << CONTEXT_NUMBER_SHIFT;
  q->ex_until = state->execute_until[0];
  q->mem_until = state->access_until[0];
  q->missed_from = state->missed_from;
}

OPT_SIZE void queue_store_back_end(const issue_queue *q, back_state *state) {
  const uint64_t words[] = {q->ex, q->mem, q->wb};
  for (int stage = 0; stage < 3; stage++) {
    state->latch[stage][0] = without_number(words[stage]);
    state->owner[stage][0] = (uint8_t)number_of(words[stage]);
  }
  state->execute_until[0] = q->ex_until;
  state->access_until[0] = q->mem_until;
  state->missed_from = q->missed_from;
}
