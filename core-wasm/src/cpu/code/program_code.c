#include "cpu/code/program_code.h"

#include <string.h>

#include "cpu/code/routine.h"

/* ---- instructions ---- */

static uint32_t class_of(rv32_kind kind) {
  static const uint32_t bits[RV32_ILLEGAL + 1] = {
      [RV32_LOAD] = WORD_LOAD,
      [RV32_STORE] = WORD_STORE | EXECUTE_STORE << WORD_CLASS_SHIFT,
      [RV32_BRANCH] = WORD_BRANCH,
      [RV32_JUMP] = WORD_BRANCH | EXECUTE_JUMP << WORD_CLASS_SHIFT,
      [RV32_JUMP_REGISTER] = WORD_BRANCH | EXECUTE_JUMP << WORD_CLASS_SHIFT,
      [RV32_MULTIPLY] = WORD_MULTIPLY | EXECUTE_MULTIPLY << WORD_CLASS_SHIFT,
      [RV32_DIVIDE] = WORD_MULTIPLY | EXECUTE_DIVIDE << WORD_CLASS_SHIFT,
      [RV32_LOAD_RESERVED] = WORD_LOAD,
      [RV32_STORE_CONDITIONAL] = WORD_LOAD | WORD_STORE | EXECUTE_STORE << WORD_CLASS_SHIFT,
      [RV32_ATOMIC] = WORD_LOAD | WORD_STORE | EXECUTE_STORE << WORD_CLASS_SHIFT | 1u << WORD_MORE_SHIFT,
  };
  return bits[kind];
}

static uint32_t half_at(const routine_code *code, uint32_t index) {
  if (index < code->length) return code->image[index / 2] >> 16 * (index % 2) & 0xffff;
  const uint8_t *at = code->memory + (size_t)(index - code->length) * HALF_BYTES;
  return at[0] | (uint32_t)at[1] << 8;
}

uint32_t program_bits(const routine_code *code, uint32_t index) {
  assert(index < code->end);
  uint32_t word;
  if (code->is_compressed) {
    const uint32_t half = half_at(code, index);
    return rv32_is_half(half) || program_is_cut(code, index, half) ? half : half | half_at(code, index + 1) << 16;
  }
  if (index < code->length) return code->image[index];
  memcpy(&word, code->memory + (size_t)(index - code->length) * INSTRUCTION_BYTES, sizeof word);
  return word;
}

/* Decodes the instruction without the marks of routine_marked. */
static program_instruction unmarked(const routine_code *code, uint32_t index, uint32_t bits) {
  const int is_half = code->is_compressed && rv32_is_half(bits);
  program_instruction i = {.raw = bits, .bytes = is_half ? HALF_BYTES : INSTRUCTION_BYTES};
  if (is_half) i.raw = rv32_expanded(bits);
  else if (program_is_cut(code, index, bits)) i.raw = RV32_NO_INSTRUCTION;
  i.kind = program_kind(code, i.raw);
  i.operation = (uint32_t)rv32_operation_of(i.raw, i.kind);
  i.word = class_of(i.kind) | rv32_destination(i.raw, i.kind) | rv32_source1(i.raw, i.kind) << WORD_SOURCE1_SHIFT |
           rv32_source2(i.raw, i.kind) << WORD_SOURCE2_SHIFT;
  const uint32_t behind = index + (i.bytes >> (2 - code->is_compressed));
  i.behind = behind < (index < code->length ? code->length : code->end) ? behind : 0;
  return i;
}

/* Returns 0 if no instruction depends on its result. */
static uint32_t word_behind(const routine_code *code, uint32_t index) {
  if (index == 0 || !code->conditions_wait) return 0;
  return index < code->length ? code->words[index] : unmarked(code, index, program_bits(code, index)).word;
}

program_instruction program_instruction_of(const routine_code *code, uint32_t index, uint32_t bits) {
  if (index < code->length && (code->written == NULL || bits == program_bits(code, index)))
    return program_instruction_in_table(code, index);
  program_instruction i = unmarked(code, index, bits);
  i.word = routine_marked(code, i.word, word_behind(code, i.behind));
  return i;
}

program_instruction program_instruction_at(const routine_code *code, uint32_t index) {
  return program_instruction_of(code, index, program_bits(code, index));
}

/* ---- tables ---- */

static void decode_at(routine_code *code, uint32_t index) {
  const program_instruction i = unmarked(code, index, program_bits(code, index));
  if (code->is_compressed) /* its size is in the lowest two bits */
    code->words[code->length + index] = i.bytes == HALF_BYTES ? i.raw & ~3u : i.raw;
  code->operations[index] = (uint8_t)i.operation;
  code->words[index] = i.word;
  code->targets[index] = (uint16_t)i.behind;
}

void program_decode(routine_code *code) {
  code->operations = (uint8_t *)(void *)(code->words + (code->length << code->is_compressed));
  code->program = code->is_compressed ? code->words + code->length : code->image;
  for (uint32_t i = 0; i < code->length; i++) decode_at(code, i);
}

static void mark_from(routine_code *code, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i < to; i++)
    code->words[i] = routine_marked(code, code->words[i], word_behind(code, code->targets[i]));
}

static uint32_t before(uint32_t index, uint32_t by) { return index > by ? index - by : 0; }

/* Halves or words up to `last` have changed. Decodes again the instructions that start in them, a two-half
 * instruction that starts before them, and the instruction that depends on its successor. */
static void decode_again(routine_code *code, uint32_t first, uint32_t last) {
  const uint32_t reach = code->is_compressed;
  for (uint32_t i = before(first, reach); i <= last; i++) decode_at(code, i);
  mark_from(code, before(first, 1 + 2 * reach), last + 1);
}

/* ---- code that programs may write ---- */

static int is_run_by_hart(const sim_config *c, uint32_t routine) {
  for (uint32_t t = 0; t < c->thread_count && t < SIM_THREAD_LIMIT; t++)
    if (c->threads[t].machine_mode && c->threads[t].first_step < SIM_STEP_LIMIT &&
        c->steps[c->threads[t].first_step].index == routine)
      return 1;
  return 0;
}

static uint32_t written_words(const sim_config *c, uint32_t routine) {
  if (c->routines[routine].kind != sim_routine_kind_PROGRAM) return 0;
  if (c->code_access == sim_code_access_HARTS ? !is_run_by_hart(c, routine) : c->code_access != sim_code_access_ALL)
    return 0;
  return c->routines[routine].word_count;
}

/* The state consists of words of 64 bits. */
static uint64_t image_bytes(uint32_t words) { return ((uint64_t)words * INSTRUCTION_BYTES + 15) & ~(uint64_t)15; }

uint64_t program_written_bytes(const sim_config *c) {
  uint64_t bytes = 0;
  for (uint32_t r = 0; r < c->routine_count && r < SIM_ROUTINE_LIMIT; r++) bytes += image_bytes(written_words(c, r));
  return bytes;
}

void program_written_init(sim *sim, uint8_t *at) {
  for (uint32_t r = 0; r < sim->config.routine_count; r++) {
    const uint32_t words = written_words(&sim->config, r);
    routine_code *code = &sim->code[r];
    if (words == 0) continue;
    code->written = (uint32_t *)(void *)at;
    memcpy(code->written, code->image, (size_t)words * INSTRUCTION_BYTES);
    code->image = code->written;
    if (!code->is_compressed) code->program = code->written;
    code->memory = sim->program_memory;
    code->end = code->length + (sim->config.program_memory_bytes >> (2 - code->is_compressed));
    at += image_bytes(words);
  }
}

RARE int program_store_code(sim *sim, uint32_t routine, uint32_t address, uint32_t bytes, uint32_t value) {
  routine_code *code = &sim->code[routine];
  const uint32_t at = address - code->address, shift = 2u - code->is_compressed;
  if (code->written == NULL || at >> shift >= code->length) return 0;
  memcpy((uint8_t *)code->written + at, &value, bytes);
  decode_again(code, at >> shift, (at + bytes - 1) >> shift);
  return 1;
}

uint64_t program_changed_code(const sim *sim, const uint8_t *state) {
  uint64_t changed = 0;
  for (uint32_t r = 0; r < sim->config.routine_count; r++) {
    const routine_code *code = code_at(sim, r);
    if (code->written == NULL) continue;
    const ptrdiff_t at = (const uint8_t *)code->written - (const uint8_t *)state_of(sim);
    const size_t bytes = (size_t)code->length << (2 - code->is_compressed);
    if (memcmp(code->written, state + at, bytes) != 0) changed |= 1ull << r;
  }
  return changed;
}

void program_decode_changed(sim *sim, uint64_t routines) {
  for (; routines != 0; routines &= routines - 1) {
    routine_code *code = &sim->code[__builtin_ctzll(routines)];
    decode_again(code, 0, code->length - 1);
  }
}
