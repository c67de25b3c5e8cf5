#include "random_written_code.h"

#include "support/machine_code.h"

enum { PLACE = 14, VALUE = 15, FENCE_I = 0x0000100f };

static uint32_t add_constant(uint32_t *words, uint32_t rd, uint32_t value) {
  words[0] = LUI(rd, (value + 0x800) >> 12);
  words[1] = ADDI(rd, rd, value & 0xfff);
  return 2;
}

static uint32_t fence(choices *from, uint32_t *words) {
  if (choose(from, 0, 1)) return 0;
  words[0] = FENCE_I;
  return 1;
}

/* Usually an instruction that changes only registers 12 and 13. */
static uint32_t instruction(choices *from) {
  const uint32_t rd = 12 + choose(from, 0, 1), rs = 12 + choose(from, 0, 3);
  switch (choose(from, 0, 9)) {
    case 0: /* c.addi, c.add */
      return 0x0001 | rd << 7 | (uint32_t)choose(from, 0, 31) << 2 | 0x9002u << 16 | rd << 23 | rs << 18;
    case 1: return 0x02000033 | rd << 7 | rs << 15 | 12 << 20; /* mul */
    case 2: return LW(rd, 4 * choose(from, 0, 3), 8);
    case 3: return 0x00000063 | rs << 15 | 12 << 20 | 4 << 8; /* beq to the next word */
    default: return ADDI(rd, rs, choose(from, 0, 4095));
  }
}

/* Stores into the code: an instruction of the program, a new one, or half of one. */
static uint32_t patch(choices *from, const code_writer *w, uint32_t *words) {
  const uint32_t to = 4 * choose(from, 0, w->code_words + 3), pick = choose(from, 0, 5);
  uint32_t n = 0;
  if (pick <= 2) words[n++] = LW(VALUE, 4 * choose(from, 0, w->code_words), w->code);
  else n += add_constant(words, VALUE, instruction(from));
  if (pick == 5) words[n++] = SW(VALUE, to, w->code) - (1u << 12) + (choose(from, 0, 1) << 8); /* sh */
  else words[n++] = SW(VALUE, to, w->code);
  return n + fence(from, &words[n]);
}

/* Stores a function of one instruction into the memory and calls it, or calls the stored one. */
static uint32_t function(choices *from, const code_writer *w, uint32_t *words) {
  const uint32_t at = 4 * choose(from, 0, w->memory_words > 2 ? w->memory_words - 2 : 0), pick = choose(from, 0, 3);
  uint32_t n = 0;
  if (pick < 3) {
    n += add_constant(words, VALUE, instruction(from));
    words[n++] = SW(VALUE, at, w->memory);
  }
  if (pick < 2) {
    n += add_constant(&words[n], VALUE, JALR(ZERO, 0, w->link));
    words[n++] = SW(VALUE, at + 4, w->memory);
    n += fence(from, &words[n]);
  }
  words[n++] = ADDI(PLACE, w->memory, at);
  words[n++] = JALR(w->link, 0, PLACE);
  return n;
}

uint32_t random_written_code(choices *from, const code_writer *w, uint32_t *words) {
  return choose(from, 0, 2) == 0 ? patch(from, w, words) : function(from, w, words);
}
