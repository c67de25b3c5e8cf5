
#include <stddef.h>

#include "cpu/code/machine_mode.h"
#include "thread/thread.h"

enum {
  CSR_MSTATUSH = 0x310,
  CSR_MISA = 0x301,
  CSR_MIE = 0x304,
  CSR_MTVEC = 0x305,
  CSR_MSCRATCH = 0x340,
  CSR_MEPC = 0x341,
  CSR_MCAUSE = 0x342,
  CSR_MTVAL = 0x343,
  CSR_MIP = 0x344,
  CSR_MLINE = 0x7c0,
  CSR_MLAYER = 0x7c1,
  CSR_MCYCLE = 0xb00,
  CSR_MINSTRET = 0xb02,
  CSR_CYCLE = 0xc00,
  CSR_TIME = 0xc01,
  CSR_INSTRET = 0xc02,
  CSR_HIGH = 0x80, /* upper half of a counter */
  CSR_MVENDORID = 0xf11,
  CSR_MHARTID = 0xf14,
  CSR_MCONFIGPTR = 0xf15,
  CSR_MHPMEVENT3 = 0x323,
  CSR_MHPMCOUNTER3 = 0xb03,
  CSR_HPMCOUNTER3 = 0xc03,
  MHPM_COUNT = 29, /* 3 to 31 */
  CSR_READ_ONLY = 3 << 10,
  INSTRET_BIT = 2 /* bit in the number of a CSR that counts instructions */
};

/* MXL 1. */
enum { MISA_RV32 = 1 << 30, MISA_A = 1, MISA_C = 1 << 2, MISA_I = 1 << 8, MISA_M = 1 << 12 };
static const uint32_t mie_bits = MIP_MSIP | MIP_MTIP | MIP_MEIP | 0xffff0000u;

static uint32_t extensions_of(const sim *sim, uint32_t thread) {
  return code_at(sim, machine_routine(sim, thread))->extensions;
}

static uint32_t misa_of(const sim *sim, uint32_t thread) {
  const uint32_t extensions = extensions_of(sim, thread);
  return MISA_RV32 | MISA_I | MISA_M | (extensions & SIM_EXTENSION_A ? MISA_A : 0) |
         (extensions & SIM_EXTENSION_C ? MISA_C : 0);
}

/* Counters and identification numbers. Any program can read them. */
static int is_counter_or_number(uint32_t csr) {
  const uint32_t low = csr & ~(uint32_t)CSR_HIGH;
  return (csr >= CSR_MVENDORID && csr <= CSR_MHARTID) || low == CSR_MCYCLE || low == CSR_MINSTRET ||
         (low >= CSR_CYCLE && low <= CSR_INSTRET);
}

/* Event counters that count nothing, and other registers that read as 0 (Privileged 20211203, 3.1.6, 3.1.10). */
static int is_zero(uint32_t csr) {
  const uint32_t low = csr & ~(uint32_t)CSR_HIGH;
  return csr == CSR_MSTATUSH || csr == CSR_MCONFIGPTR || csr - CSR_MHPMEVENT3 < (uint32_t)MHPM_COUNT ||
         low - CSR_MHPMCOUNTER3 < (uint32_t)MHPM_COUNT || low - CSR_HPMCOUNTER3 < (uint32_t)MHPM_COUNT;
}

OPT_SIZE int csr_is_there(const sim *sim, uint32_t thread, uint32_t csr, int writes) {
  if (!is_hart(sim, thread)) return !writes && is_counter_or_number(csr);
  if (writes && (csr & CSR_READ_ONLY) == CSR_READ_ONLY) return 0;
  switch (csr) {
    case CSR_MSTATUS:
    case CSR_MISA:
    case CSR_MIE:
    case CSR_MTVEC:
    case CSR_MSCRATCH:
    case CSR_MEPC:
    case CSR_MCAUSE:
    case CSR_MTVAL:
    case CSR_MIP:
    case CSR_MLINE:
    case CSR_MLAYER: return 1;
    default: return is_counter_or_number(csr) || is_zero(csr);
  }
}

static int counts_instructions(uint32_t csr) { return (csr & INSTRET_BIT) != 0; }

/* `hart` NULL: the thread is no hart, so it cannot have written the counter. */
static uint32_t counter(const sim_hart *hart, uint32_t csr, uint64_t cycle, uint64_t executed) {
  uint64_t count = counts_instructions(csr) ? executed : cycle;
  if (hart != NULL)
    count += counts_instructions(csr) ? hart->instret_offset : hart->cycle_offset;
  return (uint32_t)(csr & CSR_HIGH ? count >> 32 : count);
}

static uint32_t counter_or_number(const sim_hart *hart, uint32_t context, uint32_t csr, uint64_t cycle,
                                  uint64_t executed) {
  if (csr == CSR_MHARTID) return context;
  return csr >= CSR_MVENDORID ? 0 : counter(hart, csr, cycle, executed);
}

OPT_SIZE uint32_t csr_read(const sim *sim, uint32_t thread, uint32_t context, uint32_t csr, uint64_t cycle,
                           uint64_t executed) {
  if (!is_hart(sim, thread)) return counter_or_number(NULL, context, csr, cycle, executed);
  const sim_hart *hart = hart_at(sim, thread);
  switch (csr) {
    case CSR_MSTATUS: return hart->mstatus;
    case CSR_MISA: return misa_of(sim, thread);
    case CSR_MIE: return hart->mie;
    case CSR_MTVEC: return hart->mtvec;
    case CSR_MSCRATCH: return hart->mscratch;
    case CSR_MEPC: return hart->mepc;
    case CSR_MCAUSE: return hart->mcause;
    case CSR_MTVAL: return hart->mtval;
    case CSR_MIP: return machine_mode_pending(sim, thread, cycle);
    case CSR_MLINE: return hart->mline;
    case CSR_MLAYER: return hart->mlayer;
    case CSR_TIME: return (uint32_t)machine_mode_time(sim, cycle);
    case CSR_TIME | CSR_HIGH: return (uint32_t)(machine_mode_time(sim, cycle) >> 32);
    default: return is_zero(csr) ? 0 : counter_or_number(hart, context, csr, cycle, executed);
  }
}

/* Replaces one half and keeps the other. */
static uint64_t with_half(uint64_t whole, uint32_t csr, uint32_t value) {
  return csr & CSR_HIGH ? (whole & UINT32_MAX) | (uint64_t)value << 32 : (whole & ~(uint64_t)UINT32_MAX) | value;
}

/* Sets a counter to the value in this cycle, or after this instruction. */
OPT_SIZE static void write_counter(sim_hart *hart, uint32_t csr, uint32_t value, uint64_t cycle, uint64_t executed) {
  if (counts_instructions(csr))
    hart->instret_offset = with_half(hart->instret_offset + executed, csr, value) - executed - 1;
  else hart->cycle_offset = with_half(hart->cycle_offset + cycle, csr, value) - cycle;
}

static int is_layer(uint32_t layer) { return layer >= sim_layer_APPLICATION && layer <= sim_layer_KERNEL_COPY; }

/* A field whose value names no layer does not change. */
OPT_SIZE static uint32_t layers_written(uint32_t before, uint32_t value) {
  const uint32_t now = value & LAYER_MASK, then = value >> LAYER_BEFORE_SHIFT & LAYER_MASK;
  return (is_layer(now) ? now : before & LAYER_MASK) |
         (is_layer(then) || then == 0 ? then : before >> LAYER_BEFORE_SHIFT) << LAYER_BEFORE_SHIFT;
}

/* Only lines that start no thread can be bound. */
OPT_SIZE static uint32_t lines_written(const sim *sim, uint32_t value) {
  uint32_t lines = 0;
  for (uint32_t line = 0; line < sim->config.line_count && line < SIM_HART_LINE_LIMIT; line++)
    if (sim->line_thread[line] == SIM_NONE_8) lines |= value & 1u << line;
  return lines;
}

OPT_SIZE void csr_write(sim *sim, uint32_t thread, uint32_t csr, uint32_t value, uint64_t cycle,
                        uint64_t executed) {
  sim_hart *hart = hart_at(sim, thread);
  machine_mode_attend(sim);
  switch (csr) {
    case CSR_MSTATUS: hart->mstatus = MSTATUS_MPP | (value & (MSTATUS_MIE | MSTATUS_MPIE)); return;
    case CSR_MIE: hart->mie = value & mie_bits; return;
    case CSR_MTVEC: hart->mtvec = value & ~2u; return;
    case CSR_MSCRATCH: hart->mscratch = value; return;
    case CSR_MEPC: hart->mepc = value & ~(extensions_of(sim, thread) & SIM_EXTENSION_C ? 1u : 3u); return;
    case CSR_MCAUSE: hart->mcause = value; return;
    case CSR_MTVAL: hart->mtval = value; return;
    case CSR_MLINE: hart->mline = lines_written(sim, value); return;
    case CSR_MLAYER: hart->mlayer = layers_written(hart->mlayer, value); return;
    case CSR_MISA:
    case CSR_MIP: return;
    default:
      if (!is_zero(csr)) write_counter(hart, csr, value, cycle, executed);
  }
}
