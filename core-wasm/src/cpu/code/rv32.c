#include "cpu/code/rv32.h"

enum {
  OPCODE_LOAD = 0x03,
  OPCODE_FENCE = 0x0f,
  OPCODE_IMMEDIATE = 0x13,
  OPCODE_AUIPC = 0x17,
  OPCODE_STORE = 0x23,
  OPCODE_ATOMIC = 0x2f,
  OPCODE_REGISTER = 0x33,
  OPCODE_LUI = 0x37,
  OPCODE_BRANCH = 0x63,
  OPCODE_JALR = 0x67,
  OPCODE_JAL = 0x6f,
  OPCODE_SYSTEM = 0x73
};
enum { ATOMIC_LR = 2, ATOMIC_SC = 3, ATOMIC_SWAP = 1, ATOMIC_OTHERS = 0x11111111 /* bits: add, xor, or, and, .. */ };
static const uint32_t most_negative = 0x80000000u;

static uint32_t opcode(uint32_t word) { return word & 0x7f; }
static uint32_t function7(uint32_t word) { return word >> 25; }
static uint32_t field_at(uint32_t word, uint32_t bit) { return word >> bit & 31; }
static uint32_t sign_extended(uint32_t value, uint32_t bits) {
  const uint32_t sign = 1u << (bits - 1);
  return (value ^ sign) - sign;
}

/* ---- what it is ---- */

/* Bit f of a mask: the opcode has function3 f. */
static rv32_kind among(uint32_t mask, uint32_t word, rv32_kind kind) {
  return mask >> rv32_function(word) & 1 ? kind : RV32_ILLEGAL;
}

static int is_shift(uint32_t function) { return (function & 3) == 1; }

static rv32_kind register_kind(uint32_t word) {
  const uint32_t function = rv32_function(word);
  if (function7(word) == 1) return function < 4 ? RV32_MULTIPLY : RV32_DIVIDE;
  if (function7(word) == 0x20) return among(0x21, word, RV32_ALU);
  return function7(word) == 0 ? RV32_ALU : RV32_ILLEGAL;
}

static rv32_kind immediate_kind(uint32_t word) {
  if (!is_shift(rv32_function(word)) || function7(word) == 0) return RV32_ALU;
  return function7(word) == 0x20 ? among(0x20, word, RV32_ALU) : RV32_ILLEGAL;
}

static rv32_kind system_kind(uint32_t word) {
  if (word == RV32_WORD_ECALL || word == RV32_WORD_EBREAK || word == RV32_WORD_MRET) return RV32_END;
  if (word == RV32_WORD_WFI) return RV32_ALU;
  return among(0xee, word, RV32_CSR);
}

static uint32_t atomic_function(uint32_t word) { return word >> 27; } /* without aq and rl */

static rv32_kind atomic_kind(uint32_t word) {
  const uint32_t function = atomic_function(word);
  if (rv32_function(word) != 2) return RV32_ILLEGAL;
  if (function == ATOMIC_LR) return field_at(word, 20) == 0 ? RV32_LOAD_RESERVED : RV32_ILLEGAL;
  if (function == ATOMIC_SC) return RV32_STORE_CONDITIONAL;
  return function == ATOMIC_SWAP || (uint32_t)ATOMIC_OTHERS >> function & 1 ? RV32_ATOMIC : RV32_ILLEGAL;
}

rv32_kind rv32_kind_of(uint32_t word) {
  switch (opcode(word)) {
    case OPCODE_LUI:
    case OPCODE_AUIPC: return RV32_ALU;
    case OPCODE_JAL: return RV32_JUMP;
    case OPCODE_JALR: return among(0x01, word, RV32_JUMP_REGISTER);
    case OPCODE_BRANCH: return among(0xf3, word, RV32_BRANCH);
    case OPCODE_LOAD: return among(0x37, word, RV32_LOAD);
    case OPCODE_STORE: return among(0x07, word, RV32_STORE);
    case OPCODE_ATOMIC: return atomic_kind(word);
    case OPCODE_IMMEDIATE: return immediate_kind(word);
    case OPCODE_REGISTER: return register_kind(word);
    case OPCODE_FENCE: return among(0x03, word, RV32_ALU); /* FENCE, FENCE.I */
    case OPCODE_SYSTEM: return system_kind(word);
    default: return RV32_ILLEGAL;
  }
}

/* FENCE, FENCE.I and WFI have fields that name no registers. */
static int has_registers(uint32_t word, rv32_kind kind) {
  return kind < RV32_END && opcode(word) != OPCODE_FENCE && word != RV32_WORD_WFI;
}

uint32_t rv32_destination(uint32_t word, rv32_kind kind) {
  return has_registers(word, kind) && kind != RV32_STORE && kind != RV32_BRANCH ? field_at(word, 7) : 0;
}

uint32_t rv32_source1(uint32_t word, rv32_kind kind) {
  const uint32_t code = opcode(word);
  if (!has_registers(word, kind) || code == OPCODE_LUI || code == OPCODE_AUIPC || code == OPCODE_JAL) return 0;
  return kind == RV32_CSR && rv32_function(word) > 3 ? 0 : field_at(word, 15);
}

uint32_t rv32_source2(uint32_t word, rv32_kind kind) {
  const uint32_t code = opcode(word);
  const int has_second =
      code == OPCODE_REGISTER || code == OPCODE_STORE || code == OPCODE_BRANCH || code == OPCODE_ATOMIC;
  return kind < RV32_END && has_second ? field_at(word, 20) : 0;
}

/* ---- what it does ---- */

static uint32_t immediate_i(uint32_t word) { return sign_extended(word >> 20, 12); }
static uint32_t immediate_s(uint32_t word) { return sign_extended(function7(word) << 5 | field_at(word, 7), 12); }
static uint32_t immediate_b(uint32_t word) {
  return sign_extended((word >> 31) << 12 | (word >> 7 & 1) << 11 | (word >> 25 & 63) << 5 | (word >> 8 & 15) << 1, 13);
}
static uint32_t immediate_j(uint32_t word) {
  return sign_extended((word >> 31) << 20 | (word & 0xff000) | (word >> 20 & 1) << 11 | (word >> 21 & 0x3ff) << 1, 21);
}

uint32_t rv32_target(uint32_t word, rv32_kind kind, uint32_t pc) {
  return pc + (kind == RV32_BRANCH ? immediate_b(word) : immediate_j(word));
}

static int is_less(uint32_t a, uint32_t b) { return (a ^ most_negative) < (b ^ most_negative); }

static uint32_t shifted_right(uint32_t a, uint32_t by, int is_arithmetic) {
  const uint32_t sign = is_arithmetic && a & most_negative ? ~(UINT32_MAX >> by) : 0;
  return a >> by | sign;
}

/* `other`: SUB for ADD, SRA for SRL. */
static uint32_t compute(uint32_t function, uint32_t a, uint32_t b, int other) {
  switch (function) {
    case 0: return other ? a - b : a + b;
    case 1: return a << (b & 31);
    case 2: return (uint32_t)is_less(a, b);
    case 3: return a < b;
    case 4: return a ^ b;
    case 5: return shifted_right(a, b & 31, other);
    case 6: return a | b;
    default: return a & b;
  }
}

static uint32_t multiply(uint32_t function, uint32_t a, uint32_t b) {
  if (function == 0) return a * b;
  uint32_t high = (uint32_t)((uint64_t)a * b >> 32);
  if (function != 3 && a & most_negative) high -= b; /* MULH, MULHSU */
  if (function == 1 && b & most_negative) high -= a;
  return high;
}

/* By zero: all ones, or the dividend as remainder. The overflow -2^31 / -1 comes out by itself. */
static uint32_t divide(uint32_t function, uint32_t a, uint32_t b) {
  const int is_signed = !(function & 1), is_remainder = function >= 6;
  if (b == 0) return is_remainder ? a : UINT32_MAX;
  const uint32_t a_sign = is_signed ? a & most_negative : 0, b_sign = is_signed ? b & most_negative : 0;
  const uint32_t dividend = a_sign ? 0 - a : a, divisor = b_sign ? 0 - b : b;
  if (is_remainder) return a_sign ? 0 - dividend % divisor : dividend % divisor;
  return a_sign != b_sign ? 0 - dividend / divisor : dividend / divisor;
}

static int is_taken(uint32_t function, uint32_t a, uint32_t b) {
  const int holds = function < 2 ? a == b : function < 6 ? is_less(a, b) : a < b;
  return holds != (int)(function & 1);
}

rv32_effect rv32_execute(uint32_t word, rv32_kind kind, uint32_t pc, uint32_t behind,
                         const uint32_t x[RV32_REGISTER_COUNT]) {
  const uint32_t function = rv32_function(word);
  const uint32_t a = x[field_at(word, 15)], b = x[field_at(word, 20)];
  rv32_effect e = {.next = behind};
  switch (kind) {
    case RV32_ALU:
      if (opcode(word) == OPCODE_LUI) e.result = word & 0xfffff000u;
      else if (opcode(word) == OPCODE_AUIPC) e.result = pc + (word & 0xfffff000u);
      else if (opcode(word) == OPCODE_REGISTER) e.result = compute(function, a, b, function7(word) != 0);
      else e.result = compute(function, a, immediate_i(word), is_shift(function) && function7(word) != 0);
      break;
    case RV32_LOAD: e.address = a + immediate_i(word); break;
    case RV32_STORE:
      e.address = a + immediate_s(word);
      e.result = b;
      break;
    case RV32_LOAD_RESERVED:
    case RV32_STORE_CONDITIONAL:
    case RV32_ATOMIC:
      e.address = a;
      e.result = b;
      break;
    case RV32_BRANCH:
      if (is_taken(function, a, b)) e.next = rv32_target(word, kind, pc);
      break;
    case RV32_JUMP:
      e.result = e.next;
      e.next = rv32_target(word, kind, pc);
      break;
    case RV32_JUMP_REGISTER:
      e.result = e.next;
      e.next = (a + immediate_i(word)) & ~1u;
      break;
    case RV32_MULTIPLY: e.result = multiply(function, a, b); break;
    case RV32_DIVIDE: e.result = divide(function, a, b); break;
    case RV32_CSR:
    case RV32_END:
    case RV32_ILLEGAL: break;
  }
  return e;
}

uint32_t rv32_stored(uint32_t word, uint32_t loaded, uint32_t operand) {
  const int takes_operand = atomic_function(word) & 8 ? operand < loaded : is_less(operand, loaded);
  switch (atomic_function(word)) {
    case 0: return loaded + operand;
    case ATOMIC_SWAP: return operand;
    case 4: return loaded ^ operand;
    case 8: return loaded | operand;
    case 12: return loaded & operand;
    case 16: /* the least, signed and not */
    case 24: return takes_operand ? operand : loaded;
    default: return takes_operand ? loaded : operand;
  }
}

uint32_t rv32_loaded(uint32_t word, uint32_t bytes) {
  switch (rv32_function(word)) {
    case 0: return sign_extended(bytes & 0xff, 8);
    case 1: return sign_extended(bytes & 0xffff, 16);
    case 2: return bytes;
    case 4: return bytes & 0xff;
    default: return bytes & 0xffff;
  }
}
