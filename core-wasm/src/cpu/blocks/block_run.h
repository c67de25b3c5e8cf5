/* A run of blocks: invariants, loop-carried state, and the state of its code lines. */
#ifndef SIM_BLOCK_RUN_H
#define SIM_BLOCK_RUN_H

#include "cpu/blocks/block_engine.h"
#include "cpu/blocks/block_history.h"

enum { KNOWN_LINES = 63 }; /* one bit of `unknown` for each line; bit 63 is set if lines cannot be known */

/* Loop invariants. Never pass their address to a function that is not inlined: they would spill to memory. */
typedef struct block_run_invariants {
  const routine_block *blocks;
  const sim_instruction *given; /* addresses of the accesses; NULL: they are drawn */
  uint32_t copy_offset;         /* see data_rules */
  code_port code;
  data_port data;
  uint64_t stop;
  uint32_t length, address; /* length of the routine's body in instructions; its address */
  uint32_t flush_cycles;
  int has_memory, has_code; /* the machine has a memory system; it has an L1I */
  int is_drawn;             /* the stream accesses caches at drawn addresses */
  int asks_never;           /* DMA cannot change whether an access hits */
  int knows_blocks;         /* pass_known_blocks can pass blocks */
  int one_outcome;          /* the code gives the outcome of the next branch only */
} block_run_invariants;

/* Loop-carried state, kept in registers. Never pass its address to a function that is not inlined. */
typedef struct block_run {
  uint64_t time, left; /* cycle in which the next instruction is issued; remaining budget */
  uint64_t accessed;   /* end of the last access; 0: none */
  uint64_t asks_from;  /* cycle: due DMA bursts precede an access that ends later */
  uint64_t branch_draws, outcomes_until;
  uint64_t code_hits, mispredicted;
  uint64_t line;    /* L1I line of the previous instruction */
  uint64_t unknown; /* lines of the body (bits) that may not be the most recently used of their sets. All lines fit, so
                       a known line stays known. All ones: lines cannot be known. */
  uint64_t writes;  /* speculated accesses (bits) that are stores */
  uint32_t ahead, hits_until; /* next speculated access, and the first that does not hit */
  uint32_t index;             /* next instruction */
  uint32_t taken; /* outcomes of branches: bit number % OUTCOMES_AHEAD */
  uint32_t last_branch, last_taken;
} block_run;

/* GOES_ON, or what the next block needs. */
enum event { GOES_ON, LEAVES, NEW_LINE, ACCESS, MORE_ADDRESSES, MORE_OUTCOMES };

/* Makes the access if it hits in the L1D. Returns whether it did. */
INLINE int access_hits(const data_port *port, uint32_t address, uint32_t writes) {
  return address < MEMORY_DEVICE_BASE && data_port_hits(port, address, writes);
}

INLINE uint32_t low_bits(uint32_t count) { return (uint32_t)((1ull << count) - 1); }

INLINE uint32_t waits_before(const routine_block *block, uint32_t count) {
  return (uint32_t)__builtin_popcount(block->waits & low_bits(count));
}

/* Cycles from the issue of the first instruction of the block to the issue of the last one in `instructions`. */
INLINE uint32_t issue_of_last(const routine_block *block, uint32_t instructions) {
  const uint32_t last = 31 - (uint32_t)__builtin_clz(instructions);
  return last + waits_before(block, last);
}

/* Clears the lowest `count` bits. */
INLINE uint32_t all_but_first(uint32_t instructions, uint32_t count) {
  for (; count != 0; count--) instructions &= instructions - 1;
  return instructions;
}

INLINE uint32_t pc_of(const block_run_invariants *g, uint32_t index) { return g->address + index * INSTRUCTION_BYTES; }
INLINE uint64_t line_of(const block_run_invariants *g, uint32_t index) { return pc_of(g, index) >> g->code.line_shift; }

/* Number of instructions from pc onwards, at most `length`, whose lines are the most recently used of their sets. */
INLINE uint32_t lines_in_place(const code_port *code, uint32_t pc, uint32_t length) {
  const uint32_t line_bytes = 1u << code->line_shift;
  for (uint32_t at = line_bytes - (pc & (line_bytes - 1)); at <= (length - 1) * INSTRUCTION_BYTES; at += line_bytes)
    if (!code_port_hits_first(code, pc + at)) return (at + INSTRUCTION_BYTES - 1) / INSTRUCTION_BYTES;
  return length;
}

/* Whether all lines of the body fit into the L1I at once as whole lines, with one bit of `unknown` each. */
INLINE int can_know_lines(const block_run_invariants *g) {
  const uint64_t most = earlier(KNOWN_LINES, g->code.set_mask + 1ull);
  return g->has_code && g->code.fits_fast_l1 && line_of(g, g->length - 1) - line_of(g, 0) < most;
}

INLINE uint64_t unknown_lines(const block_run_invariants *g) {
  if (!g->has_code) return 0;
  if (!can_know_lines(g)) return UINT64_MAX;
  uint64_t unknown = 0;
  const uint32_t shift = g->code.line_shift, first = g->address >> shift;
  for (uint32_t line = first; line <= line_of(g, g->length - 1); line++)
    unknown |= (uint64_t)!code_port_hits_first(&g->code, line << shift) << (line - first);
  return unknown;
}

/* Counts the fetches of the next instruction and of `count` instructions after it. Their lines are known to hit. */
INLINE void fetch_straight(const block_run_invariants *g, block_run *s, uint32_t count) {
  if (!g->has_code) return;
  const uint32_t line_bytes = 1u << g->code.line_shift;
  s->code_hits += line_of(g, s->index) != s->line;
  s->code_hits += ((pc_of(g, s->index) & (line_bytes - 1)) + count * INSTRUCTION_BYTES) >> g->code.line_shift;
  s->line = line_of(g, s->index + count);
}

/* Issues `count` instructions of the next block. The following access is fetched, too. */
INLINE void pass_straight(block_run *s, const routine_block *block, uint32_t count) {
  s->time += count + waits_before(block, count);
  s->left -= count;
  s->index += count;
}

/* ---- history ---- */

INLINE void history_begin(block_history *c) {
  c->event_count = 0;
  for (uint32_t i = 0; i < HISTORY_LENGTH; i++) c->blocks_passed[i].place = PLACE_IN_EVENT;
  c->base_time = c->base_left = 0; /* so the first block finds the base too far away and sets it */
}

INLINE void history_end(block_history *c, const routine_block *blocks, const block_run *s, uint64_t count) {
  history_rebase(c, blocks, s->time, s->left);
  c->index = s->index;
  c->left = s->left;
  c->count = count;
  c->time = s->time;
}

/* The end of a run of blocks: writes the latches, counters and draws of the machine. */

enum { REWOUND = 3 }; /* instructions in EX, ID and IF at the start, which are passed again */

/* Accesses of a run of blocks. */
typedef struct access_log {
  uint64_t draws, hits;
  uint64_t missed_from, missed_until; /* for the last miss: the end of a hit in its place, and its own end */
  uint64_t stalls; /* cycles lost to misses or to the bus */
  uint32_t words; /* words of the packet that were accessed before the addresses drawn ahead */
} access_log;

INLINE uint32_t branch_count(uint64_t word) { return (uint32_t)(word & WORD_BRANCH) / WORD_BRANCH; }

/* Ends a run that started at the boundary `from` and passed `branches` branches, including the rewound
 * instructions. Writes the machine's state and the accounts `t`. Returns the boundary reached. */
uint64_t leave_blocks(block_engine *e, const block_run *s, const block_history *c, const access_log *log, uint64_t from,
                      uint64_t branches, stall_counts *t);

#endif
