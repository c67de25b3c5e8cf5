/* RV32C, after table 16.5 to 16.7 of the manual: the bits of an immediate stand there from the upper one down. */
#include "ref/cpu/rv32.h"

enum { RA = 1, SP = 2 };

/* `places`: the number of each bit of the immediate, from bit 12 of the half word down; -1: of no immediate. */
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
