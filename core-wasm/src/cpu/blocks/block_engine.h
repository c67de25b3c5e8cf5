/* Runs a core whose pipeline belongs to one stream and has five plain stages: steps until a block can begin, then
 * passes whole blocks of instructions (README.md in this folder). States are equal to those of the stepped loop. */
#ifndef SIM_BLOCK_ENGINE_H
#define SIM_BLOCK_ENGINE_H

#include "cpu/blocks/speculate.h"
#include "cpu/step/step_single.h"

/* Inputs of the block engine that do not change during a run. */
typedef struct block_engine {
  sim *sim;
  const core_rules *k;
  const stream_rules *rules;
  front_state *front; /* the machine state, not a copy */
  back_state *back;
  uint64_t *branch_draws;
  made_accesses *made;
  uint64_t end;      /* every access begins before this cycle */
  uint64_t bus_turn; /* first cycle in which an access has to let DMA bursts go first */
  uint32_t core;
  uint32_t flush_cycles; /* bubbles behind a taken branch, which is mispredicted */
  int has_memory;
  int dma_cannot_touch; /* DMA writes to no cache line of the drawn data; packets excepted */
  code_port code;
  data_port data;
  drawn_accesses draws;
} block_engine;

/* Runs the core from `from` to `to`, or to the end of the stream; returns the cycle reached. */
uint64_t single_context_run(sim *sim, uint32_t core, uint64_t from, uint64_t to, stall_counts *t);
/* As single_context_run, cycle by cycle. */
uint64_t single_context_step(sim *sim, uint32_t core, uint64_t from, uint64_t to, stall_counts *t);

/* Fills in the ports and returns 1 if the machine has blocking accesses, hits of one cycle, a load-use delay of at
 * most one cycle and an L1D that fits data_port. */
int block_engine_open(block_engine *e);
/* Passes blocks from the boundary `from` on; block_can_begin has to hold. Returns the boundary reached. There the
 * latches are those of the stepped loop except write-back, so at least one stepped cycle has to follow; `made` has
 * the results of accesses that instructions in the latches will ask for. */
uint64_t run_blocks(block_engine *e, uint64_t from, stall_counts *t);

#endif
