/* Tags of a set-associative cache: which lines it holds and in which state, not their data. It knows no
 * machine and no time. The caller gives cache_bytes() of zeroed or unknown memory, aligned to 8. The state
 * has no holes and no pointers, so it is saved and hashed as plain bytes. Each access needs only
 * cache_hit.h. */
#ifndef SIM_CACHE_H
#define SIM_CACHE_H

#include <stdint.h>

#include "sim_limits.h"

enum {
  CACHE_WAY_LIMIT = 16, /* an order word holds 16 ways of 4 bits */
  CACHE_LINE_BYTES_MINIMUM = 8,
  CACHE_LINE_BYTES_LIMIT = 128,
  CACHE_SUB_BLOCK_BYTES_MINIMUM = 4, /* so a line has at most 32 parts, one bit of a word each */
  CACHE_SIZE_BYTES_LIMIT = 2 << 20,
  CACHE_OWNER_LIMIT = 16,
  CACHE_PIN_CLASS_LIMIT = 4,
  CACHE_NO_WAY = 255
};

enum cache_replacement {
  CACHE_LRU,   /* least recently used */
  CACHE_LRR,   /* least recently replaced: hits do not count */
  CACHE_RANDOM /* the caller draws the way to replace */
};

/* The configuration of a cache, as a scenario gives it. */
typedef struct cache_config {
  uint32_t size_bytes;      /* ways x sets x line_bytes; sets are a power of two, ways need not be */
  uint32_t pinned_sets;     /* pinned ways or lines exist only in the sets below this one; 0 = in all sets */
  uint16_t line_bytes;      /* power of two, 8 .. 128 */
  uint16_t sub_block_bytes; /* power of two, at least 4, each with a valid bit; 0 = the whole line */
  uint16_t pinned_ways;     /* ways (bits) */
  uint8_t ways;             /* 1 .. 16 */
  uint8_t replacement;      /* cache_replacement */
  uint8_t write_back;       /* 0: write-through */
  uint8_t write_allocate;   /* 1: a write miss loads the line */
  uint8_t pinned_lines;     /* most pinned lines in a set, if no ways are pinned; 0 = no line is pinned */
  uint8_t pin_locks;        /* 1: marks stay until cache_unlock; 0: a new mark replaces the oldest */
} cache_config;

/* Derived once from the configuration. */
typedef struct cache_geometry {
  uint32_t line_shift;
  uint32_t set_mask;
  uint32_t stride_shift; /* lanes of a set as a shift: ways rounded up to a power of two; extra lanes stay empty */
  uint32_t tags_at;      /* offsets of the following parts in the state */
  uint32_t sub_blocks_at;
  uint32_t flags_at;
  uint32_t bytes;
  uint32_t ways;
  uint32_t all_ways;       /* bits */
  uint32_t pinned_ways;    /* bits */
  uint32_t pinned_lines;
  uint32_t pin_locks;
  uint32_t pinned_sets;
  uint32_t hits_reorder;   /* 1: LRU with more than one way */
  uint32_t all_sub_blocks; /* valid bits of all parts; 1 = the line is valid as a whole */
  uint32_t sub_block_shift;
  uint32_t replacement;
  uint32_t write_back;
  uint32_t write_allocate;
} cache_geometry;

/* A line in its present or previous state. */
typedef struct cache_line {
  uint32_t address;    /* address of its first byte */
  uint32_t sub_blocks; /* valid parts (bits); 0 = no line */
  uint8_t way;         /* CACHE_NO_WAY: the cache does not have the line */
  uint8_t rank;        /* 0 = unknown, or the line is the most recently used (LRU) or filled (LRR) one of its set */
  uint8_t owner;       /* requester that loaded the line */
  uint8_t pin_class;   /* why the line is pinned, 0 = not pinned; with pinned lines: the mark */
  uint8_t dirty;
  uint8_t shared;      /* other caches may hold it: a write must invalidate them first */
  uint8_t reserved[2];
} cache_line;

/* How a line enters the cache. */
typedef struct cache_request {
  uint32_t ways;       /* ways (bits) in which a line may be replaced; see cache_ways_for */
  uint32_t sub_blocks; /* parts (bits) that become valid */
  uint32_t draw;       /* random replacement: picks usable way number draw modulo n of n */
  uint8_t owner;
  uint8_t pin_class;
  uint8_t dirty;
  uint8_t shared;
} cache_request;

enum cache_result {
  CACHE_HIT,
  CACHE_HIT_SHARED,    /* write only: call cache_claim for the line before the write */
  CACHE_LINE_MISS,
  CACHE_SUB_BLOCK_MISS /* the line is present, but not this part of it */
};

/* What the cache does on a write, for each cache_result. */
enum cache_write_step {
  CACHE_WRITE_DONE,
  CACHE_WRITE_CLAIM,           /* invalidate the other copies, then call cache_claim */
  CACHE_WRITE_FILL,            /* load the line with cache_fill, then repeat the write */
  CACHE_WRITE_FILL_SUB_BLOCKS, /* load the part with cache_fill_sub_blocks, then repeat the write */
  CACHE_WRITE_AROUND           /* only the next level gets the data */
};

/* Offset in cache_config of the first bad field, or SIM_NONE. The other functions require a valid configuration. */
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

/* Fills the lowest free allowed way, otherwise replaces a line. Returns the replaced line, with the filled way
 * and without its rank. CACHE_NO_WAY: no way is allowed and nothing has changed. */
cache_line cache_fill(const cache_geometry *g, void *state, uint32_t address, const cache_request *request);
void cache_fill_sub_blocks(const cache_geometry *g, void *state, uint32_t address, uint32_t sub_blocks, int shared);
/* Called when the other copies are invalid: the line becomes exclusive and, in a write-back cache, dirty. */
void cache_claim(const cache_geometry *g, void *state, uint32_t address);
/* DMA writes data from outside: fills without a read, or overwrites a present line. Returns the same as cache_fill. */
cache_line cache_place(const cache_geometry *g, void *state, uint32_t address, const cache_request *request);

/* ---- accesses from outside; each returns the previous state of the line ---- */

cache_line cache_invalidate(const cache_geometry *g, void *state, uint32_t address);
cache_line cache_clean(const cache_geometry *g, void *state, uint32_t address); /* writes the line back and keeps it */
cache_line cache_share(const cache_geometry *g, void *state, uint32_t address); /* another cache reads the line */
typedef struct cache_dropped {
  uint32_t lines;
  uint32_t dirty_lines; /* number of dirty lines among the dropped ones */
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
/* Ways (bits) that the line may use: pinned lines use the pinned ways, others the other ways. With marks: ways without
 * a mark; for a pinned line in a set with the maximum of marks also the way whose mark ends (locks do not end). */
uint32_t cache_ways_for(const cache_geometry *g, const void *state, uint32_t address, int pinned);
/* A pinned use of a present line: with pinned lines it marks the line. A request with a pin class does this
 * itself. */
void cache_pin(const cache_geometry *g, void *state, uint32_t address);
/* Whether a pinned use of the line at this address (present or absent) would lock no line because the set holds the
 * maximum. */
int cache_refuses_pin(const cache_geometry *g, const void *state, uint32_t address);
/* Removes all marks; the lines stay. */
void cache_unlock(const cache_geometry *g, void *state);

#endif
