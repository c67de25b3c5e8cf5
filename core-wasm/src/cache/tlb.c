#include "cache/tlb.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

uint32_t tlb_config_check(const tlb_config *c) {
  if (c->page_bytes < TLB_PAGE_BYTES_MINIMUM || c->page_bytes > TLB_PAGE_BYTES_LIMIT ||
      (c->page_bytes & (c->page_bytes - 1)) != 0)
    return offsetof(tlb_config, page_bytes);
  if (c->entries < 1 || c->entries > TLB_ENTRY_LIMIT) return offsetof(tlb_config, entries);
  if (c->replacement > TLB_RANDOM) return offsetof(tlb_config, replacement);
  if (c->reserved[0] != 0 || c->reserved[1] != 0) return offsetof(tlb_config, reserved);
  return SIM_NONE;
}

tlb_geometry tlb_geometry_make(const tlb_config *c) {
  assert(tlb_config_check(c) == SIM_NONE);
  return (tlb_geometry){
      .page_shift = (uint32_t)__builtin_ctz(c->page_bytes),
      .entries = c->entries,
      .replacement = c->replacement,
  };
}

void tlb_init(tlb_state *t) { *t = (tlb_state){0}; }

/* Index of the key, or `entries`. */
static uint32_t index_of(const tlb_geometry *g, const tlb_state *t, uint32_t key) {
  uint32_t index = 0;
  while (index < g->entries && t->keys[index] != key) index++;
  return index;
}

/* Removes the key at `index`, moves the keys before it down, and puts `key` first. */
static void put_first(tlb_state *t, uint32_t index, uint32_t key) {
  memmove(t->keys + 1, t->keys, index * sizeof *t->keys);
  t->keys[0] = key;
}

static void put_at(const tlb_geometry *g, tlb_state *t, uint32_t index, uint32_t key) {
  if (g->replacement == TLB_LRU) {
    put_first(t, index, key);
    return;
  }
  t->keys[index] = key;
  t->recent = index;
}

int tlb_search(const tlb_geometry *g, tlb_state *t, uint32_t key) {
  const uint32_t index = index_of(g, t, key);
  if (index == g->entries) return 0;
  put_at(g, t, index, key);
  return 1;
}

tlb_page tlb_entry(const tlb_geometry *g, const tlb_state *t, uint32_t index) {
  assert(index < g->entries);
  const uint32_t key = t->keys[index];
  return (tlb_page){.address = (key & ~TLB_KEY_VALID) << g->page_shift, .present = key != 0};
}

int tlb_holds(const tlb_geometry *g, const tlb_state *t, uint32_t address) {
  return index_of(g, t, tlb_key(g, address)) != g->entries;
}

tlb_page tlb_fill(const tlb_geometry *g, tlb_state *t, uint32_t address, uint32_t draw) {
  assert(!tlb_holds(g, t, address));
  uint32_t index = index_of(g, t, 0);
  if (index == g->entries) index = g->replacement == TLB_LRU ? g->entries - 1 : draw % g->entries;
  const tlb_page victim = tlb_entry(g, t, index);
  put_at(g, t, index, tlb_key(g, address));
  return victim;
}

int tlb_is_sound(const tlb_geometry *g, const tlb_state *t) {
  if (t->reserved != 0 || t->recent >= g->entries || (g->replacement == TLB_LRU && t->recent != 0)) return 0;
  for (uint32_t i = 0; i < TLB_ENTRY_LIMIT; i++) {
    const uint32_t key = t->keys[i];
    if (key == 0) continue;
    if (i >= g->entries || !(key & TLB_KEY_VALID) || (key & ~TLB_KEY_VALID) > UINT32_MAX >> g->page_shift) return 0;
    if (index_of(g, t, key) != i) return 0;
    if (g->replacement == TLB_LRU && i > 0 && t->keys[i - 1] == 0) return 0;
  }
  return 1;
}
