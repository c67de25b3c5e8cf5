#include "routine.h"

#include "memory_shape.h"

/* A load whose result the next instruction reads, and waits for. */
static int is_waited_for(const routine_code *code, uint32_t index, uint32_t next) {
  const uint32_t word = code->words[index], destination = word_destination(word);
  if (!(word & WORD_LOAD) || destination == 0) return 0;
  return word_source1(code->words[next]) == destination || word_source2(code->words[next]) == destination;
}

/* Without a cache of code there is one. */
static uint32_t line_of(const sim_config *config, const routine_code *code, uint32_t index) {
  const sim_cache_config *cache = &config->caches[CACHE_L1I];
  return cache->size_bytes > 0 ? (code->address + index * INSTRUCTION_BYTES) / cache->line_bytes : 0;
}

static uint32_t straight_from(const sim_config *config, const routine_code *code, uint32_t index, uint32_t behind) {
  if ((code->words[index] & WORD_BRANCH) || index + 1 == code->length) return 0;
  if (line_of(config, code, index) != line_of(config, code, index + 1)) return 1;
  return behind == UINT8_MAX ? behind : behind + 1;
}

static void measure(const sim_config *config, const routine_code *code, routine_block *blocks) {
  const routine_block none = {.length = 0};
  routine_block behind = none;
  uint32_t straight = 0;
  for (uint32_t i = code->length; i-- > 0;) {
    const uint32_t word = code->words[i], next = i + 1 == code->length ? 0 : i + 1;
    straight = straight_from(config, code, i, straight);
    if ((word & WORD_MULTIPLY) && config->multiply_cycles != 1) {
      blocks[i] = behind = none;
      blocks[i].straight = (uint8_t)straight;
      continue;
    }
    if ((word & WORD_BRANCH) || next == 0 || behind.length == BLOCK_LIMIT) behind = none;
    const int waits = config->load_use_cycles != 0 && is_waited_for(code, i, next);
    const uint32_t accesses = (word & (WORD_LOAD | WORD_STORE)) != 0;
    blocks[i] = behind = (routine_block){
        .accesses = behind.accesses << 1 | accesses,
        .writes = accesses ? behind.writes << 1 | ((word & WORD_STORE) != 0) : behind.writes,
        .waits = behind.waits << 1 | (uint32_t)waits,
        .length = (uint8_t)(behind.length + 1),
        .wait_cycles = (uint8_t)(behind.wait_cycles + waits),
        .access_count = (uint8_t)(behind.access_count + accesses),
        .last_access = (uint8_t)(behind.accesses != 0 ? behind.last_access + 1 + waits : 0),
        .branches = (word & WORD_BRANCH) != 0 || behind.branches,
    };
    const uint32_t last = i + behind.length - 1u, then = last + 1 == code->length ? 0 : last + 1;
    const uint32_t target = behind.branches ? code->targets[last] : then, line = line_of(config, code, last);
    blocks[i].straight = (uint8_t)straight;
    blocks[i].next = (uint16_t)then;
    blocks[i].target = (uint16_t)target;
    const uint32_t more = line - line_of(config, code, i);
    blocks[i].lines[0] = (uint8_t)(more + (line_of(config, code, then) != line));
    blocks[i].lines[1] = (uint8_t)(more + (line_of(config, code, target) != line));
  }
}

void routine_measure(const sim_config *config, routine_code *code, routine_block *blocks) {
  for (uint32_t r = 0; r < STREAM_COUNT; r++) {
    if (code[r].is_stepped) continue;
    measure(config, &code[r], blocks);
    code[r].blocks = blocks;
    blocks += code[r].length;
  }
}
