#include "ref/cpu/rv32.h"

static uint32_t bits(uint32_t word, int from, int count) { return word >> from & ((1u << count) - 1); }

static uint32_t sign_extended(uint32_t value, int width) {
  const uint32_t sign = 1u << (width - 1);
  return (value ^ sign) - sign;
}

static uint32_t immediate_i(uint32_t w) { return sign_extended(bits(w, 20, 12), 12); }
static uint32_t immediate_s(uint32_t w) { return sign_extended(bits(w, 25, 7) << 5 | bits(w, 7, 5), 12); }
static uint32_t immediate_u(uint32_t w) { return w & 0xfffff000; }

static uint32_t immediate_b(uint32_t w) {
  return sign_extended(bits(w, 31, 1) << 12 | bits(w, 7, 1) << 11 | bits(w, 25, 6) << 5 | bits(w, 8, 4) << 1, 13);
}

static uint32_t immediate_j(uint32_t w) {
  return sign_extended(bits(w, 31, 1) << 20 | bits(w, 12, 8) << 12 | bits(w, 20, 1) << 11 | bits(w, 21, 10) << 1, 21);
}

/* ---- readable registers: cycle, time, instret and their upper halves, the hart ---- */
int ref_rv32_is_counter(uint32_t number) {
  switch (number) {
    case 0xc00: case 0xc01: case 0xc02: case 0xc80: case 0xc81: case 0xc82:
    case 0xb00: case 0xb02: case 0xb80: case 0xb82:
    case 0xf11: case 0xf12: case 0xf13: case 0xf14: return 1;
    default: return 0;
  }
}

static ref_rv32 decode_system(uint32_t w) {
  switch (w) {
    case 0x00000073: return (ref_rv32){.class = REF_RV32_ECALL};
    case 0x00100073: return (ref_rv32){.class = REF_RV32_EBREAK};
    case 0x30200073: return (ref_rv32){.class = REF_RV32_MRET};
    case 0x10500073: return (ref_rv32){.class = REF_RV32_WFI};
    default: break;
  }
  ref_rv32 i = {.class = REF_RV32_CSR,
                .function = (uint8_t)bits(w, 12, 3),
                .destination = (uint8_t)bits(w, 7, 5),
                .immediate = bits(w, 20, 12),
                .number = (uint8_t)bits(w, 15, 5)};
  if (i.function == 0 || i.function == 4) return (ref_rv32){0};
  i.has_number = i.function > 4;
  if (!i.has_number) i.source1 = i.number;
  const int sets_or_clears = (i.function & 3) >= 2; /* with number 0 it writes nothing */
  i.writes = !sets_or_clears || i.number != 0;
  return i;
}

uint32_t ref_rv32_written(const ref_rv32 *i, uint32_t before, uint32_t operand) {
  if ((i->function & 3) == 1) return operand;
  return (i->function & 3) == 2 ? before | operand : before & (operand ^ UINT32_MAX);
}

static ref_rv32 decode_immediate(uint32_t w, ref_rv32 i) {
  i.class = REF_RV32_IMMEDIATE;
  i.source2 = 0;
  i.immediate = immediate_i(w);
  if (i.function != 1 && i.function != 5) return i;
  i.immediate = bits(w, 20, 5);
  i.alternative = i.function == 5 && bits(w, 25, 7) == 0x20;
  if (bits(w, 25, 7) != 0 && !i.alternative) return (ref_rv32){0};
  return i;
}

static ref_rv32 decode_registers(uint32_t w, ref_rv32 i) {
  const uint32_t kind = bits(w, 25, 7);
  i.class = REF_RV32_REGISTERS;
  if (kind == 0) return i;
  if (kind == 1) {
    i.class = i.function < 4 ? REF_RV32_MULTIPLY : REF_RV32_DIVIDE;
    return i;
  }
  i.alternative = kind == 0x20 && (i.function == 0 || i.function == 5);
  return i.alternative ? i : (ref_rv32){0};
}

static ref_rv32 decode_atomic(uint32_t w, ref_rv32 i) {
  if (i.function != 2) return (ref_rv32){0};
  i.function = (uint8_t)bits(w, 27, 5);
  switch (i.function) {
    case 0x02:
      if (i.source2 != 0) return (ref_rv32){0};
      i.class = REF_RV32_LR;
      return i;
    case 0x03: i.class = REF_RV32_SC; return i;
    case 0x00: case 0x01: case 0x04: case 0x08: case 0x0c: case 0x10: case 0x14: case 0x18: case 0x1c:
      i.class = REF_RV32_AMO;
      return i;
    default: return (ref_rv32){0};
  }
}

ref_rv32 ref_rv32_decode(uint32_t w) {
  const ref_rv32 illegal = {0};
  ref_rv32 i = {.function = (uint8_t)bits(w, 12, 3),
                .destination = (uint8_t)bits(w, 7, 5),
                .source1 = (uint8_t)bits(w, 15, 5),
                .source2 = (uint8_t)bits(w, 20, 5)};
  switch (bits(w, 0, 7)) {
    case 0x37: return (ref_rv32){.class = REF_RV32_LUI, .destination = i.destination, .immediate = immediate_u(w)};
    case 0x17: return (ref_rv32){.class = REF_RV32_AUIPC, .destination = i.destination, .immediate = immediate_u(w)};
    case 0x6f: return (ref_rv32){.class = REF_RV32_JAL, .destination = i.destination, .immediate = immediate_j(w)};
    case 0x67:
      i.class = REF_RV32_JALR;
      i.source2 = 0;
      i.immediate = immediate_i(w);
      return i.function == 0 ? i : illegal;
    case 0x63:
      i.class = REF_RV32_BRANCH;
      i.destination = 0;
      i.immediate = immediate_b(w);
      return i.function != 2 && i.function != 3 ? i : illegal;
    case 0x03:
      i.class = REF_RV32_LOAD;
      i.source2 = 0;
      i.immediate = immediate_i(w);
      return i.function <= 2 || i.function == 4 || i.function == 5 ? i : illegal;
    case 0x23:
      i.class = REF_RV32_STORE;
      i.destination = 0;
      i.immediate = immediate_s(w);
      return i.function <= 2 ? i : illegal;
    case 0x13: return decode_immediate(w, i);
    case 0x2f: return decode_atomic(w, i);
    case 0x33: return decode_registers(w, i);
    case 0x0f: 
      if (i.function == 1) return (ref_rv32){.class = REF_RV32_FENCE_I};
      return i.function == 0 ? (ref_rv32){.class = REF_RV32_NOTHING} : illegal;
    case 0x73: return decode_system(w);
    default: return illegal;
  }
}

int ref_rv32_is_atomic(const ref_rv32 *i) {
  return i->class == REF_RV32_LR || i->class == REF_RV32_SC || i->class == REF_RV32_AMO;
}

/* ---- results ---- */

uint32_t ref_rv32_amo(const ref_rv32 *i, uint32_t memory, uint32_t operand) {
  const int32_t signed_memory = (int32_t)memory, signed_operand = (int32_t)operand;
  switch (i->function) {
    case 0x00: return memory + operand;
    case 0x01: return operand;
    case 0x04: return memory ^ operand;
    case 0x08: return memory | operand;
    case 0x0c: return memory & operand;
    case 0x10: return signed_memory < signed_operand ? memory : operand;
    case 0x14: return signed_memory > signed_operand ? memory : operand;
    case 0x18: return memory < operand ? memory : operand;
    default: return memory > operand ? memory : operand;
  }
}

static uint32_t arithmetic(const ref_rv32 *i, uint32_t a, uint32_t b) {
  switch (i->function) {
    case 0: return i->alternative ? a - b : a + b;
    case 1: return a << (b & 31);
    case 2: return (int32_t)a < (int32_t)b;
    case 3: return a < b;
    case 4: return a ^ b;
    case 5: return i->alternative ? (uint32_t)((int64_t)(int32_t)a >> (b & 31)) : a >> (b & 31);
    case 6: return a | b;
    default: return a & b;
  }
}

static uint32_t multiplied(const ref_rv32 *i, uint32_t a, uint32_t b) {
  const int64_t sa = (int32_t)a, sb = (int32_t)b;
  switch (i->function) {
    case 0: return a * b;
    case 1: return (uint32_t)((uint64_t)(sa * sb) >> 32);
    case 2: return (uint32_t)((uint64_t)(sa * (int64_t)(uint64_t)b) >> 32);
    default: return (uint32_t)((uint64_t)a * b >> 32);
  }
}

/* RISC-V unprivileged ISA, table 7.1: division by zero and overflow */
static uint32_t divided(const ref_rv32 *i, uint32_t a, uint32_t b) {
  const int64_t sa = (int32_t)a, sb = (int32_t)b;
  const int is_remainder = i->function >= 6;
  if (b == 0) return is_remainder ? a : UINT32_MAX;
  switch (i->function) {
    case 4: return (uint32_t)(sa / sb); /* 64-bit arithmetic gives the specified result for the overflow */
    case 5: return a / b;
    case 6: return (uint32_t)(sa % sb);
    default: return a % b;
  }
}

uint32_t ref_rv32_compute(const ref_rv32 *i, uint32_t pc, uint32_t a, uint32_t b) {
  switch (i->class) {
    case REF_RV32_LUI: return i->immediate;
    case REF_RV32_AUIPC: return pc + i->immediate;
    case REF_RV32_IMMEDIATE: return arithmetic(i, a, i->immediate);
    case REF_RV32_REGISTERS: return arithmetic(i, a, b);
    case REF_RV32_MULTIPLY: return multiplied(i, a, b);
    default: return divided(i, a, b);
  }
}

int ref_rv32_is_taken(const ref_rv32 *i, uint32_t a, uint32_t b) {
  switch (i->function) {
    case 0: return a == b;
    case 1: return a != b;
    case 4: return (int32_t)a < (int32_t)b;
    case 5: return (int32_t)a >= (int32_t)b;
    case 6: return a < b;
    default: return a >= b;
  }
}

uint32_t ref_rv32_bytes(const ref_rv32 *i) { return 1u << (i->function & 3); }

uint32_t ref_rv32_extended(const ref_rv32 *i, uint32_t value) {
  switch (i->function) {
    case 0: return sign_extended(value & 0xff, 8);
    case 1: return sign_extended(value & 0xffff, 16);
    case 4: return value & 0xff;
    case 5: return value & 0xffff;
    default: return value;
  }
}

/* RV32C, by tables 16.5 to 16.7 of the manual. They list the bits of an immediate from the highest one down. */

enum { RA = 1, SP = 2 };

/* `places` has the number of each bit of the immediate, from bit 12 of the half word down; -1 if the bit is not in the
 * immediate. */
static uint32_t immediate(uint16_t half, const int8_t places[11], int is_signed) {
  uint32_t value = 0;
  int highest = 0;
  for (int at = 0; at < 11; at++) {
    if (places[at] < 0) continue;
    if (places[at] > highest) highest = places[at];
    if (half >> (12 - at) & 1) value |= 1u << places[at];
  }
  if (is_signed && value >> highest & 1) value |= ~0u << highest;
  return value;
}

static const int8_t of_spn[11] = {5, 4, 9, 8, 7, 6, 2, 3, -1, -1, -1};
static const int8_t of_access[11] = {5, 4, 3, -1, -1, -1, 2, 6, -1, -1, -1};
static const int8_t of_ci[11] = {5, -1, -1, -1, -1, -1, 4, 3, 2, 1, 0};
static const int8_t of_jump[11] = {11, 4, 9, 8, 10, 6, 7, 3, 2, 1, 5};
static const int8_t of_branch[11] = {8, 4, 3, -1, -1, -1, 7, 6, 2, 1, 5};
static const int8_t of_16sp[11] = {9, -1, -1, -1, -1, -1, 4, 6, 8, 7, 5};
static const int8_t of_lui[11] = {17, -1, -1, -1, -1, -1, 16, 15, 14, 13, 12};
static const int8_t of_lwsp[11] = {5, -1, -1, -1, -1, -1, 4, 3, 2, 7, 6};
static const int8_t of_swsp[11] = {5, 4, 3, 2, 7, 6, -1, -1, -1, -1, -1};

static ref_rv32 none(void) { return (ref_rv32){.bytes = 2}; }

static ref_rv32 with_immediate(int destination, int source, int function, uint32_t value) {
  return (ref_rv32){.class = REF_RV32_IMMEDIATE,
                    .destination = (uint8_t)destination,
                    .source1 = (uint8_t)source,
                    .function = (uint8_t)function,
                    .immediate = value,
                    .bytes = 2};
}

static ref_rv32 with_registers(int destination, int source1, int source2, int function, int alternative) {
  return (ref_rv32){.class = REF_RV32_REGISTERS,
                    .destination = (uint8_t)destination,
                    .source1 = (uint8_t)source1,
                    .source2 = (uint8_t)source2,
                    .function = (uint8_t)function,
                    .alternative = (uint8_t)alternative,
                    .bytes = 2};
}

static ref_rv32 access(int is_store, int value, int base, uint32_t offset) {
  ref_rv32 i = {.class = is_store ? REF_RV32_STORE : REF_RV32_LOAD,
                .source1 = (uint8_t)base,
                .function = 2,
                .immediate = offset,
                .bytes = 2};
  if (is_store) i.source2 = (uint8_t)value;
  else i.destination = (uint8_t)value;
  return i;
}

static ref_rv32 jal(int link, uint32_t by) {
  return (ref_rv32){.class = REF_RV32_JAL, .destination = (uint8_t)link, .immediate = by, .bytes = 2};
}

static ref_rv32 jalr(int link, int target) {
  return (ref_rv32){
      .class = REF_RV32_JALR, .destination = (uint8_t)link, .source1 = (uint8_t)target, .bytes = 2};
}

static ref_rv32 shift(int rd, int function, int is_arithmetic, uint16_t half) {
  const uint32_t by = immediate(half, of_ci, 0);
  if (by >= 32) return none(); /* custom in RV32 */
  ref_rv32 i = with_immediate(rd, rd, function, by);
  i.alternative = (uint8_t)is_arithmetic;
  return i;
}

/* funct3 100 of quadrant 1 */
static ref_rv32 computes(uint16_t half) {
  const int rd = 8 + (half >> 7 & 7), other = 8 + (half >> 2 & 7);
  switch (half >> 10 & 3) {
    case 0: return shift(rd, 5, 0, half);
    case 1: return shift(rd, 5, 1, half);
    case 2: return with_immediate(rd, rd, 7, immediate(half, of_ci, 1));
    default: break;
  }
  switch ((half >> 12 & 1) << 2 | (half >> 5 & 3)) {
    case 0: return with_registers(rd, rd, other, 0, 1);
    case 1: return with_registers(rd, rd, other, 4, 0);
    case 2: return with_registers(rd, rd, other, 6, 0);
    case 3: return with_registers(rd, rd, other, 7, 0);
    default: return none();
  }
}

/* funct3 100 of quadrant 2 */
static ref_rv32 moves(uint16_t half) {
  const int rd = half >> 7 & 31, rs2 = half >> 2 & 31;
  if (!(half & 0x1000)) {
    if (rs2 != 0) return with_registers(rd, 0, rs2, 0, 0);
    return rd != 0 ? jalr(0, rd) : none();
  }
  if (rs2 != 0) return with_registers(rd, rd, rs2, 0, 0);
  return rd != 0 ? jalr(RA, rd) : (ref_rv32){.class = REF_RV32_EBREAK, .bytes = 2};
}

static ref_rv32 lui_or_16sp(uint16_t half) {
  const int rd = half >> 7 & 31;
  if (immediate(half, of_ci, 0) == 0) return none();
  if (rd == SP) return with_immediate(SP, SP, 0, immediate(half, of_16sp, 1));
  return (ref_rv32){
      .class = REF_RV32_LUI, .destination = (uint8_t)rd, .immediate = immediate(half, of_lui, 1), .bytes = 2};
}

ref_rv32 ref_rv32_decode_compressed(uint16_t half) {
  const int rd = half >> 7 & 31, rs2 = half >> 2 & 31, low = 8 + (half >> 2 & 7), high = 8 + (half >> 7 & 7);
  ref_rv32 branch = {.class = REF_RV32_BRANCH, .source1 = (uint8_t)high, .bytes = 2};
  switch ((half & 3) << 3 | half >> 13) {
    case 000: return immediate(half, of_spn, 0) != 0 ? with_immediate(low, SP, 0, immediate(half, of_spn, 0)) : none();
    case 002: return access(0, low, high, immediate(half, of_access, 0));
    case 006: return access(1, low, high, immediate(half, of_access, 0));
    case 010: return with_immediate(rd, rd, 0, immediate(half, of_ci, 1));
    case 011: return jal(RA, immediate(half, of_jump, 1));
    case 012: return with_immediate(rd, 0, 0, immediate(half, of_ci, 1));
    case 013: return lui_or_16sp(half);
    case 014: return computes(half);
    case 015: return jal(0, immediate(half, of_jump, 1));
    case 016:
    case 017:
      branch.function = half >> 13 & 1;
      branch.immediate = immediate(half, of_branch, 1);
      return branch;
    case 020: return shift(rd, 1, 0, half);
    case 022: return rd != 0 ? access(0, rd, SP, immediate(half, of_lwsp, 0)) : none();
    case 024: return moves(half);
    case 026: return access(1, rs2, SP, immediate(half, of_swsp, 0));
    default: return none();
  }
}
