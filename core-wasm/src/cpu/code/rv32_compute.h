/* Results of instructions from their operands, for loops that hold many instructions. */
#ifndef SIM_RV32_COMPUTE_H
#define SIM_RV32_COMPUTE_H

#include "base/compile.h"
#include "cpu/code/rv32.h"

/* ---- immediates of the formats ---- */

INLINE uint32_t rv32_sign_extended(uint32_t value, uint32_t bits) {
  const uint32_t sign = 1u << (bits - 1);
  return (value ^ sign) - sign;
}
INLINE uint32_t rv32_immediate_i(uint32_t word) { return rv32_sign_extended(word >> 20, 12); }
INLINE uint32_t rv32_immediate_s(uint32_t word) {
  return rv32_sign_extended(word >> 25 << 5 | (word >> 7 & 31), 12);
}
INLINE uint32_t rv32_immediate_b(uint32_t word) {
  return rv32_sign_extended((word >> 31) << 12 | (word >> 7 & 1) << 11 | (word >> 25 & 63) << 5 | (word >> 8 & 15) << 1,
                            13);
}
INLINE uint32_t rv32_immediate_j(uint32_t word) {
  return rv32_sign_extended(
      (word >> 31) << 20 | (word & 0xff000) | (word >> 20 & 1) << 11 | (word >> 21 & 0x3ff) << 1, 21);
}

/* ---- results ---- */

INLINE int rv32_is_less(uint32_t a, uint32_t b) { return (a ^ 0x80000000u) < (b ^ 0x80000000u); }

INLINE uint32_t rv32_shifted_right(uint32_t a, uint32_t by) {
  const uint32_t sign = a & 0x80000000u ? ~(UINT32_MAX >> by) : 0;
  return a >> by | sign;
}

INLINE uint32_t rv32_product_high(uint32_t operation, uint32_t a, uint32_t b) {
  uint32_t high = (uint32_t)((uint64_t)a * b >> 32);
  if (operation != RV32_MULHU && a & 0x80000000u) high -= b;
  if (operation == RV32_MULH && b & 0x80000000u) high -= a;
  return high;
}

/* Division by zero gives all ones, or the dividend as remainder. The overflow -2^31 / -1 needs no special case. */
static inline uint32_t rv32_divided(uint32_t operation, uint32_t a, uint32_t b) {
  const int is_signed = operation == RV32_DIV || operation == RV32_REM, is_remainder = operation >= RV32_REM;
  if (b == 0) return is_remainder ? a : UINT32_MAX;
  const uint32_t a_sign = is_signed ? a >> 31 : 0, b_sign = is_signed ? b >> 31 : 0;
  const uint32_t dividend = a_sign ? 0 - a : a, divisor = b_sign ? 0 - b : b;
  if (is_remainder) return a_sign ? 0 - dividend % divisor : dividend % divisor;
  return a_sign != b_sign ? 0 - dividend / divisor : dividend / divisor;
}

INLINE uint32_t rv32_result_of_registers(uint32_t operation, uint32_t a, uint32_t b) {
  switch (operation) {
    case RV32_ADD: return a + b;
    case RV32_SUB: return a - b;
    case RV32_SLL: return a << (b & 31);
    case RV32_SLT: return (uint32_t)rv32_is_less(a, b);
    case RV32_SLTU: return a < b;
    case RV32_XOR: return a ^ b;
    case RV32_SRL: return a >> (b & 31);
    case RV32_SRA: return rv32_shifted_right(a, b & 31);
    case RV32_OR: return a | b;
    case RV32_AND: return a & b;
    case RV32_MUL: return a * b;
    case RV32_MULH:
    case RV32_MULHSU:
    case RV32_MULHU: return rv32_product_high(operation, a, b);
    case RV32_DIV:
    case RV32_DIVU:
    case RV32_REM:
    case RV32_REMU: return rv32_divided(operation, a, b);
    default: return 0;
  }
}

/* Destination value of an instruction that computes or jumps. `a` and `b`: its source registers. */
INLINE uint32_t rv32_result(uint32_t operation, uint32_t word, uint32_t a, uint32_t b, uint32_t pc, uint32_t behind) {
  const uint32_t immediate = rv32_immediate_i(word);
  switch (operation) {
    case RV32_LUI: return word & 0xfffff000u;
    case RV32_AUIPC: return pc + (word & 0xfffff000u);
    case RV32_JAL:
    case RV32_JALR: return behind;
    case RV32_ADDI: return a + immediate;
    case RV32_SLLI: return a << (immediate & 31);
    case RV32_SLTI: return (uint32_t)rv32_is_less(a, immediate);
    case RV32_SLTIU: return a < immediate;
    case RV32_XORI: return a ^ immediate;
    case RV32_SRLI: return a >> (immediate & 31);
    case RV32_SRAI: return rv32_shifted_right(a, immediate & 31);
    case RV32_ORI: return a | immediate;
    case RV32_ANDI: return a & immediate;
    default: return rv32_result_of_registers(operation, a, b);
  }
}

/* Of a branch. */
INLINE int rv32_is_taken(uint32_t operation, uint32_t a, uint32_t b) {
  switch (operation) {
    case RV32_BEQ: return a == b;
    case RV32_BNE: return a != b;
    case RV32_BLT: return rv32_is_less(a, b);
    case RV32_BGE: return !rv32_is_less(a, b);
    case RV32_BLTU: return a < b;
    default: return a >= b;
  }
}

/* Result of a load from the bytes that it read, the first one lowest. */
INLINE uint32_t rv32_loaded(uint32_t word, uint32_t bytes) {
  switch (rv32_function(word)) {
    case 0: return rv32_sign_extended(bytes & 0xff, 8);
    case 1: return rv32_sign_extended(bytes & 0xffff, 16);
    case 2: return bytes;
    case 4: return bytes & 0xff;
    default: return bytes & 0xffff;
  }
}

#endif
