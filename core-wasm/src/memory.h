/* Caches, TLB and what an access costs. Without caches a load or store is on the bus for memory_cycles
 * (pipeline.c) and fetch is free; with any of them all accesses come here. */
#ifndef SIM_MEMORY_H
#define SIM_MEMORY_H

#include "machine.h"

void memory_init(sim *sim);

/* Where the stream of a cpu accesses memory. */
typedef struct data_rules {
  uint64_t key;              /* of the draws */
  uint64_t *draws;
  const sim_instruction *given; /* explicit sequence: it has the addresses; NULL: drawn */
  uint32_t address, bytes, hot_bytes, hot_permille;
  uint32_t packet_permille, packet_address, packet_bytes;
  uint32_t uncached_permille;
  uint8_t layer;             /* whose misses they are */
  uint8_t pinned;            /* may use pinned ways */
  uint8_t reserved[6];
} data_rules;

/* Of the present activity of the cpu. */
data_rules memory_rules(sim *sim, uint32_t cpu);

/* A load or store enters the access stage in `cycle`. Returns the first cycle in which it may leave it. */
uint64_t memory_access(sim *sim, uint32_t core, uint32_t index, const data_rules *rules, uint64_t word,
                       uint64_t cycle);
/* An instruction enters IF. Returns the first cycle in which it may leave it. */
uint64_t memory_fetch(sim *sim, uint32_t core, uint32_t index, const data_rules *rules, uint32_t pc, uint64_t cycle);
/* First cycle in which the result of the cpu's last load may be used, when it left the access stage before. */
static inline uint64_t memory_data_at(const sim *sim, uint32_t core, uint32_t index) {
  return sim->state->cores[core].missed_until[index];
}

/* DMA has moved these bytes to memory. */
void memory_dma_wrote(sim *sim, uint32_t address, uint32_t bytes);
uint32_t memory_packet_address(uint32_t packet);

int memory_predicts(sim *sim, uint32_t core, uint32_t pc, int backward);
void memory_learns(sim *sim, uint32_t core, uint32_t pc, int taken);

#endif
