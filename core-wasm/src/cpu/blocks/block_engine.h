/* A core that one stream has to itself, with five plain stages: stepped until a block can begin, then passed block by
 * block (README.md in this folder). The state at the end is that of the stepped loop. */
#ifndef SIM_BLOCK_ENGINE_H
#define SIM_BLOCK_ENGINE_H

#include "cpu/blocks/speculate.h"
#include "cpu/step/step_single.h"

/* What the block engine needs of a run, whose stream and configuration do not change. */
typedef struct block_engine {
  sim *sim;
  const core_rules *k;
  const stream_rules *rules;
  front_state *front; /* the state itself, not a copy */
  back_state *back;
  uint64_t *branch_draws;
  made_accesses *made;
  uint64_t end;      /* accesses begin before */
  uint64_t bus_turn; /* an access from then on lets bursts go first */
  uint32_t core;
  uint32_t flush_cycles; /* of a mispredicted branch */
  int has_memory;
  int dma_cannot_touch; /* DMA changes no line of the data that are drawn, but for the packet */
  code_port code;
  data_port data;
  drawn_accesses draws;
} block_engine;

/* Runs the core from `from` to `to`, or to the end of the stream; returns the cycle reached. */
uint64_t single_context_run(sim *sim, uint32_t core, uint64_t from, uint64_t to, stall_counts *t);
/* The same without blocks. */
uint64_t single_context_step(sim *sim, uint32_t core, uint64_t from, uint64_t to, stall_counts *t);

/* For blocking accesses that take a cycle when they hit, and a load-use delay of at most one: returns whether blocks
 * can be passed at all. */
int block_engine_open(block_engine *e);
/* Passes blocks from the boundary `from` on, where block_can_begin holds; returns the cycle reached, at which the
 * latches are right but for that of write-back: at least one stepped cycle has to follow. Accesses of instructions in
 * the latches that have been made by then are in `made`. */
uint64_t run_blocks(block_engine *e, uint64_t from, stall_counts *t);

#endif
