#include "cpu/code/routine.h"

#include "cache/memory_shape.h"

#define NO_BLOCK ((uint64_t)BLOCK_LONG << BLOCK_BRANCHES)

/* A load whose result the next instruction reads, so that it has to wait. */
static int is_waited_for(const routine_code *code, uint32_t index, uint32_t next) {
  const uint32_t word = code->words[index], destination = word_destination(word);
  if (!(word & WORD_LOAD) || destination == 0) return 0;
  return word_source1(code->words[next]) == destination || word_source2(code->words[next]) == destination;
}

/* Without an instruction cache there is one line. */
static uint32_t line_of(const sim_config *config, const routine_code *code, uint32_t index) {
  const sim_cache_config *cache = &config->caches[CACHE_L1I];
  return cache->size_bytes > 0 ? (code->address + index * INSTRUCTION_BYTES) / cache->line_bytes : 0;
}

static uint32_t straight_from(const sim_config *config, const routine_code *code, uint32_t index, uint32_t behind) {
  if ((code->words[index] & WORD_BRANCH) || index + 1 == code->length) return 0;
  if (line_of(config, code, index) != line_of(config, code, index + 1)) return 1;
  return behind == UINT8_MAX ? behind : behind + 1;
}

/* `plain`, plus the lines of code that are fetched between the first one and `then`. */
static uint64_t sum_of(const sim_config *config, const routine_code *code, uint32_t first, uint32_t last, uint32_t then,
                       uint64_t plain) {
  const uint32_t line = line_of(config, code, last);
  const uint8_t lines = (uint8_t)(line - line_of(config, code, first) + (line_of(config, code, then) != line));
  return plain | (uint64_t)lines << BLOCK_LINES;
}

static void measure(const sim_config *config, const routine_code *code, routine_block *blocks) {
  const routine_block none = {.sums = {NO_BLOCK, NO_BLOCK}};
  routine_block behind = none;
  uint64_t plain = 0; /* sum over the later instructions, without branch and lines */
  uint32_t straight = 0;
  for (uint32_t i = code->length; i-- > 0;) {
    const uint32_t word = code->words[i], next = i + 1 == code->length ? 0 : i + 1;
    straight = straight_from(config, code, i, straight);
    const int is_long = (word & WORD_MULTIPLY) && config->multiply_cycles != 1;
    if (is_long || (word & WORD_BRANCH) || next == 0 || sum_length(plain) == BLOCK_LIMIT) {
      behind = none;
      plain = 0;
    }
    blocks[i] = none;
    if (!is_long) {
      const uint32_t waits = config->load_use_cycles != 0 && is_waited_for(code, i, next);
      const uint32_t accesses = (word & (WORD_LOAD | WORD_STORE)) != 0;
      plain += 1ull << BLOCK_LENGTH | (uint64_t)(1 + waits) << BLOCK_CYCLES | (uint64_t)accesses << BLOCK_ACCESSES;
      blocks[i] = (routine_block){
          .accesses = behind.accesses << 1 | accesses,
          .writes = accesses ? behind.writes << 1 | ((word & WORD_STORE) != 0) : behind.writes,
          .waits = behind.waits << 1 | waits,
          .last_access = (uint8_t)(behind.accesses != 0 ? behind.last_access + 1 + waits : 0),
          .branches = (word & WORD_BRANCH) != 0 || behind.branches,
      };
      behind = blocks[i];
      const uint32_t last = i + sum_length(plain) - 1, then = last + 1 == code->length ? 0 : last + 1;
      const uint64_t sum = plain | (uint64_t)behind.branches << BLOCK_BRANCHES;
      for (uint32_t taken = 0; taken < 2; taken++) {
        const uint32_t successor = taken && behind.branches ? code->targets[last] : then;
        blocks[i].sums[taken] = sum_of(config, code, i, last, successor, sum);
        blocks[i].successor[taken] = successor * (uint32_t)sizeof(routine_block);
      }
    }
    blocks[i].straight = (uint8_t)straight;
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
