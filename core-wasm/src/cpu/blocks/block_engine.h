/* Runs a core whose pipeline belongs to one stream and has five plain stages: steps until a block can start, then
 * passes whole blocks of instructions (README.md in this folder). States are the same as with stepping. */
#ifndef SIM_BLOCK_ENGINE_H
#define SIM_BLOCK_ENGINE_H

#include "cpu/blocks/cache_ports.h"
#include "cpu/step/front_end.h"
#include "cpu/step/step_single.h"

/* Draws and hits computed in advance. A draw depends only on its number, so many are made at once. */

enum { DRAWS_AHEAD = 32, OUTCOMES_AHEAD = 32 };
#define DRAW_IS_SPECIAL UINT32_MAX /* address above the start of the devices (uncached), or in a packet with DMA */

typedef struct drawn_accesses {
  drawn_data data;
  uint64_t address_from; /* number of the first drawn address; SIM_NEVER: none is drawn */
  uint32_t dma_cannot_touch_packet; /* no DMA burst changes a line of the packet */
  uint32_t in_packet;       /* addresses (bits) in the packet; each is the next word of it */
  uint32_t addresses[DRAWS_AHEAD];
  uint32_t lanes[DRAWS_AHEAD];  /* lanes of the L1D that hold the addresses which hit */
  uint64_t orders[DRAWS_AHEAD]; /* order of the set before the hit, for the addresses in `moved` (bits) */
  uint32_t moved;
} drawn_accesses;

_Static_assert(DRAWS_AHEAD <= 32 && OUTCOMES_AHEAD <= 32, "bits of a word");

/* Draws DRAWS_AHEAD addresses, starting with number `from`. `words` of the packet were accessed earlier. */
void draw_addresses(drawn_accesses *a, const data_rules *rules, uint64_t from, uint32_t words);
/* Makes hits from index `first` on in advance. Until a line is filled or invalidated, only the address decides whether
 * an access hits. Returns the index of the first access that does not hit. */
uint32_t speculate_hits(drawn_accesses *a, const data_port *port, uint32_t first);
/* Commits the hits before index `done`, of which `writes` (bits) are stores, and rolls back the others. Must be called
 * before a line is filled or invalidated, and at the end. */
void commit_hits(drawn_accesses *a, const data_port *port, uint32_t done, uint32_t writes);
/* Draws the batch of OUTCOMES_AHEAD branch outcomes that contains `number`. */
void draw_outcomes(drawn_outcomes *o, const stream_rules *rules, uint64_t number);

static inline int is_drawn_ahead(const drawn_accesses *a, uint64_t number) {
  return a->address_from != SIM_NEVER && number - a->address_from < DRAWS_AHEAD;
}

/* Number of addresses before `index` that lie in the packet. */
static inline uint32_t words_ahead(const drawn_accesses *a, uint32_t index) {
  return (uint32_t)__builtin_popcountll(a->in_packet & ((1ull << index) - 1));
}

/* Inputs of the block engine that do not change during a run. */
typedef struct block_engine {
  sim *sim;
  const core_rules *k;
  const stream_rules *rules;
  front_state *front; /* pointer to the machine's state, not a copy */
  back_state *back;
  uint64_t *branch_draws;
  made_accesses *made;
  uint64_t end;      /* every access starts before this cycle */
  uint64_t bus_turn; /* first cycle in which due DMA bursts precede an access */
  uint32_t core;
  uint32_t flush_cycles; /* bubbles after a taken branch, which is mispredicted */
  int has_memory;
  int dma_cannot_touch; /* DMA writes to no cache line of the drawn data, except to packets */
  code_port code;
  data_port data;
  drawn_accesses draws;
} block_engine;

/* Runs the core from `from` to `to`, or to the end of the stream; returns the cycle reached. */
uint64_t single_context_run(sim *sim, uint32_t core, uint64_t from, uint64_t to, stall_counts *t);

/* Fills in the ports and returns 1 if the machine has blocking accesses, hits of one cycle, a load-use delay of at
 * most one cycle and an L1D that fits data_port. */
int block_engine_open(block_engine *e);
/* Passes blocks from the boundary `from` onwards; block_can_begin must hold. Returns the boundary reached. There the
 * latches are those of the stepped loop except write-back, so at least one stepped cycle must follow; `made` has the
 * results of accesses for instructions in the latches. */
uint64_t run_blocks(block_engine *e, uint64_t from, stall_counts *t);

#endif
