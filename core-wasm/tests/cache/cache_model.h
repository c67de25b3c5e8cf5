/* The same cache in the simplest form: one struct for each line, two time stamps, linear searches. */
#ifndef CACHE_MODEL_H
#define CACHE_MODEL_H

#include "cache/cache.h"

enum { MODEL_LINE_LIMIT = 1 << 16 };

/* A mark (pinned lines) is represented as the pin class 1 of a line. */
typedef struct model_line {
  cache_line line; /* sub_blocks 0: empty */
  uint64_t stamp;  /* time of the last fill, or of the last use if uses count */
} model_line;

typedef struct cache_model {
  cache_config config;
  uint32_t sets;
  uint64_t time;
  model_line lines[MODEL_LINE_LIMIT]; /* [set][way] */
} cache_model;

void model_init(cache_model *m, const cache_config *config);
uint32_t model_ways_for(const cache_model *m, uint32_t address, int pinned);
void model_pin(cache_model *m, uint32_t address);
enum cache_result model_access(cache_model *m, uint32_t address, int is_write);
cache_line model_fill(cache_model *m, uint32_t address, const cache_request *request);
void model_fill_sub_blocks(cache_model *m, uint32_t address, uint32_t sub_blocks);
void model_claim(cache_model *m, uint32_t address);
cache_line model_place(cache_model *m, uint32_t address, const cache_request *request);
cache_line model_invalidate(cache_model *m, uint32_t address);
cache_line model_clean(cache_model *m, uint32_t address);
cache_line model_share(cache_model *m, uint32_t address);
cache_dropped model_invalidate_range(cache_model *m, uint32_t address, uint32_t bytes);
cache_line model_probe(const cache_model *m, uint32_t address);
cache_line model_line_at(const cache_model *m, uint32_t set, uint32_t way);

#endif
