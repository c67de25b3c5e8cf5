/* The memory system of the reference model: docs/model.md, Memory and Caches. */
#ifndef REF_MEMORY_H
#define REF_MEMORY_H

#include "ref/ref.h"

enum {
  REF_L1I,
  REF_L1D,
  REF_L2,
  REF_CACHE_KINDS,
  REF_WORD_BYTES = 4,
  REF_LINE_WORDS = 128 / REF_WORD_BYTES,
  REF_TLB_LIMIT = 64,
};

/* The origin of an access: a core, for a layer. A pinned routine may fill only pinned ways, and other routines only
 * the other ways. */
typedef struct ref_requester {
  int core;
  uint8_t layer;
  int pinned;
} ref_requester;

/* ---- memory/cache.c: one cache, without time except for the arrival of words ---- */
typedef struct ref_cache_line {
  uint32_t address;
  uint32_t valid; /* one bit for each part; 0: the way is free */
  int dirty, shared;
  int marked; /* with pinned lines; has no meaning if the way is free */
  uint64_t order; /* a larger value means a later use (LRU) or fill (LRR) */
  uint64_t comes[REF_LINE_WORDS]; /* last cycle in which the word arrives */
} ref_cache_line;

typedef struct ref_cache {
  sim_cache_config config;
  uint32_t sets;
  uint64_t seed, order;
  uint64_t *draws;   /* shared by all caches and TLBs */
  uint64_t *refused; /* number of locks, for all caches of the kind */
  ref_cache_line *lines; /* [set * ways + way] */
} ref_cache;

void ref_cache_create(ref_cache *cache, const sim_cache_config *config, uint64_t seed, uint64_t *draws,
                      uint64_t *refused);
uint32_t ref_cache_part_bytes(const ref_cache *cache);
uint32_t ref_cache_parts(const ref_cache *cache, uint32_t from, uint32_t bytes); /* one bit for each part of a line */
ref_cache_line *ref_cache_find(ref_cache *cache, uint32_t address);              /* the way with that tag, or NULL */
int ref_cache_has(const ref_cache *cache, const ref_cache_line *line, uint32_t address);
uint64_t ref_cache_draw(ref_cache *cache); /* random replacement: the next draw */
void ref_cache_use(ref_cache *cache, ref_cache_line *line); /* changes only the replacement order */
void ref_cache_unlock(ref_cache *cache); /* all lines */
void ref_cache_hit(ref_cache *cache, ref_cache_line *line, int pinned); /* an access uses the line */
/* Fills the line of the address with `parts` valid, as a use. *victim is the replaced line (valid 0 if none). NULL if
 * no way is usable. */
ref_cache_line *ref_cache_fill(ref_cache *cache, uint32_t address, uint32_t parts, int pinned, ref_cache_line *victim);
int ref_cache_may_fill(ref_cache *cache, uint32_t address, int pinned); /* true if there is a usable way */
uint32_t ref_cache_valid_bytes(const ref_cache *cache, const ref_cache_line *line);

/* Arrival of `bytes` bytes from the address `from`: all at `last`, or beat by beat from the cycle `begin` onwards, in
 * rotated order. The byte `first` arrives first. */
typedef struct ref_arrival {
  uint64_t begin, last;
  uint32_t from, bytes, first;
  int by_beats;
} ref_arrival;

/* ---- the machine's memory ---- */
typedef struct ref_tlb {
  uint32_t pages[REF_TLB_LIMIT];
  uint64_t used[REF_TLB_LIMIT]; /* 0: free */
  uint64_t order;
} ref_tlb;

typedef struct ref_memory {
  ref_cache l1i[SIM_CORE_LIMIT], l1d[SIM_CORE_LIMIT], l2s[SIM_CORE_LIMIT]; /* a shared L2 is the first element */
  ref_tlb tlbs[SIM_CORE_LIMIT];
  uint64_t entry_free[SIM_CORE_LIMIT][SIM_STORE_BUFFER_LIMIT]; /* first cycle in which the entry is free */
  struct {
    int is_some;
    uint64_t last;
  } code_fills[SIM_CONTEXT_LIMIT]; /* by cpu: the last fill of its stream */
  uint64_t bus_free;                                           /* end of all transactions in the queue */
  uint64_t replacement_draws;
  uint64_t data_draws[SIM_ROUTINE_LIMIT];
  struct {
    int begun;
    uint32_t line;
    uint64_t last;
    uint64_t comes[REF_LINE_WORDS];
  } prefetched[SIM_CONTEXT_LIMIT]; /* by cpu: its last prefetch */
} ref_memory;

extern const uint32_t ref_devices_begin; /* addresses from this one on are never cached */
int ref_in_ranges(const sim_address_range ranges[SIM_RANGE_LIMIT], uint32_t address);
int ref_is_uncached(const ref *r, uint32_t address);
int ref_has_memory(const sim_config *config);
ref_memory *ref_memory_create(const sim_config *config, sim_counters *counters);
void ref_memory_free(ref_memory *memory);

/* Adds a transaction to the queue. Returns its first cycle, at least `from`. */
uint64_t ref_memory_queue(ref *r, uint64_t from, uint64_t cycles);
/* The same for a core that needs the bus from `from` on and requests it first. Counts the wait. */
uint64_t ref_memory_ask(ref *r, uint64_t from, uint64_t cycles);
/* The same for a core that has requested the bus. */
uint64_t ref_memory_transact(ref *r, uint64_t from, uint64_t cycles);
uint64_t ref_memory_beats(const ref *r, uint32_t bytes); /* cycles on the bus */

/* Code: looks up the line. comes[] receives the arrival times of the words that the stream can use. */
void ref_memory_fetch(ref *r, const ref_requester *requester, int cpu, uint32_t address,
                      uint64_t comes[REF_LINE_WORDS]);
/* "IF is held": the first cycle from which a fetch of the cpu in this cycle counts. */
uint64_t ref_memory_fetch_from(const ref *r, int cpu);
/* The same for an access to data. */
uint64_t ref_memory_load(ref *r, const ref_requester *requester, uint32_t address, uint64_t begin);
uint64_t ref_memory_store(ref *r, const ref_requester *requester, uint32_t address, uint64_t begin);
/* Accesses `words` words of a device register. */
uint64_t ref_memory_device(ref *r, int core, uint64_t from_cycle, uint32_t words, int writes);
/* Prefetches a line for the L1D if nothing waits. Returns 0 if it is dropped. */
int ref_memory_prefetch(ref *r, const ref_requester *requester, int cpu, uint32_t address);
void ref_memory_unlock(ref *r, int core, uint32_t kind);
/* A burst to memory has ended. */
void ref_memory_dma(ref *r, uint32_t address, uint32_t bytes);

/* ---- memory/memory_levels.c ---- */
/* The TLB: returns 0 if the page was missing. Afterwards it is present. */
int ref_memory_look_up(ref *r, const ref_requester *requester, uint32_t address);
uint64_t ref_memory_translate(ref *r, const ref_requester *requester, uint32_t address, uint64_t from_cycle);

int ref_memory_has_page(ref *r, int core, uint32_t address); /* uses the page if it is present */

/* The last cycle in which bytes before the address `end` arrive. */
uint64_t ref_memory_comes(ref *r, const ref_arrival *arrival, uint32_t end);
/* Reads bytes over the bus. Writes a word over the bus, through the store buffer if there is one; returns the last
 * cycle in which the core waits. */
ref_arrival ref_memory_read(ref *r, uint32_t address, uint32_t bytes, uint64_t from_cycle);
uint64_t ref_memory_write(ref *r, int core, uint64_t from_cycle, uint64_t cycles);
/* The L2 of the core's L1s. */
ref_cache *ref_memory_l2(const ref *r, int core);
/* Gets bytes for an L1 from the L2 or from memory. */
ref_arrival ref_memory_bring(ref *r, const ref_requester *requester, uint32_t address, uint32_t bytes,
                             uint64_t from_cycle);
/* Writes back a replaced line after `last`, the end of the fill. */
void ref_memory_write_back(ref *r, int core, int kind, ref_cache *cache, const ref_cache_line *victim, uint64_t last);
/* A store that its L1 does not keep. Returns the last cycle of the store. */
uint64_t ref_memory_store_on(ref *r, const ref_requester *requester, uint32_t address, uint64_t from_cycle);

#endif
