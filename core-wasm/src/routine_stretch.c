#include "routine.h"

static uint32_t kind_of(const sim_config *config, const routine_code *code, uint32_t index) {
  const uint32_t word = code->words[index], next = index + 1 == code->length ? 0 : index + 1;
  const uint32_t line_bytes = config->caches[0].size_bytes > 0 ? config->caches[0].line_bytes : 0;
  const uint32_t destination = word_destination(word);
  const int is_used = destination != 0 && config->load_use_cycles != 0 &&
                      (word_source1(code->words[next]) == destination ||
                       word_source2(code->words[next]) == destination);
  uint32_t kind = 0;
  if (word & WORD_LOAD) kind |= is_used ? STRETCH_ACCESS | STRETCH_USED : STRETCH_ACCESS;
  if (word & WORD_STORE) kind |= STRETCH_ACCESS | STRETCH_STORE;
  if (word & WORD_BRANCH) kind |= STRETCH_BRANCH | STRETCH_ENDS;
  if ((word & WORD_MULTIPLY) && config->multiply_cycles != 1) kind |= STRETCH_HALTS | STRETCH_ENDS;
  const int is_last_of_line =
      line_bytes != 0 && routine_pc(code, next) / line_bytes != routine_pc(code, index) / line_bytes;
  if (next == 0 || is_last_of_line) kind |= STRETCH_ENDS;
  return kind;
}

static void measure(const sim_config *config, const routine_code *code, routine_stretch *stretches) {
  routine_stretch next = {0};
  for (uint32_t i = code->length; i-- > 0;) {
    const uint32_t word = code->words[i], destination = word_destination(word);
    const uint32_t written = (word & WORD_LOAD) || destination == 0 ? 0 : 1u << destination;
    uint32_t kind = kind_of(config, code, i);
    if (next.rest == STRETCH_REST_LIMIT) kind |= STRETCH_ENDS;
    routine_stretch s = next;
    if (kind != 0) {
      s = (routine_stretch){.kind = (uint8_t)kind, .destination = (uint8_t)(word & WORD_LOAD ? destination : 0)};
      if (kind & STRETCH_ENDS) next.rest = 0;
    } else s.length++;
    if (!(kind & STRETCH_HALTS)) s.written |= written;
    s.rest = (uint8_t)(next.rest + 1);
    stretches[i] = next = s;
  }
}

void routine_measure(const sim_config *config, routine_code *code, routine_stretch *stretches) {
  for (uint32_t r = 0; r < STREAM_COUNT; r++) {
    if (code[r].is_stepped) continue;
    measure(config, &code[r], stretches);
    code[r].stretches = stretches;
    stretches += code[r].length;
  }
}
