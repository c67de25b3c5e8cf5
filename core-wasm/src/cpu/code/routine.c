#include "cpu/code/routine.h"

#include <assert.h>

#include "base/rng.h"
#include "cpu/code/program_code.h"

enum {
  REGISTER_COUNT = 32,
  DRAWS_PER_INSTRUCTION = 8,
  SKIP_LIMIT = 8, /* a generated taken branch skips 1..8 instructions */
  SAVE_LOOP = REGISTER_COUNT - 1,
  TIMED_LOOP = 16
};

/* Address that the views show for code that belongs to no routine. */
static const uint32_t save_address = 0xfffff000u;
static const uint32_t restore_address = 0xfffff800u;
static const uint32_t timed_address = 0xffffe000u;

static uint32_t word_of(uint32_t operation, uint32_t destination, uint32_t source1, uint32_t source2) {
  assert(destination < REGISTER_COUNT && source1 < REGISTER_COUNT && source2 < REGISTER_COUNT);
  static const uint32_t bits[sim_operation_COUNT] = {
      [sim_operation_LOAD] = WORD_LOAD,
      [sim_operation_STORE] = WORD_STORE | EXECUTE_STORE << WORD_CLASS_SHIFT,
      [sim_operation_BRANCH] = WORD_BRANCH,
      [sim_operation_MULTIPLY] = WORD_MULTIPLY | EXECUTE_MULTIPLY << WORD_CLASS_SHIFT,
      [sim_operation_PREFETCH] = WORD_PREFETCH,
  };
  return destination | source1 << WORD_SOURCE1_SHIFT | source2 << WORD_SOURCE2_SHIFT | bits[operation];
}

static int has_destination(uint32_t operation) {
  return operation == sim_operation_ALU || operation == sim_operation_LOAD || operation == sim_operation_MULTIPLY;
}

static uint32_t pick_operation(const sim_routine_config *routine, uint64_t draw) {
  const uint32_t weights[sim_operation_COUNT] = {
      [sim_operation_ALU] = routine->mix_alu,       [sim_operation_LOAD] = routine->mix_load,
      [sim_operation_STORE] = routine->mix_store,   [sim_operation_BRANCH] = routine->mix_branch,
      [sim_operation_MULTIPLY] = routine->mix_multiply, [sim_operation_PREFETCH] = routine->mix_prefetch,
  };
  uint32_t sum = 0;
  for (int i = 0; i < sim_operation_COUNT; i++) sum += weights[i];
  assert(sum > 0);
  uint32_t rest = rng_below(draw, sum);
  uint32_t operation = 0;
  while (rest >= weights[operation]) rest -= weights[operation++];
  return operation;
}

/* Any register but 0 and `other`. */
static uint32_t pick_register_but(uint32_t other, uint64_t draw) {
  if (other == 0) return 1 + rng_below(draw, REGISTER_COUNT - 1);
  const uint32_t pick = 1 + rng_below(draw, REGISTER_COUNT - 2);
  return pick >= other ? pick + 1 : pick;
}

/* The result of the previous instruction is an operand with probability `dependent_permille`. The other
 * operands are older, so exactly this share of loads has a dependent instruction right after it. */
static void generate_profile(const sim_routine_config *routine, uint64_t key, uint32_t length, uint32_t *words,
                             uint16_t *targets) {
  for (uint32_t i = 0; i < length; i++) {
    const uint64_t draw = (uint64_t)i * DRAWS_PER_INSTRUCTION;
    const uint32_t operation = pick_operation(routine, rng_draw(key, draw));
    const uint32_t destination =
        has_destination(operation) ? pick_register_but(0, rng_draw(key, draw + 1)) : 0;
    words[i] = word_of(operation, destination, 0, 0);
  }
  for (uint32_t i = 0; i < length; i++) {
    const uint64_t draw = (uint64_t)i * DRAWS_PER_INSTRUCTION;
    const uint32_t operation = word_operation(words[i]);
    const uint32_t before = word_destination(words[i > 0 ? i - 1 : length - 1]);
    uint32_t source1 = pick_register_but(before, rng_draw(key, draw + 2));
    uint32_t source2 = operation == sim_operation_LOAD || operation == sim_operation_PREFETCH
                           ? 0
                           : pick_register_but(before, rng_draw(key, draw + 3));
    if (before != 0 && rng_chance(rng_draw(key, draw + 4), routine->dependent_permille)) {
      if (source2 != 0 && rng_chance(rng_draw(key, draw + 5), 500)) source2 = before;
      else source1 = before;
    }
    words[i] = word_of(operation, word_destination(words[i]), source1, source2);
    const uint32_t skip = operation == sim_operation_BRANCH ? 1 + rng_below(rng_draw(key, draw + 6), SKIP_LIMIT) : 0;
    targets[i] = (uint16_t)((i + 1 + skip) % length);
  }
}

static void copy_sequence(const sim_instruction *from, uint32_t length, uint32_t *words, uint16_t *targets) {
  for (uint32_t i = 0; i < length; i++) {
    words[i] = word_of(from[i].operation, from[i].destination, from[i].source1, from[i].source2);
    const uint32_t operation = from[i].operation;
    const int accesses = operation == sim_operation_LOAD || operation == sim_operation_STORE;
    if (operation == sim_operation_BRANCH && from[i].taken) words[i] |= WORD_TAKEN;
    if (operation == sim_operation_BRANCH && from[i].taken == SIM_TAKEN_JUMP)
      words[i] |= EXECUTE_JUMP << WORD_CLASS_SHIFT;
    if (accesses && from[i].words > 1) words[i] |= (from[i].words - 1u) << WORD_MORE_SHIFT;
    targets[i] = (uint16_t)((i + 1) % length);
  }
}

static void generate_moves(uint32_t operation, uint32_t *words, uint16_t *targets) {
  for (uint32_t i = 0; i < SAVE_LOOP; i++) {
    const uint32_t saved = i + 1;
    const int loads = operation == sim_operation_LOAD;
    words[i] = loads ? word_of(operation, saved, 0, 0) : word_of(operation, 0, 0, saved);
    targets[i] = 0;
  }
}

void routine_execute_cycles(const sim_config *c, uint8_t cycles[EXECUTE_CLASSES]) {
  cycles[EXECUTE_PLAIN] = 1;
  cycles[EXECUTE_MULTIPLY] = c->multiply_cycles;
  cycles[EXECUTE_DIVIDE] = c->divide_cycles > 0 ? c->divide_cycles : c->multiply_cycles;
  cycles[EXECUTE_STORE] = c->store_execute_cycles;
  cycles[EXECUTE_JUMP] = c->jump_execute_cycles;
  cycles[EXECUTE_READ] = 1;
  cycles[EXECUTE_READ + 1] = 1; /* no instruction has this class: see EXECUTE_WRITE */
  cycles[EXECUTE_WRITE] = c->store_execute_cycles;
}

int routine_branches_compare_early(const sim_config *c) {
  return c->branch_resolve_stage + 1 == c->execute_stage && c->branch_operands == sim_branch_operands_REGISTERS &&
         c->forwarding == sim_forwarding_FULL;
}

/* A branch waits for the previous instruction, but the link of a jump is known before. */
static int is_condition_of(uint32_t word, uint32_t next, int are_early) {
  const uint32_t result = word_destination(word);
  return result != 0 && !(word & WORD_LOAD) && word_class(word) != EXECUTE_JUMP && (next & WORD_BRANCH) &&
         (word_class(next) != EXECUTE_JUMP || are_early) &&
         (word_source1(next) == result || word_source2(next) == result);
}

uint32_t routine_marked(const routine_code *code, uint32_t word, uint32_t next) {
  word &= ~WORD_CONDITION;
  if (code->conditions_wait && is_condition_of(word, next, code->are_early)) word |= WORD_CONDITION;
  return code->are_early && (word & WORD_BRANCH) ? word | WORD_COMPARES : word;
}

/* Marks that only the stepped pipeline needs. */
static void mark(const sim_config *config, routine_code *code) {
  code->are_early = (uint8_t)routine_branches_compare_early(config);
  code->conditions_wait = config->compare_branch_cycles || code->are_early;
  uint8_t cycles[EXECUTE_CLASSES];
  routine_execute_cycles(config, cycles);
  for (uint32_t i = 0; i < code->length; i++) {
    const uint32_t behind = code->is_program ? code->targets[i] : (i + 1) % code->length;
    const uint32_t next = code->is_program && behind == 0 ? 0 : code->words[behind];
    const uint32_t word = code->words[i] = routine_marked(code, code->words[i], next);
    const int stays = cycles[word_class(word)] != 1 && word_class(word) != EXECUTE_MULTIPLY;
    code->is_stepped |= (word & WORD_PREFETCH) || word_more(word) || stays || (word & WORD_CONDITION);
  }
}

static int is_compressed(const sim_routine_config *routine) {
  return routine->kind == sim_routine_kind_PROGRAM && routine->extensions & SIM_EXTENSION_C;
}

static uint32_t length_of(const sim_routine_config *routine) {
  if (routine->kind == sim_routine_kind_PROGRAM) return (uint32_t)routine->word_count << is_compressed(routine);
  return routine->instruction_count > 0 ? routine->instruction_count : routine->body_instructions;
}

/* Words of the routine, followed by room for program_decode. */
static uint32_t words_of(const sim_routine_config *routine) {
  const uint32_t length = length_of(routine);
  if (routine->kind != sim_routine_kind_PROGRAM) return length;
  return (length << is_compressed(routine)) + (length + 3) / 4;
}

uint32_t routine_code_words(const sim_config *config) {
  uint32_t words = 2 * SAVE_LOOP + TIMED_LOOP;
  for (uint32_t r = 0; r < config->routine_count && r < SIM_ROUTINE_LIMIT; r++) words += words_of(&config->routines[r]);
  return words;
}

uint32_t routine_block_count(const sim_config *config) {
  uint32_t blocks = 2 * SAVE_LOOP + TIMED_LOOP;
  for (uint32_t r = 0; r < config->routine_count && r < SIM_ROUTINE_LIMIT; r++)
    if (config->routines[r].kind != sim_routine_kind_PROGRAM) blocks += length_of(&config->routines[r]);
  return blocks;
}

void routine_generate(const sim_config *config, routine_code *code, uint32_t *words, uint16_t *targets) {
  for (uint32_t r = 0; r < config->routine_count; r++) {
    const sim_routine_config *routine = &config->routines[r];
    const uint32_t length = length_of(routine);
    code[r] = (routine_code){
        .words = words,
        .targets = targets,
        .branch_key = rng_key(config->seed, RNG_BRANCH + r),
        .length = length,
        .end = length,
        .address = routine->code_address,
        .taken_permille = routine->taken_permille,
        .given = routine->instruction_count > 0 || routine->kind == sim_routine_kind_PROGRAM,
        .is_program = routine->kind == sim_routine_kind_PROGRAM,
        .extensions = routine->extensions,
        .is_compressed = (uint8_t)is_compressed(routine),
        /* first_word is checked only for programs, and may be out of range in other routines. */
        .image = routine->kind == sim_routine_kind_PROGRAM ? &config->program[routine->first_word] : NULL,
    };
    if (code[r].is_program) program_decode(&code[r]);
    else if (routine->instruction_count > 0)
      copy_sequence(&config->instructions[routine->first_instruction], length, words, targets);
    else
      generate_profile(routine, rng_key(config->seed, RNG_BODY + r), length, words, targets);
    code[r].is_stepped = code[r].is_program;
    mark(config, &code[r]);
    words += words_of(routine);
    targets += length;
  }
  for (int stream = STREAM_SAVE; stream <= STREAM_RESTORE; stream++) {
    const int saves = stream == STREAM_SAVE;
    code[stream] = (routine_code){
        .words = words,
        .targets = targets,
        .length = SAVE_LOOP,
        .end = SAVE_LOOP,
        .address = saves ? save_address : restore_address,
        .given = 1,
    };
    generate_moves(saves ? sim_operation_STORE : sim_operation_LOAD, words, targets);
    mark(config, &code[stream]);
    words += SAVE_LOOP;
    targets += SAVE_LOOP;
  }
  code[STREAM_TIMED] =
      (routine_code){.words = words, .targets = targets, .length = TIMED_LOOP, .end = TIMED_LOOP,
                     .address = timed_address, .given = 1};
  for (uint32_t i = 0; i < TIMED_LOOP; i++) {
    words[i] = word_of(sim_operation_ALU, 0, 0, 0);
    targets[i] = 0;
  }
}
