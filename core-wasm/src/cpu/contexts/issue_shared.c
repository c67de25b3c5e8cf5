#include "cpu/contexts/issue_shared.h"

#include "cpu/contexts/issue_front.h"
#include "cpu/contexts/issue_turns.h"
#include "cpu/step/select.h"
#include "memory/burst.h"

/* ---- any cycle ---- */

/* The access of who is in MEM begins, if the bus lets it. */
SMALL static void access_memory(sim *sim, contest *all, uint64_t cycle) {
  const core_rules *k = &all->k;
  const uint32_t i = number_of(all->mem);
  uint64_t until = cycle + k->memory_cycles;
  all->missed_from = SIM_NEVER;
  if (all->has_memory) {
    all->mem_until = data_port_slowly(sim, all->core, i, &all->rules[i].data, without_number(all->mem), cycle);
    if (all->mem_until > until) all->missed_from = until;
    until = later(until, k->missed_until[i]);
  } else {
    all->mem_until = SIM_NEVER;
    if (*k->bus_free_at > cycle) return;
    all->mem_until = until;
    *k->bus_free_at = until;
  }
  const uint32_t destination = word_destination(all->mem);
  const int is_claimed = is_valid(all->ex) && number_of(all->ex) == i && word_destination(all->ex) == destination;
  if ((all->mem & WORD_LOAD) && destination != 0 && !is_claimed)
    all->of[i].ready[destination] = until - 1 + k->load_use_cycles;
  contest_access_has_begun(all, all->has_memory && k->non_blocking, i, cycle);
}

/* The instruction of context i that EX holds now. */
SMALL static void issue_from(contest *all, uint32_t i, uint64_t cycle) {
  contender *own = &all->of[i];
  const uint64_t word = own->in_id;
  all->ex = word;
  all->ex_until = cycle + (word & WORD_MULTIPLY ? all->k.multiply_cycles : 1);
  own->unissued--;
  own->ready[word_destination(word)] = word & WORD_LOAD ? SIM_NEVER : 0;
  own->ready[0] = 0;
  *all->k.branches += (word & WORD_BRANCH) != 0;
  *all->k.mispredicted += (word & WORD_MISPREDICTED) != 0;
}

/* Any cycle, and those after it in which nothing moves; returns the cycle reached. */
SMALL static uint64_t step(sim *sim, contest *all, uint64_t cycle, uint64_t to, int *is_over) {
  int is_held = 0;
  if (all->mem_until <= cycle) {
    all->wb = all->mem;
    all->mem_until = 0;
    if (all->ex_until <= cycle) {
      all->mem = all->ex;
      all->ex = bubble(sim_cause_FILL, all->ex);
      if (all->mem & (WORD_LOAD | WORD_STORE)) access_memory(sim, all, cycle);
      else if (all->mem & WORD_MISPREDICTED) contest_flush(all, number_of(all->mem), cycle);
    } else {
      all->mem = bubble(sim_cause_MULTIPLY, all->mem);
      is_held = 1;
    }
  } else {
    all->wb = bubble(contest_hold_cause(all, cycle), all->wb);
    if (!all->has_memory && all->mem_until == SIM_NEVER) access_memory(sim, all, cycle);
    is_held = is_valid(all->ex);
  }
  if (cycle >= all->wake_at) contest_wake_up(all, cycle);
  if (is_held) contest_bill_hold(all, cycle, 1);
  else if (all->able != 0) {
    const uint32_t i = select_context(sim, all->core, all->able);
    issue_from(all, i, cycle);
    all->moving |= 1u << i;
  }
  for (; all->moving != 0; all->moving &= all->moving - 1)
    advance(sim, all, (uint32_t)__builtin_ctz(all->moving), cycle);
  *is_over = contest_is_last(all);
  if (*is_over || (!is_held && all->able != 0)) return cycle + 1;
  const uint64_t next = earlier(earlier(contest_still_until(all, cycle), all->wake_at), to);
  if (next <= cycle + 1) return cycle + 1;
  if (all->mem_until > cycle + 1)
    all->wb = bubble(contest_hold_cause(all, next - 1), all->wb);
  if (is_held) contest_bill_hold(all, cycle + 1, next - cycle - 1);
  return next;
}

/* ---- while the back end only moves on ---- */

/* What changes in every cycle, in locals; the rest of the contest stays where it is. */
typedef struct course {
  uint64_t ex, mem, wb, ex_until, mem_until, wake_at, to;
  uint32_t able;
  uint32_t late; /* contexts (bits) that could issue in the next cycle, not in this one */
  uint32_t turn;
} course;

/* Around a call that may change it. */
HOT void hand_over(contest *all, const course *c) {
  all->able = c->able;
  all->wake_at = c->wake_at;
}
HOT void take_back(const contest *all, course *c) {
  c->able = all->able;
  c->wake_at = all->wake_at;
}

HOT void begin_access_on(sim *sim, contest *all, course *c, int has_memory, uint64_t cycle) {
  const int waits_for_miss = has_memory && all->k.non_blocking;
  const uint32_t i = number_of(c->mem), bit = 1u << i;
  contender *own = &all->of[i];
  uint64_t until = cycle + all->k.memory_cycles;
  all->missed_from = SIM_NEVER;
  if (has_memory) {
    c->mem_until = data_port_access(sim, &all->port, &own->data, all->core, i, &own->rules->data,
                                    without_number(c->mem), cycle);
    if (c->mem_until > until) all->missed_from = until;
    until = later(until, all->k.missed_until[i]);
  } else if (*all->k.bus_free_at <= cycle) c->mem_until = *all->k.bus_free_at = until;
  else c->mem_until = SIM_NEVER;
  if (c->mem_until > cycle + 1) c->to = cycle + 1;
  if (c->mem_until == SIM_NEVER) return;
  if (c->mem & WORD_LOAD) {
    own->ready[word_destination(c->mem)] = until - 1 + all->k.load_use_cycles;
    own->ready[0] = 0;
  }
  const int is_blind = own->at == SIM_NEVER;
  if (!is_blind && !(waits_for_miss && (own->reason == OPERANDS || (own->in_id & (WORD_LOAD | WORD_STORE))))) return;
  const int is_new = (c->able & bit) || (is_blind && own->billed == cycle);
  if (is_new && is_valid(own->in_id) && has_operands_at(all, waits_for_miss, own, i) == cycle + 1) {
    const uint64_t missed =
        waits_for_miss ? waits_for_miss_until(all->k.load_use_cycles, own->ready, own->in_id, all->k.missed_until[i], 0)
                       : 0;
    own->tally->lost[cycle < missed ? sim_cause_DATA_MISS : sim_cause_LOAD_USE]++; /* this cycle */
    c->late = bit;
    c->able &= ~bit;
    own->reason = sim_cause_READY;
    own->at = cycle + 1;
    return;
  }
  hand_over(all, c);
  contest_access_has_begun(all, waits_for_miss, i, cycle);
  take_back(all, c);
}

HOT uint32_t choose_context(sim *sim, const contest *all, course *c, int rotates) {
  core_state *state = core_at(sim, all->core);
  if (!rotates) return select_from(sim, state, all->core, c->able);
  const uint32_t i = select_rotated(c->able, c->turn);
  c->turn = i + 1 == sim->config.context_count ? 0 : i + 1;
  return i;
}

/* Context i issues; returns whether its front end moves later in the cycle: after those before it. */
HOT int issue_on(sim *sim, contest *all, course *c, int has_memory, uint32_t i, uint32_t moving, uint64_t cycle) {
  contender *own = &all->of[i];
  c->ex = own->in_id;
  c->ex_until = cycle + 1;
  if (c->ex & WORD_MULTIPLY) {
    c->ex_until = cycle + all->k.multiply_cycles;
    if (c->ex_until > cycle + 1) c->to = cycle + 1;
  }
  if (--own->unissued == 0) c->to = cycle + 1;
  own->ready[word_destination(c->ex)] = c->ex & WORD_LOAD ? SIM_NEVER : 0;
  own->ready[0] = 0;
  *all->k.branches += (c->ex & WORD_BRANCH) != 0;
  *all->k.mispredicted += (c->ex & WORD_MISPREDICTED) != 0;
  if (own->fetch_until > cycle) return 1;
  const uint64_t behind = own->in_if;
  const int is_plain = fetch_plainly(own, has_memory, cycle);
  if (!is_plain && (moving & ((1u << i) - 1)) != 0) return 1;
  own->in_id = behind;
  if (!is_plain) fetch_any(sim, all, i, cycle);
  const int waits_for_miss = has_memory && all->k.non_blocking;
  if (has_operands_at(all, waits_for_miss, own, i) <= cycle + 1) return 0;
  hand_over(all, c);
  contest_reconsider(all, waits_for_miss, i, cycle + 1);
  take_back(all, c);
  return 0;
}

/* Somebody could issue, nothing holds the back end, and nobody's last instruction is in it. */
HOT int can_flow(const contest *all, uint32_t active, uint64_t cycle) {
  if (all->able == 0 || all->mem_until > cycle || all->ex_until > cycle) return 0;
  for (uint32_t rest = active; rest != 0; rest &= rest - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(rest);
    if (all->of[i].unissued == 0 && contest_under_way(all, i)) return 0;
  }
  return 1;
}

/* From `cycle` on while it stays so; returns the cycle reached. */
static uint64_t flow(sim *sim, contest *all, uint64_t cycle, uint64_t to) {
  const int has_memory = all->has_memory;
  const int rotates = sim->config.policy == sim_policy_ROUND_ROBIN || sim->config.policy == sim_policy_SMT;
  course c = {.ex = all->ex, .mem = all->mem, .to = to, .turn = core_at(sim, all->core)->turn};
  take_back(all, &c);
  do {
    c.late = 0;
    c.wb = c.mem;
    c.mem = c.ex;
    c.mem_until = 0;
    if (c.mem & (WORD_LOAD | WORD_STORE)) begin_access_on(sim, all, &c, has_memory, cycle);
    else if (c.mem & WORD_MISPREDICTED) {
      hand_over(all, &c);
      contest_flush(all, number_of(c.mem), cycle);
      take_back(all, &c);
    }
    if (cycle >= c.wake_at) {
      hand_over(all, &c);
      contest_wake_up(all, cycle);
      take_back(all, &c);
    }
    uint32_t moving = all->moving;
    if (c.able != 0) {
      const uint32_t i = choose_context(sim, all, &c, rotates);
      moving |= (uint32_t)issue_on(sim, all, &c, has_memory, i, moving, cycle) << i;
    } else {
      c.ex = bubble(sim_cause_FILL, c.ex);
      if (!is_valid(c.mem)) c.to = cycle + 1;
    }
    if (moving != 0) {
      hand_over(all, &c);
      for (all->moving = 0; moving != 0; moving &= moving - 1)
        advance(sim, all, (uint32_t)__builtin_ctz(moving), cycle);
      take_back(all, &c);
    }
    c.able |= c.late;
    cycle++;
  } while (cycle < c.to);
  if (rotates) core_at(sim, all->core)->turn = (uint8_t)c.turn;
  hand_over(all, &c);
  all->ex = c.ex;
  all->mem = c.mem;
  all->wb = c.wb;
  if (c.ex_until != 0) all->ex_until = c.ex_until;
  all->mem_until = c.mem_until;
  return cycle;
}

/* ---- running ---- */

/* Everybody as he stands. */
SMALL static void open_contest(sim *sim, contest *all, uint32_t active, uint64_t from) {
  const int waits_for_miss = all->has_memory && all->k.non_blocking;
  contest_open_back(all, &core_at(sim, all->core)->back);
  open_streams(sim, all->core, active, all->runners, all->rules);
  all->code_is_plain = 0;
  if (all->has_memory) {
    all->port = data_port_of(sim, all->core);
    all->code = code_port_of(sim, all->core);
    all->code_is_plain = all->code.is_usual && !sim->memory.has_tlb;
  }
  for (uint32_t rest = active; rest != 0; rest &= rest - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(rest);
    contender *own = &all->of[i];
    own->front = all->runners[i].front;
    own->rules = &all->rules[i];
    own->tally = &all->tallies[i];
    own->ready = all->rules[i].ready;
    own->words = own->rules->words;
    own->fetches_usually = !all->has_memory || (all->code_is_plain && !own->rules->data.is_illustration);
    own->code_accesses = &state_of(sim)->counters.caches[CACHE_L1I].accesses[own->rules->data.layer];
    if (all->has_memory) own->data = drawn_data_of(&own->rules->data, all->port.is_usual);
    own->number = (uint64_t)i << NUMBER_SHIFT;
    own->opened_with = own->unissued = own->rules->goal - own->front->retired - contest_under_way(all, i);
    own->in_id = own->front->latch[STAGE_IF + 1];
    if (is_valid(own->in_id)) own->in_id |= own->number;
    load_front(sim, all, i, from);
    contest_reconsider(all, waits_for_miss, i, from);
    if (is_valid(own->in_id)) continue;
    all->waiting &= ~(1u << i);
    all->moving |= 1u << i;
    contest_settle(all, i, from + 1);
  }
}

SMALL static void close_contest(sim *sim, contest *all, uint32_t active, uint64_t from, uint64_t cycle) {
  contest_close_back(all, &core_at(sim, all->core)->back);
  for (uint32_t rest = active; rest != 0; rest &= rest - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(rest);
    const contender *own = &all->of[i];
    front_state *f = own->front;
    tally *t = own->tally;
    contest_settle(all, i, cycle);
    save_front(sim, all, i);
    f->latch[STAGE_IF] = without_number(own->in_if);
    f->latch[STAGE_IF + 1] = without_number(own->in_id);
    if (all->has_memory) f->fetch_until = is_valid(own->in_if) ? own->fetch_until : cycle; /* it tries in every cycle */
    t->retired = own->rules->goal - own->unissued - contest_under_way(all, i) - f->retired;
    f->retired += t->retired;
    t->busy = own->opened_with - own->unissued;
    uint64_t known = t->busy;
    for (int cause = 0; cause < SIM_CAUSE_LIMIT; cause++) known += t->lost[cause];
    t->lost[sim_cause_READY] = (uint32_t)(cycle - from - known);
  }
}

enum { BETWEEN_TURNS_CYCLES = 4 }; /* after so many it is asked again whether turns can be taken */

uint64_t issue_shared(sim *sim, uint32_t core, uint32_t active, uint64_t from, uint64_t to, tally *tallies) {
  contest all;
  uint32_t touched = 0;
  all.k = core_rules_of(sim, core, &touched);
  all.tallies = tallies;
  all.core = core;
  all.has_memory = uses_memory(sim);
  all.able = all.waiting = all.moving = 0;
  all.wake_at = SIM_NEVER;
  open_contest(sim, &all, active, from);
  const int has_turns = issue_has_turns(sim, &all);
  uint64_t cycle = from, end = from;
  int is_over = 0;
  while (cycle < to && !is_over) {
    if (cycle >= end) { /* of a burst, which goes first */
      burst_let_go_first(sim, cycle);
      end = earlier(to, burst_due(sim));
    }
    cycle = step(sim, &all, cycle, end, &is_over);
    while (cycle < end && !is_over && can_flow(&all, active, cycle)) {
      uint64_t until = end;
      if (has_turns) {
        cycle = issue_turns(sim, &all, active, cycle, end);
        until = earlier(end, cycle + BETWEEN_TURNS_CYCLES);
      }
      if (cycle < until && can_flow(&all, active, cycle)) cycle = flow(sim, &all, cycle, until);
    }
  }
  close_contest(sim, &all, active, from, cycle);
  return cycle;
}
