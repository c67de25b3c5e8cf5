/* RV32IMAC_Zicsr: the meaning and effect of instructions. It knows no machine: the caller handles loads, stores and
 * CSRs. Source: The RISC-V Instruction Set Manual, Volume I: Unprivileged ISA, 20191213. */
#ifndef SIM_RV32_H
#define SIM_RV32_H

#include <stdint.h>

enum { RV32_REGISTER_COUNT = 32, RV32_RA = 1, RV32_SP = 2, RV32_T0 = 5, RV32_A0 = 10, RV32_A1 = 11 };

typedef enum rv32_kind {
  RV32_ALU, /* includes FENCE, FENCE.I and WFI */
  RV32_LOAD,
  RV32_STORE,
  RV32_BRANCH,
  RV32_JUMP,          /* JAL */
  RV32_JUMP_REGISTER, /* JALR */
  RV32_MULTIPLY,
  RV32_DIVIDE, /* and remainder */
  RV32_LOAD_RESERVED,
  RV32_STORE_CONDITIONAL,
  RV32_ATOMIC, /* an AMO: loads a value, and stores a value computed from it */
  RV32_CSR,
  RV32_END, /* ECALL, EBREAK, MRET */
  RV32_ILLEGAL
} rv32_kind;

/* The operation of an instruction. rv32_operation_of determines it once, not on every execution. Operations of one
 * format are ordered by function3. */
enum rv32_operation {
  RV32_OTHER,   /* the caller executes these: LR, SC, AMOs, CSRs, FENCE.I, WFI, the end, illegal instructions */
  RV32_NOTHING, /* FENCE */
  RV32_LUI,
  RV32_AUIPC,
  RV32_JAL,
  RV32_JALR,
  RV32_SRAI,
  RV32_SUB,
  RV32_SRA,
  RV32_ADDI = 16,
  RV32_SLLI,
  RV32_SLTI,
  RV32_SLTIU,
  RV32_XORI,
  RV32_SRLI,
  RV32_ORI,
  RV32_ANDI,
  RV32_ADD = 24,
  RV32_SLL,
  RV32_SLT,
  RV32_SLTU,
  RV32_XOR,
  RV32_SRL,
  RV32_OR,
  RV32_AND,
  RV32_MUL = 32,
  RV32_MULH,
  RV32_MULHSU,
  RV32_MULHU,
  RV32_DIV,
  RV32_DIVU,
  RV32_REM,
  RV32_REMU,
  RV32_BEQ = 40,
  RV32_BNE,
  RV32_BLT = 44,
  RV32_BGE,
  RV32_BLTU,
  RV32_BGEU,
  RV32_LB = 48,
  RV32_LH,
  RV32_LW,
  RV32_LBU = 52,
  RV32_LHU,
  RV32_SB = 56,
  RV32_SH,
  RV32_SW
};

/* Exceptions, numbered as in mcause. */
typedef enum rv32_cause {
  RV32_FETCH_MISALIGNED,
  RV32_FETCH_FAULT,
  RV32_ILLEGAL_INSTRUCTION,
  RV32_BREAKPOINT,
  RV32_LOAD_MISALIGNED,
  RV32_LOAD_FAULT,
  RV32_STORE_MISALIGNED,
  RV32_STORE_FAULT,
  RV32_ECALL_OF_MACHINE_MODE = 11
} rv32_cause;

/* Fields of an instruction. Registers that it does not have are 0. */
static inline uint32_t rv32_function(uint32_t word) { return word >> 12 & 7; }
static inline uint32_t rv32_csr(uint32_t word) { return word >> 20; }
static inline uint32_t rv32_access_bytes(uint32_t word) { return 1u << (rv32_function(word) & 3); }
uint32_t rv32_destination(uint32_t word, rv32_kind kind);
uint32_t rv32_source1(uint32_t word, rv32_kind kind);
uint32_t rv32_source2(uint32_t word, rv32_kind kind);

rv32_kind rv32_kind_of(uint32_t word);
/* Operation of an instruction of this kind. */
enum rv32_operation rv32_operation_of(uint32_t word, rv32_kind kind);
/* The 32-bit equivalent of a 16-bit instruction; RV32_NO_INSTRUCTION if it is not RV32C. */
#define RV32_NO_INSTRUCTION UINT32_MAX
uint32_t rv32_expanded(uint32_t half);
static inline int rv32_is_half(uint32_t bits) { return (bits & 3) != 3; }
static inline int rv32_is_of_a(rv32_kind kind) { return kind >= RV32_LOAD_RESERVED && kind <= RV32_ATOMIC; }

enum { RV32_WORD_ECALL = 0x00000073, RV32_WORD_EBREAK = 0x00100073, RV32_WORD_MRET = 0x30200073,
       RV32_WORD_WFI = 0x10500073 };
static inline int rv32_is_fence_i(uint32_t word) { return (word & 0x707f) == 0x100f; }
/* True if a CSR instruction writes its CSR. */
static inline int rv32_writes_csr(uint32_t word) { return (rv32_function(word) & 3) == 1 || (word >> 15 & 31) != 0; }
/* New value of the CSR. `operand`: the source register, or the immediate. */
static inline uint32_t rv32_csr_written(uint32_t word, uint32_t before, uint32_t operand) {
  switch (rv32_function(word) & 3) {
    case 1: return operand;
    case 2: return before | operand;
    default: return before & ~operand;
  }
}

typedef struct rv32_effect {
  uint32_t next;    /* address of the next instruction in memory */
  uint32_t result;  /* result for the destination; for a store: its operand */
  uint32_t address; /* address of a load or store */
} rv32_effect;

/* `operation`: the rv32_operation of the word; `behind`: address of the next instruction in memory. */
rv32_effect rv32_execute(uint32_t word, uint32_t operation, rv32_kind kind, uint32_t pc, uint32_t behind,
                         const uint32_t x[RV32_REGISTER_COUNT]);
/* The value that an AMO stores after loading `loaded`. */
uint32_t rv32_stored(uint32_t word, uint32_t loaded, uint32_t operand);

#endif
