#include "cpu/contexts/issue_turns.h"

#include "base/paths.h"
#include "cpu/contexts/issue_front.h"
#include "cpu/step/select.h"

enum {
  FEWEST = 3,         /* a branch is issued, flushes, fetches: the turn comes again when its target is in ID */
  WORTHWHILE_CYCLES = 6
};

int issue_has_turns(const sim *sim, const contest *all) {
  const uint32_t policy = sim->config.policy;
  return HAS_PATH(PATH_BURSTS) && (policy == sim_policy_ROUND_ROBIN || policy == sim_policy_SMT) &&
         all->k.memory_cycles == 1 && all->k.load_use_cycles <= 1 && (!all->has_memory || all->port.is_usual);
}

/* Everybody who has an instruction can issue or knows when he could; who can has the next one in IF. */
static int can_begin(const contest *all, uint32_t active, uint64_t cycle) {
  if (__builtin_popcount(all->able) < FEWEST || (is_valid(all->ex) && !(all->able >> number_of(all->ex) & 1))) return 0;
  for (uint32_t rest = active & ~all->waiting; rest != 0; rest &= rest - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(rest);
    const contender *own = &all->of[i];
    if (!(all->able >> i & 1)) {
      if (is_valid(own->in_id)) return 0;
    } else if (!is_valid(own->in_if) || own->fetch_until > cycle ||
               (all->has_memory && (!own->data.is_usual || all->k.missed_until[i] > cycle))) return 0;
  }
  return 1;
}

/* The access of who leaves EX hits; returns 0, and changes nothing, if more is to be done. */
HOT int hits(const contest *all, const data_port *port, const contender *own, uint64_t word, uint64_t cycle) {
  if (!all->has_memory) {
    if (*all->k.bus_free_at > cycle) return 0;
    *all->k.bus_free_at = cycle + 1;
    return 1;
  }
  const drawn_data *d = &own->data;
  uint32_t address, words = 0;
  const int is_plain = !drawn_specially(d, *d->draws, &address);
  if (!is_plain) {
    words = *own->rules->data.words;
    address = memory_drawn_address(&own->rules->data, *d->draws, &words);
    if (address >= MEMORY_DEVICE_BASE) return 0;
  }
  if ((*port->fills_until > cycle && data_port_awaits(port, address, cycle)) ||
      !data_port_hits(port, address, (uint32_t)(word & WORD_STORE) / WORD_STORE))
    return 0;
  if (!is_plain) *own->rules->data.words = words;
  ++*d->draws;
  port->accesses[d->layer]++;
  return 1;
}

/* ID is left; returns the end of the run: the next cycle if the instruction is not there when it is needed. */
HOT uint64_t move_front(sim *sim, contest *all, contender *own, uint64_t cycle, uint64_t to) {
  own->in_id = own->in_if;
  if (fetch_plainly(own, 1, cycle)) return to;
  fetch_any(sim, all, number_of(own->number), cycle);
  return own->fetch_until > cycle + 1 ? cycle + 1 : to;
}

HOT void order(contender **first, contender **last) {
  contender *a = *first, *b = *last;
  *first = a < b ? a : b;
  *last = a < b ? b : a;
}

/* That of who issued, of who flushes and of who did in the cycle before (NULL: nobody): in the
 * order of their numbers. */
static uint64_t move_fronts(sim *sim, contest *all, contender *own, contender *flushes, contender *refills,
                            uint64_t cycle, uint64_t to) {
  contender *first = own, *last = flushes != NULL ? flushes : refills;
  if (refills != NULL) refills->tally->lost[sim_cause_BRANCH]++;
  order(&first, &last);
  if (refills != NULL && flushes != NULL) {
    contender *middle = refills;
    order(&first, &middle);
    order(&middle, &last);
    to = move_front(sim, all, first, cycle, to);
    first = middle;
  }
  to = move_front(sim, all, first, cycle, to);
  return move_front(sim, all, last, cycle, to);
}

/* Nothing here branches on what is loaded, nor by what is read: that cannot be predicted. */
HOT void loaded(contender *own, uint64_t load, uint64_t ready, uint32_t late) {
  const uint32_t to = word_destination(load) * (uint32_t)((load & WORD_LOAD) / WORD_LOAD); /* 0: nobody reads it */
  own->ready[to] = ready;
  const uint32_t waits = (uint32_t)(word_source1(own->in_id) == to) | (uint32_t)(word_source2(own->in_id) == to);
  own->tally->lost[sim_cause_LOAD_USE] += waits & late & (uint32_t)(to != 0);
}

/* So many were issued in turns, from the first on; nobody reads register 0. */
HOT void count_issued(contest *all, uint32_t ring, uint32_t first, uint32_t count) {
  const uint32_t each = count / (uint32_t)__builtin_popcount(ring);
  uint32_t more = count - each * (uint32_t)__builtin_popcount(ring);
  contender *own = &all->of[first];
  do {
    own->unissued -= each + (more > 0);
    own->ready[0] = 0;
    more -= more > 0;
    own = own->next;
  } while (own != &all->of[first]);
}

static uint64_t take_turns(sim *sim, contest *all, uint64_t cycle, uint64_t to) {
  const uint32_t ring = all->able, late = all->k.load_use_cycles;
  const uint64_t halts = all->k.multiply_cycles > 1 ? WORD_MULTIPLY : 0;
  const data_port port = all->has_memory ? all->port : (data_port){0};
  core_state *state = core_at(sim, all->core);
  for (uint32_t rest = ring; rest != 0; rest &= rest - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(rest);
    all->of[i].next = &all->of[select_rotated(ring, i + 1)];
  }
  const uint64_t from = cycle;
  uint64_t ex = all->ex, mem = all->mem, wb = all->wb;
  uint64_t branches = 0, flushed = 0;
  contender *issued = &all->of[number_of(ex)]; /* in the cycle before */
  const uint32_t first = select_rotated(ring, state->turn);
  contender *own = &all->of[first];
  contender *refills = NULL; /* whose branch flushed in the cycle before */
  for (; cycle < to; cycle++) {
    contender *flushes = NULL;
    if (ex & (WORD_LOAD | WORD_STORE)) {
      if (!hits(all, &port, issued, ex, cycle)) break;
      loaded(issued, ex, cycle + late, late);
      all->missed_from = SIM_NEVER;
    } else if (ex & WORD_MISPREDICTED) {
      issued->in_if = sim_cause_BRANCH;
      leave_wrong_path(issued);
      issued->tally->lost[sim_cause_BRANCH]++;
      flushes = issued;
      flushed++;
    }
    wb = mem;
    mem = ex;
    ex = own->in_id;
    if (flushes == NULL && refills == NULL) to = move_front(sim, all, own, cycle, to);
    else {
      to = move_fronts(sim, all, own, flushes, refills, cycle, to);
      refills = flushes;
    }
    branches += (ex & WORD_BRANCH) / WORD_BRANCH;
    if (ex & halts) to = cycle + 1;
    issued = own;
    own = own->next;
  }
  if (cycle == from) return cycle;
  /* The registers of those before are there: nobody can tell since when. */
  if (ex & WORD_LOAD) issued->ready[word_destination(ex)] = SIM_NEVER;
  count_issued(all, ring, first, (uint32_t)(cycle - from));
  const uint32_t turn = number_of(issued->number) + 1;
  state->turn = (uint8_t)(turn == sim->config.context_count ? 0 : turn);
  *all->k.branches += branches;
  *all->k.mispredicted +=
      flushed + (ex & WORD_MISPREDICTED) / WORD_MISPREDICTED - (all->ex & WORD_MISPREDICTED) / WORD_MISPREDICTED;
  all->ex = ex;
  all->mem = mem;
  all->wb = wb;
  all->ex_until = cycle - 1 + (ex & WORD_MULTIPLY ? all->k.multiply_cycles : 1);
  all->mem_until = mem & (WORD_LOAD | WORD_STORE) ? cycle : 0;
  for (uint32_t rest = ring; rest != 0; rest &= rest - 1)
    contest_reconsider(all, all->has_memory && all->k.non_blocking, (uint32_t)__builtin_ctz(rest), cycle);
  return cycle;
}

uint64_t issue_turns(sim *sim, contest *all, uint32_t active, uint64_t cycle, uint64_t to) {
  const uint64_t end = earlier(to, all->wake_at);
  if (end < cycle + WORTHWHILE_CYCLES || !can_begin(all, active, cycle)) return cycle;
  return take_turns(sim, all, cycle, end);
}
