/* Translation look-aside buffer, fully associative. It holds page numbers without their translations. It knows no
 * machine and no time. Its state has no pointers and no padding. */
#ifndef SIM_TLB_H
#define SIM_TLB_H

#include <stdint.h>

#include "sim_limits.h"

enum { TLB_ENTRY_LIMIT = 64, TLB_PAGE_BYTES_MINIMUM = 256, TLB_PAGE_BYTES_LIMIT = 1 << 28 };

enum tlb_replacement {
  TLB_LRU,
  TLB_RANDOM /* the caller draws the entry to replace */
};

typedef struct tlb_config {
  uint32_t page_bytes; /* power of two */
  uint8_t entries;     /* 1 .. 64 */
  uint8_t replacement; /* tlb_replacement */
  uint8_t reserved[2];
} tlb_config;

typedef struct tlb_geometry {
  uint32_t page_shift;
  uint32_t entries;
  uint32_t replacement;
} tlb_geometry;

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

typedef struct tlb_state {
  uint32_t keys[TLB_ENTRY_LIMIT]; /* LRU: pages in the order of their last use; random: pages keep their places */
  uint32_t recent;                /* index of the last hit or fill, at which searches start; always 0 for LRU */
  uint32_t reserved;
} tlb_state;

#pragma GCC diagnostic pop

typedef struct tlb_page {
  uint32_t address; /* address of its first byte */
  uint32_t present;
} tlb_page;

/* Offset in tlb_config of the first bad field, or SIM_NONE. The other functions require a valid configuration. */
uint32_t tlb_config_check(const tlb_config *config);
tlb_geometry tlb_geometry_make(const tlb_config *config);
void tlb_init(tlb_state *t);
/* Whether these bytes can be a valid state (for snapshots from outside). */
int tlb_is_sound(const tlb_geometry *g, const tlb_state *t);

/* The page must be absent. Uses the first free entry, or else replaces one; random: entry `draw` modulo entries.
 * Returns the replaced page. */
tlb_page tlb_fill(const tlb_geometry *g, tlb_state *t, uint32_t address, uint32_t draw);
/* Entry for the view: LRU by the order of the last use, random by place. */
tlb_page tlb_entry(const tlb_geometry *g, const tlb_state *t, uint32_t index);
/* Whether the page is present. Does not change the state. */
int tlb_holds(const tlb_geometry *g, const tlb_state *t, uint32_t address);

#define TLB_KEY_VALID (1u << 31) /* a key is the page number with this bit; 0 = empty */

static inline uint32_t tlb_key(const tlb_geometry *g, uint32_t address) {
  return address >> g->page_shift | TLB_KEY_VALID;
}

/* Searches all entries but the recent one. The entry that hits becomes the recent one. */
int tlb_search(const tlb_geometry *g, tlb_state *t, uint32_t key);

/* Returns whether the page is present; it then becomes the most recently used page. */
static inline int tlb_lookup(const tlb_geometry *g, tlb_state *t, uint32_t address) {
  const uint32_t key = tlb_key(g, address);
  return t->keys[t->recent] == key || tlb_search(g, t, key);
}

#endif
