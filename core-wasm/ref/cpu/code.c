/* Input data: the generated bodies and the random draws. The hash and the generator are not behaviour of the machine.
 * They come from the engine's rng.h and routine.h (README.md). */
#include <stdlib.h>

#include "ref/ref.h"
#include "base/rng.h"
#include "cpu/code/routine.h"

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

/* Only for a sequence: data that its words do not contain. */
void ref_code_given(const sim_config *config, int routine, uint32_t index, ref_instruction *instruction) {
  const sim_routine_config *from = &config->routines[routine];
  instruction->words = 1;
  if (from->instruction_count == 0) return;
  const sim_instruction *given = &config->instructions[from->first_instruction + index];
  instruction->jumps = given->operation == sim_operation_BRANCH && given->taken == SIM_TAKEN_JUMP;
  if (given->words > 1) instruction->words = given->words;
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

uint64_t ref_draw_pareto_q32(const sim_config *config, int source, uint64_t k) {
  const uint64_t draw = rng_draw(rng_key(config->seed, RNG_BURST + (uint32_t)source), k);
  return rng_pareto_q32(draw, config->traffic[source].burst_shape_milli);
}

uint32_t ref_draw_uniform(const sim_config *config, int routine, uint64_t k) {
  return (uint32_t)(rng_draw(rng_key(config->seed, RNG_SERVICE + (uint32_t)routine), k) >> 32);
}

uint32_t ref_draw_row(const sim_config *config, uint32_t table, uint64_t packet) {
  return (uint32_t)(rng_draw(rng_key(config->seed, RNG_TABLE + table), packet) >> 32);
}

uint32_t ref_draw_size(const sim_config *config, int source, uint64_t k) {
  const sim_traffic_config *traffic = &config->traffic[source];
  uint32_t sum = 0;
  for (int i = 0; i < traffic->size_count; i++) sum += traffic->size_weights[i];
  uint32_t point = rng_below(rng_draw(rng_key(config->seed, RNG_SIZE + (uint32_t)source), k), sum);
  int chosen = 0;
  while (point >= traffic->size_weights[chosen]) point -= traffic->size_weights[chosen++];
  return traffic->sizes[chosen];
}

uint32_t ref_draw_seek(const sim_config *config, int disk, uint64_t k) {
  const uint32_t least = config->disks[disk].least_seek_nanoseconds, most = config->disks[disk].most_seek_nanoseconds;
  return least + rng_below(rng_draw(rng_key(config->seed, RNG_SEEK + (uint32_t)disk), k), most - least + 1);
}

uint32_t ref_draw_flow(const sim_config *config, int source, uint64_t k, uint32_t flows) {
  const uint64_t draw = rng_draw(rng_key(config->seed, RNG_FLOW + (uint32_t)source), k);
  return (uint32_t)source << 16 | rng_below(draw, flows);
}

uint32_t ref_draw_content(const sim_config *config, uint32_t packet, uint32_t word) {
  return (uint32_t)rng_draw(rng_mix(rng_key(config->seed, RNG_CONTENT) + packet), word);
}

uint64_t ref_draw_replacement(uint64_t seed, uint64_t k) { return rng_draw(rng_key(seed, RNG_REPLACEMENT), k) >> 32; }

/* A draw has three numbers: its upper half selects the byte, the lower half the kind, the middle whether it is hot. */
ref_data_draw ref_draw_data(const sim_config *config, int routine, uint64_t k) {
  const uint64_t key = rng_mix(rng_key(config->seed, RNG_ADDRESS) + (uint64_t)routine);
  const uint64_t draw = rng_draw(key, k);
  return (ref_data_draw){.draw = draw, .kind = rng_below(draw << 32, 1000), .hot = rng_below(draw << 16, 1000)};
}

uint32_t ref_draw_byte(const ref_data_draw *draw, uint32_t bytes) { return rng_below(draw->draw, bytes); }

uint32_t ref_flow_ring(const sim_config *config, int nic, uint32_t flow) {
  const sim_nic_config *card = &config->nics[nic];
  if (card->ring_count == 1) return 0;
  const uint64_t hash = rng_draw(rng_key(card->hash_seed, RNG_RING), flow);
  return rng_below(hash, 128) % card->ring_count;
}
