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
  CACHE_RANDOM /* the caller draws the way */
};

/* The configuration of a cache, as a scenario gives it. */
typedef struct cache_config {
  uint32_t size_bytes;      /* ways x sets x line_bytes; sets are a power of two, ways need not be */
  uint32_t pinned_sets;     /* only the sets below this one pin ways or lines; 0 = all sets */
  uint16_t line_bytes;      /* power of two, 8 .. 128 */
  uint16_t sub_block_bytes; /* power of two from 4 on, each with a valid bit; 0 = the whole line */
  uint16_t pinned_ways;     /* ways (bits) */
  uint8_t ways;             /* 1 .. 16 */
  uint8_t replacement;      /* cache_replacement */
  uint8_t write_back;       /* 0: write-through */
  uint8_t write_allocate;   /* a write miss brings the line */
  uint8_t pinned_lines;     /* pinned lines that a set may hold, without pinned ways; 0 = no line is pinned */
  uint8_t pin_locks;        /* marks stay until cache_unlock; 0: the oldest mark ends for a new one */
} cache_config;

/* Derived from the configuration once. */
typedef struct cache_geometry {
  uint32_t line_shift;
  uint32_t set_mask;
  uint32_t stride_shift; /* lanes of a set as a shift: ways rounded up to a power of two; extra lanes stay empty */
  uint32_t tags_at;      /* offsets in the state from here on */
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
  uint32_t address;    /* address of its first byte */
  uint32_t sub_blocks; /* valid parts (bits); 0 = there is no line */
  uint8_t way;         /* CACHE_NO_WAY: not in the cache */
  uint8_t rank;        /* 0 = unknown, or the most recently used (LRU) or filled (LRR) line of its set */
  uint8_t owner;       /* requester that brought it */
  uint8_t pin_class;   /* why the line is pinned, 0 = not pinned; with pinned lines: its mark */
  uint8_t dirty;
  uint8_t shared;      /* other caches may hold it: a write must invalidate them first */
  uint8_t reserved[2];
} cache_line;

/* How a line enters the cache. */
typedef struct cache_request {
  uint32_t ways;       /* ways (bits) that may be replaced; see cache_ways_for */
  uint32_t sub_blocks; /* parts (bits) that become valid */
  uint32_t draw;       /* random replacement: picks one of the n usable ways, draw modulo n */
  uint8_t owner;
  uint8_t pin_class;
  uint8_t dirty;
  uint8_t shared;
} cache_request;

enum cache_result {
  CACHE_HIT,
  CACHE_HIT_SHARED,    /* write only: the line must be claimed with cache_claim before the write */
  CACHE_LINE_MISS,
  CACHE_SUB_BLOCK_MISS /* the line is present, but not this part of it */
};

/* Action of the cache on a write, given its cache_result. */
enum cache_write_step {
  CACHE_WRITE_DONE,
  CACHE_WRITE_CLAIM,           /* invalidate the other copies, then cache_claim */
  CACHE_WRITE_FILL,            /* bring the line with cache_fill, then repeat the write */
  CACHE_WRITE_FILL_SUB_BLOCKS, /* bring the part with cache_fill_sub_blocks, then repeat the write */
  CACHE_WRITE_AROUND           /* only the next level gets the data */
};

/* Offset in cache_config of the first bad field, or SIM_NONE. The other functions need a good configuration. */
uint32_t cache_config_check(const cache_config *config);
cache_geometry cache_geometry_make(const cache_config *config);
/* Empties the cache without writing anything back. */
void cache_init(const cache_geometry *g, void *state);
/* Whether these bytes can be a valid state (for snapshots from outside). */
int cache_is_sound(const cache_geometry *g, const void *state);

/* ---- pinned lines ---- */

/* Ways (bits) of the set whose lines have a mark. */
uint32_t cache_marked_ways(const cache_geometry *g, const void *state, uint32_t set);
int cache_marks_are_sound(const cache_geometry *g, const void *state, uint32_t set);

/* ---- misses: the line must be absent for a fill, present for the next two functions ---- */

/* Takes the lowest free allowed way, otherwise replaces a line. Returns the line that left, with the way that was
 * filled and without its rank. CACHE_NO_WAY: no way is allowed and nothing has changed. */
cache_line cache_fill(const cache_geometry *g, void *state, uint32_t address, const cache_request *request);
void cache_fill_sub_blocks(const cache_geometry *g, void *state, uint32_t address, uint32_t sub_blocks, int shared);
/* The other copies are invalid: the line becomes exclusive and, in a write-back cache, dirty. */
void cache_claim(const cache_geometry *g, void *state, uint32_t address);
/* Data from outside (DMA): fills without a read, or overwrites a present line. Returns the value of cache_fill. */
cache_line cache_place(const cache_geometry *g, void *state, uint32_t address, const cache_request *request);

/* ---- from outside; each returns the previous state of the line ---- */

cache_line cache_invalidate(const cache_geometry *g, void *state, uint32_t address);
cache_line cache_clean(const cache_geometry *g, void *state, uint32_t address); /* writes the line back and keeps it */
cache_line cache_share(const cache_geometry *g, void *state, uint32_t address); /* another cache reads the line */
typedef struct cache_dropped {
  uint32_t lines;
  uint32_t dirty_lines; /* number of dirty lines among them */
} cache_dropped;
/* Drops every line with a byte in [address, address + bytes). */
cache_dropped cache_invalidate_range(const cache_geometry *g, void *state, uint32_t address, uint32_t bytes);

/* ---- pictures: change nothing ---- */

cache_line cache_probe(const cache_geometry *g, const void *state, uint32_t address);
cache_line cache_line_at(const cache_geometry *g, const void *state, uint32_t set, uint32_t way);
/* Number of lines by owner, [CACHE_OWNER_LIMIT], always up to date. */
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
/* Parts (bits) from the one with the address to the end of the line, which a streaming fill brings. */
static inline uint32_t cache_sub_blocks_from(const cache_geometry *g, uint32_t address) {
  return g->all_sub_blocks & ~((1u << cache_sub_block(g, address)) - 1);
}
/* Ways (bits) that the line may use: pinned lines the pinned ways, others the other ways. With marks: ways without a
 * mark; for a pinned line in a set with all its marks also the way whose mark ends (locks do not end). */
uint32_t cache_ways_for(const cache_geometry *g, const void *state, uint32_t address, int pinned);
/* A pinned use of a present line: with pinned lines the line gets a mark. A request with a pin class does this
 * itself. */
void cache_pin(const cache_geometry *g, void *state, uint32_t address);
/* Whether a pinned use of the line at this address, which may be absent, would get no lock because its set holds the
 * maximum. */
int cache_refuses_pin(const cache_geometry *g, const void *state, uint32_t address);
/* Ends all marks; the lines stay. */
void cache_unlock(const cache_geometry *g, void *state);

#endif
