/* Passes blocks of instructions as a whole, without calls: most instructions of a run are executed here. */
#ifndef SIM_PASS_BLOCKS_H
#define SIM_PASS_BLOCKS_H

#include "cpu/blocks/block_run.h"

enum {
  TOTALS_LIMIT = 0x7f00, /* limit at which one more block cannot overflow a field */
  BASE_SPAN = 0x4000  /* totals get a new base after this many cycles or instructions */
};
#define NO_TOTALS UINT64_MAX /* no totals yet */
#define ACCESSES_FULL (0x80ull << BLOCK_ACCESSES) /* overflow guard of the accesses */

INLINE const routine_block *block_at(const routine_block *blocks, uint32_t offset) {
  return (const routine_block *)(const void *)((const uint8_t *)blocks + offset);
}

/* Passes the next block up to its first access that does not hit. The block must fit and its code must hit. */
INLINE void pass_to_access(const block_run_invariants *g, block_run *s) {
  const routine_block *const block = &g->blocks[s->index];
  const uint32_t hit = s->hits_until - s->ahead;
  const uint32_t passed = (uint32_t)__builtin_ctz(all_but_first(block->accesses, hit));
  s->writes |= (uint64_t)(block->writes & low_bits(hit)) << s->ahead;
  s->ahead = s->hits_until;
  fetch_straight(g, s, passed);
  pass_straight(s, block, passed);
  if (hit != 0) s->accessed = s->time + 1; /* a hit, which has ended by now and is not the access that missed */
}

/* Totals of a run of whole blocks, packed as in routine_block. */
typedef struct packed_run {
  uint64_t begin, sum, next; /* totals before the first block; after the last; including the block that does not fit */
  uint64_t limits;
  uint64_t last_access; /* without caches: totals at the last access, or NO_TOTALS */
  uint64_t writes;
  uint32_t at, last;  /* offsets of the next block and of the last passed one */
  uint32_t first_event, outcomes;
} packed_run;

/* Reason why the next block does not fit. */
INLINE enum event reason_to_stop(const block_run_invariants *g, const block_run *s, const packed_run *r) {
  if (sum_branches(r->next) - r->first_event > r->outcomes)
    return sum_branches(r->next) < BLOCK_LONG ? MORE_OUTCOMES : GOES_ON;
  if (s->hits_until == DRAWS_AHEAD && sum_accesses(r->next) > DRAWS_AHEAD) return MORE_ADDRESSES;
  const uint64_t others = ((r->limits | ACCESSES_FULL) - r->next) & (BLOCK_FULL & ~ACCESSES_FULL);
  return g->has_memory && others == 0 ? ACCESS : GOES_ON;
}

/* Adds the totals of the passed blocks (at least one) to the state of the run. */
INLINE void add_totals(const block_run_invariants *g, block_run *s, block_history *c, const packed_run *r) {
  const uint32_t branches = sum_branches(r->sum) - r->first_event;
  c->event_count += branches;
  s->writes = r->writes;
  s->time = c->base_time + sum_cycles(r->sum);
  s->left = c->base_left - sum_length(r->sum);
  /* With caches the only question is whether the last access, a hit, has ended. */
  if (g->has_memory) {
    if (sum_accesses(r->sum) != s->ahead) s->accessed = s->time + 1;
    s->ahead = sum_accesses(r->sum);
  } else if (r->last_access != NO_TOTALS) s->accessed = c->base_time + sum_cycles(r->last_access) + 2;
  s->mispredicted += (uint32_t)__builtin_popcount(s->taken >> s->branch_draws % OUTCOMES_AHEAD & low_bits(branches));
  s->branch_draws += branches;
  if (g->has_code) {
    s->code_hits += sum_lines(r->sum) + (line_of(g, s->index) != s->line);
    s->line = line_of(g, place_last(g->blocks, r->last));
  }
  s->index = place_index(r->at);
  if (branches != 0) {
    const uint32_t place = c->blocks_passed[(c->event_count - 1) % HISTORY_LENGTH].place;
    s->last_branch = place_last(g->blocks, place);
    s->last_taken = place & PLACE_TAKEN;
  }
  if (g->has_code) s->code_hits -= line_of(g, s->index) != s->line; /* the next instruction is not fetched yet */
}

/* Passes whole blocks whose code is known to hit while they fit and all of their accesses hit. No branch
 * depends on outcomes or addresses, which the host could not predict. Returns GOES_ON if pass_block has to
 * decide. */
INLINE enum event pass_known_blocks(const block_run_invariants *g, block_run *s, block_history *c) {
  const uint64_t latest = earlier(g->stop, s->asks_from), counted = g->has_memory ? UINT64_MAX : ~(uint64_t)UINT8_MAX;
  if (latest < s->time + 2) return GOES_ON;
  if (s->time - c->base_time > BASE_SPAN || c->base_left - s->left > BASE_SPAN)
    history_rebase(c, g->blocks, s->time, s->left);
  const uint32_t outcomes = s->branch_draws < s->outcomes_until ? (uint32_t)(s->outcomes_until - s->branch_draws) : 0;
  const uint32_t drawn = s->branch_draws % OUTCOMES_AHEAD;
  const uint32_t first_event = c->event_count % HISTORY_LENGTH; /* branches in the totals are relative to this number */
  const uint64_t limits = (uint64_t)s->hits_until << BLOCK_ACCESSES |
                          (uint64_t)(first_event + outcomes) << BLOCK_BRANCHES |
                          earlier(c->base_left, TOTALS_LIMIT) << BLOCK_LENGTH |
                          earlier(latest - 2 - c->base_time, TOTALS_LIMIT) << BLOCK_CYCLES;
  const uint64_t flush = (uint64_t)g->flush_cycles << BLOCK_CYCLES;
  const uint64_t begin = (uint64_t)(g->has_memory ? s->ahead : 0) << BLOCK_ACCESSES |
                         (uint64_t)first_event << BLOCK_BRANCHES | (c->base_left - s->left) << BLOCK_LENGTH |
                         (s->time - c->base_time) << BLOCK_CYCLES;
  uint64_t next, sum = begin, writes = s->writes;
  uint64_t at_access[2] = {0, NO_TOTALS}; /* [1]: totals at the last access; [0]: unused */
  uint32_t at = s->index * (uint32_t)sizeof(routine_block), taken = s->taken >> drawn;
  uint32_t last = at; /* offset of the last passed block */
  for (;;) {
    const routine_block *const block = block_at(g->blocks, at);
    /* Without a branch both successors are equal, so the load of the successor need not wait for block->branches. */
    const uint32_t branches = block->branches, is_taken = taken & 1;
    next = sum + (block->sums[is_taken] & counted);
    if ((limits - next) & BLOCK_FULL) break;
    if (g->has_memory) writes |= (uint64_t)block->writes << (sum >> BLOCK_ACCESSES) % 64;
    else at_access[block->accesses != 0] = sum + ((uint64_t)block->last_access << BLOCK_CYCLES);
    /* A block without a branch writes the next free entry, which history never reads: one of the last four instructions
     * is then no branch. */
    history_block *const entry = &c->blocks_passed[(uint32_t)(sum >> BLOCK_BRANCHES) % HISTORY_LENGTH];
    entry->sum = next;
    entry->place = at | is_taken;
    last = at;
    taken >>= branches;
    sum = next + (flush & (0 - (uint64_t)(is_taken & branches)));
    at = block->successor[is_taken];
  }
  const packed_run r = {
      .begin = begin,
      .sum = sum,
      .next = next,
      .limits = limits,
      .last_access = at_access[1],
      .writes = writes,
      .at = at,
      .last = last,
      .first_event = first_event,
      .outcomes = outcomes,
  };
  const enum event event = reason_to_stop(g, s, &r);
  if (sum != begin) add_totals(g, s, c, &r);
  if (event == ACCESS) pass_to_access(g, s);
  return event;
}

/* Number of instructions of the block that are issued within `cycles`, at most `left`. */
INLINE uint32_t instructions_that_fit(const routine_block *block, uint64_t left, uint64_t cycles) {
  const uint32_t most = (uint32_t)earlier(earlier(left, cycles), block_length(block));
  if (most == block_length(block) && cycles >= sum_cycles(block->sums[0])) return most;
  return most - (uint32_t)earlier(most, waits_before(block, most));
}

/* Number of the first `count` instructions of the next block whose code hits. 0: the first one needs a line that is not
 * the most recently used. If all lines are the most recently used ones, they are known from now on. */
INLINE uint32_t instructions_in_place(const block_run_invariants *g, block_run *s, uint32_t count) {
  const uint64_t line = line_of(g, s->index);
  if (line != s->line && !code_port_hits_first(&g->code, pc_of(g, s->index))) return 0;
  const uint32_t in_place = lines_in_place(&g->code, pc_of(g, s->index), count);
  if (in_place == count && can_know_lines(g)) {
    /* A line that may use no way is absent, even if it was fetched last. */
    const uint64_t first = line - line_of(g, 0) + !code_port_hits_first(&g->code, pc_of(g, s->index));
    const uint64_t end = line_of(g, s->index + count - 1) - line_of(g, 0) + 1;
    s->unknown &= ~((1ull << end) - (1ull << first));
  }
  return in_place;
}

/* Makes `accesses` (bits) of the next block up to the first miss. Returns this access and the later ones. */
INLINE uint32_t make_accesses(const block_run_invariants *g, block_run *s, const routine_block *block,
                              uint32_t accesses) {
  uint32_t left = accesses;
  if (g->given != NULL) {
    for (uint32_t writes = block->writes; left != 0; left &= left - 1, writes >>= 1, s->ahead++) {
      const sim_instruction *given = &g->given[s->index + (uint32_t)__builtin_ctz(left)];
      if (!access_hits(&g->data, memory_given_address(given, g->copy_offset), writes & 1)) break;
    }
    return left;
  }
  if (!g->has_memory) return 0;
  const int is_whole = accesses == block->accesses;
  const uint32_t all = is_whole ? sum_accesses(block->sums[0]) : (uint32_t)__builtin_popcount(accesses);
  const uint32_t hit = s->ahead + all <= s->hits_until ? all : s->hits_until - s->ahead;
  s->writes |= (uint64_t)(block->writes & low_bits(hit)) << s->ahead;
  s->ahead += hit;
  return hit == all ? 0 : all_but_first(accesses, hit);
}

/* Passes the branch that ends a block. */
INLINE void pass_branch(const block_run_invariants *g, block_run *s, block_history *c, const routine_block *block) {
  const uint32_t taken = s->taken >> s->branch_draws % OUTCOMES_AHEAD & 1;
  s->last_branch = s->index;
  s->last_taken = taken;
  note_event(c, s->left, s->time, 0, s->index, taken * (WORD_TAKEN | WORD_MISPREDICTED));
  s->branch_draws++;
  s->mispredicted += taken;
  s->index = place_index(block->successor[taken]);
  s->time += taken ? g->flush_cycles : 0;
}

/* Passes the next block, or only its first instructions. */
INLINE enum event pass_block(const block_run_invariants *g, block_run *s, block_history *c) {
  const routine_block *const block = &g->blocks[s->index];
  if (s->time >= g->stop) return LEAVES;
  uint32_t count = instructions_that_fit(block, s->left, g->stop - s->time), accesses = block->accesses;
  if (count == 0) return LEAVES;
  if (g->has_code && s->unknown != 0) count = instructions_in_place(g, s, count);
  if (count == 0) return NEW_LINE;
  const int is_whole = count == block_length(block);
  uint32_t branches = block->branches, last_access = block->last_access;
  uint32_t wait_cycles = sum_cycles(block->sums[0]) - block_length(block);
  if (!is_whole) {
    accesses &= low_bits(count);
    wait_cycles = waits_before(block, count);
    last_access = accesses != 0 ? issue_of_last(block, accesses) : 0;
    branches = 0;
  }
  const uint64_t until = s->time + last_access + 2;
  const uint32_t left = until <= s->asks_from ? make_accesses(g, s, block, accesses) : accesses;
  const uint32_t passed = left != 0 ? (uint32_t)__builtin_ctz(left) : count - 1;
  fetch_straight(g, s, passed); /* the body repeats: its first instruction follows the last one */
  if (left != 0) {
    if (left != accesses) s->accessed = s->time + issue_of_last(block, accesses ^ left) + 2;
    pass_straight(s, block, passed);
    return ACCESS;
  }
  if (accesses != 0) s->accessed = until;
  s->index += passed;
  s->left -= passed;
  s->time += passed + wait_cycles;
  if (branches) {
    if (s->branch_draws >= s->outcomes_until) return MORE_OUTCOMES;
    pass_branch(g, s, c, block);
  } else s->index = is_whole ? place_index(block->successor[0]) : s->index + 1;
  s->time++;
  s->left--;
  return GOES_ON;
}

#endif
