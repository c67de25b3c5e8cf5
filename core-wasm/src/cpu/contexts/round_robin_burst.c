#include "cpu/contexts/multi_context.h"

#include "base/paths.h"
#include "cpu/step/pipeline.h"

enum {
  FEWEST = 3,         /* a branch is issued, flushes, refetches: its target is in ID at its next turn */
  WORTHWHILE_CYCLES = 6
};

int burst_fits(const sim *sim, const issue_queue *q) {
  const uint32_t policy = sim->config.policy;
  return HAS_PATH(PATH_BURSTS) && (policy == sim_policy_ROUND_ROBIN || policy == sim_policy_SMT) &&
         q->k.memory_cycles == 1 && q->k.load_use_cycles <= 1 && (!q->has_memory || q->port.fits_fast_l1);
}

/* Each context that has an instruction is issuable or timed; each issuable one has its next instruction in IF. */
static int burst_can_begin(const issue_queue *q, uint32_t active, uint64_t cycle) {
  if (__builtin_popcount(q->issuable) < FEWEST || (is_valid(q->ex) && !(q->issuable >> number_of(q->ex) & 1))) return 0;
  for (uint32_t rest = active & ~q->timed; rest != 0; rest &= rest - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(rest);
    const context_slot *own = &q->of[i];
    if (!(q->issuable >> i & 1)) {
      if (is_valid(own->in_id)) return 0;
    } else if (!is_valid(own->in_if) || own->fetch_until > cycle ||
               (q->has_memory && (!own->data.fits_fast_l1 || q->k.missed_until[i] > cycle))) return 0;
  }
  return 1;
}

/* Makes the access of the instruction that leaves EX, if it hits. Returns 0, and changes nothing, otherwise. */
INLINE int burst_access_hits(const issue_queue *q, const data_port *port, const context_slot *own, uint64_t word,
                             uint64_t cycle) {
  if (!q->has_memory) {
    if (*q->k.bus_free_at > cycle) return 0;
    *q->k.bus_free_at = cycle + 1;
    return 1;
  }
  const drawn_data *d = &own->data;
  uint32_t address, words = 0;
  const int is_ordinary = !is_special_draw(d, *d->draws, &address);
  if (!is_ordinary) {
    words = *own->rules->data.words;
    address = memory_drawn_address(&own->rules->data, *d->draws, &words);
    if (address >= MEMORY_DEVICE_BASE) return 0;
  }
  if ((*port->fills_until > cycle && data_port_awaits(port, address, cycle)) ||
      !data_port_hits(port, address, (uint32_t)(word & WORD_STORE) / WORD_STORE))
    return 0;
  if (!is_ordinary) *own->rules->data.words = words;
  ++*d->draws;
  port->accesses[d->layer]++;
  return 1;
}

/* Moves a front end whose ID was left. Returns the end of the burst: the next cycle if the fetch takes longer. */
INLINE uint64_t move_front(sim *sim, issue_queue *q, context_slot *own, uint64_t cycle, uint64_t to) {
  own->in_id = own->in_if;
  if (fetch_next_word(own, 1, cycle)) return to;
  fetch_any(sim, q, number_of(own->number), cycle);
  return own->fetch_until > cycle + 1 ? cycle + 1 : to;
}

INLINE void order(context_slot **first, context_slot **last) {
  context_slot *a = *first, *b = *last;
  *first = a < b ? a : b;
  *last = a < b ? b : a;
}

/* Moves the front ends of the context that issued, of the one that flushes and of the one that flushed in the cycle
 * before (NULL: none), in the order of their numbers. */
static uint64_t move_fronts(sim *sim, issue_queue *q, context_slot *own, context_slot *flushes, context_slot *refills,
                            uint64_t cycle, uint64_t to) {
  context_slot *first = own, *last = flushes != NULL ? flushes : refills;
  if (refills != NULL) refills->stall_counts->stalls[sim_cause_BRANCH]++;
  order(&first, &last);
  if (refills != NULL && flushes != NULL) {
    context_slot *middle = refills;
    order(&first, &middle);
    order(&middle, &last);
    to = move_front(sim, q, first, cycle, to);
    first = middle;
  }
  to = move_front(sim, q, first, cycle, to);
  return move_front(sim, q, last, cycle, to);
}

/* Marks the register of a load. No branch depends on registers, which the host could not predict. */
INLINE void loaded(context_slot *own, uint64_t load, uint64_t ready, uint32_t late) {
  const uint32_t to = word_destination(load) * (uint32_t)((load & WORD_LOAD) / WORD_LOAD); /* 0: no register */
  own->ready[to] = ready;
  const uint32_t waits = (uint32_t)(word_source1(own->in_id) == to) | (uint32_t)(word_source2(own->in_id) == to);
  own->stall_counts->stalls[sim_cause_LOAD_USE] += waits & late & (uint32_t)(to != 0);
}

/* Counts `count` issues in turns from context `first` on. Register 0 is always ready. */
INLINE void count_issued(issue_queue *q, uint32_t ring, uint32_t first, uint32_t count) {
  const uint32_t each = count / (uint32_t)__builtin_popcount(ring);
  uint32_t more = count - each * (uint32_t)__builtin_popcount(ring);
  context_slot *own = &q->of[first];
  do {
    own->unissued -= each + (more > 0);
    own->ready[0] = 0;
    more -= more > 0;
    own = own->next;
  } while (own != &q->of[first]);
}

static uint64_t run_burst(sim *sim, issue_queue *q, uint64_t cycle, uint64_t to) {
  const uint32_t ring = q->issuable, late = q->k.load_use_cycles;
  const uint64_t halts = q->k.multiply_cycles > 1 ? WORD_MULTIPLY : 0;
  const data_port port = q->has_memory ? q->port : (data_port){0};
  core_state *state = core_at(sim, q->core);
  for (uint32_t rest = ring; rest != 0; rest &= rest - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(rest);
    q->of[i].next = &q->of[select_rotated(ring, i + 1)];
  }
  const uint64_t from = cycle;
  uint64_t ex = q->ex, mem = q->mem, wb = q->wb;
  uint64_t branches = 0, flushed = 0;
  context_slot *issued = &q->of[number_of(ex)]; /* context that issued in the cycle before */
  const uint32_t first = select_rotated(ring, state->turn);
  context_slot *own = &q->of[first];
  context_slot *refills = NULL; /* context that flushed in the cycle before */
  for (; cycle < to; cycle++) {
    context_slot *flushes = NULL;
    if (ex & (WORD_LOAD | WORD_STORE)) {
      if (!burst_access_hits(q, &port, issued, ex, cycle)) break;
      loaded(issued, ex, cycle + late, late);
      q->missed_from = SIM_NEVER;
    } else if (ex & WORD_MISPREDICTED) {
      issued->in_if = sim_cause_BRANCH;
      leave_wrong_path(issued);
      issued->stall_counts->stalls[sim_cause_BRANCH]++;
      flushes = issued;
      flushed++;
    }
    wb = mem;
    mem = ex;
    ex = own->in_id;
    if (flushes == NULL && refills == NULL) to = move_front(sim, q, own, cycle, to);
    else {
      to = move_fronts(sim, q, own, flushes, refills, cycle, to);
      refills = flushes;
    }
    branches += (ex & WORD_BRANCH) / WORD_BRANCH;
    if (ex & halts) to = cycle + 1;
    issued = own;
    own = own->next;
  }
  if (cycle == from) return cycle;
  /* Loads before this one have brought their registers; the cycle does not matter any more. */
  if (ex & WORD_LOAD) issued->ready[word_destination(ex)] = SIM_NEVER;
  count_issued(q, ring, first, (uint32_t)(cycle - from));
  const uint32_t turn = number_of(issued->number) + 1;
  state->turn = (uint8_t)(turn == sim->config.context_count ? 0 : turn);
  *q->k.branches += branches;
  *q->k.mispredicted +=
      flushed + (ex & WORD_MISPREDICTED) / WORD_MISPREDICTED - (q->ex & WORD_MISPREDICTED) / WORD_MISPREDICTED;
  q->ex = ex;
  q->mem = mem;
  q->wb = wb;
  q->ex_until = cycle - 1 + (ex & WORD_MULTIPLY ? q->k.multiply_cycles : 1);
  q->mem_until = mem & (WORD_LOAD | WORD_STORE) ? cycle : 0;
  for (uint32_t rest = ring; rest != 0; rest &= rest - 1)
    slot_reconsider(q, q->has_memory && q->k.non_blocking, (uint32_t)__builtin_ctz(rest), cycle);
  return cycle;
}

uint64_t round_robin_burst(sim *sim, issue_queue *q, uint32_t active, uint64_t cycle, uint64_t to) {
  const uint64_t end = earlier(to, q->wake_at);
  if (end < cycle + WORTHWHILE_CYCLES || !burst_can_begin(q, active, cycle)) return cycle;
  return run_burst(sim, q, cycle, end);
}
