#include "cache_model.h"

static const cache_line absent = {.way = CACHE_NO_WAY};

void model_init(cache_model *m, const cache_config *config) {
  m->config = *config;
  m->sets = config->size_bytes / config->line_bytes / config->ways;
  m->time = config->ways;
  for (uint32_t set = 0; set < m->sets; set++)
    for (uint32_t way = 0; way < config->ways; way++)
      m->lines[set * config->ways + way] =
          (model_line){.line = {.way = (uint8_t)way}, .stamp = config->ways - way}; /* way 0 counts as the latest */
}

static uint32_t set_of(const cache_model *m, uint32_t address) { return address / m->config.line_bytes % m->sets; }

static model_line *set_lines(cache_model *m, uint32_t address) {
  return &m->lines[set_of(m, address) * m->config.ways];
}

static uint32_t sub_block_bit(const cache_model *m, uint32_t address) {
  const uint32_t bytes = m->config.sub_block_bytes ? m->config.sub_block_bytes : m->config.line_bytes;
  return 1u << address % m->config.line_bytes / bytes;
}

static model_line *find(cache_model *m, uint32_t address) {
  model_line *lines = set_lines(m, address);
  for (uint32_t way = 0; way < m->config.ways; way++)
    if (lines[way].line.sub_blocks != 0 && lines[way].line.address == address - address % m->config.line_bytes)
      return &lines[way];
  return 0;
}

static void use(cache_model *m, model_line *l) {
  if (m->config.replacement == CACHE_LRU) l->stamp = ++m->time;
}

/* The line that loses its mark to another one: the line with the oldest stamp among those with a mark. */
static const model_line *ending(const cache_model *m, uint32_t address) {
  const model_line *lines = &m->lines[set_of(m, address) * m->config.ways], *oldest = 0;
  uint32_t marks = 0;
  for (uint32_t way = 0; way < m->config.ways; way++) {
    if (lines[way].line.pin_class == 0) continue;
    marks++;
    if (!oldest || lines[way].stamp < oldest->stamp) oldest = &lines[way];
  }
  return marks == m->config.pinned_lines ? oldest : 0;
}

/* Whether a set has the maximum number of locks. */
static int is_locked_full(const cache_model *m, uint32_t address) { return m->config.pin_locks && ending(m, address); }

void model_pin(cache_model *m, uint32_t address) {
  const uint32_t sets = m->config.pinned_sets ? m->config.pinned_sets : m->sets;
  model_line *l = find(m, address);
  if (m->config.pinned_lines == 0 || set_of(m, address) >= sets || l->line.pin_class != 0) return;
  if (is_locked_full(m, address)) return;
  const model_line *ends = ending(m, address);
  if (ends) m->lines[ends - m->lines].line.pin_class = 0;
  l->line.pin_class = 1;
}

uint32_t model_ways_for(const cache_model *m, uint32_t address, int pinned) {
  const uint32_t sets = m->config.pinned_sets ? m->config.pinned_sets : m->sets;
  uint32_t ways = 0;
  if (m->config.pinned_lines != 0 && set_of(m, address) < sets) {
    const model_line *ends = pinned && !m->config.pin_locks ? ending(m, address) : 0;
    for (uint32_t way = 0; way < m->config.ways; way++) {
      const model_line *l = &m->lines[set_of(m, address) * m->config.ways + way];
      if (l->line.pin_class == 0 || l == ends) ways |= 1u << way;
    }
    return ways;
  }
  for (uint32_t way = 0; way < m->config.ways; way++) {
    const int is_pinned = m->config.pinned_ways >> way & 1;
    if (m->config.pinned_ways == 0 || set_of(m, address) >= sets || is_pinned == pinned) ways |= 1u << way;
  }
  return ways;
}

enum cache_result model_access(cache_model *m, uint32_t address, int is_write) {
  model_line *l = find(m, address);
  if (!l) return CACHE_LINE_MISS;
  if (!(l->line.sub_blocks & sub_block_bit(m, address))) return CACHE_SUB_BLOCK_MISS;
  use(m, l);
  if (!is_write) return CACHE_HIT;
  if (l->line.shared) return CACHE_HIT_SHARED;
  if (m->config.write_back) l->line.dirty = 1;
  return CACHE_HIT;
}

static model_line *choose(cache_model *m, uint32_t address, const cache_request *request) {
  model_line *lines = set_lines(m, address);
  model_line *usable[CACHE_WAY_LIMIT];
  uint32_t count = 0;
  for (uint32_t way = 0; way < m->config.ways; way++) {
    if (!(request->ways >> way & 1)) continue;
    if (lines[way].line.sub_blocks == 0) return &lines[way];
    usable[count++] = &lines[way];
  }
  if (count == 0) return 0;
  if (m->config.replacement == CACHE_RANDOM) return usable[request->draw % count];
  model_line *oldest = usable[0];
  for (uint32_t i = 1; i < count; i++)
    if (usable[i]->stamp < oldest->stamp) oldest = usable[i];
  return oldest;
}

/* A copy of a line that is about to change, with its rank. */
static cache_line picture(const cache_model *m, uint32_t set, uint32_t way) {
  const model_line *lines = &m->lines[set * m->config.ways];
  cache_line line = lines[way].line;
  line.rank = 0;
  for (uint32_t other = 0; other < m->config.ways; other++) line.rank += lines[other].stamp > lines[way].stamp;
  return line;
}

cache_line model_fill(cache_model *m, uint32_t address, const cache_request *request) {
  model_line *l = choose(m, address, request);
  if (!l) return absent;
  cache_line victim = picture(m, set_of(m, address), l->line.way);
  victim.rank = 0;
  l->line = (cache_line){.address = address - address % m->config.line_bytes,
                         .sub_blocks = request->sub_blocks,
                         .way = victim.way,
                         .owner = request->owner,
                         .pin_class = m->config.pinned_lines != 0 ? 0 : request->pin_class,
                         .dirty = request->dirty,
                         .shared = request->shared};
  if (m->config.replacement != CACHE_RANDOM) l->stamp = ++m->time;
  if (request->pin_class != 0) model_pin(m, address);
  return victim;
}

void model_fill_sub_blocks(cache_model *m, uint32_t address, uint32_t sub_blocks) {
  model_line *l = find(m, address);
  l->line.sub_blocks |= sub_blocks;
  use(m, l);
}

void model_claim(cache_model *m, uint32_t address) {
  model_line *l = find(m, address);
  l->line.shared = 0;
  if (m->config.write_back) l->line.dirty = 1;
}

cache_line model_place(cache_model *m, uint32_t address, const cache_request *request) {
  model_line *l = find(m, address);
  if (!l) return model_fill(m, address, request);
  l->line.owner = request->owner;
  l->line.shared = request->shared;
  if (request->dirty) l->line.dirty = 1;
  model_fill_sub_blocks(m, address, request->sub_blocks);
  if (request->pin_class != 0) model_pin(m, address);
  return (cache_line){.way = l->line.way};
}

cache_line model_invalidate(cache_model *m, uint32_t address) {
  const cache_line before = model_probe(m, address);
  model_line *l = find(m, address);
  if (l) l->line = (cache_line){.way = l->line.way};
  return before;
}

cache_line model_clean(cache_model *m, uint32_t address) {
  const cache_line before = model_probe(m, address);
  model_line *l = find(m, address);
  if (l) l->line.dirty = 0;
  return before;
}

cache_line model_share(cache_model *m, uint32_t address) {
  const cache_line before = model_clean(m, address);
  model_line *l = find(m, address);
  if (l) l->line.shared = 1;
  return before;
}

cache_dropped model_invalidate_range(cache_model *m, uint32_t address, uint32_t bytes) {
  cache_dropped dropped = {0, 0};
  if (bytes == 0) return dropped;
  for (uint32_t i = 0; i < m->sets * m->config.ways; i++) {
    cache_line *line = &m->lines[i].line;
    const uint64_t begin = line->address, end = begin + m->config.line_bytes;
    if (line->sub_blocks == 0 || end <= address || begin >= (uint64_t)address + bytes) continue;
    dropped.lines++;
    dropped.dirty_lines += line->dirty;
    *line = (cache_line){.way = line->way};
  }
  return dropped;
}

cache_line model_probe(const cache_model *m, uint32_t address) {
  for (uint32_t way = 0; way < m->config.ways; way++) {
    const cache_line line = picture(m, set_of(m, address), way);
    if (line.sub_blocks != 0 && line.address == address - address % m->config.line_bytes) return line;
  }
  return absent;
}

cache_line model_line_at(const cache_model *m, uint32_t set, uint32_t way) { return picture(m, set, way); }
