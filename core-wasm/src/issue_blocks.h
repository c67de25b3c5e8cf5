/* Blocks of instructions that are passed without a call, each as a whole: what a smooth stretch does most of the time. */
#ifndef SIM_ISSUE_BLOCKS_H
#define SIM_ISSUE_BLOCKS_H

#include "issue_course.h"
#include "issue_draws.h"

enum {
  BLOCK_CYCLES = 2 * BLOCK_LIMIT, /* at most: each of its instructions is issued, and waits for a load */
  KNOWN_LINES = 63 /* a bit each, and one that is always set where they cannot be known */
};

/* What stays. */
typedef struct ground {
  const routine_block *blocks;
  const sim_instruction *given; /* have their addresses; NULL: those are drawn */
  code_port code;
  data_port data;
  uint64_t stop;
  uint32_t length, address; /* of the body */
  uint32_t flush_cycles;
  int has_memory, has_code; /* caches; one of code */
} ground;

/* What changes. It is kept in registers: only functions that become a part of their caller take its address. */
typedef struct stretch {
  uint64_t time;      /* in which the next instruction is issued */
  uint64_t left;      /* of the budget */
  uint64_t accessed;  /* end of the last access */
  uint64_t asks_from; /* an access that is over by then needs no burst to go first */
  uint64_t branch_draws, outcomes_until;
  uint64_t code_hits, mispredicted;
  uint64_t line;    /* of the instruction before */
  uint64_t unknown; /* lines of the body, bits: not known to be the most recently used of their sets. None of them takes
                       another's place, so those that are known stay so, and to fetch them changes nothing. All bits:
                       that cannot be. */
  uint64_t writes;  /* of the accesses ahead, bits by index */
  uint32_t ahead, hits_until; /* the next of them, and the first that does more than hit */
  uint32_t index;             /* of the next instruction */
  uint32_t taken, wrong;      /* outcomes of branches, bits by number of the draw */
  uint32_t last_branch, last_flags;
} stretch;

/* GOES_ON, or why no more blocks are passed. */
enum event { GOES_ON, LEAVES, NEW_LINE, ACCESS, MORE_OUTCOMES };

/* Returns whether a hit is all there is to it. */
HOT int hits(const data_port *port, uint32_t address, uint32_t writes) {
  return address < MEMORY_DEVICE_BASE && data_port_hits(port, address, writes);
}

HOT uint32_t low_bits(uint32_t count) { return (uint32_t)((1ull << count) - 1); }

HOT uint32_t waits_before(const routine_block *block, uint32_t count) {
  return (uint32_t)__builtin_popcount(block->waits & low_bits(count));
}

/* Cycles from the issue of the first instruction to that of the last of these. */
HOT uint32_t issue_of_last(const routine_block *block, uint32_t instructions) {
  const uint32_t last = 31 - (uint32_t)__builtin_clz(instructions);
  return last + waits_before(block, last);
}

/* Of these instructions, those behind the first `count`. */
HOT uint32_t all_but_first(uint32_t instructions, uint32_t count) {
  for (; count != 0; count--) instructions &= instructions - 1;
  return instructions;
}

HOT uint32_t pc_of(const ground *g, uint32_t index) { return g->address + index * INSTRUCTION_BYTES; }
HOT uint64_t line_of(const ground *g, uint32_t index) { return pc_of(g, index) >> g->code.line_shift; }

/* How many of these instructions come before the first that lies in a line of its own which is not the most recently
 * used of its set. */
HOT uint32_t lines_in_place(const code_port *code, uint32_t pc, uint32_t length) {
  const uint32_t line_bytes = 1u << code->line_shift;
  for (uint32_t at = line_bytes - (pc & (line_bytes - 1)); at <= (length - 1) * INSTRUCTION_BYTES; at += line_bytes)
    if (!code_port_hits_first(code, pc + at)) return (at + INSTRUCTION_BYTES - 1) / INSTRUCTION_BYTES;
  return length;
}

/* Whether all lines of the body can be in place at a time, whole, and have a bit. */
HOT int can_know_lines(const ground *g) {
  return g->has_code && g->code.is_usual && line_of(g, g->length - 1) - line_of(g, 0) < earlier(KNOWN_LINES, g->code.set_mask + 1ull);
}

HOT uint64_t unknown_lines(const ground *g) {
  if (!g->has_code) return 0;
  if (!can_know_lines(g)) return UINT64_MAX;
  uint64_t unknown = 0;
  const uint32_t shift = g->code.line_shift, first = g->address >> shift;
  for (uint32_t line = first; line <= line_of(g, g->length - 1); line++)
    unknown |= (uint64_t)!code_port_hits_first(&g->code, line << shift) << (line - first);
  return unknown;
}

/* The branch that ends a block, with `left` before it. */
HOT void note_branch(stretch *s, course *c, uint32_t index, uint64_t time, uint64_t left, uint32_t taken, uint32_t wrong) {
  s->last_branch = index;
  s->last_flags = taken * WORD_TAKEN | wrong * WORD_MISPREDICTED;
  set_mark(c, left, time, 0, index, s->last_flags);
}

/* Whole blocks, where all of the code is in place: they fit, and all of their accesses hit. Nothing here branches on what a
 * branch does or whether there are accesses: that cannot be predicted. */
HOT void pass_known_blocks(const ground *g, stretch *s, course *c) {
  const uint64_t latest = earlier(g->stop, s->asks_from) - BLOCK_CYCLES;
  uint32_t last = UINT32_MAX; /* instruction that was passed */
  if (g->has_code) s->code_hits += line_of(g, s->index) != s->line;
  while ((int64_t)(latest - s->time) >= 0 && s->left >= BLOCK_LIMIT) {
    const routine_block *const block = &g->blocks[s->index];
    const uint32_t count = block->length, accesses = block->access_count, branches = block->branches;
    if (count == 0 || s->branch_draws + branches > s->outcomes_until) break;
    if (g->has_memory) {
      if (s->ahead + accesses > s->hits_until) break;
      s->writes |= (uint64_t)block->writes << s->ahead;
      s->ahead += accesses;
    }
    const uint64_t accessed = s->time + block->last_access + 2;
    s->accessed ^= (s->accessed ^ accessed) & (0 - (uint64_t)(accesses != 0));
    last = s->index + count - 1;
    s->time += count + block->wait_cycles;
    s->left -= count;
    const uint32_t taken = s->taken >> s->branch_draws % DRAWS_AHEAD & branches;
    const uint32_t wrong = s->wrong >> s->branch_draws % DRAWS_AHEAD & branches;
    if (branches) note_branch(s, c, last, s->time - 1, s->left + 1, taken, wrong);
    s->branch_draws += branches;
    s->mispredicted += wrong;
    s->time += g->flush_cycles & (0u - wrong);
    s->index = block->next ^ ((uint32_t)(block->next ^ block->target) & (0u - taken));
    s->code_hits += block->lines[taken];
  }
  if (!g->has_code) return;
  if (last != UINT32_MAX) s->line = line_of(g, last);
  s->code_hits -= line_of(g, s->index) != s->line; /* the next is not fetched yet */
}

/* The next block, or the first of its instructions. */
HOT enum event pass_block(const ground *g, stretch *s, course *c) {
  const routine_block *const block = &g->blocks[s->index];
  uint32_t count = block->length, wait_cycles = block->wait_cycles, accesses = block->accesses;
  uint32_t branches = block->branches, last_access = block->last_access;
  if (count == 0 || s->left < count || s->time + count + wait_cycles > g->stop) return LEAVES;
  if (g->has_code) {
    const uint64_t line = line_of(g, s->index);
    if (s->unknown != 0) {
      if (line != s->line && !code_port_hits_first(&g->code, pc_of(g, s->index))) return NEW_LINE;
      const uint32_t in_place = lines_in_place(&g->code, pc_of(g, s->index), count);
      if (in_place != count) {
        count = in_place;
        accesses &= low_bits(count);
        wait_cycles = waits_before(block, count);
        last_access = accesses != 0 ? issue_of_last(block, accesses) : 0;
        branches = 0;
      } else if (can_know_lines(g)) {
        /* A line that no way may hold is not there although it was the last one. */
        const uint64_t first = line - line_of(g, 0) + !code_port_hits_first(&g->code, pc_of(g, s->index)), end = line_of(g, s->index + count - 1) - line_of(g, 0) + 1;
        s->unknown &= ~((1ull << end) - (1ull << first));
      }
    }
    s->code_hits += line != s->line;
    s->line = line;
  }
  const uint64_t until = s->time + last_access + 2;
  uint32_t left = accesses;
  if (until <= s->asks_from) {
    if (g->given != NULL) {
      for (uint32_t writes = block->writes; left != 0; left &= left - 1, writes >>= 1, s->ahead++)
        if (!hits(&g->data, g->given[s->index + (uint32_t)__builtin_ctz(left)].address, writes & 1)) break;
    } else if (g->has_memory) {
      const uint32_t all = accesses == block->accesses ? block->access_count : (uint32_t)__builtin_popcount(accesses);
      const uint32_t hit = s->ahead + all <= s->hits_until ? all : s->hits_until - s->ahead;
      left = hit == all ? 0 : all_but_first(accesses, hit);
      s->writes |= (uint64_t)(block->writes & low_bits(hit)) << s->ahead;
      s->ahead += hit;
    } else left = 0;
  }
  const uint32_t passed = left != 0 ? (uint32_t)__builtin_ctz(left) : count - 1;
  if (g->has_code) {
    const uint32_t line_bytes = 1u << g->code.line_shift;
    s->code_hits += ((pc_of(g, s->index) & (line_bytes - 1)) + passed * INSTRUCTION_BYTES) >> g->code.line_shift;
    s->line = line_of(g, s->index + passed); /* the last of all is followed by the first */
  }
  if (left != 0) {
    if (left != accesses) s->accessed = s->time + issue_of_last(block, accesses ^ left) + 2;
    s->time += passed + waits_before(block, passed);
    s->left -= passed;
    s->index += passed;
    return ACCESS;
  }
  if (accesses != 0) s->accessed = until;
  s->index += passed;
  s->left -= passed;
  s->time += passed + wait_cycles;
  if (branches) {
    if (s->branch_draws >= s->outcomes_until) return MORE_OUTCOMES;
    const uint32_t taken = s->taken >> s->branch_draws % DRAWS_AHEAD & 1;
    const uint32_t wrong = s->wrong >> s->branch_draws % DRAWS_AHEAD & 1;
    note_branch(s, c, s->index, s->time, s->left, taken, wrong);
    s->branch_draws++;
    s->mispredicted += wrong;
    s->index = taken ? block->target : block->next;
    s->time += wrong ? g->flush_cycles : 0;
  } else s->index = count == block->length ? block->next : s->index + 1;
  s->time++;
  s->left--;
  return GOES_ON;
}

#endif
