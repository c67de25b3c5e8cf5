/* Input data: the generated bodies and the random draws. The hash and the generator are not behaviour of
 * the machine; they are taken from the engine's rng.h and routine.h (README.md). */
#include <stdlib.h>

#include "ref.h"
#include "rng.h"
#include "routine.h"

struct ref_code {
  routine_code streams[STREAM_COUNT];
  uint32_t *words;
  uint16_t *targets;
};

struct ref_code *ref_code_create(const sim_config *config) {
  struct ref_code *code = calloc(1, sizeof *code);
  const uint32_t count = routine_code_words(config);
  code->words = calloc(count + 1, sizeof *code->words);
  code->targets = calloc(count + 1, sizeof *code->targets);
  routine_generate(config, code->streams, code->words, code->targets);
  return code;
}

void ref_code_free(struct ref_code *code) {
  free(code->words);
  free(code->targets);
  free(code);
}

void ref_code_at(const struct ref_code *code, int stream, uint32_t index, ref_instruction *instruction) {
  const uint32_t word = code->streams[stream].words[index];
  instruction->operation = (uint8_t)word_operation(word);
  instruction->destination = (uint8_t)word_destination(word);
  instruction->source1 = (uint8_t)word_source1(word);
  instruction->source2 = (uint8_t)word_source2(word);
}

uint32_t ref_code_length(const struct ref_code *code, int stream) { return code->streams[stream].length; }

uint32_t ref_code_target(const struct ref_code *code, int stream, uint32_t index) {
  return code->streams[stream].targets[index];
}

int ref_code_draws(const struct ref_code *code, int stream) { return !code->streams[stream].given; }

int ref_code_taken(const struct ref_code *code, int stream, uint32_t index, uint64_t draw) {
  const routine_code *from = &code->streams[stream];
  if (from->given) return (from->words[index] & WORD_TAKEN) != 0;
  return rng_chance(rng_draw(from->branch_key, draw), from->taken_permille);
}

uint64_t ref_draw_exponential_q32(const sim_config *config, int source, uint64_t k) {
  return rng_exponential_q32(rng_draw(rng_key(config->seed, RNG_TRAFFIC + (uint32_t)source), k));
}

uint32_t ref_draw_flow(const sim_config *config, int source, uint64_t k, uint32_t flows) {
  const uint64_t draw = rng_draw(rng_key(config->seed, RNG_FLOW + (uint32_t)source), k);
  return (uint32_t)source << 16 | rng_below(draw, flows);
}

uint32_t ref_flow_ring(const sim_config *config, int nic, uint32_t flow) {
  const sim_nic_config *card = &config->nics[nic];
  if (card->ring_count == 1) return 0;
  const uint64_t hash = rng_draw(rng_key(card->hash_seed, RNG_RING), flow);
  return rng_below(hash, 128) % card->ring_count;
}
