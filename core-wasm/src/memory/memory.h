/* Caches, TLB and the cost of accesses. Without them a load or store holds the bus for memory_cycles (pipeline.c) and a
 * fetch is free. With any of them, this room handles all accesses. */
#ifndef SIM_MEMORY_H
#define SIM_MEMORY_H

#include "base/compile.h"
#include "base/rng.h"
#include "cache/cache_hit.h"
#include "state/tell.h"

void memory_init(sim *sim);

static inline void *cache_of(const sim *sim, uint32_t level, uint32_t core) {
  const memory_shape *m = &sim->memory;
  const uint32_t place =
      level == CACHE_L2 && !sim->config.l2_per_core ? 0 : core * memory_aligned(cache_bytes(&m->caches[level]));
  return sim->memory_state + m->cache_at[level] + place;
}

static inline tlb_state *tlb_of(const sim *sim, uint32_t core) {
  return (tlb_state *)(void *)(sim->memory_state + sim->memory.tlb_at + core * memory_aligned(sizeof(tlb_state)));
}

static inline void *predictor_of(const sim *sim, uint32_t core) {
  const memory_shape *m = &sim->memory;
  return sim->memory_state + m->predictor_at + core * memory_aligned(predictor_bytes(&m->predictor));
}

/* The addresses that the stream of a cpu accesses. */
typedef struct data_rules {
  uint64_t key;              /* key of the random draws */
  uint64_t *draws;
  const sim_instruction *given; /* explicit sequence with the addresses; NULL: addresses are drawn */
  uint32_t address, bytes, hot_bytes, hot_permille;
  uint32_t copy_offset;      /* distance from the first thread's data to this thread's data */
  uint32_t packet_permille, packet_address, packet_bytes; /* the access covers several words, one after the other */
  uint32_t uncached_permille;
  uint32_t prefetch_ahead;
  uint32_t *words;           /* words of the packet that were accessed so far */
  uint8_t layer;             /* layer to which misses are counted */
  uint8_t pinned;            /* accesses may use pinned ways */
  uint8_t is_illustration;   /* the code is not fetched through the caches */
  uint8_t reserved;
} data_rules;

/* Numbers the threads that run the same routine, to place their copies of its data. */
void memory_rules_init(sim *sim);
/* The addresses of the cpu's current activity. */
data_rules memory_rules(sim *sim, uint32_t cpu);

enum { MEMORY_WORD_BYTES = 4 };
#define MEMORY_DEVICE_BASE 0xf0000000u

/* Whether the access bypasses the caches. A path that handles hits need not check this: no line of an uncached
 * range is in an L1D. */
static inline int memory_is_uncached(const sim *sim, uint32_t address) {
  return address >= MEMORY_DEVICE_BASE ||
         ((sim->memory.has_ranges & MEMORY_HAS_UNCACHED) && memory_in_ranges(sim->config.uncached_ranges, address));
}

static inline int memory_is_unmapped(const sim *sim, uint32_t address) {
  return (sim->memory.has_ranges & MEMORY_HAS_UNMAPPED) && memory_in_ranges(sim->config.unmapped_ranges, address);
}

/* Address of access number `k`, after *words words of the packet. Bits 16-47 of the draw decide whether it is hot,
 * the low half decides the kind, and the upper half the word. */
static inline uint32_t memory_drawn_address(const data_rules *r, uint64_t k, uint32_t *words) {
  const uint64_t draw = rng_draw(r->key, k);
  if (r->packet_permille + r->uncached_permille > 0) {
    const uint32_t pick = (uint32_t)((uint64_t)(uint32_t)draw * 1000 >> 32);
    if (pick < r->uncached_permille) return MEMORY_DEVICE_BASE;
    if (pick < r->uncached_permille + r->packet_permille && r->packet_bytes > 0)
      return r->packet_address + ((*words)++ * MEMORY_WORD_BYTES % r->packet_bytes & ~(MEMORY_WORD_BYTES - 1u));
  }
  const int is_hot = (uint32_t)((uint64_t)(uint32_t)(draw >> 16) * 1000 >> 32) < r->hot_permille;
  return r->address + (rng_below(draw, is_hot ? r->hot_bytes : r->bytes) & ~(MEMORY_WORD_BYTES - 1u));
}

/* Address of an instruction of an explicit sequence. */
static inline uint32_t memory_given_address(const sim_instruction *i, uint32_t copy_offset) {
  return i->address + (i->in_data ? copy_offset : 0);
}

static inline uint32_t memory_address(const data_rules *r, uint64_t word) {
  if (r->given != NULL) return memory_given_address(&r->given[word_index(word)], r->copy_offset);
  return memory_drawn_address(r, (*r->draws)++, r->words);
}

/* A prefetch of a profile brings the line of a later access. */
static inline uint32_t memory_prefetch_address(const data_rules *r, uint64_t word) {
  if (r->given != NULL) return memory_given_address(&r->given[word_index(word)], r->copy_offset);
  uint32_t words = *r->words;
  for (uint32_t i = 0; r->packet_permille > 0 && i < r->prefetch_ahead; i++) /* number of accesses before that access */
    memory_drawn_address(r, *r->draws + i, &words);
  return memory_drawn_address(r, *r->draws + r->prefetch_ahead, &words);
}

/* Lines of an L1. */
static inline uint8_t *memory_lines(const sim *sim, uint32_t level, uint32_t core) {
  return sim->memory_state + sim->memory.cache_at[level] + core * memory_aligned(cache_shape_at(sim, level)->bytes);
}

uint64_t memory_access_slowly(sim *sim, uint32_t core, uint32_t index, const data_rules *rules, uint32_t address,
                              uint64_t word, uint64_t cycle);
/* The same for an access requested now in a cycle that may be in the future. Bursts that are ready by then have
 * not been run. */
uint64_t memory_access_to_come(sim *sim, uint32_t core, uint32_t index, const data_rules *rules, uint32_t address,
                               uint64_t word, uint64_t asked, uint64_t cycle);


/* A load or store to this address enters the access stage in `cycle`. Returns the first cycle in which it may leave. */
static inline uint64_t memory_access(sim *sim, uint32_t core, uint32_t index, const data_rules *rules,
                                     uint32_t address, uint64_t word, uint64_t cycle) {
  core_state *state = core_at(sim, core);
  if (sim->memory.hit_has_no_side_effects && state->fills_until <= cycle && address < MEMORY_DEVICE_BASE) {
    const cache_geometry *g = cache_shape_at(sim, CACHE_L1D);
    uint8_t *l1 = memory_lines(sim, CACHE_L1D, core);
    const int is_plain = word & WORD_STORE ? g->write_back && cache_write(g, l1, address) == CACHE_HIT
                                           : cache_read(g, l1, address) == CACHE_HIT;
    if (is_plain) {
      state_of(sim)->counters.caches[CACHE_L1D].accesses[rules->layer]++;
      return cycle + sim->config.memory_cycles;
    }
  }
  return memory_access_slowly(sim, core, index, rules, address, word, cycle);
}

/* An access to a device register. */
uint64_t memory_device(sim *sim, uint32_t core, uint32_t index, uint64_t word, uint64_t cycle);
/* A store that takes the bus for `cycles` cycles. Returns the cycle in which the core may continue. */
uint64_t memory_buffer(sim *sim, uint32_t core, uint64_t cycle, uint64_t cycles);
/* The remaining words of an access of several words that started in `cycle`, one after the other. Returns the same
 * as memory_access. For an AMO: its store. */
uint64_t memory_access_more(sim *sim, uint32_t core, uint32_t index, const data_rules *rules, uint32_t address,
                            uint64_t word, uint64_t cycle);

/* A prefetch enters the access stage. From then on its line is being loaded, and no access waits. */
void memory_prefetch(sim *sim, uint32_t core, uint32_t index, const data_rules *rules, uint64_t word, uint64_t cycle);

/* If software refills the TLB, looks up the page of code and enters it. Returns whether it was there. */
int memory_finds_code(sim *sim, uint32_t core, const data_rules *rules, uint32_t pc, uint64_t cycle);
/* The same for the pages of a load or store that leaves IF. */
int memory_finds_data(sim *sim, uint32_t core, const data_rules *r, uint32_t address, uint64_t word, uint64_t cycle);
/* An instruction enters IF. Returns the first cycle in which it may leave IF. */
uint64_t memory_fetch(sim *sim, uint32_t core, uint32_t index, const data_rules *rules, uint32_t pc, uint64_t cycle);
/* The same for an instruction in the same line as the previous one. The line may still be arriving. */
uint64_t memory_streamed(const sim *sim, uint32_t core, uint32_t index, uint32_t pc, uint64_t cycle);
/* The same for an instruction that enters IF in `cycle`. The L1I first completes the context's last fill. */
uint64_t memory_fetch_from(const sim *sim, uint32_t core, uint32_t index, uint64_t cycle);

/* Software of the current cpu unlocks all lines of a cache of its core (CACHE_L1I, ..), if the cache has locks. */
void memory_unlock(sim *sim, uint32_t level);
/* Invariant: no set has more marks than allowed. */
int memory_pins_are_sound(const sim *sim);

/* DMA has moved these bytes to memory by this cycle. */
void memory_dma_wrote(sim *sim, uint32_t address, uint32_t bytes, uint64_t cycle);
uint32_t memory_packet_address(uint32_t packet);
/* Address to which DMA writes the packet. */
uint32_t memory_dma_address(const sim *sim, uint32_t packet);
/* True if DMA cannot write to a line in which the stream draws addresses, except for lines of its packet. */
int memory_dma_cannot_touch_data(const sim *sim, const data_rules *rules);
/* Whether DMA cannot write to a line of the packet either, during the present transfer. */
int memory_dma_cannot_touch_packet(const sim *sim, const data_rules *rules);

int memory_predicts(sim *sim, uint32_t core, uint32_t pc, int backward);
void memory_learns(sim *sim, uint32_t core, uint32_t pc, int taken);
/* Predicted target of a jump to a register, if it is known. A return takes it from the stack. Without an entry, the
 * jump is known when it is decoded. */
enum target_known { TARGET_UNKNOWN, TARGET_KNOWN_AT_FETCH, TARGET_KNOWN_AT_DECODE };
enum target_known memory_predicts_target(sim *sim, uint32_t core, uint32_t pc, int is_return, uint32_t *target);
/* Whether the table has this target for the address. */
int memory_knows_target(sim *sim, uint32_t core, uint32_t pc, uint32_t target);
void memory_learns_target(sim *sim, uint32_t core, uint32_t pc, uint32_t target);
void memory_learns_call(sim *sim, uint32_t core, uint32_t return_address);

/* Lines that are being loaded into an L1. An access to such a line waits for it. */

static inline uint64_t memory_beats(const sim *sim, uint64_t bytes) { return bus_beats(&sim->config, bytes); }

static inline uint32_t memory_line_bytes(const cache_geometry *g) { return 1u << g->line_shift; }

/* Drops the fill of a line that is fetched again or, for code, the rest of the fill from an earlier part onwards.
 * Accesses after `cycle`, the cycle of the request, wait only for the new fill. */
void fill_forget(sim *sim, uint32_t core, int is_code, uint32_t address, uint64_t cycle);
/* A line is in the L2 from `until` onwards. Fills of the L2 end in the order of their start, because there is one bus.
 * `victim`: the line that it replaced in the L2, whose fill no longer counts. `line` itself: none. */
void fill_l2_begin(sim *sim, uint32_t line, uint32_t victim, uint64_t until);
/* Returns the cycle in which a hit in the L2 answers: `answer`, or later when the line has arrived. */
uint64_t fill_l2_data(const sim *sim, uint32_t line, uint64_t answer);
/* Returns the cycle in which a hit in the L1D ends: `until`, or later when the word has arrived. */
uint64_t fill_data(const sim *sim, uint32_t core, uint32_t address, uint64_t cycle, uint64_t until);
/* The same for code, in the fill of any context. The stream continues with that fill. */
uint64_t fill_code(sim *sim, uint32_t core, uint32_t index, uint32_t address, uint64_t cycle);

/* First byte of the line (or of the line of the L2 that contains it) that the bus transfers: FILL_BY_WORDS. */
uint8_t fill_first_byte(const sim *sim, uint32_t level, uint32_t address);
/* Cycle in which the word at this address has arrived: FILL_BY_WORDS, data. */
uint64_t fill_word_arrival(const sim *sim, const fill_state *fill, uint32_t level, uint32_t address);
/* Cycle in which the part of a code line with this address has arrived; 0: the fill does not contain it. */
uint64_t fill_code_arrival(const sim *sim, const fill_state *fill, uint32_t address);

/* A context misses this address. Its line, or the missing rest of it, is complete in `until`. `kind`: FILL_DATA, ..;
 * `coming`: FILL_AT_ONCE, .. Returns the cycle in which the address has arrived. */
INLINE uint64_t fill_begin(sim *sim, const memory_shape *m, uint32_t core, uint32_t index, uint32_t kind,
                           uint32_t address, uint64_t until, uint32_t coming) {
  core_state *state = core_at(sim, core);
  const int is_code = kind == FILL_CODE;
  const uint32_t level = is_code ? CACHE_L1I : CACHE_L1D;
  if (kind == FILL_DATA && m->restarts[level] &&
      state->fills[FILL_DATA][index].until > state->fills[FILL_REST][index].until)
    state->fills[FILL_REST][index] = state->fills[FILL_DATA][index];
  for (uint32_t i = FILL_CODE; is_code && i < FILL_KINDS; i++) /* replaces the fill that ends first */
    if (state->fills[i][index].until < state->fills[kind][index].until) kind = i;
  fill_state *fill = &state->fills[kind][index];
  fill->until = until;
  fill->line = cache_line_address(&m->caches[level], address);
  fill->from_part = is_code ? (uint8_t)cache_sub_block(&m->caches[level], address) : 0;
  fill->coming = (uint8_t)coming;
  fill->from_byte = coming == FILL_BY_WORDS ? fill_first_byte(sim, level, address) : 0;
  state->fills_until = later(state->fills_until, until);
  if (!is_code) return coming == FILL_BY_WORDS ? fill_word_arrival(sim, fill, level, address) : until;
  state->fills[FILL_STREAM][index] = *fill;
  state->code_until[index] = until;
  return fill_code_arrival(sim, fill, address);
}

#endif
