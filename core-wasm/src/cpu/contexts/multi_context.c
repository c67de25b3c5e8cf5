#include "cpu/contexts/multi_context.h"

#include "cpu/step/pipeline.h"
#include "memory/burst.h"

/* ---- one cycle ---- */

/* Starts the access of the instruction in MEM, if the bus is free. */
OPT_SIZE static void access_memory(sim *sim, issue_queue *q, uint64_t cycle) {
  const core_rules *k = &q->k;
  const uint32_t i = number_of(q->mem);
  uint64_t until = cycle + k->memory_cycles;
  q->missed_from = SIM_NEVER;
  if (q->has_memory) {
    q->mem_until = data_port_miss(sim, q->core, i, &q->rules[i].data, without_number(q->mem), cycle);
    if (q->mem_until > until) q->missed_from = until;
    until = later(until, k->missed_until[i]);
  } else {
    q->mem_until = SIM_NEVER;
    if (*k->bus_free_at > cycle) return;
    q->mem_until = until;
    *k->bus_free_at = until;
  }
  const uint32_t destination = word_destination(q->mem);
  const int is_claimed = is_valid(q->ex) && number_of(q->ex) == i && word_destination(q->ex) == destination;
  if ((q->mem & WORD_LOAD) && destination != 0 && !is_claimed)
    q->of[i].ready[destination] = until - 1 + k->load_use_cycles;
  slot_access_has_begun(q, q->has_memory && k->non_blocking, i, cycle);
}

/* Issues the instruction of context i. */
OPT_SIZE static void issue_into_execute(issue_queue *q, uint32_t i, uint64_t cycle) {
  context_slot *own = &q->of[i];
  const uint64_t word = own->in_id;
  q->ex = word;
  q->ex_until = cycle + (word & WORD_MULTIPLY ? q->k.multiply_cycles : 1);
  own->unissued--;
  own->ready[word_destination(word)] = word & WORD_LOAD ? SIM_NEVER : 0;
  own->ready[0] = 0;
  *q->k.branches += (word & WORD_BRANCH) != 0;
  *q->k.mispredicted += (word & WORD_MISPREDICTED) != 0;
}

/* Runs one cycle, and the following ones in which nothing changes. Returns the cycle reached. */
OPT_SIZE static uint64_t run_cycle(sim *sim, issue_queue *q, uint64_t cycle, uint64_t to, int *is_over) {
  int is_held = 0;
  if (q->mem_until <= cycle) {
    q->wb = q->mem;
    q->mem_until = 0;
    if (q->ex_until <= cycle) {
      q->mem = q->ex;
      q->ex = bubble(sim_cause_FILL, q->ex);
      if (q->mem & (WORD_LOAD | WORD_STORE)) access_memory(sim, q, cycle);
      else if (q->mem & WORD_MISPREDICTED) slot_flush(q, number_of(q->mem), cycle);
    } else {
      q->mem = bubble(sim_cause_MULTIPLY, q->mem);
      is_held = 1;
    }
  } else {
    q->wb = bubble(queue_hold_cause(q, cycle), q->wb);
    if (!q->has_memory && q->mem_until == SIM_NEVER) access_memory(sim, q, cycle);
    is_held = is_valid(q->ex);
  }
  if (cycle >= q->wake_at) queue_wake_up(q, cycle);
  if (is_held) queue_account_hold(q, cycle, 1);
  else if (q->issuable != 0) {
    const uint32_t i = select_context(sim, q->core, q->issuable);
    issue_into_execute(q, i, cycle);
    q->front_end_active |= 1u << i;
  }
  for (; q->front_end_active != 0; q->front_end_active &= q->front_end_active - 1)
    slot_advance_front(sim, q, (uint32_t)__builtin_ctz(q->front_end_active), cycle);
  *is_over = queue_is_over(q);
  if (*is_over || (!is_held && q->issuable != 0)) return cycle + 1;
  const uint64_t next = earlier(earlier(queue_still_until(q, cycle), q->wake_at), to);
  if (next <= cycle + 1) return cycle + 1;
  if (q->mem_until > cycle + 1)
    q->wb = bubble(queue_hold_cause(q, next - 1), q->wb);
  if (is_held) queue_account_hold(q, cycle + 1, next - cycle - 1);
  return next;
}

/* ---- many cycles, while nothing holds the back end ---- */

/* State that changes in every cycle, kept in locals. */
typedef struct flow_locals {
  uint64_t ex, mem, wb, ex_until, mem_until, wake_at, to;
  uint32_t issuable;
  uint32_t late; /* contexts (bits) that are issuable from the next cycle on */
  uint32_t turn;
} flow_locals;

/* Called around calls that may change the state. */
INLINE void store_locals(issue_queue *q, const flow_locals *c) {
  q->issuable = c->issuable;
  q->wake_at = c->wake_at;
}
INLINE void load_locals(const issue_queue *q, flow_locals *c) {
  c->issuable = q->issuable;
  c->wake_at = q->wake_at;
}

INLINE void begin_access_on(sim *sim, issue_queue *q, flow_locals *c, int has_memory, uint64_t cycle) {
  const int waits_for_miss = has_memory && q->k.non_blocking;
  const uint32_t i = number_of(c->mem), bit = 1u << i;
  context_slot *own = &q->of[i];
  uint64_t until = cycle + q->k.memory_cycles;
  q->missed_from = SIM_NEVER;
  if (has_memory) {
    c->mem_until = data_port_access(sim, &q->port, &own->data, q->core, i, &own->rules->data,
                                    without_number(c->mem), cycle);
    if (c->mem_until > until) q->missed_from = until;
    until = later(until, q->k.missed_until[i]);
  } else if (*q->k.bus_free_at <= cycle) c->mem_until = *q->k.bus_free_at = until;
  else c->mem_until = SIM_NEVER;
  if (c->mem_until > cycle + 1) c->to = cycle + 1;
  if (c->mem_until == SIM_NEVER) return;
  if (c->mem & WORD_LOAD) {
    own->ready[word_destination(c->mem)] = until - 1 + q->k.load_use_cycles;
    own->ready[0] = 0;
  }
  const int is_blind = own->at == SIM_NEVER;
  if (!is_blind && !(waits_for_miss && (own->reason == OPERANDS || (own->in_id & (WORD_LOAD | WORD_STORE))))) return;
  const int is_new = (c->issuable & bit) || (is_blind && own->accounted_until == cycle);
  if (is_new && is_valid(own->in_id) && has_operands_at(q, waits_for_miss, own, i) == cycle + 1) {
    const uint64_t missed =
        waits_for_miss ? waits_for_miss_until(q->k.load_use_cycles, own->ready, own->in_id, q->k.missed_until[i], 0)
                       : 0;
    own->stall_counts->stalls[cycle < missed ? sim_cause_DATA_MISS : sim_cause_LOAD_USE]++; /* this cycle */
    c->late = bit;
    c->issuable &= ~bit;
    own->reason = sim_cause_READY;
    own->at = cycle + 1;
    return;
  }
  store_locals(q, c);
  slot_access_has_begun(q, waits_for_miss, i, cycle);
  load_locals(q, c);
}

INLINE uint32_t choose_context(sim *sim, const issue_queue *q, flow_locals *c, int rotates) {
  core_state *state = core_at(sim, q->core);
  if (!rotates) return select_from(sim, state, q->core, c->issuable);
  const uint32_t i = select_rotated(c->issuable, c->turn);
  c->turn = i + 1 == sim->config.context_count ? 0 : i + 1;
  return i;
}

/* Issues from context i. Returns whether its front end still has to move. Front ends move in the order of their
 * numbers. */
INLINE int issue_on(sim *sim, issue_queue *q, flow_locals *c, int has_memory, uint32_t i, uint32_t front_end_active,
                    uint64_t cycle) {
  context_slot *own = &q->of[i];
  c->ex = own->in_id;
  c->ex_until = cycle + 1;
  if (c->ex & WORD_MULTIPLY) {
    c->ex_until = cycle + q->k.multiply_cycles;
    if (c->ex_until > cycle + 1) c->to = cycle + 1;
  }
  if (--own->unissued == 0) c->to = cycle + 1;
  own->ready[word_destination(c->ex)] = c->ex & WORD_LOAD ? SIM_NEVER : 0;
  own->ready[0] = 0;
  *q->k.branches += (c->ex & WORD_BRANCH) != 0;
  *q->k.mispredicted += (c->ex & WORD_MISPREDICTED) != 0;
  if (own->fetch_until > cycle) return 1;
  const uint64_t behind = own->in_if;
  const int is_next_word = fetch_next_word(own, has_memory, cycle);
  if (!is_next_word && (front_end_active & ((1u << i) - 1)) != 0) return 1;
  own->in_id = behind;
  if (!is_next_word) fetch_any(sim, q, i, cycle);
  const int waits_for_miss = has_memory && q->k.non_blocking;
  if (has_operands_at(q, waits_for_miss, own, i) <= cycle + 1) return 0;
  store_locals(q, c);
  slot_reconsider(q, waits_for_miss, i, cycle + 1);
  load_locals(q, c);
  return 0;
}

/* Whether a context is issuable, the back end is free, and no stream ends. */
INLINE int can_run_on(const issue_queue *q, uint32_t active, uint64_t cycle) {
  if (q->issuable == 0 || q->mem_until > cycle || q->ex_until > cycle) return 0;
  for (uint32_t rest = active; rest != 0; rest &= rest - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(rest);
    if (q->of[i].unissued == 0 && queue_under_way(q, i)) return 0;
  }
  return 1;
}

/* Runs from `cycle` on as long as can_run_on holds; returns the cycle reached. */
static uint64_t run_until_event(sim *sim, issue_queue *q, uint64_t cycle, uint64_t to) {
  const int has_memory = q->has_memory;
  const int rotates = sim->config.policy == sim_policy_ROUND_ROBIN || sim->config.policy == sim_policy_SMT;
  flow_locals c = {.ex = q->ex, .mem = q->mem, .to = to, .turn = core_at(sim, q->core)->turn};
  load_locals(q, &c);
  do {
    c.late = 0;
    c.wb = c.mem;
    c.mem = c.ex;
    c.mem_until = 0;
    if (c.mem & (WORD_LOAD | WORD_STORE)) begin_access_on(sim, q, &c, has_memory, cycle);
    else if (c.mem & WORD_MISPREDICTED) {
      store_locals(q, &c);
      slot_flush(q, number_of(c.mem), cycle);
      load_locals(q, &c);
    }
    if (cycle >= c.wake_at) {
      store_locals(q, &c);
      queue_wake_up(q, cycle);
      load_locals(q, &c);
    }
    uint32_t front_end_active = q->front_end_active;
    if (c.issuable != 0) {
      const uint32_t i = choose_context(sim, q, &c, rotates);
      front_end_active |= (uint32_t)issue_on(sim, q, &c, has_memory, i, front_end_active, cycle) << i;
    } else {
      c.ex = bubble(sim_cause_FILL, c.ex);
      if (!is_valid(c.mem)) c.to = cycle + 1;
    }
    if (front_end_active != 0) {
      store_locals(q, &c);
      for (q->front_end_active = 0; front_end_active != 0; front_end_active &= front_end_active - 1)
        slot_advance_front(sim, q, (uint32_t)__builtin_ctz(front_end_active), cycle);
      load_locals(q, &c);
    }
    c.issuable |= c.late;
    cycle++;
  } while (cycle < c.to);
  if (rotates) core_at(sim, q->core)->turn = (uint8_t)c.turn;
  store_locals(q, &c);
  q->ex = c.ex;
  q->mem = c.mem;
  q->wb = c.wb;
  if (c.ex_until != 0) q->ex_until = c.ex_until;
  q->mem_until = c.mem_until;
  return cycle;
}

/* ---- a run ---- */

/* Loads all slots and the back end from the machine state. */
OPT_SIZE static void load_slots(sim *sim, issue_queue *q, uint32_t active, uint64_t from) {
  const int waits_for_miss = q->has_memory && q->k.non_blocking;
  queue_load_back_end(q, &core_at(sim, q->core)->back);
  open_streams(sim, q->core, active, q->runners, q->rules);
  q->code_fits_fast_l1 = 0;
  if (q->has_memory) {
    q->port = data_port_of(sim, q->core);
    q->code = code_port_of(sim, q->core);
    q->code_fits_fast_l1 = q->code.fits_fast_l1 && !sim->memory.has_tlb;
  }
  for (uint32_t rest = active; rest != 0; rest &= rest - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(rest);
    context_slot *own = &q->of[i];
    own->front = q->runners[i].front;
    own->rules = &q->rules[i];
    own->stall_counts = &q->counts[i];
    own->ready = q->rules[i].ready;
    own->words = own->rules->words;
    own->fetches_fast = !q->has_memory || (q->code_fits_fast_l1 && !own->rules->data.is_illustration);
    own->code_accesses = &state_of(sim)->counters.caches[CACHE_L1I].accesses[own->rules->data.layer];
    if (q->has_memory) own->data = drawn_data_of(&own->rules->data, q->port.fits_fast_l1);
    own->number = (uint64_t)i << CONTEXT_NUMBER_SHIFT;
    own->opened_with = own->unissued = own->rules->goal - own->front->retired - queue_under_way(q, i);
    own->in_id = own->front->latch[STAGE_IF + 1];
    if (is_valid(own->in_id)) own->in_id |= own->number;
    slot_load_front(sim, q, i, from);
    slot_reconsider(q, waits_for_miss, i, from);
    if (is_valid(own->in_id)) continue;
    q->timed &= ~(1u << i);
    q->front_end_active |= 1u << i;
    slot_account(q, i, from + 1);
  }
}

OPT_SIZE static void store_slots(sim *sim, issue_queue *q, uint32_t active, uint64_t from, uint64_t cycle) {
  queue_store_back_end(q, &core_at(sim, q->core)->back);
  for (uint32_t rest = active; rest != 0; rest &= rest - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(rest);
    const context_slot *own = &q->of[i];
    front_state *f = own->front;
    stall_counts *t = own->stall_counts;
    slot_account(q, i, cycle);
    slot_store_front(sim, q, i);
    f->latch[STAGE_IF] = without_number(own->in_if);
    f->latch[STAGE_IF + 1] = without_number(own->in_id);
    /* An empty IF tries to fetch in every cycle. */
    if (q->has_memory) f->fetch_until = is_valid(own->in_if) ? own->fetch_until : cycle;
    t->retired = own->rules->goal - own->unissued - queue_under_way(q, i) - f->retired;
    f->retired += t->retired;
    t->busy = own->opened_with - own->unissued;
    uint64_t known = t->busy;
    for (int cause = 0; cause < SIM_CAUSE_LIMIT; cause++) known += t->stalls[cause];
    t->stalls[sim_cause_READY] = (uint32_t)(cycle - from - known);
  }
}

uint64_t multi_context_run(sim *sim, uint32_t core, uint32_t active, uint64_t from, uint64_t to, stall_counts *counts) {
  issue_queue q;
  uint32_t touched = 0;
  q.k = core_rules_of(sim, core, &touched);
  q.counts = counts;
  q.core = core;
  q.has_memory = uses_memory(sim);
  q.issuable = q.timed = q.front_end_active = 0;
  q.wake_at = SIM_NEVER;
  load_slots(sim, &q, active, from);
  uint64_t cycle = from, end = from;
  int is_over = 0;
  while (cycle < to && !is_over) {
    if (cycle >= end) { /* a DMA burst ends in this cycle, before the core acts */
      burst_let_go_first(sim, cycle);
      end = earlier(to, burst_due(sim));
    }
    cycle = run_cycle(sim, &q, cycle, end, &is_over);
    while (cycle < end && !is_over && can_run_on(&q, active, cycle)) cycle = run_until_event(sim, &q, cycle, end);
  }
  store_slots(sim, &q, active, from, cycle);
  return cycle;
}
