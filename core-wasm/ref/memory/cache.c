/* A cache: which lines it holds (docs/model.md, Caches). */
#include <assert.h>
#include <stdlib.h>

#include "ref/memory/memory.h"

void ref_cache_create(ref_cache *cache, const sim_cache_config *config, uint64_t seed, uint64_t *draws,
                      uint64_t *refused) {
  if (config->size_bytes == 0) return;
  cache->config = *config;
  cache->sets = config->size_bytes / config->line_bytes / config->ways;
  cache->seed = seed;
  cache->draws = draws;
  cache->refused = refused;
  cache->lines = calloc((size_t)cache->sets * config->ways, sizeof *cache->lines);
  assert(cache->lines != NULL);
}

uint32_t ref_cache_part_bytes(const ref_cache *cache) {
  return cache->config.sub_block_bytes ? cache->config.sub_block_bytes : cache->config.line_bytes;
}

static uint32_t set_of(const ref_cache *cache, uint32_t address) {
  return address / cache->config.line_bytes % cache->sets;
}

static ref_cache_line *set_lines(ref_cache *cache, uint32_t address) {
  return &cache->lines[(size_t)set_of(cache, address) * cache->config.ways];
}

uint32_t ref_cache_parts(const ref_cache *cache, uint32_t from, uint32_t bytes) {
  uint32_t parts = 0;
  const uint32_t begin = from % cache->config.line_bytes;
  for (uint32_t at = begin; at < begin + bytes && at < cache->config.line_bytes; at++)
    parts |= 1u << at / ref_cache_part_bytes(cache);
  return parts;
}

ref_cache_line *ref_cache_find(ref_cache *cache, uint32_t address) {
  ref_cache_line *lines = set_lines(cache, address);
  for (int way = 0; way < cache->config.ways; way++)
    if (lines[way].valid && lines[way].address == address - address % cache->config.line_bytes) return &lines[way];
  return NULL;
}

int ref_cache_has(const ref_cache *cache, const ref_cache_line *line, uint32_t address) {
  return line != NULL && (line->valid & ref_cache_parts(cache, address, 1)) != 0;
}

void ref_cache_use(ref_cache *cache, ref_cache_line *line) {
  if (cache->config.replacement == sim_replacement_LRU) line->order = ++cache->order;
}

/* ---- pinning ---- */

static int has_pins(const ref_cache *cache, uint32_t address) {
  return cache->config.pinned_sets == 0 || set_of(cache, address) < cache->config.pinned_sets;
}

/* Whether the access is pinned, by its routine or by its line. */
static int is_pinned(const ref_cache *cache, uint32_t address, int pinned) {
  return pinned || ref_in_ranges(cache->config.pinned_ranges, address - address % cache->config.line_bytes);
}

static int is_marked(const ref_cache_line *line) { return line->valid && line->marked; }

static int has_locks(const ref_cache *cache) {
  return cache->config.pinned_lines != 0 && cache->config.pin_kind == sim_pin_kind_LOCK;
}

static uint32_t marks_in_set(ref_cache *cache, uint32_t address) {
  const ref_cache_line *lines = set_lines(cache, address);
  uint32_t marks = 0;
  for (int way = 0; way < cache->config.ways; way++) marks += (uint32_t)is_marked(&lines[way]);
  return marks;
}

void ref_cache_unlock(ref_cache *cache) {
  if (!has_locks(cache)) return;
  for (uint32_t i = 0; i < cache->sets * cache->config.ways; i++) cache->lines[i].marked = 0;
}

/* M-153: "the mark of the line that was used (LRU) or filled (LRR) longest ago, with random replacement (which keeps no
 * order) the mark of the highest way" */
static void make_room_for_mark(ref_cache *cache, uint32_t address) {
  ref_cache_line *lines = set_lines(cache, address), *ends = NULL;
  uint32_t marks = 0;
  for (int way = 0; way < cache->config.ways; way++) {
    if (!is_marked(&lines[way])) continue;
    marks++;
    if (ends == NULL || cache->config.replacement == sim_replacement_RANDOM || lines[way].order < ends->order)
      ends = &lines[way];
  }
  if (marks == cache->config.pinned_lines) ends->marked = 0;
}

/* A pinned access uses the line. */
static void mark(ref_cache *cache, ref_cache_line *line, int pinned) {
  if (cache->config.pinned_lines == 0 || !has_pins(cache, line->address) || line->marked) return;
  if (!is_pinned(cache, line->address, pinned)) return;
  if (has_locks(cache)) { /* M-154: "a pinned use gives no more" */
    line->marked = marks_in_set(cache, line->address) < cache->config.pinned_lines;
    *cache->refused += !line->marked;
    return;
  }
  make_room_for_mark(cache, line->address);
  line->marked = 1;
}

void ref_cache_hit(ref_cache *cache, ref_cache_line *line, int pinned) {
  mark(cache, line, pinned);
  ref_cache_use(cache, line);
}

/* Ways: M-152: "lines of pinned accesses are only allocated in the pinned ways, and all other lines only in the other
 * ways". Lines: M-153: "the ways without a marked line"; room for its own mark has been made. */
static int may_use(const ref_cache *cache, const ref_cache_line *lines, uint32_t address, int way, int pinned) {
  if (!has_pins(cache, address)) return 1;
  if (cache->config.pinned_lines != 0) return !is_marked(&lines[way]);
  if (cache->config.pinned_ways == 0) return 1;
  return (cache->config.pinned_ways >> way & 1) == is_pinned(cache, address, pinned);
}

int ref_cache_may_fill(ref_cache *cache, uint32_t address, int pinned) {
  if (cache->config.pinned_lines != 0 && !has_locks(cache) && is_pinned(cache, address, pinned))
    return 1; /* M-153: "always finds a way" */
  int may = 0;
  for (int way = 0; way < cache->config.ways; way++)
    may |= may_use(cache, set_lines(cache, address), address, way, pinned);
  return may;
}

static ref_cache_line *choose(ref_cache *cache, uint32_t address, int pinned, uint64_t draw) {
  ref_cache_line *lines = set_lines(cache, address), *usable[SIM_CORE_CONTEXT_LIMIT], *oldest = NULL;
  uint32_t count = 0;
  for (int way = 0; way < cache->config.ways; way++) {
    if (!may_use(cache, lines, address, way, pinned)) continue;
    if (!lines[way].valid) return &lines[way];
    usable[count++] = &lines[way];
  }
  if (count == 0) return NULL;
  if (cache->config.replacement == sim_replacement_RANDOM)
    return usable[draw % count];
  for (uint32_t i = 0; i < count; i++)
    if (oldest == NULL || usable[i]->order < oldest->order) oldest = usable[i];
  return oldest;
}

uint64_t ref_cache_draw(ref_cache *cache) {
  if (cache->config.replacement != sim_replacement_RANDOM) return 0;
  return ref_draw_replacement(cache->seed, (*cache->draws)++);
}

ref_cache_line *ref_cache_fill(ref_cache *cache, uint32_t address, uint32_t parts, int pinned, ref_cache_line *victim) {
  *victim = (ref_cache_line){0};
  ref_cache_line *line = ref_cache_find(cache, address);
  if (line == NULL) {
    if (cache->config.pinned_lines != 0 && !has_locks(cache) && has_pins(cache, address) &&
        is_pinned(cache, address, pinned))
      make_room_for_mark(cache, address);
    line = choose(cache, address, pinned, ref_cache_draw(cache));
    if (line == NULL) return NULL;
    *victim = *line;
    *line = (ref_cache_line){.address = address - address % cache->config.line_bytes};
  }
  const int new_line = line->valid == 0;
  line->valid |= parts;
  mark(cache, line, pinned);
  if (new_line) line->order = ++cache->order;
  else ref_cache_use(cache, line); /* M-149: "(LRR) ... only the fill that took the way counts" */
  return line;
}

uint32_t ref_cache_valid_bytes(const ref_cache *cache, const ref_cache_line *line) {
  uint32_t count = 0;
  for (uint32_t parts = line->valid; parts != 0; parts >>= 1) count += parts & 1;
  return count * ref_cache_part_bytes(cache);
}
