#include "cpu/step/stepper.h"

#include <string.h>

#include "base/paths.h"
#include "cpu/step/step_single.h"
#include "memory/burst.h"

/* Number of retired instructions at which the stream or drain ends. */
static uint64_t goal_of(const sim *sim, shape s, const runner *r) {
  if (!s.has_programs || r->front->draining) return r->rules->goal;
  return cpu_at(sim, r->cpu)->stream.budget; /* the end of a program is unknown until it is reached */
}

OPT_SIZE void stepper_open(sim *sim, stepped_cores *all, uint32_t core, uint32_t active, int stop_retired) {
  const uint32_t first = cpu_of_index(sim, core, 0);
  stepper *st = &all->cores[core];
  st->s = pipeline_shape(sim);
  st->k = core_rules_of(sim, core, &st->touched);
  st->runners = &all->runners[first];
  st->counts = &all->counts[first];
  st->before = &all->before[first];
  st->wake = st->stood = 0;
  st->core = core;
  st->active = active;
  st->touched = st->able = st->full = st->ready = 0;
  st->may_stand = HAS_PATH(PATH_STANDSTILL) && sim->skipping;
  st->kept_before = SIM_NEVER;
  st->stop_retired = stop_retired;
  st->is_over = 0;
  open_streams(sim, core, active, st->runners, &all->rules[first]);
}

/* ---- a cycle ---- */

/* Takes the word in the last stage, if it is an instruction of the stream. It has no branch on this, because the host
 * could not predict it. An instruction of a refill does not belong to the stream. Returns whether it does. */
INLINE int retire(const sim *sim, shape s, stepper *st, uint32_t i, uint64_t *latch) {
  front_state *f = st->runners[i].front;
  const uint64_t word = *latch;
  const int is_leaving = is_valid(word);
  if (s.refills && is_leaving && is_refill(word)) f->refilling--;
  else f->retired += (uint64_t)is_leaving;
  st->counts[i].retired += (uint64_t)is_leaving;
  const int is_last = f->retired == goal_of(sim, s, &st->runners[i]) && (!s.refills || f->refilling == 0);
  st->is_over |= is_leaving & (st->stop_retired | is_last);
  if (ends_in_execute(s) && is_last) *latch &= ~(uint64_t)WORD_MISPREDICTED; /* the next cycle flushes nothing */
  return is_leaving;
}

/* The stream has the core alone, so each cycle is accounted to the content of the last stage (M-24). Returns
 * whether an instruction was issued or has retired. */
INLINE int step_alone(sim *sim, shape s, stepper *st, uint64_t cycle, int observed) {
  back_state *back = &core_at(sim, st->core)->back;
  const int issued = step_single(sim, s, back, &st->k, &st->runners[0], st->core, cycle, observed);
  const uint32_t last = s.last - s.execute;
  const uint64_t leaving = back->latch[last][0];
  uint32_t cause = (uint32_t)leaving;
  int is_leaving = 0;
  if (retires(back, s, cycle)) {
    if (ends_in_execute(s) && s.is_written_first) any_write_registers(sim, back, st->runners, cycle);
    is_leaving = retire(sim, s, st, 0, &back->latch[last][0]);
    if (is_leaving) cause = sim_cause_BUSY;
  } else cause = held_in(back, s, 0, cycle + 1);
  st->counts[0].stalls[cause]++;
  st->lost_to[0] = cause;
  return issued | is_leaving;
}

/* Cause of a cycle in which a context that shares the core could issue. */
INLINE uint32_t loss_of(const sim *sim, shape s, const core_rules *k, const runner *r, uint32_t core, uint64_t cycle,
                        int is_held) {
  const uint64_t word = r->front->latch[s.execute - 1];
  if (!is_valid(word)) return (uint32_t)word;
  const uint32_t hold = issue_hold(sim, s, r, cycle);
  if (hold != sim_cause_BUSY) return hold;
  if (refill_waits(s, r->front, cycle)) return sim_cause_DATA_MISS;
  if (!has_operands(s, k, r, word, cycle)) return operand_cause(s, k, &core_at(sim, core)->back, r, word, cycle);
  if (!is_held) return sim_cause_READY;
  const enum sim_cause cause = back_stall(&core_at(sim, core)->back, s, s.execute, cycle);
  return cause == sim_cause_BUSY ? sim_cause_READY : cause;
}

INLINE int is_full(shape s, const front_state *f) {
  uint64_t all = f->latch[STAGE_IF];
  for (uint32_t stage = STAGE_IF + 1; stage < s.execute; stage++) all &= f->latch[stage];
  return is_valid(all);
}

INLINE int can_issue(const sim *sim, shape s, const core_rules *k, const runner *r, uint64_t cycle) {
  const uint64_t word = r->front->latch[s.execute - 1];
  const enum refill refill = refill_awaited(s, r->front);
  if (refill == REFILL_CODE) return refill_can_issue(sim, r->front, cycle);
  if (!is_valid(word) || !has_operands(s, k, r, word, cycle)) return 0;
  if (issue_hold(sim, s, r, cycle) != sim_cause_BUSY) return 0;
  return refill == REFILL_NONE || refill_can_issue(sim, r->front, cycle);
}

/* `unable`: contexts that cannot issue in this cycle while another one can. */
INLINE int turns_from_blocked(sim *sim, shape s, const stepper *st, uint32_t unable, uint64_t cycle) {
  if (sim->config.switch_blocked_cycles == 0) return 0;
  uint32_t blocked = 0;
  for (uint32_t rest = unable; rest != 0; rest &= rest - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(rest);
    if (!is_valid(st->runners[i].front->latch[s.execute - 1])) continue;
    if (issue_hold(sim, s, &st->runners[i], cycle) != sim_cause_BUSY) continue;
    if (sim->config.switch_blocked_by_miss &&
        loss_of(sim, s, &st->k, &st->runners[i], st->core, cycle, 0) != sim_cause_DATA_MISS)
      continue;
    blocked |= 1u << i;
  }
  return select_switches(sim, core_at(sim, st->core), blocked, cycle);
}

/* Instructions issued in a cycle (bits of streams), and which of them belong to a refill. */
typedef struct issued {
  uint32_t all, refills;
} issued;

/* Issues an instruction of one able context to each lane, while such contexts remain. */
INLINE issued issue_in_turn(sim *sim, shape s, stepper *st, uint32_t able, uint64_t cycle, int observed) {
  back_state *back = &core_at(sim, st->core)->back;
  issued done = {0, 0};
  for (uint32_t lane = 0; lane < s.lanes && able != 0; lane++) {
    const uint32_t i = select_context(sim, st->core, able), bit = 1u << i;
    const runner *r = &st->runners[i];
    if (refill_awaited(s, r->front) != REFILL_NONE) {
      issue_refill(sim, s, back, lane, r, st->core, cycle, observed);
      done.refills |= bit;
    } else issue_one(sim, s, back, lane, &st->k, r, st->core, cycle, observed);
    if (sim->config.switch_blocked_cycles > 0) select_issued(sim, core_at(sim, st->core), i);
    st->counts[i].busy++;
    done.all |= bit;
    able &= ~bit;
  }
  return done;
}

/* Accounts for the cycle of contexts that did not issue. The cycles of the contexts in `ready` are computed at the
 * end of the run. */
INLINE void account_losses(const sim *sim, shape s, stepper *st, uint32_t waiting, uint64_t cycle, int is_held) {
  for (uint32_t rest = waiting & ~st->ready; rest != 0; rest &= rest - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(rest);
    const uint32_t cause = loss_of(sim, s, &st->k, &st->runners[i], st->core, cycle, is_held);
    st->lost_to[i] = cause;
    if (cause == sim_cause_READY) st->ready |= 1u << i;
    else st->counts[i].stalls[cause]++;
  }
}

/* Contexts share the core: a cycle of a context is accounted to its issue (M-33). Returns whether an instruction was
 * issued or has retired. */
INLINE int step_shared(sim *sim, shape s, stepper *st, uint64_t cycle, int observed) {
  const core_rules *k = &st->k;
  const runner *runners = st->runners;
  const uint32_t core = st->core, active = st->active;
  back_state *back = &core_at(sim, core)->back;
  const int was_left = back_end(sim, s, back, k, runners, core, cycle, observed);
  const int is_held = !was_left && is_occupied(back, s, 0);
  uint32_t able = st->able & ~st->touched, full = st->full & ~st->touched;
  st->touched = 0;
  for (uint32_t rest = active & ~able; rest != 0; rest &= rest - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(rest);
    if (can_issue(sim, s, k, &runners[i], cycle)) able |= 1u << i;
  }
  issued done = {0, 0};
  if (able != 0 && !is_held && !turns_from_blocked(sim, s, st, active & ~able, cycle))
    done = issue_in_turn(sim, s, st, able, cycle, observed);
  able &= ~done.all;
  full &= ~done.all;
  st->ready = is_held ? 0 : able;
  account_losses(sim, s, st, active & ~done.all, cycle, is_held);
  if (s.access == s.execute) any_begin_in_execute(sim, back, k, runners, core, cycle, done.all != 0);
  for (uint32_t rest = active & ~full; rest != 0; rest &= rest - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(rest);
    front_end(sim, s, k, &runners[i], core, cycle, (int)((done.all & ~done.refills) >> i & 1), observed);
    full |= (uint32_t)is_full(s, runners[i].front) << i;
  }
  st->able = able;
  st->full = full;
  int has_moved = done.all != 0;
  if (!retires(back, s, cycle)) return has_moved;
  const uint32_t last = s.last - s.execute;
  if (ends_in_execute(s) && s.is_written_first) any_write_registers(sim, back, runners, cycle);
  for (uint32_t l = 0; l < s.lanes; l++)
    if (is_valid(back->latch[last][l])) has_moved |= retire(sim, s, st, back->owner[last][l], &back->latch[last][l]);
  return has_moved;
}

/* A pipeline of any shape, with or without rows. */
static __attribute__((noinline)) int step_any(sim *sim, stepper *st, uint64_t cycle, int observed) {
  const shape s = any_shape(st->s);
  return s.is_alone ? step_alone(sim, s, st, cycle, observed) : step_shared(sim, s, st, cycle, observed);
}

INLINE int step(sim *sim, shape s, stepper *st, uint64_t cycle) {
  if (s.is_any) return step_any(sim, st, cycle, 0);
  return s.is_alone ? step_alone(sim, s, st, cycle, 0) : step_shared(sim, s, st, cycle, 0);
}

/* ---- standing still ---- */

/* A step compares only with times from EARLY cycles before it to LATE cycles after it. */
enum { EARLY = 2, LATE = 2 };
/* A shorter standstill does not justify the test. */
enum { SHORTEST = 3 };

INLINE uint64_t sooner(uint64_t first, uint64_t time, uint64_t early, uint64_t cycle) {
  if (time == SIM_NEVER || time + LATE < cycle) return first;
  return earlier(first, time < cycle + early ? cycle : time - early);
}

/* First cycle in which a step from `cycle` on may compare with a new time. */
static uint64_t next_change(const sim *sim, const stepper *st, uint64_t cycle) {
  const shape s = st->s;
  const core_state *core = core_at(sim, st->core);
  const uint64_t early = EARLY + (s.stores_late ? s.access - s.execute : 0);
  uint64_t first = sooner(SIM_NEVER, core->back.missed_from, early, cycle);
  first = sooner(first, core->switched_at, early, cycle);
  if (!s.has_memory) first = sooner(first, *st->k.bus_free_at, early, cycle);
  for (uint32_t l = 0; l < s.lanes; l++) {
    first = sooner(first, core->back.access_until[l], early, cycle);
    first = sooner(first, core->back.execute_until[l], early, cycle);
  }
  for (uint32_t rest = st->active; rest != 0 && first > cycle + SHORTEST; rest &= rest - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(rest);
    const front_state *f = st->runners[i].front;
    const uint64_t *ready = st->runners[i].rules->ready, word = f->latch[s.execute - 1];
    first = sooner(first, f->fetch_until, early, cycle);
    first = sooner(first, f->refill_at, early, cycle);
    first = sooner(first, st->k.missed_until[i], early, cycle);
    if (!is_valid(word)) continue;
    first = sooner(first, ready[word_source1(word)], early, cycle);
    first = sooner(first, ready[word_source2(word)], early, cycle);
  }
  return first;
}

static void keep(const sim *sim, stepper *st) {
  for (uint32_t rest = st->active; rest != 0; rest &= rest - 1)
    st->before[__builtin_ctz(rest)] = *st->runners[__builtin_ctz(rest)].front;
  st->back_before = core_at(sim, st->core)->back;
}

static int is_as_kept(const sim *sim, const stepper *st) {
  for (uint32_t rest = st->active; rest != 0; rest &= rest - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(rest);
    if (memcmp(&st->before[i], st->runners[i].front, sizeof st->before[i]) != 0) return 0;
  }
  return memcmp(&st->back_before, &core_at(sim, st->core)->back, sizeof st->back_before) == 0;
}

/* Called after a step in which nothing was issued or retired. If two such successive steps leave the same state,
 * nothing changes until the next time with which a step compares. `cycle`: the next one. */
static __attribute__((noinline)) void look_ahead(const sim *sim, stepper *st, uint64_t cycle) {
  if (!st->may_stand) return;
  const uint64_t next = next_change(sim, st, cycle);
  if (st->kept_before == cycle - 1) {
    st->kept_before = SIM_NEVER;
    if (next <= cycle || !is_as_kept(sim, st)) return;
    st->stood = cycle;
    st->wake = next;
  } else if (next > cycle + SHORTEST) {
    keep(sim, st);
    st->kept_before = cycle;
  }
}

/* Accounts for the cycles before `cycle` in which the core stood still. */
static void account_stood(stepper *st, uint64_t cycle) {
  const uint64_t until = earlier(cycle, st->wake);
  if (until <= st->stood) return;
  for (uint32_t rest = st->active & ~st->ready; rest != 0; rest &= rest - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(rest);
    st->counts[i].stalls[st->lost_to[i]] += (uint32_t)(until - st->stood);
  }
  st->stood = until;
}

/* ---- the loop ---- */

/* Completes the bursts up to the start of the cycle. Returns the time of the next event. */
__attribute__((noinline)) uint64_t let_due_bursts_go(sim *sim, uint64_t cycle) {
  burst_let_go_first(sim, cycle);
  return burst_due(sim);
}

/* Called at the end of a run of `cycles` cycles. Cycles without an account were lost to other contexts. */
OPT_SIZE void stepper_close(stepper *st, uint64_t cycle, uint64_t cycles) {
  account_stood(st, cycle);
  if (st->s.is_alone) {
    st->counts[0].busy += st->counts[0].stalls[sim_cause_BUSY];
    st->counts[0].stalls[sim_cause_BUSY] = 0;
  }
  for (uint32_t rest = st->s.is_alone ? 0 : st->active; rest != 0; rest &= rest - 1) {
    stall_counts *t = &st->counts[__builtin_ctz(rest)];
    uint64_t others = t->busy;
    for (uint32_t cause = 0; cause < SIM_CAUSE_LIMIT; cause++) others += t->stalls[cause];
    t->stalls[sim_cause_READY] += (uint32_t)(cycles - others);
  }
}

/* The cores that wake up by the cycle. `next`: the time at which the first of the others wakes up. */
static __attribute__((noinline)) uint32_t wake_cores(stepped_cores *all, uint32_t standing, uint64_t cycle,
                                                     uint64_t *next) {
  uint32_t woken = 0;
  *next = SIM_NEVER;
  for (uint32_t rest = standing; rest != 0; rest &= rest - 1) {
    stepper *st = &all->cores[__builtin_ctz(rest)];
    if (st->wake > cycle) {
      *next = earlier(*next, st->wake);
      continue;
    }
    account_stood(st, cycle);
    woken |= rest & -rest;
  }
  return woken;
}

INLINE uint64_t run(sim *sim, shape s, stepped_cores *all, uint32_t cores, uint64_t cycle,
                    uint64_t to) {
  uint64_t due = burst_due(sim), first_wake = SIM_NEVER;
  uint32_t moving = cores;
  int is_over = 0;
  while (cycle < to && !is_over) {
    if (cycle >= due) due = let_due_bursts_go(sim, cycle);
    if (cycle >= first_wake) moving |= wake_cores(all, cores & ~moving, cycle, &first_wake);
    for (uint32_t rest = moving; rest != 0; rest &= rest - 1) {
      stepper *st = &all->cores[__builtin_ctz(rest)];
      const int has_moved = step(sim, s, st, cycle);
      is_over |= st->is_over;
      if (has_moved) continue;
      look_ahead(sim, st, cycle + 1);
      if (st->wake <= cycle + 1) continue;
      moving &= ~(rest & -rest);
      first_wake = earlier(first_wake, st->wake);
    }
    is_over |= (s.is_any || s.has_programs) && sim->run_ends;
    cycle = is_over || moving != 0 ? cycle + 1 : earlier(to, first_wake);
  }
  return cycle;
}

typedef uint64_t loop(sim *sim, stepped_cores *all, uint32_t cores, uint64_t from, uint64_t to);

OPT_SIZE static uint64_t run_any(sim *sim, stepped_cores *all, uint32_t cores, uint64_t from, uint64_t to) {
  return run(sim, (shape){.is_any = 1}, all, cores, from, to);
}

/* A pipeline shape that is constant at compile time: it has caches and no programs, instructions wait only for loads,
 * branches are resolved in EX, and the access stage follows EX. */
#define KNOWN(lanes_, execute_, last_, is_alone_, predicts)                                                            \
  {                                                                                                                    \
    .execute = execute_, .access = execute_ + 1, .last = last_, .resolve = execute_, .lanes = lanes_, .has_memory = 1, \
    .has_predictor = predicts, .is_alone = is_alone_                                                                   \
  }
#define KNOWN_LOOP(name, ...)                                                                                          \
  static const shape name##_shape = KNOWN(__VA_ARGS__);                                                                \
  __attribute__((noinline)) static uint64_t name(sim *sim, stepped_cores *all, uint32_t cores, uint64_t from,          \
                                                 uint64_t to) {                                                        \
    return run(sim, (shape)KNOWN(__VA_ARGS__), all, cores, from, to);                                                  \
  }

KNOWN_LOOP(run_five, 1, 2, 4, 1, 0)
KNOWN_LOOP(run_twelve, 1, 8, 11, 1, 0)       /* source 004 */
KNOWN_LOOP(run_contexts_of_nine, 1, 5, 8, 0, 1) /* 002 */
KNOWN_LOOP(run_two_lanes, 2, 2, 4, 0, 0)     /* 001 */

static const struct {
  const shape *s;
  loop *run;
} LOOPS[] = {
    {&run_five_shape, run_five},
    {&run_twelve_shape, HAS_PATH(PATH_SHAPES) ? run_twelve : run_any},
    {&run_contexts_of_nine_shape, HAS_PATH(PATH_SHAPES) ? run_contexts_of_nine : run_any},
    {&run_two_lanes_shape, HAS_PATH(PATH_SHAPES) ? run_two_lanes : run_any},
};

static loop *loop_of(const shape *s) {
  for (size_t i = 0; i < sizeof LOOPS / sizeof LOOPS[0]; i++)
    if (memcmp(s, LOOPS[i].s, sizeof *s) == 0) return LOOPS[i].run;
  return run_any;
}

uint64_t steppers_run(sim *sim, stepped_cores *all, uint32_t cores, uint64_t from, uint64_t to) {
  assert(cores != 0 && from < to);
  const uint64_t reached = loop_of(&all->cores[__builtin_ctz(cores)].s)(sim, all, cores, from, to);
  for (uint32_t rest = cores; rest != 0; rest &= rest - 1)
    stepper_close(&all->cores[__builtin_ctz(rest)], reached, reached - from);
  return reached;
}

void stepper_step_observed(sim *sim, stepper *st, uint64_t cycle) {
  burst_let_go_first(sim, cycle);
  step_any(sim, st, cycle, 1);
}
