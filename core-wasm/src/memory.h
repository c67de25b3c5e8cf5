/* Caches, TLB and what an access costs. Without caches a load or store is on the bus for memory_cycles
 * (pipeline.c) and fetch is free; with any of them all accesses come here. */
#ifndef SIM_MEMORY_H
#define SIM_MEMORY_H

#include "cache_hit.h"
#include "machine.h"
#include "rng.h"

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

enum { MEMORY_WORD_BYTES = 4 };
#define MEMORY_DEVICE_BASE 0xf0000000u

/* The parts of a draw: bits 16-47 for hot or not, the low half for the kind, the upper half for the word. */
static inline uint32_t memory_draw_address(const data_rules *r) {
  const uint64_t draw = rng_draw(r->key, (*r->draws)++);
  if (r->packet_permille + r->uncached_permille > 0) {
    const uint32_t pick = (uint32_t)((uint64_t)(uint32_t)draw * 1000 >> 32);
    if (pick < r->uncached_permille) return MEMORY_DEVICE_BASE;
    if (pick < r->uncached_permille + r->packet_permille && r->packet_bytes > 0)
      return r->packet_address + (uint32_t)(*r->draws * MEMORY_WORD_BYTES % r->packet_bytes);
  }
  const int is_hot = (uint32_t)((uint64_t)(uint32_t)(draw >> 16) * 1000 >> 32) < r->hot_permille;
  return r->address + (rng_below(draw, is_hot ? r->hot_bytes : r->bytes) & ~(MEMORY_WORD_BYTES - 1u));
}

uint64_t memory_access_slowly(sim *sim, uint32_t core, uint32_t index, const data_rules *rules, uint32_t address,
                              uint64_t word, uint64_t cycle);

/* A load or store enters the access stage in `cycle`. Returns the first cycle in which it may leave it. */
static inline uint64_t memory_access(sim *sim, uint32_t core, uint32_t index, const data_rules *rules, uint64_t word,
                                     uint64_t cycle) {
  const uint32_t address = rules->given != NULL ? rules->given[word_index(word)].address : memory_draw_address(rules);
  core_state *state = &sim->state->cores[core];
  if (sim->memory.hits_are_plain && state->fills_until <= cycle && address < MEMORY_DEVICE_BASE) {
    const cache_geometry *g = &sim->memory.caches[CACHE_L1D];
    uint8_t *l1 = sim->memory_state + sim->memory.cache_at[CACHE_L1D] + core * memory_aligned(g->bytes);
    const int is_plain = word & WORD_STORE ? g->write_back && cache_write(g, l1, address) == CACHE_HIT
                                           : cache_read(g, l1, address) == CACHE_HIT;
    if (is_plain) {
      sim->state->counters.caches[CACHE_L1D].accesses[rules->layer]++;
      state->missed_until[index] = cycle + sim->config.memory_cycles;
      return state->missed_until[index];
    }
  }
  return memory_access_slowly(sim, core, index, rules, address, word, cycle);
}

/* An instruction enters IF. Returns the first cycle in which it may leave it. */
uint64_t memory_fetch(sim *sim, uint32_t core, uint32_t index, const data_rules *rules, uint32_t pc, uint64_t cycle);
/* The same of an instruction in the line of the one before, which may still be on its way. */
uint64_t memory_streamed(const sim *sim, uint32_t core, uint32_t index, uint32_t pc, uint64_t cycle);
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
