#include "cpu/code/rv32_compute.h"

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
enum { ATOMIC_LR = 2, ATOMIC_SC = 3, ATOMIC_SWAP = 1, ATOMIC_OTHERS = 0x11111111 /* bits: add, xor, or, .. */ };

static uint32_t opcode(uint32_t word) { return word & 0x7f; }
static uint32_t function7(uint32_t word) { return word >> 25; }
static uint32_t field_at(uint32_t word, uint32_t bit) { return word >> bit & 31; }

/* ---- what it is ---- */

/* A mask: bit f says that the opcode has function3 f. */
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

static uint32_t atomic_function(uint32_t word) { return word >> 27; } /* operation without aq and rl */

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

enum rv32_operation rv32_operation_of(uint32_t word, rv32_kind kind) {
  const uint32_t function = rv32_function(word);
  switch (kind) {
    case RV32_ALU: break;
    case RV32_LOAD: return RV32_LB + function;
    case RV32_STORE: return RV32_SB + function;
    case RV32_BRANCH: return RV32_BEQ + function;
    case RV32_JUMP: return RV32_JAL;
    case RV32_JUMP_REGISTER: return RV32_JALR;
    case RV32_MULTIPLY:
    case RV32_DIVIDE: return RV32_MUL + function;
    default: return RV32_OTHER;
  }
  const int is_other = function7(word) != 0; /* SUB for ADD, SRA for SRL */
  switch (opcode(word)) {
    case OPCODE_LUI: return RV32_LUI;
    case OPCODE_AUIPC: return RV32_AUIPC;
    case OPCODE_IMMEDIATE: return is_shift(function) && is_other ? RV32_SRAI : RV32_ADDI + function;
    case OPCODE_REGISTER: return !is_other ? RV32_ADD + function : function == 0 ? RV32_SUB : RV32_SRA;
    default: return word == RV32_WORD_WFI || rv32_is_fence_i(word) ? RV32_OTHER : RV32_NOTHING;
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

rv32_effect rv32_execute(uint32_t word, uint32_t operation, rv32_kind kind, uint32_t pc, uint32_t behind,
                         const uint32_t x[RV32_REGISTER_COUNT]) {
  const uint32_t a = x[field_at(word, 15)], b = x[field_at(word, 20)];
  rv32_effect e = {.next = behind};
  switch (kind) {
    case RV32_LOAD: e.address = a + rv32_immediate_i(word); break;
    case RV32_STORE:
      e.address = a + rv32_immediate_s(word);
      e.result = b;
      break;
    case RV32_LOAD_RESERVED:
    case RV32_STORE_CONDITIONAL:
    case RV32_ATOMIC:
      e.address = a;
      e.result = b;
      break;
    case RV32_BRANCH:
      if (rv32_is_taken(operation, a, b)) e.next = pc + rv32_immediate_b(word);
      break;
    default:
      e.result = rv32_result(operation, word, a, b, pc, behind);
      if (kind == RV32_JUMP) e.next = pc + rv32_immediate_j(word);
      if (kind == RV32_JUMP_REGISTER) e.next = (a + rv32_immediate_i(word)) & ~1u;
  }
  return e;
}

uint32_t rv32_stored(uint32_t word, uint32_t loaded, uint32_t operand) {
  const int takes_operand = atomic_function(word) & 8 ? operand < loaded : rv32_is_less(operand, loaded);
  switch (atomic_function(word)) {
    case 0: return loaded + operand;
    case ATOMIC_SWAP: return operand;
    case 4: return loaded ^ operand;
    case 8: return loaded | operand;
    case 12: return loaded & operand;
    case 16: /* minimum, signed and unsigned */
    case 24: return takes_operand ? operand : loaded;
    default: return takes_operand ? loaded : operand;
  }
}
