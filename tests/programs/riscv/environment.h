/* In place of env/p/riscv_test.h: a hart of irqscope, which begins in machine mode and ends at riscv_done, with 1 in gp
 * where the test has passed. TRAPS: the test has an mtvec_handler. */
#include "encoding.h"
#define __riscv_xlen 32
#define TESTNUM gp
#define RVTEST_RV32U
#define RVTEST_RV64U
#define RVTEST_RV32M
#define RVTEST_RV64M
#define RVTEST_RV64S
#ifdef TRAPS
#define TO_HANDLER j mtvec_handler
#else
#define TO_HANDLER j riscv_unexpected
#endif
#define RVTEST_CODE_BEGIN                                                                                             \
  .text;                                                                                                              \
  la t0, riscv_trap;                                                                                                  \
  csrw mtvec, t0;                                                                                                     \
  li t0, 0;                                                                                                           \
  j riscv_begin;                                                                                                      \
  .align 2;                                                                                                           \
  riscv_trap : TO_HANDLER;                                                                                            \
  riscv_unexpected : li gp, 1337;                                                                                     \
  riscv_done : j riscv_done;                                                                                          \
  riscv_begin:
#define RVTEST_CODE_END unimp
#define RVTEST_PASS                                                                                                   \
  li gp, 1;                                                                                                           \
  j riscv_done
#define RVTEST_FAIL                                                                                                   \
  slli gp, gp, 1;                                                                                                     \
  ori gp, gp, 1;                                                                                                      \
  j riscv_done
#define RVTEST_DATA_BEGIN
#define RVTEST_DATA_END
