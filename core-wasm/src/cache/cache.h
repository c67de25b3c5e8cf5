/* Tags of a set-associative cache: which lines it holds and in which state, not their data. Knows no
 * machine and no time. The caller gives cache_bytes() of zeroed or unknown memory, aligned to 8; they
 * are plain bytes without holes or pointers, so they are saved and hashed as they are.
 * What every access needs is in cache_hit.h. */
#ifndef SIM_CACHE_H
#define SIM_CACHE_H

#include <stdint.h>

#include "sim_limits.h"

enum {
  CACHE_WAY_LIMIT = 16, /* an order word holds 16 ways of 4 bits */
  CACHE_LINE_BYTES_MINIMUM = 8,
  CACHE_LINE_BYTES_LIMIT = 128,
  CACHE_SUB_BLOCK_BYTES_MINIMUM = 4, /* so a line has at most 32: a bit each in a word */
  CACHE_SIZE_BYTES_LIMIT = 2 << 20,
  CACHE_OWNER_LIMIT = 16,
  CACHE_PIN_CLASS_LIMIT = 4,
  CACHE_NO_WAY = 255
};

enum cache_replacement {
  CACHE_LRU,   /* least recently used */
  CACHE_LRR,   /* least recently replaced: hits do not count */
  CACHE_RANDOM /* the caller draws */
};

/* What a scenario says. */
typedef struct cache_config {
  uint32_t size_bytes;      /* ways x sets x line_bytes; sets are a power of two, ways need not be */
  uint32_t pinned_sets;     /* ways or lines are pinned in the sets below it; 0 = in all */
  uint16_t line_bytes;      /* power of two, 8 .. 128 */
  uint16_t sub_block_bytes; /* power of two from 4 on with a valid bit each; 0 = the whole line */
  uint16_t pinned_ways;     /* bits */
  uint8_t ways;             /* 1 .. 16 */
  uint8_t replacement;      /* cache_replacement */
  uint8_t write_back;       /* else write-through */
  uint8_t write_allocate;   /* a write miss brings the line */
  uint8_t pinned_lines;     /* marks of a set at most, with no pinned ways; 0 = lines have none */
  uint8_t pin_locks;        /* marks stay until cache_unlock; else the oldest ends for one more */
} cache_config;

/* Follows from the configuration, made once. */
typedef struct cache_geometry {
  uint32_t line_shift;
  uint32_t set_mask;
  uint32_t stride_shift; /* lanes of a set: ways rounded up to a power of two, the rest stay empty */
  uint32_t tags_at;      /* offsets in the state */
  uint32_t sub_blocks_at;
  uint32_t flags_at;
  uint32_t bytes;
  uint32_t ways;
  uint32_t all_ways;       /* bits */
  uint32_t pinned_ways;    /* bits */
  uint32_t pinned_lines;
  uint32_t pin_locks;
  uint32_t pinned_sets;
  uint32_t hits_reorder;   /* LRU with more than one way */
  uint32_t all_sub_blocks; /* bits; 1 = the line is valid as a whole */
  uint32_t sub_block_shift;
  uint32_t replacement;
  uint32_t write_back;
  uint32_t write_allocate;
} cache_geometry;

/* A line as it is or was. */
typedef struct cache_line {
  uint32_t address;    /* of its first byte */
  uint32_t sub_blocks; /* bits: valid; 0 = there is no line */
  uint8_t way;         /* CACHE_NO_WAY: not in the cache */
  uint8_t rank;        /* 0 = not told, or most recently used (LRU) or filled (LRR) of its set */
  uint8_t owner;       /* requester that brought it */
  uint8_t pin_class;   /* why it is pinned, 0 = it is not; with pinned lines its mark */
  uint8_t dirty;
  uint8_t shared;      /* other caches may hold it: a write must invalidate them first */
  uint8_t reserved[2];
} cache_line;

/* How a line comes in. */
typedef struct cache_request {
  uint32_t ways;       /* bits: may be replaced; see cache_ways_for */
  uint32_t sub_blocks; /* bits: valid from now on */
  uint32_t draw;       /* random replacement: picks one of the n usable ways, draw modulo n */
  uint8_t owner;
  uint8_t pin_class;
  uint8_t dirty;
  uint8_t shared;
} cache_request;

enum cache_result {
  CACHE_HIT,
  CACHE_HIT_SHARED,    /* write only: nothing is written before cache_claim */
  CACHE_LINE_MISS,
  CACHE_SUB_BLOCK_MISS /* the line is there, this part of it is not */
};

/* What a write that came back with a cache_result has to do in this cache. */
enum cache_write_step {
  CACHE_WRITE_DONE,
  CACHE_WRITE_CLAIM,           /* invalidate the other copies, then cache_claim */
  CACHE_WRITE_FILL,            /* bring the line with cache_fill, then write again */
  CACHE_WRITE_FILL_SUB_BLOCKS, /* bring the part with cache_fill_sub_blocks, then write again */
  CACHE_WRITE_AROUND           /* the next level alone gets it */
};

/* Offset in cache_config of the first field that does not fit, or SIM_NONE. The rest needs it right. */
uint32_t cache_config_check(const cache_config *config);
cache_geometry cache_geometry_make(const cache_config *config);
/* Empties it: nothing is written back. */
void cache_init(const cache_geometry *g, void *state);
/* Whether these bytes can be a state (of a snapshot from outside). */
int cache_is_sound(const cache_geometry *g, const void *state);

/* ---- pinned lines ---- */

/* Bits: the ways of the set whose lines have a mark. */
uint32_t cache_marked_ways(const cache_geometry *g, const void *state, uint32_t set);
int cache_marks_are_sound(const cache_geometry *g, const void *state, uint32_t set);

/* ---- misses: the line must be absent for a fill, present for the two after it ---- */

/* Takes a free way of those allowed, the lowest, or else replaces. Returns the line that left, with the
 * way that was filled and without its rank; CACHE_NO_WAY: no way is allowed and nothing has changed. */
cache_line cache_fill(const cache_geometry *g, void *state, uint32_t address, const cache_request *request);
void cache_fill_sub_blocks(const cache_geometry *g, void *state, uint32_t address, uint32_t sub_blocks, int shared);
/* The other copies are gone: the line is exclusive and, in a write-back cache, dirty. */
void cache_claim(const cache_geometry *g, void *state, uint32_t address);
/* Data from outside (DMA): fills without a read, or overwrites a present line. Returns as cache_fill. */
cache_line cache_place(const cache_geometry *g, void *state, uint32_t address, const cache_request *request);

/* ---- from outside; each returns the line as it was before ---- */

cache_line cache_invalidate(const cache_geometry *g, void *state, uint32_t address);
cache_line cache_clean(const cache_geometry *g, void *state, uint32_t address); /* written back, stays */
cache_line cache_share(const cache_geometry *g, void *state, uint32_t address); /* another cache reads it */
typedef struct cache_dropped {
  uint32_t lines;
  uint32_t dirty_lines; /* of them */
} cache_dropped;
/* Every line of which a byte lies in [address, address + bytes). */
cache_dropped cache_invalidate_range(const cache_geometry *g, void *state, uint32_t address, uint32_t bytes);

/* ---- pictures: change nothing ---- */

cache_line cache_probe(const cache_geometry *g, const void *state, uint32_t address);
cache_line cache_line_at(const cache_geometry *g, const void *state, uint32_t set, uint32_t way);
/* [CACHE_OWNER_LIMIT], kept up to date. */
static inline const uint32_t *cache_lines_by_owner(const void *state) { return state; }

/* ---- addresses ---- */

static inline uint32_t cache_bytes(const cache_geometry *g) { return g->bytes; }
static inline uint32_t cache_sets(const cache_geometry *g) { return g->set_mask + 1; }
static inline uint32_t cache_set_of(const cache_geometry *g, uint32_t address) {
  return address >> g->line_shift & g->set_mask;
}
static inline uint32_t cache_line_address(const cache_geometry *g, uint32_t address) {
  return address >> g->line_shift << g->line_shift;
}
static inline uint32_t cache_sub_block(const cache_geometry *g, uint32_t address) {
  return (address & ((1u << g->line_shift) - 1)) >> g->sub_block_shift;
}
/* Bits from the one that holds the address to the end of the line: what a streaming fill brings. */
static inline uint32_t cache_sub_blocks_from(const cache_geometry *g, uint32_t address) {
  return g->all_sub_blocks & ~((1u << cache_sub_block(g, address)) - 1);
}
/* Ways in which the line may be allocated: pinned lines in the pinned ways, others in the others; with marks, those
 * without, and for a pinned line in a set that has all its marks also the one that ends (no lock does). */
uint32_t cache_ways_for(const cache_geometry *g, const void *state, uint32_t address, int pinned);
/* A pinned use of a line that is there: with pinned lines it is marked. A request with a pin class does so itself. */
void cache_pin(const cache_geometry *g, void *state, uint32_t address);
/* Whether such a use gives the line of the address, which may be absent, no lock: its set has all that it may have. */
int cache_refuses_pin(const cache_geometry *g, const void *state, uint32_t address);
/* All marks end; the lines stay. */
void cache_unlock(const cache_geometry *g, void *state);

#endif
