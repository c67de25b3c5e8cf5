/* Machine code for tests that need a few instructions: registers by number, the immediates of RV32I. */
#ifndef MACHINE_CODE_H
#define MACHINE_CODE_H

#include <stdint.h>

enum { ZERO = 0, RA = 1, SP = 2, T0 = 5, T1 = 6, T2 = 7, S0 = 8, S1 = 9, A0 = 10, A1 = 11, A2 = 12, A3 = 13 };
enum { NOP = 0x13, ECALL = 0x73, EBREAK = 0x00100073, MRET = 0x30200073, WFI = 0x10500073, FENCE = 0x0ff0000f };
enum {
  MSTATUS = 0x300, MISA = 0x301, MIE = 0x304, MTVEC = 0x305, MSCRATCH = 0x340, MEPC = 0x341, MCAUSE = 0x342,
  MTVAL = 0x343, MIP = 0x344, MLINE = 0x7c0, MLAYER = 0x7c1, MCYCLE = 0xb00, MINSTRET = 0xb02, TIME = 0xc01,
  MHARTID = 0xf14
};

#define BITS(value, from, count) ((uint32_t)(value) >> (from) & ((1u << (count)) - 1))
#define TYPE_I(opcode, f3, rd, rs1, imm) \
  (BITS(imm, 0, 12) << 20 | (uint32_t)(rs1) << 15 | (uint32_t)(f3) << 12 | (uint32_t)(rd) << 7 | (opcode))
#define ADDI(rd, rs1, imm) TYPE_I(0x13, 0, rd, rs1, imm)
#define LI(rd, imm) ADDI(rd, ZERO, imm)
#define LUI(rd, upper) ((uint32_t)(upper) << 12 | (uint32_t)(rd) << 7 | 0x37)
#define LW(rd, imm, rs1) TYPE_I(0x03, 2, rd, rs1, imm)
#define SW(rs2, imm, rs1)                                                                                          \
  (BITS(imm, 5, 7) << 25 | (uint32_t)(rs2) << 20 | (uint32_t)(rs1) << 15 | 2u << 12 | BITS(imm, 0, 5) << 7 | 0x23)
#define JALR(rd, imm, rs1) TYPE_I(0x67, 0, rd, rs1, imm)
#define J(by)                                                                                                  \
  (BITS(by, 20, 1) << 31 | BITS(by, 1, 10) << 21 | BITS(by, 11, 1) << 20 | BITS(by, 12, 8) << 12 | 0x6f)
#define CSRRW(rd, csr, rs1) TYPE_I(0x73, 1, rd, rs1, csr)
#define CSRRS(rd, csr, rs1) TYPE_I(0x73, 2, rd, rs1, csr)
#define CSRRC(rd, csr, rs1) TYPE_I(0x73, 3, rd, rs1, csr)
#define CSRRSI(rd, csr, number) TYPE_I(0x73, 6, rd, number, csr)
#define CSRRCI(rd, csr, number) TYPE_I(0x73, 7, rd, number, csr)
#define CSRR(rd, csr) CSRRS(rd, csr, ZERO)
#define CSRW(csr, rs1) CSRRW(ZERO, csr, rs1)

#endif
