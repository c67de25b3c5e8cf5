/* RV32C: converts each instruction of 16 bits to the equivalent one of 32 bits (chapter 16 of the manual). */
#include "cpu/code/rv32.h"

enum { FUNCTION_ADD = 0, FUNCTION_SLL = 1, FUNCTION_WORD = 2, FUNCTION_SRL = 5, FUNCTION_AND = 7 };

static uint32_t bits(uint32_t half, uint32_t from, uint32_t count) { return half >> from & ((1u << count) - 1); }
static uint32_t any(uint32_t half, uint32_t from) { return bits(half, from, 5); }       /* a register */
static uint32_t one_of_8(uint32_t half, uint32_t from) { return 8 + bits(half, from, 3); } /* x8 to x15 */

/* ---- words ---- */
static uint32_t type_i(uint32_t opcode, uint32_t function, uint32_t rd, uint32_t rs1, uint32_t immediate) {
  return opcode | rd << 7 | function << 12 | rs1 << 15 | immediate << 20;
}
static uint32_t addi(uint32_t rd, uint32_t rs1, uint32_t immediate) {
  return type_i(0x13, FUNCTION_ADD, rd, rs1, immediate);
}
static uint32_t type_r(uint32_t kind, uint32_t function, uint32_t rd, uint32_t rs1, uint32_t rs2) {
  return 0x33 | rd << 7 | function << 12 | rs1 << 15 | rs2 << 20 | kind << 25;
}
static uint32_t load_word(uint32_t rd, uint32_t rs1, uint32_t at) { return type_i(0x03, FUNCTION_WORD, rd, rs1, at); }
static uint32_t store_word(uint32_t rs2, uint32_t rs1, uint32_t at) {
  return 0x23 | (at & 31) << 7 | FUNCTION_WORD << 12 | rs1 << 15 | rs2 << 20 | at >> 5 << 25;
}
static uint32_t jump(uint32_t rd, uint32_t by) {
  return 0x6f | rd << 7 | (by & 0xff000) | (by >> 11 & 1) << 20 | (by >> 1 & 0x3ff) << 21 | (by >> 20 & 1) << 31;
}
static uint32_t branch(uint32_t function, uint32_t rs1, uint32_t by) {
  return 0x63 | (by >> 11 & 1) << 7 | (by >> 1 & 15) << 8 | function << 12 | rs1 << 15 | (by >> 5 & 63) << 25 |
         (by >> 12 & 1) << 31;
}

/* ---- immediates ---- */
static uint32_t negative(uint32_t half, uint32_t upwards) { return half >> 12 & 1 ? ~0u << upwards : 0; }
static uint32_t signed_6(uint32_t half) { return negative(half, 5) | bits(half, 2, 5); }
static uint32_t distance_of_jump(uint32_t half) {
  return negative(half, 11) | bits(half, 11, 1) << 4 | bits(half, 9, 2) << 8 | bits(half, 8, 1) << 10 |
         bits(half, 7, 1) << 6 | bits(half, 6, 1) << 7 | bits(half, 3, 3) << 1 | bits(half, 2, 1) << 5;
}
static uint32_t distance_of_branch(uint32_t half) {
  return negative(half, 8) | bits(half, 10, 2) << 3 | bits(half, 5, 2) << 6 | bits(half, 3, 2) << 1 |
         bits(half, 2, 1) << 5;
}
static uint32_t at_register(uint32_t half) {
  return bits(half, 10, 3) << 3 | bits(half, 6, 1) << 2 | bits(half, 5, 1) << 6;
}

/* ---- by quadrant ---- */

static uint32_t quadrant_0(uint32_t half) {
  const uint32_t rs1 = one_of_8(half, 7), other = one_of_8(half, 2);
  switch (half >> 13) {
    case 0: { /* C.ADDI4SPN */
      const uint32_t low = bits(half, 6, 1) << 2 | bits(half, 5, 1) << 3;
      const uint32_t by = bits(half, 11, 2) << 4 | bits(half, 7, 4) << 6 | low;
      return by == 0 ? RV32_NO_INSTRUCTION : addi(other, RV32_SP, by);
    }
    case 2: return load_word(other, rs1, at_register(half));
    case 6: return store_word(other, rs1, at_register(half));
    default: return RV32_NO_INSTRUCTION;
  }
}

/* C.ADDI16SP, C.LUI */
static uint32_t upper(uint32_t half) {
  const uint32_t rd = any(half, 7);
  if (signed_6(half) == 0) return RV32_NO_INSTRUCTION;
  if (rd != RV32_SP) return 0x37 | rd << 7 | signed_6(half) << 12;
  return addi(RV32_SP, RV32_SP,
              (negative(half, 9) | bits(half, 6, 1) << 4 | bits(half, 5, 1) << 6 | bits(half, 3, 2) << 7 |
               bits(half, 2, 1) << 5) & 0xfff);
}

static uint32_t computation(uint32_t half) {
  static const uint32_t functions[] = {FUNCTION_ADD, 4, 6, FUNCTION_AND}; /* C.SUB, C.XOR, C.OR, C.AND */
  const uint32_t rd = one_of_8(half, 7), pick = bits(half, 10, 2), is_upper = bits(half, 12, 1);
  if (pick == 2) return type_i(0x13, FUNCTION_AND, rd, rd, signed_6(half) & 0xfff);
  if (is_upper) return RV32_NO_INSTRUCTION; /* an instruction of 64-bit machines, or a shift by 32 and more */
  if (pick < 2) return type_i(0x13, FUNCTION_SRL, rd, rd, bits(half, 2, 5) | pick << 10);
  const uint32_t which = bits(half, 5, 2);
  return type_r(which == 0 ? 0x20 : 0, functions[which], rd, rd, one_of_8(half, 2));
}

static uint32_t quadrant_1(uint32_t half) {
  const uint32_t rd = any(half, 7), immediate = signed_6(half) & 0xfff;
  switch (half >> 13) {
    case 0: return addi(rd, rd, immediate);
    case 1: return jump(RV32_RA, distance_of_jump(half));
    case 2: return addi(rd, 0, immediate);
    case 3: return upper(half);
    case 4: return computation(half);
    case 5: return jump(0, distance_of_jump(half));
    default: return branch(half >> 13 & 1, one_of_8(half, 7), distance_of_branch(half));
  }
}

/* C.JR, C.MV, C.EBREAK, C.JALR, C.ADD */
static uint32_t jump_or_move(uint32_t half) {
  const uint32_t rd = any(half, 7), rs2 = any(half, 2), is_second = bits(half, 12, 1);
  if (rs2 != 0) return type_r(0, FUNCTION_ADD, rd, is_second ? rd : 0, rs2);
  if (rd == 0) return is_second ? 0x00100073 : RV32_NO_INSTRUCTION;
  return type_i(0x67, 0, is_second ? RV32_RA : 0, rd, 0);
}

static uint32_t quadrant_2(uint32_t half) {
  const uint32_t rd = any(half, 7), is_upper = bits(half, 12, 1);
  switch (half >> 13) {
    case 0: return is_upper ? RV32_NO_INSTRUCTION : type_i(0x13, FUNCTION_SLL, rd, rd, bits(half, 2, 5));
    case 2:
      if (rd == 0) return RV32_NO_INSTRUCTION;
      return load_word(rd, RV32_SP, is_upper << 5 | bits(half, 4, 3) << 2 | bits(half, 2, 2) << 6);
    case 4: return jump_or_move(half);
    case 6: return store_word(any(half, 2), RV32_SP, bits(half, 9, 4) << 2 | bits(half, 7, 2) << 6);
    default: return RV32_NO_INSTRUCTION;
  }
}

uint32_t rv32_expanded(uint32_t half) {
  switch (half & 3) {
    case 0: return quadrant_0(half & 0xffff);
    case 1: return quadrant_1(half & 0xffff);
    case 2: return quadrant_2(half & 0xffff);
    default: return RV32_NO_INSTRUCTION;
  }
}
