/* An instruction of RV32IMAC_Zicsr (The RISC-V Instruction Set Manual, Volume I, 20191213; MRET and WFI: Volume II). */
#ifndef REF_RV32_H
#define REF_RV32_H

#include <stdint.h>

enum ref_rv32_class {
  REF_RV32_ILLEGAL,
  REF_RV32_LUI,
  REF_RV32_AUIPC,
  REF_RV32_JAL,
  REF_RV32_JALR,
  REF_RV32_BRANCH,
  REF_RV32_LOAD,
  REF_RV32_STORE,
  REF_RV32_IMMEDIATE, /* register and immediate */
  REF_RV32_REGISTERS,
  REF_RV32_MULTIPLY,
  REF_RV32_DIVIDE, /* also the remainder */
  REF_RV32_LR,
  REF_RV32_SC,
  REF_RV32_AMO,
  REF_RV32_CSR,
  REF_RV32_NOTHING, /* FENCE */
  REF_RV32_FENCE_I,
  REF_RV32_WFI,
  REF_RV32_ECALL,
  REF_RV32_EBREAK,
  REF_RV32_MRET,
};

typedef struct ref_rv32 {
  enum ref_rv32_class class;
  uint8_t destination, source1, source2; /* 0 for none, or for x0 */
  uint8_t function;                      /* funct3; for an AMO, funct5 */
  uint8_t alternative;                   /* SUB, SRA */
  uint32_t immediate;                    /* for a CSR instruction, its number */
  uint8_t bytes;                         /* 2 or 4 */
  uint8_t writes, has_number, number;    /* for a CSR instruction: it writes; it has this number instead of source1 */
} ref_rv32;

ref_rv32 ref_rv32_decode(uint32_t word);
ref_rv32 ref_rv32_decode_compressed(uint16_t half);
int ref_rv32_is_atomic(const ref_rv32 *i); /* true for an instruction of extension A */
/* The value that an AMO stores. */
uint32_t ref_rv32_amo(const ref_rv32 *i, uint32_t memory, uint32_t operand);
/* The value that an arithmetic instruction writes to its destination. */
uint32_t ref_rv32_compute(const ref_rv32 *i, uint32_t pc, uint32_t a, uint32_t b);
int ref_rv32_is_taken(const ref_rv32 *i, uint32_t a, uint32_t b);
/* The value that a CSR instruction writes to the register. */
uint32_t ref_rv32_written(const ref_rv32 *i, uint32_t before, uint32_t operand);
/* Registers that any program may read: the counters and the numbers of the hart. */
int ref_rv32_is_counter(uint32_t csr);
/* Number of bytes of a load or store, and the register value after a load of `value`. */
uint32_t ref_rv32_bytes(const ref_rv32 *i);
uint32_t ref_rv32_extended(const ref_rv32 *i, uint32_t value);

#endif
